extension FieldType {
  /// What forms, databases and programs elsewhere call the types, by the words for "did you mean".
  static let synonyms: [String: String] = {
    let names: [(meant: String, words: String)] = [
      ("text", "string str char varchar textarea textfield input memo word email phone url ascii utf8 texte texto"),
      ("integer", "int long short count counter quantity whole uint int32 int64 bigint serial ganzzahl entier entero"),
      ("decimal", "float double real money currency price numeric percent weight dezimal decimale"),
      ("integer or decimal", "number num digits range zahl nombre numero"),
      ("date", "day calendar datum fecha"),
      ("time", "clock hour uhrzeit zeit heure hora"),
      ("datetime", "timestamp instant datetime-local date-time moment zeitpunkt"),
      ("boolean", "bool checkbox check switch toggle flag yesno yes/no truth logical bit ja/nein"),
      ("choice", "enum enumeration select dropdown radio option options combobox combo pick picklist auswahl choix"),
      ("choices", "multiselect multi multichoice checkboxes tags set select-multiple multiple mehrfachauswahl"),
      ("choice or lines", "list liste lista"),
      ("barcode", "bar-code scan scanner code qr qrcode ean upc gtin sscc code128 gs1 strichcode code-barres"),
      ("lines", "table rows array repeat repeated grid items group subform object tabelle zeilen positionen"),
      ("computed", "calculated calculation calc formula expression sum total derived formel berechnet"),
      ("note", "label heading header comment info static html paragraph separator title hinweis notiz"),
    ]
    var all: [String: String] = [:]
    for (meant, words) in names {
      for word in words.split(separator: " ") { all[String(word)] = meant }
    }
    return all
  }()
}
