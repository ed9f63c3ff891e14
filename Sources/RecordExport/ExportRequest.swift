/// What is to be exported, from where to where.
struct ExportRequest {
  let form: String
  let format: ExportOptions.Format
  let profile: ExportOptions.Profile
  let store: String
  let out: String
  /// nil: all stations.
  let station: String?
  /// Whether there is a form file of that id.
  var isKnownForm = true
  /// What its fields were called before.
  var older = OlderNames()
}

/// What an export did.
struct ExportOutcome {
  let manifestPath: String
  /// A sentence: how many records, into which files.
  let summary: String
  /// What was found wrong on the way.
  let notices: [String]
  /// 0, or 1 where a damaged line or an unfinished end was met.
  let status: Int32
}
