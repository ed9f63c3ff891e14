import Configuration
import DataFormats
import Glibc
import ScanField

/// The programs that formentry is shipped with.
enum Helper {
  /// Where a helper lies: beside this program, else in ../libexec/formentry; nil where it is in neither.
  static func path(of name: String) -> String? {
    directory.flatMap { directory in
      ["\(directory)/\(name)", "\(directory)/../libexec/formentry/\(name)"].first { access($0, X_OK) == 0 }
    }
  }

  /// The directory of the forms that were installed with the programs; nil where there are none.
  static var exampleForms: String? {
    guard let directory, let found = realpath("\(directory)/../share/formentry/forms", nil) else { return nil }
    defer { free(found) }
    let path = String(cString: found)
    return FormLocator.holdsForms(path) ? path : nil
  }

  /// Where this program lies.
  private static var directory: String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0, count < buffer.count else { return nil }
    let program = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard let slash = program.lastIndex(of: "/") else { return nil }
    return String(program[..<slash])
  }

  /// Starts the reader of pictures.
  static func decodeWorker() throws(DecodeError) -> DecodeWorker {
    guard let path = path(of: "formentry-decode") else {
      throw .cannotStart(
        executable: "formentry-decode", reason: "it lies neither beside formentry nor in ../libexec/formentry")
    }
    return try DecodeWorker(executable: path)
  }

  /// Becomes a helper with these words; returns only where that failed, with the errno.
  static func become(_ path: String, words: [String]) -> Int32 {
    var arguments = ([path] + words).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    signal(SIGPIPE, SIG_DFL)
    execv(path, &arguments)
    let reason = errno
    signal(SIGPIPE, SIG_IGN)
    return reason
  }
}
