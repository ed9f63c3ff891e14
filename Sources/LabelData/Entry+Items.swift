extension Entry {
  /// Identification, dates, lots: 00 to 30.
  static let items: [Entry] = [
    Entry("00", "SSCC", .digits(18, .checkDigit, .companyPrefixAfterIndicator)),
    Entry("01", "GTIN", .digits(14, .checkDigit, .companyPrefixAfterIndicator), excludes: "255,37"),
    Entry("02", "CONTENT", .digits(14, .checkDigit, .companyPrefixAfterIndicator), needs: ["37"], excludes: "01,03"),
    Entry("03", "MTO GTIN", .digits(14, .checkDigit, .companyPrefixAfterIndicator), excludes: "01,02,37"),
    Entry("10", "BATCH/LOT", .text(upTo: 20), needs: ["01,02,03,8006,8026"]),
    Entry("11", "PROD DATE", .digits(6, .dayOrMonth), needs: ["01,02,03,8006,8026"]),
    Entry("12", "DUE DATE", .digits(6, .dayOrMonth), needs: ["8020"]),
    Entry("13", "PACK DATE", .digits(6, .dayOrMonth), needs: ["01,02,03,8006,8026"]),
    Entry("15", "BEST BEFORE or BEST BY", .digits(6, .dayOrMonth), needs: ["01,02,03,8006,8026"]),
    Entry("16", "SELL BY", .digits(6, .dayOrMonth), needs: ["01,02,03,8006,8026"]),
    Entry("17", "USE BY or EXPIRY", .digits(6, .dayOrMonth), needs: ["01,02,03,255,8006,8026"]),
    Entry("20", "VARIANT", .digits(2), needs: ["01,02,8006,8026"]),
    Entry("21", "SERIAL", .text(upTo: 20), needs: ["01,03,8006"], excludes: "235"),
    Entry("22", "CPV", .text(upTo: 20), needs: ["01"]),
    Entry("235", "TPX", .text(upTo: 28), needs: ["01"]),
    Entry("240", "ADDITIONAL ID", .text(upTo: 30), needs: ["01,02,8006,8026"]),
    Entry("241", "CUST. PART No.", .text(upTo: 30), needs: ["01,02,8006,8026"]),
    Entry("242", "MTO VARIANT", .digits(upTo: 6), needs: ["01,02,8006,8026"]),
    Entry("243", "PCN", .text(upTo: 20), needs: ["01"]),
    Entry("250", "SECONDARY SERIAL", .text(upTo: 30), needs: ["01,8006", "21"]),
    Entry("251", "REF. TO SOURCE", .text(upTo: 30), needs: ["01,8006"]),
    Entry("253", "GDTI", .digits(13, .checkDigit, .companyPrefix), .optional(.text(upTo: 17))),
    Entry("254", "GLN EXTENSION COMPONENT", .text(upTo: 20), needs: ["414"]),
    Entry(
      "255", "GCN", .digits(13, .checkDigit, .companyPrefix), .optional(.digits(upTo: 12)),
      excludes: "01,02,415,8006,8020,8026"),
    Entry("30", "VAR. COUNT", .digits(upTo: 8), needs: ["01,02"]),
  ]
}
