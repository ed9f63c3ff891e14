import CSystem
import DataFormats
import Glibc

/// The loop of the decode worker: a request, its answers, the next; until the client's end of the socket is gone.
struct Worker: ~Copyable {
  private let socket: Int32
  private var memories: [Int: SharedPixels] = [:]

  init(socket: Int32) { self.socket = socket }

  /// Returns when the client is gone, or says what this worker does not understand.
  mutating func run() {
    var room = [UInt8](repeating: 0, count: DecodeProtocol.longestPacket)
    while true {
      var descriptor: Int32 = -1
      let count = system_receive_packet(socket, &room, room.count, &descriptor, 1)
      guard count > 0 else { return }
      defer { if descriptor >= 0 { close(descriptor) } }
      guard let packet = try? DecodePacket<DecodeRequest>(Array(room.prefix(count))) else { return }
      guard serve(packet, descriptor) else { return }
    }
  }

  /// false when the client is gone.
  private mutating func serve(_ packet: DecodePacket<DecodeRequest>, _ descriptor: Int32) -> Bool {
    let sequence = packet.sequence
    let socket = socket
    do {
      switch packet.message {
      case .attach(let memory):
        memories[memory] = SharedPixels(mapping: descriptor)
        return true
      case .detach(let memory):
        memories[memory] = nil
        return true
      case .still(let options):
        system_end_after(Self.patience)
        let picture = try PictureFile.read(descriptor)
        let ladder = StillLadder(options: options) { Self.begin($0, sequence, socket) }
        return finish(sequence, ladder.readings(in: picture), picture.width, picture.height)
      case .load(let memory, let longestSide):
        system_end_after(Self.patience)
        guard let target = memories[memory] else { throw UnreadablePicture("there is no memory to put it in") }
        let picture = try load(descriptor, longestSide: longestSide)
        guard picture.width * picture.height <= target.size else { throw UnreadablePicture("it is too large") }
        memcpy(target.bytes, picture.pixels, picture.width * picture.height)
        return finish(sequence, [], picture.width, picture.height)
      case .frame(let layout, let number, let options):
        guard let source = memories[layout.memory], layout.fits(in: source.size),
          let picture = GrayPicture(
            copying: source.bytes + layout.offset, width: layout.width, height: layout.height, stride: layout.stride)
        else { throw UnreadablePicture("the frame does not lie in its memory") }
        let ladder = LiveLadder(options: options) { Self.begin($0, sequence, socket) }
        return finish(sequence, ladder.readings(in: picture, number: number), layout.width, layout.height)
      }
    } catch let problem as UnreadablePicture {
      return send(sequence, .failed(problem.reason))
    } catch {
      return send(sequence, .failed("the picture could not be read"))
    }
  }

  /// Tells the client which pass begins, and sees to it that it ends: a client that is gone or stopped ends no endless loop
  /// of a library, the alarm does.
  private static func begin(_ pass: Int, _ sequence: Int, _ socket: Int32) {
    let bytes = DecodePacket(sequence: sequence, message: DecodeAnswer.trying(pass: pass)).bytes
    _ = system_send_packet(socket, bytes, bytes.count, -1, 1)
    system_end_after(patience)
  }

  /// Milliseconds for one pass, or for reading a file. The largest picture takes a tenth of it on a slow machine.
  private static let patience: Int64 = 5_000

  private func load(_ descriptor: Int32, longestSide: Int) throws(UnreadablePicture) -> GrayPicture {
    let picture = try PictureFile.read(descriptor)
    let longest = max(picture.width, picture.height)
    guard longestSide > 0, longest > longestSide else { return picture }
    guard let small = picture.reduced(by: (longest + longestSide - 1) / longestSide) else {
      throw UnreadablePicture("the picture is too long and thin")
    }
    return small
  }

  private func finish(_ sequence: Int, _ codes: [CodeReading], _ width: Int, _ height: Int) -> Bool {
    system_end_after(0)
    for code in codes where !send(sequence, .code(code)) { return false }
    return send(sequence, .done(width: width, height: height))
  }

  private func send(_ sequence: Int, _ answer: DecodeAnswer) -> Bool {
    system_end_after(0)
    let bytes = DecodePacket(sequence: sequence, message: answer).bytes
    return system_send_packet(socket, bytes, bytes.count, -1, 1) == bytes.count
  }
}

/// Memory that the client shared, mapped while this lives.
final class SharedPixels {
  let bytes: UnsafeMutablePointer<UInt8>
  let size: Int

  /// nil where the descriptor is no shared memory of a fixed size: one that shrinks would kill this process.
  init?(mapping descriptor: Int32) {
    size = Int(system_shared_memory_size(descriptor))
    guard size > 0, let start = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), start != MAP_FAILED
    else { return nil }
    bytes = start.assumingMemoryBound(to: UInt8.self)
  }

  deinit { munmap(bytes, size) }
}
