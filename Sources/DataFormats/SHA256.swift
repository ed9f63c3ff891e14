/// SHA-256 (FIPS 180-4), given its bytes piece by piece.
public struct SHA256: Sendable {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  /// The bytes that do not fill a block of 64 yet.
  private var pending: [UInt8] = []
  private var length: UInt64 = 0

  public init() {}

  /// The digest of one array: 64 lower-case hexadecimal digits.
  public static func hexadecimal(_ bytes: [UInt8]) -> String {
    var digest = SHA256()
    digest.update(bytes)
    return digest.hexadecimal
  }

  public mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    length += UInt64(bytes.count)
    var rest = bytes[...]
    if !pending.isEmpty {
      let wanted = rest.prefix(64 - pending.count)
      pending += wanted
      rest = rest.dropFirst(wanted.count)
      guard pending.count == 64 else { return }
      pending.withUnsafeBytes { Self.compress($0[...], into: &state) }
      pending.removeAll(keepingCapacity: true)
    }
    let whole = rest.count - rest.count % 64
    Self.compress(rest.prefix(whole), into: &state)
    pending += rest.dropFirst(whole)
  }

  /// The digest of all that was given so far: 64 lower-case hexadecimal digits.
  public var hexadecimal: String {
    var closed = self
    let bits = length * 8
    let zeros = (64 + 56 - (pending.count + 1) % 64) % 64
    closed.update(
      [0x80] + [UInt8](repeating: 0, count: zeros) + (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) })
    var digest = ""
    for word in closed.state { digest += word.hexadecimal }
    return digest
  }

  private static func compress(_ blocks: Slice<UnsafeRawBufferPointer>, into state: inout [UInt32]) {
    let bytes = UnsafeRawBufferPointer(rebasing: blocks)
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { w in
      constants.withUnsafeBufferPointer { k in
        var (h0, h1, h2, h3) = (state[0], state[1], state[2], state[3])
        var (h4, h5, h6, h7) = (state[4], state[5], state[6], state[7])
        var at = 0
        while at < bytes.count {
          for t in 0..<16 {
            w[t] = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: at + 4 * t, as: UInt32.self))
          }
          for t in 16..<64 {
            let s0 = rotated(w[t - 15], 7) ^ rotated(w[t - 15], 18) ^ w[t - 15] >> 3
            let s1 = rotated(w[t - 2], 17) ^ rotated(w[t - 2], 19) ^ w[t - 2] >> 10
            w[t] = w[t - 16] &+ s0 &+ w[t - 7] &+ s1
          }
          var (a, b, c, d, e, f, g, h) = (h0, h1, h2, h3, h4, h5, h6, h7)
          for t in 0..<64 {
            let t1 =
              h &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ (e & f ^ ~e & g) &+ k[t] &+ w[t]
            let t2 = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ (a & b ^ a & c ^ b & c)
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ t1, c, b, a, t1 &+ t2)
          }
          (h0, h1, h2, h3) = (h0 &+ a, h1 &+ b, h2 &+ c, h3 &+ d)
          (h4, h5, h6, h7) = (h4 &+ e, h5 &+ f, h6 &+ g, h7 &+ h)
          at += 64
        }
        state = [h0, h1, h2, h3, h4, h5, h6, h7]
      }
    }
  }

  @inline(__always)
  private static func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 {
    word >> bits | word << (32 - bits)
  }

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5, 0xd807_aa98,
    0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786,
    0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8,
    0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13,
    0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819,
    0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a,
    0x5b9c_ca4f, 0x682e_6ff3, 0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}
