public import DataFormats
public import FormSchema
public import LabelData

/// Judges and fills the lines of a batch for one form: those that are plain and right from their bytes, the others as
/// `AnswerFiller` does. What comes out is the same. For one thread at a time.
public final class AnswerReader {
  private let form: FormDefinition
  /// Made when the first line comes; nil where all lines go the long way.
  private lazy var plain = PlainAnswer(form)

  public init(_ form: FormDefinition) {
    self.form = form
  }

  /// What `fill` would refuse, without the record that it would make.
  public func refusals(
    of line: [UInt8], _ surroundings: Surroundings, readPicture: @escaping (String) throws -> [Scan] = { _ in [] }
  ) throws(JSONFault) -> [AnswerOutcome.Refused] {
    if line.withUnsafeBufferPointer({ isPlainlyRight($0, surroundings) }) { return [] }
    return AnswerFiller.refusals(of: try JSONValue(parsing: line), form, surroundings, readPicture: readPicture)
  }

  /// What becomes of a line. A fault: it is no JSON.
  public func fill(
    _ line: [UInt8], recordID: String, _ surroundings: Surroundings, readPicture: @escaping (String) throws -> [Scan]
  ) throws(JSONFault) -> AnswerOutcome {
    let outcome = line.withUnsafeBufferPointer { bytes in
      isPlainlyRight(bytes, surroundings) ? plainOutcome(recordID, surroundings) : nil
    }
    if let outcome { return outcome }
    return AnswerFiller.fill(
      form, with: try JSONValue(parsing: line), recordID: recordID, surroundings, readPicture: readPicture)
  }

  private func isPlainlyRight(_ line: UnsafeBufferPointer<UInt8>, _ surroundings: Surroundings) -> Bool {
    guard surroundings.isHeadless, let plain, plain.read(line) else { return false }
    return plain.isRight(surroundings)
  }

  /// Of the answer that was read last.
  private func plainOutcome(_ recordID: String, _ surroundings: Surroundings) -> AnswerOutcome? {
    guard let plain else { return nil }
    let head = RecordHead(id: recordID, startedAt: surroundings.now, operatorName: surroundings.operatorName)
    return AnswerOutcome(
      record: form.record(head, plain, surroundings), refused: [], warnings: [], uniqueKeys: plain.uniqueKeys())
  }
}
