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

  /// The files that may be meant by a name, the likeliest first: the path itself, or the forms of that id in the first
  /// directory that has one, `ID.yaml` before others. Empty where there is none.
  public func candidates(for name: String) -> [String] {
    if Self.isPath(name) { return [name] }
    for directory in directories {
      let named = "\(directory)/\(name).yaml"
      // One of that name without a readable line `form:` is a broken form, which its reader will explain.
      if Self.isFormID(name), access(named, F_OK) == 0, Self.formID(inFile: named) ?? name == name { return [named] }
      let found = Self.forms(in: directory).filter { $0.id == name }.map(\.path)
      if !found.isEmpty { return found }
    }
    return []
  }

  /// All forms, by directory and name of file. An id that an earlier directory has hides those of later ones.
  public func all() -> [FormFile] {
    var found: [FormFile] = []
    for directory in directories {
      let known = Set(found.map(\.id))
      found += Self.forms(in: directory).filter { !known.contains($0.id) }
    }
    return found
  }

  /// The sentence for a name that leads to nothing.
  public func missing(_ name: String) -> String {
    let shown = name.prefix(60).withVisibleControls
    let near = closestMatch(to: name, in: all().map(\.id)).map { ": did you mean \($0)?" } ?? ""
    let places = directories.map(\.withVisibleControls).joined(separator: ", ")
    return "there is no form \(shown) in \(places)\(near)"
  }

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
      return formID(inFile: path).map { FormFile(path: path, id: $0) }
    }
  }

  /// What stands behind `form:` at the beginning of a line, in the first part of a file; nil where it doesn't. Quick: a
  /// menu of a hundred forms must not read a hundred trees.
  static func formID(inFile path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return formID(in: bytes[..<count])
  }

  static func formID(in bytes: ArraySlice<UInt8>) -> String? {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes
    for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) where line.starts(with: "form:".utf8) {
      let value = line.dropFirst(5).prefix { $0 != UInt8(ascii: "#") }
      let trimmed = value.filter { $0 != 0x20 && $0 != 0x09 && $0 != UInt8(ascii: "'") && $0 != UInt8(ascii: "\"") }
      return trimmed.isEmpty ? nil : String(decoding: trimmed, as: UTF8.self)
    }
    return nil
  }
}
