/// Makes the tree of one document from events, without recursion, and holds it to the limits.
struct YAMLBuilder {
  private let source: SourceText
  private let limits: YAMLLimits
  private var open: [Collection] = []
  private var anchors: [String: Finished] = [:]
  private var unfinishedAnchors: Set<String> = []
  private var nodes = 0
  /// What the reading went on after.
  private(set) var faults: [YAMLFault] = []

  static let mostFaults = 200

  init(source: SourceText, limits: YAMLLimits) {
    self.source = source
    self.limits = limits
  }

  /// A node with what an alias to it costs.
  private struct Finished {
    let node: YAMLNode
    /// Nodes, aliases followed.
    var size = 1
    /// Collections within collections, 0 for a scalar.
    var height = 0
  }

  private struct Collection {
    let start: SourcePosition
    let anchor: String?
    let isMapping: Bool
    let isFlow: Bool
    var elements: [YAMLNode] = []
    var pairs: [YAMLPair] = []
    var key: YAMLNode?
    /// What follows the key at hand is not kept: it stands there a second time.
    var isRepeated = false
    /// What merge keys would have brought. They are told; so that nothing seems to be missing, they are followed.
    var merged: [YAMLPair] = []
    var keys: [String: SourcePosition] = [:]
    var size = 1
    var height = 1
    var end: SourcePosition
  }

  mutating func document() throws(YAMLFault) -> YAMLNode? {
    var events = try YAMLEvents(source)
    defer { faults += events.faults }
    var root: YAMLNode?
    var documents = 0
    while true {
      let next = try events.next()
      switch next.event {
      case .streamEnd: return root
      case .documentStart:
        documents += 1
        if documents > 1 {
          tell(
            "a second document begins here, only one is read", at: next.start,
            help: "delete the line --- or put what follows it in a file of its own")
          return root
        }
      case .documentEnd: break
      case .sequenceStart(let anchor, let isFlow): try begin(next, anchor: anchor, isMapping: false, isFlow: isFlow)
      case .mappingStart(let anchor, let isFlow): try begin(next, anchor: anchor, isMapping: true, isFlow: isFlow)
      case .scalar(let text, let style, let anchor):
        let node = YAMLNode(.scalar(text, style: style), start: next.start, end: next.end, source: source)
        let finished = Finished(node: node)
        if let anchor { anchors[anchor] = finished }
        root = try add(finished, writtenAt: next) ?? root
      case .alias(let name): root = try add(try resolve(name, at: next.start), writtenAt: next) ?? root
      case .collectionEnd:
        guard let collection = open.popLast() else { break }
        let finished = finish(collection, at: next.end)
        nodes -= finished.size
        root = try add(finished, writtenAt: next) ?? root
      }
    }
  }

  private mutating func begin(
    _ next: YAMLEvents.Placed, anchor: String?, isMapping: Bool, isFlow: Bool
  ) throws(YAMLFault) {
    if let parent = open.last, parent.isMapping, parent.key == nil { throw keyFault(at: next.start) }
    guard open.count < limits.depth else { throw depthFault(at: next.start) }
    if let anchor { unfinishedAnchors.insert(anchor) }
    open.append(Collection(start: next.start, anchor: anchor, isMapping: isMapping, isFlow: isFlow, end: next.end))
    try count(1, at: next.start)
  }

  private mutating func finish(_ collection: Collection, at end: SourcePosition) -> Finished {
    var keys = collection.keys
    let merged = collection.merged.filter { pair in
      pair.key.text.map { keys.updateValue(pair.key.start, forKey: $0) == nil } ?? false
    }
    // libyaml ends a block where the next token begins, perhaps lines later.
    let node = YAMLNode(
      collection.isMapping ? .mapping(collection.pairs + merged) : .sequence(collection.elements),
      start: collection.start, end: collection.isFlow ? end : collection.end, source: source)
    let finished = Finished(node: node, size: collection.size, height: collection.height)
    if let anchor = collection.anchor {
      unfinishedAnchors.remove(anchor)
      anchors[anchor] = finished
    }
    return finished
  }

  private func resolve(_ name: String, at position: SourcePosition) throws(YAMLFault) -> Finished {
    if unfinishedAnchors.contains(name) {
      throw YAMLFault("*\(name) stands inside of what &\(name) names", at: position)
    }
    guard let finished = anchors[name] else {
      let near = closestMatch(to: name, in: anchors.keys.sorted())
      throw YAMLFault(
        "*\(name) names nothing: no &\(name) stands before it", at: position,
        help: near.map { "did you mean *\($0)?" } ?? "a text that begins with * goes in quotes")
    }
    return finished
  }

  /// Adds a finished node to the collection that is open; returns it where none is: it is the document.
  private mutating func add(_ finished: Finished, writtenAt next: YAMLEvents.Placed) throws(YAMLFault) -> YAMLNode? {
    try count(finished.size, at: next.start)
    guard var parent = open.popLast() else { return finished.node }
    defer { open.append(parent) }
    parent.size += finished.size
    parent.height = max(parent.height, finished.height + 1)
    guard open.count + 1 + finished.height <= limits.depth else { throw depthFault(at: next.start) }
    if case .collectionEnd = next.event {
      parent.end = max(parent.end, finished.node.end)
    } else {
      parent.end = max(parent.end, next.end)
    }
    if !parent.isMapping {
      parent.elements.append(finished.node)
    } else if let key = parent.key {
      keep(YAMLPair(key: key, value: finished.node), in: &parent)
      parent.key = nil
    } else {
      try check(key: finished.node, writtenAt: next.start, in: &parent)
      parent.key = finished.node
    }
    return nil
  }

  private func keep(_ pair: YAMLPair, in mapping: inout Collection) {
    guard !mapping.isRepeated else {
      mapping.isRepeated = false
      return
    }
    guard isMerge(pair.key) else { return mapping.pairs.append(pair) }
    mapping.merged += pair.value.pairs ?? []
  }

  private func isMerge(_ key: YAMLNode) -> Bool { key.text == "<<" && key.style == .plain }

  private mutating func check(
    key: YAMLNode, writtenAt position: SourcePosition, in mapping: inout Collection
  ) throws(YAMLFault) {
    guard let text = key.text else { throw keyFault(at: position) }
    if isMerge(key) {
      tell(
        "merge keys (<<) are not read here", at: position, help: "write the keys out, or give the whole value by alias")
    }
    if let first = mapping.keys.updateValue(position, forKey: text) {
      mapping.isRepeated = true
      mapping.keys[text] = first
      let place = first.line == position.line ? "column \(first.column) of this line" : "line \(first.line)"
      tell(
        "the \(text.isEmpty ? "empty key" : "key \(text.prefix(60))") stands here a second time, first on \(place)",
        at: position,
        help: "keep one of the two")
    }
  }

  private mutating func tell(_ message: String, at position: SourcePosition, help: String? = nil) {
    guard faults.count < Self.mostFaults else { return }
    faults.append(YAMLFault(message, at: position, help: help))
  }

  private mutating func count(_ more: Int, at position: SourcePosition) throws(YAMLFault) {
    nodes += more
    if nodes > limits.nodes {
      throw YAMLFault(
        "the file holds more than \(limits.nodes) values, counted as often as aliases repeat them", at: position)
    }
  }

  private func depthFault(at position: SourcePosition) -> YAMLFault {
    YAMLFault("lists and mappings are nested more than \(limits.depth) deep here", at: position)
  }

  private func keyFault(at position: SourcePosition) -> YAMLFault {
    YAMLFault(
      "a key must be a single text, here stands a list or a mapping", at: position,
      help: "a text that begins with [ or { goes in quotes")
  }
}
