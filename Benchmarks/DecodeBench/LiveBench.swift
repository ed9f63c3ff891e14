import DataFormats
import Glibc
import ScanField

/// Frames as they come from a camera: through the capture window's work to the decode worker, one after the other,
/// until a code counts: what a clerk would get.
struct LiveBench {
  /// Frames of a scene until it is given up: a third of a second of a camera.
  private static let patience = 10
  /// Frames of a scene without a code.
  private static let empty = 6
  /// Seconds within which a frame is answered or lost: more than a worker is ever given.
  private static let longest = 10

  private let stage: Stage
  private let worker: DecodeWorker
  private let scratch: String

  init(worker: DecodeWorker, scratch: String) throws {
    stage = try Stage()
    self.worker = worker
    self.scratch = scratch
  }

  /// Prints a JSON value a scene: `first`, the texts in its first frame alone; `taken`, those that counted in the end;
  /// `ms`, the worker's milliseconds frame by frame; `lost`, how many frames it ended over.
  func run() throws {
    // What is loaded and mapped once is no frame's cost.
    _ = try watch(Scene(number: Scene.all.lowerBound, by: worker, scratch: scratch))
    for number in Scene.all { print(try watch(Scene(number: number, by: worker, scratch: scratch))) }
  }

  private func watch(_ scene: Scene) throws -> JSONValue {
    let capture = Capture(source: stage.source, worker: worker, warm: 0)
    capture.open()
    defer { capture.close() }
    var frames: [[SeenCode]] = []
    var times: [JSONValue] = []
    var lost = 0
    while frames.count < (scene.label == nil ? Self.empty : Self.patience) {
      let frame = try stage.frame(frames.count, of: scene)
      let time = try WorkerClock(worker).milliseconds {
        let codes = try answer(to: frame, capture)
        if codes == nil { lost += 1 }
        frames.append(codes ?? [])
      }
      times.append(.number("\(time)"))
      if frames.last?.contains(where: \.isSure) == true { break }
    }
    return [
      "file": .string(scene.file), "first": Self.texts(frames.first ?? []),
      "taken": Self.texts(frames.last?.filter(\.isSure) ?? []), "ms": .array(times), "lost": JSONValue(lost),
    ]
  }

  private static func texts(_ codes: [SeenCode]) -> JSONValue { .array(codes.map { .string($0.code.text) }) }

  /// The codes in a frame; nil where the worker ended over it.
  private func answer(to frame: Frame, _ capture: Capture) throws -> [SeenCode]? {
    stage.show(frame)
    let began = time(nil)
    while time(nil) - began < Self.longest {
      var wanted = capture.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      poll(&wanted, nfds_t(wanted.count), 100)
      for event in capture.advance() {
        switch event {
        case .codes(let codes, _, _): return codes
        case .problem: return nil
        case .frame, .source: continue
        }
      }
    }
    throw Trouble("frame \(frame.number) is not answered")
  }
}
