import DataFormats
import Foundation
import RecordStore
import Testing

@Suite("JSON without values")
struct ScanningJSON {
  private func scans(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes {
      var scanner = JSONScanner($0)
      return scanner.value() != nil && scanner.isAtEnd()
    }
  }

  @Test(
    "It takes what the reader takes",
    arguments: [
      "null", " [1, 2.50,-0 , 1e5,\"a\\u00e9\\ud83d\\ude00\\n\"] ", "{}", "{\"a\":{\"b\":[]}}", "", "{", "{\"a\"}",
      "{\"a\":1,}",
      "[1 2]", "01", "1.", "-", "1e", "nul", "nulll", "\"\\ud800\"", "\"\\udc00\"", "\"\\x\"", "\"a", "\"\u{1}\"",
      "\"\\u12g4\"",
      "{\"a\":1}x", "{1:2}", "[", "]", "tru", "\"\\", "\"\\u12",
    ])
  func likeTheReader(text: String) {
    #expect(scans(Array(text.utf8)) == ((try? JSONValue(parsing: text)) != nil))
  }

  @Test("What ends or breaks a text is seen at every place of it", arguments: 0...20)
  func everyPlace(place: Int) {
    for piece in ["\u{1}", "\u{1F}", "\u{0}", "\\", "\\n", "\"", "\u{7F}", "é", " ", "!", "#", "[", "]", "\u{80}"] {
      let text =
        "[\"" + String(repeating: "a", count: place) + piece + String(repeating: "b", count: 20 - place) + "\",1]"
      #expect(
        scans(Array(text.utf8)) == ((try? JSONValue(parsing: text)) != nil), "\(piece.debugDescription) at \(place)")
    }
  }

  @Test("It stops at the depth at which the reader stops", arguments: [255, 256, 257, 100_000])
  func depth(depth: Int) {
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(scans(Array(text.utf8)) == ((try? JSONValue(parsing: text)) != nil))
  }

  @Test(
    "Texts are decoded as the reader decodes them",
    arguments: [
      #""plain""#, #""""#, #""é\n\r\t\b\f\/\\\"""#, #""\u0041\u00e9\u20ac\ud83d\udce6 x""#,
    ])
  func decoding(text: String) throws {
    let bytes = Array(text.utf8)
    #expect(bytes.withUnsafeBytes { JSONScanner.text(0..<bytes.count, of: $0) } == (try JSONValue(parsing: text)).text)
  }

  @Test(
    "JSONTestSuite: the scanner and the reader agree",
    .enabled(if: ScanningJSON.folder != nil, "needs ../shared beside the checkout"))
  func suite() throws {
    let folder = try #require(Self.folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
    #expect(names.count > 100)
    for name in names {
      let bytes = Array(try #require(FileManager.default.contents(atPath: "\(folder)/\(name)")))
      // Whether it is UTF-8 is checked apart.
      guard String(validating: bytes, as: UTF8.self) != nil else { continue }
      #expect(scans(bytes) == ((try? JSONValue(parsing: bytes)) != nil), "\(name)")
    }
  }

  static let folder: String? = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let shared =
      ProcessInfo.processInfo.environment["FORMENTRY_SHARED"] ?? root.deletingLastPathComponent().path + "/shared"
    let found = FileManager.default.enumerator(atPath: shared + "/suites")?.first {
      ($0 as? String)?.hasSuffix("y_array_empty.json") == true
    }
    return (found as? String).map { "\(shared)/suites/" + $0.split(separator: "/").dropLast().joined(separator: "/") }
  }()
}
