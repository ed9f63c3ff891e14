import DataFormats
import Foundation
import Testing

@testable import ScanField

@Suite struct BadPictureTests {
  static let picture = TestPicture(width: 64, height: 48) { x, y in UInt8((x * 7 + y * 13) & 255) }

  struct Bad: CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    var says: String
    var testDescription: String { name }
  }

  static let table: [Bad] = [
    Bad(name: "no bytes", bytes: [], says: "empty"),
    Bad(name: "a text file", bytes: Array("id,quantity\n1,2\n".utf8), says: "no PNG, JPEG or PGM"),
    Bad(name: "a PNG cut in its pixels", bytes: Array(picture.png(kind: 0).dropLast(900)), says: "bad PNG"),
    Bad(name: "a PNG cut in its head", bytes: Array(picture.png(kind: 0).prefix(20)), says: "bad PNG"),
    Bad(name: "a PNG of its first 8 bytes", bytes: Array(picture.png(kind: 0).prefix(8)), says: "bad PNG"),
    Bad(name: "a PNG with a wrong bit in its head", bytes: flip(picture.png(kind: 0), at: 20), says: "bad PNG"),
    Bad(
      name: "a PNG of 60,000 x 60,000 pixels",
      bytes: TestPicture.png(width: 60_000, height: 60_000, kind: 0, depth: 8, rows: [[0, 0, 0]]), says: "60000 x 60000"
    ),
    Bad(
      name: "a PNG of 0 pixels", bytes: TestPicture.png(width: 0, height: 5, kind: 0, depth: 8, rows: [[]]),
      says: "bad PNG"),
    Bad(name: "a JPEG cut in its pixels", bytes: Array(picture.jpeg().dropLast(400)), says: "ends early"),
    Bad(name: "a JPEG cut in its head", bytes: Array(picture.jpeg().prefix(100)), says: "bad JPEG"),
    Bad(name: "a JPEG of 3 bytes", bytes: [0xFF, 0xD8, 0xFF], says: "bad JPEG"),
    Bad(name: "a JPEG of 65,000 x 65,000 pixels", bytes: hugeJPEG(), says: "65000 x 65000"),
    Bad(name: "a PGM cut in its pixels", bytes: Array(picture.pgm.dropLast(1)), says: "ends early"),
    Bad(name: "a PGM without numbers", bytes: Array("P5".utf8), says: "ends early"),
    Bad(name: "a PGM with words for numbers", bytes: Array("P5 wide high 255 ".utf8), says: "a number is missing"),
    Bad(name: "a PGM of too many pixels", bytes: Array("P5 99999999 99999999 255\n".utf8), says: "99999999 x 99999999"),
    Bad(name: "a PGM of 0 pixels", bytes: Array("P5 0 7 255\n".utf8), says: "no pixels"),
    Bad(name: "a PGM with 0 grays", bytes: Array("P5 1 1 0\n\u{0}".utf8), says: "largest gray"),
    Bad(name: "a plain PGM that ends early", bytes: Array("P2 3 3 255 1 2 3 4 55555555555".utf8), says: "ends early"),
  ]

  static func flip(_ bytes: [UInt8], at place: Int) -> [UInt8] {
    var bytes = bytes
    bytes[place] ^= 0x10
    return bytes
  }

  /// A good JPEG whose frame header claims more.
  static func hugeJPEG() -> [UInt8] {
    var bytes = picture.jpeg()
    guard let place = bytes.indices.dropLast(9).first(where: { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 }) else {
      return []
    }
    bytes.replaceSubrange(place + 5..<place + 9, with: [0xFD, 0xE8, 0xFD, 0xE8])
    return bytes
  }

  @Test("says what is wrong with it, and the worker goes on", arguments: table)
  func bad(_ bad: Bad) throws {
    let folder = try TemporaryFolder()
    let worker = try DecodeWorker(executable: workerPath)
    try worker.start()
    let process = worker.process
    let path = try folder.write(bad.bytes, to: "bad")
    let error = try #require(throws: DecodeError.self) { try worker.decode(still: path) }
    #expect(error.message.contains(bad.says), "\(error.message)")
    #expect(throws: error) { try worker.load(still: path, longestSide: 640) }
    #expect(worker.process == process)
    #expect(try worker.decode(still: folder.write(Self.picture.pgm, to: "good.pgm")).isEmpty)
  }

  @Test("every prefix and many wrong bytes of good files end in codes or an error, never in a dead worker")
  func damaged() throws {
    let folder = try TemporaryFolder()
    let worker = try DecodeWorker(executable: workerPath)
    try worker.start()
    let process = worker.process
    let small = TestPicture(width: 16, height: 12) { x, y in UInt8((x * 31 + y * 17) & 255) }
    for (name, bytes) in [("png", small.png(kind: 3)), ("jpg", small.jpeg(.cmyk)), ("pgm", small.pgm)] {
      for step in 0..<150 {
        var damaged = bytes
        if step % 2 == 0 {
          damaged = Array(bytes.prefix(bytes.count * step / 150))
        } else {
          damaged[step * 7919 % bytes.count] ^= UInt8(1 << (step / 2 % 8))
        }
        let path = try folder.write(damaged, to: "\(step).\(name)")
        do { _ = try worker.decode(still: path) } catch {
          guard case .unreadable = error else { throw error }
        }
      }
    }
    #expect(worker.process == process)
  }

  @Test("what is no file at all")
  func noFile() throws {
    let folder = try TemporaryFolder()
    let worker = try DecodeWorker(executable: workerPath)
    let pipe = folder.path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    for (path, says) in [
      (folder.url.path, "this is a directory"), (pipe, "this is no file"), ("/dev/zero", "this is no file"),
      (folder.path("absent"), "cannot be opened: No such file"),
    ] {
      let error = try #require(throws: DecodeError.self) { try worker.decode(still: path) }
      #expect(error.message.contains(says), "\(error.message)")
    }
    #expect(worker.process == nil, "none of them was worth a worker")
  }

  @Test("a sentence never carries a control character of a name")
  func cleanSentences() {
    let message = DecodeError.unreadable(path: "a\u{1B}[2J\n\u{9B}b", reason: "bad\u{7}").message
    #expect(message.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
  }
}
