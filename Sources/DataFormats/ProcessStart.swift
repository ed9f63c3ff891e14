import CSystem
import Glibc

/// What this process was started with.
public enum ProcessStart {
  /// The words of the command line behind the program's name.
  public static var words: [String] {
    (0..<csystem_word_count()).dropFirst().compactMap { csystem_word($0).map { String(cString: $0) } }
  }

  /// The environment: of variables that stand twice, the first counts, as for getenv.
  public static var environment: [String: String] {
    guard var entry = csystem_variables() else { return [:] }
    var variables = [String: String](minimumCapacity: 64)
    while let text = entry.pointee {
      if let sign = strchr(text, 0x3d) {
        let name = UnsafeRawBufferPointer(start: text, count: UnsafeRawPointer(sign) - UnsafeRawPointer(text))
        let key = String(decoding: name, as: UTF8.self)
        if variables[key] == nil { variables[key] = String(cString: sign + 1) }
      }
      entry += 1
    }
    return variables
  }
}
