import Glibc
import Testing

@testable import FormEntry

@Suite struct DisplayTextTests {
  init() { setlocale(LC_CTYPE, "C.UTF-8") }

  @Test(arguments: [
    ("plain", "plain", "plain"), ("01\u{1d}10", "01␝10", "01^]10"), ("\u{1b}[2J", "␛[2J", "^[[2J"),
    ("a\u{7f}b", "a␡b", "a?b"), ("\u{9b}2J", "\u{fffd}2J", "?2J"), ("a\u{202e}b", "a\u{fffd}b", "a?b"),
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
}
