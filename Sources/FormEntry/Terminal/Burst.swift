/// Characters that came without a pause: typed ones or a scan, which only what follows can tell.
struct Burst: Equatable {
  private(set) var bytes: [UInt8] = []
  /// How many characters: UTF-8 lead bytes, ASCII and control characters.
  private(set) var count = 0
  /// How many reads brought them.
  private(set) var reads = 0
  /// How many of its first bytes were delivered as text already, and how many scalars those are.
  private(set) var shownBytes = 0
  private(set) var shownScalars = 0

  /// It began right after another scan.
  private(set) var followsScan = false
  /// It began while control characters were no keys.
  private(set) var beganInQuiet = false

  /// Each read so far brought one character, and always the same: a key held down.
  private(set) var isRepetition = true
  private var hasSeparator = false
  private var hasOther = false
  private var texts = 0

  /// Keys whose sequences are the last thing that came. If more follows they were characters of a code.
  private(set) var trailing: [Key] = []
  private var trailingStart = 0

  init() {}

  init(followsScan: Bool, beganInQuiet: Bool) {
    self.followsScan = followsScan
    self.beganInQuiet = beganInQuiet
  }

  var isEmpty: Bool { bytes.isEmpty }
  /// Something waits for what follows.
  var isHeld: Bool { bytes.count > shownBytes }
  /// The bytes of the code: without the sequences of keys that came after it.
  var body: ArraySlice<UInt8> { trailing.isEmpty ? bytes[...] : bytes[..<trailingStart] }

  mutating func append(_ byte: UInt8) {
    closeSequences()
    bytes.append(byte)
    guard byte & 0xc0 != 0x80 else { return }
    count += 1
    switch byte {
    case 0x1c...0x1f: hasSeparator = true
    case 0x20...0x7e: texts += 1
    case 0x80...:
      texts += 1
      hasOther = true
    default: break
    }
  }

  /// A key's sequence inside a burst.
  mutating func append(sequence: ArraySlice<UInt8>, key: Key?) {
    if trailing.isEmpty { trailingStart = bytes.count }
    bytes += sequence
    if let key { trailing.append(key) }
  }

  /// More came: sequences that looked like keys were characters.
  mutating func closeSequences() {
    trailing.removeAll()
  }

  /// A read is over: what it brought counts as one piece.
  mutating func endRead() {
    reads += 1
    guard count == reads, trailing.isEmpty else {
      isRepetition = false
      return
    }
    let width = bytes.count / count
    isRepetition = isRepetition && bytes.suffix(width) == bytes.prefix(width)
  }

  mutating func markShown(scalars: Int) {
    shownBytes = bytes.count
    shownScalars += scalars
  }

  /// All of one character.
  private var isUniform: Bool { bytes.allSatisfy { $0 == bytes[0] } }

  /// Whether this is a scan, now that CR, LF or Tab (`terminated`) or silence ends it.
  func isScan(terminated: Bool, _ settings: BurstSettings) -> Bool {
    if isCertain(settings) { return true }
    if isRepetition && reads > 1 { return false }
    if terminated { return followsScan || count >= settings.shortestTerminated }
    if isUniform { return false }
    if reads >= 3 { return count - leadingRepetition >= settings.shortestTimed }
    return count >= settings.shortestUnterminated && !hasOther
  }

  /// Whether so much of it came that a control character is one of its characters.
  func isLong(_ settings: BurstSettings) -> Bool {
    isCertain(settings) || (count >= settings.shortestTerminated && !(isRepetition && reads > 1))
  }

  /// Marks that no typing has: the configured prefix, GS or its like between texts, the AIM symbology identifier.
  func isCertain(_ settings: BurstSettings) -> Bool {
    if !settings.prefix.isEmpty && bytes.count > settings.prefix.count && bytes.starts(with: settings.prefix) {
      return true
    }
    if hasSeparator && texts >= 2 { return true }
    return bytes.count >= 4 && bytes[0] == 0x5d && Burst.isLetter(bytes[1]) && Burst.isLetterOrDigit(bytes[2])
  }

  /// What was shown of a key held down before another character came counts once.
  private var leadingRepetition: Int { Swift.max(0, shownScalars - 1) }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5a).contains(byte & 0xdf) }
  private static func isLetterOrDigit(_ byte: UInt8) -> Bool { isLetter(byte) || (0x30...0x39).contains(byte) }
}
