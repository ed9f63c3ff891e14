/// An ASC MH10.8.2 data identifier: none to three digits and one capital, before its value.
struct DataIdentifier {
  /// `1P`
  let code: String
  /// What it is called; "" for one that the table does not know.
  var title: String { Self.titles[code] ?? "" }

  /// One of exactly that code, known or not.
  init?(_ code: String) {
    let bytes = Array(code.utf8.prefix(5))
    guard let length = Self.length(of: bytes[...]), length == bytes.count else { return nil }
    self.code = code
  }

  /// The one that data begin with.
  init?(leading data: ArraySlice<UInt8>) {
    guard let length = Self.length(of: data) else { return nil }
    code = data.prefix(length).text
  }

  private static func length(of data: ArraySlice<UInt8>) -> Int? {
    let digits = data.prefix(4).prefix(while: isDigit).count
    guard digits <= 3, data.count > digits, isCapital(data[data.startIndex + digits]), data.first != 0x30 else {
      return nil
    }
    return digits + 1
  }

  /// Those that labels on goods bear (MH10.8.2-2016; Odette and VDA 4902 use the same letters).
  private static let titles = [
    "P": "Customer part", "1P": "Supplier part", "2P": "Revision", "30P": "Supplier part", "Q": "Quantity",
    "7Q": "Quantity and unit", "13Q": "Package of", "K": "Purchase order", "1K": "Supplier order",
    "4K": "Purchase order line", "10K": "Invoice", "11K": "Packing list", "14K": "Purchase order and line",
    "V": "Supplier", "1V": "Manufacturer", "S": "Serial", "3S": "Package", "4S": "Master package",
    "5S": "Mixed package", "18S": "Serial with company", "25S": "Serial with company", "1T": "Lot", "H": "Batch",
    "J": "Licence plate", "1J": "Licence plate", "2J": "Licence plate", "3J": "Licence plate", "4J": "Licence plate",
    "5J": "Licence plate", "6J": "Licence plate", "D": "Date", "6D": "Date", "9D": "Date code", "10D": "Week made",
    "14D": "Expiry", "16D": "Made", "2L": "Ship to", "4L": "Country of origin", "E": "RoHS", "N": "Delivery note",
    "M": "Master package", "G": "Mixed package", "17V": "Manufacturer (CAGE)",
  ]
}
