import DataFormats
import FormFlow
import FormSchema
import Testing

/// Answers that a broken program made: much of one kind must not cost its square in time.
@Suite("Answers with very many faults", .timeLimit(.minutes(15)))
struct ManyFaultsTests {
  static let many = 20_000

  private func outcome(_ answer: JSONValue) throws -> AnswerOutcome {
    let source = SourceText(
      path: "f.yaml", text: "form: f\ntitle: F\nversion: 1\nfields:\n  - {id: note, label: Note, type: text}\n")
    let form = try #require(FormReader.read(source).form)
    let now = try #require(Instant("2026-11-30T08:00:00+01:00"))
    return AnswerFiller.fill(
      form, with: answer, recordID: "r", Surroundings(now: now, station: "test", isHeadless: true),
      readPicture: { _ in [] })
  }

  @Test("Every unknown name is refused")
  func unknownNames() throws {
    let members = (0..<Self.many).map { JSONMember("k\($0)", "x") }
    #expect(try outcome(.object(members)).refused.count == Self.many)
  }

  @Test("Overrides of rules that do not exist are refused once")
  func unknownOverrides() throws {
    let overrides = [JSONValue](repeating: "nothing", count: Self.many)
    #expect(try outcome(["overrides": .array(overrides)]).refused.map(\.name) == ["overrides"])
  }
}
