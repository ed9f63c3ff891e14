import LabelData

/// The program's verbs and options: the one place where they are written down.
enum VerbTable {
  static let version = "0.1.0"

  /// Each is made when it is asked for: a program that opens a form needs the one verb.
  static var verbs: [Verb] {
    [fill, scan, explain, lint, test, show, diff, schema, recordsList, recordsShow, recordsVerify, export, doctor]
  }

  /// The verb that stands for none.
  static var usual: Verb { fill }

  /// The first words of verbs, each once.
  static let firstWords = [
    "fill", "scan", "explain", "lint", "test", "show", "diff", "schema", "records", "export", "doctor",
  ]

  /// The verbs that begin with a word.
  static func verbs(beginning word: String) -> [Verb] {
    switch word {
    case "fill": [fill]
    case "scan": [scan]
    case "explain": [explain]
    case "lint": [lint]
    case "test": [test]
    case "show": [show]
    case "diff": [diff]
    case "schema": [schema]
    case "records": [recordsList, recordsShow, recordsVerify]
    case "export": [export]
    case "doctor": [doctor]
    default: []
    }
  }

  private static let fill = Verb(
    "fill", "fill a form at the screen, or from a file of answers",
    operands: [
      Operand("FORM", .optional, "a form's id or the path of its file; without one, a menu of the forms", .form)
    ],
    options: [
      VerbOption(
        "answers", "FILE", "a JSON object of answers a line (- for the standard input), a JSON line back for each",
        completion: .file),
      VerbOption(
        "camera", "WHERE", "auto, none, a video device, a camera's name, a picture or a directory of pictures",
        completion: .file),
    ],
    isOfStation: true,
    details: [
      "The verb may be left out: 'formentry receiving' opens the form receiving.",
      "Of several files of one id (versions side by side) the first directory that has one counts, and in it ID.yaml, "
        + "else the highest version, else the first by name; any other is opened by its path. The menu shows the same.",
      "Completed records are saved before they are said to be; what was typed is kept as a draft until then.",
    ])

  private static let scan = Verb(
    "scan", "read the bar codes of pictures",
    operands: [Operand("SOURCE", .some, "a picture, or a directory that is searched with all below it", .file)],
    options: [
      VerbOption("all", nil, "every code of a picture, not the first alone"),
      VerbOption("symbologies", "LIST", "only these, with commas between them: ean-13,code-128,qr"),
      VerbOption("add-ons", nil, "the two or five digits beside an EAN or UPC too"),
      VerbOption("json", nil, "a JSON object a code"),
    ],
    details: [
      "A picture without a code prints nothing; the exit status is 0 when every picture could be read.",
      "Symbologies: " + Symbology.allCases.map(\.rawValue).joined(separator: " ") + ".",
    ])

  private static let explain = Verb(
    "explain", "say what a code means and what is wrong with it",
    operands: [Operand("TEXT", .one, "the code as a scanner sends it, or with its identifiers in brackets")],
    options: [
      VerbOption(
        "check", "NAME", "exit with 0 if the text passes this check, with 1 if not",
        choices: NamedCheck.allCases.map(\.rawValue)),
      VerbOption("form", "FORM", "say what a field of this form makes of it, step by step", completion: .form),
      VerbOption("field", "FIELD", "the field: sscc, or lines.gtin for one of rows"),
      VerbOption("json", nil, "one JSON object"),
    ],
    isOfStation: true,
    details: [
      "With --form and --field, the text comes to an empty form as a scan aimed at the field: what kind of code it is, which "
        + "part the field takes, and what each of its keys and rules says to that, with the line of the form. It exits "
        + "with 0 if the field takes it, 1 if not. Date, number and choice fields get the text as typed.",
      "A number of which only the check digit is wrong is told as what it nearly is.",
      "{GS}, {RS} and {EOT} stand for the control characters. A symbology identifier (]C1) may stand first.",
      "Checks: " + NamedCheck.allCases.map(\.rawValue).joined(separator: " ") + ".",
    ])

  private static let lint = Verb(
    "lint", "check forms",
    operands: [Operand("PATH", .some, "a form's file, or a directory of forms", .file)],
    options: [VerbOption("json", nil, "a JSON object a finding")],
    details: [
      "Each finding has its place (file:line:column), the line itself and the remedy. Warnings alone exit with 0."
    ])

  private static let test = Verb(
    "test", "run the cases that forms bring along",
    operands: [Operand("PATH", .some, "a form's file, or a directory of forms", .file)],
    details: [
      "A case under cases: has a name, answers and scans (texts, or pictures beside the form), and says what is saved, "
        + "refused: [FIELD] or warned: [RULE]; now sets its clock, before is saved first. Nothing is kept.",
      "What came otherwise has its place, the line and what came instead; exits with 1 then. Notes name the rules that "
        + "no case breaks and the fields that no case fills.",
    ])

  private static let show = Verb(
    "show", "draw a form as a screen would show it",
    operands: [Operand("FORM", .one, "a form's id or the path of its file", .form)],
    options: [VerbOption("size", "SIZE", "columns and rows of the screen, 80x24 by default")],
    isOfStation: true,
    details: [
      "All pages are drawn, of screens that have room for one field only each field; then the fields are named that are "
        + "not shown at first, with what shows them."
    ])

  private static let diff = Verb(
    "diff", "say what changed between two versions of a form",
    operands: [
      Operand("OLD", .one, "the form's file as it was", .file), Operand("NEW", .one, "the form's file as it is", .file),
    ],
    details: [
      "Each difference is a sentence; what begins with ! would break something: exports that other programs read, "
        + "records that are begun and not completed, or records of docks that still use the old version. Exits with 1 then.",
      "A field that has another id is the same field only where was: [OLD_ID] says so.",
    ])

  private static let schema = Verb(
    "schema", "print the JSON Schema of forms, for editors",
    details: [
      "An editor with yaml-language-server completes keys and points at slips where the first line of a form is: "
        + "# yaml-language-server: $schema=form.schema.json",
      "It is JSON Schema 2020-12, and knows keys and their shapes; names, expressions and files are for lint.",
    ])

  private static let recordsList = Verb(
    "records list", "list the records that count now",
    options: [
      VerbOption("form", "ID", "of this form only"),
      VerbOption("date", "DATE", "of this business date only: 2026-11-30"),
      VerbOption("json", nil, "the records themselves, a JSON line each"),
    ], isOfStation: true,
    details: ["Void records and those that another supersedes are left out."])

  private static let recordsShow = Verb(
    "records show", "print one record",
    operands: [Operand("RECORD", .one, "its id, or its number on a business date")],
    options: [
      VerbOption("date", "DATE", "the business date of a number, today by default"),
      VerbOption("json", nil, "the stored line as it is"),
    ], isOfStation: true)

  private static let recordsVerify = Verb(
    "records verify", "read the whole store and say what is whole",
    options: [VerbOption("json", nil, "one JSON object")], isOfStation: true,
    details: ["Exits with 1 when something is damaged. Nothing is changed."])

  private static let export = Verb(
    "export", "write records for other programs",
    operands: [Operand("FORM", .one, "a form's id, or the path of its file", .form)],
    options: [
      VerbOption("to", "FORMAT", "the kind of file", choices: ["csv", "jsonl"], isRequired: true),
      VerbOption("all", nil, "all records of the form", isRequired: true),
      VerbOption(
        "profile", "NAME", "machine changes no value; excel writes CSV with a byte order mark and without formulas",
        choices: ["machine", "excel"]),
      VerbOption("out", "DIR", "where the files go, by default the store's directory export", completion: .directory),
    ], isOfStation: true,
    details: [
      "Files are written aside and renamed when they are whole; the manifest, written last, says what they hold. "
        + "With --station, only that station's records are written.",
      "An export ends before the first damaged line of the store: it exits with 1, and its manifest says "
        + "\"complete\":false and names the line.",
    ])

  private static let doctor = Verb(
    "doctor", "say what works at this station, and what mends what does not",
    options: [
      VerbOption("json", nil, "a JSON object a line"),
      VerbOption("trigger", nil, "hold and tap the trigger key, and get the settings that fit it"),
    ],
    isOfStation: true,
    details: [
      "It looks at the configuration, the clock, the terminal, the cameras, the reader of bar codes, the forms and the "
        + "store, and changes no record. A camera is opened until its first picture has come.",
      "Each line begins with a sign: works, does not work, or cannot be told here. Exits with 3 when something does not work.",
    ])

  /// Options of the program itself, in place of a verb.
  static let programOptions: [VerbOption] = [
    .help,
    VerbOption("version", nil, "print the version"),
    VerbOption("man", nil, "print the manual page"),
    VerbOption("completions", "SHELL", "print the completions of a shell", choices: ["bash", "zsh", "fish"]),
    VerbOption("form-ids", nil, "print the ids of the forms that are found"),
  ]
}

extension VerbOption {
  static let help = VerbOption("help", nil, "explain the program, or a verb")

  static let common: [VerbOption] = [
    VerbOption("store", "DIR", "where the records are kept", completion: .directory),
    VerbOption("station", "NAME", "the station's name, by default the host's"),
    VerbOption("operator", "NAME", "who works at the station"),
    VerbOption("forms", "DIR", "where forms are looked for first; may be repeated", completion: .directory),
    VerbOption("lang", "TAG", "the language of forms and messages: en, de"),
  ]
}
