import DataFormats
import FormSchema

/// A value as it stands in a line of answers: nothing is copied, nothing counted. Texts are ASCII, without the spaces
/// around them, and lie in the line, or among the form's own texts.
enum PlainValue {
  case blank
  case text(UnsafeBufferPointer<UInt8>)
  case number(ExactDecimal)
  case boolean(Bool)
  case date(CalendarDate)

  var isBlank: Bool {
    if case .blank = self { true } else { false }
  }

  /// The same as expressions and records know it.
  var value: FieldValue? {
    switch self {
    case .blank: nil
    case .text(let bytes): .text(String(decoding: bytes, as: UTF8.self))
    case .number(let number): .number(number)
    case .boolean(let truth): .boolean(truth)
    case .date(let date): .date(date)
    }
  }
}

/// A field of the form or of a row, while an answer is judged.
struct PlainSlot {
  var value = PlainValue.blank
  /// Whether the answer names it: else the field's default stands there.
  var isGiven = false
  /// Whether the condition of a field of a row holds; nil: not worked out yet.
  var isShown: Bool?
}

/// Texts of the form as bytes that stay where they are.
final class PlainTexts {
  private var kept: [UnsafeMutableBufferPointer<UInt8>] = []

  deinit {
    for bytes in kept { bytes.deallocate() }
  }

  /// Valid as long as this is.
  func keep(_ text: String) -> UnsafeBufferPointer<UInt8> {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
    _ = bytes.initialize(from: text.utf8)
    kept.append(bytes)
    return UnsafeBufferPointer(bytes)
  }
}

extension UnsafeBufferPointer<UInt8> {
  func isSame(as other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for index in indices where self[index] != other[index] { return false }
    return true
  }

  var isPlain: Bool { allSatisfy { 0x20..<0x80 ~= $0 } }

  /// Without U+0020 at both ends.
  var trimmingSpaces: UnsafeBufferPointer<UInt8> {
    var (start, end) = (0, count)
    while start < end, self[start] == 0x20 { start += 1 }
    while start < end, self[end - 1] == 0x20 { end -= 1 }
    return UnsafeBufferPointer(rebasing: self[start..<end])
  }
}
