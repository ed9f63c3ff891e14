import DataFormats
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
}
