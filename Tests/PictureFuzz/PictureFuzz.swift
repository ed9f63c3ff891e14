import Chance
import Glibc

// Mutates pictures and has them read by the decode worker: PictureFuzz MINUTES WORKER PICTURE...
//
// The minutes are of processor time, of this program and its workers together. What a worker ended over, what took it
// longer than it may, and what this program itself ended over is left in the folder `fuzz-pictures` beside the build.
// FUZZ_SEED repeats a run.

@main
struct PictureFuzz {
  static func main() {
    let words = CommandLine.arguments
    guard words.count > 3, let minutes = Double(words[1]) else {
      print("usage: PictureFuzz MINUTES WORKER PICTURE...")
      exit(2)
    }
    let seed = getenv("FUZZ_SEED").flatMap { UInt64(String(cString: $0)) } ?? UInt64(time(nil))
    let folder = getenv("FUZZ_FOLDER").map { String(cString: $0) } ?? ".build/fuzz-pictures"
    mkdir(folder, 0o755)
    print("seed \(seed), \(words.count - 3) pictures, \(minutes) minutes")
    do {
      var run = try FuzzRun(worker: words[2], folder: folder, seed: seed, pictures: Array(words[3...]))
      try run.go(seconds: minutes * 60)
      run.report()
      exit(run.isGood ? 0 : 1)
    } catch {
      print("PictureFuzz: \(error)")
      exit(1)
    }
  }
}

struct Trouble: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Processor time of this program and of its children that have ended, in seconds.
func processorSeconds() -> Double {
  var children = rusage()
  getrusage(RUSAGE_CHILDREN.rawValue, &children)
  let times = [children.ru_utime, children.ru_stime].map { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }
  return Double(clock()) / Double(CLOCKS_PER_SEC) + times.reduce(0, +)
}

/// Processor time of a process that runs, in seconds.
func processorSeconds(of process: pid_t) -> Double {
  var number = clockid_t()
  var time = timespec()
  guard clock_getcpuclockid(process, &number) == 0, clock_gettime(number, &time) == 0 else { return 0 }
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

func bytes(ofFile path: String) -> [UInt8]? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var room = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&room, 1, room.count, file)
    guard count > 0 else { return bytes }
    bytes += room[..<count]
  }
}

func write(_ bytes: [UInt8], to path: String) throws {
  guard let file = fopen(path, "w") else { throw Trouble("\(path) cannot be written") }
  let count = fwrite(bytes, 1, bytes.count, file)
  guard fclose(file) == 0, count == bytes.count else { throw Trouble("\(path) cannot be written") }
}
