import Testing

@testable import FormEntry

/// Presses of the trigger key as terminals send them: (seconds, press or repeat or release), and what they do.
@Suite("The trigger")
struct TriggerTests {
  enum Input: Sendable {
    case press(Double)
    case again(Double)
    case release(Double)
    /// A device of its own is pressed.
    case device(Double)
    case silence(Double)
    case taken

    var time: Double? {
      switch self {
      case .press(let time), .again(let time), .device(let time), .release(let time), .silence(let time): time
      case .taken: nil
      }
    }
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let mode: String
    var seesReleases = false
    let inputs: [Input]
    /// Whether the window is open after each.
    let open: [Bool]
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(
      name: "press: one press opens, the next does not close", mode: "press",
      inputs: [.press(0), .press(2), .press(2.3)],
      open: [true, true, true]),
    Case(
      name: "press: a press soon after the code was taken opens again", mode: "press",
      inputs: [.press(0), .taken, .press(0.5), .silence(0.63), .silence(0.65)],
      open: [true, false, false, false, true]),
    Case(
      name: "press: one press after the other, each sooner than a key would repeat", mode: "press",
      inputs: [.press(0), .taken, .press(0.3), .silence(0.45), .taken, .press(0.6), .silence(0.75)],
      open: [true, false, false, true, false, false, true]),
    Case(
      name: "press: once the keyboard's delay is known, what comes sooner is a press at once", mode: "press",
      inputs: [.press(0), .taken, .press(0.65), .press(0.69), .silence(0.9), .press(2), .taken, .press(2.4)],
      open: [true, false, false, false, false, true, false, true]),
    Case(
      name: "press: one more press for a label that is taken just then does not open again", mode: "press",
      inputs: [.press(0), .press(0.5), .taken, .silence(0.65)], open: [true, true, false, false]),
    Case(
      name: "continuous: the next press closes", mode: "continuous", inputs: [.press(0), .taken, .press(2), .press(4)],
      open: [true, true, false, true]),
    Case(
      name: "continuous: a press soon after the first closes", mode: "continuous",
      inputs: [.press(0), .press(0.5), .silence(0.65)], open: [true, true, false]),
    Case(
      name: "press: repeats of a held key do not close it", mode: "press",
      inputs: [.press(0), .press(0.65), .press(0.69)], open: [true, true, true]),
    Case(
      name: "press: a key held on after the code was taken does not open it again", mode: "press",
      inputs: [.press(0), .taken, .press(0.65), .press(0.69)], open: [true, false, false, false]),
    Case(
      name: "hold: silence before the first repeat is a tap", mode: "hold",
      inputs: [.press(0), .silence(0.69), .silence(0.71)],
      open: [true, true, false]),
    Case(
      name: "hold: silence after repeats is the release", mode: "hold",
      inputs: [.press(0), .press(0.65), .press(0.69), .silence(0.8), .silence(0.84)],
      open: [true, true, true, true, false]),
    Case(
      name: "hold: a second tap holds the window open for as long again", mode: "hold",
      inputs: [.press(0), .press(0.5), .silence(0.65), .silence(1.19), .silence(1.21)],
      open: [true, true, true, true, false]),
    Case(
      name: "hold: a key whose delay is known, let go after its first repeat", mode: "hold",
      inputs: [.press(0), .press(0.65), .press(0.69), .silence(0.9), .press(2), .press(2.66), .silence(2.81)],
      open: [true, true, true, false, true, true, false]),
    Case(
      name: "hold: a terminal that tells the release", mode: "hold", seesReleases: true,
      inputs: [.press(0), .again(0.65), .silence(5), .release(5.1)], open: [true, true, true, false]),
    Case(
      name: "hold: a new press after the code was taken", mode: "hold", seesReleases: true,
      inputs: [.press(0), .taken, .again(0.7), .release(1), .press(1.1)], open: [true, false, false, false, true]),
    Case(
      name: "hold: a device is held in silence, and tells its release", mode: "hold",
      inputs: [.device(0), .silence(5), .release(6), .device(6.1)], open: [true, true, false, true]),
    Case(
      name: "hold: a device held on after the code was taken", mode: "hold",
      inputs: [.device(0), .taken, .silence(1), .release(2), .press(2.1)], open: [true, false, false, false, true]),
    Case(
      name: "continuous: what the key opened, the device closes", mode: "continuous",
      inputs: [.press(0), .device(0.3)],
      open: [true, false]),
  ]

  @Test("does what it should", arguments: cases)
  func trigger(_ expected: Case) {
    var trigger = Trigger(mode: .init(rawValue: expected.mode) ?? .press, grace: 0.7, release: 0.14)
    trigger.seesReleases = expected.seesReleases
    var isOpen = false
    func follow(_ effect: Trigger.Effect) {
      switch effect {
      case .open, .openInDoubt, .renew: isOpen = true
      case .close: isOpen = false
      case .nothing: break
      }
    }
    for (input, wanted) in zip(expected.inputs, expected.open) {
      if let time = input.time { follow(trigger.advance(to: time, isOpen: isOpen)) }
      switch input {
      case .press(let time): follow(trigger.press(at: time, isRepeat: false, isOpen: isOpen))
      case .again(let time): follow(trigger.press(at: time, isRepeat: true, isOpen: isOpen))
      case .device(let time): follow(trigger.press(at: time, isRepeat: false, isOpen: isOpen, ofDevice: true))
      case .release: follow(trigger.released(isOpen: isOpen))
      case .silence: break
      case .taken: isOpen = isOpen && trigger.mode == .continuous
      }
      #expect(isOpen == wanted, "\(input)")
    }
  }

  @Test("what may have been the only repeat of a held key opens in doubt: what was taken stays taken")
  func doubt() {
    var trigger = Trigger(mode: .press, grace: 0.7, release: 0.14)
    #expect(trigger.press(at: 0, isRepeat: false, isOpen: false) == .open)
    #expect(trigger.press(at: 0.65, isRepeat: false, isOpen: false) == .nothing)
    #expect(trigger.advance(to: 0.8, isOpen: false) == .openInDoubt)
    #expect(trigger.press(at: 1.6, isRepeat: false, isOpen: true) == .renew)
  }
}
