import DataFormats
import Testing

@Suite struct YAMLScalars {
  @Test(
    arguments: [
      ("true", true), ("True", true), ("FALSE", false), ("yes", nil), ("on", nil), ("tRUE", nil), ("1", nil),
    ] as [(String, Bool?)])
  func `only true and false are booleans`(text: String, value: Bool?) {
    #expect(YAMLScalar.boolean(text) == value)
  }

  @Test(
    arguments: [
      ("4", 4), ("-3", -3), ("+3", 3), ("007", 7), ("0", 0), ("1.5", nil), ("1.0", nil), ("", nil), ("-", nil),
      ("+-3", nil),
      ("4a", nil), ("٣", nil), ("0x10", nil), ("9223372036854775808", nil), ("1e3", nil),
    ] as [(String, Int?)])
  func `whole numbers`(text: String, value: Int?) {
    #expect(YAMLScalar.integer(text) == value)
  }

  @Test(arguments: [
    "yes", "No", "ON", "off", "02142", "00", "12:30", "1:30:00", "1e5", "1.5E-3", "2026-11-30", "2026-11-30T08:00:00Z",
    "0x1F",
    "1_000", "1.50", "true", "null", "-012", "+1e5", ".inf",
  ])
  func `a text that other readers take for something else is pointed at`(text: String) {
    #expect(YAMLScalar.looksDifferentElsewhere(text)?.contains(text) == true)
  }

  @Test(arguments: [
    "UPS", "nobody", "12", "-3", "1.5", "0", "12:99", "A:30", "e5", "1e", "1e5x", "2026-13-30", "31.12.27", "on time",
    "",
    "12 30", "-", ".", "10:", "1Z12345E1512345676",
  ])
  func `other texts are left alone`(text: String) {
    #expect(YAMLScalar.looksDifferentElsewhere(text) == nil)
  }
}
