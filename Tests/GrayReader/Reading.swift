import GrayReader
import Testing

/// A code and how it is seen.
struct Sight: CustomTestStringConvertible, Sendable {
  let testDescription: String
  var kind = GrayKind.ean13
  var digits = "4006381333931"
  var view = View()

  init(_ name: String, _ kind: GrayKind = .ean13, _ digits: String = "4006381333931", view: View = View()) {
    testDescription = name
    self.kind = kind
    self.digits = digits
    self.view = view
  }

  var modules: String {
    switch kind {
    case .ean13: Bars.ean13(digits)
    case .ean8: Bars.ean8(digits)
    case .upcE: Bars.upcE(digits)
    }
  }
}

/// Time is no matter here: as much as a reader may ask for.
private let patient = GrayReader(milliseconds: 60_000)

@Suite struct Reading {
  @Test(arguments: [
    Sight("an EAN-13, sharp"),
    Sight("each digit, each parity", .ean13, "9780345460950"),
    Sight("a UPC-A is an EAN-13 with a leading 0", .ean13, "0012546619592"),
    Sight("an EAN-8", .ean8, "96385074"),
    Sight("a UPC-E", .upcE, "04252614"),
    Sight("a UPC-E of number system 1", .upcE, "12345670"),
    Sight("a UPC-E that leaves out five zeros", .upcE, "01234531"),
    Sight("an EAN-13, blurred by most of a module", view: View(blur: 0.8)),
    Sight("an EAN-13 out of focus by most of a module", view: View(blur: 0.9, kernel: .disc, noise: 0.5)),
    Sight("an EAN-8 out of focus", .ean8, "96385074", view: View(blur: 0.8, kernel: .disc)),
    Sight("a UPC-E out of focus", .upcE, "04252614", view: View(blur: 0.8, kernel: .disc)),
    Sight("less than one and a half pixels a module", view: View(module: 1.4, blur: 0.4)),
    Sight("two pixels a module, blurred and noisy", view: View(module: 2, blur: 0.7, noise: 6)),
    Sight("hardly any contrast", view: View(noise: 0.7, paper: 120, ink: 92)),
    Sight("upside down", view: View(turn: 180)),
    Sight("upright", view: View(turn: 90)),
    Sight("aslant", view: View(turn: 25)),
    Sight("aslant the other way, and blurred", view: View(blur: 0.6, turn: -38)),
    Sight("from the side", view: View(blur: 0.5, perspective: 0.03)),
    Sight("round a can", view: View(blur: 0.5, curve: 30)),
    Sight("large", view: View(module: 7, blur: 0.3, height: 30)),
    Sight("low, like a label on a shelf", view: View(module: 2, height: 9)),
  ])
  func `a code is read`(sight: Sight) {
    let readings = Picture(of: sight.modules, sight.view).readings(patient)
    #expect(readings.map(\.digits) == [sight.digits])
    #expect(readings.map(\.kind) == [sight.kind])
  }

  @Test func `a reading tells where its corners are`() throws {
    let view = View(module: 3, height: 30)
    let picture = Picture(of: Bars.ean13("4006381333931"), view)
    let reading = try #require(picture.readings(patient).first)
    let (left, right) = (Picture.quiet * 3, (Picture.quiet + 95) * 3)
    let (top, bottom) = (8.0 * 3, 38.0 * 3)
    for (corner, place) in zip(reading.corners, [(left, top), (right, top), (right, bottom), (left, bottom)]) {
      #expect(abs(corner.x - place.0) < 3 && abs(corner.y - place.1) < 16, "\(corner) for \(place)")
    }
  }

  @Test func `rows may be longer than the picture is wide`() {
    var picture = Picture(of: Bars.ean13("4006381333931"))
    picture.padding = 13
    #expect(picture.readings(patient).map(\.digits) == ["4006381333931"])
  }

  @Test func `a rectangle says which of two codes is meant`() {
    let upper = Picture(of: Bars.ean13("4006381333931"))
    let lower = Picture(of: Bars.ean13("9780345460950"), seed: 2)
    let both = upper.above(lower)
    let rectangle = GrayRectangle(x: 0, y: upper.height, width: both.width, height: lower.height)
    let reading = both.readings(GrayReader(milliseconds: 60_000, within: rectangle))
    #expect(reading.map(\.digits) == ["9780345460950"])
    #expect(reading.allSatisfy { $0.corners.allSatisfy { $0.y > Double(upper.height) } })
    let all = both.readings(GrayReader(milliseconds: 60_000, atMost: 2))
    #expect(Set(all.map(\.digits)) == ["4006381333931", "9780345460950"])
    #expect(both.readings(GrayReader(milliseconds: 60_000)).count == 1)
  }

  @Test func `only the kinds that are asked for are read`() {
    let picture = Picture(of: Bars.ean8("96385074"))
    #expect(picture.readings(GrayReader(kinds: [.ean13, .upcE], milliseconds: 60_000)).isEmpty)
    #expect(picture.readings(GrayReader(kinds: [.ean8], milliseconds: 60_000)).count == 1)
  }
}
