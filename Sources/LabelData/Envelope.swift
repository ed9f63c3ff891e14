/// A message in the envelope of ISO/IEC 15434: `[)>` RS, formats of two digits and their data, EOT. Real labels leave
/// out parts of it: what can be read is read, and noted.
struct Envelope {
  private(set) var elements: [LabelElement] = []
  private(set) var problems: [LabelProblem] = []

  private static let head = Array("[)>".utf8)
  private static let record: UInt8 = 0x1E
  private static let group: UInt8 = 0x1D
  private static let end: UInt8 = 0x04
  private static let maximumElements = 500

  /// nil where the text does not begin like one.
  init?(_ text: [UInt8]) {
    var rest = text[...]
    if rest.first == UInt8(ascii: ">"), rest.dropFirst().starts(with: Self.head) {
      rest = rest.dropFirst()
      note("before [)> stands a > that does not belong there")
    }
    guard rest.starts(with: Self.head) else { return nil }
    rest = rest.dropFirst(3)
    if rest.first == Self.record { rest = rest.dropFirst() } else { note("RS is missing behind [)>") }
    if rest.last == Self.end {
      rest = rest.dropLast()
      if rest.last == Self.record { rest = rest.dropLast() } else { note("RS is missing before EOT") }
    } else {
      while rest.last == Self.record { rest = rest.dropLast() }
      note("EOT is missing at the end: the label may be cut off")
    }
    for part in rest.split(separator: Self.record, omittingEmptySubsequences: false) { read(part) }
  }

  private mutating func note(_ message: String) { problems.append(LabelProblem(.warning, message)) }
  private mutating func refuse(_ message: String) { problems.append(LabelProblem(.error, message)) }

  private mutating func read(_ part: ArraySlice<UInt8>) {
    guard part.count >= 2, part.prefix(2).areDigits else { return refuse("no format of two digits begins a part") }
    let format = part.prefix(2).number
    var data = part.dropFirst(2)
    let isDivided = data.first == Self.group
    if isDivided { data = data.dropFirst() }
    switch format {
    case 5:
      let read = ElementString(reading: Array(data))
      for element in read.elements {
        append(element.identifier.code, element.value.text, element.identifier.title)
      }
      if let fault = read.fault { refuse(fault) }
    case 6:
      if !isDivided { note("GS is missing behind the format 06") }
      for segment in data.split(separator: Self.group) { readIdentified(segment) }
    // Their fields have places and no identifiers: a form takes them as a whole.
    case 1...4, 7...12: break
    default: refuse("ISO/IEC 15434 has no format \(part.prefix(2).text)")
    }
  }

  private mutating func readIdentified(_ segment: ArraySlice<UInt8>) {
    guard let identifier = DataIdentifier(leading: segment) else {
      return refuse("no data identifier begins \(displayable(segment.prefix(12).text))")
    }
    let value = segment.dropFirst(identifier.code.utf8.count)
    if value.isEmpty {
      note("\(identifier.code) has no value")
    } else {
      append(identifier.code, value.text, identifier.title)
    }
  }

  private mutating func append(_ id: String, _ value: String, _ title: String) {
    guard elements.count < Self.maximumElements else { return }
    elements.append(LabelElement(id: id, value: value, title: title))
  }
}
