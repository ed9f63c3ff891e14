import Glibc

/// Whole screens kept as text files beside the tests, to be read in review. FORMENTRY_RECORD=1 writes them anew.
public enum Snapshot {
  /// Nil if `text` equals the file `Screens/NAME.txt` beside `testFile`, else what differs.
  public static func difference(_ text: String, _ name: String, testFile: String = #filePath) -> String? {
    let folder = testFile.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    let path = "\(folder)/Screens/\(name).txt"
    if getenv("FORMENTRY_RECORD") != nil {
      return write(text + "\n", to: path) ? nil : "\(path) cannot be written: error \(errno)"
    }
    guard let kept = read(path) else { return "\(path) is missing: run the test with FORMENTRY_RECORD=1" }
    if kept == text + "\n" { return nil }
    let (old, new) = (lines(kept), lines(text + "\n"))
    var differing = ["\(path) shows another screen:"]
    for index in 0..<max(old.count, new.count) {
      let before = index < old.count ? old[index] : "(no line)"
      let after = index < new.count ? new[index] : "(no line)"
      if before != after { differing += ["\(index + 1) kept  |\(before)", "\(index + 1) shown |\(after)"] }
    }
    return differing.joined(separator: "\n")
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  private static func read(_ path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&part, 1, part.count, file)
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += part[..<count]
    }
  }

  private static func write(_ text: String, to path: String) -> Bool {
    guard let file = fopen(path, "w") else { return false }
    defer { fclose(file) }
    let bytes = Array(text.utf8)
    return fwrite(bytes, 1, bytes.count, file) == bytes.count
  }
}
