import CGuest

/// An EAN-13 bar code and the picture of it that a camera sees: dark on light, upright, 640x480.
struct Label {
  static let width = 640
  static let height = 480
  /// 13 digits.
  let text: String

  /// `number`: what the code says after 400, so that no two cases read the same one.
  init(_ number: Int) {
    let digits = ("400" + String(String(100_000_000_000 + number).suffix(9))).compactMap(\.wholeNumberValue)
    let sum = digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
    text = (digits + [(10 - sum % 10) % 10]).map(String.init).joined()
  }

  /// Gray rows of `width` bytes.
  var gray: [UInt8] {
    let modules = modules
    let module = 4
    let left = (Self.width - modules.count * module) / 2
    var row = [UInt8](repeating: 215, count: Self.width)
    for (index, isDark) in modules.enumerated() where isDark {
      for x in 0..<module { row[left + index * module + x] = 35 }
    }
    var picture = [UInt8](repeating: 0, count: Self.width * Self.height)
    guest_rows(row, Int32(Self.width), Int32(Self.height), 110, 215, &picture)
    return picture
  }

  static let blank = [UInt8](repeating: 215, count: width * height)

  static func jpeg(_ gray: [UInt8]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 300_000)
    let count = guest_jpeg(gray, Int32(width), Int32(height), 92, &bytes, bytes.count)
    return Array(bytes[..<count])
  }

  /// The 95 modules, dark ones true (ISO/IEC 15420).
  private var modules: [Bool] {
    let odd = [
      "0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111", "0001011",
    ]
    let parities = [
      "OOOOOO", "OOEOEE", "OOEEOE", "OOEEEO", "OEOOEE", "OEEOOE", "OEEEOO", "OEOEOE", "OEOEEO", "OEEOEO",
    ]
    let digits = text.compactMap(\.wholeNumberValue)
    let inverted = odd.map { String($0.map { $0 == "0" ? "1" : "0" }) }
    let left = zip(digits[1...6], parities[digits[0]]).map { digit, parity in
      parity == "O" ? odd[digit] : String(inverted[digit].reversed())
    }
    let all = "101" + left.joined() + "01010" + digits[7...].map { inverted[$0] }.joined() + "101"
    return all.map { $0 == "1" }
  }
}
