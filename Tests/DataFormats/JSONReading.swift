import DataFormats
import Testing

@Suite struct JSONReading {
  @Test(.needsShared, arguments: Shared.files(below: "suites/JSONTestSuite/test_parsing"))
  func `the JSON test suite is taken or refused as it says`(path: String) throws {
    let name = String(path.split(separator: "/").last ?? "")
    let value = try? JSONValue(parsing: try Shared.bytes(path))
    switch name.first {
    case "y": #expect(value != nil, "\(name)")
    case "n": #expect(value == nil, "\(name)")
    default: #expect((value != nil) == Self.takenByChoice.contains(name), "\(name)")
    }
  }

  /// What RFC 8259 leaves open. Numbers keep their digits, so any size is taken; refused are lone surrogates, bytes that
  /// are no UTF-8, a byte order mark, UTF-16 and 500 arrays in one another.
  static let takenByChoice: Set = [
    "i_number_double_huge_neg_exp.json", "i_number_huge_exp.json", "i_number_neg_int_huge_exp.json",
    "i_number_pos_double_huge_exp.json", "i_number_real_neg_overflow.json", "i_number_real_pos_overflow.json",
    "i_number_real_underflow.json", "i_number_too_big_neg_int.json", "i_number_too_big_pos_int.json",
    "i_number_very_big_negative_int.json",
  ]

  @Test(.needsShared, arguments: Shared.files(below: "suites/JSONTestSuite/test_parsing"))
  func `what was taken is written and read again unchanged`(path: String) throws {
    guard let value = try? JSONValue(parsing: try Shared.bytes(path)) else { return }
    #expect(try JSONValue(parsing: value.description).description == value.description)
  }

  @Test(arguments: [
    ("-18.0", "-18.0"), ("3.50", "3.50"), ("1e5", "1e5"), ("[1 , 2]", "[1,2]"),
    ("{\"b\":1,\"a\":2,\"b\":3}", "{\"b\":1,\"a\":2,\"b\":3}"),
    ("\"\\u001d\"", "\"\\u001d\""), ("\"\\u0085\\u007f\"", "\"\\u0085\\u007f\""), ("\"\\ud83d\\ude00\"", "\"😀\""),
    ("\"a\u{202e}b\u{2066}c\u{200f}\u{feff}\"", "\"a\\u202eb\\u2066c\\u200f\\ufeff\""),
    ("\"\u{2030}\u{200d}\"", "\"\u{2030}\u{200d}\""),
    ("\"Â\u{A0}ä\"", "\"Â\u{A0}ä\""), ("\"\\/\"", "\"/\""), ("\"\\u0000\"", "\"\\u0000\""),
  ])
  func `digits, order and characters survive`(text: String, written: String) throws {
    #expect(try JSONValue(parsing: text).description == written)
  }

  @Test(arguments: [
    ("", 0), ("[1,]", 3), ("\"\\ud800\"", 7), ("\"\\udc00\"", 7), ("{\"a\" 1}", 5), ("01", 1), ("\"a\nb\"", 2),
    ("1 2", 2),
    ("tru", 0), ("\"\\u12\"", 3),
  ])
  func `a fault names its byte`(text: String, offset: Int) {
    let fault = #expect(throws: JSONFault.self) { try JSONValue(parsing: text) }
    #expect(fault?.offset == offset)
  }

  @Test(arguments: [
    ("nope", "nope is no value"), ("[true, falsch]", "falsch is no value"), ("{\"a\": tru}", "tru is no value"),
    ("'a'", "'a' is no value"), ("[,1]", ", is no value"), ("\u{1b}[31m", "␛ is no value"),
  ])
  func `what is no value is named, and what would be one`(text: String, words: String) {
    let fault = #expect(throws: JSONFault.self) { try JSONValue(parsing: text) }
    #expect(fault?.message.hasPrefix(words + ": that is an object, an array, a text in double quotes") == true)
  }

  @Test("every byte that ends a plain text does so at every place", arguments: 0..<20)
  func endOfPlainText(place: Int) {
    for byte in UInt8.min...UInt8.max {
      let isPlain = 0x20..<0x80 ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
      for filler: UInt8 in [0x20, 0x21, 0x23, 0x5B, 0x5D, 0x7F] {
        var bytes = [UInt8](repeating: filler, count: 20)
        bytes[place] = byte
        let end = bytes.withUnsafeBufferPointer { JSONValue.endOfPlainText(in: $0, from: min(place, 3)) }
        #expect(end == (isPlain ? 20 : place), "\(byte) among \(filler)")
      }
    }
  }

  @Test func `nesting has an end`() {
    #expect(throws: JSONFault.self) { try JSONValue(parsing: String(repeating: "[", count: 1_000_000)) }
    #expect(throws: JSONFault.self) { try JSONValue(parsing: String(repeating: "{\"a\":", count: 1_000_000)) }
  }
}
