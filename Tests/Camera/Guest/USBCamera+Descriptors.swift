/// What the camera says of itself: USB 2.0 chapter 9, and USB Video Class 1.1.
extension USBCamera {
  static let framesPerSecond = 10
  /// The most bytes of one transfer: what uvcvideo takes on a bulk endpoint.
  static let transfer = 16_384

  /// A control: its size in bytes, least, greatest, step and standard value.
  struct Range {
    var size: Int
    var least: Int
    var greatest: Int
    var step: Int
    var standard: Int
  }

  static let ranges: [Control: Range] = [
    // The steps of the exposure's mode are a set: manual (1), by aperture (8).
    .exposureMode: Range(size: 1, least: 0, greatest: 0, step: 0x09, standard: 8),
    .exposurePriority: Range(size: 1, least: 0, greatest: 1, step: 1, standard: 1),
    .exposureTime: Range(size: 4, least: 1, greatest: 5000, step: 1, standard: 156),
    .focus: Range(size: 2, least: 0, greatest: 255, step: 1, standard: 30),
    .focusAutomatic: Range(size: 1, least: 0, greatest: 1, step: 1, standard: 0),
    .brightness: Range(size: 2, least: 0, greatest: 255, step: 1, standard: 128),
    .powerLine: Range(size: 1, least: 0, greatest: 2, step: 1, standard: 0),
    .lamp: Range(size: 1, least: 0, greatest: 1, step: 1, standard: 0),
  ]

  /// By which a maker's own unit is known.
  static let makersUnit = Array("formentry's lamp".utf8)

  static func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  var device: [UInt8] {
    [18, 1, 0x00, 0x02, 0xEF, 2, 1, 64] + Self.little(0x1D6B, 2) + Self.little(0x0102, 2) + [0, 1, 1, 2, 3, 1]
  }

  func string(_ index: Int) -> [UInt8] {
    if index == 0 { return [4, 3, 9, 4] }
    let text = Array((index == 1 ? "Rig" : index == 2 ? name : serial).utf8)
    return [UInt8(2 + 2 * text.count), 3] + text.flatMap { [$0, 0] }
  }

  private var frameSize: Int {
    let pixels = Label.width * Label.height
    switch self.pixels {
    case .grey: return pixels
    case .yu12, .nv12: return pixels * 3 / 2
    case .yuyv, .jpeg: return pixels * 2
    }
  }

  var configuration: [UInt8] {
    let le = Self.little
    // Table 3-9: the maker's own unit has one control.
    let makers: [UInt8] = [26, 0x24, 6, 4] + Self.makersUnit + [1, 1, 2, 1, 0x01, 0]
    // The camera itself: exposure's mode, priority and time, focus, automatic focus (bits of table 3-6); then a
    // processing unit with brightness and the frequency of the mains (table 3-8); then what leaves by USB.
    let units: [UInt8] =
      [18, 0x24, 2, 1] + le(0x0201, 2) + [0, 0, 0, 0, 0, 0, 0, 0, 3, 0x2E, 0x00, 0x02]
      + [12, 0x24, 5, 2, 1, 0, 0, 2, 0x01, 0x04, 0, 0]
      + makers + [9, 0x24, 3, 3] + le(0x0101, 2) + [0, 4, 0]
    let control: [UInt8] =
      [9, 4, 0, 0, 0, 0x0E, 1, 0, 0] + [13, 0x24, 1] + le(0x0110, 2) + le(13 + units.count, 2) + le(48_000_000, 4)
      + [1, 1] + units
    let stream = format
    let streaming: [UInt8] =
      [9, 4, 1, 0, 1, 0x0E, 2, 0, 0] + [14, 0x24, 1, 1] + le(14 + stream.count, 2) + [0x81, 0, 3, 0, 0, 0, 1, 0]
      + stream + [7, 5, 0x81, 2] + le(512, 2) + [0]
    let body = [8, 0x0B, 0, 2, 0x0E, 3, 0, 0] + control + streaming
    return [9, 2] + le(9 + body.count, 2) + [2, 1, 0, 0x80, 250] + body
  }

  /// The one format and the one size that it has.
  private var format: [UInt8] {
    let le = Self.little
    let interval = le(10_000_000 / Self.framesPerSecond, 4)
    let bits = frameSize * 8 * Self.framesPerSecond
    let frame =
      [1, 0] + le(Label.width, 2) + le(Label.height, 2) + le(bits, 4) + le(bits, 4) + le(frameSize, 4) + interval + [1]
      + interval
    let colours: [UInt8] = [6, 0x24, 13, 1, 1, 4]
    if pixels == .jpeg { return [11, 0x24, 6, 1, 1, 0, 1, 0, 0, 0, 0] + [30, 0x24, 7] + frame + colours }
    let code = Array((pixels == .yuyv ? "YUY2" : pixels == .nv12 ? "NV12" : pixels == .yu12 ? "I420" : "Y800").utf8)
    let depth = UInt8(frameSize * 8 / (Label.width * Label.height))
    return [27, 0x24, 4, 1, 1] + code + [0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71, depth, 1, 0, 0, 0, 0]
      + [30, 0x24, 5] + frame + colours
  }

  /// The answer to the driver's question how it would stream (table 4-47, 34 bytes).
  var probe: [UInt8] {
    let le = Self.little
    return [1, 0, 1, 1] + le(10_000_000 / Self.framesPerSecond, 4) + [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
      + le(frameSize, 4) + le(Self.transfer, 4) + le(48_000_000, 4) + [3, 1, 1, 0]
  }
}
