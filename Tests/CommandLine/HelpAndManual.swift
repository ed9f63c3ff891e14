import Configuration
import Foundation
import Testing

@testable import FormEntry

@Suite struct HelpAndManual {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

  private static func text(_ path: String) -> String? {
    try? String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  @Test func `the help names every verb and fits a terminal`() {
    for verb in VerbTable.verbs {
      #expect(Help.text.contains("  \(verb.name) "), "\(verb.name)")
      for option in verb.allOptions {
        #expect(Help.text(of: verb).contains("--\(option.name)"), "\(verb.name) \(option.name)")
      }
    }
    for text in [Help.text] + VerbTable.verbs.map(Help.text(of:)) {
      for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }
  }

  @Test func `the manual names every verb, option, setting and key`() {
    let manual = ManPage.text.replacing("\\-", with: "-")
    for verb in VerbTable.verbs {
      #expect(manual.contains(".SS \(verb.name)\n"))
      for option in verb.allOptions { #expect(manual.contains(".B \(option.usage)\n"), "\(option.usage)") }
    }
    for setting in Setting.all { #expect(manual.contains(".B \(setting.name)\n"), "\(setting.name)") }
    for action in KeyAction.allCases { #expect(manual.contains(".B \(action.rawValue)\n"), "\(action.rawValue)") }
    for status in 0...3 { #expect(manual.contains(".B \(status)\n")) }
  }

  @Test func `no line of the manual is taken for a command by mistake`() {
    let known: Set = [".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".I", ".br"]
    for line in ManPage.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      #expect(!line.isEmpty)
      if line.hasPrefix(".") { #expect(known.contains(String(line.prefix { $0 != " " })), "\(line)") }
      #expect(!line.hasPrefix("'"), "\(line)")
    }
  }

  @Test(.enabled(if: text("README.md") != nil, "there is no README.md yet"))
  func `the README speaks of every verb, and of no option that is not there`() throws {
    let readme = try #require(Self.text("README.md"))
    for verb in VerbTable.verbs { #expect(readme.contains("formentry \(verb.words[0])"), "\(verb.name)") }
    let known = Set((VerbTable.verbs.flatMap(\.allOptions) + VerbTable.programOptions).map(\.name))
    for line in readme.split(separator: "\n") where line.contains("formentry") {
      for option in line.matches(of: #/(?:^|[\s`\[])--([a-z][a-z-]*)/#) {
        #expect(known.contains(String(option.1)), "--\(option.1) in: \(line)")
      }
    }
  }

  @Test func `the change log begins with this version`() throws {
    let log = try #require(Self.text("CHANGELOG.md"))
    let heading = try #require(log.split(separator: "\n").first { $0.hasPrefix("## ") })
    #expect(heading.hasPrefix("## \(VerbTable.version) "))
  }

  @Test func `completions name every verb and option`() {
    for shell in ["bash", "zsh", "fish"] {
      let script = Completions.script(for: shell)
      for verb in VerbTable.verbs {
        for word in verb.words { #expect(script.contains(word), "\(shell) \(word)") }
        for option in verb.allOptions { #expect(script.contains(option.name), "\(shell) \(option.name)") }
      }
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `shells that are there take the completions`(shell: String) throws {
    let path = ["/bin/\(shell)", "/usr/bin/\(shell)"].first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let path else { return }
    let program = RealProgram()
    try program.write(Completions.script(for: shell), to: "script")
    let result = try program.shell("\(path) -n script")
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func `bash offers verbs, options and their values`() throws {
    let program = RealProgram()
    try program.write(Completions.script(for: "bash"), to: "script")
    try program.write("form: receiving\n", to: "Forms/receiving.yaml")
    func offered(_ words: String) throws -> [String] {
      let result = try program.shell(
        """
        formentry() { "$FORMENTRY" "$@"; }; . ./script; COMP_WORDS=(\(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _formentry; printf '%s\\n' "${COMPREPLY[@]}"
        """)
      return result.output.split(separator: "\n").map(String.init)
    }
    #expect(try offered("formentry ex") == ["explain", "export"])
    #expect(try offered("formentry rec") == ["records", "receiving"])
    #expect(try offered("formentry records l") == ["list"])
    #expect(try offered("formentry records verify --js") == ["--json"])
    #expect(try offered("formentry export receiving --to j") == ["jsonl"])
    #expect(try offered("formentry explain --check ss") == ["sscc"])
  }
}
