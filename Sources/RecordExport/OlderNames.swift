import FormSchema

/// What the fields of a form were called in earlier versions: their values stand in one column with those of now.
struct OlderNames {
  /// Older name -> name.
  private(set) var fields: [[UInt8]: [UInt8]] = [:]
  /// By the lines field.
  private(set) var columns: [[UInt8]: [[UInt8]: [UInt8]]] = [:]

  init() {}

  init(_ form: FormDefinition) {
    func names(_ fields: [Field]) -> [[UInt8]: [UInt8]] {
      fields.reduce(into: [:]) { names, field in
        for older in field.was { names[Array(older.utf8)] = Array(field.id.utf8) }
      }
    }
    fields = names(form.fields)
    for field in form.fields where field.type == .lines { columns[Array(field.id.utf8)] = names(field.columns) }
  }
}
