extension Entry {
  /// Counts, amounts, orders, parties and origins: 37 to 427.
  static let tradeAndParties: [Entry] = [
    Entry("37", "COUNT", .digits(upTo: 8), needs: ["00", "02,8026"]),
    Entry("3900-3909", "AMOUNT", .digits(upTo: 15), needs: ["255,8020"], excludes: "390n,391n,394n,8111"),
    Entry("3910-3919", "AMOUNT", .digits(3, .currency), .digits(upTo: 15), needs: ["8020"], excludes: "391n"),
    Entry("3920-3929", "PRICE", .digits(upTo: 15), needs: ["01", "30,31nn,32nn,35nn,36nn"], excludes: "392n,393n"),
    Entry(
      "3930-3939", "PRICE", .digits(3, .currency), .digits(upTo: 15), needs: ["30,31nn,32nn,35nn,36nn"],
      excludes: "393n"),
    Entry("3940-3943", "PRCNT OFF", .digits(4), needs: ["255"], excludes: "394n,8111"),
    Entry("3950-3955", "PRICE/UoM", .digits(6), needs: ["30,31nn,32nn,35nn,36nn"], excludes: "392n,393n,395n,8005"),
    Entry("400", "ORDER NUMBER", .text(upTo: 30)),
    Entry("401", "GINC", .text(upTo: 30, .companyPrefix)),
    Entry("402", "GSIN", .digits(17, .checkDigit, .companyPrefix)),
    Entry("403", "ROUTE", .text(upTo: 30), needs: ["00"]),
    Entry("410", "SHIP TO LOC", .digits(13, .checkDigit, .companyPrefix)),
    Entry("411", "BILL TO", .digits(13, .checkDigit, .companyPrefix)),
    Entry("412", "PURCHASE FROM", .digits(13, .checkDigit, .companyPrefix)),
    Entry("413", "SHIP FOR LOC", .digits(13, .checkDigit, .companyPrefix)),
    Entry("414", "LOC No.", .digits(13, .checkDigit, .companyPrefix)),
    Entry("415", "PAY TO", .digits(13, .checkDigit, .companyPrefix), needs: ["8020"]),
    Entry("416", "PROD/SERV LOC", .digits(13, .checkDigit, .companyPrefix)),
    Entry("417", "PARTY", .digits(13, .checkDigit, .companyPrefix)),
    Entry("420", "SHIP TO POST", .text(upTo: 20), excludes: "421"),
    Entry("421", "SHIP TO POST", .digits(3, .country), .text(upTo: 9), excludes: "4307"),
    Entry("422", "ORIGIN", .digits(3, .country), needs: ["01,02,8006,8026"], excludes: "426"),
    Entry(
      "423", "COUNTRY - INITIAL PROCESS", .digits(3, .country), .optional(.digits(3, .country)),
      .optional(.digits(3, .country)), .optional(.digits(3, .country)), .optional(.digits(3, .country)),
      needs: ["01,02"], excludes: "426"),
    Entry("424", "COUNTRY - PROCESS", .digits(3, .country), needs: ["01,02"], excludes: "426"),
    Entry(
      "425", "COUNTRY - DISASSEMBLY", .digits(3, .country), .optional(.digits(3, .country)),
      .optional(.digits(3, .country)), .optional(.digits(3, .country)), .optional(.digits(3, .country)),
      needs: ["01,02"], excludes: "426"),
    Entry("426", "COUNTRY - FULL PROCESS", .digits(3, .country), needs: ["01,02"]),
    Entry("427", "ORIGIN SUBDIVISION", .text(upTo: 3), needs: ["01,02", "422"]),
  ]
}
