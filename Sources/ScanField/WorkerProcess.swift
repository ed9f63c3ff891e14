import CSystem
import DataFormats
import Glibc
import Synchronization

/// A running decode worker: its process and our end of the socket to it. It is killed and buried when this goes.
final class WorkerProcess {
  let process: pid_t
  let socket: Int32
  /// Names of the memories that it has mapped, oldest first.
  private var attached: [Int] = []
  private var room = [UInt8](repeating: 0, count: DecodeProtocol.longestPacket)

  init(executable: String, diagnostics: Int32) throws(DecodeError) {
    WorkerGraves.visit()
    var sockets: [Int32] = [-1, -1]
    guard system_packet_pair(&sockets) == 0 else { throw .noRoom(reason: String(cString: strerror(errno))) }
    var process: pid_t = -1
    let problem = system_start_helper(executable, sockets[1], diagnostics, &process)
    close(sockets[1])
    guard problem == 0 else {
      close(sockets[0])
      throw .cannotStart(executable: executable, reason: String(cString: strerror(problem)))
    }
    self.process = process
    socket = sockets[0]
  }

  deinit {
    close(socket)
    kill(process, SIGKILL)
    WorkerGraves.bury(process)
  }

  /// false when the worker is gone or takes nothing in.
  func send(_ message: DecodeRequest, sequence: Int, descriptor: Int32 = -1) -> Bool {
    let bytes = DecodePacket(sequence: sequence, message: message).bytes
    // The worker has one request at a time: a full socket means that it does not read at all.
    return system_send_packet(socket, bytes, bytes.count, descriptor, 0) == bytes.count
  }

  /// Makes sure that the worker has mapped the memory.
  func attach(_ memory: SharedMemory) -> Bool {
    if attached.contains(memory.id) { return true }
    if attached.count >= 4, !send(.detach(memory: attached.removeFirst()), sequence: 0) { return false }
    attached.append(memory.id)
    return send(.attach(memory: memory.id), sequence: 0, descriptor: memory.descriptor)
  }

  func detach(_ memory: SharedMemory) {
    attached.removeAll { $0 == memory.id }
    // A worker that is gone has let go of it.
    _ = send(.detach(memory: memory.id), sequence: 0)
  }

  enum Received {
    case answer(DecodePacket<DecodeAnswer>)
    case nothingYet
    case gone
  }

  /// The next answer that has arrived; never waits.
  func receive() -> Received {
    var descriptor: Int32 = -1
    let count = system_receive_packet(socket, &room, room.count, &descriptor, 0)
    if descriptor >= 0 { close(descriptor) }
    if count < 0, errno == EAGAIN { return .nothingYet }
    guard count > 0, let packet = try? DecodePacket<DecodeAnswer>(Array(room.prefix(count))) else { return .gone }
    return .answer(packet)
  }
}

/// Where killed workers are waited for, so that none stays as a zombie. One that the kernel does not end at once
/// (it hangs in a driver) holds nobody up; it is looked after at the next occasion.
enum WorkerGraves {
  private static let open = Mutex<[pid_t]>([])

  static func bury(_ process: pid_t) {
    for _ in 0..<40 {
      if isGone(process) { return }
      usleep(500)
    }
    open.withLock { $0.append(process) }
  }

  static func visit() {
    open.withLock { $0.removeAll { isGone($0) } }
  }

  private static func isGone(_ process: pid_t) -> Bool {
    var status: Int32 = 0
    let result = waitpid(process, &status, WNOHANG)
    return result == process || (result < 0 && errno == ECHILD)
  }
}
