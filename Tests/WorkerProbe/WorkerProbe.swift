import CSystem
import DataFormats
import Glibc

/// What tests need of a worker and the real one does not do when asked. Started as `sealed` it tries what a sealed process may
/// not do, and prints what came of it; as `dies` it speaks as a worker does and ends over its pass 7.
@main
enum WorkerProbe {
  static func main() {
    if CommandLine.arguments[0].hasSuffix("dies") { return die() }
    guard system_seal_helper(2 << 30) == 0 else { return say("not sealed") }
    tryAll()
  }

  private static func tryAll() {
    // What it may do, so that the filter is seen to let something through.
    attempt("compute") { malloc(1 << 20) == nil ? -1 : 0 }
    attempt("open a file") { open("/etc/passwd", O_RDONLY) }
    attempt("make a file") { open("/tmp/formentry-worker-probe", O_WRONLY | O_CREAT, 0o600) }
    attempt("look at a directory") { opendir("/") == nil ? -1 : 0 }
    attempt("open a socket") { socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
    attempt("open a local socket") { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) }
    attempt("start a process") {
      var process: pid_t = 0
      var words: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
      errno = posix_spawn(&process, "/bin/true", nil, nil, &words, nil)
      return errno == 0 ? 0 : -1
    }
    attempt("become a program") {
      var words: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
      return execv("/bin/true", &words)
    }
    attempt("send a signal to its parent") { kill(getppid(), 0) }
    attempt("make memory that can be run") {
      mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0
    }
  }

  private static func attempt(_ name: String, _ body: () -> Int32) {
    errno = 0
    say(body() >= 0 ? "\(name): done" : "\(name): \(errno == EPERM ? "refused" : "errno \(errno)")")
  }

  private static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }

  /// Reads the text DONE in every picture, in passes 1, 7 and 8; it does not survive pass 7.
  private static func die() {
    let socket = Int32(system_helper_socket)
    var room = [UInt8](repeating: 0, count: DecodeProtocol.longestPacket)
    while true {
      var descriptor: Int32 = -1
      let count = system_receive_packet(socket, &room, room.count, &descriptor, 1)
      guard count > 0, let packet = try? DecodePacket<DecodeRequest>(Array(room.prefix(count))) else { return }
      if descriptor >= 0 { close(descriptor) }
      let options: DecodeOptions
      switch packet.message {
      case .still(let asked): options = asked
      case .frame(_, _, let asked): options = asked
      default: continue
      }
      for pass in [1, 7, 8] where !options.without.contains(pass) {
        answer(socket, packet.sequence, .trying(pass: pass))
        if pass == 7 { abort() }
      }
      let left = options.without.sorted().map(String.init).joined(separator: " ")
      answer(
        socket, packet.sequence,
        .code(
          CodeReading(
            symbology: "qr", identifier: "]Q1", text: "without \(left)", charset: "utf-8", raw: [],
            corners: [Int](repeating: 0, count: 8), quality: 1, readings: 1)))
      answer(socket, packet.sequence, .done(width: 1, height: 1))
    }
  }

  private static func answer(_ socket: Int32, _ sequence: Int, _ answer: DecodeAnswer) {
    let bytes = DecodePacket(sequence: sequence, message: answer).bytes
    _ = system_send_packet(socket, bytes, bytes.count, -1, 1)
  }
}
