import Configuration
import FormSchema
import Glibc

/// The directories of forms, and the forms in them.
enum FormsCheck {
  static func diagnoses(_ station: StationConfiguration) -> [Diagnosis] {
    let locator = FormLocator(station)
    let forms = locator.all()
    var found: [Diagnosis] = []
    for directory in locator.directories {
      guard access(directory, R_OK | X_OK) == 0 else {
        let reason = errno
        // Of those that are always looked at none need be there.
        guard station.forms.contains(directory) || reason != ENOENT else { continue }
        found.append(
          .wrong(
            .forms, "\(directory) cannot be read: \(String(cString: strerror(reason)))",
            mend: reason == ENOENT
              ? "mkdir -p \(quoted(directory)), or take it out of the setting forms"
              : "chmod a+rX \(quoted(directory))"))
        continue
      }
      let own = forms.filter { $0.path.hasPrefix(directory + "/") }
      let faulty = own.filter { FormReader.read(path: $0.path).form == nil }
      let count = "\(own.count) \(own.count == 1 ? "form" : "forms") in \(directory)"
      if let first = faulty.first {
        let names = faulty.map(\.id).joined(separator: ", ")
        found.append(
          .wrong(.forms, "\(count); with faults: \(names)", mend: "formentry lint \(quoted(first.path)) says what"))
      } else {
        found.append(.well(.forms, count))
      }
    }
    if forms.isEmpty {
      found.append(
        .wrong(
          .forms, "there is none in \(locator.directories.joined(separator: ", "))",
          mend: "put a form there, or name another directory with --forms or the setting forms"))
    }
    return found
  }
}

/// A path as a shell takes it.
func quoted(_ path: String) -> String {
  let plain = path.utf8.allSatisfy { byte in
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E, 0x2F, 0x5F, 0x80...: true
    default: false
    }
  }
  return plain
    ? path : "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
}
