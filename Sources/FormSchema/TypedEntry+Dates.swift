import DataFormats

extension TypedEntry {
  /// `2027-12-31`, `20271231`, `271231`, or in the station's order with points, slashes, hyphens or spaces.
  func date(_ text: String) throws(Fault) -> CalendarDate {
    let digits = text.utf8.filter { (48...57).contains($0) }
    if digits.count == text.utf8.count {
      guard let date = date(digits: text) else { throw wrongDate(text) }
      return date
    }
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "." || $0 == "/" || $0 == " " }
    let numbers = parts.compactMap { part in part.utf8.allSatisfy { (48...57).contains($0) } ? Int(part) : nil }
    guard parts.count == 3, numbers.count == 3 else { throw wrongDate(text) }
    let order: DateOrder = parts[0].utf8.count == 4 ? .yearMonthDay : dateOrder
    let (year, month, day) =
      switch order {
      case .yearMonthDay: (0, 1, 2)
      case .dayMonthYear: (2, 1, 0)
      case .monthDayYear: (2, 0, 1)
      }
    guard [2, 4].contains(parts[year].utf8.count),
      let date = CalendarDate(
        year: fullYear(numbers[year], digits: parts[year].utf8.count), month: numbers[month], day: numbers[day])
    else { throw wrongDate(text) }
    return date
  }

  private func date(digits: String) -> CalendarDate? {
    guard let number = Int(digits) else { return nil }
    switch digits.utf8.count {
    case 8: return CalendarDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    case 6:
      return CalendarDate(
        year: fullYear(number / 10_000, digits: 2), month: number / 100 % 100, day: number % 100)
    default: return nil
    }
  }

  private func fullYear(_ year: Int, digits: Int) -> Int {
    digits == 2 ? CalendarDate.year(twoDigits: year, currentYear: now.date.year) : year
  }

  private func wrongDate(_ text: String) -> Fault {
    let example =
      switch dateOrder {
      case .dayMonthYear: "31.12.27"
      case .monthDayYear: "12/31/27"
      case .yearMonthDay: "271231"
      }
    return Fault(message: "there is no such date; write 2027-12-31, 20271231, 271231 or \(example)")
  }
}
