import CVTerm

/// What a terminal shows of the bytes that a program writes: libvterm's screen, read as text and cells.
public final class VirtualScreen {
  /// One cell as it looks.
  public struct Cell: Equatable, Sendable {
    public var text: String
    public var isBold: Bool
    public var isReverse: Bool
    public var isUnderlined: Bool
    /// Number in the palette of 256; nil for the default colour and for direct ones.
    public var foreground: Int?
    public var background: Int?
  }

  public private(set) var rows: Int
  public private(set) var columns: Int
  public private(set) var isAlternate = false
  public private(set) var isCursorVisible = true
  /// The number in the last `OSC 77 ; number BEL`, -1 before the first, and how many of these there were.
  public private(set) var mark = -1
  public private(set) var markCount = 0
  /// Pictures of pixels over the cells.
  public let pictures = PictureLayer()

  private let terminal: OpaquePointer
  private let screen: OpaquePointer
  private let screenCallbacks: UnsafeMutablePointer<VTermScreenCallbacks>
  private let parserCallbacks: UnsafeMutablePointer<VTermParserCallbacks>

  public init?(rows: Int, columns: Int) {
    guard let terminal = vterm_new(Int32(rows), Int32(columns)), let screen = vterm_obtain_screen(terminal) else {
      return nil
    }
    self.rows = rows
    self.columns = columns
    self.terminal = terminal
    self.screen = screen
    screenCallbacks = .allocate(capacity: 1)
    screenCallbacks.initialize(to: VTermScreenCallbacks())
    parserCallbacks = .allocate(capacity: 1)
    parserCallbacks.initialize(to: VTermParserCallbacks())
    vterm_set_utf8(terminal, 1)
    vterm_screen_enable_altscreen(screen, 1)
    screenCallbacks.pointee.settermprop = { property, value, user in
      guard let user, let value else { return 0 }
      let screen = Unmanaged<VirtualScreen>.fromOpaque(user).takeUnretainedValue()
      switch property {
      case VTERM_PROP_ALTSCREEN: screen.isAlternate = value.pointee.boolean != 0
      case VTERM_PROP_CURSORVISIBLE: screen.isCursorVisible = value.pointee.boolean != 0
      default: break
      }
      return 1
    }
    screenCallbacks.pointee.damage = { area, user in
      guard let user else { return 0 }
      Unmanaged<VirtualScreen>.fromOpaque(user).takeUnretainedValue().pictures.wrote(
        rows: Int(area.start_row)..<Int(area.end_row), columns: Int(area.start_col)..<Int(area.end_col))
      return 1
    }
    parserCallbacks.pointee.osc = { command, length, user in
      guard let user, let command else { return 0 }
      let text = String(decoding: UnsafeRawBufferPointer(start: command, count: length), as: UTF8.self)
      Unmanaged<VirtualScreen>.fromOpaque(user).takeUnretainedValue().take(command: text)
      return 1
    }
    let user = Unmanaged.passUnretained(self).toOpaque()
    vterm_screen_set_callbacks(screen, screenCallbacks, user)
    vterm_screen_set_unrecognised_fallbacks(screen, parserCallbacks, user)
    vterm_screen_reset(screen, 1)
  }

  deinit {
    vterm_free(terminal)
    screenCallbacks.deallocate()
    parserCallbacks.deallocate()
  }

  private func take(command: String) {
    guard command.hasPrefix("77;"), let number = Int(command.dropFirst(3)) else { return }
    mark = number
    markCount += 1
  }

  public func feed(_ bytes: some Collection<UInt8>) {
    pictures.take(
      Array(bytes),
      text: { bytes in
        bytes.withUnsafeBytes { buffer in
          guard let base = buffer.bindMemory(to: CChar.self).baseAddress else { return }
          _ = vterm_input_write(terminal, base, buffer.count)
        }
      }, cursor: { cursor })
  }

  /// What the terminal answers to questions of the program.
  public func answers() -> [UInt8] {
    var bytes = [CChar](repeating: 0, count: 1024)
    let count = vterm_output_read(terminal, &bytes, bytes.count)
    defer { pictures.answers = [] }
    return pictures.answers + bytes[..<count].map { UInt8(bitPattern: $0) }
  }

  public func resize(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
    vterm_set_size(terminal, Int32(rows), Int32(columns))
  }

  public func cell(row: Int, column: Int) -> Cell {
    var cell = VTermScreenCell()
    vterm_screen_get_cell(screen, VTermPos(row: Int32(row), col: Int32(column)), &cell)
    let scalars = withUnsafeBytes(of: cell.chars) { Array($0.bindMemory(to: UInt32.self)) }
    var text = String.UnicodeScalarView()
    for value in scalars.prefix(while: { $0 != 0 && $0 != .max }) {
      if let scalar = Unicode.Scalar(value) { text.append(scalar) }
    }
    let isRightHalf = scalars[0] == .max
    return Cell(
      text: text.isEmpty ? (isRightHalf ? "" : " ") : String(text), isBold: cell.attrs.bold != 0,
      isReverse: cell.attrs.reverse != 0, isUnderlined: cell.attrs.underline != 0, foreground: index(cell.fg),
      background: index(cell.bg))
  }

  private func index(_ colour: VTermColor) -> Int? {
    let isDefault = colour.type & UInt8(VTERM_COLOR_DEFAULT_MASK.rawValue) != 0
    guard !isDefault, colour.type & UInt8(VTERM_COLOR_TYPE_MASK.rawValue) == UInt8(VTERM_COLOR_INDEXED.rawValue) else {
      return nil
    }
    return Int(colour.indexed.idx)
  }

  /// The rows as text, without the blanks at their ends.
  public var lines: [String] {
    (0..<rows).map { row in
      var line = (0..<columns).map { cell(row: row, column: $0).text }.joined()
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  public var text: String { lines.joined(separator: "\n") }

  public var cursor: (row: Int, column: Int) {
    var position = VTermPos()
    vterm_state_get_cursorpos(vterm_obtain_state(terminal), &position)
    return (Int(position.row), Int(position.col))
  }
}
