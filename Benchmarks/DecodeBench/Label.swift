import Chance
import Glibc
import ScanField

/// A printed label as it lies on a table: paper, a symbol in its middle, some lines of text.
struct Label {
  /// The symbol's text may be read in any of these spellings.
  let symbol: Symbol
  /// `pixelsAModule` pixels for the narrowest bar or square.
  let paper: Canvas
  /// Of the symbol alone, in modules.
  let modulesWide: Double
  let modulesHigh: Double

  static let pixelsAModule = 6

  /// The symbol is drawn by zint and read from its file by the worker.
  init(_ symbol: Symbol, by worker: DecodeWorker, scratch: String, _ chance: inout Chance) throws {
    self.symbol = symbol
    let file = "\(scratch)/symbol.png"
    try run("zint", symbol.zint + ["--scale=3", "--quietzones", "-o", file])
    let picture = try worker.load(still: file, longestSide: 8_000)
    let module = Double(Self.pixelsAModule)
    (modulesWide, modulesHigh) = (Double(picture.width) / module, Double(picture.height) / module)

    // Some print goes over the paper's edge, as if the code stood on the carton itself.
    let isDirect = chance.happens(0.2)
    let sheet = isDirect ? chance.real(in: 140...190) : chance.real(in: 175...240)
    let ink = isDirect ? chance.real(in: 40...75) : chance.real(in: 12...60)
    let margin = chance.number(in: 3...12) * Self.pixelsAModule
    let lines = chance.number(in: 0...3)
    let text = 14 * Self.pixelsAModule
    paper = Canvas(
      width: picture.width + 2 * margin, height: picture.height + 2 * margin + lines * text, tone: sheet)
    picture.withPixels { pixels in
      for y in 0..<picture.height {
        for x in 0..<picture.width where pixels[y * picture.stride + x] < 128 {
          paper.tones[(y + margin) * paper.width + x + margin] = Float(ink)
        }
      }
    }
    for line in 0..<lines {
      let words = String((0..<chance.number(in: 4...18)).map { _ in chance.one(of: Lettering.characters) })
      let y = Double(margin + picture.height + line * text) + Double(text) / 2
      Lettering.print(
        words, on: paper, at: Canvas.Spot(x: Double(paper.width) / 2, y: y, angle: 0), dot: 1.3 * module, tone: ink)
    }
  }
}

/// Runs a program of the PATH to its end; throws where it fails.
func run(_ program: String, _ arguments: [String]) throws {
  var process: pid_t = 0
  var words = ([program] + arguments).map { strdup($0) } + [nil]
  defer { for word in words { free(word) } }
  let problem = posix_spawnp(&process, program, nil, nil, &words, environ)
  var status: Int32 = -1
  if problem == 0 { waitpid(process, &status, 0) }
  guard status == 0 else { throw Trouble("\(program) \(arguments.joined(separator: " ")): failed") }
}

/// What keeps a measurement from being made.
struct Trouble: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
