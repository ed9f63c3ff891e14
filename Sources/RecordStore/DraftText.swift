internal import DataFormats

/// The written form of a draft: one line of JSON with a checksum, last. Of a damaged one, as much as can be read.
enum DraftText {
  /// The member that a mended draft has: where the damaged one is kept.
  static let damageMark = "damaged"
  private static let checksum = "crc32c"

  static func sealed(_ content: JSONValue) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4096)
    JSONValue.object((content.members ?? []).filter { $0.name != checksum }).write(to: &bytes)
    RecordLine.seal(&bytes)
    return bytes
  }

  enum Reading {
    case whole(JSONValue)
    /// Something of it was changed; nil where nothing of it can be read.
    case damaged([JSONMember]?)
  }

  /// A draft without a checksum is taken as it is, where it says what it must.
  static func read(_ bytes: [UInt8]) -> Reading {
    let line = bytes.last == 0x0A ? bytes.dropLast() : bytes[...]
    guard let members = (try? JSONValue(parsing: bytes))?.members else { return .damaged(salvaged(line)) }
    let fits = line.withUnsafeBytes { RecordLine.fitsSeal($0) }
    let content = members.filter { $0.name != checksum }
    let value = JSONValue.object(content)
    let isPlausible = value["form"]?.text != nil && (value["fields"].map { $0.members != nil } ?? true)
    return fits ?? isPlausible ? .whole(value) : .damaged(content)
  }

  /// What stands before the damage, every bracket closed. nil where that is no entry at all.
  private static func salvaged(_ line: ArraySlice<UInt8>) -> [JSONMember]? {
    // A draft is written without a control character and in UTF-8: what is neither was something else.
    let text = Array(String(decoding: line.map { $0 < 0x20 ? UInt8(ascii: "?") : $0 }, as: UTF8.self).utf8)
    if let members = (try? JSONValue(parsing: text))?.members { return members }
    for cut in cuts(in: text).reversed() {
      guard let members = (try? JSONValue(parsing: text[..<cut.end] + cut.closing))?.members else { continue }
      let entries = members.filter { !($0.value.members ?? []).isEmpty }
      return entries.isEmpty ? nil : members
    }
    return nil
  }

  /// The places behind a complete value, with the brackets that are open there; the last of them, as the damage may
  /// change what is a string and what is not.
  private static func cuts(in text: [UInt8]) -> [(end: Int, closing: [UInt8])] {
    var open: [UInt8] = []
    var cuts: [(end: Int, closing: [UInt8])] = []
    var isInString = false
    var isEscaped = false
    for (place, byte) in text.enumerated() {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard open.count < 16 else { return cuts }
        open.append(byte + 2)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard open.popLast() == byte else { return cuts }
        cuts.append((place + 1, open.reversed()))
      case UInt8(ascii: ","): cuts.append((place, open.reversed()))
      default: break
      }
    }
    return cuts
  }

  /// What a damaged draft still says, under the names that a draft has.
  static func mended(_ members: [JSONMember], id: String, keptAt place: String) -> JSONValue {
    var members = members.filter { $0.name != "id" && $0.name != damageMark && $0.name != checksum }
    // A name may be what was damaged: only the fields are an object, only the hash begins so.
    rename(&members, to: "fields") { !($0.members ?? []).isEmpty }
    rename(&members, to: "form_hash") { $0.text?.hasPrefix("sha256:") == true }
    return .object(
      [JSONMember("id", .string(id))] + members + [JSONMember(damageMark, .string(place))])
  }

  private static func rename(_ members: inout [JSONMember], to name: String, where fits: (JSONValue) -> Bool) {
    guard !members.contains(where: { $0.name == name && fits($0.value) }),
      let found = members.firstIndex(where: { fits($0.value) })
    else { return }
    members.removeAll { $0.name == name }
    if let found = members.indices.contains(found) && fits(members[found].value)
      ? found : members.firstIndex(where: { fits($0.value) })
    {
      members[found].name = name
    }
  }
}
