import DataFormats
public import LabelData

/// A code that was seen in a frame.
public struct SeenCode: Sendable, Equatable {
  public var code: DecodedCode
  /// Whether it counts: a code with error correction at once, a linear one when two frames or two ways of looking at one
  /// frame agree on it (one reading alone now and then gives a wrong digit whose check digit holds).
  public var isSure: Bool
}

/// What has happened in the capture window.
public enum CaptureEvent: Sendable {
  /// There is a new picture to draw. To be let go after that: a source has places for six frames.
  case frame(Frame)
  /// The codes in a frame of that size in pixels; none where it showed none.
  case codes([SeenCode], width: Int, height: Int)
  /// The camera wakes, runs or fails.
  case source(FrameSourceState)
  /// The reader of codes failed: a sentence for people. It goes on with the next frame.
  case problem(String)
}

/// The capture window's work, without its drawing: while it is open, the latest frame of a source goes to the
/// decode worker whenever that is free. To be used by one thread, which polls `descriptors` and calls `advance()`.
public final class Capture {
  public let source: FrameSource
  private let worker: DecodeWorker
  private let warm: Int
  private var options = DecodeOptions(all: true)
  private var state = FrameSourceState.asleep
  private var lastNumber: Int?
  private var agreement = Agreement()
  /// Frames in a row of which nothing is known.
  private var losses = 0
  public private(set) var isOpen = false

  /// `warm`: milliseconds for which the source goes on after a close, so that the next press shows a picture at once.
  public init(source: FrameSource, worker: DecodeWorker, warm: Int = 5_000) {
    self.source = source
    self.worker = worker
    self.warm = warm
  }

  /// Readable when `advance()` has something to do.
  public var descriptors: [Int32] { [source.frameReady, worker.answerDescriptor] }

  /// The trigger was pressed: looks for codes of these symbologies (empty: all) from now on.
  public func open(symbologies: Set<Symbology> = []) {
    options = DecodeOptions(symbologies: symbologies.map(\.rawValue).sorted(), all: true, budget: 150)
    worker.forgetFrames()
    agreement = Agreement()
    losses = 0
    lastNumber = nil
    state = .asleep
    isOpen = true
    source.aim()
    source.start()
    // While the source wakes; why it cannot be started is told with the first frame.
    try? worker.start()
  }

  /// A code was taken and the window stays open: in a moment the clerk aims at the next label. What is in view besides
  /// is read until then.
  public func taken() { source.aim(after: Self.pause) }

  /// Milliseconds.
  private static let pause = 1_200

  /// The window is closed; what is under way is forgotten.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    worker.forgetFrames()
    source.stop(after: warm)
    source.acknowledge()
  }

  /// What has happened since the last call; never waits.
  public func advance() -> [CaptureEvent] {
    source.acknowledge()
    var events: [CaptureEvent] = []
    let now = source.state
    if isOpen, now != state {
      state = now
      events.append(.source(now))
    }
    if isOpen, let frame = source.latest, frame.number != lastNumber {
      lastNumber = frame.number
      events.append(.frame(frame))
      // Where the worker is busy it waits there, in place of an older one.
      worker.submit(frame, options: options)
    }
    while let answer = worker.takeAnswer() {
      guard isOpen else { continue }
      switch answer.outcome {
      case .codes(let codes):
        losses = 0
        let seen = agreement.judge(codes)
        if seen.contains(where: { !$0.isSure }) { source.hasten() }
        events.append(.codes(seen, width: answer.width, height: answer.height))
      case .lost(let error):
        losses += 1
        // One frame that the reader ends over is nothing to a clerk: the next shows the same label.
        if losses > 1 || error.isLasting { events.append(.problem(error.message)) }
      }
    }
    return events
  }
}

/// Which readings the last frames agreed on.
struct Agreement {
  /// Frames that a reading is remembered for: a hand at work covers a code in a second or so.
  static let memory = 30

  private struct Reading: Hashable {
    var symbology: Symbology
    var text: String
  }

  private var frame = 0
  private var seen: [Reading: Int] = [:]

  mutating func judge(_ codes: [DecodedCode]) -> [SeenCode] {
    frame += 1
    seen = seen.filter { frame - $0.value <= Self.memory }
    let before = seen
    return codes.map { code in
      let reading = Reading(symbology: code.symbology, text: code.text)
      seen[reading] = frame
      return SeenCode(code: code, isSure: before[reading] != nil || code.readings > 1 || code.symbology.correctsErrors)
    }
  }
}

extension Symbology {
  /// Two-dimensional codes: Reed-Solomon correction makes a wrong reading next to impossible.
  fileprivate var correctsErrors: Bool {
    switch self {
    case .qr, .gs1QR, .microQR, .rmqr, .datamatrix, .gs1DataMatrix, .pdf417, .microPDF417, .aztec, .maxicode: true
    case .ean13, .ean8, .upcA, .upcE, .isbn, .code128, .gs1128, .code39, .code93, .codabar, .itf, .itf14, .databar,
      .databarLimited, .databarExpanded:
      false
    }
  }
}
