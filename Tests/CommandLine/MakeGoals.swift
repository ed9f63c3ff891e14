import DataFormats
import Foundation
import Testing

/// What `make` does for people who only want to use the program. The compiler is not asked: it takes minutes.
@Suite("make", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/make"), "no make"))
struct MakeGoals {
  private let desk = RealProgram()

  /// The checkout as make sees it, with the programs that were built with the tests.
  private func checkout() throws {
    for name in ["Makefile", "Package.swift", "Scripts", "Forms", "Schemas", "packaging", "README.md", "CHANGELOG.md"] {
      try FileManager.default.copyItem(atPath: "\(Checkout.path)/\(name)", toPath: desk.path(name))
    }
    try desk.write("", to: "Sources/A.swift")
    try desk.write("", to: ".build/release/.keep")
    for name in ["formentry", "formentry-decode", "formentry-export"] {
      try FileManager.default.createSymbolicLink(
        atPath: desk.path(".build/release/\(name)"), withDestinationPath: RealProgram.program(name))
    }
  }

  /// A compiler that only talks.
  private func talkingCompiler() throws -> [String: String] {
    try desk.write("#!/bin/sh\necho 'Building for production...'\necho 'Build complete!'\n", to: "bin/swift")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: desk.path("bin/swift"))
    return ["PATH": desk.path("bin") + ":/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"]
  }

  @Test("make run without a terminal: the output is the saved record as JSON, and nothing else")
  func runWithoutATerminal() throws {
    try checkout()
    for _ in ["without a build", "with one"] {
      let outcome = try desk.shell("make run", environment: talkingCompiler())
      #expect(outcome.status == 0, "\(outcome)")
      #expect(outcome.lines.count == 1 && outcome.json.first?["form"]?.text == "receiving", "\(outcome)")
    }
  }

  @Test("make install: programs that find each other, forms with their labels, units with the right path")
  func install() throws {
    try checkout()
    // Built by the user, installed by root, who has no compiler.
    try desk.write("", to: ".build/release-is-built")
    let outcome = try desk.shell("make install DESTDIR=$PWD/root PREFIX=/opt/dock")
    try #require(outcome.status == 0, "\(outcome)")
    let installed = desk.path("root/opt/dock")
    for name in [
      "share/formentry/forms/receiving.yaml", "share/formentry/forms/labels/1-parcel.png",
      "share/formentry/forms/example.jsonl", "share/formentry/export.conf", "share/man/man1/formentry.1",
      "share/bash-completion/completions/formentry", "lib/systemd/system/formentry-export.timer",
      "share/doc/formentry/README.md", "share/formentry/Schemas/form.schema.json",
    ] {
      #expect(FileManager.default.fileExists(atPath: "\(installed)/\(name)"), "\(name)")
    }
    let unit = try String(contentsOfFile: "\(installed)/lib/systemd/system/formentry-export.service", encoding: .utf8)
    #expect(unit.contains("ExecStart=/opt/dock/bin/formentry export"))

    // From a directory that holds no forms, the installed program with its helpers and its forms.
    let program = "cd $HOME/elsewhere && \(installed)/bin/formentry"
    try desk.write("", to: "elsewhere/empty")
    let nowhere = try desk.shell("\(program) fill receiving --answers /dev/null")
    #expect(nowhere.status == 1, "\(nowhere)")
    #expect(
      nowhere.errors
        == "formentry: there is no form receiving in Forms, /etc/formentry/forms, nor any other: name a directory of forms with --forms or FORMENTRY_FORMS; examples lie in \(installed)/share/formentry/forms\n"
        || FileManager.default.fileExists(atPath: "/etc/formentry/forms"), "\(nowhere)")
    let forms = ["FORMENTRY_FORMS": installed + "/share/formentry/forms"]
    let filled = try desk.shell(
      "\(program) fill receiving --answers $FORMENTRY_FORMS/example.jsonl", environment: forms)
    #expect(filled.status == 0 && filled.json.first?["saved"] != nil, "\(filled)")
    let exported = try desk.shell("\(program) export receiving --to csv --all --out $HOME/out", environment: forms)
    #expect(exported.status == 0, "\(exported)")
  }
}
