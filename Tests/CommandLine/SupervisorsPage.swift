import DataFormats
import Foundation
import Testing

/// docs/forms.md, which supervisors read and copy from: what it shows is tried with the real program.
@Suite("The page about forms")
struct SupervisorsPage {
  private let desk = RealProgram()

  static let blocks = (try? Checkout.blocks(of: "docs/forms.md")) ?? []
  static let forms = blocks.filter { $0.language == "yaml" }

  /// Beside each other, as a reader who follows the page has them.
  init() throws {
    for block in Self.blocks where !block.file.isEmpty { try desk.write(block.text, to: block.file) }
  }

  @Test func everyFormOfItHasAFileNameOfItsOwn() {
    let names = Self.blocks.map(\.file).filter { !$0.isEmpty }
    #expect(Self.forms.count >= 8 && Self.forms.allSatisfy { $0.file.hasSuffix(".yaml") })
    #expect(Set(names).count == names.count)
  }

  @Test(arguments: forms.filter { !$0.isFaulty }) func whatItShowsAsRightIsRight(_ block: Checkout.Block) throws {
    let linted = try desk.formentry("lint", block.file)
    #expect(linted.status == 0 && linted.output.isEmpty && linted.errors.isEmpty, "\(block.file): \(linted)")
    let tested = try desk.formentry("test", block.file)
    #expect(tested.status == 0, "\(block.file): \(tested)")
  }

  @Test(arguments: forms.filter(\.isFaulty)) func whatItShowsAsWrongIsToldOnThePage(_ block: Checkout.Block) {
    #expect(Self.commands.contains { $0.line == "formentry lint \(block.file)" && !$0.output.isEmpty }, "\(block.file)")
  }

  /// A line behind `$`, and what the page says comes of it.
  struct Command: Sendable, CustomStringConvertible {
    let line: String
    var output: [String] = []
    var description: String { line }
  }

  static let commands: [Command] = blocks.filter { $0.language == "console" }.flatMap { block in
    block.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().reduce(into: [Command]()) {
      if $1.hasPrefix("$ ") {
        $0.append(Command(line: String($1.dropFirst(2))))
      } else if let last = $0.indices.last {
        $0[last].output.append(String($1))
      }
    }
  }

  @Test(arguments: commands) func theProgramSaysWhatThePageShows(_ command: Command) throws {
    let programs = URL(fileURLWithPath: RealProgram.program("formentry")).deletingLastPathComponent().path
    let outcome = try desk.shell("\(command.line) 2>&1", environment: ["PATH": "\(programs):/usr/bin:/bin"])
    var lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).map {
      String($0.replacing(/\x20+$/, with: ""))
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    #expect(lines == command.output)
  }
}

extension Checkout {
  /// A fenced block of a page: behind the fence the language, then `fault` where it shows what is wrong, then a file's
  /// name.
  struct Block: Sendable, CustomStringConvertible {
    let language: String
    let file: String
    let isFaulty: Bool
    let text: String
    var description: String { file }
  }

  static func blocks(of page: String) throws -> [Block] {
    let text = try String(contentsOfFile: "\(path)/\(page)", encoding: .utf8)
    return text.matches(of: /(?ms)^```(\w*)( fault)?(?: (\S+))?\n(.*?)^```$/).map { match in
      Block(
        language: String(match.1), file: match.3.map(String.init) ?? "", isFaulty: match.2 != nil,
        text: String(match.4))
    }
  }
}
