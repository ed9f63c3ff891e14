import DataFormats
import LabelData

extension Expression {
  /// The same for expressions that always have the same value.
  var signature: String {
    var text = ""
    sign(into: &text)
    return text
  }

  private func sign(into text: inout String) {
    func all(_ name: String, _ parts: [Expression]) {
      text += name + "("
      for part in parts {
        part.sign(into: &text)
        text += ","
      }
      text += ")"
    }
    switch self {
    case .literal(let value): text += "\(value.type)'\(value.written)'"
    case .field(let index): text += "f\(index)"
    case .own(let column): text += "o\(column)"
    case .column(let lines, let column): text += "c\(lines).\(column)"
    case .rowCount(let lines): text += "n\(lines)"
    case .option(let column): text += "option.\(column)"
    case .list(let elements): all("list", elements)
    case .not(let operand): all("not", [operand])
    case .negated(let operand): all("-", [operand])
    case .logic(let logic, let left, let right): all("\(logic)", [left, right])
    case .comparison(let comparison, let left, let right): all(comparison.rawValue, [left, right])
    case .membership(let operand, let list): all("in", [operand, list])
    case .arithmetic(let operation, let left, let right): all(operation.rawValue, [left, right])
    case .isBlank(let operand, let negated): all(negated ? "there" : "blank", [operand])
    case .conditional(let test, let first, let second): all("if", [test, first, second])
    case .call(let function, let arguments): all(function.rawValue, arguments)
    case .lookup(let list, let key, let column): all("lookup \(list) \(column)", [key])
    case .previous(let field): text += "previous\(field)"
    case .valid(let operand, let check): all("valid \(check.rawValue)", [operand])
    case .expectedField(let field): text += "expected\(field)"
    case .expectedOwn(let column): text += "expected.o\(column)"
    case .expectedColumn(let lines, let column): text += "expected.c\(lines).\(column)"
    }
  }
}
