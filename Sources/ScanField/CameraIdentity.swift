import CV4L2

/// Which camera it is, whatever node it has at the moment: plugged in again it may come back as another one.
public struct CameraIdentity: Sendable, Equatable {
  /// What the camera calls itself; two of one make have the same.
  public let card: String
  /// Where it is plugged in (`usb-0000:00:14.0-2`).
  public let bus: String

  init(card: String, bus: String) {
    self.card = card
    self.bus = bus
  }

  /// nil where the node is no camera that streams.
  init?(_ capability: v4l2_capability) {
    // The node's own abilities: a camera's second node (metadata) shows the same union.
    let abilities =
      capability.capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) != 0 ? capability.device_caps : capability.capabilities
    guard abilities & UInt32(V4L2_CAP_VIDEO_CAPTURE) != 0, abilities & UInt32(V4L2_CAP_STREAMING) != 0 else {
      return nil
    }
    func text<Field>(_ field: Field) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    self.init(card: text(capability.card), bus: text(capability.bus_info))
  }

  /// Whether the two call themselves the same: they are one camera, or twins.
  func isOfOneMake(with other: CameraIdentity) -> Bool { !card.isEmpty && card == other.card || self == other }

  /// The camera's name for people: many drivers write it twice (`Dock Camera: Dock Camera`), cut off at 31 bytes.
  public var name: String { Self.name(card) }

  static func name(_ card: String) -> String {
    var name = Substring(card)
    let parts = card.split(separator: ":", maxSplits: 1)
    if parts.count == 2, parts[0].hasPrefix(parts[1].drop { $0 == " " }) { name = parts[0] }
    return visible(String(name))
  }

  /// With `?` in place of control characters.
  static func visible(_ text: String) -> String {
    let visible = text.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }
    return String(String.UnicodeScalarView(visible))
  }
}

extension String {
  /// Whether a camera's name has this part; upper and lower case are alike.
  func namesCamera(with part: String) -> Bool {
    let (name, part) = (Array(lowercased().utf8), Array(part.lowercased().utf8))
    return part.count <= name.count
      && (0...name.count - part.count).contains { name[$0..<$0 + part.count].elementsEqual(part) }
  }
}

/// Which camera is wanted.
public enum CameraChoice: Sendable, Equatable {
  /// The first one that there is; then always the same one while that is there.
  case any
  /// A device's path: `/dev/video2`, `/dev/v4l/by-id/...`. Plugged in again it is followed to another node.
  case device(String)
  /// A camera by a part of its name, or by its place on the bus; upper and lower case are alike.
  case named(String)

  /// `auto`, a path below /dev, or a name.
  public init(_ text: String) {
    self = text == "auto" ? .any : text.hasPrefix("/dev/") ? .device(text) : .named(text)
  }

  /// As it was asked for.
  var wish: String {
    switch self {
    case .any: "camera"
    case .device(let path): path
    case .named(let name): name
    }
  }
}
