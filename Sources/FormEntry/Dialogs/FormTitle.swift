import DataFormats
import Glibc

/// The title of a form for the menu, read without reading the form.
enum FormTitle {
  /// nil where the beginning of the file has none that can be told at a glance.
  static func read(path: String, language: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return title(in: bytes[..<count], language: language)
  }

  /// The value of the key `title` at the beginning of a line, with the lines indented under it.
  static func title(in bytes: ArraySlice<UInt8>, language: String) -> String? {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(where: { $0.starts(with: "title:".utf8) }) else { return nil }
    let more = lines[(start + 1)...].prefix { $0.first == 0x20 }
    let part = Array(([lines[start]] + more).joined(separator: [0x0A]))
    guard let node = try? YAMLNode.read(SourceText(path: "", bytes: part))?["title"] else { return nil }
    if let text = node.text { return text.isEmpty ? nil : text }
    let primary = String(language.prefix { $0 != "-" })
    let texts = (node.pairs ?? []).compactMap { pair in
      pair.key.text.flatMap { key in pair.value.text.map { (key, $0) } }
    }
    return (texts.first { $0.0 == language } ?? texts.first { $0.0 == primary } ?? texts.first)?.1
  }
}
