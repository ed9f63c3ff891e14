import LabelData

/// How texts compare where the language says that one GTIN in several spellings is one code: `unique`, lists,
/// lookups, repeats, typed against scanned.
public enum ComparableText {
  /// 14 digits for a text of 8, 12, 13 or 14 digits that passes the GTIN check, else the text itself.
  public static func key(_ text: String) -> String {
    gtin14(text) ?? text
  }

  public static func areSame(_ left: FieldValue?, _ right: FieldValue?) -> Bool {
    if case .text(let a) = left, case .text(let b) = right { return key(a).utf8.elementsEqual(key(b).utf8) }
    return left == right
  }
}
