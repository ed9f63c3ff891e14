import Configuration
import DataFormats
import FormFlow
import FormSchema
import LabelData
import RecordStore

/// A form on the screen: hands what happens to the state machine, carries out what it wants, shows what it holds.
final class FormScene: Scene {
  let stage: Stage
  let desk: Desk
  var form: FormDefinition
  var files: FormFiles
  /// Why a changed file is not used, until there is a quiet moment to say so.
  var untoldNews: String?
  var state: FormState
  var view: FormView?
  var layout: FormLayout?
  var regions: Regions
  /// After a try to save, fields that are missing are marked too.
  var hasTriedToSave = false
  var lastNumber: Int?
  var singleField: SingleFieldView?
  /// Unfinished records that are still to be asked about.
  var drafts: [Draft] = []
  var hasOfferedDrafts = false
  var captureWindow: CaptureWindow?
  var captureTimer: EventLoop.Token?
  var trigger: Trigger
  /// Codes that were refused, and codes that were taken, since the trigger was pressed.
  var refused: Set<String> = []
  var takenCodes: Set<String> = []
  /// Is being asked about, or read.
  var draftInQuestion: Draft?
  /// What the store had to put right, told for as long as the cursor stays there.
  var storeNotice: (text: String, place: Place)?
  /// Where the cursor stood when the draft was last written, and the wait for a moment to write that it went on.
  var keptCursor: Place?
  var cursorTimer: EventLoop.Token?
  /// What stood typed and not yet taken in the entry under the cursor when the view went.
  var carried: Typing?
  /// Scans that came while a question of the program's own was open, not one of the state's.
  var held: [ScanInput] = []
  /// The reason for confirmed warnings is being written.
  var isAskingReason = false
  /// What leaving leads to: the menu, or the end of the program.
  let left: () -> Void

  init(_ form: FormDefinition, _ desk: Desk, _ stage: Stage, left: @escaping () -> Void) {
    self.form = form
    files = FormFiles(notices: desk.station.notices)
    self.desk = desk
    self.stage = stage
    self.left = left
    regions = Regions(stage.screen.size)
    trigger = Trigger(
      mode: .press, grace: Double(desk.station.triggerGrace) / 1000, release: Double(desk.station.triggerRelease) / 1000
    )
    state = FormState(form, recordID: desk.newRecordID(), desk.surroundings(for: form))
  }

  var surroundings: Surroundings { desk.surroundings(for: form) }
  var language: String { desk.station.lang }

  // MARK: Events

  /// Gives events, as one step, to the state machine and carries out what it wants.
  func send(_ events: Event...) { send(events) }

  func send(_ events: [Event]) {
    carryOut(state.handle(events, surroundings))
  }

  func carryOut(_ effects: [Effect]) {
    var failures: [Finding]?
    for effect in effects {
      switch effect {
      case .saveDraft: saveDraft()
      case .append(let record): save(record)
      case .showFailures(let findings):
        hasTriedToSave = true
        failures = findings
      case .discarded:
        removeDraft()
        beginNext(insteadOf: state, saying: "The record was thrown away")
      case .signal(let signal): self.signal(signal)
      case .closeCapture: break
      }
    }
    if stage.popups.isEmpty { refresh() }
    if let failures { show(failures) }
    if let question = state.question, !isAskingReason { ask(question) }
    followCursor()
  }

  private func signal(_ signal: Effect.Signal) {
    guard desk.station.sound else { return }
    stage.screen.bell()
    if signal != .taken { stage.screen.bell() }
  }

  func scan(_ bytes: [UInt8]) {
    var scan = Scan(wedge: String(decoding: bytes, as: UTF8.self))
    scan.raw = bytes
    take(ScanInput(scan, origin: .wedge))
  }

  /// A scan goes where scans go, whatever is on the screen; an open question keeps it waiting.
  func take(_ input: ScanInput) {
    if state.question == nil {
      if isAsking {
        held.append(input)
        return
      }
      stage.closePopups()
      commit()
    }
    send(.scanned(input))
  }

  /// A question is open that the state knows nothing of.
  private var isAsking: Bool {
    draftInQuestion != nil || state.question == nil && stage.popups.contains { $0 is QuestionPopup }
  }

  func uncovered() {
    while !held.isEmpty, !isAsking { take(held.removeFirst()) }
    if stage.popups.isEmpty { refresh() }
  }

  var actsOnCharacters: Bool {
    let type = state.cursor.map { form.field(at: $0).type }
    return type == .choice || type == .boolean
  }

  /// What stands in the entry under the cursor becomes the field's value.
  func commit() { if let typed = takeTyping() { send(typed) } }

  /// What stands in the entry under the cursor, to be given to the state; nil where nothing was typed there.
  func takeTyping() -> Event? {
    guard let place = state.cursor, let typing = typing(at: place) else { return nil }
    carried = nil
    view?.settle(place)
    singleField?.settle()
    return .typed(typing.text, at: place)
  }

  /// What was typed there and is not the field's value yet.
  func typing(at place: Place) -> Typing? {
    if let singleField { return singleField.typing }
    if let view { return view.typing(at: place) }
    return carried?.place == place ? carried : nil
  }

  func suspend() {
    letGo()
    closeCapture()
  }
}
