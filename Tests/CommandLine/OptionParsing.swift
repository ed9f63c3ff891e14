import Testing

@testable import FormEntry

/// What a command line asks for, in one line.
private func asked(_ words: [String]) -> String {
  do {
    switch try OptionParser(words).parse() {
    case .help(let verb): return "help " + (verb?.name ?? "-")
    case .version: return "version"
    case .manual: return "manual"
    case .formIDs: return "form ids"
    case .completions(let shell): return "completions \(shell)"
    case .run(let request):
      let options = request.options.map { "\($0.name)=\($0.value)" }
      return ([request.verb.name] + request.operands + options).joined(separator: " ")
    }
  } catch {
    return "fault: \(error.message)"
  }
}

@Suite struct OptionParsing {
  @Test(
    arguments: [
      ([], "fill"), (["receiving"], "fill receiving"), (["fill", "receiving"], "fill receiving"), (["fill"], "fill"),
      (["--store", "S", "receiving"], "fill receiving store=S"),
      (["--store", "S", "scan", "x"], "fault: scan has no option --store"),
      (["--json", "scan", "x"], "scan x json="), (["fill", "F", "--answers", "-"], "fill F answers=-"),
      (["fill", "F", "--answers=a=b"], "fill F answers=a=b"), (["fill", "F", "--answers="], "fill F answers="),
      (["fill", "--forms", "a", "--forms", "b"], "fill forms=a forms=b"),
      (["scan", "a", "b", "--all", "c"], "scan a b c all="),
      (["explain", "--", "--help"], "explain --help"), (["explain", "-"], "explain -"), (["--", "scan"], "fill scan"),
      (["records", "list", "--form", "x"], "records list form=x"),
      (["--station", "d", "records", "verify"], "records verify station=d"),
      (["export", "f", "--to", "csv", "--all"], "export f to=csv all="), (["./lint"], "fill ./lint"),
    ] as [([String], String)])
  func `words become a verb, operands and options`(words: [String], meaning: String) {
    #expect(asked(words) == meaning)
  }

  @Test(arguments: [
    (["--help"], "help -"), (["-h"], "help -"), (["scan", "--help"], "help scan"), (["export", "-h"], "help export"),
    (["records", "--help"], "help -"), (["records", "show", "--help"], "help records show"), (["--version"], "version"),
    (["--man"], "manual"), (["--completions", "fish"], "completions fish"), (["--completions=zsh"], "completions zsh"),
    (["--form-ids"], "form ids"), (["receiving", "--help"], "help -"),
  ])
  func `help and its like come before everything`(words: [String], meaning: String) {
    #expect(asked(words) == meaning)
  }

  @Test(arguments: [
    (["scan"], "scan wants SOURCE...: a picture, or a directory that is searched with all below it"),
    (["explain", "a", "b"], "explain takes only one TEXT, not 'b' too"),
    (["records", "list", "x"], "records list takes no words, not 'x' too"),
    (["scan", "--al", "x"], "scan has no option --al: did you mean --all?"),
    (["scan", "--xyzzy", "x"], "scan has no option --xyzzy"),
    (["scan", "-a", "x"], "there is no option -a; a word that begins with - stands behind --"),
    (["scan", "--all=yes", "x"], "--all takes no value"),
    (["fill", "--store"], "--store wants DIR"),
    (["fill", "--store", "--lang", "de"], "--store wants DIR, here follows --lang"),
    (["export", "f", "--to", "csb", "--all"], "--to knows no csb: did you mean csv?"),
    (["export", "f", "--to", "parquet", "--all"], "--to knows no parquet: it takes csv or jsonl"),
    (["export", "f", "--all"], "export wants --to csv|jsonl: the kind of file"),
    (["export", "f", "--to", "csv"], "export wants --all: all records of the form"),
    (["records"], "records wants list, show or verify"),
    (["records", "lst"], "records wants list, show or verify, not 'lst': did you mean list?"),
    (["lnt", "a", "b"], "there is no verb lnt: did you mean lint?"),
    (["exprt", "f", "--to", "csv"], "there is no verb exprt: did you mean export?"),
    (["a", "b"], "fill takes only one FORM, not 'b' too"),
    (["--completions", "tcsh"], "--completions wants bash, zsh or fish, not 'tcsh'"),
    (["scan", "--\u{1B}[31m", "x"], "scan has no option --␛[31m"),
  ])
  func `wrong usage is one sentence`(words: [String], sentence: String) {
    #expect(asked(words) == "fault: " + sentence)
  }

  @Test func `every verb does something`() {
    for verb in VerbTable.verbs { #expect(Program.command(verb) != nil, "\(verb.name)") }
  }

  @Test func `every option of a verb has one meaning`() {
    for verb in VerbTable.verbs {
      let names = verb.allOptions.map(\.name)
      #expect(Set(names).count == names.count, "\(verb.name)")
    }
  }

  @Test func `the worse status counts`() {
    var status = ExitStatus.refused
    status.include(.done)
    #expect(status == .refused)
    status.include(.environment)
    #expect(status == .environment)
  }
}
