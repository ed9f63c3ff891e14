/// What `formentry` and its decode worker say to each other over a socket that keeps packets whole: requests one
/// way, answers the other, each packet a version, a sequence number and one message. A request is answered by any number of
/// `trying` and `code`, then one `done` or `failed` with its sequence number. Files and shared memory travel as descriptors
/// beside a packet.
public enum DecodeProtocol {
  public static let version: UInt8 = 2
  /// No packet is longer: the longest code (QR, 7,089 digits) takes about half of it, its text and its bytes together.
  public static let longestPacket = 65_536
  /// The most pixels of a picture that are read.
  public static let mostPixels = 64_000_000
  /// The most bytes of a picture's file that are read.
  public static let longestFile = 256 << 20
}

/// What to look for in a picture, and for how long.
public struct DecodeOptions: Sendable, Equatable {
  /// Names of symbologies; empty: every one that the worker knows.
  public var symbologies: [String]
  /// Every code in the picture, not only the first one found.
  public var all: Bool
  /// The two or five digits beside an EAN or UPC are read too, and follow its own.
  public var addOns: Bool
  /// Milliseconds after which no further pass over the picture is begun.
  public var budget: Int
  /// Passes (of `DecodeAnswer.trying`) that are left out: a worker ended over them.
  public var without: Set<Int>

  public init(
    symbologies: [String] = [], all: Bool = false, addOns: Bool = false, budget: Int = 500, without: Set<Int> = []
  ) {
    self.symbologies = symbologies
    self.all = all
    self.addOns = addOns
    self.budget = budget
    self.without = without
  }
}

/// Where a gray picture (8 bits a pixel) lies in shared memory; in bytes and pixels.
public struct FrameLayout: Sendable, Equatable {
  public var memory: Int
  public var offset: Int
  public var width: Int
  public var height: Int
  public var stride: Int

  public init(memory: Int, offset: Int, width: Int, height: Int, stride: Int) {
    self.memory = memory
    self.offset = offset
    self.width = width
    self.height = height
    self.stride = stride
  }

  /// Whether every pixel lies within `size` bytes of memory and there are not too many of them.
  public func fits(in size: Int) -> Bool {
    guard offset >= 0, width > 0, height > 0, stride >= width, width <= 1 << 20, height <= 1 << 20, stride <= 1 << 24
    else {
      return false
    }
    return width * height <= DecodeProtocol.mostPixels && offset + stride * (height - 1) + width <= size
  }
}

public enum DecodeRequest: Sendable, Equatable {
  /// The shared memory beside this packet is `memory` from now on, in place of any other of that name.
  case attach(memory: Int)
  case detach(memory: Int)
  /// The picture file beside this packet: which codes are in it?
  case still(DecodeOptions)
  /// The picture file beside this packet: as gray pixels to the start of `memory`, made smaller by a whole factor
  /// until neither side is longer than `longestSide`.
  case load(memory: Int, longestSide: Int)
  /// A frame of a camera, the `number`th: which codes are in it?
  case frame(FrameLayout, number: Int, DecodeOptions)
}

/// A code as the worker read it; see `DecodedCode` of the client.
public struct CodeReading: Sendable, Equatable {
  public var symbology: String
  public var identifier: String
  public var text: String
  /// The character set that `raw` was taken for.
  public var charset: String
  public var raw: [UInt8]
  /// x and y of the four corners by turns, in pixels.
  public var corners: [Int]
  public var quality: Int
  /// How many passes over the picture agreed on it.
  public var readings: Int

  public init(
    symbology: String, identifier: String, text: String, charset: String, raw: [UInt8], corners: [Int], quality: Int,
    readings: Int
  ) {
    self.symbology = symbology
    self.identifier = identifier
    self.text = text
    self.charset = charset
    self.raw = raw
    self.corners = corners
    self.quality = quality
    self.readings = readings
  }
}

public enum DecodeAnswer: Sendable, Equatable {
  /// This pass over the picture begins: where nothing follows, it was the end of the worker.
  case trying(pass: Int)
  case code(CodeReading)
  /// The request is done; the size of the picture that was looked at (0 where there was none).
  case done(width: Int, height: Int)
  /// The picture could not be read: why, in words that follow "FILE: ".
  case failed(String)
}
