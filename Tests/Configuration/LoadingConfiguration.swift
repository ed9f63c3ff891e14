import DataFormats
import Foundation
import Testing

@testable import Configuration

/// A directory that is gone when the test is over.
final class Scratch {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "formentry-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  func write(_ name: String, _ text: String) throws {
    let url = URL(filePath: path + "/" + name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: url, atomically: false, encoding: .utf8)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

private func apply(_ text: String) -> (StationConfiguration, [ConfigurationFault]) {
  var configuration = StationConfiguration(environment: ["HOME": "/home/mk"], hostName: "dock-3")
  let faults = configuration.apply(SourceText(path: "/etc/formentry/config.yaml", text: text), home: "/home/mk")
  return (configuration, faults)
}

@Suite struct LoadingConfiguration {
  @Test func `a station that nobody configured has its host's name and the user's data directory`() {
    let configuration = StationConfiguration(
      environment: ["HOME": "/home/mk", "LANG": "de_DE.UTF-8"], hostName: "dock 3.example.com")
    #expect(configuration.station == "dock-3")
    #expect(configuration.store == "/home/mk/.local/share/formentry")
    #expect(configuration.lang == "de")
    #expect(configuration.trigger == .press)
    #expect(configuration.dayStart == .midnight)
  }

  @Test(
    arguments: [
      ([:], "en"), (["LANG": "C.UTF-8"], "en"), (["LANG": "fr_FR", "LC_ALL": ""], "fr"),
      (["LANG": "fr_FR", "LC_ALL": "POSIX"], "en"),
    ] as [([String: String], String)])
  func `the language comes from the locale`(environment: [String: String], lang: String) {
    #expect(StationConfiguration(environment: environment, hostName: "x").lang == lang)
  }

  @Test func `later places win: system, user, environment, options`() throws {
    let scratch = try Scratch()
    try scratch.write("system.yaml", "station: system\noperator: system\ncamera: system\nlang: fr\nforms: /srv/forms\n")
    try scratch.write("formentry/config.yaml", "operator: user\ncamera: user\nlang: de\nforms: mine\n")
    let environment = [
      "XDG_CONFIG_HOME": scratch.path, "FORMENTRY_CAMERA": "environment", "FORMENTRY_LANG": "nl",
      "FORMENTRY_FORMS": "/a:/b",
      "HOME": "/home/mk",
    ]
    let configuration = try StationConfiguration.load(
      environment: environment, options: [("lang", "pl"), ("forms", "one"), ("forms", "two")],
      systemFile: scratch.path + "/system.yaml")
    #expect(configuration.station == "system")
    #expect(configuration.operator == "user")
    #expect(configuration.camera == "environment")
    #expect(configuration.lang == "pl")
    #expect(configuration.forms == ["one", "two", "/a", "/b", scratch.path + "/formentry/mine", "/srv/forms"])
  }

  @Test func `every setting of a file is taken over`() {
    let (configuration, faults) = apply(
      """
      store: ~/records
      station: dock_7
      operator: M. Köhler
      forms: [/srv/forms, more]
      notices: /srv/asn
      lang: de-AT
      camera: none
      trigger: hold
      warm: 0
      burst_gap: 40
      scanner_prefix: "\\x02"
      trigger_grace: 500
      trigger_release: 100
      colors: mono
      sound: off
      day_start: 5:30
      decimal_comma: true
      date_order: mdy
      keys: {trigger: [f12, ctrl-b], save: F5}
      """)
    #expect(faults.map(\.description) == [])
    #expect(configuration.store == "/home/mk/records")
    #expect(configuration.station == "dock_7")
    #expect(configuration.operator == "M. Köhler")
    #expect(configuration.forms == ["/srv/forms", "/etc/formentry/more"])
    #expect(configuration.notices == "/srv/asn")
    #expect(configuration.lang == "de-AT")
    #expect(configuration.camera == "none")
    #expect(configuration.trigger == .hold)
    #expect(configuration.warm == 0)
    #expect(configuration.burstGap == 40)
    #expect(configuration.scannerPrefix == "\u{2}")
    #expect(configuration.triggerGrace == 500)
    #expect(configuration.triggerRelease == 100)
    #expect(configuration.colors == .mono)
    #expect(configuration.sound == false)
    #expect(configuration.dayStart.description == "05:30")
    #expect(configuration.decimalComma)
    #expect(configuration.dateOrder == .monthDayYear)
    #expect(configuration.keys.keys(for: .trigger).map(\.description) == ["F12", "Ctrl-B"])
    #expect(configuration.keys.keys(for: .save).map(\.description) == ["F5"])
    #expect(configuration.keys.keys(for: .previousValue) == [])
  }

  @Test(arguments: [
    ("statoin: x", "1:1: error: there is no setting statoin (did you mean station?)"),
    ("xyzzy: x", "1:1: error: there is no setting xyzzy"),
    ("station: dock 3", "1:10: error: station wants 1 to 32 letters, digits, _ or -, not 'dock 3'"),
    ("a: b\nstation: [x]", "1:1: error: there is no setting a"),
    ("warm: 5s", "1:7: error: warm wants a number of seconds from 0 to 600, not '5s'"),
    ("burst_gap: 400", "1:12: error: burst_gap wants a number of milliseconds from 1 to 40, not '400'"),
    ("trigger: squeeze", "1:10: error: trigger wants press, hold or continuous, not 'squeeze'"),
    ("sound: loud", "1:8: error: sound wants true or false, not 'loud'"),
    ("day_start: 25:00", "1:12: error: day_start wants a time such as 05:30, not '25:00'"),
    ("lang: \"\\e[31m\"", "1:7: error: lang wants a language such as en or de, not '␛[31m'"),
    ("- station", "1:1: error: here should stand settings, such as station: dock-3"),
    ("keys: F2", "1:7: error: keys wants actions and their keys, such as trigger: F12"),
    ("keys: {triger: F2}", "1:8: error: there is no action triger (did you mean trigger?)"),
    ("keys: {trigger: x}", "1:17: error: here should stand a key such as F12, Ctrl-T, Esc or PgDn, not 'x'"),
    ("keys: {trigger: Ctrl-C}", "1:17: error: here should stand a key such as F12, Ctrl-T, Esc or PgDn, not 'Ctrl-C'"),
    ("keys: {trigger: F9, save: F9}", "1:27: error: a key of save was given to trigger already"),
    (
      "station: a\nstation: b",
      "2:1: error: the key station stands here a second time, first on line 1 (keep one of the two)"
    ),
  ])
  func `a fault is one sentence with its place`(text: String, sentence: String) {
    let (_, faults) = apply(text)
    #expect(faults.first?.description == "/etc/formentry/config.yaml:" + sentence)
  }

  @Test func `all faults are told at once`() throws {
    let scratch = try Scratch()
    try scratch.write("system.yaml", "warm: x\nsound: x\n")
    let faults = #expect(throws: ConfigurationFaults.self) {
      try StationConfiguration.load(
        environment: ["FORMENTRY_TRIGGER": "x", "XDG_CONFIG_HOME": scratch.path], options: [("station", "")],
        systemFile: scratch.path + "/system.yaml")
    }
    #expect(
      faults?.faults.map(\.message) == [
        "warm wants a number of seconds from 0 to 600, not 'x'", "sound wants true or false, not 'x'",
        "FORMENTRY_TRIGGER in the environment wants press, hold or continuous, not 'x'",
        "--station wants 1 to 32 letters, digits, _ or -, not ''",
      ])
  }

  @Test(arguments: ["", "# nothing yet\n", "station:\n"])
  func `an empty file or value changes nothing`(text: String) {
    let (configuration, faults) = apply(text)
    #expect(faults.isEmpty)
    #expect(configuration == StationConfiguration(environment: ["HOME": "/home/mk"], hostName: "dock-3"))
  }

  @Test func `every usual key has a name and one meaning`() {
    let keys = KeyAction.allCases.flatMap(\.usualKeys)
    #expect(keys.count == 25)
    #expect(Set(keys).count == keys.count)
    #expect(KeyMap().action(of: keys[0]) == .trigger)
  }
}
