import Foundation
import TerminalKit
import Testing

/// A dock with its forms and its store, in a directory that goes with it.
final class Dock {
  let folder: String
  var store: String { folder + "/store" }

  init(_ forms: [String: String] = Forms.all, in folder: String? = nil) throws {
    self.folder = folder ?? "\(FileManager.default.temporaryDirectory.path)/dialogs-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: self.folder + "/forms", withIntermediateDirectories: true)
    for (name, text) in forms { try write(text, form: name) }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func write(_ text: String, form name: String) throws {
    try text.write(toFile: "\(folder)/forms/\(name).yaml", atomically: true, encoding: .utf8)
  }

  /// The program beside this test bundle.
  static let program: String = {
    let bundle = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let beside = Bundle.allBundles.map(\.bundlePath) + [bundle, CommandLine.arguments[0]]
    let found = beside.map { ($0 as NSString).deletingLastPathComponent + "/formentry" }
    return found.first { FileManager.default.isExecutableFile(atPath: $0) } ?? "formentry"
  }()

  /// Pauses inside a scan may be as long as can be set.
  static let patient = ["FORMENTRY_BURST_GAP": "40"]

  static let now = "2026-11-30T08:14:05+01:00"

  /// A clerk sits down: the program runs, its first screen is painted.
  func start(
    _ form: String? = "cold_store", rows: Int = 24, columns: Int = 80, _ environment: [String: String] = [:],
    wrapped wrapper: [String]? = nil, camera: String = "none",
    abilities: PictureLayer.Abilities = PictureLayer.Abilities(), waits: Bool = true
  ) throws -> PseudoTerminal {
    let arguments =
      ["fill"] + (form.map { [$0] } ?? [])
      + ["--store", store, "--forms", folder + "/forms", "--station", "dock-3", "--camera", camera]
    // Forms/ of the directory that the program is started in would count too.
    let words = (wrapper ?? ["/usr/bin/env", "-C", folder]) + [Self.program] + arguments
    let terminal = try PseudoTerminal(
      words[0], Array(words.dropFirst()),
      environment: [
        "FORMENTRY_NOW": Self.now, "FORMENTRY_OPERATOR": "MK", "FORMENTRY_SOUND": "off", "HOME": folder,
      ].merging(environment) { $1 }, rows: rows, columns: columns, abilities: abilities)
    if waits { terminal.wait { $0.mark >= 0 } }
    return terminal
  }

  // MARK: what is on the disk

  struct Record {
    let json: [String: Any]
    var values: [String: Any] { json["values"] as? [String: Any] ?? [:] }
    var number: Int { json["number"] as? Int ?? -1 }
    func text(_ name: String) -> String? { values[name].map { "\($0)" } }
    func rows(_ name: String) -> [[String: Any]] { values[name] as? [[String: Any]] ?? [] }
    func row(_ name: String, _ index: Int) -> String {
      let rows = rows(name)
      guard rows.indices.contains(index) else { return "no row" }
      return rows[index].sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    }
    func list(_ name: String) -> [[String: Any]] { json[name] as? [[String: Any]] ?? [] }
  }

  var records: [Record] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: store)) ?? []
    return names.filter { $0.hasSuffix(".jsonl") }.sorted().flatMap { name in
      let text = (try? String(contentsOfFile: "\(store)/\(name)", encoding: .utf8)) ?? ""
      return text.split(separator: "\n").map { line in
        Record(json: (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any] ?? [:])
      }
    }
  }

  /// The fields of each draft, as field and text.
  var drafts: [[String: String]] {
    draftFiles.map { path in
      let json = FileManager.default.contents(atPath: path).flatMap {
        try? JSONSerialization.jsonObject(with: $0) as? [String: Any]
      }
      let fields = json?["fields"] as? [String: Any] ?? [:]
      return fields.compactMapValues { ($0 as? [String: Any])?["text"] as? String }
    }
  }

  var draftFiles: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: store + "/drafts")) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted().map { "\(store)/drafts/\($0)" }
  }
}

/// The keys of an xterm.
enum Keys {
  static let (help, trigger, records, list) = ("\u{1b}OP", "\u{1b}OQ", "\u{1b}OR", "\u{1b}OS")
  static let (before, line, undo, delete) = ("\u{1b}[15~", "\u{1b}[17~", "\u{1b}[18~", "\u{1b}[19~")
  static let (clear, save, operatorKey) = ("\u{1b}[20~", "\u{1b}[21~", "\u{1b}[23~")
  static let (esc, enter, tab, shiftTab, backspace) = ("\u{1b}", "\r", "\t", "\u{1b}[Z", "\u{7f}")
  static let (up, down, right, left) = ("\u{1b}OA", "\u{1b}OB", "\u{1b}OC", "\u{1b}OD")
  static let (pageUp, pageDown) = ("\u{1b}[5~", "\u{1b}[6~")
}

extension PseudoTerminal {
  /// Keys, each handled and shown before the next.
  func press(_ keys: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    for key in keys {
      send(key)
      #expect(waitForSync() || waitForEnd(0) != nil, "no answer to a key", sourceLocation: sourceLocation)
    }
  }

  /// Text typed by a person; slower where the station allows its scanner longer pauses.
  func write(_ text: String, pause: Int = 26) { type(text, pause: pause) }

  /// A label read by a keyboard scanner, and the moment that a person needs before the next key.
  func scan(_ code: String, end: String = "\r", sourceLocation: SourceLocation = #_sourceLocation) {
    send(code + end)
    #expect(waitForSync(), "no answer to a scan", sourceLocation: sourceLocation)
    rest()
  }

  func scan(bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
    send(bytes + [0x0d])
    #expect(waitForSync(), "no answer to a scan", sourceLocation: sourceLocation)
    rest()
  }

  /// A scanner that sends a character every `gap` milliseconds. On a busy machine this test may itself be late by some
  /// more: the program is to be started with `Dock.patient`.
  func scanSlowly(_ code: String, gap: Int = 5, end: String = "\r") {
    for byte in Array((code + end).utf8) {
      send([byte])
      usleep(UInt32(gap * 1000))
    }
    waitForSync()
    rest()
  }

  /// For 100 ms after a scan no control character is a key.
  func rest() { usleep(115_000) }

  /// Whether the screen shows `text`, now or in a moment.
  func shows(_ text: String) -> Bool {
    if waitFor(text, 2000) { return true }
    print("\"\(text)\" is not on this screen:\n\(screen.text)")
    return false
  }
  func hides(_ text: String) -> Bool { wait(2000) { !$0.text.contains(text) } }

  /// The first row of the screen that holds `text`.
  func row(_ text: String) -> String { screen.lines.first { $0.contains(text) } ?? "" }

  /// Where the cursor stands: the text of its row.
  var rowOfCursor: String { screen.lines[screen.cursor.row] }

  func resize(to columns: Int, _ rows: Int) {
    let marks = screen.markCount
    resize(rows: rows, columns: columns)
    wait { $0.markCount > marks }
    waitForSync()
  }

  var isAsBefore: Bool { isCooked && !screen.isAlternate && screen.isCursorVisible }
}

/// Nil where the screen is the one that is kept, else what differs.
func kept(_ terminal: PseudoTerminal, _ name: String) -> Comment? {
  Snapshot.difference(terminal.screen.text, name, testFile: #filePath).map { Comment(rawValue: $0) }
}
