import Configuration
import DataFormats
import Glibc
import ScanField

/// The device that is a trigger besides the trigger key, where the station names one.
enum TriggerCheck {
  static func diagnoses(_ station: StationConfiguration) -> [Diagnosis] {
    guard let path = station.triggerDevice else { return [] }
    if let device = InputDevice(path) { return [device.isTaken ? taken(path) : .well(.trigger, "\(path) can be read")] }
    if access(path, R_OK) == 0 {
      return [
        .wrong(.trigger, "\(path) is no input device", mend: "ls /dev/input/by-id shows what there is")
      ]
    }
    let reason = errno
    return [
      .wrong(
        .trigger, "\(path) cannot be read: \(systemReason(reason))",
        mend: reason == ENOENT || reason == ENODEV
          ? "plug it in; ls /dev/input/by-id shows what there is"
          : "sudo usermod -aG input \"$USER\", then log in again")
    ]
  }

  /// A form that is open has it for itself, as it should.
  private static func taken(_ path: String) -> Diagnosis {
    let holders = DeviceHolder.names(of: path)
    return holders.contains { $0.hasPrefix("formentry ") }
      ? .well(.trigger, "\(path) is used by an open form") : .used(.trigger, path, path, by: holders)
  }
}
