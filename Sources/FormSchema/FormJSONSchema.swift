public import DataFormats

/// The form language as a JSON Schema (2020-12), for editors: made from the keys that the reader knows.
///
/// It knows shapes. Names, expressions and what lies in files are for `formentry lint`.
public enum FormJSONSchema {
  public static var json: JSONValue {
    var members: [JSONMember] = [
      JSONMember("$schema", "https://json-schema.org/draft/2020-12/schema"),
      JSONMember("title", "A form of formentry"),
    ]
    members += schema(of: .keys(FormKeys.formKeys)).members ?? []
    let shared = KeyShape.Shared.allCases.map { JSONMember($0.rawValue, definition($0)) }
    return .object(members + [JSONMember("$defs", .object(shared))])
  }

  private static let anyScalar: JSONValue = ["string", "number", "boolean"]

  private static func id(besides words: [String]) -> JSONValue {
    ["type": "string", "pattern": "^[a-z][a-z0-9_]*$", "not": ["enum": .array(words.sorted().map { .string($0) })]]
  }

  private static func schema(of shape: KeyShape) -> JSONValue {
    switch shape {
    case .text, .expression: ["type": anyScalar]
    case .people:
      [
        "type": ["string", "number", "boolean", "object"], "additionalProperties": ["type": anyScalar],
        "minProperties": 1,
      ]
    case .wholeNumber(let range):
      .object(
        [JSONMember("type", "integer"), JSONMember("minimum", JSONValue(range.lowerBound))]
          + (range.upperBound == .max ? [] : [JSONMember("maximum", JSONValue(range.upperBound))]))
    case .truth: ["type": "boolean"]
    case .id: id(besides: FormKeys.reserved)
    case .formID: id(besides: FormKeys.reserved + FormKeys.verbs)
    case .instant: ["type": "string", "pattern": "^\\d{4}-\\d{2}-\\d{2}[T ]\\d{2}:\\d{2}"]
    case .oneOf(let words): ["enum": .array(words.map { .string($0) })]
    case .pattern(let pattern): ["type": "string", "pattern": .string(pattern)]
    case .anything: true
    case .list(let element): ["type": "array", "items": schema(of: element)]
    case .map(let value): ["type": "object", "additionalProperties": schema(of: value)]
    case .named(let value):
      ["type": "object", "propertyNames": schema(of: .id), "additionalProperties": schema(of: value)]
    case .keys(let keys): object(keys, more: false)
    case .keysAndMore(let keys, let more): object(keys, more: schema(of: more))
    case .either(let shapes): ["anyOf": .array(shapes.map { schema(of: $0) })]
    case .shared(let name): ["$ref": .string("#/$defs/\(name.rawValue)")]
    }
  }

  private static func object(_ keys: [FormKey], more: JSONValue) -> JSONValue {
    let properties = keys.map { key in
      JSONMember(
        key.name, .object([JSONMember("description", .string(key.about))] + (schema(of: key.shape()).members ?? [])))
    }
    let required = keys.filter(\.isRequired).map { JSONValue.string($0.name) }
    return .object(
      [JSONMember("type", "object"), JSONMember("properties", .object(properties))]
        + (required.isEmpty ? [] : [JSONMember("required", .array(required))])
        + [JSONMember("additionalProperties", more)])
  }

  // MARK: Shared shapes

  private static func definition(_ shared: KeyShape.Shared) -> JSONValue {
    switch shared {
    case .field: field
    case .column:
      // Rows within rows there are none.
      ["$ref": "#/$defs/field", "properties": ["type": ["not": ["const": "lines"]]]]
    case .rule:
      with(
        object(FormKeys.ruleKeys, more: false),
        JSONMember(
          "dependentSchemas",
          ["confirm_by": ["properties": ["severity": ["const": "warning"]], "required": ["severity"]]]))
    case .list:
      [
        "anyOf": [
          [
            "type": "array", "minItems": 1,
            "items": schema(of: .either([.text, .keysAndMore(FormKeys.optionKeys, .text)])),
          ],
          schema(of: .keys(FormKeys.listKeys)),
        ]
      ]
    case .answer: ["type": "object"]
    case .scan:
      [
        "anyOf": [
          ["type": ["string", "number"]],
          with(
            object(FormKeys.scanKeys, more: false),
            JSONMember("oneOf", [["required": ["text"]], ["required": ["image"]]])),
        ]
      ]
    case .override: schema(of: .either([.text, .keys(FormKeys.overrideKeys)]))
    case .formCase:
      with(
        object(FormKeys.caseKeys, more: false),
        JSONMember("anyOf", [["required": ["saved"]], ["required": ["refused"]], ["required": ["warned"]]]),
        JSONMember("not", ["required": ["saved", "refused"]]))
    }
  }

  /// Which keys may stand on a field hangs on its type.
  private static var field: JSONValue {
    let byType = FieldType.allCases.map { type -> JSONValue in
      let misplaced = FormKeys.fieldKeys.filter { !$0.types.contains(type) }.map { JSONMember($0.name, false) }
      let needed = FormKeys.needed.filter { $0.types.contains(type) }.map { JSONValue.string($0.key) }
      return [
        "if": ["properties": ["type": ["const": .string(type.rawValue)]], "required": ["type"]],
        "then": .object(
          [JSONMember("properties", .object(misplaced))]
            + (needed.isEmpty ? [] : [JSONMember("required", .array(needed))])),
      ]
    }
    return with(object(FormKeys.fieldKeys, more: false), JSONMember("allOf", .array(byType)))
  }

  private static func with(_ schema: JSONValue, _ more: JSONMember...) -> JSONValue {
    .object((schema.members ?? []) + more)
  }
}
