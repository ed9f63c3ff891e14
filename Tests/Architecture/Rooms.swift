import Foundation
import Testing

/// The checkout, as text.
enum Checkout {
  static let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The Swift files below a folder, by their paths in the checkout.
  static func swiftFiles(below folder: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: root.path + "/" + folder)?.allObjects as? [String] ?? []
    return names.filter { $0.hasSuffix(".swift") }.sorted().map { folder + "/" + $0 }
  }
}

/// The table of CONTRIBUTING.md: a room and what it may import.
struct RoomTable {
  let rows: [(room: String, imports: Set<String>)]

  init(markdown: String) {
    var rows: [(String, Set<String>)] = []
    var isInTable = false
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      if cells == ["room", "knows", "may import"] {
        isInTable = true
      } else if cells.count != 3 {
        isInTable = false
      } else if isInTable, !cells[0].hasPrefix("---") {
        rows.append((cells[0], Set(cells[2].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) })))
      }
    }
    self.rows = rows
  }

  func imports(of room: String) -> Set<String>? { rows.first { $0.room == room }?.imports }
}

@Suite struct Rooms {
  private func table() throws -> RoomTable { RoomTable(markdown: try Checkout.text("CONTRIBUTING.md")) }

  /// The modules that a Swift file imports.
  private func imports(in text: String) throws -> [String] {
    let pattern =
      #/^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)/#
      .anchorsMatchLineEndings()
    return text.matches(of: pattern).map { String($0.1) }
  }

  @Test func `a room imports only what its row of the table in CONTRIBUTING.md names`() throws {
    let table = try table()
    let always: Set = ["Swift", "Glibc", "Synchronization"]
    let files = Checkout.swiftFiles(below: "Sources")
    #expect(files.count > 50)
    for file in files {
      let room = String(file.split(separator: "/")[1])
      let allowed = try #require(table.imports(of: room), "CONTRIBUTING.md has no row for \(room)")
      for module in try imports(in: Checkout.text(file)) where !always.contains(module) {
        #expect(allowed.contains(module), "\(file) imports \(module), which the row of \(room) does not name")
      }
    }
  }

  @Test func `no Foundation in the programs`() throws {
    for file in Checkout.swiftFiles(below: "Sources") {
      for module in try imports(in: Checkout.text(file)) {
        #expect(!module.hasPrefix("Foundation") && !module.hasPrefix("Dispatch"), "\(file) imports \(module)")
      }
    }
  }

  @Test func `Package swift says the same as the table`() throws {
    let table = try table()
    let package = try Checkout.text("Package.swift")
    let pattern = #/\b(?:room|program)\(\s*"(\w+)",\s*needs:\s*\[([^\]]*)\]/#
    var declared: [String: Set<String>] = [:]
    for match in package.matches(of: pattern) {
      let names = match.2.split(separator: ",").map { $0.filter { $0.isLetter || $0.isNumber } }
      declared[String(match.1)] = Set(names.filter { !$0.isEmpty })
    }
    #expect(Set(declared.keys) == Set(table.rows.map(\.room)))
    for (room, imports) in table.rows { #expect(declared[room] == imports, "\(room)") }
  }

  @Test func `arrows run downwards only`() throws {
    var seen: Set<String> = []
    for (room, imports) in try table().rows {
      let above = imports.filter { !$0.hasPrefix("C") || $0 == "Configuration" }.subtracting(seen)
      #expect(above.isEmpty, "\(room) needs \(above.sorted()), which the table has only below it")
      seen.insert(room)
    }
  }

  @Test func `only the program with the dialogs knows newt`() throws {
    #expect(try table().rows.filter { $0.imports.contains("CNewt") }.map(\.room) == ["FormEntry"])
  }

  @Test(arguments: [
    ("import Glibc", ["Glibc"]), ("public import DataFormats\nimport Glibc", ["DataFormats", "Glibc"]),
    ("@testable import A", ["A"]), ("@preconcurrency internal import B", ["B"]), ("import struct C.D", ["C"]),
    ("// import E", []), ("let text = \"import F\"", []), ("  import G", ["G"]),
  ])
  func `imports are seen in whatever way they are written`(text: String, modules: [String]) throws {
    #expect(try imports(in: text) == modules)
  }
}
