import Foundation
import Testing

@testable import LabelData

@Suite("The table of application identifiers")
struct TableTests {
  /// How the dictionary that GS1 publishes names our rules.
  static let linters: [(ContentRule, String)] = [
    (.checkDigit, "csum"), (.checkPair, "csumalpha"), (.companyPrefix, "gcppos1"),
    (.companyPrefixAfterIndicator, "gcppos2"), (.dayOrMonth, "yymmd0"), (.day, "yymmdd"), (.longDay, "yyyymmdd"),
    (.hourMinute, "hhmi"), (.hour, "hh"), (.minute, "mi"), (.second, "ss"), (.country, "iso3166"),
    (.countryOrSeveral, "iso3166999"), (.countryLetters, "iso3166alpha2"), (.currency, "iso4217"), (.iban, "iban"),
    (.percentEncoding, "pcenc"), (.yesNo, "yesno"), (.nonzero, "nonzero"), (.zero, "zero"), (.winding, "winding"),
    (.pieceOfTotal, "pieceoftotal"), (.noLeadingZero, "nozeroprefix"), (.importerIndex, "importeridx"),
    (.nonDigit, "hasnondigit"), (.hyphen, "hyphen"), (.latitude, "latitude"), (.longitude, "longitude"),
    (.mediaType, "mediatype"), (.packageType, "packagetype"), (.sex, "iso5218"),
    (.positionInSequence, "posinseqslash"), (.coupon, "couponcode"), (.couponOffer, "couponposoffer"),
  ]

  static func dictionaryForm(_ component: Component) -> String {
    let letter =
      switch component.characters {
      case .digits: "N"
      case .text: "X"
      case .part: "Y"
      case .base64: "Z"
      }
    let type = letter + (component.minimum == component.maximum ? "" : "..") + String(component.maximum)
    let names = component.rules.map { rule in "," + (linters.first { $0.0 == rule }?.1 ?? "?") }
    return (component.isOptional ? "[\(type)]" : type) + names.joined()
  }

  static func dictionaryForm(_ entry: Entry) -> String {
    let needs = entry.needs.map { "req=\($0)" }
    let excludes = entry.excludes.isEmpty ? [] : ["ex=\(entry.excludes)"]
    return (entry.components.map(dictionaryForm) + excludes + needs + ["#", entry.title]).joined(separator: " ")
  }

  @Test(
    "holds what GS1's own dictionary holds, line for line",
    .enabled(if: Shared.isThere("vectors/gs1-syntax-dictionary.txt"), "no ../shared"))
  func dictionary() throws {
    let lines = try Shared.lines("vectors/gs1-syntax-dictionary.txt")
    #expect(lines.count == Entry.table.count)
    for (line, entry) in zip(lines, Entry.table) {
      let mark = line.range(of: " # ")
      let title = mark.map { line[$0.upperBound...].trimmingCharacters(in: .whitespaces) } ?? ""
      var words = line[..<(mark?.lowerBound ?? line.endIndex)].split(separator: " ").map(String.init)
      let codes = words.removeFirst().split(separator: "-").map(String.init)
      let flags = words[0].allSatisfy { "*?".contains($0) } ? words.removeFirst() : ""
      let components = words.filter { !$0.contains("=") && $0 != "dlpkey" }
      let excludes = words.filter { $0.hasPrefix("ex=") }
      let needs = words.filter { $0.hasPrefix("req=") }
      #expect(Self.dictionaryForm(entry) == (components + excludes + needs + ["#", title]).joined(separator: " "))
      for code in codes {
        let named = ApplicationIdentifier.named(code)
        #expect(named?.title == title, "\(code)")
        #expect(named?.isPredefinedLength == flags.contains("*"), "\(code)")
      }
    }
  }

  @Test("stands in the order of its codes")
  func order() {
    for (one, next) in zip(Entry.table, Entry.table.dropFirst()) { #expect(one.last < next.first) }
  }

  @Test(
    "what a form may name",
    arguments: [
      ("00", true), ("01", true), ("310", true), ("3103", true), ("3109", false), ("392", true), ("410", true),
      ("41", false),
      ("8008", true), ("99", true), ("04", false), ("000", false), ("", false), ("1P", false), ("whole", false),
      ("٠١", false), ("430", false),
    ])
  func known(code: String, isKnown: Bool) {
    #expect(ApplicationIdentifier.isKnown(takes: code) == isKnown)
  }

  @Test("a measure is named by three digits or by four")
  func measures() {
    let weight = LabelElement(id: "3103", value: "001234", title: "NET WEIGHT (kg)")
    #expect(weight.isNamed("310") && weight.isNamed("3103") && !weight.isNamed("3102") && !weight.isNamed("31"))
    #expect(!LabelElement(id: "4331", value: "000400", title: "").isNamed("433"))
  }

  @Test(
    "the check characters of a Global Model Number",
    arguments: [("1987654Ad4X4bL5ttr2310c2K", true), ("1987654Ad4X4bL5ttr2310c2L", false)])
  func modelNumber(value: String, isRight: Bool) throws {
    let identifier = try #require(ApplicationIdentifier.named("8013"))
    #expect((identifier.fault(in: Array(value.utf8)[...]) == nil) == isRight)
  }

  @Test(
    "content rules",
    arguments: [
      ("8110", "106141416543213150110120", true), ("8110", "10614141654321315011012", false),
      ("8112", "001234560123450123456", true), ("8112", "00123456012345012345", false),
      ("8112", "201234560123450123456", false), ("7040", "1ABC", true), ("7258", "1/3", true),
      ("7258", "4/3", false),
      ("4309", "02790858483015297971", true), ("4309", "18000000010000000000", false),
      ("8007", "GB82WEST12345698765432", true),
      ("7041", "PX", true), ("7041", "px", false), ("4300", "A%2", false), ("4300", "A%2C", true), ("7252", "3", false),
      ("7011", "260101", true), ("7011", "2601011", false), ("7011", "2601012400", false), ("8011", "012", false),
      ("8030", "12=", true), ("401", "95201", true), ("401", "AB201", false), ("4333", "001800-", true),
    ])
  func content(code: String, value: String, isRight: Bool) throws {
    let identifier = try #require(ApplicationIdentifier.named(code))
    #expect((identifier.fault(in: Array(value.utf8)[...]) == nil) == isRight)
  }
}
