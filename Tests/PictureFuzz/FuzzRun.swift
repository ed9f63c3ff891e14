import Chance
import DataFormats
import Glibc
import ScanField

/// One picture after the other; a worker that dies over one must cost that one and nothing else.
struct FuzzRun {
  private let folder: String
  /// The end of a pipe that the worker's standard error comes out of: it may not write to a file.
  private let said: Int32
  private let worker: DecodeWorker
  private var chance: Chance
  private let files: FileMutator
  private let frames: FrameMutator
  /// A picture that can be read, and what its codes say.
  private let good: (path: String, texts: [String])
  private var counts: [Kind: Int] = [:]
  private var read = 0
  private var longest = 0.0

  private enum Kind: String, CaseIterable {
    case codes = "with codes"
    case none = "without a code"
    case refused = "refused with a sentence"
    case late = "given up, as they took too long"
    case library = "the worker ended in a library, which said why"
    case ours = "the worker ended in code of its own"
    case silent = "the worker ended without a word"
  }

  /// Milliseconds; the code is built for debugging, and a picture may have 64 million pixels.
  private static let deadline = 20_000

  init(worker executable: String, folder: String, seed: UInt64, pictures: [String]) throws {
    self.folder = folder
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Trouble("there is no pipe") }
    // Neither waits for the other.
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    said = ends[0]
    let worker = try DecodeWorker(executable: executable, diagnostics: ends[1])
    self.worker = worker
    chance = Chance(seed: seed)
    files = FileMutator(pictures: pictures, worker: worker)
    frames = FrameMutator(pictures: pictures, worker: worker)
    let readable = pictures.lazy.compactMap { path -> (path: String, texts: [String])? in
      let texts = (try? worker.decode(still: path, options: DecodeOptions(all: true)))?.map(\.text) ?? []
      return texts.isEmpty ? nil : (path, texts)
    }
    guard let good = readable.first else { throw Trouble("no picture shows a code") }
    self.good = good
  }

  /// Every input was read, refused, or cost no more than a library's fault does.
  var isGood: Bool { counts[.ours] == nil && counts[.silent] == nil }

  mutating func go(seconds: Double) throws {
    while processorSeconds() + (worker.process.map(processorSeconds) ?? 0) < seconds { try one() }
  }

  private mutating func one() throws {
    // What was said of the pictures before.
    _ = lastWords()
    var options = DecodeOptions(all: chance.happens(0.7), budget: chance.one(of: [0, 50, 150, 500, 1_500]))
    if chance.happens(0.3) {
      options.symbologies = (0...chance.number(below: 3)).map { _ in
        chance.one(of: ["ean-13", "itf", "qr", "code-128", "databar", "aztec", "pdf417", "datamatrix", "no such"])
      }
    }
    let process = worker.process
    let last: String
    let (began, start) = (processorSeconds() + (process.map(processorSeconds) ?? 0), time(nil))
    let outcome: Result<[DecodedCode], any Error>
    if chance.happens(0.5) {
      last = "\(folder)/last"
      try write(files.next(&chance), to: last)
      outcome = chance.happens(0.8) ? decode(last, options) : load(last)
    } else {
      last = "\(folder)/last.pgm"
      let frame = try frames.next(&chance)
      try write(frame.file, to: last)
      outcome = try look(at: frame.frame, options)
    }
    read += 1
    longest = max(longest, processorSeconds() + (worker.process.map(processorSeconds) ?? 0) - began)
    let words = lastWords()
    let kind = try judge(outcome, words, seconds: time(nil) - start)
    counts[kind, default: 0] += 1
    guard [.late, .library, .ours, .silent].contains(kind) else { return }
    let kept = "\(folder)/\(kind)-\(read)\(last.hasSuffix(".pgm") ? ".pgm" : "")"
    rename(last, kept)
    print("\(kept): \(kind.rawValue)\(words.isEmpty ? "" : ": \(words.prefix(200))")")
    try readAgain(after: kept)
  }

  private func decode(_ path: String, _ options: DecodeOptions) -> Result<[DecodedCode], any Error> {
    Result { try worker.decode(still: path, options: options, deadline: Self.deadline) }
  }

  private mutating func load(_ path: String) -> Result<[DecodedCode], any Error> {
    let side = chance.one(of: [0, 1, 7, 640, 8_000])
    return Result {
      let frame = try worker.load(still: path, longestSide: side, deadline: Self.deadline)
      guard frame.width <= max(1, side), frame.height <= max(1, side) else {
        throw Trouble("\(path): larger than asked")
      }
      return []
    }
  }

  private func look(at frame: Frame, _ options: DecodeOptions) throws -> Result<[DecodedCode], any Error> {
    worker.forgetFrames()
    worker.submit(frame, options: options, deadline: Self.deadline)
    let end = time(nil) + Self.deadline / 1000 + 10
    while time(nil) < end {
      if let answer = worker.takeAnswer() {
        switch answer.outcome {
        case .codes(let codes): return .success(codes)
        case .lost(let error): return .failure(error)
        }
      }
      var wanted = pollfd(fd: worker.answerDescriptor, events: Int16(POLLIN), revents: 0)
      poll(&wanted, 1, 1_000)
    }
    throw Trouble("\(folder)/last.pgm: the client waits for ever")
  }

  private func judge(_ outcome: Result<[DecodedCode], any Error>, _ words: String, seconds: Int) throws -> Kind {
    switch outcome {
    case .success(let codes): return codes.isEmpty ? .none : .codes
    case .failure(let error as DecodeError):
      switch error {
      case .unreadable: return .refused
      case .tookTooLong: return .late
      case .workerEnded: return Self.kind(ofLastWords: words, seconds: seconds)
      case .cannotOpen, .cannotStart, .noRoom: throw Trouble(error.message)
      }
    case .failure(let error): throw error
    }
  }

  /// Swift's own traps say where; assertions of C and C++ libraries, and their allocator, have their own words. Without
  /// one, after so many `seconds`, it was the alarm that the worker sets itself.
  private static func kind(ofLastWords words: String, seconds: Int) -> Kind {
    if words.contains("Fatal error") { return .ours }
    return !words.isEmpty ? .library : seconds >= alarm ? .late : .silent
  }

  /// Seconds, one less than the shortest alarm.
  private static let alarm = 4

  /// The last line that the worker wrote to its standard error since the last call. zbar's warnings are two lines, and
  /// nobody's last.
  private func lastWords() -> String {
    var text = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(said, &text, text.count)
    return String(decoding: text.prefix(max(0, count)), as: UTF8.self)
      .split(separator: "\n").last { !$0.hasPrefix("WARNING: ") && !$0.hasPrefix("\t") }.map(String.init) ?? ""
  }

  /// The next picture must be read as if nothing had happened.
  private func readAgain(after kept: String) throws {
    let texts = try worker.decode(still: good.path, options: DecodeOptions(all: true), deadline: Self.deadline).map(
      \.text)
    guard texts == good.texts else { throw Trouble("after \(kept), \(good.path) reads \(texts), not \(good.texts)") }
  }

  func report() {
    print("\(read) read, the longest took \(Int(longest * 1000)) ms of the processor:")
    for kind in Kind.allCases { print("  \(counts[kind] ?? 0) \(kind.rawValue)") }
  }
}
