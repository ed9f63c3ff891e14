import DataFormats

/// A key of the configuration file, which is also a variable of the environment (`burst_gap`: FORMENTRY_BURST_GAP).
public struct Setting: Sendable {
  public let name: String
  /// What it wants, to go on after "wants": `a number of milliseconds from 1 to 40`.
  public var wants: String { wanted() }
  private let wanted: @Sendable () -> String
  /// What it is for, in one clause.
  public let about: String
  /// Whether it names a file or directory, which is meant from the configuration file's own place.
  let isPath: Bool
  /// Takes the text over; false where it is not what the setting wants.
  let apply: @Sendable (inout StationConfiguration, String) -> Bool

  /// The variable of the environment that sets it.
  public var variable: String { "FORMENTRY_" + name.uppercased() }

  private init(
    _ name: String, wants: @autoclosure @escaping @Sendable () -> String, _ about: String, isPath: Bool = false,
    apply: @escaping @Sendable (inout StationConfiguration, String) -> Bool
  ) {
    (self.name, self.wanted, self.about, self.isPath, self.apply) = (name, wants, about, isPath, apply)
  }

  /// Every setting that is one text; `keys` is the only other.
  public static let all: [Setting] = [
    Setting("store", wants: "a directory", "where the records are kept", isPath: true) { take(&$0.store, $1) },
    Setting(
      "station", wants: "1 to 32 letters, digits, _ or -", "the station's name, by default the host's"
    ) { configuration, text in
      guard StationConfiguration.isStationName(text) else { return false }
      configuration.station = text
      return true
    },
    Setting("operator", wants: "a name", "who works at the station as it starts") { configuration, text in
      guard isLine(text) else { return false }
      configuration.operator = text
      return true
    },
    Setting(
      "forms", wants: "directories, with : between them", "where forms are looked for first", isPath: true
    ) { configuration, text in
      let directories = text.split(separator: ":").map(String.init)
      // What is read later comes first in the search.
      configuration.forms = directories + configuration.forms.filter { !directories.contains($0) }
      return !directories.isEmpty
    },
    Setting("notices", wants: "a directory", "where advance ship notices lie", isPath: true) { configuration, text in
      configuration.notices = text
      return !text.isEmpty
    },
    Setting("lang", wants: "a language such as en or de", "the language of forms and messages") { configuration, text in
      let parts = text.split(separator: "-", omittingEmptySubsequences: false)
      guard let first = parts.first, (2...3).contains(first.utf8.count),
        first.allSatisfy({ $0.isASCII && $0.isLetter }),
        parts.allSatisfy({
          (1...8).contains($0.utf8.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        })
      else { return false }
      configuration.lang = text
      return true
    },
    Setting(
      "camera", wants: "auto, none, a video device, a camera's name, a picture or a directory of pictures",
      "what the trigger looks through"
    ) { take(&$0.camera, $1) },
    choice("preview", "how the camera's picture is shown; auto is the best that the terminal knows") {
      $0.preview = $1
    },
    truth("mirror", "whether the camera's picture is shown as in a mirror") { $0.mirror = $1 },
    choice("trigger", "how the trigger key works where a form doesn't say") { $0.trigger = $1 },
    number("warm", 0...600, "seconds", "how long a camera stays open after use") { $0.warm = $1 },
    number("burst_gap", 1...40, "milliseconds", "the silence that ends a scanner's burst of keys") { $0.burstGap = $1 },
    Setting(
      "scanner_prefix", wants: "at most 8 characters", "what the scanner was set up to send before each code"
    ) { configuration, text in
      configuration.scannerPrefix = text
      return text.unicodeScalars.count <= 8
    },
    number("trigger_grace", 100...2000, "milliseconds", "how long a tap of a held trigger lasts") {
      $0.triggerGrace = $1
    },
    number(
      "trigger_release", 40...1000, "milliseconds", "without repeats, a held trigger is released"
    ) { $0.triggerRelease = $1 },
    Setting(
      "trigger_device", wants: "an input device such as /dev/input/by-id/usb-Pedal-event-kbd",
      "a foot pedal or hand trigger, which is the program's alone while forms are open", isPath: true
    ) { configuration, text in
      configuration.triggerDevice = text
      return !text.isEmpty && !text.utf8.contains(0)
    },
    choice("colors", "how the screen looks") { $0.colors = $1 },
    truth("sound", "whether a taken or refused code is heard") { $0.sound = $1 },
    Setting("day_start", wants: "a time such as 05:30", "when the business day begins") { configuration, text in
      guard let time = Setting.time(text) else { return false }
      configuration.dayStart = time
      return true
    },
    truth("decimal_comma", "whether 3,5 may be typed for 3.5") { $0.decimalComma = $1 },
    choice("date_order", "how 31.12.27 is meant: day, month, year or otherwise") { $0.dateOrder = $1 },
  ]

  private static func take(_ place: inout String, _ text: String) -> Bool {
    place = text
    return !text.isEmpty && !text.utf8.contains(0)
  }

  /// A text that can stand on one line of a record and of a screen.
  private static func isLine(_ text: String) -> Bool {
    (1...64).contains(text.unicodeScalars.count) && text.withVisibleControls == text
  }

  private static func time(_ text: String) -> TimeOfDay? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].utf8.count == 2, (1...2).contains(parts[0].utf8.count),
      let hour = YAMLScalar.integer(String(parts[0])), let minute = YAMLScalar.integer(String(parts[1]))
    else { return nil }
    return TimeOfDay(hour: hour, minute: minute)
  }
}

extension Setting {
  private static func number(
    _ name: String, _ range: ClosedRange<Int>, _ unit: String, _ about: String,
    _ set: @escaping @Sendable (inout StationConfiguration, Int) -> Void
  ) -> Setting {
    Setting(name, wants: "a number of \(unit) from \(range.lowerBound) to \(range.upperBound)", about) {
      configuration, text in
      guard let number = YAMLScalar.integer(text), range.contains(number) else { return false }
      set(&configuration, number)
      return true
    }
  }

  private static func truth(
    _ name: String, _ about: String, _ set: @escaping @Sendable (inout StationConfiguration, Bool) -> Void
  ) -> Setting {
    Setting(name, wants: "true or false", about) { configuration, text in
      switch text.lowercased() {
      case "true", "yes", "on": set(&configuration, true)
      case "false", "no", "off": set(&configuration, false)
      default: return false
      }
      return true
    }
  }

  private static func oneOf(_ words: [String]) -> String {
    words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }

  private static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ about: String, _ set: @escaping @Sendable (inout StationConfiguration, Value) -> Void
  ) -> Setting {
    Setting(name, wants: oneOf(Value.allCases.map(\.rawValue)), about) { configuration, text in
      guard let value = Value(rawValue: text) else { return false }
      set(&configuration, value)
      return true
    }
  }
}
