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
  let form: FormDefinition
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
  /// What stood typed and not yet taken in the entry under the cursor when the view went.
  var carried: Typing?
  /// Scans that came while a question of the program's own was open, not one of the state's.
  private var held: [ScanInput] = []
  /// The reason for confirmed warnings is being written.
  private var isAskingReason = false
  /// What leaving leads to: the menu, or the end of the program.
  private let left: () -> Void

  init(_ form: FormDefinition, _ desk: Desk, _ stage: Stage, left: @escaping () -> Void) {
    self.form = form
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

  private func carryOut(_ effects: [Effect]) {
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

  // MARK: The store

  /// Answers why it could not be kept, nil where it is.
  @discardableResult
  private func saveDraft() -> String? {
    do {
      try desk.store.saveDraft(id: state.recordID, content: state.draft(surroundings))
      return nil
    } catch {
      state.tell(.refused, "This record is not kept as a draft: \(error.message)")
      return error.message
    }
  }

  private func save(_ record: JSONValue) {
    let date = record["business_date"]?.text.flatMap { CalendarDate(iso: $0) } ?? surroundings.businessDate
    do {
      let saved = try desk.store.append([record], businessDate: date)
      lastNumber = saved.first?.number
      removeDraft()
      beginNext(after: state, saying: "Saved as record \(lastNumber.map(String.init) ?? "")")
    } catch {
      saveDraft()
      state.tell(.refused, error.message)
      stage.open(
        TextPopup(
          title: "NOT saved",
          text: error.message + "\n\nThe record stays here. Save it again when this is put right."))
    }
  }

  private func removeDraft() {
    // A draft that stays behind is recognised by its id: its record is in the store.
    try? desk.store.removeDraft(id: state.recordID)
  }

  private func beginNext(after saved: FormState? = nil, insteadOf discarded: FormState? = nil, saying message: String) {
    let waiting = state.takeWaiting()
    hasTriedToSave = false
    state = FormState(form, recordID: desk.newRecordID(), after: saved, insteadOf: discarded, surroundings)
    state.tell(.information, message)
    for input in waiting { send(.scanned(input)) }
  }

  /// At the end of the program nothing can be asked any more: what is lost is told on the plain screen.
  func keepAll() {
    guard let trouble = keep() else { return }
    desk.note("What was entered is lost, it cannot be kept as a draft: \(trouble)")
    stage.status.include(.environment)
  }

  /// Answers why what was entered could not be kept, nil where it is.
  private func keep() -> String? {
    commit()
    guard !state.isUntouched else {
      removeDraft()
      return nil
    }
    let trouble = saveDraft()
    if trouble == nil { desk.store.releaseDraft(id: state.recordID) }
    return trouble
  }

  // MARK: Questions

  private func ask(_ question: Question) {
    guard !stage.popups.contains(where: { $0 is QuestionPopup }) else { return }
    let popup = QuestionPopup(title: question.title, text: question.text, choices: question.choices) {
      [weak self] key in self?.answer(question, key)
    }
    stage.open(popup)
  }

  private func answer(_ question: Question, _ key: Character) {
    guard case .confirmWarnings = question.kind, key == "y" else {
      send(.answered(key, reason: nil))
      return
    }
    isAskingReason = true
    guard desk.operatorName.isEmpty else { return askReason() }
    askWhileConfirming("Who answers for it?") { [weak self] name in
      self?.setOperator(name)
      self?.askReason()
    }
  }

  private func askReason() {
    askWhileConfirming("Why? (one reason for all)") { [weak self] reason in
      self?.isAskingReason = false
      self?.send(.answered("y", reason: reason.isEmpty ? nil : reason))
    }
  }

  /// A line about confirmed warnings; leaving it confirms nothing.
  private func askWhileConfirming(_ prompt: String, done: @escaping (String) -> Void) {
    let popup = LinePopup(title: "Save it all the same", prompt: prompt, done: done)
    popup.abandoned = { [weak self] in
      self?.isAskingReason = false
      self?.send(.answered("n", reason: nil))
    }
    stage.open(popup)
  }

  /// Who works here from now on.
  func setOperator(_ name: String) {
    desk.operatorName = name
    state.setOperator(name)
  }

  /// Everything that is wrong, in one list; Enter goes there.
  private func show(_ findings: [Finding]) {
    let items = findings.map { finding in
      let label = finding.place.map { placeName($0, before: finding.message) } ?? ""
      return (finding.severity == .error ? "✗ " : "? ") + label + finding.message
    }
    let popup = ListPopup(title: "Not complete yet", items: items) { [weak self] index in
      guard let self, let place = findings[index].place else { return }
      goTo(place)
    }
    stage.open(popup)
  }

  /// Where it is; a message that begins with the name of the field needs no second one.
  private func placeName(_ place: Place, before message: String) -> String {
    var words = [form.fields[place.field].label.text(in: language)]
    if let row = place.row { words.append(String(row + 1)) }
    if let column = place.column { words.append(form.fields[place.field].columns[column].label.text(in: language)) }
    if place.row == nil || place.column != nil, let last = words.last, message.hasPrefix(last + " ") {
      words.removeLast()
    }
    return words.isEmpty ? "" : words.joined(separator: " ") + ": "
  }

  private func goTo(_ place: Place) {
    let places = state.inputPlaces(Evaluation(state, surroundings))
    let target =
      places.first { $0 == place }
      ?? places.first { $0.field == place.field && (place.row == nil || $0.row == place.row) }
    if let target { send(.moved(to: target)) } else { send(.newLine) }
  }

  func leave() {
    guard let trouble = keep() else { return left() }
    let text = "What was entered cannot be kept as a draft: \(trouble). Leave all the same, and lose it?"
    let choices: [(key: Character, label: String)] = [("y", "leave and lose it"), ("n", "stay")]
    stage.open(
      QuestionPopup(title: form.title.text(in: language), text: text, choices: choices) { [weak self] key in
        if key == "y" { self?.left() }
      })
  }

  func suspend() { closeCapture() }

  /// In idle moments the index catches up with the journals; nothing depends on it.
  func tendIndexes() {
    stage.loop.schedule(after: .milliseconds(250)) { [weak self] in
      guard let self, (try? desk.store.tendIndexes()) == false else { return }
      tendIndexes()
    }
  }
}
