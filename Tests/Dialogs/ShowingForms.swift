import Foundation
import TerminalKit
import Testing

/// `formentry show FORM --size COLUMNSxROWS`: what is printed is what the dialog paints.
@Suite("A form drawn as text")
struct ShowingForms {
  private func show(_ dock: Dock, _ words: String...) throws -> (status: Int32, lines: [String], errors: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Dock.program)
    process.arguments = ["show"] + words + ["--forms", dock.folder + "/forms", "--store", dock.store]
    process.environment = ["FORMENTRY_NOW": Dock.now, "HOME": dock.folder, "LC_ALL": "C", "PATH": "/usr/bin:/bin"]
    process.currentDirectoryURL = URL(fileURLWithPath: dock.folder)
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let complaint = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return (process.terminationStatus, lines, complaint)
  }

  private static func trimmed(_ line: some StringProtocol) -> String {
    var line = String(line)
    while line.hasSuffix(" ") { line.removeLast() }
    return line
  }

  /// All rows but the first, where the station stands, and the last, the keys'.
  @Test(arguments: ["comeback", "cold_store"], [(80, 24), (132, 43), (40, 15), (80, 12)])
  func isWhatTheDialogPaints(_ form: String, _ size: (columns: Int, rows: Int)) throws {
    let dock = try Dock()
    let clerk = try dock.start(form, rows: size.rows, columns: size.columns)
    if form == "comeback" { clerk.press(Keys.line) }
    let painted = clerk.screen.lines.map { Self.trimmed($0) }
    let shown = try show(dock, form, "--size", "\(size.columns)x\(size.rows)")
    #expect(shown.status == 0 && shown.errors.isEmpty)
    let pages = stride(from: 0, to: shown.lines.count, by: size.rows + 1).map {
      shown.lines.dropFirst($0).prefix(size.rows)
    }
    let page = try #require(pages.first { $0.dropFirst().first == painted[1] }.map { Array($0) }, "\(shown.lines)")
    for row in 1..<size.rows - 1 where row != size.rows - 2 || !painted[row].contains("✗") {
      #expect(page[row] == painted[row], "row \(row)")
    }
    #expect(painted[0].hasPrefix(page[0]))
  }

  @Test(arguments: [(20, 10), (16, 8)]) func aFieldAScreen(_ columns: Int, _ rows: Int) throws {
    let dock = try Dock()
    let clerk = try dock.start("comeback", rows: rows, columns: columns)
    let painted = clerk.screen.lines.map { Self.trimmed($0) }
    let shown = try show(dock, "comeback", "--size", "\(columns)x\(rows)")
    // The row that was begun counts its fields, too.
    #expect(Self.trimmed(shown.lines[0].dropLast(3)) == Self.trimmed(painted[0].dropLast(3)))
    for row in 1..<rows - 1 {
      #expect(Self.trimmed(shown.lines[row].replacing("_", with: " ")) == painted[row], "row \(row)")
    }
    #expect(shown.lines.contains { $0.hasPrefix(" Items 1") })
  }

  @Test func fieldsThatAreNotShownAtFirstAreNamed() throws {
    let shown = try show(try Dock(), "cold_store")
    #expect(shown.lines.suffix(3) == ["Not shown at first:", "  Celsius (celsius): when haulier == 'DHL'", ""])
  }

  @Test func inAnotherLanguage() throws {
    #expect(try show(try Dock(), "comeback", "--lang", "de").lines[1].contains("┤ Rücksendungen ├"))
  }

  @Test(arguments: ["80", "80x", "x24", "0x0", "-1x24", "80x24x2", "9999x24", "99999999999999999999x1", "a\u{1b}xb"])
  func noSizeIsTold(_ size: String) throws {
    let shown = try show(try Dock(), "comeback", "--size=\(size)")
    #expect(shown.status == 2 && shown.errors.contains("such as 80x24") && shown.lines == [""])
    #expect(!shown.errors.contains("\u{1b}"))
  }

  @Test func aScreenThatIsTooSmallIsTold() throws {
    let shown = try show(try Dock(), "comeback", "--size", "15x8")
    #expect(shown.status == 2 && shown.errors.contains("the smallest screen is 16x8"))
  }

  @Test func wideAndControlCharactersKeepTheFrameStraight() throws {
    let form =
      "form: odd\ntitle: \"倉庫 \\e[31m\"\nversion: 1\nfields: [{id: a, label: \"入荷\\u200b日e\\u0301\", type: text}]\n"
    let dock = try Dock(["odd": form])
    let shown = try show(dock, "odd", "--size", "40x12")
    #expect(shown.status == 0 && !shown.lines.joined().contains("\u{1b}"))
    let clerk = try dock.start("odd", rows: 12, columns: 40)
    #expect(shown.lines[2] == Self.trimmed(clerk.screen.lines[2]))
  }
}
