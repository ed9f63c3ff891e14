import Configuration
import DataFormats
import FormFlow
import FormSchema
import LabelData
import ScanField

/// The trigger and the capture window of a form.
extension FormScene {
  /// A window that nobody closes is no laser: it goes by itself.
  static let timeLimit = 20.0

  /// The trigger key, or the device that is the trigger: a press, a repeat, a release.
  func pullTrigger(_ phase: Key.Phase, ofDevice: Bool = false) {
    let now = MonotonicClock.seconds
    follow(trigger.advance(to: now, isOpen: isCapturing))
    if !isCapturing, phase == .press { trigger.mode = triggerMode }
    follow(
      phase == .release
        ? trigger.released(isOpen: isCapturing)
        : trigger.press(at: now, isRepeat: phase == .repeat, isOpen: isCapturing, ofDevice: ofDevice))
    watchTime()
  }

  /// The trigger is a device of its own.
  func pullDevice(_ phase: Key.Phase) {
    if phase == .press { commit() }
    pullTrigger(phase, ofDevice: true)
  }

  func tellOfDevice(_ trouble: String) {
    state.tell(.information, trouble)
    if stage.popups.isEmpty { refresh() }
  }

  /// Who looks elsewhere holds no trigger.
  func letGo() {
    follow(trigger.released(isOpen: isCapturing))
    watchTime()
  }

  private func follow(_ effect: Trigger.Effect) {
    switch effect {
    case .open: openCapture()
    case .openInDoubt: openCapture(inDoubt: true)
    case .renew: renewCapture()
    case .close: closeCapture()
    case .nothing: break
    }
  }

  /// The field's own mode, that of its lines, or the station's.
  private var triggerMode: TriggerMode {
    let field = state.cursor.map { form.field(at: $0).trigger ?? form.fields[$0.field].trigger } ?? nil
    return field ?? TriggerMode(rawValue: desk.station.trigger.rawValue) ?? .press
  }

  /// Silence of a held key and the time limit are seen by a timer that runs only while it is needed.
  private func watchTime() {
    if let timer = captureTimer { stage.loop.cancel(timer) }
    captureTimer = nil
    guard isCapturing || trigger.dueAt != nil else { return }
    let due = trigger.dueAt.map { max(0.005, $0 - MonotonicClock.seconds) } ?? 0.5
    captureTimer = stage.loop.schedule(after: .milliseconds(Int(min(due, 0.5) * 1000) + 1)) { [weak self] in
      self?.checkTime()
    }
  }

  private func checkTime() {
    captureTimer = nil
    follow(trigger.advance(to: MonotonicClock.seconds, isOpen: isCapturing))
    if let window = captureWindow, window.isOpen, window.seconds >= Self.timeLimit { closeCapture() }
    watchTime()
  }

  /// In doubt whether the trigger was pressed or held on, what was taken before stays taken.
  func openCapture(inDoubt isInDoubt: Bool = false) {
    let isForForm = state.question == nil && stage.popups.isEmpty
    guard isForForm || asksForCode, regions.kind != .tooSmall, !isCapturing else { return }
    guard desk.station.camera != "none" else {
      state.tell(.information, "There is no camera here: use a scanner, or type the code")
      return stage.popups.isEmpty ? refresh() : ()
    }
    do {
      let capture = try desk.capture()
      let window = captureWindow ?? CaptureWindow(capture, stage, isMirrored: desk.station.mirror)
      captureWindow = window
      window.seen = { [weak self] in self?.see($0, height: $2) }
      refused = []
      if !isInDoubt { takenCodes = [] }
      window.open(in: capturePlace(), symbologies: asksForCode ? [] : wantedSymbologies)
      if !asksForCode { showTicks() }
    } catch {
      state.tell(.refused, error.message)
      return stage.popups.isEmpty ? refresh() : ()
    }
    watchTime()
  }

  /// All that is in view counts as new.
  private func renewCapture() {
    refused = []
    takenCodes = []
    captureWindow?.renew()
  }

  func closeCapture() {
    guard let window = captureWindow, window.isOpen else { return }
    window.close()
    if let popup = stage.popups.last { popup.draw(on: stage.screen) } else { refresh() }
  }

  var isCapturing: Bool { captureWindow?.isOpen ?? false }

  /// What is asked is answered by a code: who may confirm a warning shows a badge.
  var asksForCode: Bool { stage.popups.last?.takesScans ?? false }

  /// Only what some shown field takes is looked for; nothing named is everything.
  private var wantedSymbologies: Set<Symbology> {
    let fields = (form.fields + form.fields.flatMap(\.columns)).filter { $0.type == .barcode }
    let wanted = fields.map(\.symbologies)
    guard !wanted.contains(where: \.isEmpty) else { return [] }
    // A camera cannot tell GS1-128 from Code 128, or UPC-A from EAN-13, before it has read the code.
    var all = wanted.reduce(into: Set<Symbology>()) { $0.formUnion($1) }
    for (one, other) in [(Symbology.code128, Symbology.gs1128), (.ean13, .upcA), (.qr, .gs1QR), (.itf, .itf14)]
    where all.contains(one) || all.contains(other) {
      all.formUnion([one, other])
    }
    return all
  }

  /// The half of the form's part of the screen where the focused field is not; the right column of a wide screen.
  private func capturePlace() -> ScreenRect {
    let size = stage.screen.size
    if regions.kind == .wide {
      // As high as a picture of four to three in the column's width: a higher one would lose its sides.
      let side = regions.side
      let height = min(side.height, max(7, (side.width - 2) * 3 / 8 + 2))
      return ScreenRect(row: side.row, column: side.column, height: height, width: side.width)
    }
    if regions.kind == .single {
      return ScreenRect(row: 3, column: 0, height: size.rows - 4, width: size.columns)
    }
    let top = 1
    let bottom = regions.lastScanRow ?? regions.messageRow
    if let popup = stage.popups.last {
      // Above or below what is asked; over it where there is no room.
      let above = popup.rect.row - top
      let below = bottom - popup.rect.row - popup.rect.height
      let height = max(above, below) < 5 ? bottom - top : max(above, below)
      return ScreenRect(
        row: above >= below || height == bottom - top ? top : bottom - height, column: 0, height: height,
        width: size.columns)
    }
    let focused = state.cursor.flatMap { view?.screenRow(of: $0) } ?? top
    // As high as can be without touching the row of the field.
    let above = focused - top
    let below = bottom - focused - 1
    let height = min(max(above, below), max(7, (bottom - top) * 5 / 8))
    return above > below
      ? ScreenRect(row: top, column: 0, height: height, width: size.columns)
      : ScreenRect(row: bottom - height, column: 0, height: height, width: size.columns)
  }
}
