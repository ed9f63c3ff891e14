import Configuration
import DataFormats
import Glibc
import ScanField

/// The cameras, and whether the one that the station wants is among them.
enum CameraCheck {
  static func diagnoses(_ station: StationConfiguration) -> [Diagnosis] {
    let camera = station.camera
    if camera == "none" { return [.well(.camera, "switched off (camera: none)")] }
    if camera != "auto", !camera.hasPrefix("/dev/"), camera.contains("/") || access(camera, F_OK) == 0 {
      // Pictures in a camera's place.
      return access(camera, R_OK) == 0
        ? [.well(.camera, "pictures of \(camera)")]
        : [
          .wrong(
            .camera, "\(camera) cannot be read: \(systemReason(errno))", mend: "camera: auto in the configuration")
        ]
    }
    let reports = CameraReport.all()
    if !reports.isEmpty, let problem = CameraReport.libraryProblem() {
      return [.wrong(.camera, problem, mend: "sudo apt install libv4l-0")]
    }
    var found = reports.compactMap { diagnosis(of: $0) }
    if found.isEmpty {
      let mend = "plug one in, or say camera: none in the configuration"
      return [
        camera == "auto"
          ? .unknown(.camera, "none is plugged in", mend: mend + " (a directory of pictures does for trying out)")
          : .wrong(
            .camera,
            access(camera, F_OK) == 0
              ? "\(camera) gives no pictures, and there is no camera" : "\(camera) is not there, nor any other",
            mend: mend)
      ]
    }
    if camera != "auto" { found += wish(camera, reports) }
    return found
  }

  /// What is wrong with what the station asks for.
  static func wish(_ camera: String, _ reports: [CameraReport]) -> [Diagnosis] {
    guard isThere(camera, reports) else {
      return [
        .wrong(
          .camera, "the station wants \(camera), which is not among them",
          mend: "camera: auto, or a part of one of these names, in the configuration")
      ]
    }
    let called = reports.filter { $0.isCalled(camera) }
    guard called.count > 1, let first = called.first else { return [] }
    return [
      .unknown(
        .camera, "\(called.count) cameras are called \(camera); the first one is taken, and kept while it is there",
        mend: "camera: \(first.bus), the place of one of them, in the configuration")
    ]
  }

  private static func isThere(_ wanted: String, _ reports: [CameraReport]) -> Bool {
    if wanted.hasPrefix("/dev/") {
      // A camera's second node is there too, but gives no pictures.
      return access(wanted, F_OK) == 0 && !reports.contains { $0.path == wanted && $0.outcome == .noCamera }
    }
    // One that may not be opened has no name to compare.
    return reports.contains { $0.isCalled(wanted) || $0.name.isEmpty && $0.outcome != .noCamera }
  }

  /// nil for nodes that are no cameras.
  static func diagnosis(of report: CameraReport) -> Diagnosis? {
    let formats = report.formats.isEmpty ? "" : ", \(report.formats.joined(separator: " "))"
    let bus = report.bus.isEmpty ? "" : ", \(report.bus)"
    let what = report.path + (report.name.isEmpty ? "" : " \(report.name)") + bus + formats
    switch report.outcome {
    case .noCamera: return nil
    case .works(let milliseconds): return .well(.camera, "\(what): first picture after \(milliseconds) ms")
    case .forbidden(let group):
      return .wrong(
        .camera, "\(what): this user may not open it, the group \(group) may",
        mend: "sudo usermod -aG \(group) \"$USER\", then log in again")
    case .busy(let holders): return .used(.camera, report.path, what, by: holders)
    case .fails(let sentence):
      return .wrong(
        .camera, "\(what): \(sentence)", mend: "plug it in anew; sudo dmesg | tail tells what the driver says")
    }
  }
}
