import Foundation

/// The folder of handed cases beside the checkout, where it is there.
public enum Shared {
  public static let folder: String? = {
    let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let path = ProcessInfo.processInfo.environment["FORMENTRY_SHARED"] ?? checkout.appendingPathComponent("shared").path
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }()

  public static func path(_ name: String) -> String { (folder ?? "") + "/" + name }

  public static func lines(_ name: String) -> [String] {
    guard let text = try? String(contentsOfFile: path(name), encoding: .utf8) else { return [] }
    return text.split(separator: "\n").map(String.init)
  }
}
