import DataFormats
import FormFlow
import FormSchema
import Glibc

/// What the program itself does, without its start and without the disk.
///
///     AnswerBench lint                 reads and checks a form of 1,000 fields and 1,000 rules
///     AnswerBench answers FORM FILE    reads and judges the lines of FILE as answers, one core
@main
struct AnswerBench {
  static func main() throws {
    let words = CommandLine.arguments.dropFirst()
    switch (words.first, words.count) {
    case ("lint", 1): lint()
    case ("answers", 3): try answers(form: words[2], file: words[3])
    default:
      print("AnswerBench lint, or AnswerBench answers FORM FILE")
      exit(2)
    }
  }

  /// Seconds of the processor: what other programs do meanwhile does not count.
  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func median(of runs: Int, _ body: () -> Void) -> Double {
    let times = (0..<runs).map { _ in
      let start = now
      body()
      return now - start
    }
    return times.sorted()[runs / 2]
  }

  // MARK: Checking a form

  private static func lint() {
    let source = SourceText(path: "large.yaml", text: largeForm)
    var told = 0
    let seconds = median(of: 11) { told = FormReader.read(source).diagnostics.count }
    precondition(told == 0, "the form has faults")
    print("| lint, 1,000 fields and 1,000 rules | \(Int((seconds * 1e4).rounded()) / 10) ms | 50 ms |")
  }

  private static var largeForm: String {
    var text = "form: large\ntitle: Large\nversion: 1\nchoices:\n  carriers: [UPS, FedEx, USPS, DHL]\nfields:\n"
    for number in 0..<250 {
      text += "  - {id: code_\(number), label: Code \(number), type: text, max_length: 20, pattern: '[A-Z]{2}\\d+'}\n"
      text += "  - {id: count_\(number), label: Count \(number), type: integer, min: 1, max: 9999}\n"
      text += "  - {id: carrier_\(number), label: Carrier \(number), type: choice, choices: carriers}\n"
      text += "  - {id: due_\(number), label: Due \(number), type: date, when: carrier_\(number) == 'UPS'}\n"
    }
    text += "rules:\n"
    for number in 0..<250 {
      let next = (number + 1) % 250
      text += "  - {that: count_\(number) <= count_\(next) + 5000, say: Too many}\n"
      text += "  - {that: carrier_\(number) != 'DHL' or count_\(number) < 100, say: Too many for DHL}\n"
      text += "  - {that: due_\(number) >= today() + 7, say: 'Due {due_\(number)}: soon', severity: warning}\n"
      text += "  - {that: code_\(number) != code_\(next) or count_\(number) == count_\(next), say: The same}\n"
    }
    return text
  }

  // MARK: Judging answers

  private static func answers(form path: String, file: String) throws {
    let reading = FormReader.read(path: path)
    guard let form = reading.form else { fatalError("\(path): \(reading.errors.map(\.message))") }
    let lines = try SourceText.bytes(ofFile: file, limit: 1_000_000_000).split(separator: 0x0A).map(Array.init)
    guard let instant = Instant("2026-11-30T08:00:00+01:00") else { return }
    let surroundings = Surroundings(now: instant, station: "bench", isHeadless: true)
    var right = 0
    let start = now
    let reader = AnswerReader(form)
    for line in lines {
      if let refused = try? reader.refusals(of: line, surroundings), refused.isEmpty { right += 1 }
    }
    let seconds = now - start
    print("\(lines.count) \(right) \(seconds)")
  }
}
