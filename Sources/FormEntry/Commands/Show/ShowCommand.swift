import Configuration
import DataFormats
import FormFlow
import FormSchema
import Glibc

/// `formentry show`: a form as a screen would show it, without one.
enum ShowCommand {
  private static let largest = 500

  static func run(_ invocation: Invocation) -> ExitStatus {
    guard let name = invocation.operands.first, let size = size(invocation),
      let station = invocation.station(), let clock = invocation.clock(station)
    else { return .usage }
    guard let form = FillCommand.form(named: name, FormLocator(station), station, invocation) else { return .refused }
    let surroundings = Surroundings(
      now: clock.now, businessDate: clock.businessDate(of: clock.now), station: station.station,
      language: station.lang, entry: station.entry(now: clock.now))
    // What is printed is UTF-8, whatever the environment says: how wide its characters are is asked of that.
    setlocale(LC_CTYPE, "C.UTF-8")
    let sketch = FormSketch(form, size, surroundings)
    for (number, page) in sketch.pages().enumerated() {
      if number > 0 { invocation.output.line("") }
      for line in page { invocation.output.line(line) }
    }
    let hidden = sketch.hidden
    for line in hidden.isEmpty ? [] : ["", "Not shown at first:"] { invocation.output.line(line) }
    for field in hidden { invocation.output.line("  " + field) }
    return .done
  }

  /// nil, and said, where it is no size, or one that no form fits in.
  private static func size(_ invocation: Invocation) -> ScreenSize? {
    let text = invocation.value("size") ?? "80x24"
    let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { YAMLScalar.integer(String($0)) }
    guard numbers.count == 2, let columns = numbers[0], let rows = numbers[1], (1...largest).contains(columns),
      (1...largest).contains(rows)
    else {
      invocation.errors.complain(
        "--size wants columns and rows, each up to \(largest), such as 80x24, not '\(text.prefix(40))'")
      return nil
    }
    let size = ScreenSize(rows: rows, columns: columns)
    guard Regions(size).kind != .tooSmall else {
      let smallest = Regions.smallest
      invocation.errors.complain(
        "no form fits in \(columns)x\(rows): the smallest screen is \(smallest.columns)x\(smallest.rows)")
      return nil
    }
    return size
  }
}
