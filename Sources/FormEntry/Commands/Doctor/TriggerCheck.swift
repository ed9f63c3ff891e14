import Configuration
import DataFormats
import Glibc

/// The device that is a trigger besides the trigger key, where the station names one.
enum TriggerCheck {
  static func diagnoses(_ station: StationConfiguration) -> [Diagnosis] {
    guard let path = station.triggerDevice else { return [] }
    if InputDevice(path) != nil { return [.well(.trigger, "\(path) can be read")] }
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
}
