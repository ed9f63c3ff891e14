import Glibc
import LabelData
import Testing

@Suite("Hostile codes are read in time and without harm")
struct HostileInputTests {
  /// Long enough that anything but linear time shows.
  static let length = 200_000
  static let texts: [(name: String, text: String)] = [
    ("many digits", String(repeating: "1", count: length)),
    ("many zeros", String(repeating: "0", count: length)),
    ("many NULs", String(repeating: "\0", count: length)),
    ("many GS", String(repeating: "\u{1D}", count: length)),
    ("lots without end", String(repeating: "10LOT717251231\u{1D}", count: length / 15)),
    (
      "64 lots, each with many tails",
      String(repeating: "9137123712371237123712371237123712371237123712371237123712371237123712371237\u{1D}", count: 64)
    ),
    ("brackets", String(repeating: "(", count: length)),
    ("bracketed elements", String(repeating: "(10)A", count: length / 5)),
    ("escapes", "(10)" + String(repeating: "\\(", count: length / 2)),
    ("braces", String(repeating: "{GS", count: length / 3)),
    ("one letter with many marks", "a" + String(repeating: "\u{301}", count: length / 2)),
    ("family emoji", String(repeating: "👨‍👩‍👧‍👦", count: 20_000)),
    ("turned text", String(repeating: "\u{202E}\u{202C}", count: length / 6)),
    ("identifier and combining mark", "]C1\u{301}01"),
    ("digits of another script", "٠١" + String(repeating: "٣", count: 14)),
  ]

  @Test("every reading, check and wording", arguments: texts.indices)
  func reads(index: Int) {
    let text = Self.texts[index].text
    let start = Self.threadSeconds()
    for prefix in ["", "]C1", "]d2", "]E0", "]I0", "]A0", "("] {
      let scan = Scan(wedge: prefix + text)
      for label in Label.readings(of: scan, today: ElementStringTests.today) {
        _ = label.sentences
        _ = label.explanation
      }
    }
    for check in NamedCheck.allCases {
      _ = check.fault(in: text)
      _ = check.normalized(text)
    }
    _ = displayable(text)
    _ = textWithControls(fromBraces: text)
    _ = strippingSSCCPrefix(text)
    // A debug build needs about 1 s.
    #expect(Self.threadSeconds() - start < 8, "\(Self.texts[index].name)")
  }

  /// CPU time of this thread: other work on the machine does not count.
  static func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test("every byte in every place of a short code")
  func bytes() {
    let good = Array("]C1011234567890123117251231310300123410L\u{1D}30123".utf8)
    for place in good.indices {
      for byte in UInt8.min...UInt8.max {
        var bytes = good
        bytes[place] = byte
        let text = String(decoding: bytes, as: UTF8.self)
        for line in Label.read(Scan(wedge: text), today: ElementStringTests.today).sentences {
          #expect(line == displayable(line))
        }
      }
    }
  }
}
