import Glibc
import ScanField

// What the decode worker reads, and its processor time. For Benchmarks/decoding.py, which sets it beside other readers.
//
//     DecodeBench frames WORKER FOLDER    makes the frames that other readers get, by zint
//     DecodeBench live WORKER FOLDER      the same scenes as a camera gives them; FOLDER is for scratch
//     DecodeBench stills WORKER FOLDER    picture files

let words = CommandLine.arguments
do {
  guard words.count == 4 else { throw Trouble("usage: DecodeBench frames|live|stills WORKER FOLDER") }
  let worker = try DecodeWorker(executable: words[2])
  switch words[1] {
  case "frames": try FrameFolder.make(words[3], worker: worker)
  case "live": try LiveBench(worker: worker, scratch: words[3]).run()
  case "stills": try StillBench.run(words[3], worker: worker)
  default: throw Trouble("\(words[1]): frames, live or stills")
  }
} catch {
  let sentence = "DecodeBench: \(error)\n"
  _ = write(STDERR_FILENO, sentence, sentence.utf8.count)
  exit(1)
}
