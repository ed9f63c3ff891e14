import DataFormats
import Glibc

/// Finds form files by the name that a person gives, and lists them for the menu.
public struct FormLocator: Sendable {
  /// A file that says it is a form.
  public struct FormFile: Sendable, Hashable {
    public let path: String
    /// What its line `form:` says.
    public let id: String
  }

  /// The directories that are searched, in order.
  public let directories: [String]

  /// First the configured directories, then `./Forms`, then /etc/formentry/forms.
  public init(
    _ configuration: StationConfiguration, workingDirectory: String = "Forms",
    systemDirectory: String = "/etc/formentry/forms"
  ) {
    var directories = configuration.forms
    for directory in [workingDirectory, systemDirectory] where !directories.contains(directory) {
      directories.append(directory)
    }
    self.directories = directories
  }

  /// Whether a name is the path of a file, not the id of a form.
  public static func isPath(_ name: String) -> Bool {
    name.contains("/") || name.hasSuffix(".yaml") || name.hasSuffix(".yml")
  }

  /// The files that may be meant by a name, the one to open first: the path itself, or the forms of that id in the first
  /// directory that has one. Of several versions side by side `ID.yaml` counts, else the highest `version`, else the
  /// first by name. Empty where there is none.
  public func candidates(for name: String) -> [String] {
    if Self.isPath(name) { return [name] }
    for directory in directories {
      let found = Self.candidates(for: name, in: directory, Self.forms(in: directory))
      if !found.isEmpty { return found }
    }
    return []
  }

  /// All forms, by directory and name of file: of each id the one file that its name opens. An id that an earlier
  /// directory has hides those of later ones.
  public func all() -> [FormFile] {
    var found: [FormFile] = []
    var known: Set<String> = []
    for directory in directories {
      let forms = Self.forms(in: directory)
      let chosen = forms.filter { form in
        guard !known.contains(form.id) else { return false }
        return Self.candidates(for: form.id, in: directory, forms).first == form.path
      }
      // Its name leads to a file that cannot be read as a form: whoever chooses it is told why.
      let broken = Set(forms.map(\.id)).subtracting(known).subtracting(chosen.map(\.id)).sorted()
      found += chosen + broken.map { FormFile(path: "\(directory)/\($0).yaml", id: $0) }
      known.formUnion(forms.map(\.id))
    }
    return found
  }

  private static func candidates(for id: String, in directory: String, _ forms: [FormFile]) -> [String] {
    let named = "\(directory)/\(id).yaml"
    // One of that name without a readable line `form:` is a broken form, which its reader will explain.
    if isFormID(id), access(named, F_OK) == 0, head(ofFile: named)?.id ?? id == id { return [named] }
    let versions = forms.filter { $0.id == id }.map { (path: $0.path, version: head(ofFile: $0.path)?.version ?? 0) }
    return versions.enumerated()
      .sorted { ($1.element.version, $0.offset) < ($0.element.version, $1.offset) }
      .map(\.element.path)
  }

  /// The sentence for a name that leads to nothing. `examples` is the directory of the forms that came with the program,
  /// nil where there is none.
  public func missing(_ name: String, examples: String? = nil) -> String {
    let shown = name.prefix(60).withVisibleControls
    let ids = all().map(\.id)
    let near = closestMatch(to: name, in: ids).map { ": did you mean \($0)?" } ?? ""
    let help = ids.isEmpty ? ", nor any other: name a directory of forms with --forms or FORMENTRY_FORMS" : near
    let places = directories.map(\.withVisibleControls).joined(separator: ", ")
    let shipped = examples.map { "; examples lie in \($0.withVisibleControls)" } ?? ""
    return "there is no form \(shown) in \(places)\(help)\(shipped)"
  }

  /// Whether a directory holds a form.
  public static func holdsForms(_ directory: String) -> Bool { !forms(in: directory).isEmpty }

  private static func isFormID(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "_")
    }
  }

  private static func forms(in directory: String) -> [FormFile] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix("."), name.hasSuffix(".yaml") || name.hasSuffix(".yml") { names.append(name) }
    }
    return names.sorted().compactMap { name in
      let path = "\(directory)/\(name)"
      return head(ofFile: path)?.id.map { FormFile(path: path, id: $0) }
    }
  }

  /// What the keys `form` and `version` at the beginning of a line say in the first part of a file; nil where it cannot
  /// be read. Quick: a menu of a hundred forms must not read a hundred trees.
  static func head(ofFile path: String) -> (id: String?, version: Int?)? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return (value(of: "form:", in: bytes[..<count]), value(of: "version:", in: bytes[..<count]).flatMap { Int($0) })
  }

  private static func value(of key: String, in bytes: ArraySlice<UInt8>) -> String? {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes
    for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) where line.starts(with: key.utf8) {
      let value = line.dropFirst(key.utf8.count).prefix { $0 != UInt8(ascii: "#") }
      let trimmed = value.filter { $0 != 0x20 && $0 != 0x09 && $0 != UInt8(ascii: "'") && $0 != UInt8(ascii: "\"") }
      return trimmed.isEmpty ? nil : String(decoding: trimmed, as: UTF8.self)
    }
    return nil
  }
}
