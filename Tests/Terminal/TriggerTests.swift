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
      name: "press: one press opens, the next closes", mode: "press", inputs: [.press(0), .press(2)],
      open: [true, false]),
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
      name: "press: what the key opened, the device closes", mode: "press", inputs: [.press(0), .device(0.3)],
      open: [true, false]),
  ]

  @Test("does what it should", arguments: cases)
  func trigger(_ expected: Case) {
    var trigger = Trigger(mode: .init(rawValue: expected.mode) ?? .press, grace: 0.7, release: 0.14)
    trigger.seesReleases = expected.seesReleases
    var isOpen = false
    for (input, wanted) in zip(expected.inputs, expected.open) {
      let effect: Trigger.Effect
      switch input {
      case .press(let time): effect = trigger.press(at: time, isRepeat: false, isOpen: isOpen)
      case .again(let time): effect = trigger.press(at: time, isRepeat: true, isOpen: isOpen)
      case .device(let time): effect = trigger.press(at: time, isRepeat: false, isOpen: isOpen, ofDevice: true)
      case .release: effect = trigger.released(isOpen: isOpen)
      case .silence(let time): effect = trigger.advance(to: time, isOpen: isOpen)
      case .taken: effect = .close
      }
      if effect != .nothing { isOpen = effect == .open }
      #expect(isOpen == wanted, "\(input)")
    }
  }
}
