import DataFormats
import FormFlow

/// What the next lines see of those that are to be written with them.
final class HeldAnswers {
  /// What must be unique: `field` and key -> the line that holds it.
  private var lines: [[[UInt8]]: Int] = [:]
  /// The values of the last of them: `previous` sees them, however the lines came in.
  private var values: JSONValue?
  /// Whether the line at hand was told of another that is not written yet.
  private(set) var wasSeen = false
  /// The worst that became of a picture.
  var pictures = ExitStatus.done

  func beginLine() { wasSeen = false }

  func forget() { (lines, values) = ([:], nil) }

  func take(_ outcome: AnswerOutcome, line: Int) {
    guard let record = outcome.record else { return }
    values = record["values"]
    for query in outcome.uniqueKeys { lines[Self.key(of: query)] = line }
  }

  func holder(_ query: UniqueQuery) -> UniqueHolder? {
    guard let line = lines[Self.key(of: query)] else { return nil }
    wasSeen = true
    return UniqueHolder(inWords: "line \(line) of these answers")
  }

  var previousValues: JSONValue? {
    if values != nil { wasSeen = true }
    return values
  }

  /// Texts are the same only byte by byte.
  private static func key(of query: UniqueQuery) -> [[UInt8]] { ([query.field] + query.key).map { Array($0.utf8) } }
}
