/// Which part of the screen is for what, by its size.
struct Regions: Equatable {
  enum Kind: Equatable {
    /// One column, and the message line and keys under it.
    case usual
    /// A column on the right for capture and history: nothing is ever covered.
    case wide
    /// One field a screen, everything by digits and Enter.
    case single
    /// Nothing useful fits.
    case tooSmall
  }

  /// Smaller than this nothing useful fits.
  static let smallest = ScreenSize(rows: 8, columns: 16)

  let kind: Kind
  let size: ScreenSize
  /// The inside of the form's window.
  let form: ScreenRect
  /// The right column of a wide screen; empty elsewhere.
  let side: ScreenRect
  let statusRow: Int
  /// Rows for the last scan and the history under the form; none where they stand elsewhere.
  let lastScanRow: Int?
  let historyRow: Int?
  let messageRow: Int
  let keysRow: Int

  init(_ size: ScreenSize) {
    self.size = size
    statusRow = 0
    keysRow = size.rows - 1
    messageRow = size.rows - 2
    let isWide = size.columns >= 110 && size.rows >= 20
    let isSingle = size.columns < 34 || size.rows < 12
    guard size.rows >= Self.smallest.rows, size.columns >= Self.smallest.columns else {
      kind = .tooSmall
      form = ScreenRect(row: 0, column: 0, height: 0, width: 0)
      side = form
      lastScanRow = nil
      historyRow = nil
      return
    }
    kind = isSingle ? .single : isWide ? .wide : .usual
    let hasHistory = !isSingle && size.rows >= 18
    lastScanRow = isSingle ? nil : messageRow - (hasHistory && !isWide ? 2 : 1)
    historyRow = hasHistory && !isWide ? messageRow - 1 : nil
    let below = lastScanRow ?? messageRow
    let formWidth = isWide ? size.columns * 5 / 8 : size.columns
    form = ScreenRect(row: 2, column: 1, height: max(1, below - 3), width: formWidth - 2)
    side =
      isWide
      ? ScreenRect(row: 1, column: formWidth, height: below - 1, width: size.columns - formWidth)
      : ScreenRect(row: 0, column: 0, height: 0, width: 0)
  }
}
