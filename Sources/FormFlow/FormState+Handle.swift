import DataFormats
import FormSchema
import LabelData

extension FormState {
  /// Several events as one step: the draft is kept once, as all of them leave the record and the cursor.
  public mutating func handle(_ events: [Event], _ surroundings: Surroundings) -> [Effect] {
    let effects = events.flatMap { handle($0, surroundings) }
    let last = effects.lastIndex(where: \.savesDraft)
    return effects.enumerated().filter { !$0.element.savesDraft || $0.offset == last }.map(\.element)
  }

  /// The one way in: an event changes the state and says what the program has to do.
  public mutating func handle(_ event: Event, _ surroundings: Surroundings) -> [Effect] {
    if question != nil {
      switch event {
      case .answered(let key, let reason, let by): return answer(key, reason: reason, by: by, surroundings)
      // A scan never answers a question; it waits until that is done.
      case .scanned(let input):
        waiting.append(input)
        return []
      default: return []
      }
    }
    notice = nil
    let mayDiscard = offersDiscard
    offersDiscard = false
    switch event {
    case .typed(let text, let place): return type(text, at: place, surroundings)
    case .moved(let place): move(to: place, surroundings)
    case .next: return goOn(surroundings)
    case .back: move(to: cursor.flatMap { placeBefore($0, surroundings) }, surroundings)
    case .scanned(let input): return take(input, surroundings).effects
    case .answered: break
    case .newLine: return beginLine(surroundings)
    case .deleteLine: askToDelete(surroundings)
    case .clearField: return clear(mayDiscard: mayDiscard)
    case .discardRecord: askToDiscard()
    case .undoScan: return undoLast(surroundings)
    case .repeatPrevious: return repeatPrevious(surroundings)
    case .complete: return complete(surroundings)
    case .changedOperator(let name): operatorName = name
    }
    return []
  }

  // MARK: Typing

  /// Puts a typed text into a field; a text that is no value stays there with its fault.
  mutating func type(_ text: String, at place: Place, _ surroundings: Surroundings) -> [Effect] {
    guard let before = cell(at: place), before.text != text else { return [] }
    let field = form.field(at: place)
    let typed = Self.cell(typed: text, of: field, surroundings)
    let cell = field.verifyTwice ? Self.verified(typed, after: before) : typed
    setCell(cell, at: place)
    staysForSecondEntry = typed.value != nil && cell.value == nil
    settle(surroundings)
    return [.saveDraft]
  }

  /// Of a field that is typed twice, a value counts when it came the same two times running.
  private static func verified(_ typed: Cell, after before: Cell) -> Cell {
    guard let value = typed.value, value != before.firstEntry else { return typed }
    guard before.awaitsSecondEntry else {
      return Cell(fault: "type it again, to make sure", origin: .typed, firstEntry: value)
    }
    return Cell(fault: "this was not the same as the first time: begin again, and type it twice", origin: .typed)
  }

  static func cell(typed text: String, of field: Field, _ surroundings: Surroundings) -> Cell {
    do {
      guard let value = try surroundings.entry.value(text, of: field) else { return Cell() }
      let settled = normalized(value, of: field)
      return Cell(text: settled.written, value: settled, fault: nil, origin: .typed)
    } catch {
      return Cell(text: text, value: nil, fault: error.message, origin: .typed)
    }
  }

  /// Tracking numbers as the carrier writes them; a typed SSCC without its AI.
  static func normalized(_ value: FieldValue, of field: Field) -> FieldValue {
    guard case .text(let text) = value else { return value }
    if field.takes.contains("00") { return .text(strippingSSCCPrefix(text)) }
    return field.check.map { .text($0.check.normalized(text)) } ?? value
  }

  // MARK: Moving

  private mutating func goOn(_ surroundings: Surroundings) -> [Effect] {
    guard let cursor else { return [] }
    if staysForSecondEntry {
      staysForSecondEntry = false
      return []
    }
    if let next = placeAfter(cursor, surroundings) {
      move(to: next, surroundings)
    } else if let missing = firstMissing(surroundings) {
      move(to: missing, surroundings)
    } else {
      notice = Notice(kind: .information, text: "Everything that must be filled is: save it, or go back")
    }
    return []
  }

  private mutating func beginLine(_ surroundings: Surroundings) -> [Effect] {
    let evaluation = Evaluation(self, surroundings)
    let here = cursor.flatMap { form.fields[$0.field].type == .lines ? $0.field : nil }
    guard
      let lines = here
        ?? form.fields.indices.first(where: { form.fields[$0].type == .lines && evaluation.isVisible(field: $0) })
    else {
      notice = Notice(kind: .information, text: "This form has no lines")
      return []
    }
    move(to: newRow(inLines: lines, surroundings), surroundings)
    return []
  }

  private mutating func askToDelete(_ surroundings: Surroundings) {
    guard let cursor, let row = cursor.row else {
      notice = Notice(kind: .information, text: "The cursor is on no line")
      return
    }
    let label = form.fields[cursor.field].label.text(in: surroundings.language)
    question = Question(
      .deleteRow(lines: cursor.field, row: row), "Delete line \(row + 1) of \(label)?",
      choices: [("y", "delete it"), ("n", "keep it")])
  }

  private mutating func undoLast(_ surroundings: Surroundings) -> [Effect] {
    guard let last = undo.popLast() else {
      notice = Notice(kind: .information, text: "There is no scan to take back")
      return []
    }
    let before = takeBack(last)
    let undone = max(0, scans.count - last.scanCount)
    scans.removeLast(undone)
    history.removeFirst(min(undone, history.count))
    let places = inputPlaces(Evaluation(self, surroundings))
    move(to: before.flatMap { places.contains($0) ? $0 : nil } ?? firstToFill(surroundings), surroundings)
    notice = Notice(kind: .information, text: "The last scan is taken back")
    return [.saveDraft]
  }

  private mutating func repeatPrevious(_ surroundings: Surroundings) -> [Effect] {
    guard let cursor else { return [] }
    let value: FieldValue?
    if let row = cursor.row {
      value = row > 0 ? cell(at: Place(field: cursor.field, row: row - 1, column: cursor.column))?.value : nil
    } else {
      value = Evaluation(self, surroundings).previous(field: cursor.field)
    }
    guard let value else {
      notice = Notice(kind: .information, text: "There is no value before this one")
      return []
    }
    return type(value.written, at: cursor, surroundings)
  }
}

/// What the program tells the state after it has carried out an effect.
extension FormState {
  /// Who fills it, told while a question is open.
  public mutating func setOperator(_ name: String) { operatorName = name }

  /// Shows a sentence until the next event.
  public mutating func tell(_ kind: Notice.Kind, _ text: String) {
    notice = Notice(kind: kind, text: text)
  }

  /// The record cannot be saved yet: a scan that was to begin the next one must be made again.
  public mutating func dropScanForNext() { scanForNext = nil }

  /// The scans that came while a question was open or while the record was saved: they are for the next record.
  public mutating func takeWaiting() -> [ScanInput] {
    defer { (waiting, scanForNext) = ([], nil) }
    return (scanForNext.map { [$0] } ?? []) + waiting
  }
}
