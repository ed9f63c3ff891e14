import FormFlow
import FormSchema
import LabelData

/// What the clerk is asked: the questions of the state, what is missing, whether to leave.
extension FormScene {
  func ask(_ question: Question) {
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
    askConfirmers(question.confirmers[...], confirmed: []) { [weak self] names in
      guard let self else { return }
      guard desk.operatorName.isEmpty, question.wantsOperator else { return askReason(by: names) }
      askWhileConfirming("Who answers for it?") { [weak self] name in
        self?.setOperator(name)
        self?.askReason(by: names)
      }
    }
  }

  /// Those who alone may confirm some of the warnings show or type what they are known by, one after the other.
  private func askConfirmers(
    _ open: ArraySlice<Confirmer>, confirmed: [String], trouble: String = "", done: @escaping ([String]) -> Void
  ) {
    guard let confirmer = open.first else { return done(confirmed) }
    let list = confirmer.name.isEmpty ? "those who may confirm it" : confirmer.name
    askWhileConfirming("\(trouble)Scan or type one of \(displayable(list))", isHidden: true) { [weak self] text in
      guard let name = confirmer.name(among: [text]) else {
        self?.askConfirmers(open, confirmed: confirmed, trouble: "That is not on the list. ", done: done)
        return
      }
      self?.askConfirmers(open.dropFirst(), confirmed: confirmed + [name], done: done)
    }
  }

  /// The record keeps who, why and when: without a reason it is asked again.
  private func askReason(by names: [String], trouble: String = "") {
    askWhileConfirming("\(trouble)Why? (one reason for all)") { [weak self] reason in
      guard !reason.isEmpty else {
        self?.askReason(by: names, trouble: "A reason is wanted. ")
        return
      }
      self?.isAskingReason = false
      self?.send(.answered("y", reason: reason, by: names))
    }
  }

  /// A line about confirmed warnings; leaving it confirms nothing.
  private func askWhileConfirming(_ prompt: String, isHidden: Bool = false, done: @escaping (String) -> Void) {
    let popup = LinePopup(title: "Save it all the same", prompt: prompt, isHidden: isHidden, done: done)
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
  func show(_ findings: [Finding]) {
    let items = findings.map { $0.mark + $0.sentence(in: form, language) }
    let popup = ListPopup(title: "Not complete yet", items: items) { [weak self] index in
      guard let self, let place = findings[index].place else { return }
      goTo(place)
    }
    stage.open(popup)
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
}
