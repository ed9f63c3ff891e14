import CPCRE2

/// A form's pattern: PCRE2 with UTF but without UCP (`\d` is 0-9), the whole value must match.
///
/// Matching has limits, so that a pattern that runs away is an error of the form and never a hang.
public final class Pattern: @unchecked Sendable {
  // Sendable: compiled code and the context with its limits are read-only, and each match makes its own match data.
  private let code: OpaquePointer
  private let context: OpaquePointer?
  /// What it says, where that is as much as a plain one can say.
  private let plain: PlainPattern?
  public let text: String

  /// Does not compile: the message and where in the pattern (Unicode scalars from 0).
  struct CompileFault: Error {
    let message: String
    let offset: Int
  }

  /// The match needed more steps than any sane pattern on a field's value does.
  public struct Runaway: Error {}

  private static let matchLimit: UInt32 = 200_000
  private static let heapLimitKiB: UInt32 = 8192

  init(_ text: String) throws {
    self.text = text
    plain = PlainPattern(text)
    let bytes = Array(text.utf8)
    var errorCode: Int32 = 0
    var errorOffset = 0
    let options =
      UInt32(PCRE2_UTF) | PCRE2_ANCHORED | PCRE2_ENDANCHORED | UInt32(PCRE2_NEVER_BACKSLASH_C)
    let compiled = bytes.withUnsafeBufferPointer {
      pcre2_compile_8($0.baseAddress, $0.count, options, &errorCode, &errorOffset, nil)
    }
    guard let compiled else {
      let valid = String(decoding: bytes[..<min(errorOffset, bytes.count)], as: UTF8.self)
      throw CompileFault(message: Self.message(errorCode), offset: valid.unicodeScalars.count)
    }
    code = compiled
    context = pcre2_match_context_create_8(nil)
    pcre2_set_match_limit_8(context, Self.matchLimit)
    pcre2_set_heap_limit_8(context, Self.heapLimitKiB)
  }

  deinit {
    pcre2_match_context_free_8(context)
    pcre2_code_free_8(code)
  }

  public func matches(_ subject: String) throws(Runaway) -> Bool {
    var subject = subject
    guard let matches = subject.withUTF8(isMatch(utf8:)) else { throw Runaway() }
    return matches
  }

  /// Whether a text matches, of which these are the bytes, in UTF-8; nil for one on which matching runs away.
  public func isMatch(utf8 subject: UnsafeBufferPointer<UInt8>) -> Bool? {
    if let plain { return plain.matches(subject) }
    return search(subject)
  }

  /// What PCRE2 says.
  func search(_ subject: UnsafeBufferPointer<UInt8>) -> Bool? {
    let data = pcre2_match_data_create_8(1, nil)
    defer { pcre2_match_data_free_8(data) }
    return switch pcre2_match_8(code, subject.baseAddress, subject.count, 0, PCRE2_NO_UTF_CHECK, data, context) {
    case 0...: true
    case PCRE2_ERROR_NOMATCH: false
    default: nil
    }
  }

  /// A text on which matching runs away, of those that people try first: one or two characters again and again, and
  /// then one that does not fit; nil where none does.
  func runaway(upTo length: Int?) -> String? {
    let length = min(length ?? Self.triedLength, Self.triedLength)
    guard length > 1 else { return nil }
    var characters: [Unicode.Scalar] = ["a", "A", "0", " ", "-"]
    for scalar in text.unicodeScalars where scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
      if characters.count < Self.triedCharacters, !characters.contains(scalar) { characters.append(scalar) }
    }
    // What a match cannot do without is there: a text that lacks it would be refused before anything is tried.
    var tail = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where !Self.special.contains(scalar) {
      if tail.count < Self.triedTail, !tail.contains(scalar) { tail.append(scalar) }
    }
    let pieces = characters.map { String($0) } + ["a0", "A0", "a ", "A "]
    for (piece, tail) in pieces.flatMap({ [($0, ""), ($0, String(tail))] }) {
      let tried = String(repeating: piece, count: (length - 1) / piece.unicodeScalars.count) + tail
      do {
        _ = try matches(tried + "\u{1}")
      } catch {
        return tried
      }
    }
    return nil
  }

  private static let triedLength = 40
  private static let triedCharacters = 16
  private static let triedTail = 8
  private static let special = Set("\\^$.|?*+()[]{}".unicodeScalars)

  private static func message(_ code: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    let length = pcre2_get_error_message_8(code, &buffer, buffer.count)
    return length > 0 ? String(decoding: buffer[..<Int(length)], as: UTF8.self) : "it cannot be understood"
  }
}
