import CNewt

/// A window of newt's: frame, title, shadow. What it covers comes back when it is closed. Forms that are made while it is
/// on top lie in it. Close the window that was opened last first.
final class NewtWindow {
  private let session: TerminalSession
  private var isOpen = true

  /// The inside of the window, in cells of the screen.
  let inside: ScreenRect

  /// newt keeps twenty windows and corrupts its memory with sizes that are not positive.
  static let deepest = 20

  /// Opens it with `inside` cut to what fits on the screen with a frame around it. Nil if nothing fits.
  init?(session: TerminalSession, inside: ScreenRect, title: String = "") {
    let size = session.size
    let row = max(1, min(inside.row, size.rows - 2))
    let column = max(1, min(inside.column, size.columns - 2))
    let rect = ScreenRect(
      row: row, column: column, height: min(inside.height, size.rows - 1 - row),
      width: min(inside.width, size.columns - 1 - column))
    guard !rect.isEmpty, size.rows >= 3, size.columns >= 3, session.windowCount < Self.deepest else { return nil }
    let shown = DisplayText.clipped(DisplayText.visible(title, unicode: session.isUnicode), columns: rect.width - 4)
    let opened = newtOpenWindow(
      Int32(rect.column), Int32(rect.row), UInt32(rect.width), UInt32(rect.height), shown.width > 0 ? shown.text : nil)
    guard opened == 0 else { return nil }
    self.session = session
    self.inside = rect
    session.windowCount += 1
  }

  deinit {
    close()
  }

  func close() {
    guard isOpen else { return }
    isOpen = false
    session.windowCount -= 1
    newtPopWindowNoRefresh()
  }
}
