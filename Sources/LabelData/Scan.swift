/// What a scanner or a camera delivered.
public struct Scan: Sendable, Equatable {
  /// What the code says, without the symbology identifier; FNC1 within it is GS (U+001D).
  public var text: String
  /// The AIM symbology identifier, `]C1`; nil where the scanner sends none.
  public var identifier: String?
  /// nil where neither scanner nor camera told.
  public var symbology: Symbology?
  /// The bytes as the decoder read them, where it gives them.
  public var raw: [UInt8]?

  /// A symbology that is not given follows from the identifier.
  public init(text: String, identifier: String? = nil, symbology: Symbology? = nil, raw: [UInt8]? = nil) {
    self.text = text
    self.identifier = identifier
    self.symbology = symbology ?? identifier.flatMap { Symbology(identifier: $0, text: text) }
    self.raw = raw
  }

  /// A text as a keyboard scanner sends it: a leading symbology identifier is taken off, CR, LF and Tab at the end
  /// are the scanner's suffix and no part of the code.
  public init(wedge: String) {
    var bytes = Array(wedge.utf8)[...]
    while let last = bytes.last, last == 0x0D || last == 0x0A || last == 0x09 { bytes.removeLast() }
    let head = Array(bytes.prefix(3))
    let hasIdentifier = head.count == 3 && head[0] == UInt8(ascii: "]") && isLetter(head[1]) && isAlphanumeric(head[2])
    self.init(
      text: String(decoding: hasIdentifier ? bytes.dropFirst(3) : bytes, as: UTF8.self),
      identifier: hasIdentifier ? String(decoding: head, as: UTF8.self) : nil)
  }
}
