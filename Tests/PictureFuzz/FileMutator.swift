import CGuest
import Chance
import Glibc
import ScanField

/// Picture files that are damaged, cut, or lie about themselves.
struct FileMutator {
  let pictures: [String]
  let pixels: FrameMutator

  init(pictures: [String], worker: DecodeWorker) {
    self.pictures = pictures
    pixels = FrameMutator(pictures: pictures, worker: worker)
  }

  /// Sizes and lengths that somebody might not have thought of.
  static let numbers = [
    0, 1, -1, 2, 3, 255, 256, 4_095, 32_767, 32_768, 65_000, 65_535, 65_536, 1 << 20, 1 << 24, 0x7FFF_FFFF,
    0x8000_0000, 0xFFFF_FFFF,
  ]

  func next(_ chance: inout Chance) -> [UInt8] {
    var file = original(&chance)
    for _ in 0..<chance.number(below: 4) {
      if file.starts(with: [0x89, 0x50]), chance.happens(0.7) {
        changePNG(&file, &chance)
      } else if file.starts(with: [0xFF, 0xD8]), chance.happens(0.7) {
        changeJPEG(&file, &chance)
      } else if file.first == UInt8(ascii: "P"), chance.happens(0.6) {
        changeHead(&file, &chance)
      } else {
        change(&file, &chance)
      }
    }
    return file
  }

  private func original(_ chance: inout Chance) -> [UInt8] {
    if chance.happens(0.4), let file = bytes(ofFile: chance.one(of: pictures)), file.count < 2_000_000 { return file }
    let shown = pixels.pixels(&chance)
    if chance.happens(0.5) { return shown.pgm }
    var room = [UInt8](repeating: 0, count: shown.gray.count * 3 + 4_096)
    let count = guest_jpeg(
      shown.gray, Int32(shown.width), Int32(shown.height), Int32(chance.number(in: 1...100)), &room, room.count)
    return Array(room.prefix(count))
  }

  /// What can befall any file.
  private func change(_ file: inout [UInt8], _ chance: inout Chance) {
    guard !file.isEmpty else { return }
    let at = chance.number(below: file.count)
    let length = chance.number(below: min(300, file.count - at))
    switch chance.number(below: 6) {
    case 0: file.removeLast(chance.number(below: file.count))
    case 1: file.removeSubrange(at..<at + length)
    case 2: file.insert(contentsOf: file[at..<at + length], at: chance.number(below: file.count))
    case 3: file[at] = chance.one(of: [0, 1, 0x7F, 0x80, 0xFF])
    default: file[at] ^= 1 << UInt8(chance.number(below: 8))
    }
  }

  // MARK: PNG

  private struct Chunk {
    var name: [UInt8]
    var body: [UInt8]
  }

  /// Changes a chunk and gives it the checksum that goes with it: else nothing behind it would be looked at.
  private func changePNG(_ file: inout [UInt8], _ chance: inout Chance) {
    var chunks = Self.chunks(file)
    guard !chunks.isEmpty else { return change(&file, &chance) }
    let index = chance.number(below: chunks.count)
    switch chance.number(below: 6) {
    case 0 where chunks[0].body.count == 13:
      let place = chance.one(of: [0, 4])
      chunks[0].body.replaceSubrange(place..<place + 4, with: Self.bigEndian(chance.one(of: Self.numbers)))
    case 1 where chunks[0].body.count == 13: chunks[0].body[chance.number(in: 8...12)] = UInt8(chance.number(below: 17))
    case 2: change(&chunks[index].body, &chance)
    case 3: chunks.remove(at: index)
    case 4: chunks.insert(chunks[index], at: chance.number(below: chunks.count))
    default:
      let name = chance.one(of: ["tRNS", "PLTE", "gAMA", "iCCP", "sBIT", "bKGD", "tEXt", "zTXt", "cHRM", "acTL"])
      let body = (0..<chance.number(below: 800)).map { _ in UInt8(truncatingIfNeeded: chance.next()) }
      chunks.insert(Chunk(name: Array(name.utf8), body: body), at: chance.number(below: chunks.count))
    }
    file = Array(file.prefix(8))
    for chunk in chunks {
      file += Self.bigEndian(chunk.body.count) + chunk.name + chunk.body + Self.checksum(chunk.name + chunk.body)
    }
  }

  private static func chunks(_ file: [UInt8]) -> [Chunk] {
    var chunks: [Chunk] = []
    var at = 8
    while at + 12 <= file.count {
      let length = file[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      guard at + 12 + length <= file.count else { break }
      chunks.append(Chunk(name: Array(file[at + 4..<at + 8]), body: Array(file[at + 8..<at + 8 + length])))
      at += 12 + length
    }
    return chunks
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// CRC-32 as PNG has it (ISO 3309).
  private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes { sum = sum >> 8 ^ table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] }
    return bigEndian(Int(~sum))
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
  }

  // MARK: JPEG

  /// Changes a segment before the picture's data: sizes, tables, how colours are sampled.
  private func changeJPEG(_ file: inout [UInt8], _ chance: inout Chance) {
    var places: [Int] = []
    var at = 2
    while at + 4 < file.count, file[at] == 0xFF {
      places.append(at)
      if file[at + 1] == 0xDA { break }
      at += 2 + Int(file[at + 2]) << 8 + Int(file[at + 3])
    }
    guard !places.isEmpty else { return change(&file, &chance) }
    let place = chance.one(of: places)
    let length = 2 + Int(file[place + 2]) << 8 + Int(file[place + 3])
    let end = min(file.count, place + length)
    switch chance.number(below: 5) {
    case 0: file[place + 1] = chance.one(of: [0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC9, 0xDA, 0xDB, 0xDD, 0xE0, 0xEE, 0xD8])
    case 1: file.insert(contentsOf: file[place..<end], at: place)
    case 2: file.removeSubrange(place..<end)
    case 3 where end - place > 9:
      file.replaceSubrange(place + 5..<place + 7, with: Self.bigEndian(chance.one(of: Self.numbers)).suffix(2))
    default: file[chance.number(in: place + 2...end - 1)] = UInt8(truncatingIfNeeded: chance.next())
    }
  }

  // MARK: PGM

  private func changeHead(_ file: inout [UInt8], _ chance: inout Chance) {
    guard let end = file.prefix(40).indices.filter({ file[$0] == 10 }).dropFirst(2).first else { return }
    var words = String(decoding: file[..<end], as: UTF8.self).split { $0 == " " || $0 == "\n" }.map(String.init)
    let gap = chance.one(of: [" ", "\n", "\t", "\r\n", "\n# wide\n", "\n#"])
    words[chance.number(below: words.count)] = chance.one(
      of: Self.numbers.map(String.init) + ["P2", "P5", "P6", "", "1e3", "99999999999999999999", "0x10", "ä"])
    file.replaceSubrange(..<end, with: Array(words.joined(separator: gap).utf8))
  }
}
