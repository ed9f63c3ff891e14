/// A request or an answer with its number, as the bytes of one packet.
public struct DecodePacket<Message> {
  public var sequence: Int
  public var message: Message

  public init(sequence: Int, message: Message) {
    self.sequence = sequence
    self.message = message
  }

  fileprivate func head(_ kind: UInt8) -> PacketWriter {
    var writer = PacketWriter()
    writer.write(DecodeProtocol.version)
    writer.write(sequence)
    writer.write(kind)
    return writer
  }
}

private func readHead(_ reader: inout PacketReader) throws(BadPacket) -> (sequence: Int, kind: UInt8) {
  guard try reader.byte() == DecodeProtocol.version else { throw BadPacket() }
  return (try reader.number(), try reader.byte())
}

extension DecodePacket where Message == DecodeRequest {
  public var bytes: [UInt8] {
    switch message {
    case .attach(let memory):
      var writer = head(1)
      writer.write(memory)
      return writer.bytes
    case .detach(let memory):
      var writer = head(2)
      writer.write(memory)
      return writer.bytes
    case .still(let options):
      var writer = head(3)
      options.write(to: &writer)
      return writer.bytes
    case .load(let memory, let longestSide):
      var writer = head(4)
      writer.write(memory)
      writer.write(longestSide)
      return writer.bytes
    case .frame(let layout, let number, let options):
      var writer = head(5)
      for field in [layout.memory, layout.offset, layout.width, layout.height, layout.stride, number] {
        writer.write(field)
      }
      options.write(to: &writer)
      return writer.bytes
    }
  }

  public init(_ bytes: [UInt8]) throws(BadPacket) {
    var reader = PacketReader(bytes)
    let (sequence, kind) = try readHead(&reader)
    self.sequence = sequence
    switch kind {
    case 1: message = .attach(memory: try reader.number())
    case 2: message = .detach(memory: try reader.number())
    case 3: message = .still(try DecodeOptions(from: &reader))
    case 4: message = .load(memory: try reader.number(), longestSide: try reader.number())
    case 5:
      let layout = FrameLayout(
        memory: try reader.number(), offset: try reader.number(), width: try reader.number(),
        height: try reader.number(), stride: try reader.number())
      message = .frame(layout, number: try reader.number(), try DecodeOptions(from: &reader))
    default: throw BadPacket()
    }
    try reader.end()
  }
}

extension DecodeOptions {
  fileprivate func write(to writer: inout PacketWriter) {
    writer.write((all ? 1 : 0) | (addOns ? 2 : 0) as UInt8)
    writer.write(budget)
    writer.write(without.count)
    for pass in without { writer.write(pass) }
    writer.write(symbologies.count)
    for name in symbologies { writer.write(name.utf8) }
  }

  fileprivate init(from reader: inout PacketReader) throws(BadPacket) {
    let flags = try reader.byte()
    let budget = try reader.number()
    guard budget >= 0 else { throw BadPacket() }
    var without: Set<Int> = []
    for _ in 0..<(try Self.count(&reader)) { without.insert(try reader.number()) }
    var names: [String] = []
    for _ in 0..<(try Self.count(&reader)) { names.append(try reader.text()) }
    self.init(symbologies: names, all: flags & 1 != 0, addOns: flags & 2 != 0, budget: budget, without: without)
  }

  private static func count(_ reader: inout PacketReader) throws(BadPacket) -> Int {
    let count = try reader.number()
    guard (0...1000).contains(count) else { throw BadPacket() }
    return count
  }
}

extension DecodePacket where Message == DecodeAnswer {
  public var bytes: [UInt8] {
    switch message {
    case .code(let code):
      var writer = head(1)
      for text in [code.symbology, code.identifier, code.text, code.charset] { writer.write(text.utf8) }
      writer.write(code.raw)
      writer.write(code.quality)
      writer.write(code.readings)
      writer.write(code.corners.count)
      for corner in code.corners { writer.write(corner) }
      return writer.bytes
    case .done(let width, let height):
      var writer = head(2)
      writer.write(width)
      writer.write(height)
      return writer.bytes
    case .failed(let reason):
      var writer = head(3)
      writer.write(reason.utf8)
      return writer.bytes
    case .trying(let pass):
      var writer = head(4)
      writer.write(pass)
      return writer.bytes
    }
  }

  public init(_ bytes: [UInt8]) throws(BadPacket) {
    var reader = PacketReader(bytes)
    let (sequence, kind) = try readHead(&reader)
    self.sequence = sequence
    switch kind {
    case 1:
      var code = CodeReading(
        symbology: try reader.text(), identifier: try reader.text(), text: try reader.text(),
        charset: try reader.text(), raw: try reader.string(), corners: [], quality: try reader.number(),
        readings: try reader.number())
      guard try reader.number() == 8 else { throw BadPacket() }
      for _ in 0..<8 { code.corners.append(try reader.number()) }
      message = .code(code)
    case 2: message = .done(width: try reader.number(), height: try reader.number())
    case 3: message = .failed(try reader.text())
    case 4: message = .trying(pass: try reader.number())
    default: throw BadPacket()
    }
    try reader.end()
  }
}
