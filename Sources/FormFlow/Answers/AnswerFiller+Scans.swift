import DataFormats
import FormSchema
import LabelData

extension AnswerFiller {
  mutating func takeScans(_ value: JSONValue) {
    if case .null = value { return }
    guard let scans = value.elements else { return refuse("scans", "scans is a list of texts or objects") }
    for (number, scan) in scans.enumerated() {
      let name = "scans[\(number)]"
      switch scan {
      case .string(let text): take(ScanInput(Scan(wedge: text), origin: .answers), name)
      case .number(let digits): take(ScanInput(Scan(text: digits), origin: .answers), name)
      case .object where scan["image"] != nil: takePicture(scan, name)
      case .object: takeAimed(scan, name)
      default: refuse(name, "a scan is a text, or an object with field and text, or with image")
      }
    }
    noteProblems()
  }

  private mutating func take(_ input: ScanInput, _ name: String) {
    labels.append((name, Label.read(input.scan, today: surroundings.now.date)))
    let (_, refusal) = state.take(input, surroundings)
    if let refusal { refuse(refusal.name ?? name, refusal.why) }
  }

  /// What is odd about a label by itself is a note; it never refuses. What one scan lacks may be in any other of this
  /// record, from whichever picture or bar code.
  private mutating func noteProblems() {
    let identifiers = Set(labels.flatMap { $0.label.parts.map(\.id) })
    for (name, label) in labels where !label.parts.isEmpty {
      for problem in label.problems(among: identifiers) {
        notes.append(AnswerOutcome.Warning(name: name, rule: nil, message: problem.message, confirmed: nil))
      }
    }
  }

  private mutating func takePicture(_ scan: JSONValue, _ name: String) {
    if let odd = scan.members?.first(where: { $0.name != "image" }) {
      return refuse(name, "a scan with image has no \(displayable(odd.name))")
    }
    guard let path = scan["image"]?.text else { return refuse(name, "image is the path of a picture") }
    do {
      let codes = try readPicture(path)
      if codes.isEmpty { refuse(name, "there is no code in \(displayable(path)) that can be read") }
      for code in codes { take(ScanInput(code, origin: .answers), name) }
    } catch {
      refuse(name, "\(error)")
    }
  }

  private mutating func takeAimed(_ scan: JSONValue, _ name: String) {
    let known = ["field", "text", "symbology"]
    if let odd = scan.members?.first(where: { !known.contains($0.name) }) {
      return refuse(name, "a scan has no \(displayable(odd.name)); it has field, text and symbology, or image")
    }
    let text: String
    switch scan["text"] {
    case .string(let value), .number(let value): text = value
    default: return refuse(name, "the scan has no text")
    }
    var aim: FieldReference?
    if let path = scan["field"] {
      guard let field = path.text.flatMap({ form.reference($0) }) else {
        return refuse(name, "the form has no field \(displayable(path.text ?? "of that kind"))")
      }
      aim = field
    }
    var code = Scan(wedge: text)
    if let symbology = scan["symbology"] {
      guard let known = symbology.text.flatMap({ Symbology(rawValue: $0) }) else {
        let near = symbology.text.flatMap { closestMatch(to: $0, in: Symbology.allCases.map(\.rawValue)) }
        return refuse(name, "there is no such symbology\(near.map { ", did you mean \($0)?" } ?? "")")
      }
      code.symbology = known
    }
    take(ScanInput(code, origin: .answers, aim: aim), name)
  }
}
