/// A text as a terminal may show it: every character that a terminal would obey, or that shows as nothing, is
/// written in braces: `{GS}`, `{RS}`, `{EOT}`, else its code point, `{U+0007}`.
public func displayable(_ text: String) -> String {
  if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
  // Bytes: a view of scalars copies all it holds each time that more than one is appended.
  var shown: [UInt8] = []
  shown.reserveCapacity(text.utf8.count)
  for scalar in text.unicodeScalars {
    if isVisible(scalar) {
      shown += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    } else {
      shown += (names[scalar] ?? codePoint(scalar)).utf8
    }
  }
  return shown.text
}

/// The other way: `{GS}`, `{RS}` and `{EOT}` become the control characters they stand for.
public func textWithControls(fromBraces text: String) -> String {
  guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
  let source = Array(text.utf8)
  var bytes: [UInt8] = []
  bytes.reserveCapacity(source.count)
  var at = 0
  while at < source.count {
    let rest = source[at...]
    if let (name, control) = controls.first(where: { rest.starts(with: $0.name.utf8) }) {
      bytes.append(control)
      at += name.utf8.count
    } else {
      bytes.append(source[at])
      at += 1
    }
  }
  return bytes.text
}

private let controls: [(name: String, control: UInt8)] = [("{GS}", 0x1D), ("{RS}", 0x1E), ("{EOT}", 0x04)]
private let names: [Unicode.Scalar: String] = ["\u{1D}": "{GS}", "\u{1E}": "{RS}", "\u{04}": "{EOT}"]

private func isVisible(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F }
  switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return false
  default: return !scalar.properties.isDefaultIgnorableCodePoint
  }
}

private func codePoint(_ scalar: Unicode.Scalar) -> String {
  let digits = String(scalar.value, radix: 16, uppercase: true)
  return "{U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits + "}"
}
