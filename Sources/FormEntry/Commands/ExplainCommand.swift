import DataFormats
import LabelData

/// `formentry explain`: what a code says, and what is wrong with it.
enum ExplainCommand {
  static func run(_ invocation: Invocation) -> ExitStatus {
    guard let clock = invocation.clock(), let text = invocation.operands.first else { return .usage }
    let label = Label.read(Scan(wedge: textWithControls(fromBraces: text)), today: clock.now.date)
    let check = invocation.value("check").flatMap(NamedCheck.init(rawValue:))
    let fault = check?.fault(in: label.text)
    if invocation.has("json") {
      invocation.output.write(label.explanation.description + "\n")
    } else if let check {
      invocation.output.line(fault ?? "\(displayable(label.text)) passes the check \(check.rawValue)")
    } else {
      for sentence in label.sentences { invocation.output.line(sentence) }
    }
    return (check == nil ? label.isValid : fault == nil) ? .done : .refused
  }
}
