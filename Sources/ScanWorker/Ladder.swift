import CZBar
import DataFormats
import Glibc
import LabelData

/// The passes over a picture, cheap and likely ones first, until one has read something or the time is used up.
struct Ladder {
  let options: DecodeOptions
  private let isFrame: Bool
  private let wanted: Set<Symbology>
  private let began = milliseconds()

  init(options: DecodeOptions, isFrame: Bool) {
    self.options = options
    self.isFrame = isFrame
    wanted = Set(options.symbologies.compactMap { Symbology(rawValue: $0) })
  }

  /// A picture from a file.
  func still(_ picture: GrayPicture) -> [CodeReading] {
    var passes: [Pass] = [.plain, .reduced(2), .sharp, .turned]
    let longest = max(picture.width, picture.height)
    if longest > Self.enough { passes.insert(.reduced((longest + Self.enough - 1) / Self.enough), at: 0) }
    return climb(passes, picture)
  }

  /// A frame of a camera. From half a million pixels on, half the size costs a ninth of the time and misses little; the full
  /// size is looked at in every third frame.
  func frame(_ picture: GrayPicture, number: Int) -> [CodeReading] {
    guard picture.width * picture.height > 500_000 else { return climb([.plain], picture) }
    return climb(number % 3 == 0 ? [.reduced(2), .plain] : [.reduced(2)], picture)
  }

  /// The long side of a still, in pixels, that shows all that a label has to show.
  private static let enough = 1600

  private enum Pass {
    case plain
    case reduced(Int)
    case sharp
    /// Turned by 45 degrees: zbar looks along lines and columns only.
    case turned
  }

  private func climb(_ passes: [Pass], _ picture: GrayPicture) -> [CodeReading] {
    for (index, pass) in passes.enumerated() where index == 0 || milliseconds() - began < options.budget {
      let readings = accepted(read(pass, picture))
      guard let best = readings.first else { continue }
      return options.all ? readings : [best]
    }
    return []
  }

  private func read(_ pass: Pass, _ picture: GrayPicture) -> [ZBarCode] {
    switch pass {
    case .plain: return scan(picture)
    case .sharp: return picture.sharpened().map(scan) ?? []
    case .reduced(let factor):
      guard let small = picture.reduced(by: factor) else { return [] }
      let scale = Double(factor)
      return scan(small).map { $0.moved { ($0.x * scale + scale / 2, $0.y * scale + scale / 2) } }
    case .turned:
      let degrees = 45.0
      guard let turned = picture.turned(degrees: degrees) else { return [] }
      let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
      let (w, h) = (Double(picture.width), Double(picture.height))
      return scan(turned).map {
        $0.moved {
          let (dx, dy) = ($0.x - Double(turned.width) / 2, $0.y - Double(turned.height) / 2)
          return (c * dx + s * dy + w / 2, c * dy - s * dx + h / 2)
        }
      }
    }
  }

  private func scan(_ picture: GrayPicture) -> [ZBarCode] {
    guard let scanner = ZBarScanner(wanted: wanted) else { return [] }
    return scanner.codes(in: picture)
  }

  /// The readings that can be trusted, the surest first.
  private func accepted(_ codes: [ZBarCode]) -> [CodeReading] {
    let trusted = codes.filter { $0.quality >= leastQuality($0.type) && !$0.isPart(of: codes) }
    return trusted.sorted { $0.quality > $1.quality }
      .compactMap { $0.reading(wanted: wanted) }
      .filter { $0.symbology.isTaken(by: wanted) }
      .map(\.reading)
  }

  /// How many scan lines must agree. A blurred EAN gives one digit for another whose check digit still holds, and
  /// Interleaved 2 of 5 is found in parts of anything. A still is looked at once; of frames several must agree.
  private func leastQuality(_ type: zbar_symbol_type_t) -> Int {
    switch type {
    case ZBAR_EAN13, ZBAR_UPCE, ZBAR_EAN8: isFrame ? 3 : 10
    case ZBAR_I25, ZBAR_CODABAR, ZBAR_CODE39, ZBAR_CODE93: 2
    default: 0
    }
  }
}

extension ZBarCode {
  /// The same code with its points in another picture's pixels.
  func moved(_ place: ((x: Double, y: Double)) -> (x: Double, y: Double)) -> ZBarCode {
    var moved = self
    moved.points = points.map(place)
    return moved
  }

  /// Interleaved 2 of 5 read from a line that left the code early: the digits of a longer reading.
  func isPart(of others: [ZBarCode]) -> Bool {
    guard type == ZBAR_I25 else { return false }
    return others.contains { other in
      guard other.type == ZBAR_I25, other.bytes.count > bytes.count else { return false }
      return other.bytes.indices.contains { other.bytes[$0...].starts(with: bytes) }
    }
  }
}

/// Milliseconds of the monotonic clock.
func milliseconds() -> Int {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
}
