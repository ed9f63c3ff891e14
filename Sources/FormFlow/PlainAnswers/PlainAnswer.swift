import DataFormats
import FormSchema

/// A plain answer, read from the bytes of its line into slots, one a field.
///
/// Plain is what most lines of a batch are: known fields, each named once, values in ASCII that are written as records
/// hold them, rows, no scans, no overrides. `isRight` says yes only where `AnswerFiller` would have nothing to say and
/// make the same record; everything else goes the long way, which also finds the words for what is wrong. One is
/// made for a form and used again and again, as making it takes longer than judging an answer.
final class PlainAnswer {
  let form: FormDefinition
  let fields: [PlainField]
  private let texts = PlainTexts()
  /// By field. Not an array, for it is written to at every turn, and nobody else holds it.
  let slots: UnsafeMutableBufferPointer<PlainSlot>
  /// By the index of the lines field, row after row.
  var rowSlots: [[PlainSlot]]
  /// What has been worked out of fields with a condition and of computed ones: nil is not yet.
  var visibility: [Bool?]
  var computed: [FieldValue??]
  private let hasConditions: Bool
  private let linesFields: [Int]

  // The surroundings of the answer at hand.
  var now = Instant(milliseconds: 0, offsetMinutes: 0)
  var previousValues: () -> JSONValue? = { nil }
  /// nil: not asked for yet.
  var previous: JSONValue??

  /// nil for a form all of whose answers go the long way.
  init?(_ form: FormDefinition) {
    guard form.expects == nil else { return nil }
    self.form = form
    var fields: [PlainField] = []
    for field in form.fields {
      guard let plain = PlainField(field, texts) else { return nil }
      fields.append(plain)
    }
    self.fields = fields
    slots = .allocate(capacity: fields.count)
    slots.initialize(repeating: PlainSlot())
    rowSlots = fields.map { _ in [] }
    visibility = fields.map { _ in nil }
    computed = fields.map { _ in nil }
    hasConditions = fields.contains { $0.hasCondition || $0.field.type == .computed }
    linesFields = form.fields.indices.filter { form.fields[$0].type == .lines }
  }

  deinit { slots.deallocate() }

  /// Reads a line; false where it is not plain. What is read is good for as long as the bytes stay where they are.
  func read(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    forget()
    let (fields, slots) = (fields, slots)
    var cursor = PlainCursor(line)
    guard cursor.take("{") else { return false }
    var order = 0
    if !cursor.take("}") {
      repeat {
        guard let index = Self.field(named: &cursor, in: fields, from: order), !slots[index].isGiven else {
          return false
        }
        slots[index].isGiven = true
        order = index + 1
        if fields[index].type == .lines {
          guard readRows(&cursor, ofLines: index) else { return false }
        } else {
          guard let value = fields[index].value(&cursor) else { return false }
          slots[index].value = value
        }
      } while cursor.take(",")
      guard cursor.take("}") else { return false }
    }
    return cursor.isAtEnd()
  }

  private func forget() {
    for (index, field) in fields.enumerated() { slots[index] = PlainSlot(value: field.initial) }
    for index in linesFields { rowSlots[index].removeAll(keepingCapacity: true) }
    if hasConditions {
      for index in fields.indices { (visibility[index], computed[index]) = (nil, nil) }
    }
  }

  private func readRows(_ cursor: inout PlainCursor, ofLines lines: Int) -> Bool {
    let columns = fields[lines].columns
    guard cursor.take("[") else { return cursor.word() == .null }
    if cursor.take("]") { return true }
    repeat {
      let first = rowSlots[lines].count
      guard first < FormState.maximumRows * columns.count, cursor.take("{") else { return false }
      for column in columns { rowSlots[lines].append(PlainSlot(value: column.initial)) }
      if cursor.take("}") { continue }
      var order = 0
      repeat {
        guard let column = Self.field(named: &cursor, in: columns, from: order),
          !rowSlots[lines][first + column].isGiven, let value = columns[column].value(&cursor)
        else { return false }
        rowSlots[lines][first + column] = PlainSlot(value: value, isGiven: true)
        order = column + 1
      } while cursor.take(",")
      guard cursor.take("}") else { return false }
    } while cursor.take(",")
    return cursor.take("]")
  }

  /// The field that the member at the cursor is for. Most answers name the fields in their order.
  private static func field(named cursor: inout PlainCursor, in fields: [PlainField], from order: Int) -> Int? {
    guard let name = cursor.text(), cursor.take(":") else { return nil }
    for index in order..<fields.count where fields[index].name.isSame(as: name) { return index }
    for index in 0..<order where fields[index].name.isSame(as: name) { return index }
    return nil
  }
}
