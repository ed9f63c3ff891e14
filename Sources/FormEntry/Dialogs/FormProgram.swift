import Configuration
import DataFormats
import FormFlow
import FormSchema
import Glibc
import RecordStore

/// The dialogs: a menu of the forms, or one form, until the clerk leaves.
enum FormProgram {
  static func run(
    _ invocation: Invocation, _ station: StationConfiguration, _ clock: StationClock, _ locator: FormLocator
  ) -> ExitStatus {
    var form: FormDefinition?
    if let name = invocation.operands.first {
      // A fault of the form is told on the plain screen, before the dialogs take it.
      form = FillCommand.form(named: name, locator, station, invocation)
      if form == nil { return .refused }
    }
    do {
      let desk = try Desk(station, clock)
      let stage = try Stage(station)
      let shows = Shows(stage, desk, locator)
      if let form {
        try desk.open(form)
        stage.run(shows.scene(of: form) { stage.leave() })
      } else {
        stage.run(MenuScene(stage, locator, desk) { shows.open($0) })
      }
      // A message would wait for ever on a line that has stopped.
      guard !stage.session.writer.isStalled || isatty(STDERR_FILENO) == 0 else { return stage.status }
      for notice in desk.storeNotices + desk.store.takeNotices() + desk.troubles { invocation.errors.complain(notice) }
      for title in desk.unfinished.map(\.title) {
        invocation.errors.complain(
          "the unfinished record of \(title) is kept, and offered when the form is next opened")
      }
      return stage.status
    } catch let fault as StoreError {
      invocation.errors.complain(fault.message)
      return fault.kind == .request ? .usage : .environment
    } catch {
      invocation.errors.complain("\(error)")
      return .environment
    }
  }
}

/// Leads from the menu to a form and back.
final class Shows {
  private let stage: Stage
  private let desk: Desk
  private let locator: FormLocator

  init(_ stage: Stage, _ desk: Desk, _ locator: FormLocator) {
    self.stage = stage
    self.desk = desk
    self.locator = locator
  }

  func scene(of form: FormDefinition, left: @escaping () -> Void) -> FormScene {
    FormScene(form, desk, stage, left: left)
  }

  /// Opens a form from the menu; its faults are shown there.
  func open(_ path: String) {
    let reading = FormReader.read(path: path, notices: desk.station.notices, forFilling: true)
    guard let form = reading.form else {
      let text = reading.errors.map { $0.rendered(from: nil) }.joined()
      stage.open(TextPopup(title: "This form has faults", text: text))
      return
    }
    do {
      try desk.open(form)
      stage.closePopups()
      stage.show(
        scene(of: form) { [weak self] in
          guard let self else { return }
          stage.show(MenuScene(stage, locator, desk) { self.open($0) })
        })
    } catch {
      stage.open(TextPopup(title: "The form cannot be opened", text: error.message))
    }
  }
}

/// The forms to choose from.
final class MenuScene: Scene {
  private let stage: Stage
  private let forms: [FormLocator.FormFile]
  private let directories: [String]
  private let language: String
  private let camera: String?
  private let chosen: (String) -> Void
  private var isBuilt = false

  init(_ stage: Stage, _ locator: FormLocator, _ desk: Desk, chosen: @escaping (String) -> Void) {
    self.stage = stage
    self.chosen = chosen
    forms = locator.all()
    directories = locator.directories
    language = desk.station.lang
    camera = desk.cameraInWords
  }

  func build() {
    let title = " formentry" + (camera.map { "   " + stage.screen.visible($0) } ?? "")
    stage.screen.put(title, row: 0, column: 0, width: stage.screen.size.columns, role: .status)
    if forms.isEmpty { sayWhereFormsAreLookedFor() }
    // A menu that is open is opened again by the stage.
    if !isBuilt { uncovered() }
    isBuilt = true
  }

  func tearDown() {}

  private func sayWhereFormsAreLookedFor() {
    let examples = Helper.exampleForms.map { " Examples lie in \($0)." } ?? ""
    let text =
      "There is no form in \(directories.joined(separator: ", ")). Put one there, or name another directory with --forms."
      + "\(examples) Esc leaves."
    let lines = DisplayText.wrapped(stage.screen.visible(text), columns: max(1, stage.screen.size.columns - 2))
    for (row, line) in lines.enumerated() {
      stage.screen.put(" " + line, row: row + 2, column: 0, role: .background)
    }
  }

  func uncovered() {
    guard !forms.isEmpty else { return }
    let items = forms.map { file in
      FormTitle.read(path: file.path, language: language).map { "\($0)  \(file.id)" } ?? file.id
    }
    let popup = MenuPopup(
      items: items, chosen: { [weak self] in self?.open($0) }, left: { [weak self] in self?.stage.leave() })
    stage.open(popup)
  }

  private func open(_ index: Int) { chosen(forms[index].path) }

  func handle(_ input: InputEvent) {
    if case .key(let key) = input, key == .escape { stage.leave() }
  }

  var actsOnCharacters: Bool { false }

  func scan(_ bytes: [UInt8]) {
    stage.screen.put(
      " A scan came, and no form is open: open one and scan again", row: stage.screen.size.rows - 2, column: 0,
      width: stage.screen.size.columns, role: .status)
  }
  func keepAll() {}
  func suspend() {}
  func letGo() {}
  func pullDevice(_ phase: Key.Phase) {}
  func tellOfDevice(_ trouble: String) {}
}
