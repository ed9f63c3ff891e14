import Configuration
import DataFormats
import FormSchema
import Glibc

/// `formentry lint`: everything that is wrong with forms, each with its place, its line and its remedy.
enum LintCommand {
  static func run(_ invocation: Invocation) -> ExitStatus {
    // Forms are checked also where the station is not set up right.
    let station = try? StationConfiguration.load(
      environment: invocation.environment, options: invocation.request.options)
    var status = ExitStatus.done
    for operand in invocation.operands {
      let paths = formFiles(under: operand)
      if paths.isEmpty {
        invocation.errors.complain("there is no form (.yaml) in \(operand)")
        status.include(.refused)
      }
      for path in paths {
        let reading = FormReader.read(path: path, notices: station?.notices)
        for diagnostic in reading.diagnostics {
          if invocation.has("json") {
            invocation.output.write(diagnostic.json.description + "\n")
          } else {
            for line in diagnostic.rendered(from: reading.source).split(separator: "\n") {
              invocation.output.line(String(line))
            }
          }
        }
        if !reading.errors.isEmpty { status.include(.refused) }
      }
    }
    return status
  }

  /// The path itself, or the .yaml files of a directory and of all below it, sorted.
  private static func formFiles(under path: String) -> [String] {
    guard let directory = opendir(path) else { return [path] }
    defer { closedir(directory) }
    var found: [String] = []
    var folders: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasPrefix(".") { continue }
      let full = path.hasSuffix("/") ? path + name : path + "/" + name
      // Links to directories are not followed: they may lead round in a circle.
      if entry.pointee.d_type == UInt8(DT_DIR) {
        folders.append(full)
      } else if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
        found.append(full)
      }
    }
    return found.sorted() + folders.sorted().flatMap { formFiles(under: $0) }
  }
}
