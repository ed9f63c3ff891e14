import CSystem
public import DataFormats
import Glibc

/// What became of a frame that was given to the worker.
public struct FrameAnswer: Sendable {
  public enum Outcome: Sendable {
    /// The codes in it; their corners are in the frame's pixels.
    case codes([DecodedCode])
    /// Nothing is known about this frame; the next one may do.
    case lost(DecodeError)
  }

  /// The frame's number, and its size in pixels.
  public var number: Int
  public var width: Int
  public var height: Int
  public var outcome: Outcome
}

/// The frame that is with the worker, and the one on its way to it.
struct FrameStream {
  struct Flight {
    var frame: Frame
    var sequence: Int
    /// When the worker is ended (of `milliseconds()`), and how many milliseconds it was given.
    var end: Int
    var allowed: Int
    var codes: [DecodedCode] = []
    /// The pass over it that the worker is at.
    var pass: Int?
    /// Nobody wants the answer any more.
    var isForgotten = false
  }

  struct Waiting {
    var frame: Frame
    var options: DecodeOptions
    var allowed: Int
  }

  var flight: Flight?
  /// The one-place mailbox: a newer frame takes the place of one that has not been sent yet.
  var waiting: Waiting?
  var answers: [FrameAnswer] = []
  /// How many frames in a row were lost.
  var losses = 0
  /// No worker is started for a frame before this: one that ends over every frame would be started 30 times a second.
  var restartAt = 0
  /// Passes that a worker ended over, each with the number of frames for which it is left out: what did it may still
  /// be in view.
  var avoided: [(pass: Int, frames: Int)] = []

  /// A second or two of frames.
  static let caution = 45

  /// The options for the next frame.
  mutating func cautious(_ options: DecodeOptions) -> DecodeOptions {
    var options = options
    options.without.formUnion(avoided.map(\.pass))
    for index in avoided.indices { avoided[index].frames -= 1 }
    avoided.removeAll { $0.frames <= 0 }
    return options
  }
}

extension DecodeWorker {
  /// Whether a frame is with the worker.
  public var isBusy: Bool { stream.flight != nil }

  /// Gives the worker a frame to look at, at once or, where it is busy, as soon as it is free; a frame that still
  /// waits is given up for this one. Never waits. `deadline`: milliseconds after which the worker is ended.
  public func submit(_ frame: Frame, options: DecodeOptions = DecodeOptions(), deadline: Int = 2_000) {
    stream.waiting = FrameStream.Waiting(frame: frame, options: options, allowed: deadline)
    launch()
  }

  /// Forgets the frame that waits, the one that is with the worker and all answers not taken.
  public func forgetFrames() {
    WorkerGraves.visit()
    stream.waiting = nil
    stream.answers = []
    stream.flight?.isForgotten = true
  }

  /// The next answer; nil when there is none yet. To be called until then when `answerDescriptor` is readable.
  public func takeAnswer() -> FrameAnswer? {
    if stream.answers.isEmpty {
      collect()
      launch()
    }
    return stream.answers.isEmpty ? nil : stream.answers.removeFirst()
  }

  /// Waits until no frame is with the worker: its deadline at most.
  func settle() {
    stream.waiting = nil
    while let flight = stream.flight, let worker = current {
      _ = waitUntilReadable(worker.socket, until: flight.end)
      collect()
    }
  }

  /// Sends the waiting frame if the worker is free.
  private func launch() {
    guard stream.flight == nil, let next = stream.waiting, current != nil || milliseconds() >= stream.restartAt else {
      return
    }
    stream.waiting = nil
    // Where there is no place for its pixels it is left out; the next one may find some.
    guard let (memory, layout) = next.frame.inMemory() else { return }
    let number = nextSequence()
    let request = DecodeRequest.frame(layout, number: next.frame.number, stream.cautious(next.options))
    do {
      // One that ended while it had nothing to do is replaced without a word.
      if try !send(request, memory, number) {
        discard()
        guard try send(request, memory, number) else { throw DecodeError.workerEnded(path: Self.name(next.frame)) }
      }
    } catch {
      discard()
      lose(next.frame, error)
      return
    }
    stream.flight = FrameStream.Flight(
      frame: next.frame, sequence: number, end: milliseconds() + next.allowed, allowed: next.allowed)
    system_timer_set(timer, Int64(next.allowed))
  }

  private func send(_ request: DecodeRequest, _ memory: SharedMemory, _ number: Int) throws(DecodeError) -> Bool {
    let worker = try worker()
    guard worker.attach(memory) else { return false }
    return worker.send(request, sequence: number)
  }

  /// Takes in what has arrived, and ends a worker whose time is up.
  private func collect() {
    while let worker = current {
      switch worker.receive() {
      case .answer(let packet):
        guard let flight = stream.flight, packet.sequence == flight.sequence else { continue }
        take(packet.message, flight)
      case .nothingYet:
        guard let flight = stream.flight, milliseconds() >= flight.end else {
          if stream.flight == nil { system_timer_set(timer, -1) }
          return
        }
        discard()
        land(flight, .lost(.tookTooLong(path: Self.name(flight.frame), milliseconds: flight.allowed)))
      case .gone:
        discard()
        if let flight = stream.flight { land(flight, .lost(.workerEnded(path: Self.name(flight.frame)))) }
      }
    }
    system_timer_set(timer, -1)
  }

  private func take(_ answer: DecodeAnswer, _ flight: FrameStream.Flight) {
    switch answer {
    case .trying(let pass): stream.flight?.pass = pass
    case .code(let reading):
      if let code = DecodedCode(reading) { stream.flight?.codes.append(code) }
    case .done:
      stream.losses = 0
      land(flight, .codes(flight.codes))
    case .failed(let reason):
      stream.flight?.pass = nil
      land(flight, .lost(.unreadable(path: Self.name(flight.frame), reason: reason)))
    }
  }

  private func land(_ flight: FrameStream.Flight, _ outcome: FrameAnswer.Outcome) {
    let pass = stream.flight?.pass
    stream.flight = nil
    system_timer_set(timer, -1)
    if case .lost(let error) = outcome {
      lose(flight.frame, error, over: pass, isForgotten: flight.isForgotten)
    } else if !flight.isForgotten {
      report(flight.frame, outcome)
    }
  }

  private func lose(_ frame: Frame, _ error: any Error, over pass: Int? = nil, isForgotten: Bool = false) {
    if let pass { stream.avoided.append((pass, FrameStream.caution)) }
    stream.losses += 1
    // 0, 50, 100, 200 ... 1,000 ms.
    stream.restartAt = milliseconds() + (stream.losses < 2 ? 0 : min(1_000, 25 << min(stream.losses - 1, 6)))
    guard !isForgotten else { return }
    report(frame, .lost(error as? DecodeError ?? .workerEnded(path: Self.name(frame))))
    // There may be no socket that tells: the timer does.
    system_timer_set(timer, 0)
  }

  private func report(_ frame: Frame, _ outcome: FrameAnswer.Outcome) {
    stream.answers.append(
      FrameAnswer(number: frame.number, width: frame.width, height: frame.height, outcome: outcome))
  }

  private static func name(_ frame: Frame) -> String { "frame \(frame.number)" }
}
