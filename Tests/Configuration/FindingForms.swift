import DataFormats
import Testing

@testable import Configuration

@Suite struct FindingForms {
  private func locator(_ directories: [String], system: String = "/nowhere") -> FormLocator {
    var configuration = StationConfiguration(environment: [:], hostName: "x")
    configuration.forms = directories
    return FormLocator(configuration, workingDirectory: "/nowhere/Forms", systemDirectory: system)
  }

  @Test func `an id is looked for in one directory after the other`() throws {
    let scratch = try Scratch()
    let (first, second) = (scratch.path + "/first", scratch.path + "/second")
    try scratch.write("first/receiving.yaml", "# a remark\nform: receiving\n")
    try scratch.write("first/older.yaml", "title: x\nform: 'returns'   # old\n")
    try scratch.write("first/newer.yaml", "form: returns\n")
    try scratch.write("first/notes.txt", "form: notes\n")
    try scratch.write("first/half.yaml", "titel: x\n")
    try scratch.write("second/receiving.yaml", "form: receiving\n")
    try scratch.write("second/count.yaml", "\u{FEFF}form: count\r\n")
    let locator = locator([first], system: second)
    #expect(locator.directories == [first, "/nowhere/Forms", second])
    #expect(locator.candidates(for: "receiving") == [first + "/receiving.yaml"])
    #expect(locator.candidates(for: "returns") == [first + "/newer.yaml", first + "/older.yaml"])
    #expect(locator.candidates(for: "count") == [second + "/count.yaml"])
    #expect(locator.candidates(for: "half") == [first + "/half.yaml"])
    #expect(locator.candidates(for: "notes") == [])
    #expect(locator.candidates(for: "../x.yaml") == ["../x.yaml"])
    #expect(locator.all().map(\.id) == ["returns", "receiving", "count"])
    #expect(locator.missing("recieving").hasSuffix("did you mean receiving?"))
  }

  @Test(
    arguments: [
      ("the file that is named like the form", ["a.yaml": 9, "receiving.yaml": 2, "z.yaml": 3], "receiving.yaml"),
      ("the highest version", ["receiving-9.yaml": 9, "receiving-10.yaml": 10, "a.yaml": 1], "receiving-10.yaml"),
      ("of one version the first by name", ["b.yaml": 4, "a.yaml": 4, "c.yaml": 4], "a.yaml"),
      ("one without a version comes last", ["a.yaml": nil, "b.yaml": 1], "b.yaml"),
    ] as [(String, [String: Int?], String)])
  func `of versions side by side the menu and the name open the same one`(
    name: String, files: [String: Int?], opened: String
  ) throws {
    let scratch = try Scratch()
    for (file, version) in files {
      try scratch.write("forms/" + file, "form: receiving\n" + (version.map { "version: \($0)  # raised\n" } ?? ""))
    }
    let directory = scratch.path + "/forms"
    let locator = locator([directory])
    #expect(locator.candidates(for: "receiving").first == "\(directory)/\(opened)")
    #expect(locator.all().map(\.path) == ["\(directory)/\(opened)"])
  }

  @Test func `a form whose own file is broken is not passed over for its older version`() throws {
    let scratch = try Scratch()
    try scratch.write("forms/receiving.yaml", "frm: receiving\n")
    try scratch.write("forms/receiving-3.yaml", "form: receiving\nversion: 3\n")
    let directory = scratch.path + "/forms"
    #expect(locator([directory]).candidates(for: "receiving") == [directory + "/receiving.yaml"])
    #expect(locator([directory]).all().map(\.path) == [directory + "/receiving.yaml"])
  }

  @Test(arguments: [
    ("Forms/receiving", true), ("receiving.yaml", true), ("./x", true), ("receiving", false), ("receiving2", false),
  ])
  func `a name with a slash or .yaml is a path`(name: String, isPath: Bool) {
    #expect(FormLocator.isPath(name) == isPath)
  }

  @Test(arguments: ["", ".", "..", "a b", "\u{1B}", "räder", "x\0y"])
  func `names that no form can have lead nowhere`(name: String) throws {
    #expect(locator(["/tmp"]).candidates(for: name) == [])
  }
}
