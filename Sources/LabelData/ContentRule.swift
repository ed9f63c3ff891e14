internal import DataFormats

/// What the content of a part of a value must be, beside its characters and length.
enum ContentRule: Sendable {
  case checkDigit, checkPair, companyPrefix, companyPrefixAfterIndicator
  /// YYMMDD, where day 00 stands for the last of the month.
  case dayOrMonth
  /// YYMMDD
  case day
  /// YYYYMMDD
  case longDay
  case hourMinute, hour, minute, second
  case country, countryOrSeveral, countryLetters, currency
  case iban, percentEncoding, yesNo, nonzero, zero, winding, pieceOfTotal, noLeadingZero, importerIndex, nonDigit
  case hyphen, latitude, longitude, mediaType, packageType, sex, positionInSequence, coupon, couponOffer

  /// What is wrong and what would be right, as the end of a sentence; nil where the value holds to the rule.
  func fault(in value: ArraySlice<UInt8>) -> String? {
    let start = value.startIndex
    switch self {
    case .checkDigit:
      let expected = CheckDigit.gs1(value.dropLast())
      guard let found = value.last, found != expected else { return nil }
      return "the check digit should be \([expected].text), not \([found].text)"
    case .checkPair: return checkPairFault(value)
    case .companyPrefix:
      return value.prefix(4).areDigits && value.count >= 4
        ? nil : "it should begin with a company prefix, four digits or more"
    case .companyPrefixAfterIndicator: return Self.companyPrefix.fault(in: value.dropFirst())
    case .dayOrMonth:
      return dateFault(month: value[(start + 2)...], allowsDayZero: true, year: 2000 + value.prefix(2).number)
    case .day: return dateFault(month: value[(start + 2)...], allowsDayZero: false, year: 2000 + value.prefix(2).number)
    case .longDay: return dateFault(month: value[(start + 4)...], allowsDayZero: false, year: value.prefix(4).number)
    case .hourMinute:
      return Self.hour.fault(in: value.prefix(2)) ?? Self.minute.fault(in: value.dropFirst(2))
    case .hour: return value.number < 24 ? nil : "the hour should be 00 to 23, not \(value.text)"
    case .minute: return value.number < 60 ? nil : "the minutes should be 00 to 59, not \(value.text)"
    case .second: return value.number < 60 ? nil : "the seconds should be 00 to 59, not \(value.text)"
    case .country: return Codes.countries.contains(value.text) ? nil : "there is no country \(value.text)"
    case .countryOrSeveral: return value.elementsEqual("999".utf8) ? nil : Self.country.fault(in: value)
    case .countryLetters: return Codes.countryLetters.contains(value.text) ? nil : "there is no country \(value.text)"
    case .currency: return Codes.currencies.contains(value.text) ? nil : "there is no currency \(value.text)"
    case .iban: return ibanFault(value)
    case .percentEncoding: return percentFault(value)
    case .yesNo: return value.elementsEqual("0".utf8) || value.elementsEqual("1".utf8) ? nil : "0 or 1 belongs here"
    case .nonzero: return value.contains { $0 != 0x30 } ? nil : "it should not be zero"
    case .zero: return value.allSatisfy { $0 == 0x30 } ? nil : "a 0 belongs here"
    case .winding: return value.allSatisfy { "019".utf8.contains($0) } ? nil : "0, 1 or 9 belongs here"
    case .pieceOfTotal:
      let piece = value.prefix(value.count / 2).number
      let total = value.suffix(value.count / 2).number
      return piece > 0 && piece <= total ? nil : "the piece should be from 1 to the total, not \(piece) of \(total)"
    case .noLeadingZero: return value.count > 1 && value.first == 0x30 ? "it should not begin with 0" : nil
    case .importerIndex:
      return value.allSatisfy { isAlphanumeric($0) || $0 == 0x2D || $0 == 0x5F }
        ? nil : "a letter, a digit, - or _ belongs here"
    case .nonDigit: return value.areDigits ? "it should hold more than digits" : nil
    case .hyphen: return value.allSatisfy { $0 == 0x2D } ? nil : "only - may stand at the end, for below zero"
    case .latitude: return value.number <= 1_800_000_000 ? nil : "the latitude should be 1800000000 at most"
    case .longitude: return value.number <= 3_600_000_000 ? nil : "the longitude should be 3600000000 at most"
    case .mediaType:
      return (1...10).contains(value.number) || value.number >= 80 ? nil : "there is no medium \(value.text)"
    case .packageType:
      // The list (UN/ECE Recommendation 21 with GS1's additions) grows: only its shape is judged.
      return value.count <= 3 && value.allSatisfy { isDigit($0) || isCapital($0) }
        ? nil : "there is no package type \(value.text)"
    case .sex: return value.allSatisfy { "0129".utf8.contains($0) } ? nil : "0, 1, 2 or 9 belongs here"
    case .positionInSequence: return positionFault(value)
    case .coupon: return couponFault(value, isOffer: false)
    case .couponOffer: return couponFault(value, isOffer: true)
    }
  }

  private func dateFault(month: ArraySlice<UInt8>, allowsDayZero: Bool, year: Int) -> String? {
    let day = month.dropFirst(2).number
    let monthNumber = month.prefix(2).number
    guard (1...12).contains(monthNumber) else { return "there is no month \(month.prefix(2).text)" }
    if day == 0 { return allowsDayZero ? nil : "the day should not be 00" }
    return day <= CalendarDate.days(inMonth: monthNumber, year: year) ? nil : "that month has no day \(day)"
  }

  private func percentFault(_ value: ArraySlice<UInt8>) -> String? {
    for place in value.indices where value[place] == UInt8(ascii: "%") {
      let hex = value[(place + 1)...].prefix(2)
      guard hex.count == 2, hex.allSatisfy({ isDigit($0) || ($0 | 0x20) &- 0x61 < 6 }) else {
        return "two hexadecimal digits belong after %"
      }
    }
    return nil
  }

  private func positionFault(_ value: ArraySlice<UInt8>) -> String? {
    let sides = value.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard sides.count == 2, sides.allSatisfy({ $0.areDigits && $0.first != 0x30 }), sides[0].number <= sides[1].number
    else { return "a position and a total, like 1/3, belong here" }
    return nil
  }

  /// Two characters computed over all that stand before them, as Global Model Numbers end (General Specifications
  /// 7.9.5): the characters weigh, from the right, as the primes 2, 3, 5...; the sum modulo 1021 is the pair.
  private func checkPairFault(_ value: ArraySlice<UInt8>) -> String? {
    let primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83]
    let alphabet = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ".utf8)
    guard value.count >= 3 else { return "it is too short for its check characters" }
    var sum = 0
    for (byte, prime) in zip(value.dropLast(2).reversed(), primes) {
      sum += (Component.Characters.set82.firstIndex(of: byte) ?? 0) * prime
    }
    sum %= 1021
    let expected = [alphabet[sum / 32], alphabet[sum % 32]]
    return value.suffix(2).elementsEqual(expected)
      ? nil : "the check characters should be \(expected.text), not \(value.suffix(2).text)"
  }

  /// ISO 13616: country, check digits, account; the number with the first four at the end is 1 modulo 97.
  private func ibanFault(_ value: ArraySlice<UInt8>) -> String? {
    guard value.count > 4, value.allSatisfy({ isDigit($0) || isCapital($0) }) else {
      return "an IBAN of digits and capitals belongs here"
    }
    guard Codes.countryLetters.contains(value.prefix(2).text) else {
      return "there is no country \(value.prefix(2).text)"
    }
    let rest = (value.dropFirst(4) + value.prefix(4)).reduce(0) { rest, byte in
      isDigit(byte) ? (rest * 10 + Int(byte - 0x30)) % 97 : (rest * 100 + Int(byte - 0x41) + 10) % 97
    }
    return rest == 1 ? nil : "the check digits of the IBAN are not right"
  }

  private func couponFault(_ value: ArraySlice<UInt8>, isOffer: Bool) -> String? {
    var reader = CouponReader(rest: value)
    let isRight = isOffer ? reader.readOffer() : reader.readCoupon()
    return isRight ? nil : "it is no coupon of the North American layout"
  }
}
