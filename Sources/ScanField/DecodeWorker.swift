import CSystem
public import DataFormats
import Glibc

/// The client of the decode worker, a process of its own. It is started when first needed; one that hangs past a
/// deadline or ends is replaced, which costs that one picture and never the caller.
///
/// Pictures are decoded while the caller waits (`decode(still:)`, `load(still:)`), frames without waiting:
/// `submit`, then `takeAnswer` whenever `answerDescriptor` is readable. To be used by one thread.
public final class DecodeWorker {
  private let executable: String
  private let diagnostics: Int32
  private var running: WorkerProcess?
  private var sequence = 0
  /// The pass over a still that the worker is at.
  private var pass: Int?
  var stream = FrameStream()
  let timer: Int32
  /// Readable when `takeAnswer` has something to do; the same descriptor whatever becomes of the worker.
  public let answerDescriptor: Int32

  /// `executable`: the path of `formentry-decode`; `diagnostics`: where its messages go, -1 for nowhere (the libraries'
  /// chatter would garble a screen).
  public init(executable: String, diagnostics: Int32 = -1) throws(DecodeError) {
    self.executable = executable
    self.diagnostics = diagnostics
    timer = system_timer()
    answerDescriptor = system_any_of()
    guard timer >= 0, answerDescriptor >= 0, system_any_of_add(answerDescriptor, timer) == 0 else {
      throw .noRoom(reason: String(cString: strerror(errno)))
    }
  }

  deinit {
    running = nil
    if timer >= 0 { close(timer) }
    if answerDescriptor >= 0 { close(answerDescriptor) }
  }

  /// The worker's process while there is one.
  public var process: Int32? { running?.process }

  /// Whether the kernel keeps the running worker from opening anything (seccomp); nil where none runs, or nothing tells.
  /// The worker seals itself before it looks at its first picture.
  public var isSealed: Bool? {
    guard let process else { return nil }
    let status = open("/proc/\(process)/status", O_RDONLY | O_CLOEXEC)
    guard status >= 0 else { return nil }
    defer { close(status) }
    var room = [UInt8](repeating: 0, count: 8_192)
    let count = read(status, &room, room.count)
    guard count > 0 else { return nil }
    let line = String(decoding: room.prefix(count), as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix("Seccomp:") }
    return line.map { $0.hasSuffix("2") }
  }

  /// Starts the worker ahead of the first picture.
  public func start() throws(DecodeError) { _ = try worker() }

  /// The codes in a picture file (PNG, JPEG or PGM). `deadline`: milliseconds after which the worker is ended. A pass over
  /// the picture that ends the worker is left out by the next one: it costs a start and not the picture.
  public func decode(
    still path: String, options: DecodeOptions = DecodeOptions(), deadline: Int = 10_000
  ) throws(DecodeError) -> [DecodedCode] {
    let file = try OpenFile(path)
    let began = milliseconds()
    var options = options
    while true {
      pass = nil
      do {
        return try ask(.still(options), file, deadline: began + deadline - milliseconds()).codes
      } catch {
        // The file itself may be what the worker ends over; and no pass does twice.
        guard case .workerEnded = error, let pass, options.without.insert(pass).inserted else { throw error }
      }
    }
  }

  /// A picture file as a frame, made smaller by a whole factor until no side is longer than `longestSide` pixels.
  public func load(
    still path: String, longestSide: Int, deadline: Int = 10_000
  ) throws(DecodeError) -> Frame {
    let file = try OpenFile(path)
    let side = max(1, min(longestSide, 8_000))
    let memory = try SharedMemory(size: side * side)
    let answer = try ask(
      .load(memory: memory.id, longestSide: side), file, memory: memory, deadline: deadline)
    running?.detach(memory)
    guard answer.width > 0, answer.height > 0, answer.width * answer.height <= memory.size else {
      throw .workerEnded(path: path)
    }
    return Frame(memory: memory, width: answer.width, height: answer.height, stride: answer.width)
  }

  /// The running worker, started where there is none.
  func worker() throws(DecodeError) -> WorkerProcess {
    if let running { return running }
    let started = try WorkerProcess(executable: executable, diagnostics: diagnostics)
    _ = system_any_of_add(answerDescriptor, started.socket)
    running = started
    return started
  }

  /// Ends the worker, if there is one; the next picture starts another.
  func discard() {
    guard let gone = running else { return }
    system_any_of_remove(answerDescriptor, gone.socket)
    running = nil
  }

  var current: WorkerProcess? { running }

  func nextSequence() -> Int {
    sequence = sequence &+ 1 & 0x7FFF_FFFF
    return sequence
  }

  private struct Answer {
    var codes: [DecodedCode] = []
    var width = 0
    var height = 0
  }

  private func ask(
    _ request: DecodeRequest, _ file: borrowing OpenFile, memory: SharedMemory? = nil, deadline: Int
  ) throws(DecodeError) -> Answer {
    settle()
    let number = nextSequence()
    // One that ended while nobody asked it anything is replaced without a word.
    if try !send(request, number, file, memory) {
      discard()
      guard try send(request, number, file, memory) else {
        discard()
        throw .workerEnded(path: file.path)
      }
    }
    let end = milliseconds() + deadline
    var answer = Answer()
    while let worker = running {
      switch worker.receive() {
      case .answer(let packet) where packet.sequence == number:
        switch packet.message {
        case .trying(let pass): self.pass = pass
        case .code(let reading): DecodedCode(reading).map { answer.codes.append($0) }
        case .done(let width, let height):
          (answer.width, answer.height) = (width, height)
          return answer
        case .failed(let reason): throw .unreadable(path: file.path, reason: reason)
        }
      case .answer: continue
      case .nothingYet:
        guard waitUntilReadable(worker.socket, until: end) else {
          discard()
          throw .tookTooLong(path: file.path, milliseconds: deadline)
        }
      case .gone:
        discard()
        throw .workerEnded(path: file.path)
      }
    }
    throw .workerEnded(path: file.path)
  }

  private func send(
    _ request: DecodeRequest, _ number: Int, _ file: borrowing OpenFile, _ memory: SharedMemory?
  ) throws(DecodeError) -> Bool {
    let worker = try worker()
    if let memory, !worker.attach(memory) { return false }
    return worker.send(request, sequence: number, descriptor: file.descriptor)
  }
}

/// A file that is open for reading.
struct OpenFile: ~Copyable {
  let path: String
  let descriptor: Int32

  init(_ path: String) throws(DecodeError) {
    self.path = path
    // A pipe that nobody writes to must not hold up the caller.
    let opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard opened >= 0 else { throw .cannotOpen(path: path, reason: String(cString: strerror(errno))) }
    var status = stat()
    guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(opened)
      let isDirectory = status.st_mode & S_IFMT == S_IFDIR
      throw .unreadable(path: path, reason: isDirectory ? "this is a directory, not a picture" : "this is no file")
    }
    descriptor = opened
  }

  deinit { close(descriptor) }
}

/// Milliseconds of the monotonic clock.
func milliseconds() -> Int {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
}

/// false when the time `end` (of `milliseconds()`) has come first.
func waitUntilReadable(_ descriptor: Int32, until end: Int) -> Bool {
  while true {
    let left = end - milliseconds()
    guard left > 0 else { return false }
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let count = poll(&wanted, 1, Int32(clamping: left))
    if count > 0 { return true }
    if count < 0, errno != EINTR { return true }
  }
}
