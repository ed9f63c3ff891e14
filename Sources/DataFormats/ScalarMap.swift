/// A scalar read once more from the file, with the byte that each scalar of its value comes from.
///
/// libyaml tells only where a scalar begins and ends. The value that it read is known, so a map is used only where this
/// second reading comes to the same value.
struct ScalarMap {
  private(set) var scalars: [Unicode.Scalar] = []
  private(set) var places: [Int] = []
  var end = 0

  static func read(
    _ source: SourceText, from start: Int, to end: Int, _ style: ScalarStyle, _ wanted: [Unicode.Scalar]
  ) -> ScalarMap? {
    guard start <= end, end <= source.bytes.count else { return nil }
    let bytes = source.bytes[start..<end]
    switch style {
    case .plain: return flow(bytes, quote: nil).matching(wanted)
    case .singleQuoted: return flow(bytes.dropFirst().dropLast(), quote: UInt8(ascii: "'")).matching(wanted)
    case .doubleQuoted: return flow(bytes.dropFirst().dropLast(), quote: UInt8(ascii: "\"")).matching(wanted)
    case .literal, .folded: return block(bytes, isFolded: style == .folded, wanted)
    }
  }

  /// The byte behind the n-th scalar.
  func after(_ count: Int) -> Int { count < places.count ? places[count] : end }

  mutating func add(_ scalar: Unicode.Scalar, at place: Int) {
    scalars.append(scalar)
    places.append(place)
  }

  private func matching(_ wanted: [Unicode.Scalar]) -> ScalarMap? { scalars == wanted ? self : nil }

  /// Plain and quoted texts: an end of line with the blanks around it is a space, each empty line after it a line feed.
  private static func flow(_ bytes: ArraySlice<UInt8>, quote: UInt8?) -> ScalarMap {
    var map = ScalarMap()
    map.end = bytes.endIndex
    var at = bytes.startIndex
    var blanks: [(Unicode.Scalar, Int)] = []
    var isJoined = false
    while at < bytes.endIndex {
      let byte = bytes[at]
      if byte == 0x20 || byte == 0x09 {
        blanks.append((Unicode.Scalar(byte), at))
        at += 1
      } else if lineEnd(bytes, at) > 0 || (quote == UInt8(ascii: "\"") && byte == 0x5C && lineEnd(bytes, at + 1) > 0) {
        // An escaped end of line keeps the blanks before it and vanishes itself.
        isJoined = byte == 0x5C
        if isJoined { for (scalar, place) in blanks { map.add(scalar, at: place) } }
        let first = isJoined ? at : blanks.first?.1 ?? at
        blanks = []
        at += isJoined ? 1 : 0
        at += lineEnd(bytes, at)
        map.fold(bytes, &at, first: first, isJoined: isJoined)
      } else {
        for (scalar, place) in blanks { map.add(scalar, at: place) }
        blanks = []
        map.character(bytes, &at, quote: quote)
      }
    }
    if quote != nil { for (scalar, place) in blanks { map.add(scalar, at: place) } }
    return map
  }

  /// What follows an end of line: empty lines and the indentation of the next one.
  private mutating func fold(_ bytes: ArraySlice<UInt8>, _ at: inout Int, first: Int, isJoined: Bool) {
    var emptyLines: [Int] = []
    while at < bytes.endIndex {
      if bytes[at] == 0x20 || bytes[at] == 0x09 {
        at += 1
      } else if lineEnd(bytes, at) > 0 {
        emptyLines.append(at)
        at += lineEnd(bytes, at)
      } else {
        break
      }
    }
    if emptyLines.isEmpty, !isJoined { add(" ", at: first) }
    for place in emptyLines { add("\n", at: place) }
  }

  mutating func character(_ bytes: ArraySlice<UInt8>, _ at: inout Int, quote: UInt8?) {
    let place = at
    if quote == UInt8(ascii: "'"), bytes[at] == UInt8(ascii: "'") {
      add("'", at: place)
      at += 2
    } else if quote == UInt8(ascii: "\""), bytes[at] == 0x5C, at + 1 < bytes.endIndex {
      let letter = bytes[at + 1]
      let digits =
        letter == UInt8(ascii: "x") ? 2 : letter == UInt8(ascii: "u") ? 4 : letter == UInt8(ascii: "U") ? 8 : 0
      let text = String(
        decoding: bytes[min(at + 2, bytes.endIndex)..<min(at + 2 + digits, bytes.endIndex)], as: UTF8.self)
      let named = digits > 0 ? UInt32(text, radix: 16).flatMap(Unicode.Scalar.init) : Self.escapes[letter]
      add(named ?? "\u{FFFD}", at: place)
      at += 2 + digits
    } else {
      var rest = bytes[at...].prefix(4).makeIterator()
      var decoder = UTF8()
      guard case .scalarValue(let scalar) = decoder.decode(&rest) else {
        at += 1
        return
      }
      add(scalar, at: place)
      at += UTF8.width(scalar)
    }
  }

  /// YAML 1.2.2, 5.7.
  private static let escapes: [UInt8: Unicode.Scalar] = {
    let pairs: [(Character, Unicode.Scalar)] = [
      ("0", "\0"), ("a", "\u{7}"), ("b", "\u{8}"), ("t", "\t"), ("\t", "\t"), ("n", "\n"), ("v", "\u{B}"),
      ("f", "\u{C}"), ("r", "\r"), ("e", "\u{1B}"), (" ", " "), ("\"", "\""), ("/", "/"), ("\\", "\\"),
      ("N", "\u{85}"), ("_", "\u{A0}"), ("L", "\u{2028}"), ("P", "\u{2029}"),
    ]
    return Dictionary(uniqueKeysWithValues: pairs.map { ($0.asciiValue ?? 0, $1) })
  }()

  /// How many bytes an end of line has here, 0 where there is none.
  static func lineEnd(_ bytes: ArraySlice<UInt8>, _ at: Int) -> Int {
    guard at < bytes.endIndex else { return 0 }
    if bytes[at] == 0x0A { return 1 }
    guard bytes[at] == 0x0D else { return 0 }
    return at + 1 < bytes.endIndex && bytes[at + 1] == 0x0A ? 2 : 1
  }

  private func lineEnd(_ bytes: ArraySlice<UInt8>, _ at: Int) -> Int { Self.lineEnd(bytes, at) }
}
