import CYAML

/// libyaml's parser over one text, as a stream of events of our own.
struct YAMLEvents: ~Copyable {
  enum Event {
    case documentStart, documentEnd, streamEnd
    case alias(String)
    case scalar(String, style: ScalarStyle, anchor: String?)
    case sequenceStart(anchor: String?, isFlow: Bool)
    case mappingStart(anchor: String?, isFlow: Bool)
    case collectionEnd

    var isScalar: Bool { if case .scalar = self { true } else { false } }

    var anchor: String? {
      switch self {
      case .scalar(_, _, let anchor), .sequenceStart(let anchor, _), .mappingStart(let anchor, _): anchor
      default: nil
      }
    }
  }

  struct Placed {
    let event: Event
    let start: SourcePosition
    let end: SourcePosition
  }

  private let source: SourceText
  /// What was passed over.
  private(set) var faults: [YAMLFault] = []
  /// On the heap, for libyaml keeps its address as its own reader's argument.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  /// The text without a byte order mark; it must outlive the parser.
  private let input: UnsafeMutableBufferPointer<UInt8>

  init(_ source: SourceText) throws(YAMLFault) {
    self.source = source
    parser = .allocate(capacity: 1)
    let text = source.bytes[source.lineStarts[0]...]
    input = .allocate(capacity: text.count)
    _ = input.initialize(from: text)
    guard yaml_parser_initialize(parser) == 1 else {
      parser.deallocate()
      input.deallocate()
      throw YAMLFault("there is no memory left to read this file", at: SourcePosition(line: 1, column: 1))
    }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, input.baseAddress, input.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
    input.deallocate()
  }

  /// The next event. After a fault, or the end of the stream, there is none to ask for.
  mutating func next() throws(YAMLFault) -> Placed {
    while true {
      var event = yaml_event_t()
      guard yaml_parser_parse(parser, &event) == 1 else { throw fault() }
      defer { yaml_event_delete(&event) }
      let start = Self.position(event.start_mark)
      if let read = read(event, at: start) {
        let end = Self.position(event.end_mark)
        return Placed(
          event: read, start: read.anchor == nil ? start : behindAnchor(start, before: read.isScalar ? end : nil),
          end: end)
      }
    }
  }

  /// libyaml begins a node with an anchor at its &; the node itself begins behind blanks and remarks.
  private func behindAnchor(_ start: SourcePosition, before end: SourcePosition?) -> SourcePosition {
    let bytes = source.bytes
    var at = source.byte(at: start)
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
    let isName = { (byte: UInt8) in byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || isLetterOrDigit(byte) }
    at += 1
    while at < bytes.count, isName(bytes[at]) { at += 1 }
    while at < bytes.count, isBlank(bytes[at]) || bytes[at] == UInt8(ascii: "#") {
      if bytes[at] == UInt8(ascii: "#") {
        while at < bytes.count, bytes[at] != 0x0A, bytes[at] != 0x0D { at += 1 }
      } else {
        at += 1
      }
    }
    let place = source.position(ofByte: at)
    return end.map { min($0, place) } ?? place
  }

  private mutating func read(_ event: yaml_event_t, at start: SourcePosition) -> Event? {
    switch event.type {
    case YAML_DOCUMENT_START_EVENT: return .documentStart
    case YAML_DOCUMENT_END_EVENT: return .documentEnd
    case YAML_STREAM_END_EVENT: return .streamEnd
    case YAML_ALIAS_EVENT: return .alias(Self.text(event.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      refuse(tag: scalar.tag, at: start)
      let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      return .scalar(
        String(decoding: bytes, as: UTF8.self), style: Self.style(scalar.style), anchor: Self.text(scalar.anchor))
    case YAML_SEQUENCE_START_EVENT:
      let sequence = event.data.sequence_start
      refuse(tag: sequence.tag, at: start)
      return .sequenceStart(
        anchor: Self.text(sequence.anchor), isFlow: sequence.style == YAML_FLOW_SEQUENCE_STYLE)
    case YAML_MAPPING_START_EVENT:
      let mapping = event.data.mapping_start
      refuse(tag: mapping.tag, at: start)
      return .mappingStart(anchor: Self.text(mapping.anchor), isFlow: mapping.style == YAML_FLOW_MAPPING_STYLE)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return .collectionEnd
    default: return nil
    }
  }

  private mutating func refuse(tag: UnsafeMutablePointer<yaml_char_t>?, at start: SourcePosition) {
    guard let tag = Self.text(tag), faults.count < YAMLBuilder.mostFaults else { return }
    let short = tag.hasPrefix("tag:yaml.org,2002:") ? "!!" + tag.dropFirst(18) : tag
    faults.append(
      YAMLFault(
        "tags like \(short.prefix(40)) are not read here", at: start,
        help: "delete the tag; a text that must stay a text goes in quotes"))
  }

  private func fault() -> YAMLFault {
    var place = Self.position(parser.pointee.problem_mark)
    // At the end of the text libyaml stands on a line that is not there.
    if place.line > source.lineCount { place = source.position(ofByte: source.bytes.count) }
    switch parser.pointee.error {
    case YAML_SCANNER_ERROR, YAML_PARSER_ERROR:
      return YAMLSyntax.fault(
        problem: parser.pointee.problem.map { String(cString: $0) } ?? "",
        context: parser.pointee.context.map { String(cString: $0) } ?? "",
        at: place, begun: Self.position(parser.pointee.context_mark), in: source)
    case YAML_MEMORY_ERROR: return YAMLFault("there is no memory left to read this file", at: place)
    default: return YAMLFault("this is not a text that YAML can hold", at: place)
    }
  }

  private static func position(_ mark: yaml_mark_t) -> SourcePosition {
    SourcePosition(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
  }

  private static func text(_ characters: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    characters.map { String(cString: $0) }
  }

  private static func style(_ style: yaml_scalar_style_t) -> ScalarStyle {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: .literal
    case YAML_FOLDED_SCALAR_STYLE: .folded
    default: .plain
    }
  }
}

private func isLetterOrDigit(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "a")...UInt8(ascii: "z"):
    true
  default: false
  }
}
