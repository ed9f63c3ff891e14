// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .treatAllWarnings(as: .error), .enableUpcomingFeature("InternalImportsByDefault"),
]

/// For the start: what nobody imports is not linked, as types are looked up among those of all modules.
let lean =
  strict + [
    .unsafeFlags(
      ["disable-implicit-concurrency-module-import", "disable-implicit-string-processing-module-import"]
        .flatMap { ["-Xfrontend", "-\($0)"] })
  ]

/// For the start too: generic types that are known when the program is built are not put together when it runs, and no
/// type is looked up by reading its name. Not for rooms with atomics and mutexes, which Swift 6.3 then destroys without
/// end.
let prepared =
  lean + [
    .unsafeFlags(
      ["prespecialize-generic-metadata", "disable-concrete-type-metadata-mangled-name-accessors"]
        .flatMap { ["-Xfrontend", "-\($0)"] })
  ]

/// A room of the program: `needs` is its row of the table in CONTRIBUTING.md, which a test holds to the imports.
func room(_ name: String, needs: [String], settings: [SwiftSetting] = prepared) -> Target {
  .target(name: name, dependencies: needs.map { .byName(name: $0) }, swiftSettings: settings)
}

func program(_ name: String, needs: [String], settings: [SwiftSetting] = prepared) -> Target {
  .executableTarget(name: name, dependencies: needs.map { .byName(name: $0) }, swiftSettings: settings)
}

/// Loops over pixels: without optimisation they take longer than a picture is given.
let pixels = prepared + [.unsafeFlags(["-O"], .when(configuration: .debug))]

func tests(_ folder: String, needs: [String], apart: [String] = []) -> Target {
  .testTarget(
    name: "\(folder)Tests", dependencies: needs.map { .byName(name: $0) }, path: "Tests/\(folder)",
    exclude: apart, swiftSettings: [.swiftLanguageMode(.v6)])
}

let package = Package(
  name: "formentry",
  products: [
    .executable(name: "formentry", targets: ["FormEntry"]),
    .executable(name: "formentry-decode", targets: ["ScanWorker"]),
    .executable(name: "formentry-export", targets: ["RecordExport"]),
  ],
  targets: [
    .systemLibrary(name: "CNewt", pkgConfig: "libnewt", providers: [.apt(["libnewt-dev", "libslang2-dev"])]),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
    .systemLibrary(name: "CZBar", pkgConfig: "zbar", providers: [.apt(["libzbar-dev"])]),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg62-turbo-dev"])]),
    // Not linked: it is loaded when a camera is opened.
    .systemLibrary(name: "CV4L2", providers: [.apt(["libv4l-0"])]),
    .target(name: "CSystem"),
    .target(name: "CPictures", dependencies: ["CJPEG"]),
    // Only the worker needs it: it is slow to load, and aborts.
    .target(name: "CZXing", linkerSettings: [.linkedLibrary("ZXing")]),

    room("DataFormats", needs: ["CSystem", "CYAML"]),
    room("Configuration", needs: ["DataFormats"]),
    room("LabelData", needs: ["DataFormats"]),
    room("GrayReader", needs: [], settings: pixels),
    room("FormSchema", needs: ["DataFormats", "LabelData", "CPCRE2"]),
    room("FormFlow", needs: ["DataFormats", "FormSchema", "LabelData"]),
    room("ScanField", needs: ["DataFormats", "LabelData", "CV4L2", "CSystem"], settings: lean),
    room("RecordStore", needs: ["DataFormats", "FormSchema", "CSystem"]),
    program(
      "ScanWorker",
      needs: ["DataFormats", "LabelData", "GrayReader", "CZBar", "CZXing", "CPNG", "CJPEG", "CPictures", "CSystem"],
      settings: pixels),
    program("RecordExport", needs: ["DataFormats", "Configuration", "FormSchema", "RecordStore"]),
    program(
      "FormEntry",
      needs: [
        "DataFormats", "Configuration", "FormSchema", "FormFlow", "LabelData", "ScanField", "RecordStore", "CNewt",
        "CSystem",
      ]),

    tests("DataFormats", needs: ["DataFormats"]),
    tests("LabelData", needs: ["LabelData", "DataFormats"]),
    .target(name: "Chance", path: "Tests/Chance", swiftSettings: strict),
    .target(name: "HandedCases", path: "Tests/HandedCases", swiftSettings: [.swiftLanguageMode(.v6)]),
    tests("FormSchema", needs: ["FormSchema", "DataFormats", "LabelData", "HandedCases"]),
    .executableTarget(
      name: "FormFuzz", dependencies: ["FormSchema", "DataFormats", "Chance"], path: "Tests/FormFuzz",
      swiftSettings: strict),
    .executableTarget(
      name: "PictureFuzz", dependencies: ["ScanField", "DataFormats", "Chance", "CGuest"], path: "Tests/PictureFuzz",
      swiftSettings: strict),
    tests("FormFlow", needs: ["FormFlow", "FormSchema", "DataFormats", "LabelData", "HandedCases"]),
    tests("Configuration", needs: ["Configuration", "DataFormats"]),
    .executableTarget(
      name: "WorkerProbe", dependencies: ["DataFormats", "CSystem"], path: "Tests/WorkerProbe", swiftSettings: strict),
    tests(
      "ScanField", needs: ["ScanField", "LabelData", "DataFormats", "CJPEG", "CSystem", "ScanWorker", "WorkerProbe"]),
    tests("GrayReader", needs: ["GrayReader"]),
    tests("RecordStore", needs: ["RecordStore", "DataFormats", "FormSchema"]),
    .executableTarget(
      name: "StoreProbe", dependencies: ["DataFormats", "RecordStore"], path: "Tests/Faults/StoreProbe",
      swiftSettings: strict),
    tests("Faults", needs: ["RecordStore", "DataFormats", "RecordExport", "StoreProbe"], apart: ["StoreProbe"]),
    tests("RecordExport", needs: ["RecordStore", "DataFormats", "RecordExport"]),
    tests("Architecture", needs: []),
    .systemLibrary(name: "CVTerm", path: "Tests/CVTerm", pkgConfig: "vterm", providers: [.apt(["libvterm-dev"])]),
    .target(
      name: "TerminalKit", dependencies: ["CVTerm"], path: "Tests/TerminalKit", swiftSettings: strict),
    .target(name: "CTerminalProbe", path: "Tests/CTerminalProbe"),
    .testTarget(
      name: "TerminalTests", dependencies: ["FormEntry", "TerminalKit", "CTerminalProbe"], path: "Tests/Terminal",
      exclude: ["Screens"], swiftSettings: [.swiftLanguageMode(.v6)]),
    .executableTarget(
      name: "ScreenBench", dependencies: ["TerminalKit"], path: "Benchmarks/ScreenBench", swiftSettings: strict),
    .executableTarget(
      name: "AnswerBench", dependencies: ["DataFormats", "FormSchema", "FormFlow"], path: "Benchmarks/AnswerBench",
      swiftSettings: strict),
    .executableTarget(
      name: "DecodeBench", dependencies: ["ScanField", "DataFormats", "Chance"], path: "Benchmarks/DecodeBench",
      swiftSettings: strict),
    .testTarget(
      name: "DialogsTests", dependencies: ["FormEntry", "TerminalKit"], path: "Tests/Dialogs", exclude: ["Screens"],
      swiftSettings: [.swiftLanguageMode(.v6)]),
    .target(name: "CGuest", dependencies: ["CJPEG"], path: "Tests/Camera/CGuest"),
    .executableTarget(
      name: "CameraGuest", dependencies: ["CGuest", "CSystem", "TerminalKit"], path: "Tests/Camera/Guest",
      swiftSettings: strict),
    .testTarget(
      name: "CameraTests", dependencies: ["CameraGuest", "FormEntry", "ScanWorker"], path: "Tests/Camera/Suite",
      swiftSettings: [.swiftLanguageMode(.v6)]),
    tests("CommandLine", needs: ["DataFormats", "FormEntry", "RecordExport", "ScanWorker"]),
  ],
  cxxLanguageStandard: .cxx17
)
