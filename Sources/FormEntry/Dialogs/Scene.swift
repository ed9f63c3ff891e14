/// What lies under the popups: the menu or a form.
protocol Scene: AnyObject {
  /// The screen is empty or has another size: builds everything.
  func build()
  /// newt's windows and forms go, because the screen changes its size or the scene ends.
  func tearDown()
  /// The last popup is gone: brings the screen in line with the state.
  func uncovered()
  /// See `Popup.actsOnCharacters`.
  var actsOnCharacters: Bool { get }
  func handle(_ input: InputEvent)
  func scan(_ bytes: [UInt8])
  /// The program ends or the terminal is gone: keeps what was entered.
  func keepAll()
  /// Losing the terminal for a while counts as letting go of the trigger.
  func suspend()
  /// The terminal lost the focus: the trigger counts as let go.
  func letGo()
  /// The trigger that is a device of its own was pressed, held on or let go.
  func pullDevice(_ phase: Key.Phase)
  /// What is wrong with it, in one sentence.
  func tellOfDevice(_ trouble: String)
  /// The capture window is open.
  var isCapturing: Bool { get }
  func closeCapture()
}

extension Scene {
  var isCapturing: Bool { false }
  func closeCapture() {}
}
