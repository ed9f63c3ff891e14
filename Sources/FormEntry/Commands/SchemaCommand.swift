import DataFormats
import FormSchema

/// `formentry schema`: the form language for editors.
enum SchemaCommand {
  static func run(_ invocation: Invocation) -> ExitStatus {
    invocation.output.write(FormJSONSchema.json.indented)
    return .done
  }
}
