/// GS1 data taken apart into elements. It reads as far as it can: `fault` says where and why it stopped.
struct ElementString {
  struct Element {
    let identifier: ApplicationIdentifier
    let value: ArraySlice<UInt8>
  }

  private(set) var elements: [Element] = []
  /// The first thing that is wrong with syntax, content or repeats; nil where the data parse whole.
  private(set) var fault: String?

  /// FNC1 as a scanner sends it (GS), and how much one message may hold (General Specifications 7.8).
  static let separator: UInt8 = 0x1D
  static let maximumElements = 64
  static let maximumValueLength = 90

  private static let bracket = UInt8(ascii: "(")
  private static let closing = UInt8(ascii: ")")

  /// Data as a symbol carries them: identifiers and values run together, GS after the values that may vary in length.
  init(reading data: [UInt8]) {
    var rest = data[...]
    if rest.isEmpty { fault = "The code holds no GS1 data" }
    while !rest.isEmpty, fault == nil {
      guard let identifier = ApplicationIdentifier.leading(rest) else {
        fault = "No application identifier begins with \(Self.shown(rest))"
        return
      }
      rest = rest.dropFirst(identifier.code.utf8.count)
      let length = identifier.isPredefinedLength ? identifier.entry.maximumLength : Self.maximumValueLength + 1
      let value = rest.prefix(length).prefix { $0 != Self.separator }
      rest = rest[value.endIndex...]
      append(identifier, value)
      // The separator is not needed after a predefined length, and does no harm there.
      if rest.first == Self.separator { rest = rest.dropFirst() }
    }
    finish()
  }

  /// Data as people write them: `(01)09520123456788(10)LOT7`; a bracket within a value is `\(`.
  init(readingBracketed data: [UInt8]) {
    var rest = data[...]
    if rest.isEmpty { fault = "The code holds no GS1 data" }
    while !rest.isEmpty, fault == nil {
      let code = rest.dropFirst().prefix(5).prefix { $0 != Self.closing }
      guard rest.first == Self.bracket, rest.indices.contains(code.endIndex), rest[code.endIndex] == Self.closing,
        let identifier = ApplicationIdentifier.leading(code), identifier.code.utf8.count == code.count
      else {
        fault = "A known application identifier in brackets, like (01), belongs before \(Self.shown(rest))"
        return
      }
      rest = rest[(code.endIndex + 1)...]
      var value: [UInt8] = []
      while let byte = rest.first, byte != Self.bracket, value.count <= Self.maximumValueLength {
        let isEscaped = byte == UInt8(ascii: "\\") && rest.dropFirst().first == Self.bracket
        value.append(isEscaped ? Self.bracket : byte)
        rest = rest.dropFirst(isEscaped ? 2 : 1)
      }
      append(identifier, value[...])
    }
    finish()
  }

  /// Elements that were found apart.
  init(_ found: [(identifier: ApplicationIdentifier, value: [UInt8])]) {
    for (identifier, value) in found where fault == nil { append(identifier, value[...]) }
    finish()
  }

  /// Either form; a leading GS stands for the FNC1 that some scanners send first.
  init(readingAnyForm data: [UInt8]) {
    if data.first == Self.bracket {
      self.init(readingBracketed: data)
    } else {
      self.init(reading: data.first == Self.separator ? Array(data.dropFirst()) : data)
    }
  }

  private mutating func append(_ identifier: ApplicationIdentifier, _ value: ArraySlice<UInt8>) {
    guard elements.count < Self.maximumElements else {
      fault = "The code holds more than \(Self.maximumElements) elements"
      return
    }
    elements.append(Element(identifier: identifier, value: value))
    if let fault = identifier.fault(in: value) { self.fault = "\(identifier.name): \(fault)" }
  }

  private mutating func finish() {
    guard fault == nil else { return }
    var values: [String: ArraySlice<UInt8>] = [:]
    for element in elements {
      let first = values.updateValue(element.value, forKey: element.identifier.code)
      if let first, first != element.value {
        fault = "\(element.identifier.name) stands there twice, with different values"
        return
      }
    }
  }

  private static func shown(_ data: ArraySlice<UInt8>) -> String {
    displayable(String(data.prefix(16).text.unicodeScalars.prefix(6))) + (data.count > 6 ? "..." : "")
  }
}

extension ApplicationIdentifier {
  /// As messages name it: `GTIN (01)`.
  var name: String { title.isEmpty ? "(\(code))" : "\(title) (\(code))" }

  /// What is wrong with a value, as the end of a sentence; nil where it is right.
  func fault(in value: ArraySlice<UInt8>) -> String? {
    let minimum = entry.minimumLength
    let maximum = entry.maximumLength
    if value.isEmpty { return "the value is empty" }
    guard (minimum...maximum).contains(value.count) else {
      let wanted = minimum == maximum ? "\(maximum)" : "\(minimum) to \(maximum)"
      return value.count > ElementString.maximumValueLength
        ? "the value should have \(wanted) characters, and has more"
        : "the value should have \(wanted) characters, not \(value.count)"
    }
    var rest = value
    for component in entry.components {
      if component.isOptional, rest.isEmpty { break }
      let part = rest.prefix(component.maximum)
      guard part.count >= component.minimum else { return "the value breaks off before its end" }
      rest = rest[part.endIndex...]
      if let fault = component.fault(in: part) { return fault }
    }
    return nil
  }
}
