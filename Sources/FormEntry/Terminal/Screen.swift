import CNewt

/// The cells of the screen, for what newt does not draw: status lines, messages, the capture window.
///
/// Nothing is seen before `refresh`, which writes only cells that changed. Everything is clipped to the screen. Drawing
/// leaves the cursor where the focused component has it.
final class Screen {
  private let session: TerminalSession
  /// See `CellCanvas`: what S-Lang adds to the colours of stored cells.
  let colourOffset: Int

  init(session: TerminalSession, palette: Palette = .standard) {
    self.session = session
    for role in Role.allCases {
      let (foreground, background) = palette.colours(of: role, rich: session.colours == .palette256)
      for object in [role.object] + role.newtObjects {
        if session.colours == .mono {
          SLtt_set_mono(object, nil, Palette.monochrome(role))
        } else {
          cnewt_set_colour(object, foreground, background)
        }
      }
    }
    colourOffset = Int(cnewt_colour_offset())
    clear()
  }

  var size: ScreenSize { session.size }
  var bounds: ScreenRect { ScreenRect(row: 0, column: 0, height: size.rows, width: size.columns) }
  var colours: ColourDepth { session.colours }
  var isUnicode: Bool { session.isUnicode }
  var hasDirectColours: Bool { session.hasDirectColours }
  var asksTerminal: Bool { session.asksForGraphics }
  var terminal: PreviewTerminal {
    PreviewTerminal(isUnicode: isUnicode, colours: colours, graphics: session.graphics)
  }

  /// What `text` looks like on this terminal: no control character, no character that it cannot show.
  func visible(_ text: String) -> String { DisplayText.visible(text, unicode: isUnicode) }

  // MARK: drawing

  /// Writes `text` into at most `width` columns (to the edge of the screen if nil) and, if a width was given, fills up
  /// what is left of it. Returns the columns that the text took.
  @discardableResult
  func put(_ text: String, row: Int, column: Int, width: Int? = nil, role: Role) -> Int {
    guard row >= 0, row < size.rows, column >= 0, column < size.columns else { return 0 }
    let room = max(0, min(width ?? size.columns, size.columns - column))
    let clipped = DisplayText.clipped(visible(text), columns: room)
    let padding = width == nil ? 0 : room - clipped.width
    keepingCursor {
      SLsmg_set_color(SLsmg_Color_Type(role.object))
      SLsmg_gotorc(Int32(row), Int32(column))
      cnewt_write(clipped.text + String(repeating: " ", count: padding))
    }
    return clipped.width
  }

  /// Makes all cells of `rect` blank.
  func fill(_ rect: ScreenRect, role: Role) {
    let rect = rect.clipped(to: size)
    guard !rect.isEmpty else { return }
    keepingCursor {
      SLsmg_set_color(SLsmg_Color_Type(role.object))
      SLsmg_fill_region(Int32(rect.row), Int32(rect.column), UInt32(rect.height), UInt32(rect.width), 0x20)
    }
  }

  /// A frame of lines on the edge of `rect`, its title in the middle of the upper line; the inside stays as it is.
  func frame(_ rect: ScreenRect, title: String = "", role: Role = .frame, titleRole: Role = .title) {
    guard rect.height >= 2, rect.width >= 2 else { return }
    keepingCursor {
      SLsmg_set_color(SLsmg_Color_Type(role.object))
      SLsmg_draw_box(Int32(rect.row), Int32(rect.column), UInt32(rect.height), UInt32(rect.width))
    }
    let shown = DisplayText.clipped(visible(title), columns: rect.width - 6)
    guard shown.width > 0 else { return }
    put(" \(shown.text) ", row: rect.row, column: rect.column + (rect.width - shown.width - 2) / 2, role: titleRole)
  }

  /// A line across `width` cells.
  func rule(row: Int, column: Int, width: Int, role: Role = .frame) {
    let rect = ScreenRect(row: row, column: column, height: 1, width: width).clipped(to: size)
    guard !rect.isEmpty else { return }
    keepingCursor {
      SLsmg_set_color(SLsmg_Color_Type(role.object))
      SLsmg_gotorc(Int32(rect.row), Int32(rect.column))
      SLsmg_draw_hline(UInt32(rect.width))
    }
  }

  // MARK: overlays

  /// Cells as they were, to be put back with `restoreCells`.
  struct SavedCells {
    let rect: ScreenRect
    fileprivate let size: ScreenSize
    fileprivate var rows: [[SLsmg_Char_Type]]
  }

  func saveCells(_ rect: ScreenRect) -> SavedCells {
    let rect = rect.clipped(to: size)
    var saved = SavedCells(rect: rect, size: size, rows: [])
    guard !rect.isEmpty else { return saved }
    keepingCursor {
      for row in rect.row..<rect.row + rect.height {
        var cells = [SLsmg_Char_Type](repeating: SLsmg_Char_Type(), count: rect.width)
        SLsmg_gotorc(Int32(row), Int32(rect.column))
        SLsmg_read_raw(&cells, UInt32(rect.width))
        saved.rows.append(cells)
      }
    }
    return saved
  }

  /// Puts the cells back. Does nothing if the screen has another size by now: everything is drawn anew then.
  func restoreCells(_ saved: SavedCells) {
    guard saved.size == size else { return }
    keepingCursor {
      for (index, cells) in saved.rows.enumerated() {
        var cells = cells
        SLsmg_gotorc(Int32(saved.rect.row + index), Int32(saved.rect.column))
        SLsmg_write_raw(&cells, UInt32(cells.count))
      }
    }
  }

  /// Writes a row of cells, each a character and a colour object (see `CellCanvas`).
  func putCells(row: Int, column: Int, characters: [UInt32], colours: [UInt16]) {
    guard row >= 0, row < size.rows, column >= 0, column < size.columns else { return }
    let count = min(characters.count, colours.count, size.columns - column)
    keepingCursor { cnewt_write_cells(Int32(row), Int32(column), colours, characters, Int32(count)) }
  }

  // MARK: showing

  /// Writes what has changed; it goes out before the loop waits.
  func refresh() {
    SLsmg_refresh()
  }

  /// Has all of these rows written again, whatever S-Lang believes is there.
  func touch(_ rect: ScreenRect) {
    let rect = rect.clipped(to: size)
    if !rect.isEmpty { SLsmg_touch_lines(Int32(rect.row), UInt32(rect.height)) }
  }

  /// Sends what leaves the cursor where it was, behind all that S-Lang has written.
  func send(_ bytes: [UInt8]) { session.send(bytes) }

  /// Nothing waits on its way to the terminal, as far as the system knows.
  var isLineFree: Bool { session.writer.isFree }

  /// Has everything written again: Ctrl-L.
  func redraw() { SLsmg_touch_screen() }

  /// Empties the whole screen.
  func clear() {
    SLsmg_set_color(SLsmg_Color_Type(NEWT_COLORSET_ROOT))
    SLsmg_gotorc(0, 0)
    SLsmg_erase_eos()
  }

  func showCursor(row: Int, column: Int) {
    SLsmg_gotorc(Int32(max(0, min(row, size.rows - 1))), Int32(max(0, min(column, size.columns - 1))))
    newtCursorOn()
  }

  func hideCursor() {
    newtCursorOff()
  }

  func bell() {
    newtBell()
    SLtt_flush_output()
  }

  private func keepingCursor(_ draw: () -> Void) {
    let (row, column) = (SLsmg_get_row(), SLsmg_get_column())
    draw()
    SLsmg_gotorc(row, column)
  }
}
