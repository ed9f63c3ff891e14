import Testing

@testable import GrayReader

private let patient = GrayReader(milliseconds: 60_000)

@Suite struct Silence {
  @Test(arguments: 0..<12)
  func `a code with one wrong digit is not put right`(place: Int) {
    var digits = Array("4006381333931")
    let wrong = ((digits[place + 1].wholeNumberValue ?? 0) + 1 + place % 7) % 10
    digits[place + 1] = Character(String(wrong))
    for view in [View(), View(blur: 0.7, kernel: .disc), View(module: 1.6, blur: 0.5, noise: 3)] {
      #expect(Picture(of: Bars.ean13(String(digits)), view).readings(patient).isEmpty)
    }
  }

  @Test(arguments: [
    ("an EAN-8 with a wrong check digit", Bars.ean8("96385079")),
    ("an EAN-8 with a wrong digit", Bars.ean8("96375074")),
    ("a UPC-E with a wrong check digit", Bars.upcE("04252618")),
    ("a UPC-E with a wrong digit", Bars.upcE("04262614")),
    ("an EAN-13 with a wrong check digit, whose left half is a UPC-E", Bars.ean13("4006381333938")),
    ("the same, with a gap after the middle", Bars.ean13("2113217300008")),
    ("Code 39", Bars.code39("A1B2C3")),
    ("a longer Code 39", Bars.code39("D4C3B2A1A2")),
    ("2 of 5", Bars.interleaved("12345670")),
    ("a longer 2 of 5", Bars.interleaved("00012345678905")),
    ("Code 128", Bars.code128(["112232", "122132", "113222", "123122", "123221", "223211", "221132", "221231"])),
    ("a short Code 128", Bars.code128(["212222", "222122", "222221", "121223"])),
  ])
  func `what is no such code says nothing`(name: String, modules: String) {
    for view in [View(), View(blur: 0.8, kernel: .disc), View(module: 1.6, blur: 0.5, noise: 3)] {
      #expect(Picture(of: modules, view).readings(patient).isEmpty, "\(name), blur \(view.blur)")
    }
  }

  @Test func `bars that mean nothing say nothing`() {
    var generator = Generator(state: 7)
    for (count, blur) in [(95, 0.3), (95, 0.8), (95, 1.3), (67, 0.3), (67, 0.9), (51, 0.3), (51, 0.9)] {
      let modules = Bars.random(count, &generator)
      #expect(Picture(of: modules, View(blur: blur)).readings(patient).isEmpty, "\(modules), blur \(blur)")
    }
  }

  @Test(arguments: [
    ("white", Picture(width: 640, height: 480) { _, _ in 255 }),
    ("stripes", Picture(width: 400, height: 200) { column, _ in column / 3 % 2 == 0 ? 30 : 220 }),
    ("a slope", Picture(width: 400, height: 200) { column, _ in UInt8(column * 255 / 400) }),
    ("a chequered board", Picture(width: 300, height: 300) { ($0 / 8 + $1 / 8) % 2 == 0 ? 0 : 255 }),
    ("one edge", Picture(width: 300, height: 200) { column, _ in column < 150 ? 20 : 230 }),
  ])
  func `a picture without a code says nothing`(name: String, picture: Picture) {
    #expect(picture.readings(patient).isEmpty, "\(name)")
  }

  @Test(arguments: [(0, 0), (1, 1), (2, 2), (3, 200), (200, 3), (9, 9), (17, 33), (100, 12), (12, 100)])
  func `a picture too small for a code says nothing`(width: Int, height: Int) {
    let picture = Picture(width: width, height: height) { column, row in
      UInt8(truncatingIfNeeded: column * 83 ^ row * 5)
    }
    #expect(picture.readings(patient).isEmpty)
  }

  @Test(arguments: [
    GrayRectangle(x: -50, y: -50, width: 40, height: 40), GrayRectangle(x: 5000, y: 0, width: 10, height: 10),
    GrayRectangle(x: .max, y: .max, width: .max, height: .max), GrayRectangle(x: 0, y: 0, width: -1, height: 0),
  ])
  func `a rectangle beside the picture says nothing`(rectangle: GrayRectangle) {
    let picture = Picture(of: Bars.ean13("4006381333931"))
    #expect(picture.readings(GrayReader(milliseconds: 60_000, within: rectangle)).isEmpty)
  }
}

/// Time as it is asked for: each look at the clock is 0.1 ms later.
private final class StepClock {
  var looks: UInt64 = 0
  func now() -> UInt64 {
    looks += 1
    return looks * 100_000
  }
}

@Suite struct Budgets {
  @Test(arguments: [0.0, 0.1, 1, 3, 10])
  func `no more is done than the time allows`(milliseconds: Double) {
    let clock = StepClock()
    var generator = Generator(state: 11)
    // Seen so badly that all is tried.
    let picture = Picture(of: Bars.random(95, &generator), View(blur: 0.5))
    let budget = Budget(milliseconds: milliseconds, clock: clock.now)
    #expect(picture.withImage { patient.readings(in: $0, budget: budget) }.isEmpty)
    #expect(Double(clock.looks) <= milliseconds * 10 + 12)
  }

  @Test func `a clear code is read in little of the time that bars without meaning take`() {
    var generator = Generator(state: 11)
    let (clear, hopeless) = (StepClock(), StepClock())
    let code = Picture(of: Bars.ean13("4006381333931"))
    let bars = Picture(of: Bars.random(95, &generator))
    let reader = GrayReader(kinds: [.ean13], milliseconds: 0)
    #expect(code.withImage { reader.readings(in: $0, budget: Budget(milliseconds: 1e6, clock: clear.now)) }.count == 1)
    #expect(bars.withImage { reader.readings(in: $0, budget: Budget(milliseconds: 1e6, clock: hopeless.now)) }.isEmpty)
    #expect(clear.looks * 2 < hopeless.looks)
  }
}
