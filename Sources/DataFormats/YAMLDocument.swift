/// What reading a YAML file gave: its tree, and all its faults. Small ones, told with their place, do not end the
/// reading: a key that stands twice, a tag, a tab, a character that no form should hold, a
/// bracket that is not closed.
public struct YAMLDocument: Sendable {
  /// nil where the file holds nothing, or a fault left nothing to go on with.
  public let root: YAMLNode?
  /// In file order, none of them told twice; their places are those of the file.
  public let faults: [YAMLFault]
  /// What `root` was read from: the file, without the faults that reading went on after.
  public var source: SourceText { text.source }

  private let text: MendedText

  /// The place in the file of a place in `source`.
  public func original(_ position: SourcePosition) -> SourcePosition { text.original(position) }

  public init(of file: SourceText, limits: YAMLLimits = .standard) {
    var text = MendedText(file)
    var told: [YAMLFault] = []
    var root: YAMLNode?
    do throws(YAMLFault) {
      guard file.bytes.count <= limits.bytes else {
        throw YAMLFault(
          "the file has \(file.bytes.count) bytes, more than the \(limits.bytes) that are read",
          at: SourcePosition(line: 1, column: 1))
      }
      told = try YAMLCharacters.mend(&text)
      var attempt = Attempt(text.source, limits)
      var left = Self.mostBytes
      while let fault = attempt.fault {
        // Nothing is won where the reading ends in the same place: that fault is another one.
        guard let mended = Self.mended(text, fault, limits, &left), mended.attempt.ends(behind: fault) else { break }
        told.append(mended.told)
        (text, attempt) = (mended.text, mended.attempt)
      }
      told += (attempt.small + (attempt.fault.map { [$0] } ?? [])).map { fault in
        YAMLFault(fault.message, at: text.original(fault.position), help: fault.help)
      }
      root = attempt.fault == nil ? attempt.root : nil
    } catch {
      told.append(error)
    }
    self.root = root
    self.text = text
    faults = told.enumerated().sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
      .map(\.element)
  }

  private struct Attempt {
    private(set) var root: YAMLNode?
    let small: [YAMLFault]
    /// Where the reading ended, and why.
    private(set) var fault: YAMLFault?

    init(_ source: SourceText, _ limits: YAMLLimits) {
      var builder = YAMLBuilder(source: source, limits: limits)
      do { root = try builder.document() } catch { fault = error }
      small = builder.faults
    }

    func ends(behind other: YAMLFault) -> Bool { fault.map { other.position.line < $0.position.line } ?? true }
  }

  /// How much is read once more, in all, to find out how deep a tab was meant to go.
  private static let mostBytes = 2_000_000

  /// The text without the tabs, or the spaces that are none, at which the reading ended, as far as they stand
  /// together, or with the bracket closed that was not; nil where something else ended it.
  private static func mended(
    _ text: MendedText, _ fault: YAMLFault, _ limits: YAMLLimits, _ left: inout Int
  ) -> (text: MendedText, told: YAMLFault, attempt: Attempt)? {
    let slip = YAMLBlanks.slip(at: fault.position.line, in: text.source)
    // Nobody knows how wide the author's editor shows a tab, or how many brackets were meant to be closed: what lets
    // most be read.
    let trials = slip.map { slip in slip.widths.map(slip.edits) } ?? YAMLBrackets.closings(of: fault, in: text.source)
    var best: (text: MendedText, attempt: Attempt)?
    for edits in trials where left >= text.source.bytes.count {
      left -= text.source.bytes.count
      var trial = text
      trial.replace(edits)
      let attempt = Attempt(trial.source, limits)
      if best.map({ $0.attempt.fault.map(attempt.ends) ?? false }) ?? true { best = (trial, attempt) }
      if attempt.fault == nil { break }
    }
    let told = YAMLFault(
      slip?.message ?? fault.message, at: text.original(slip?.start ?? fault.position), help: slip?.help ?? fault.help)
    return best.map { ($0.text, told, $0.attempt) }
  }
}

extension YAMLNode {
  /// Reads the one document of a YAML file; nil where the file holds none. Throws the first of its faults.
  public static func read(_ source: SourceText, limits: YAMLLimits = .standard) throws(YAMLFault) -> YAMLNode? {
    let reading = YAMLDocument(of: source, limits: limits)
    if let first = reading.faults.first { throw first }
    return reading.root
  }
}
