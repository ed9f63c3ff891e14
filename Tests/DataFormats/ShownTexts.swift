import DataFormats
import Foundation
import Testing

@Suite struct ShownTexts {
  @Test(arguments: [
    ("plain Ä 漢", "plain Ä 漢"), ("a\u{1D}b", "a␝b"), ("\u{1B}[31m", "␛[31m"), ("a\tb\n", "a b␊"), ("\u{7F}", "␡"),
    ("\u{9B}", "\u{FFFD}"),
    ("a\u{202E}b", "a\u{FFFD}b"), ("\0", "␀"), ("\r\n", "␍␊"),
  ])
  func `no character of a message steers the terminal`(text: String, shown: String) {
    #expect(text.withVisibleControls == shown)
    #expect(text.withVisibleControls.unicodeScalars.count == text.unicodeScalars.count)
  }

  @Test func `files that can't be read are named`() {
    let missing = #expect(throws: FileFault.self) { try SourceText(readingFile: "/nowhere/form.yaml") }
    #expect(missing?.message == "there is no file /nowhere/form.yaml")
    let folder = #expect(throws: FileFault.self) { try SourceText(readingFile: "/tmp") }
    #expect(folder?.message == "/tmp is a directory, not a file")
    let endless = #expect(throws: FileFault.self) { try SourceText(readingFile: "/dev/zero", limit: 100_000) }
    #expect(endless?.message == "/dev/zero is larger than the 100000 bytes that are read")
  }

  @Test func `a pipe is read while somebody writes, and not waited for without an end`() throws {
    let path = FileManager.default.temporaryDirectory.path + "/pipe-" + UUID().uuidString
    try #require(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    let fault = "\(path) is no plain file, and nothing comes from it"
    let silent = #expect(throws: FileFault.self) { try SourceText(readingFile: path) }
    #expect(silent?.message == fault)
    let (reader, writer) = (open(path, O_RDONLY | O_NONBLOCK), open(path, O_WRONLY))
    #expect(write(writer, "form: a", 7) == 7)
    let held = #expect(throws: FileFault.self) { try SourceText(readingFile: path) }
    #expect(held?.message == fault, "whoever writes does not end")
    #expect(write(writer, "form: a", 7) == 7)
    close(writer)
    #expect(try SourceText.bytes(ofFile: path, limit: 100) == Array("form: a".utf8))
    close(reader)
  }
}
