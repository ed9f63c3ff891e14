internal import DataFormats

extension ElementString {
  /// Identifiers that may not stand together (errors), and those that lack their company (warnings: the other may be in
  /// another bar code of the same label).
  var pairingProblems: [LabelProblem] {
    var identifiers: [ApplicationIdentifier] = []
    for element in elements where !identifiers.contains(where: { $0.code == element.identifier.code }) {
      identifiers.append(element.identifier)
    }
    let codes = identifiers.map { Array($0.code.utf8) }
    var errors: [LabelProblem] = []
    var warnings: [LabelProblem] = []
    var told: Set<Set<String>> = []
    for identifier in identifiers {
      for pattern in identifier.entry.excludes.utf8.split(separator: UInt8(ascii: ",")) {
        for other in identifiers where other.code != identifier.code && Self.matches(Array(other.code.utf8), pattern) {
          guard told.insert([identifier.code, other.code]).inserted else { continue }
          errors.append(LabelProblem(.error, "\(identifier.name) and \(other.name) may not stand on one label"))
        }
      }
      for need in identifier.entry.needs where !Self.isMet(need, by: codes) {
        warnings.append(
          LabelProblem(
            .warning, "\(identifier.name) wants \(Self.inWords(need)) on the same label: is it in another bar code?",
            need: need))
      }
    }
    return errors + warnings
  }

  static func isMet(_ need: String, by codes: [[UInt8]]) -> Bool {
    need.utf8.split(separator: UInt8(ascii: ",")).contains { group in
      group.split(separator: UInt8(ascii: "+")).allSatisfy { pattern in codes.contains { matches($0, pattern) } }
    }
  }

  private static func matches(_ code: [UInt8], _ pattern: Substring.UTF8View) -> Bool {
    code.count == pattern.count && zip(code, pattern).allSatisfy { $0 == $1 || $1 == UInt8(ascii: "n") }
  }

  /// `01,02` as `(01) or (02)`.
  private static func inWords(_ need: String) -> String {
    need.split(separator: ",").map { group in
      group.split(separator: "+").map { "(\($0))" }.joined(separator: " with ")
    }.joined(separator: " or ")
  }

  /// A separator that was lost cannot be seen in the syntax: the value swallows what follows. A warning where the tail
  /// of a value that may vary in length reads as elements of its own: with a date or a number that has its check digit,
  /// or with a count where the label lacks it, or where a keyboard scanner sent no separator at all (`isUnmarked`).
  func separatorProblems(isUnmarked: Bool, today: CalendarDate) -> [LabelProblem] {
    let codes = Set(elements.map(\.identifier.code))
    let wantsCount = codes.contains("02") && !codes.contains("37")
    return elements.compactMap { element in
      guard !element.identifier.isPredefinedLength,
        element.identifier.entry.components.contains(where: { $0.characters == .text })
      else { return nil }
      for cut in element.value.indices.dropFirst() {
        let tail = ElementString(reading: Array(element.value[cut...]))
        guard tail.fault == nil, !tail.elements.contains(where: { codes.contains($0.identifier.code) }),
          tail.elements.contains(where: { $0.isTelling(today: today, countsTell: wantsCount || isUnmarked) })
        else { continue }
        let whole = displayable(element.value.text)
        let start = displayable(element.value[..<cut].text)
        let parts = tail.elements.map { "(\($0.identifier.code)) \($0.value.text)" }.joined(separator: " ")
        return LabelProblem(
          .warning,
          "\(element.identifier.name) \(whole) may be \(start) and \(displayable(parts)): if so, let the scanner "
            + "send the separator FNC1 as GS")
      }
      return nil
    }
  }
}

extension ElementString.Element {
  /// Too much of a coincidence for the tail of a lot or serial number.
  fileprivate func isTelling(today: CalendarDate, countsTell: Bool) -> Bool {
    switch identifier.code {
    case "00", "01", "02": return true
    case "30", "37": return countsTell && value.count <= 5 && value.first != 0x30
    default:
      guard case .date(let date) = identifier.typedValue(of: value.text, today: today), identifier.isPredefinedLength
      else {
        return false
      }
      return abs(date.year - today.year) <= 10
    }
  }
}
