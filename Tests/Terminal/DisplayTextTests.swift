import Glibc
import Testing

@testable import FormEntry

@Suite struct DisplayTextTests {
  init() { setlocale(LC_CTYPE, "C.UTF-8") }

  @Test(arguments: [
    ("plain", "plain", "plain"), ("01\u{1d}10", "01␝10", "01^]10"), ("\u{1b}[2J", "␛[2J", "^[[2J"),
    ("a\u{7f}b", "a␡b", "a?b"), ("\u{9b}2J", "\u{fffd}2J", "?2J"), ("a\u{202e}b", "a\u{fffd}b", "a?b"),
    ("a\u{61c}b", "a\u{fffd}b", "a?b"), ("a\u{2066}b", "a\u{fffd}b", "a?b"),
    ("Größe ✓", "Größe ✓", "Gr??e +"), ("漢", "漢", "??"), ("a\n", "a␊", "a^J"),
  ])
  func nothingReachesTheTerminalAsAControl(_ text: String, _ shown: String, _ ascii: String) {
    #expect(DisplayText.visible(text) == shown)
    #expect(DisplayText.visible(text, unicode: false) == ascii)
  }

  @Test func wideCharactersAreNotCut() {
    #expect(DisplayText.clipped("漢字x", columns: 3).text == "漢")
    #expect(DisplayText.clipped("漢字x", columns: 4).width == 4)
    #expect(DisplayText.width("漢e\u{301}") == 3)
  }

  @Test(arguments: [
    ("one two three", 7, ["one two", "three"]), ("abcdefgh ij", 3, ["abc", "def", "gh", "ij"]),
    ("ab\ncd", 4, ["ab", "cd"]), ("漢字x", 3, ["漢", "字x"]), ("a漢", 1, ["a"]), ("e\u{301}f", 1, ["e\u{301}", "f"]),
    ("abcd", 2, ["ab", "cd"]), ("a", 0, []),
  ])
  func textIsBrokenAtSpacesElseWhereTheLineEnds(_ text: String, _ columns: Int, _ lines: [String]) {
    #expect(DisplayText.wrapped(text, columns: columns) == lines)
  }

  @Test func aWordOfAMillionCharactersIsBrokenInOnePass() {
    let lines = DisplayText.wrapped(String(repeating: "7", count: 1_000_001), columns: 50)
    #expect(lines.count == 20_001 && lines.last == "7")
  }
}
