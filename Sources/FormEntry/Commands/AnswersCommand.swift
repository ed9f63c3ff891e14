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

  private let held = HeldAnswers()
  private let reader: AnswerReader

  init(_ form: FormDefinition, _ desk: Desk, path: String, output: StandardOutput) {
    self.form = form
    reader = AnswerReader(form)
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
    command.status.include(command.held.pictures == .environment ? .environment : .done)
    return desk.troubles.isEmpty ? command.status : .environment
  }

  /// A line that was looked at.
  private struct Pending {
    let line: Int
    let bytes: [UInt8]
    let outcome: AnswerOutcome
    let date: CalendarDate
    /// What became of it hangs on lines that are written only now.
    var sawOthers = false
  }

  /// Fills a record from every line, writes those that are right with one wait for the disk, then confirms them.
  private mutating func answer(_ lines: [LineInput.Line], _ invocation: Invocation) {
    var batch: [Pending] = []
    for line in lines {
      lineNumber += 1
      writeIfNextDay(&batch, invocation)
      switch line {
      case .tooLong:
        batch.append(refusal("the line is longer than \(LineInput.longestLine) bytes"))
      case .text(let bytes):
        guard bytes.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { continue }
        batch.append(fill(bytes, line: lineNumber))
      }
    }
    write(batch, invocation)
    output.flush()
  }

  private func refusal(_ message: String) -> Pending {
    let outcome = AnswerOutcome(record: nil, refused: [.init(name: "", message: message)], warnings: [])
    let date = desk.clock.businessDate(of: desk.clock.now)
    return Pending(line: lineNumber, bytes: [], outcome: outcome, date: date)
  }

  private func fill(_ bytes: [UInt8], line: Int) -> Pending {
    let held = held
    held.beginLine()
    var surroundings = desk.surroundings(for: form, isHeadless: true) { held.holder($0) }
    let saved = surroundings.previousValues
    surroundings.previousValues = { held.previousValues ?? saved() }
    let outcome: AnswerOutcome
    do {
      outcome = try reader.fill(
        bytes, recordID: desk.newRecordID(), surroundings, readPicture: { try scans(inPicture: $0) })
    } catch {
      return refusal("this line is no JSON: \(error); an answer is an object: {\"field\": \"value\"}")
    }
    let sawOthers = held.wasSeen
    held.take(outcome, line: line)
    return Pending(
      line: line, bytes: bytes, outcome: outcome, date: surroundings.businessDate, sawOthers: sawOthers)
  }

  /// Relative to the file of answers.
  private func scans(inPicture picture: String) throws(PictureFault) -> [Scan] {
    let full = FormOperands.path(picture, beside: path)
    do {
      return try desk.decodeWorker().decode(still: full, options: DecodeOptions(all: true)).map(\.scan)
    } catch {
      held.pictures.include(ExitStatus(error))
      throw PictureFault(description: error.message)
    }
  }

  /// Why a picture gave no code, in one sentence.
  private struct PictureFault: Error, CustomStringConvertible {
    let description: String
  }

  /// What is written together is of one business date.
  private mutating func writeIfNextDay(_ batch: inout [Pending], _ invocation: Invocation) {
    guard let first = batch.first, first.date != desk.clock.businessDate(of: desk.clock.now) else { return }
    write(batch, invocation)
    batch = []
  }

  /// Where the disk fails, also after the writing, nothing of the batch is confirmed, and nothing of it counts: a line
  /// that was refused for the sake of another is looked at again, by itself. Where others saved meanwhile what must be
  /// unique, all are looked at again, as they would have been had those records been there at first.
  private mutating func write(_ batch: [Pending], _ invocation: Invocation) {
    let fate = append(batch, invocation)
    held.forget()
    guard fate != .overtaken else { return writeAgain(batch, invocation) }
    for pending in batch {
      if fate != .saved, pending.outcome.record == nil, pending.sawOthers {
        write([fill(pending.bytes, line: pending.line)], invocation)
      } else {
        confirm(pending, fate)
      }
    }
  }

  private mutating func writeAgain(_ lines: [Pending], _ invocation: Invocation) {
    var batch: [Pending] = []
    for line in lines {
      writeIfNextDay(&batch, invocation)
      // Of what could not be read there is nothing to look at again.
      batch.append(line.bytes.isEmpty ? line : fill(line.bytes, line: line.line))
    }
    write(batch, invocation)
  }

  private enum Fate: Equatable {
    case saved
    /// Others hold now what was free when the lines were looked at; nothing was written.
    case overtaken
    /// The reason.
    case failed(String)
  }

  private mutating func append(_ batch: [Pending], _ invocation: Invocation) -> Fate {
    let outcomes = batch.map(\.outcome)
    let records = outcomes.compactMap(\.record)
    guard let date = batch.first?.date, !records.isEmpty else { return .saved }
    do {
      return try desk.save(records, of: form, date, holding: outcomes.flatMap(\.uniqueKeys)) == nil
        ? .overtaken : .saved
    } catch {
      invocation.errors.complain(error.message)
      status.include(.environment)
      return .failed(error.message)
    }
  }

  private mutating func confirm(_ pending: Pending, _ fate: Fate) {
    let id = pending.outcome.record?["id"]?.text
    if let id, fate == .saved {
      output.write(pending.outcome.json(line: pending.line, saved: id).description + "\n")
      return
    }
    status.include(.refused)
    var outcome = pending.outcome
    if case .failed(let reason) = fate, id != nil {
      outcome = AnswerOutcome(record: nil, refused: [.init(name: "", message: reason)], warnings: outcome.warnings)
    }
    output.write(outcome.json(line: pending.line, saved: nil).description + "\n")
  }
}
