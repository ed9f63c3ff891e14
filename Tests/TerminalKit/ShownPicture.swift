/// A picture of pixels that a terminal shows, decoded from what the program wrote.
public struct ShownPicture: Equatable, Sendable {
  public struct Colour: Hashable, Sendable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8

    public var isGrey: Bool { red == green && green == blue }
    public var isRed: Bool { red > 200 && green < 100 && blue < 100 }
    public var isGreen: Bool { green > 200 && red < 100 && blue < 100 }
  }

  public let width: Int
  public let height: Int
  /// Row by row; nil where nothing was drawn.
  public let pixels: [Colour?]

  public subscript(x: Int, y: Int) -> Colour? { pixels[y * width + x] }

  /// As a portable gray map, for other programs: what is missing is black.
  public var grayMap: [UInt8] { Array("P5 \(width) \(height) 255\n".utf8) + pixels.map { $0?.green ?? 0 } }
}

extension ShownPicture {
  /// Sixels between `q` and the string's end; nil where they break the rules.
  public init?(sixels: ArraySlice<UInt8>) {
    var reader = SixelReader(bytes: sixels)
    guard let picture = reader.read() else { return nil }
    self = picture
  }

  /// A PNG as the program makes them: four bits a pixel, a palette, blocks that are not compressed.
  public init?(storedPNG png: [UInt8]) {
    func word(_ at: Int) -> Int { png[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    var (at, width, height) = (8, 0, 0)
    var palette: [UInt8] = []
    var data: [UInt8] = []
    while at + 12 <= png.count {
      let count = word(at)
      guard at + 12 + count <= png.count else { return nil }
      let body = Array(png[at + 8..<at + 8 + count])
      switch String(decoding: png[at + 4..<at + 8], as: UTF8.self) {
      case "IHDR":
        (width, height) = (word(at + 8), word(at + 12))
        guard Array(body[8...]) == [4, 3, 0, 0, 0] else { return nil }
      case "PLTE": palette = body
      case "IDAT": data += body
      default: break
      }
      at += 12 + count
    }
    var raw: [UInt8] = []
    at = 2
    while at + 5 <= data.count - 4 {
      let count = Int(data[at + 1]) | Int(data[at + 2]) << 8
      guard at + 5 + count <= data.count else { return nil }
      raw += data[at + 5..<at + 5 + count]
      at += 5 + count
    }
    let line = 1 + (width + 1) / 2
    guard width > 0, raw.count == line * height, palette.count % 3 == 0 else { return nil }
    self.width = width
    self.height = height
    pixels = (0..<width * height).map { index in
      let byte = raw[index / width * line + 1 + index % width / 2]
      let number = 3 * Int(index % width % 2 == 0 ? byte >> 4 : byte & 15)
      guard number + 2 < palette.count else { return nil }
      return Colour(red: palette[number], green: palette[number + 1], blue: palette[number + 2])
    }
  }
}

private struct SixelReader {
  let bytes: ArraySlice<UInt8>
  private var at: Int
  private var colours: [Int: ShownPicture.Colour] = [:]

  init(bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    at = bytes.startIndex
  }

  private mutating func numbers() -> [Int] {
    var list = [0]
    while at < bytes.endIndex, bytes[at] == 0x3b || (0x30...0x39).contains(bytes[at]) {
      if bytes[at] == 0x3b {
        list.append(0)
      } else {
        list[list.count - 1] = list[list.count - 1] * 10 + Int(bytes[at]) - 0x30
      }
      at += 1
    }
    return list
  }

  mutating func read() -> ShownPicture? {
    guard bytes.first == UInt8(ascii: "\"") else { return nil }
    at += 1
    let size = numbers()
    guard size.count == 4, size[0] == 1, size[1] == 1, size[2] > 0, size[3] > 0 else { return nil }
    let (width, height) = (size[2], size[3])
    var pixels = [ShownPicture.Colour?](repeating: nil, count: width * height)
    var (x, top, count) = (0, 0, 1)
    var colour: ShownPicture.Colour?
    while at < bytes.endIndex {
      let byte = bytes[at]
      at += 1
      switch byte {
      case UInt8(ascii: "#"):
        let given = numbers()
        if given.count == 5 {
          guard given[1] == 2, given[2...].allSatisfy({ $0 <= 100 }) else { return nil }
          let parts = given[2...].map { UInt8($0 * 255 / 100) }
          colours[given[0]] = ShownPicture.Colour(red: parts[0], green: parts[1], blue: parts[2])
        } else {
          guard let known = colours[given[0]] else { return nil }
          colour = known
        }
      case UInt8(ascii: "!"): count = numbers()[0]
      case UInt8(ascii: "$"): x = 0
      case UInt8(ascii: "-"): (x, top) = (0, top + 6)
      case 63...126:
        guard x + count <= width else { return nil }
        for bit in 0..<6 where (byte - 63) >> UInt8(bit) & 1 == 1 {
          guard top + bit < height else { return nil }
          for place in x..<x + count { pixels[(top + bit) * width + place] = colour }
        }
        x += count
        count = 1
      default: return nil
      }
    }
    return ShownPicture(width: width, height: height, pixels: pixels)
  }
}
