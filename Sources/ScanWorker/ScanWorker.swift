import CSystem
import Glibc

/// The executable `formentry-decode`: reads bar codes for `formentry`, in a process of its own because the libraries
/// that do it hang, abort and overrun now and then, and are the slowest to load.
@main
enum ScanWorker {
  static func main() {
    let socket = Int32(system_helper_socket)
    var status = stat()
    guard fstat(socket, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
      let sentence = "formentry-decode is started by formentry and reads pictures for it; try: formentry scan PICTURE\n"
      _ = write(STDERR_FILENO, sentence, sentence.utf8.count)
      exit(2)
    }
    // Pictures of 64 million pixels, their file, and the copies that a pass makes of them.
    guard system_seal_helper(2 << 30) == 0 else { exit(3) }
    var worker = Worker(socket: socket)
    worker.run()
  }
}
