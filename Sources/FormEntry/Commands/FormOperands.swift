import Configuration
import FormSchema
import Glibc

/// The forms that a command of supervisors is asked about.
enum FormOperands {
  /// Reads each form of the operands in turn; a path without any is told. Answers the status of that alone.
  static func forEach(_ invocation: Invocation, _ body: (String, FormReading) -> Void) -> ExitStatus {
    // Forms are looked at also where the station is not set up right.
    let station = try? StationConfiguration.load(
      environment: invocation.environment, options: invocation.request.options)
    var status = ExitStatus.done
    for operand in invocation.operands {
      let paths = files(under: operand)
      if paths.isEmpty {
        invocation.errors.complain("there is no form (.yaml) in \(operand)")
        status.include(.refused)
      }
      for path in paths where invocation.output.isOpen {
        body(path, FormReader.read(path: path, notices: station?.notices))
      }
    }
    return status
  }

  /// A path that a file gives: one that is not absolute begins in the folder of that file.
  static func path(_ name: String, beside file: String) -> String {
    guard !name.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return name }
    return file[...slash] + name
  }

  /// The path itself, or the .yaml files of a directory and of all below it, sorted.
  private static func files(under path: String) -> [String] {
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
    return found.sorted() + folders.sorted().flatMap { files(under: $0) }
  }
}
