import Configuration
import DataFormats
import FormFlow
import FormSchema
import LabelData

/// What keys show beside the form: the operator's name, the records saved today, the help.
extension FormScene {
  func askOperator() {
    stage.open(
      LinePopup(title: "Operator", prompt: "Who works here now?") { [weak self] name in
        guard let self else { return }
        desk.operatorName = name
        send(.changedOperator(name))
      })
  }

  /// The records of this business date, newest first.
  func showRecords() {
    let lines: [String]
    do {
      let records = try desk.store.list(form: form.id, date: surroundings.businessDate, station: desk.station.station)
      lines = records.suffix(200).reversed().map { record in
        let values = record.content["values"]?.members ?? []
        let texts = values.prefix(4).compactMap { $0.value.text.map { displayable($0) } }
        return "\(record.number)  " + texts.joined(separator: "  ")
      }
    } catch {
      state.tell(.refused, error.message)
      return refresh()
    }
    let text = lines.isEmpty ? "No record was saved yet today." : lines.joined(separator: "\n")
    stage.open(TextPopup(title: "Saved today", text: text))
  }

  func showHelp() {
    let field = cursorField?.field
    var lines = [field?.label.text(in: language) ?? form.title.text(in: language)]
    if let hint = field?.hint?.text(in: language) { lines.append(hint) }
    lines.append("")
    for action in KeyAction.allCases {
      let names = stage.keys.keys(for: action).map(\.description).joined(separator: ", ")
      if !names.isEmpty { lines.append("\(names)  \(Self.words(for: action))") }
    }
    if let camera = desk.cameraInWords { lines += ["", stage.screen.visible(camera)] }
    stage.open(TextPopup(title: "Help", text: lines.joined(separator: "\n")))
  }

  static func words(for action: KeyAction) -> String {
    switch action {
    case .trigger: "Scan with the camera"
    case .save: "Save the record"
    case .back: "Back: what was entered stays as a draft"
    case .next: "Next field"
    case .previous: "Field before"
    case .pageUp: "Page before"
    case .pageDown: "Next page"
    case .help: "This help"
    case .history: "The records saved today"
    case .list: "The list of a choice field"
    case .previousValue: "The value of the record or row before"
    case .newLine: "New line"
    case .undoScan: "Take the last scan back"
    case .deleteLine: "Delete the line"
    case .clear: "Clear the field; twice: throw the record away"
    case .changeOperator: "Another operator"
    case .redraw: "Draw the screen again"
    }
  }
}
