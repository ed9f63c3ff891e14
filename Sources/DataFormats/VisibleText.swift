extension StringProtocol {
  /// The text with every character that could steer a terminal or reorder a line replaced by one that only shows:
  /// C0 and DEL by their control pictures (U+2400...), C1, line separators, bidirectional controls and noncharacters by
  /// U+FFFD, a tab by a space. As many Unicode scalars as before, so that columns stay what they were.
  public var withVisibleControls: String {
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x09: scalars.append(" ")
      case 0x00..<0x20: scalars.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
      case 0x7F: scalars.append("\u{2421}")
      case _ where scalar.steersTerminal: scalars.append("\u{FFFD}")
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}

extension Unicode.Scalar {
  /// C0, DEL, C1, line separators, bidirectional controls and noncharacters: a terminal would obey it, or show the
  /// characters of the line in another order.
  var steersTerminal: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFF9...0xFFFB,
      0xFFFE, 0xFFFF:
      true
    default: false
    }
  }
}
