import DataFormats
import Glibc

extension StationConfiguration {
  /// An option of the command line that is a setting: its name without dashes, its value.
  public typealias Option = (name: String, value: String)

  /// Loads the configuration of this machine and user. All that is wrong is told at once.
  public static func load(
    environment: [String: String], options: [Option], systemFile: String = "/etc/formentry/config.yaml"
  ) throws(ConfigurationFaults) -> StationConfiguration {
    let reading = read(environment: environment, options: options, systemFile: systemFile)
    guard reading.faults.isEmpty else { throw ConfigurationFaults(faults: reading.faults) }
    return reading.configuration
  }

  /// What came of reading a configuration: with faults, what could be read all the same.
  public struct Reading: Sendable {
    public internal(set) var configuration: StationConfiguration
    /// The files that are there, in the order in which they were read.
    public internal(set) var files: [String] = []
    /// The variables of the environment that set something.
    public internal(set) var variables: [String] = []
    public internal(set) var faults: [ConfigurationFault] = []
  }

  /// Reads the configuration of this machine and user, and tells from where.
  public static func read(
    environment: [String: String], options: [Option], systemFile: String = "/etc/formentry/config.yaml"
  ) -> Reading {
    var reading = Reading(configuration: StationConfiguration(environment: environment, hostName: hostName()))
    let userFile = directory("XDG_CONFIG_HOME", orHome: ".config", in: environment) + "/formentry/config.yaml"
    for path in [systemFile, userFile] {
      do {
        let source = try SourceText(readingFile: path)
        reading.files.append(path)
        reading.faults += reading.configuration.apply(source, home: home(environment))
      } catch let fault where !fault.isMissing {
        reading.files.append(path)
        reading.faults.append(ConfigurationFault(fault.message))
      } catch {}
    }
    for setting in Setting.all {
      guard let text = environment[setting.variable], !text.isEmpty else { continue }
      reading.variables.append(setting.variable)
      guard !setting.apply(&reading.configuration, text) else { continue }
      reading.faults.append(
        ConfigurationFault("\(setting.variable) in the environment wants \(setting.wants), not \(shown(text))"))
    }
    for option in joined(options) {
      guard let setting = Setting.all.first(where: { $0.name == option.name }) else { continue }
      guard !setting.apply(&reading.configuration, option.value) else { continue }
      reading.faults.append(ConfigurationFault("--\(option.name) wants \(setting.wants), not \(shown(option.value))"))
    }
    return reading
  }

  /// Several directories of forms are one list, in the order in which they were named.
  private static func joined(_ options: [Option]) -> [Option] {
    var forms = ""
    for option in options where option.name == "forms" { forms += (forms.isEmpty ? "" : ":") + option.value }
    return options.filter { $0.name != "forms" } + (forms.isEmpty ? [] : [("forms", forms)])
  }

  /// Takes over the settings of a configuration file; answers what is wrong in it.
  mutating func apply(_ source: SourceText, home: String) -> [ConfigurationFault] {
    let root: YAMLNode?
    do {
      root = try YAMLNode.read(source)
    } catch {
      return [ConfigurationFault(error.message, help: error.help, source: source, at: error.position)]
    }
    guard let root, !root.isNull else { return [] }
    guard let pairs = root.pairs else {
      return [ConfigurationFault("here should stand settings, such as station: dock-3", source: source, at: root.start)]
    }
    var faults: [ConfigurationFault] = []
    for pair in pairs {
      let name = pair.key.text ?? ""
      if name == "keys" {
        faults += applyKeys(pair.value, source)
      } else if let setting = Setting.all.first(where: { $0.name == name }) {
        if let fault = apply(setting, pair.value, source, home: home) { faults.append(fault) }
      } else {
        faults.append(Self.unknown("setting", name, among: Setting.all.map(\.name) + ["keys"], source, pair.key))
      }
    }
    return faults
  }

  private mutating func apply(
    _ setting: Setting, _ node: YAMLNode, _ source: SourceText, home: String
  ) -> ConfigurationFault? {
    if node.isNull { return nil }
    let wrong = { (node: YAMLNode) in
      let given = node.text.map { ", not \(Self.shown($0))" } ?? ""
      return ConfigurationFault("\(setting.name) wants \(setting.wants)\(given)", source: source, at: node.start)
    }
    let texts: [YAMLNode] = setting.name == "forms" ? node.elements ?? [node] : [node]
    var values: [String] = []
    for node in texts {
      guard let text = node.text else { return wrong(node) }
      values.append(contentsOf: setting.name == "forms" ? text.split(separator: ":").map(String.init) : [text])
    }
    if setting.isPath { values = values.map { Self.path($0, beside: source.path, home: home) } }
    return setting.apply(&self, values.joined(separator: ":")) ? nil : wrong(texts.first ?? node)
  }

  private mutating func applyKeys(_ node: YAMLNode, _ source: SourceText) -> [ConfigurationFault] {
    if node.isNull { return [] }
    guard let pairs = node.pairs else {
      return [
        ConfigurationFault("keys wants actions and their keys, such as trigger: F12", source: source, at: node.start)
      ]
    }
    var faults: [ConfigurationFault] = []
    for pair in pairs {
      guard let action = KeyAction(rawValue: pair.key.text ?? "") else {
        let names = KeyAction.allCases.map(\.rawValue)
        faults.append(Self.unknown("action", pair.key.text ?? "", among: names, source, pair.key))
        continue
      }
      var keys: [KeyName] = []
      for key in pair.value.elements ?? [pair.value] {
        guard let name = key.text.flatMap({ KeyName($0) }) else {
          let given = key.text.map { ", not \(Self.shown($0))" } ?? ""
          let message = "here should stand a key such as F12, Ctrl-T, Esc or PgDn\(given)"
          faults.append(ConfigurationFault(message, source: source, at: key.start))
          continue
        }
        keys.append(name)
      }
      if let other = self.keys.assign(keys, to: action) {
        let message = "a key of \(action.rawValue) was given to \(other.rawValue) already"
        faults.append(ConfigurationFault(message, source: source, at: pair.value.start))
      }
    }
    return faults
  }

  private static func unknown(
    _ what: String, _ name: String, among names: [String], _ source: SourceText, _ node: YAMLNode
  ) -> ConfigurationFault {
    ConfigurationFault(
      "there is no \(what) \(name.prefix(40).withVisibleControls)",
      help: closestMatch(to: name, in: names).map { "did you mean \($0)?" }, source: source, at: node.start)
  }

  private static func shown(_ text: String) -> String { "'\(text.prefix(40).withVisibleControls)'" }
}

extension StationConfiguration {
  /// A path of a configuration file: `~/` is the home directory, a relative one begins beside the file.
  private static func path(_ text: String, beside file: String, home: String) -> String {
    if text == "~" { return home }
    if text.hasPrefix("~/") { return home + text.dropFirst() }
    guard !text.isEmpty, !text.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return text }
    return file[...slash] + text
  }

  /// The directory that an XDG variable names (only absolute ones count), else the one below the home directory.
  static func directory(_ variable: String, orHome below: String, in environment: [String: String]) -> String {
    if let named = environment[variable], named.hasPrefix("/") { return named }
    return home(environment) + "/" + below
  }

  /// HOME, else what the system knows of the user, else the root, where nothing can be written by mistake.
  private static func home(_ environment: [String: String]) -> String {
    if let home = environment["HOME"], home.hasPrefix("/") { return home == "/" ? "" : home }
    guard let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir else { return "" }
    return String(cString: home)
  }

  private static func hostName() -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "" }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
