extension Entry {
  /// Assets, services, coupons, internal use: 8001 to 99.
  static let assets: [Entry] = [
    Entry(
      "8001", "DIMENSIONS", .digits(4, .nonzero), .digits(5, .nonzero), .digits(3, .nonzero), .digits(1, .winding),
      .digits(1), needs: ["01"]),
    Entry("8002", "CMT No.", .text(upTo: 20)),
    Entry("8003", "GRAI", .digits(1, .zero), .digits(13, .checkDigit, .companyPrefix), .optional(.text(upTo: 16))),
    Entry("8004", "GIAI", .text(upTo: 30, .companyPrefix)),
    Entry("8005", "PRICE PER UNIT", .digits(6), needs: ["01,02"]),
    Entry(
      "8006", "ITIP", .digits(14, .checkDigit, .companyPrefixAfterIndicator), .digits(4, .pieceOfTotal),
      excludes: "01,37"),
    Entry("8007", "IBAN", .text(upTo: 34, .iban), needs: ["415"]),
    Entry(
      "8008", "PROD TIME", .digits(6, .day), .digits(2, .hour), .optional(.digits(2, .minute)),
      .optional(.digits(2, .second)), needs: ["01,02"]),
    Entry("8009", "OPTSEN", .text(upTo: 50), needs: ["00,01"]),
    Entry("8010", "CPID", .part(upTo: 30, .companyPrefix)),
    Entry("8011", "CPID SERIAL", .digits(upTo: 12, .noLeadingZero), needs: ["8010"]),
    Entry("8012", "VERSION", .text(upTo: 20), needs: ["01,8006"]),
    Entry("8013", "GMN", .text(upTo: 25, .checkPair, .companyPrefix)),
    Entry("8014", "MUDI", .text(upTo: 25, .checkPair, .companyPrefix, .nonDigit), needs: ["01"]),
    Entry("8017", "GSRN - PROVIDER", .digits(18, .checkDigit, .companyPrefix), excludes: "8018"),
    Entry("8018", "GSRN - RECIPIENT", .digits(18, .checkDigit, .companyPrefix), excludes: "8017"),
    Entry("8019", "SRIN", .digits(upTo: 10), needs: ["8017,8018"]),
    Entry("8020", "REF No.", .text(upTo: 25), needs: ["415"]),
    Entry(
      "8026", "ITIP CONTENT", .digits(14, .checkDigit, .companyPrefixAfterIndicator), .digits(4, .pieceOfTotal),
      needs: ["37"], excludes: "02,8006"),
    Entry("8030", "DIGSIG", .base64(upTo: 90), needs: ["00,01+21,253,255,8003,8004,8006+21,8010+8011,8017,8018"]),
    Entry("8040", "IMEI", .digits(15), needs: ["01+21"]),
    Entry("8041", "IMEI2", .digits(15), needs: ["01+21+8040"]),
    Entry("8042", "ESIM", .digits(32), needs: ["01+21+8040"]),
    Entry("8043", "PSIM", .digits(18), .optional(.digits(upTo: 2)), needs: ["01+21+8040"]),
    Entry("8110", "", .text(upTo: 70, .coupon)),
    Entry("8111", "POINTS", .digits(4), needs: ["255"]),
    Entry("8112", "", .text(upTo: 70, .couponOffer)),
    Entry("8200", "PRODUCT URL", .text(upTo: 70), needs: ["01"]),
    Entry("90", "INTERNAL", .text(upTo: 30)),
    Entry("91-99", "INTERNAL", .text(upTo: 90)),
  ]
}
