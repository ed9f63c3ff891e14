import CGuest
import Glibc

// The first process of the machine: runs the cases that the kernel's command line names, all by default, and says what
// became of each. `bench` measures, `soak 30` works for so many minutes, `try 24 80` is for somebody at such a terminal.
Machine.begin()
let began = milliseconds()
// What stands after -- is for the first process; Swift's CommandLine needs /proc, which was not there before.
let words = text(of: "/proc/cmdline").split(whereSeparator: \.isWhitespace).map(String.init)
let wanted = Array(words.drop { $0 != "--" }.dropFirst())
let desk = CameraDesk()

func work(_ name: String, _ body: () throws -> Void) {
  do {
    try body()
    Machine.say("\(name): passed")
  } catch { Machine.say("\(name): FAILED: \(error)") }
}

switch wanted.first {
case "bench": work("bench") { try CameraBench.run(desk) }
case "soak": work("soak") { try CameraSoak.run(desk, minutes: wanted.dropFirst().first.flatMap { Int($0) } ?? 30) }
case "try": work("try") { try CameraTrial.run(desk, size: wanted.dropFirst().compactMap { UInt16($0) }) }
default:
  Machine.say("UP\t\(began)")
  for item in CameraCase.all where wanted.isEmpty || wanted.contains(item.name) { item.report(desk) }
  Machine.say("END\t\(milliseconds() - began)")
}
guest_power_off()
