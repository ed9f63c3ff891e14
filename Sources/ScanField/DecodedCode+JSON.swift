public import DataFormats

extension DecodedCode {
  /// The code as `scan --json` prints it; `source` is the path of the picture as it was given, or the camera.
  public func json(source: String) -> JSONValue {
    var members = [
      JSONMember("source", .string(source)),
      JSONMember("symbology", .string(symbology.rawValue)),
      JSONMember("identifier", .string(identifier)),
      JSONMember("text", .string(text)),
      JSONMember("raw", .string(Base64.encode(raw))),
      JSONMember("corners", .array(corners.map { [JSONValue($0.x), JSONValue($0.y)] })),
    ]
    if let gtin { members.append(JSONMember("gtin", .string(gtin))) }
    // Where it is not the bytes as they are.
    if charset != "utf-8" { members.append(JSONMember("charset", .string(charset))) }
    return .object(members)
  }
}
