import LabelData

/// How texts compare where the language says that one GTIN in several spellings is one code: `unique`, lists,
/// lookups, repeats, typed against scanned.
public enum ComparableText {
  /// 14 digits for a text of 8, 12, 13 or 14 digits that passes the GTIN check, else the text itself.
  public static func key(_ text: String) -> String {
    gtin14(text) ?? text
  }

  public static func areSame(_ left: FieldValue?, _ right: FieldValue?) -> Bool {
    guard case .text(let a) = left, case .text(let b) = right else { return left == right }
    // Asked of every row at every scan: of one length, only the same digits are the same GTIN.
    let (length, other) = (a.utf8.count, b.utf8.count)
    if length == other { return a == b && a.utf8.elementsEqual(b.utf8) }
    guard canBeGTIN(length), canBeGTIN(other) else { return false }
    return key(a).utf8.elementsEqual(key(b).utf8)
  }

  private static func canBeGTIN(_ length: Int) -> Bool { length == 8 || (12...14).contains(length) }
}
