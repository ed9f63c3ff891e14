import Configuration
import DataFormats

/// What `formentry export` was asked for.
struct ExportOptions: Equatable {
  enum Format: String, CaseIterable { case csv, jsonl }

  enum Profile: String, CaseIterable {
    /// Not a byte of a value is changed.
    case machine
    /// For Excel: a byte order mark, and no text that it would take for a formula.
    case excel
  }

  /// The id of a form, or the path of its file.
  var form = ""
  var format = Format.csv
  var profile = Profile.machine
  var isAll = false
  /// nil: the configured one.
  var store: String?
  /// nil: `export` in the store.
  var out: String?
  /// nil: all stations of the store.
  var station: String?
  var wantsHelp = false

  static let help = """
    Usage: formentry export FORM --to csv|jsonl --all [--profile machine|excel] [--out DIR] [--store DIR] [--station NAME]

    Writes the records of a form into new files: FORM-000001.csv and FORM.LINES-000001.csv for its rows, or
    FORM-000001.jsonl, and last FORM-000001.manifest.json, which says what they hold. The number is one up each time.

      FORM             the id of a form, or the path of its file
      --to FORMAT      csv (one table and one for each kind of rows) or jsonl (the records as they are stored)
      --all            all records
      --profile NAME   machine (default): no value is changed; excel: CSV with a byte order mark and without formulas
      --out DIR        where the files go; without it: export in the store
      --store DIR      the store; without it: the configured one
      --station NAME   only the records of one station
      --help           this text

    Exit status: 0 done; 1 a line of the store is damaged, what stands before it was exported; 2 wrong usage;
    3 the disk failed.
    """

  /// Throws the sentence that says what is wrong with the arguments.
  init(_ arguments: [String]) throws(ExportFault) {
    var rest = arguments[...]
    var onlyNames = false
    var format: String?
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-"), argument != "-", !onlyNames else {
        try take(form: argument)
        continue
      }
      if argument == "--" {
        onlyNames = true
        continue
      }
      let pieces = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let name = pieces[0]
      guard Self.valued.contains(name) || Self.plain.contains(name) else { throw Self.unknown(name) }
      if Self.plain.contains(name) {
        guard pieces.count == 1 else { throw ExportFault(.usage, "\(name) takes no value") }
        if name == "--all" { isAll = true } else { wantsHelp = true }
        continue
      }
      guard let value = pieces.count == 2 ? pieces[1] : rest.popFirst(), !value.isEmpty else {
        throw ExportFault(.usage, "\(name) wants a value")
      }
      if name == "--to" { format = value } else { try take(name, value) }
    }
    if wantsHelp { return }
    try finish(format)
  }

  private static let valued = ["--to", "--profile", "--out", "--store", "--station", "--forms", "--operator", "--lang"]
  private static let plain = ["--all", "--help", "-h"]

  private static func unknown(_ name: String) -> ExportFault {
    let near = closestMatch(to: name, in: valued + plain).map { ": did you mean \($0)?" } ?? ""
    return ExportFault(.usage, "there is no option \(name)\(near)")
  }

  private mutating func take(form name: String) throws(ExportFault) {
    guard form.isEmpty else { throw ExportFault(.usage, "one form is exported at a time, not \(form) and \(name)") }
    form = name
  }

  private mutating func take(_ name: String, _ value: String) throws(ExportFault) {
    switch name {
    case "--profile":
      guard let profile = Profile(rawValue: value) else {
        throw ExportFault(.usage, "--profile wants machine or excel, not \(value)")
      }
      self.profile = profile
    case "--out": out = value
    case "--store": store = value
    case "--station": station = value
    default: break  // What all verbs take and this one has no use for.
    }
  }

  private mutating func finish(_ format: String?) throws(ExportFault) {
    if form.isEmpty { throw ExportFault(.usage, "which form? formentry export FORM --to csv --all") }
    guard let format else { throw ExportFault(.usage, "--to is missing: csv or jsonl") }
    guard let known = Format(rawValue: format) else {
      throw ExportFault(.usage, "--to wants csv or jsonl, not \(format)")
    }
    self.format = known
    if profile == .excel, known == .jsonl {
      throw ExportFault(.usage, "--profile excel is for csv: jsonl holds the records as they are stored")
    }
    if !isAll { throw ExportFault(.usage, "say --all: the export writes all records of the form") }
  }
}

/// Why an export ended: one sentence, and the exit status that it means.
struct ExportFault: Error, CustomStringConvertible {
  enum Kind: Int32 {
    /// Something in the store is not as it should be.
    case found = 1
    case usage = 2
    case environment = 3
  }

  let kind: Kind
  let message: String

  init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message.withVisibleControls
  }

  var description: String { message }
}
