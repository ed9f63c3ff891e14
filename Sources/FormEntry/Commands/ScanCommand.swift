import DataFormats
import LabelData
import ScanField

/// `formentry scan`: the codes in pictures.
enum ScanCommand {
  static func run(_ invocation: Invocation) -> ExitStatus {
    var options = DecodeOptions(all: invocation.has("all"), addOns: invocation.has("add-ons"))
    if let text = invocation.value("symbologies") {
      guard let names = symbologies(text, invocation) else { return .usage }
      options.symbologies = names
    }
    let name = "formentry-decode"
    guard let helper = Helper.path(of: name) else {
      invocation.errors.complain("\(name) lies neither beside formentry nor in ../libexec/formentry: install it")
      return .environment
    }
    do {
      let worker = try DecodeWorker(executable: helper)
      return read(invocation, by: worker, options)
    } catch {
      invocation.errors.complain(error.message)
      return ExitStatus(error)
    }
  }

  private static func read(_ invocation: Invocation, by worker: DecodeWorker, _ options: DecodeOptions) -> ExitStatus {
    let lists = invocation.operands.map { PictureList(under: $0) }
    var result = ExitStatus.done
    for problem in lists.flatMap(\.problems) {
      invocation.errors.complain(problem.message)
      result.include(ExitStatus(problem))
    }
    let paths = lists.flatMap(\.paths)
    for path in paths where invocation.output.isOpen {
      do {
        for code in try worker.decode(still: path, options: options) {
          if invocation.has("json") {
            invocation.output.write(code.json(source: path).description + "\n")
          } else {
            invocation.output.line((paths.count > 1 ? "\(path): " : "") + displayable(code.text))
          }
        }
      } catch {
        invocation.errors.complain(error.message)
        result.include(ExitStatus(error))
        // Without a worker the other pictures have the same fate.
        if case .cannotStart = error { return result }
      }
      // Whoever watches sees each picture's codes as they are found.
      invocation.output.flush()
    }
    return result
  }

  private static func symbologies(_ text: String, _ invocation: Invocation) -> [String]? {
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmingSpaces }
    let known = Symbology.allCases.map(\.rawValue)
    guard let unknown = names.first(where: { !known.contains($0) }) else { return names }
    let near = closestMatch(to: unknown, in: known).map { ": did you mean \($0)?" } ?? "; --help lists them all"
    invocation.errors.complain("there is no symbology '\(unknown.prefix(40))'\(near)")
    return nil
  }
}

extension ExitStatus {
  /// A reader that cannot be had is the environment's fault, a picture that cannot be read the input's.
  init(_ error: DecodeError) {
    switch error {
    case .cannotStart, .noRoom: self = .environment
    case .cannotOpen, .unreadable, .tookTooLong, .workerEnded: self = .refused
    }
  }
}
