import DataFormats
import FormFlow
import FormSchema
import Glibc
import LabelData
import RecordStore
import ScanField

/// `formentry fill FORM --answers FILE`: a JSON object a line in, a JSON line out for each.
struct AnswersCommand {
  private let form: FormDefinition
  private let desk: Desk
  private let path: String
  private let output: StandardOutput
  private var status = ExitStatus.done
  private var lineNumber = 0

  /// Keys of records that are to be written with this batch: `field`, scope and key -> the line that holds them.
  private final class HeldKeys {
    var lines: [[[UInt8]]: Int] = [:]
  }
  private let held = HeldKeys()

  init(_ form: FormDefinition, _ desk: Desk, path: String, output: StandardOutput) {
    self.form = form
    self.desk = desk
    self.path = path
    self.output = output
  }

  static func run(_ invocation: Invocation, _ form: FormDefinition, _ desk: Desk, path: String) -> ExitStatus {
    guard var input = LineInput(path: path) else {
      invocation.errors.complain("\(path) can't be opened: \(systemReason(errno))")
      return .usage
    }
    var command = AnswersCommand(form, desk, path: path, output: invocation.output)
    while invocation.output.isOpen {
      guard let lines = input.next() else {
        invocation.errors.complain("\(path) can't be read: \(systemReason(errno))")
        return .environment
      }
      if lines.isEmpty { break }
      command.answer(lines, invocation)
    }
    for trouble in desk.troubles { invocation.errors.complain(trouble) }
    return desk.troubles.isEmpty ? command.status : .environment
  }

  private struct Pending {
    let line: Int
    let outcome: AnswerOutcome
    let date: CalendarDate
  }

  /// Fills a record from every line, writes those that are right with one wait for the disk, then confirms them.
  private mutating func answer(_ lines: [LineInput.Line], _ invocation: Invocation) {
    held.lines = [:]
    var batch: [Pending] = []
    for line in lines {
      lineNumber += 1
      switch line {
      case .tooLong:
        batch.append(refusal("the line is longer than \(LineInput.longestLine) bytes"))
      case .text(let bytes):
        guard bytes.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { continue }
        batch.append(fill(bytes))
      }
    }
    write(batch, invocation)
    output.flush()
  }

  private func refusal(_ message: String) -> Pending {
    let outcome = AnswerOutcome(record: nil, refused: [.init(name: "", message: message)], warnings: [])
    return Pending(line: lineNumber, outcome: outcome, date: desk.clock.businessDate(of: desk.clock.now))
  }

  private func fill(_ bytes: [UInt8]) -> Pending {
    let answer: JSONValue
    do {
      answer = try JSONValue(parsing: bytes)
    } catch {
      return refusal("this line is no JSON: \(error)")
    }
    let held = held
    let surroundings = desk.surroundings(for: form, isHeadless: true) { query in
      held.lines[Self.key(of: query)].map { UniqueHolder(inWords: "line \($0) of these answers") }
    }
    let outcome = AnswerFiller.fill(
      form, with: answer, recordID: desk.newRecordID(), surroundings, readPicture: { try scans(inPicture: $0) })
    if outcome.record != nil {
      for query in outcome.uniqueKeys { held.lines[Self.key(of: query)] = lineNumber }
    }
    return Pending(line: lineNumber, outcome: outcome, date: surroundings.businessDate)
  }

  /// Texts are the same only byte by byte.
  private static func key(of query: UniqueQuery) -> [[UInt8]] { ([query.field] + query.key).map { Array($0.utf8) } }

  /// Relative to the file of answers.
  private func scans(inPicture picture: String) throws(PictureFault) -> [Scan] {
    var full = picture
    if !picture.hasPrefix("/"), path != "-", let slash = path.lastIndex(of: "/") { full = path[...slash] + picture }
    do {
      return try desk.decodeWorker().decode(still: full, options: DecodeOptions(all: true)).map(\.scan)
    } catch {
      throw PictureFault(description: error.message)
    }
  }

  /// Why a picture gave no code, in one sentence.
  private struct PictureFault: Error, CustomStringConvertible {
    let description: String
  }

  private mutating func write(_ batch: [Pending], _ invocation: Invocation) {
    var rest = batch[...]
    while let first = rest.first {
      let group = rest.prefix { $0.date == first.date }
      rest = rest.dropFirst(group.count)
      let records = group.compactMap(\.outcome.record)
      var fault: StoreError?
      do {
        if !records.isEmpty { _ = try desk.store.append(records, businessDate: first.date) }
      } catch {
        fault = error
        invocation.errors.complain(error.message)
        status.include(.environment)
      }
      for pending in group { confirm(pending, fault) }
    }
  }

  private mutating func confirm(_ pending: Pending, _ fault: StoreError?) {
    let id = pending.outcome.record?["id"]?.text
    if let id, fault == nil {
      output.write(pending.outcome.json(line: pending.line, saved: id).description + "\n")
      return
    }
    status.include(.refused)
    let outcome =
      id == nil
      ? pending.outcome
      : AnswerOutcome(
        record: nil, refused: [.init(name: "", message: fault?.message ?? "NOT saved")],
        warnings: pending.outcome.warnings)
    output.write(outcome.json(line: pending.line, saved: nil).description + "\n")
  }
}
