import DataFormats
import FormSchema
import LabelData

/// The keys of a field by which it refuses values, in the order in which they are told.
enum RefusingKey: String, CaseIterable {
  case length = "min_length"
  case pattern, choices, check, decimals
  case minimum = "min"
  case maximum = "max"
  case unique

  /// Whether the field's own words stand in place of the built-in ones.
  var isSaid: Bool { self != .length && self != .decimals && self != .unique }
}

extension Evaluation {
  /// Why the field itself refuses a value: its lengths, pattern, list, check, bounds, uniqueness.
  func fault(of value: FieldValue, at place: Place, _ field: Field) -> String? {
    for key in RefusingKey.allCases {
      if let fault = fault(of: value, by: key, at: place, field) { return fault }
    }
    return nil
  }

  /// Why a field refuses a value for the sake of one key; nil where the key lets it through, or does not stand there.
  func fault(of value: FieldValue, by key: RefusingKey, at place: Place, _ field: Field) -> String? {
    let fault: String?
    switch (key, value) {
    case (.length, .text(let text)): fault = lengthFault(text, field)
    case (.pattern, .text(let text)): fault = field.pattern.flatMap { patternFault(text, $0) }
    case (.choices, .text(let text)): fault = listFault([text], at: place, field)
    case (.choices, .texts(let texts)): fault = listFault(texts, at: place, field)
    case (.check, .text(let text)):
      fault = field.check.flatMap { $0.severity == .error ? $0.check.fault(in: text) : nil }
    case (.decimals, .number(let number)):
      let places = field.type == .integer ? 0 : field.decimals
      fault = places.flatMap { number.scale > $0 ? TypedEntry.tooManyDecimals($0) : nil }
    case (.minimum, _), (.maximum, _): fault = boundFault(value, key, at: place, field)
    case (.unique, _): fault = uniqueFault(value, at: place, field)
    default: fault = nil
    }
    return fault.map { key.isSaid ? said(field, place) ?? $0 : $0 }
  }

  private func boundFault(_ value: FieldValue, _ key: RefusingKey, at place: Place, _ field: Field) -> String? {
    guard let bound = field.bound(key, brokenBy: value, in: context(of: place)) else { return nil }
    let isNumber = value.type == .number
    return switch key {
    case .minimum: isNumber ? "at least \(bound.written) is wanted" : "not before \(bound.written)"
    default: isNumber ? "at most \(bound.written)" : "not after \(bound.written)"
    }
  }

  private func lengthFault(_ text: String, _ field: Field) -> String? {
    guard field.minimumLength != nil || field.maximumLength != nil else { return nil }
    let length = text.unicodeScalars.count
    if let exact = field.minimumLength, exact == field.maximumLength, length != exact {
      return "\(exact) characters are wanted, this has \(length)"
    }
    if let least = field.minimumLength, length < least {
      return "at least \(least) characters are wanted, this has \(length)"
    }
    if let most = field.maximumLength, length > most { return "at most \(most) characters, this has \(length)" }
    return nil
  }

  private func patternFault(_ text: String, _ pattern: Pattern) -> String? {
    do {
      return try pattern.matches(text) ? nil : "this does not have the form that is wanted: \(pattern.text)"
    } catch {
      return "the pattern of this field takes too long on this value: tell who looks after the form"
    }
  }

  private func listFault(_ values: [String], at place: Place, _ field: Field) -> String? {
    guard let list = field.choices else { return nil }
    for value in values {
      guard list.option(value) != nil else {
        let near = closestMatch(to: value, in: list.options.prefix(500).map(\.value)).map { ", did you mean \($0)?" }
        return "\(displayable(value)) is not on the list\(near ?? "")"
      }
      if field.choiceFilter != nil, !list.options(value).contains(where: { fits($0, at: place, field) }) {
        return "\(displayable(value)) does not fit what was chosen above"
      }
    }
    return nil
  }
}

extension Field {
  /// What `min` or `max` comes to, where a value is beyond it; nil where it is not, or the key does not stand there.
  func bound(
    _ key: RefusingKey, brokenBy value: FieldValue, in context: @autoclosure () -> any EvaluationContext
  ) -> FieldValue? {
    guard let bound = (key == .minimum ? minimum : maximum)?.expression.value(in: context()) else { return nil }
    let (less, more) = key == .minimum ? (value, bound) : (bound, value)
    return Expression.Comparison.less.holds(less, more) ? bound : nil
  }
}
