import Testing

@testable import FormEntry

/// One event as Linux writes it on 64 bits: the time, then type, code and value.
func inputEvent(type: UInt8 = 1, code: UInt8, value: UInt8) -> [UInt8] {
  [UInt8](repeating: 0, count: 16) + [type, 0, code, 0, value, 0, 0, 0]
}

@Suite("The keys of a trigger of its own")
struct DeviceKeysTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let events: [[UInt8]]
    let phases: [Key.Phase]
    var testDescription: String { name }
  }

  private static let end = inputEvent(type: 0, code: 0, value: 0)

  static let cases = [
    Case(
      name: "pressed, held on, let go",
      events: [
        inputEvent(code: 48, value: 1), end, inputEvent(code: 48, value: 2), end, inputEvent(code: 48, value: 0), end,
      ],
      phases: [.press, .repeat, .release]),
    Case(
      name: "two keys of one pedal are one trigger",
      events: [
        inputEvent(code: 48, value: 1), inputEvent(code: 49, value: 1), inputEvent(code: 48, value: 0),
        inputEvent(code: 49, value: 0),
      ], phases: [.press, .release]),
    Case(
      name: "held since before it was opened",
      events: [
        inputEvent(code: 48, value: 2), inputEvent(code: 48, value: 0), inputEvent(code: 48, value: 1),
      ], phases: [.press]),
    Case(
      name: "what was lost may have been the release",
      events: [inputEvent(code: 48, value: 1), inputEvent(type: 0, code: 3, value: 0)], phases: [.press, .release]),
    Case(name: "scan codes and motion are no keys", events: [inputEvent(type: 4, code: 4, value: 9), end], phases: []),
  ]

  @Test("are taken as one", arguments: cases)
  func whole(_ example: Case) {
    var keys = DeviceKeys()
    #expect(keys.take(example.events.flatMap { $0 }) == example.phases)
  }

  @Test("may come torn apart", arguments: cases)
  func torn(_ example: Case) {
    var keys = DeviceKeys()
    var phases: [Key.Phase] = []
    for byte in example.events.flatMap({ $0 }) { phases += keys.take([byte]) }
    #expect(phases == example.phases)
  }

  @Test(
    "nothing but input devices and pipes is read as one", arguments: ["/dev/zero", "/dev/null", "/tmp", "/nowhere"])
  func others(_ path: String) {
    #expect(InputDevice(path) == nil)
  }
}
