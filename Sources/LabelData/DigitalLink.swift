/// A GS1 Digital Link (URI syntax 1.4): `https://id.gs1.org/01/09520123456788/10/LOT7?17=271231`.
struct DigitalLink {
  /// What it says, where it is one; the elements themselves are judged in it.
  private(set) var data: ElementString?
  /// Why it is none, a sentence.
  private(set) var fault: String?

  private struct Refusal: Error { let sentence: String }

  init(_ text: String) {
    do throws(Refusal) {
      let elements = try Self.elements(of: Array(text.utf8))
      data = ElementString(elements)
      fault = data?.fault
    } catch {
      fault = error.sentence
    }
  }

  static func isWebAddress(_ text: String) -> Bool { path(of: Array(text.utf8)) != nil }

  /// Schemes are all small or all capital letters.
  private static func path(of text: [UInt8]) -> ArraySlice<UInt8>? {
    guard let scheme = ["https://", "http://", "HTTPS://", "HTTP://"].first(where: { text.starts(with: $0.utf8) })
    else {
      return nil
    }
    return text.dropFirst(scheme.utf8.count)
  }

  /// The keys that a path may name, and the qualifiers that may follow each, in their order; several orders where
  /// there are alternatives.
  private static let keys: [String: [[String]]] = [
    "00": [], "01": [["22", "10", "21"], ["235"]], "253": [], "255": [], "401": [], "402": [],
    "414": [["254"], ["7040"]], "415": [["8020"]], "417": [["7040"]], "8003": [], "8004": [["7040"]],
    "8006": [["22", "10", "21"]], "8010": [["8011"]], "8013": [], "8017": [["8019"]], "8018": [["8019"]],
  ]

  /// What the dictionary of GS1 does not let stand behind the `?`.
  private static let notInQuery: Set<String> = [
    "03", "21", "22", "235", "254", "7040", "7041", "8011", "8014", "8019", "8020", "8040", "8041", "8042", "8043",
    "8200",
  ]

  private typealias Pair = (identifier: ApplicationIdentifier, value: [UInt8])

  private static func elements(of text: [UInt8]) throws(Refusal) -> [Pair] {
    guard let rest = path(of: text), rest.count <= longest else {
      throw Refusal(sentence: "A Digital Link begins with https:// or http://")
    }
    let address = rest.prefix { $0 != UInt8(ascii: "#") }
    let path = address.prefix { $0 != UInt8(ascii: "?") }
    var elements = try pathElements(
      path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst())
    let qualifiers = elements.dropFirst().map(\.identifier.code)
    for part in address[path.endIndex...].dropFirst().split(whereSeparator: {
      $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: ";")
    }) {
      guard let element = try queryElement(part) else { continue }
      let code = element.identifier.code
      if elements.contains(where: { $0.identifier.code == code }) {
        throw Refusal(sentence: "\(element.identifier.name) stands there twice")
      }
      let key = elements[0].identifier
      if keys[key.code]?.contains(where: { $0.contains(code) && qualifiers.allSatisfy($0.contains) }) == true {
        throw Refusal(sentence: "\(element.identifier.name) belongs into the path, behind \(key.name)")
      }
      elements.append(element)
    }
    return elements
  }

  private static let longest = 4096

  /// The key furthest to the right and what stands behind it, two by two.
  private static func pathElements(_ segments: ArraySlice<ArraySlice<UInt8>>) throws(Refusal) -> [Pair] {
    let segments = Array(segments)
    var elements: [Pair] = []
    var at = segments.count - 2
    while at >= 0, let identifier = exact(segments[at]) {
      elements.insert((identifier, try decoded(segments[at + 1], plusIsSpace: false)), at: 0)
      guard let orders = keys[identifier.code] else {
        at -= 2
        continue
      }
      let qualifiers = elements.dropFirst().map(\.identifier.code)
      guard qualifiers.isEmpty || orders.contains(where: { inOrder(qualifiers, $0) }) else {
        throw Refusal(sentence: "\(qualifiers.joined(separator: ", ")) cannot follow \(identifier.name) in this order")
      }
      return elements
    }
    throw Refusal(sentence: "No GS1 key, such as /01/ and a GTIN, stands in the path of this address")
  }

  private static func inOrder(_ some: [String], _ all: [String]) -> Bool {
    var rest = all[...]
    return some.allSatisfy { code in
      guard let place = rest.firstIndex(of: code) else { return false }
      rest = rest[(place + 1)...]
      return true
    }
  }

  private static func exact(_ code: ArraySlice<UInt8>) -> ApplicationIdentifier? {
    guard let identifier = ApplicationIdentifier.leading(code), identifier.code.utf8.count == code.count else {
      return nil
    }
    return identifier
  }

  /// nil for what is no element: other people's parameters are passed over.
  private static func queryElement(_ part: ArraySlice<UInt8>) throws(Refusal) -> Pair? {
    let name = part.prefix { $0 != UInt8(ascii: "=") }
    guard name.areDigits, name.endIndex < part.endIndex else { return nil }
    guard let identifier = exact(name) else {
      throw Refusal(sentence: "\(name.prefix(12).text) is no application identifier")
    }
    guard !notInQuery.contains(identifier.code) else {
      throw Refusal(sentence: "\(identifier.name) cannot stand behind the ? of a Digital Link")
    }
    return (identifier, try decoded(part[name.endIndex...].dropFirst(), plusIsSpace: true))
  }

  private static func decoded(_ text: ArraySlice<UInt8>, plusIsSpace: Bool) throws(Refusal) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "+"), plusIsSpace {
        bytes.append(0x20)
      } else if byte == UInt8(ascii: "%"), let code = UInt8(rest.prefix(2).text, radix: 16), rest.count >= 2 {
        guard code != 0 else { throw Refusal(sentence: "The address holds a NUL character (%00)") }
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}
