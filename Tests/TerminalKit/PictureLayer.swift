/// What of a terminal libvterm does not have: sixels, the graphics of kitty, and the answers that tell of them. Takes
/// both out of what a program writes.
public final class PictureLayer {
  /// What the terminal can do besides characters.
  public struct Abilities: Sendable {
    public var kitty = false
    public var sixel = false
    /// Answers with a cell's width and height in pixels.
    public var cell: (width: Int, height: Int)?
    /// Does not even say what it is.
    public var isMute = false
    public init(kitty: Bool = false, sixel: Bool = false, cell: (width: Int, height: Int)? = nil, isMute: Bool = false)
    {
      (self.kitty, self.sixel, self.cell, self.isMute) = (kitty, sixel, cell, isMute)
    }
  }

  public struct Placed: Sendable {
    public let picture: ShownPicture
    /// The upper left cell, and how many it covers.
    public let row: Int
    public let column: Int
    public let rows: Int
    public let columns: Int
  }

  public var abilities = Abilities()
  /// The pictures of kitty's that are shown now, by their ids.
  public private(set) var images: [String: Placed] = [:]
  /// The last picture in sixels.
  public private(set) var lastSixels: Placed?
  /// Cells that still show sixels, as row * 1000 + column.
  public private(set) var sixelCells: Set<Int> = []
  /// Pictures that were sent, and sequences that broke the rules.
  public private(set) var pictureCount = 0
  public private(set) var faults: [String] = []
  var answers: [UInt8] = []

  private var held: [UInt8] = []
  private var pending: (keys: [String: String], data: [UInt8], row: Int, column: Int)?

  /// Splits `bytes` into what characters are made of (given to `text`) and pictures; `cursor` is asked where these are.
  func take(_ bytes: [UInt8], text: ([UInt8]) -> Void, cursor: () -> (row: Int, column: Int)) {
    let all = held + bytes
    held = []
    var plain = 0
    var at = 0
    func flush(_ end: Int) {
      if end > plain { text(Array(all[plain..<end])) }
    }
    while at < all.count {
      guard all[at] == 0x1b else {
        at += 1
        continue
      }
      guard at + 1 < all.count else { break }
      switch all[at + 1] {
      case 0x5f, 0x50:
        guard let end = (at + 2..<max(at + 2, all.count - 1)).first(where: { all[$0] == 0x1b && all[$0 + 1] == 0x5c })
        else {
          flush(at)
          held = Array(all[at...])
          return
        }
        flush(at)
        string(all[at + 2..<end], isCommand: all[at + 1] == 0x5f, cursor())
        at = end + 2
        plain = at
      case 0x5b:
        guard let end = (at + 2..<max(at + 2, all.count)).first(where: { (0x40...0x7e).contains(all[$0]) }) else {
          flush(at)
          held = Array(all[at...])
          return
        }
        if question(String(decoding: all[at + 2...end], as: UTF8.self)) {
          flush(at)
          plain = end + 1
        }
        at = end + 1
      default: at += 2
      }
    }
    flush(at)
    held = Array(all[at...])
  }

  func wrote(rows: Range<Int>, columns: Range<Int>) {
    guard !sixelCells.isEmpty else { return }
    for row in rows { for column in columns { sixelCells.remove(row * 1000 + column) } }
  }

  /// False where libvterm answers.
  private func question(_ sequence: String) -> Bool {
    switch sequence {
    case "c" where abilities.isMute, "5n" where abilities.isMute: return true
    case "c" where abilities.sixel: answers += "\u{1b}[?62;4;22c".utf8
    case "16t": if let cell = abilities.cell { answers += "\u{1b}[6;\(cell.height);\(cell.width)t".utf8 }
    default: return false
    }
    return true
  }

  private func string(_ body: ArraySlice<UInt8>, isCommand: Bool, _ cursor: (row: Int, column: Int)) {
    if isCommand {
      if body.first == UInt8(ascii: "G") { command(body.dropFirst(), cursor) }
    } else if let start = body.firstIndex(of: UInt8(ascii: "q")) {
      guard let picture = ShownPicture(sixels: body[(start + 1)...]), let cell = abilities.cell else {
        faults.append("sixels that break the rules")
        return
      }
      pictureCount += 1
      let (rows, columns) = ((picture.height - 1) / cell.height + 1, (picture.width - 1) / cell.width + 1)
      lastSixels = Placed(picture: picture, row: cursor.row, column: cursor.column, rows: rows, columns: columns)
      for row in 0..<rows {
        for column in 0..<columns { sixelCells.insert((cursor.row + row) * 1000 + cursor.column + column) }
      }
    }
  }

  private func command(_ body: ArraySlice<UInt8>, _ cursor: (row: Int, column: Int)) {
    let parts = body.split(separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
    var keys: [String: String] = [:]
    for pair in String(decoding: parts[0], as: UTF8.self).split(separator: ",") {
      let sides = pair.split(separator: "=", maxSplits: 1)
      if sides.count == 2 { keys[String(sides[0])] = String(sides[1]) }
    }
    let data = parts.count > 1 ? Array(parts[1]) : []
    if data.count > 4096 { faults.append("a command of \(data.count) bytes") }
    switch keys["a"] {
    case "q": if abilities.kitty { answers += "\u{1b}_Gi=31;OK\u{1b}\\".utf8 }
    case "d": images[keys["i"] ?? ""] = nil
    case "T": pending = (keys, data, cursor.row, cursor.column)
    case nil where pending != nil: pending?.data += data
    default: faults.append("an unknown command \(keys)")
    }
    guard keys["a"] != "d", keys["m"] == "0", let whole = pending else { return }
    pending = nil
    pictureCount += 1
    guard let png = Self.decode(whole.data), let picture = ShownPicture(storedPNG: png), whole.keys["C"] == "1",
      let rows = whole.keys["r"].flatMap({ Int($0) }), let columns = whole.keys["c"].flatMap({ Int($0) })
    else {
      faults.append("a picture that breaks the rules")
      return
    }
    images[whole.keys["i"] ?? ""] = Placed(
      picture: picture, row: whole.row, column: whole.column, rows: rows, columns: columns)
  }

  private static func decode(_ text: [UInt8]) -> [UInt8]? {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var table = [Int](repeating: -1, count: 256)
    for (value, byte) in alphabet.enumerated() { table[Int(byte)] = value }
    var (bits, count) = (0, 0)
    var bytes: [UInt8] = []
    for byte in text where byte != UInt8(ascii: "=") {
      guard table[Int(byte)] >= 0 else { return nil }
      bits = (bits << 6 | table[Int(byte)]) & 0xffff
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(bits >> count & 0xff))
      }
    }
    return bytes
  }
}
