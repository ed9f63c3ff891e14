import Glibc
import TerminalKit

// Measures the dialogs on a pseudo terminal: ScreenBench FORMENTRY DIRECTORY. Start is compared with whiptail in the
// same run, turn by turn. Times are medians in milliseconds, echo is the 95th percentile.

guard CommandLine.arguments.count == 3 else {
  print("usage: ScreenBench PROGRAM SCRATCH-DIRECTORY")
  exit(2)
}
do {
  try ScreenBench(program: CommandLine.arguments[1], scratch: CommandLine.arguments[2]).run()
} catch {
  print("ScreenBench: \(error)")
  exit(1)
}
