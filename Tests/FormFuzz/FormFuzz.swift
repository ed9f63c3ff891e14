import DataFormats
import FormSchema
import Foundation

/// Mutates forms and expressions and reads what comes of it: `FormFuzz MINUTES FORM...`.
///
/// The minutes are of processor time, half of them for whole forms, half for expressions. What is read for longer than
/// a second, or ends the program, is left in the folder `fuzz` beside the build.
@main
struct FormFuzz {
  static func main() {
    let words = CommandLine.arguments.dropFirst()
    let minutes = words.first.flatMap(Double.init) ?? 10
    let seed =
      ProcessInfo.processInfo.environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? UInt64(Date().timeIntervalSince1970)
    let folder = ProcessInfo.processInfo.environment["FUZZ_FOLDER"] ?? ".build/fuzz"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let seeds = words.dropFirst().compactMap { FileManager.default.contents(atPath: $0).map { [UInt8]($0) } }
    guard !seeds.isEmpty else {
      print("FormFuzz MINUTES FORM...: no form can be read")
      exit(2)
    }
    print("seed \(seed), \(seeds.count) forms, \(minutes) minutes")
    var run = FuzzRun(folder: folder, mutator: Mutator(seed: seed, seeds: seeds))
    run.forms(seconds: minutes * 30)
    run.expressions(seconds: minutes * 30)
    run.report()
    exit(run.slow.isEmpty ? 0 : 1)
  }
}

/// Processor time of this program, in seconds.
func processorSeconds() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

struct FuzzRun {
  let folder: String
  var mutator: Mutator
  private(set) var slow: [String] = []
  private var count = 0
  private var readable = 0
  private var longest = 0.0

  init(folder: String, mutator: Mutator) {
    self.folder = folder
    self.mutator = mutator
  }

  mutating func forms(seconds: Double) {
    let end = processorSeconds() + seconds
    while processorSeconds() < end { read(mutator.form(), "form") }
  }

  mutating func expressions(seconds: Double) {
    let end = processorSeconds() + seconds
    while processorSeconds() < end { read(mutator.formAroundExpression(), "expression") }
  }

  private mutating func read(_ bytes: [UInt8], _ kind: String) {
    // What ends the program is found in this file.
    let last = "\(folder)/last-\(kind).yaml"
    _ = FileManager.default.createFile(atPath: last, contents: Data(bytes))
    let start = processorSeconds()
    let reading = FormReader.read(SourceText(path: "\(folder)/form.yaml", bytes: bytes))
    for diagnostic in reading.diagnostics { _ = diagnostic.rendered(from: reading.source) }
    let took = processorSeconds() - start
    count += 1
    if reading.form != nil { readable += 1 }
    longest = max(longest, took)
    // No form, and nothing said: nobody would know why.
    let isSilent = reading.form == nil && reading.errors.isEmpty
    if took > 1 || isSilent {
      let name = "\(folder)/\(isSilent ? "silent" : "slow")-\(kind)-\(count).yaml"
      _ = FileManager.default.createFile(atPath: name, contents: Data(bytes))
      slow.append(name)
      print("\(name): \(took) s")
    }
  }

  func report() {
    print("\(count) read, \(readable) without a fault, the longest took \(Int(longest * 1000)) ms, \(slow.count) kept")
  }
}
