import Glibc
import TerminalKit

/// Somebody at the terminal: the real program on a pty, its screen read and its keys pressed.
final class Clerk {
  static let (trigger, save, escape) = ("\u{1b}OQ", "\u{1b}[21~", "\u{1b}")
  /// The note is typed, the code comes from the camera.
  static let form = """
    form: dock
    title: Dock
    version: 1
    fields:
      - {id: note, label: Note, type: text, required: true}
      - {id: code, label: Code, type: barcode, symbologies: [ean-13], check: gtin, required: true}
    """

  static let forms = "/tmp/forms"

  static func keepForm() throws {
    mkdir(forms, 0o755)
    try keep(form, as: forms + "/dock.yaml")
  }

  let terminal: PseudoTerminal
  private let store: String
  nonisolated(unsafe) private static var count = 0

  /// Sits down at a station with that camera, before the form or before the menu of the forms.
  init(camera: String, atMenu: Bool = false, _ environment: [String: String] = [:]) throws {
    Self.count += 1
    store = "/tmp/store-\(Self.count)"
    try Self.keepForm()
    terminal = try PseudoTerminal(
      "/programs/formentry",
      ["fill"] + (atMenu ? [] : ["dock"])
        + [
          "--forms", Self.forms, "--store", store, "--station", "dock-3", "--operator", "MK", "--camera", camera,
        ],
      environment: ["FORMENTRY_SOUND": "off"].merging(environment) { $1 })
    guard wait(15, until: { $0.mark >= 0 }) else { throw Trouble("the form does not open:\n\(screen)") }
  }

  var screen: String { terminal.screen.text }

  func press(_ key: String) throws {
    terminal.send(key)
    let sent = terminal.sent
    guard wait(10, until: { $0.mark >= sent }) else { throw Trouble("a key is not answered:\n\(screen)") }
  }

  /// Types, and sees each letter at once: no camera may hold up a key.
  func type(_ text: String) throws {
    for character in text {
      usleep(26_000)
      let before = milliseconds()
      try press(String(character))
      slowestKey = max(slowestKey, milliseconds() - before)
    }
  }

  /// Puts the capture window away. Whoever types on needs longer than the moment that tells Esc from other keys.
  func closesWindow() throws {
    try press(Self.escape)
    try seesWindowGo()
  }

  /// Another press while the window looks for a code: its 20 seconds begin anew. On a slow machine the first picture may have
  /// taken most of them.
  func keepsWindow() throws { try press(Self.trigger) }

  func seesWindowGo() throws {
    guard wait(5, until: { !$0.lines.contains(where: isEdge) }) else {
      throw Trouble("the window does not close:\n\(screen)")
    }
  }

  /// Seconds, each waited for by itself: the host may stop the whole machine for longer than one of them.
  private func wait(_ seconds: Int, until isSo: (VirtualScreen) -> Bool) -> Bool {
    (0..<seconds).contains { _ in terminal.wait(1_000, until: isSo) }
  }

  /// The longest that a typed letter took to be shown, in milliseconds.
  private(set) var slowestKey = 0

  /// Waits until `text` is to be read; what stood in the lower edge of the capture window then.
  @discardableResult
  func reads(_ text: String, within time: Int = 18) throws -> String {
    guard wait(time, until: { $0.text.contains(text) }) else {
      throw Trouble("\"\(text)\" is not to be read:\n\(screen)")
    }
    return sentence
  }

  /// Waits until `text` is to be read, wherever it is.
  func shows(_ text: String) throws -> String {
    try reads(text)
    return text
  }

  /// Waits until the program has opened a device.
  func waitsUntilOpen(_ path: String) throws {
    let program = Process(number: terminal.pid)
    guard wait(10, until: { _ in program.hasOpen(path) }) else { throw Trouble("\(path) is not opened:\n\(screen)") }
  }

  /// The words of the capture window: in its lower edge, or in the rows above where they are too long for that.
  var sentence: String {
    guard let edge = terminal.screen.lines.lastIndex(where: isEdge) else { return "" }
    let words = terminal.screen.lines[edge].split { "└┘─ ".contains($0) }.dropLast(2)
    let row = words.isEmpty && edge > 0 ? terminal.screen.lines[edge - 1].split { "│ ".contains($0) } : Array(words)
    return row.joined(separator: " ")
  }

  /// The lower edge of the window ends with the seconds that it has been open.
  private func isEdge(_ line: String) -> Bool { line.hasSuffix(" s ─┘") }

  /// Waits until the picture is there: the line to aim with is drawn into it, of equals signs where this machine is so
  /// slow that plain letters are sent.
  func seesPicture(within time: Int = 30) throws {
    guard waits(time, until: { $0.text.contains("━━━━") || $0.text.contains("====") }) else {
      throw Trouble("there is no picture:\n\(screen)")
    }
  }

  /// Waits until the code has gone into its field.
  func gets(_ label: Label, within time: Int = 60) throws {
    let isThere = { (screen: VirtualScreen) in
      screen.lines.first { $0.contains("Code ") }?.contains(label.text) ?? false
    }
    guard waits(time, until: isThere) else { throw Trouble("\(label.text) does not come:\n\(screen)") }
  }

  /// Seconds. A window that went by itself meanwhile, after its 20 seconds, is opened again: this machine is emulated, and slow
  /// where others share its processors.
  private func waits(_ seconds: Int, until isSo: (VirtualScreen) -> Bool) -> Bool {
    var wasOpen = false
    for _ in 0..<seconds {
      if wait(1, until: isSo) { return true }
      if wasOpen, !isWindowOpen { try? press(Self.trigger) }
      wasOpen = wasOpen || isWindowOpen
    }
    return false
  }

  private var isWindowOpen: Bool { terminal.screen.lines.contains(where: isEdge) }

  /// Saves the record and leaves; the record must hold what was typed and what was scanned.
  func saves(_ label: Label, note: String) throws {
    try press(Self.save)
    try reads("Saved as record 1")
    let records = contents(below: store)
    guard records.contains("\"\(label.text)\""), records.contains("\"\(note)\"") else {
      throw Trouble("the record lacks \"\(note)\" or \(label.text): \(records)")
    }
  }
}

private func keep(_ text: String, as path: String) throws {
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
  guard file >= 0 else { throw Trouble("\(path) cannot be written") }
  _ = write(file, text, text.utf8.count)
  close(file)
}

/// The records of a store as text.
private func contents(below folder: String) -> String {
  names(in: folder).filter { $0.hasSuffix(".jsonl") }.map { text(of: "\(folder)/\($0)") }.joined()
}

func names(in folder: String) -> [String] {
  guard let directory = opendir(folder) else { return [] }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    names.append(withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
  }
  return names.sorted()
}

func text(of path: String) -> String {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return "" }
  defer { close(file) }
  var bytes: [UInt8] = []
  var part = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = read(file, &part, part.count)
    if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
    bytes += part[..<count]
  }
}
