import DataFormats
import Testing

@Suite("Checksums and identifiers")
struct ChecksumsAndIdentifiers {
  @Test(
    "CRC-32C of known texts",
    arguments: [
      ("nothing", "", "00000000"),
      ("the check value of the catalogues", "123456789", "e3069283"),
      ("one byte", "a", "c1d04330"),
      ("longer than eight bytes", "The quick brown fox jumps over the lazy dog", "22620404"),
    ])
  func crc(name: String, text: String, expected: String) {
    #expect(CRC32C.checksum(Array(text.utf8)).hexadecimal == expected)
  }

  @Test("CRC-32C of 32 zero bytes, as RFC 3720 has it")
  func crcOfZeros() {
    #expect(CRC32C.checksum([UInt8](repeating: 0, count: 32)).hexadecimal == "8a9136aa")
  }

  @Test("CRC-32C in pieces is that of the whole", arguments: 0...40)
  func crcInPieces(cut: Int) {
    let bytes = (0..<40).map { UInt8($0 * 7 & 0xFF) }
    var check = CRC32C()
    bytes[..<cut].withUnsafeBytes { check.update($0) }
    bytes[cut...].withUnsafeBytes { check.update($0) }
    #expect(check.value == CRC32C.checksum(bytes))
  }

  @Test(
    "SHA-256 of the texts of FIPS 180",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func sha256(text: String, expected: String) {
    #expect(SHA256.hexadecimal(Array(text.utf8)) == expected)
  }

  @Test("SHA-256 of a million a, given in uneven pieces")
  func sha256InPieces() {
    var digest = SHA256()
    var left = 1_000_000
    var piece = 1
    while left > 0 {
      let count = min(piece, left)
      digest.update([UInt8](repeating: UInt8(ascii: "a"), count: count))
      left -= count
      piece = piece * 3 % 1009 + 1
    }
    #expect(digest.hexadecimal == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test("An identifier carries its time, its version and its variant, in lower case")
  func identifier() {
    let now = 1_796_022_845_120
    let id = UUIDv7.make(now: now)
    #expect(id.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
    #expect(UUIDv7.milliseconds(of: id) == now)
    #expect(UUIDv7.milliseconds(of: id.uppercased()) == now)
  }

  @Test("A thousand identifiers of one millisecond differ")
  func identifiersDiffer() {
    #expect(Set((0..<1000).map { _ in UUIDv7.make(now: 5) }).count == 1000)
  }

  @Test("A clock before 1970 or far ahead still gives identifiers", arguments: [-1, Int.min, Int.max])
  func strangeClocks(now: Int) {
    #expect(UUIDv7.milliseconds(of: UUIDv7.make(now: now)) != nil)
  }

  @Test(
    "What is no identifier has no time",
    arguments: [
      "", "017f22e2-79b0-7cc3-98c4-dc0c0c07398", "017f22e2-79b0-7cc3-98c4-dc0c0c07398ff",
      "017f22e279b07cc398c4dc0c0c07398f",
      "017f22e2-79b0-4cc3-98c4-dc0c0c07398f", "017f22e2-79b0-7cc3-98c4-dc0c0c07398g",
      "017f22e27-9b0-7cc3-98c4-dc0c0c07398f",
    ])
  func noIdentifier(text: String) {
    #expect(UUIDv7.milliseconds(of: text) == nil)
  }
}
