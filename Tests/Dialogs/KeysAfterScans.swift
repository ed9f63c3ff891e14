import Foundation
import TerminalKit
import Testing

@Suite("Keys right after a scan", .timeLimit(.minutes(15)))
struct KeysAfterScans {
  @Test("A key that came too soon is told to have been read, though it does nothing")
  func keyInTheQuietAfterAScan() throws {
    let clerk = try Dock().start()
    // Nothing else is to be due that would have the screen painted.
    usleep(600_000)
    clerk.send("ABCDEFGH12\r")
    usleep(10_000)
    clerk.send("\u{0c}")
    #expect(clerk.waitForSync(1500))
  }
}
