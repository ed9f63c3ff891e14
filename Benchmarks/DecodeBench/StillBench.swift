import DataFormats
import ScanField

/// Picture files as `formentry scan --json --all` reads them.
enum StillBench {
  /// Prints the codes as that does, then the worker's milliseconds a picture: `ms` for finding the codes, `open` for
  /// making gray pixels of the file.
  static func run(_ folder: String, worker: DecodeWorker) throws {
    let paths = PictureList(under: folder).paths
    guard !paths.isEmpty else { throw Trouble("\(folder): there is no picture in it") }
    try worker.start()
    let clock = WorkerClock(worker)
    var (all, open) = (0.0, 0.0)
    for path in paths {
      open += clock.milliseconds { _ = try? worker.load(still: path, longestSide: 8_000) }
      var codes: [DecodedCode] = []
      all += clock.milliseconds { codes = (try? worker.decode(still: path, options: DecodeOptions(all: true))) ?? [] }
      for code in codes { print(code.json(source: path)) }
    }
    let count = Double(paths.count)
    print(["ms": .number("\((all - open) / count)"), "open": .number("\(open / count)")] as JSONValue)
  }
}
