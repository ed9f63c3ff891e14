/// Writes the fields of a packet: whole numbers as 4 bytes, least first; byte strings behind their length.
public struct PacketWriter {
  public private(set) var bytes: [UInt8] = []

  public init() {}

  public mutating func write(_ byte: UInt8) { bytes.append(byte) }

  public mutating func write(_ number: Int) {
    let pattern = UInt32(truncatingIfNeeded: number)
    for shift in [0, 8, 16, 24] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: pattern >> shift)) }
  }

  public mutating func write(_ string: some Collection<UInt8>) {
    write(string.count)
    bytes += string
  }
}

/// Reads what `PacketWriter` wrote. Bytes that end too early, or hold what no writer writes, throw `BadPacket`.
public struct PacketReader {
  private var rest: ArraySlice<UInt8>

  public init(_ bytes: [UInt8]) { rest = bytes[...] }

  public mutating func byte() throws(BadPacket) -> UInt8 {
    guard let first = rest.popFirst() else { throw BadPacket() }
    return first
  }

  /// A whole number from -2^31 to 2^31 - 1.
  public mutating func number() throws(BadPacket) -> Int {
    guard rest.count >= 4 else { throw BadPacket() }
    var pattern: UInt32 = 0
    for (index, byte) in rest.prefix(4).enumerated() { pattern |= UInt32(byte) << UInt32(8 * index) }
    rest = rest.dropFirst(4)
    return Int(Int32(bitPattern: pattern))
  }

  public mutating func string() throws(BadPacket) -> [UInt8] {
    let count = try number()
    guard count >= 0, count <= rest.count else { throw BadPacket() }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  public mutating func text() throws(BadPacket) -> String { String(decoding: try string(), as: UTF8.self) }

  /// Nothing may follow.
  public func end() throws(BadPacket) {
    guard rest.isEmpty else { throw BadPacket() }
  }
}

/// A packet that its reader does not understand: the other program is of another version, or not itself.
public struct BadPacket: Error, Sendable { public init() {} }
