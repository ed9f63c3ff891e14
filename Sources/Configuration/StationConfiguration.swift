public import DataFormats

/// What a station is: where it keeps its records, what it is called, how it scans and how its clerks write.
///
/// Loaded from /etc/formentry/config.yaml, then $XDG_CONFIG_HOME/formentry/config.yaml, then FORMENTRY_* of the
/// environment, then the options of the command line; what comes later wins. `Setting.all` names every key.
public struct StationConfiguration: Sendable, Equatable {
  public enum Trigger: String, Sendable, CaseIterable {
    case press, hold, continuous
  }

  /// How a date of six or eight digits with points or slashes is meant; a date that begins with the year always is.
  public enum DateOrder: String, Sendable, CaseIterable {
    case dayMonthYear = "dmy"
    case monthDayYear = "mdy"
    case yearMonthDay = "ymd"
  }

  public enum Colors: String, Sendable, CaseIterable {
    case auto, mono
    case highContrast = "high-contrast"
  }

  /// How the camera's picture is shown: the best way that the terminal knows, or one that is named.
  public enum Preview: String, Sendable, CaseIterable {
    case auto, kitty, sixel, quadrants, halves, shades, ascii, none
  }

  /// The directory of the records.
  public var store: String
  /// [A-Za-z0-9_-]{1,32}: it is part of file names.
  public var station: String
  /// Who works at the station as it starts; nil until somebody says.
  public var `operator`: String?
  /// Directories of forms named by options, the environment and configuration files, in the order of search.
  public var forms: [String] = []
  /// Where advance ship notices lie that don't lie beside their form.
  public var notices: String?
  /// A language tag: `en`, `de`.
  public var lang: String
  /// `auto`, `none`, a video device, a picture or a directory of pictures.
  public var camera = "auto"
  public var trigger = Trigger.press
  public var preview = Preview.auto
  /// Whether the camera's picture is shown as a mirror would show it; codes are read as they are.
  public var mirror = false
  /// Seconds that a camera stays open after its window has closed.
  public var warm = 5
  /// Milliseconds of silence that end a burst of a keyboard scanner.
  public var burstGap = 15
  /// What the scanner sends before each code, if it was set up so.
  public var scannerPrefix = ""
  /// Milliseconds from a key's first report to its first repeat: how long a tap counts as held.
  public var triggerGrace = 700
  /// Milliseconds without a repeat after which a held key counts as released.
  public var triggerRelease = 140
  /// An input device that is a trigger besides the trigger key: `/dev/input/by-id/...`.
  public var triggerDevice: String?
  public var colors = Colors.auto
  public var sound = true
  /// When the business day begins; a record completed earlier belongs to the day before.
  public var dayStart = TimeOfDay.midnight
  /// Whether `3,5` may be typed for 3.5.
  public var decimalComma = false
  public var dateOrder = DateOrder.dayMonthYear
  public var keys = KeyMap()

  /// A station that nobody has configured, as the environment gives it.
  init(environment: [String: String], hostName: String) {
    station = Self.stationName(host: hostName)
    store = Self.directory("XDG_DATA_HOME", orHome: ".local/share", in: environment) + "/formentry"
    lang = Self.language(environment)
    if environment["NO_COLOR"]?.isEmpty == false { colors = .mono }
  }

  /// The first label of a host's name, with what a station's name can't hold replaced by `-`.
  static func stationName(host: String) -> String {
    let label = host.utf8.prefix { $0 != UInt8(ascii: ".") }.prefix(32)
    let name = String(decoding: label.map { isNameByte($0) ? $0 : UInt8(ascii: "-") }, as: UTF8.self)
    return name.isEmpty ? "station" : name
  }

  static func isStationName(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count) && text.utf8.allSatisfy(isNameByte)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// The language of LC_ALL, LC_MESSAGES or LANG (`de_DE.UTF-8` is `de`), else English.
  private static func language(_ environment: [String: String]) -> String {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let language = locale.prefix { $0.isASCII && $0.isLetter }.lowercased()
    return (2...3).contains(language.utf8.count) ? language : "en"
  }
}

extension TimeOfDay {
  /// 00:00; every clock has it.
  public static let midnight = TimeOfDay(hour: 0, minute: 0)!
}
