import DataFormats
import Testing

private let largest = "170141183460469231731687303715884105727"

private func decimal(_ text: String) throws -> ExactDecimal { try #require(ExactDecimal(text)) }

@Suite struct ExactDecimals {
  @Test(arguments: [
    ("0", "0"), ("-0", "0"), ("12", "12"), ("-18.0", "-18.0"), ("3.50", "3.50"), (".5", "0.5"), ("-.5", "-0.5"),
    ("007", "7"),
    (largest, largest), ("-\(largest)", "-\(largest)"),
    ("0.\(String(repeating: "0", count: 37))1", "0.\(String(repeating: "0", count: 37))1"),
    ("000000000000000000000000000000000000000000000000001", "1"),
  ])
  func `a number keeps the decimals that were written`(text: String, written: String) throws {
    #expect(try decimal(text).description == written)
  }

  @Test(arguments: [
    "", "-", ".", "1.", "-.", "+1", "1e5", "12abc", " 1", "1 ", "1,5", "--1", "1-", "1.2.3", "٣", "１", "1_000", "0x1",
    "NaN",
    "170141183460469231731687303715884105728", "0.\(String(repeating: "0", count: 39))",
  ])
  func `anything else is no number`(text: String) {
    #expect(ExactDecimal(text) == nil)
  }

  @Test(
    arguments: [
      ("1", "+", "2", "3"), ("0.1", "+", "0.2", "0.3"), ("1.50", "+", "1.5", "3.00"), ("-1", "+", "1", "0"),
      (largest, "+", "1", nil), (largest, "+", "0.1", nil),
      ("-\(largest)", "-", "1", "-170141183460469231731687303715884105728"),
      ("-\(largest)", "-", "2", nil), ("5", "-", "7.5", "-2.5"),
      ("1.5", "*", "1.5", "2.25"), ("-3", "*", "0.0", "0.0"), (largest, "*", "2", nil),
      (largest, "*", "-1", "-\(largest)"),
      ("0.0000000000000000001", "*", "0.0000000000000000001", "0.00000000000000000000000000000000000001"),
      ("0.0000000000000000001", "*", "0.00000000000000000001", nil),
      ("10", "/", "4", "2.5"), ("1", "/", "3", "0.333333"), ("2", "/", "3", "0.666667"), ("-2", "/", "3", "-0.666667"),
      ("1.00", "/", "3", "0.33333333"), ("6", "/", "3", "2"), ("1", "/", "0", nil), ("1", "/", "0.00", nil),
      ("0", "/", "5", "0"),
      ("1", "/", "-2000000", "-0.000001"), ("1", "/", "2000001", "0"), (largest, "/", "3", nil),
      ("1", "/", largest, "0"),
      ("0.\(String(repeating: "0", count: 37))1", "/", "3", nil),
      ("0.\(String(repeating: "0", count: 37))1", "/", "1", "0.\(String(repeating: "0", count: 37))1"),
      ("7", "%", "3", "1"), ("-7", "%", "3", "-1"), ("7", "%", "-3", "1"), ("7.5", "%", "2", "1.5"),
      ("7", "%", "0", nil),
      (largest, "%", "10", "7"), (largest, "%", "0.3", nil),
    ] as [(String, String, String, String?)])
  func `arithmetic is exact, or has no result`(left: String, sign: String, right: String, result: String?) throws {
    let (a, b) = (try decimal(left), try decimal(right))
    let value =
      switch sign {
      case "+": a.adding(b)
      case "-": a.subtracting(b)
      case "*": a.multiplied(by: b)
      case "/": a.divided(by: b)
      default: a.remainder(dividingBy: b)
      }
    #expect(value?.description == result)
  }

  @Test func `the least number of all divides and has a remainder`() {
    let least = ExactDecimal(coefficient: .min, scale: 0)
    #expect(least.remainder(dividingBy: ExactDecimal(-1))?.description == "0")
    #expect(least.divided(by: ExactDecimal(-1)) == nil)
    #expect(least.negated == nil)
    #expect(least.description == "-170141183460469231731687303715884105728")
    #expect(ExactDecimal(coefficient: .min, scale: 38).rounded(toPlaces: 0)?.description == "-2")
  }

  @Test(arguments: [
    ("2.5", 0, "3"), ("-2.5", 0, "-3"), ("2.4", 0, "2"), ("1.005", 2, "1.01"), ("1.5", 3, "1.5"), ("0.05", 1, "0.1"),
    ("-0.04", 1, "0.0"), ("9.99", 1, "10.0"), ("5", 0, "5"),
  ])
  func `rounding goes half away from zero`(text: String, places: Int, result: String) throws {
    #expect(try decimal(text).rounded(toPlaces: places)?.description == result)
  }

  @Test(arguments: [
    ("1", "2"), ("-2", "-1"), ("1.9", "1.91"), ("-0.5", "0"), ("0.1", largest), ("-\(largest)", "0.0000000001"),
    ("17014118346046923173168730371588410.27", "17014118346046923173168730371588410.3"),
    // Neither fits the other's decimals, and the whole parts are the same.
    ("1701411834604692317316873037158841057.27", "1701411834604692317316873037158841057.3"),
    ("-1701411834604692317316873037158841057.3", "-1701411834604692317316873037158841057.27"),
  ])
  func `the smaller number is less, however long`(small: String, large: String) throws {
    let (a, b) = (try decimal(small), try decimal(large))
    #expect(a < b)
    #expect(!(b < a))
    #expect(a != b)
  }

  @Test(arguments: [("1.50", "1.5"), ("0", "0.000"), ("-3", "-3.0"), ("100", "100.00")])
  func `decimals that say nothing do not count`(left: String, right: String) throws {
    let (a, b) = (try decimal(left), try decimal(right))
    #expect(a == b)
    #expect(a.hashValue == b.hashValue)
    #expect(!(a < b) && !(b < a))
  }

  @Test(
    arguments: [("4", 4), ("4.0", 4), ("4.5", nil), ("9223372036854775808", nil), ("-9223372036854775808", Int.min)]
      as [(String, Int?)])
  func `a whole number is an Int where it fits`(text: String, value: Int?) throws {
    #expect(try decimal(text).integer == value)
  }
}
