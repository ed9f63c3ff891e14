import Foundation
import Testing

/// The folder of suites and cases that stands beside a checkout, where there is one.
enum Shared {
  static let folder: String? = {
    let named = ProcessInfo.processInfo.environment["FORMENTRY_SHARED"]
    let beside = URL(filePath: #filePath).appending(path: "../../../../shared").standardizedFileURL.path
    return [named, beside].compactMap { $0 }.first { FileManager.default.fileExists(atPath: $0) }
  }()

  static func bytes(_ path: String) throws -> [UInt8] {
    let folder = try #require(folder)
    return try [UInt8](Data(contentsOf: URL(filePath: folder + "/" + path)))
  }

  /// The files below a folder, deep, by their paths in the shared folder, sorted.
  static func files(below path: String) -> [String] {
    guard let folder else { return [] }
    let root = folder + "/" + path
    let all = FileManager.default.enumerator(atPath: root)?.allObjects as? [String] ?? []
    return all.sorted().map { path + "/" + $0 }.filter {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: folder + "/" + $0, isDirectory: &isFolder) && !isFolder.boolValue
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test where the shared folder does not stand beside the checkout.
  static var needsShared: Self {
    .enabled(if: Shared.folder != nil, "needs the folder `shared` beside the checkout, or FORMENTRY_SHARED")
  }
}
