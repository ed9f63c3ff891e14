import DataFormats
import Glibc
import ScanField

/// The first frame of each scene as a file, for readers that are no part of the program.
enum FrameFolder {
  /// Writes PGM files and, at last, `frames.jsonl`: `file`, `symbology` and, in `right`, the texts that are right; none
  /// where there is no code.
  static func make(_ folder: String, worker: DecodeWorker) throws {
    var list = ""
    let stage = try Stage()
    for number in Scene.all {
      let scene = try Scene(number: number, by: worker, scratch: folder)
      let head = "P5\n\(Scene.width) \(Scene.height)\n255\n"
      try stage.frame(0, of: scene).withPixels { try write(Array(head.utf8) + $0, to: "\(folder)/\(scene.file)") }
      let symbol = scene.label?.symbol
      let line: JSONValue = [
        "file": .string(scene.file), "symbology": .string(symbol?.kind.name ?? "none"),
        "right": .array((symbol?.accepted ?? []).map { .string($0) }),
      ]
      list += "\(line)\n"
    }
    try write(Array(list.utf8), to: "\(folder)/frames.jsonl")
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    guard let file = fopen(path, "w") else { throw Trouble("\(path) cannot be written") }
    let count = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, count == bytes.count else { throw Trouble("\(path) cannot be written") }
  }
}
