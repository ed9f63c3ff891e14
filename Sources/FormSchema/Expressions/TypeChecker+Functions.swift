import DataFormats
import LabelData

extension Function {
  /// What a function takes: the types of its arguments, and what it gives.
  struct Signature {
    var parameters: [ValueType]
    /// How many of the last parameters may be left out.
    var optional = 0
    let result: ValueType
    let form: String
  }

  var signature: Signature? {
    switch self {
    case .today: Signature(parameters: [], result: .date, form: "today()")
    case .now: Signature(parameters: [], result: .instant, form: "now()")
    case .length: Signature(parameters: [.text], result: .number, form: "length(text)")
    case .upper, .lower, .trim, .gtin14: Signature(parameters: [.text], result: .text, form: "\(rawValue)(text)")
    case .left, .right: Signature(parameters: [.text, .number], result: .text, form: "\(rawValue)(text, count)")
    case .substring:
      Signature(parameters: [.text, .number, .number], result: .text, form: "substring(text, from, count)")
    case .matches: Signature(parameters: [.text, .text], result: .boolean, form: "matches(text, 'pattern')")
    case .number: Signature(parameters: [.text], result: .number, form: "number(text)")
    case .round: Signature(parameters: [.number, .number], result: .number, form: "round(number, decimals)")
    case .abs: Signature(parameters: [.number], result: .number, form: "abs(number)")
    case .daysBetween: Signature(parameters: [.date, .date], result: .number, form: "days_between(from, to)")
    case .year, .month, .day: Signature(parameters: [.date], result: .number, form: "\(rawValue)(date)")
    case .sum, .count, .any, .all, .min, .max: nil
    }
  }
}

extension TypeChecker {
  static let naming = ["lookup", "previous", "valid", "expected"]

  mutating func call(
    _ name: String, _ arguments: [ExpressionSyntax], at offset: Int
  ) throws(ExpressionFault) -> (Expression, CheckedType) {
    switch name {
    case "lookup": return try lookup(arguments, at: offset)
    case "previous": return try previous(arguments, at: offset)
    case "valid": return try valid(arguments, at: offset)
    case "expected": return try expected(arguments, at: offset)
    default: break
    }
    guard let function = Function(rawValue: name) else {
      throw unknown("function", name, among: Function.allCases.map(\.rawValue) + Self.naming, at: offset)
    }
    if let signature = function.signature { return try plain(function, signature, arguments, at: offset) }
    return try aggregate(function, arguments, at: offset)
  }

  private mutating func plain(
    _ function: Function, _ signature: Function.Signature, _ arguments: [ExpressionSyntax], at offset: Int
  ) throws(ExpressionFault) -> (Expression, CheckedType) {
    guard arguments.count == signature.parameters.count else {
      throw ExpressionFault(
        at: offset, "arguments",
        "\(function.rawValue) takes \(count(signature.parameters.count)), not \(arguments.count)",
        help: "the form is \(signature.form)")
    }
    var checked: [Expression] = []
    var types: [(type: CheckedType, offset: Int)] = []
    for (argument, wanted) in zip(arguments, signature.parameters) {
      let (expression, type) = try check(argument)
      try require(type, wanted, at: argument.start, "\(signature.form) wants \(wanted.inWords) here")
      types.append((type, argument.start))
      checked.append(expression)
    }
    if function == .matches, case .literal(.text(let text)) = arguments[1].shape { try tryPattern(text, arguments[1]) }
    return (.call(function, checked), CheckedType(value: signature.result, rows: try rows(types)))
  }

  private func count(_ number: Int) -> String {
    switch number {
    case 0: "nothing"
    case 1: "one value"
    default: "\(number) values"
    }
  }

  private func tryPattern(_ text: String, _ syntax: ExpressionSyntax) throws(ExpressionFault) {
    do {
      if let tried = try Pattern(text).runaway(upTo: nil) {
        throw ExpressionFault(
          at: syntax.start + 1, "pattern-runs-away", "the pattern runs away: on \(tried) it tries without end",
          help: "a repeat within a repeat, such as (a+)+, can match one text in countless ways: repeat once")
      }
    } catch let fault as ExpressionFault {
      throw fault
    } catch let fault as Pattern.CompileFault {
      throw ExpressionFault(
        at: syntax.start + 1 + fault.offset, "pattern", "the pattern does not compile: \(fault.message)")
    } catch {
      return
    }
  }

  private mutating func aggregate(
    _ function: Function, _ arguments: [ExpressionSyntax], at offset: Int
  ) throws(ExpressionFault) -> (Expression, CheckedType) {
    if function == .count, arguments.count == 1, case .name(let name) = arguments[0].shape,
      let lines = scope.fields.firstIndex(where: { $0.id == name && $0.isLines })
    {
      refer(toAllColumnsOf: lines)
      return (.rowCount(lines: lines), .single(.number))
    }
    let checked = try arguments.map { (syntax) throws(ExpressionFault) in try check(syntax) }
    if function == .min || function == .max, arguments.count > 1 {
      return try extreme(function, arguments, checked)
    }
    guard arguments.count == 1, checked[0].1.isColumn || checked[0].1.value == nil else {
      throw ExpressionFault(
        at: arguments.first?.start ?? offset, "arguments", "\(function.rawValue) wants a column of the lines",
        help: function == .min || function == .max
          ? "a column, lines.quantity, or several values, \(function.rawValue)(a, b)"
          : "for example \(function.rawValue)(lines.quantity\(function == .any || function == .all ? " > 0" : ""))")
    }
    let type = checked[0].1
    let wanted: ValueType? =
      switch function {
      case .sum: .number
      case .any, .all: .boolean
      default: nil
      }
    if let wanted {
      try require(
        type, wanted, at: arguments[0].start,
        "\(function.rawValue) wants a column of \(wanted == .number ? "numbers" : "true or false")")
    }
    let result = function == .count ? .number : wanted ?? type.value
    return (.call(function, checked.map(\.0)), .single(result))
  }

  private func extreme(
    _ function: Function, _ arguments: [ExpressionSyntax], _ checked: [(Expression, CheckedType)]
  ) throws(ExpressionFault) -> (Expression, CheckedType) {
    let known = checked.compactMap(\.1.value)
    if let first = known.first, let index = checked.firstIndex(where: { $0.1.value.map { $0 != first } ?? false }) {
      throw ExpressionFault(
        at: arguments[index].start, "type",
        "\(function.rawValue) compares values of one type: this is \(checked[index].1.value?.inWords ?? "none"), the first \(first.inWords)"
      )
    }
    if let first = known.first, first == .texts || first == .boolean {
      throw ExpressionFault(at: arguments[0].start, "type", "\(function.rawValue) wants values that have an order")
    }
    return (
      .call(function, checked.map(\.0)),
      CheckedType(value: known.first, rows: try rows(zip(checked, arguments).map { ($0.1, $1.start) }))
    )
  }
}
