import CGuest
import Glibc

// The first process of the machine: runs the cases that the kernel's command line names, all by default, and says what
// became of each.
Machine.begin()
let began = milliseconds()
Machine.say("UP\t\(began)")
// What stands after -- is for the first process; Swift's CommandLine needs /proc, which was not there before.
let words = text(of: "/proc/cmdline").split(whereSeparator: \.isWhitespace).map(String.init)
let wanted = words.drop { $0 != "--" }.dropFirst()
let desk = CameraDesk()
for item in CameraCase.all where wanted.isEmpty || wanted.contains(item.name) {
  Machine.log("case \(item.name)")
  let start = milliseconds()
  do {
    let outcome = try item.run(desk)
    Machine.say(
      "CASE\t\(item.name)\tpassed\t\(item.fault)\t\(outcome.saw)\t\(outcome.after)\t\(milliseconds() - start)")
  } catch {
    let lines = "\(error)".split(separator: "\n", omittingEmptySubsequences: false)
    Machine.say("CASE\t\(item.name)\tfailed\t\(item.fault)\t\t\(lines[0])\t\(milliseconds() - start)")
    for line in lines.dropFirst() { Machine.say("SCREEN\t\(line)") }
  }
  desk.clear()
}
Machine.say("END\t\(milliseconds() - began)")
guest_power_off()
