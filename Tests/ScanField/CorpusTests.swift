import DataFormats
import Foundation
import ScanField
import Testing

/// Real photographs, scored by the script that lies beside them.
@Suite struct CorpusTests {
  static let corpus = sharedFolder?.appendingPathComponent("barcodes")

  @Test(
    "better than the best of the open engines (86.3 % right), at most 4 texts wrong, nothing read where there is no code",
    .enabled(if: corpus != nil, "the photographs are not beside the checkout"), .timeLimit(.minutes(15)))
  func photographs() throws {
    let corpus = try #require(Self.corpus)
    let list = PictureList(under: corpus.path)
    #expect(list.problems.isEmpty)
    let worker = try DecodeWorker(executable: workerPath)
    var lines = Data()
    for path in list.paths {
      for code in try worker.decode(still: path, options: DecodeOptions(all: true)) {
        lines.append(Data("\(code.json(source: path))\n".utf8))
      }
    }
    let score = corpus.appendingPathComponent("score.py").path
    let result = try run(
      "/usr/bin/env", ["python3", score, "--min", "86.4", "--max-wrong", "4"], input: lines)
    if let file = ProcessInfo.processInfo.environment["FORMENTRY_SCORE"] {
      try result.output.write(toFile: file, atomically: true, encoding: .utf8)
    }
    #expect(result.status == 0, "\(result.output)")
  }
}
