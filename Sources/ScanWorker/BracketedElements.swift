import LabelData

/// libzxing gives DataBar Expanded as people read it, `(01)09506000134352(10)AB12`; a label is made of element strings.
enum BracketedElements {
  /// The application identifiers and values one behind the other, with GS after a value whose length its identifier does not
  /// say; nil where an identifier is unknown, or a value holds a bracket, so that nobody can tell where it ends.
  static func elementString(_ text: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    var isOpen = false
    for part in text.split(separator: UInt8(ascii: "("), omittingEmptySubsequences: false).dropFirst() {
      let halves = part.split(separator: UInt8(ascii: ")"), omittingEmptySubsequences: false)
      guard halves.count == 2, !halves[1].isEmpty,
        let identifier = ApplicationIdentifier.named(String(decoding: halves[0], as: UTF8.self))
      else { return nil }
      if isOpen { result.append(0x1D) }
      result += halves[0] + halves[1]
      isOpen = !identifier.isPredefinedLength
    }
    return text.first == UInt8(ascii: "(") && !result.isEmpty ? result : nil
  }
}
