public import DataFormats

extension DecodedCode {
  /// The code as `scan --json` prints it; `source` is the path of the picture as it was given, or the camera.
  public func json(source: String) -> JSONValue {
    var members = [
      JSONMember("source", .string(source)),
      JSONMember("symbology", .string(symbology.rawValue)),
      JSONMember("identifier", .string(identifier)),
      JSONMember("text", .string(text)),
      JSONMember("raw", .string(base64(raw))),
      JSONMember("corners", .array(corners.map { [JSONValue($0.x), JSONValue($0.y)] })),
    ]
    if let gtin { members.append(JSONMember("gtin", .string(gtin))) }
    return .object(members)
  }
}

/// RFC 4648, section 4, with padding.
func base64(_ bytes: [UInt8]) -> String {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var text: [UInt8] = []
  text.reserveCapacity((bytes.count + 2) / 3 * 4)
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
    for place in 0..<4 {
      text.append(place <= group.count ? alphabet[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
    }
  }
  return String(decoding: text, as: UTF8.self)
}
