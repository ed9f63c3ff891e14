import CSystem
import DataFormats
import Glibc
import LabelData
import ScanField

/// The program that reads bar codes: where it lies, whether it starts and reads.
enum DecoderCheck {
  private static let name = "formentry-decode"

  static func diagnosis() -> Diagnosis {
    guard let path = Helper.path(of: name) else {
      return .wrong(
        .decoder, "\(name) lies neither beside formentry nor in ../libexec/formentry",
        mend: "sudo make install, or copy \(name) there")
    }
    // In memory: no directory need be writable for it.
    let bytes = TestPicture.bytes
    let memory = system_shared_memory("formentry-doctor", Int64(bytes.count))
    guard memory >= 0, pwrite(memory, bytes, bytes.count, 0) == bytes.count else {
      return .unknown(.decoder, "\(path): there is no memory for a test picture (\(systemReason(errno)))")
    }
    defer { close(memory) }
    do {
      let worker = try DecodeWorker(executable: path)
      let codes = try worker.decode(still: "/proc/self/fd/\(memory)", options: DecodeOptions(all: true))
      if codes.contains(where: { $0.symbology == .ean13 && $0.text == TestPicture.text }) {
        let isOpen = worker.isSealed == false
        let words = isOpen ? "; this kernel or container has no seccomp, so files and network are not closed to it" : ""
        return .well(.decoder, "\(path) reads the test picture\(words)")
      }
      return .wrong(
        .decoder, "\(path) runs, but does not read the test picture",
        mend: "sudo apt install --reinstall libzbar0 libzxing2, then install formentry again")
    } catch {
      if case .cannotStart(_, let reason) = error {
        return .wrong(.decoder, "\(path) does not start: \(reason)", mend: "sudo chmod a+rx \(quoted(path))")
      }
      return .wrong(
        .decoder, "\(path) does not work: it ended before it had read the test picture",
        mend:
          "ldd \(quoted(path)) tells what is missing (sudo apt install libzbar0 libzxing2 libpng16-16 libjpeg62-turbo)")
    }
  }
}

/// An EAN-13 as a gray picture (PGM), drawn when it is needed.
enum TestPicture {
  static let text = "4006381333931"

  /// Its bars (1) and gaps (0): guards, six digits, the middle, six digits, guards.
  private static let modules =
    "10100011010100111010111101111010001001011001101010100001010000101000010111010010000101100110101"

  static var bytes: [UInt8] {
    let (scale, quiet, height) = (3, 12, 90)
    let gap = [UInt8](repeating: 255, count: quiet * scale)
    let bars = modules.utf8.flatMap { [UInt8](repeating: $0 == UInt8(ascii: "1") ? 0 : 255, count: scale) }
    let row = gap + bars + gap
    let blank = [UInt8](repeating: 255, count: row.count * quiet)
    let rows = (0..<height).flatMap { _ in row }
    let lines = height + 2 * quiet
    return Array("P5\n\(row.count) \(lines)\n255\n".utf8) + blank + rows + blank
  }
}
