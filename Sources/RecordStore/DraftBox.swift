internal import DataFormats
internal import Glibc

/// The drafts: `drafts/ID.json`, each with a lock beside it (`ID.lock`) that the process which has it open holds.
///
/// The lock is not on the draft itself, because every save puts a new file in its place.
final class DraftBox {
  private let folder: StoreFolder
  private var locks: [String: SharedFile] = [:]
  var notices: [String] = []

  init(folder: StoreFolder) {
    self.folder = folder
  }

  private func path(_ id: String) -> String { "\(folder.drafts)/\(id).json" }
  private func lockPath(_ id: String) -> String { "\(folder.drafts)/\(id).lock" }

  private static func isID(_ id: String) -> Bool {
    (1...64).contains(id.utf8.count)
      && id.utf8.allSatisfy {
        $0 == UInt8(ascii: "-") || ($0 | 0x20) &- UInt8(ascii: "a") < 26 || $0 &- UInt8(ascii: "0") < 10
      }
  }

  /// True where this process has the draft now; false where another has.
  func lock(_ id: String) throws(StoreError) -> Bool {
    if locks[id] != nil { return true }
    guard Self.isID(id) else { throw StoreError(.request, "\(id) is not the id of a draft") }
    while true {
      let file = try OpenFile(lockPath(id), .append)
      guard try file.lock(.exclusive) else { return false }
      // Its last owner may have removed it between the open and the lock.
      guard try file.isInPlace() else { continue }
      locks[id] = SharedFile(file)
      return true
    }
  }

  /// Writes the draft. Where somebody removed the directory of the drafts meanwhile it is made again.
  func save(_ id: String, _ content: JSONValue) throws(StoreError) {
    if OpenFile.status(folder.drafts) == nil {
      try Folder.make(folder.drafts)
      locks[id] = nil
    }
    guard try lock(id) else { throw StoreError(.request, "the draft \(id) is open in another terminal") }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4096)
    content.write(to: &bytes)
    bytes.append(0x0A)
    try Folder.replace(path(id), with: bytes)
  }

  func remove(_ id: String) throws(StoreError) {
    guard try lock(id) else { throw StoreError(.request, "the draft \(id) is open in another terminal") }
    if try Folder.remove(path(id)) { try Folder.synchronize(folder.drafts) }
    try Folder.remove(lockPath(id))
    locks[id] = nil
  }

  /// Lets another process take the draft.
  func release(_ id: String) {
    guard locks[id] != nil else { return }
    if OpenFile.status(path(id)) == nil { _ = try? Folder.remove(lockPath(id)) }
    locks[id] = nil
  }

  /// The drafts that no other process has open, the oldest first. Damaged ones go to quarantine, with a notice.
  func open(form: String?) throws(StoreError) -> [Draft] {
    var found: [Draft] = []
    for name in try Folder.names(in: folder.drafts).sorted() {
      if name.hasSuffix(".part") {
        removeAbandoned(name)
        continue
      }
      guard name.hasSuffix(".json") else { continue }
      let id = String(name.dropLast(5))
      guard Self.isID(id) else { continue }
      let mine = locks[id] != nil
      guard try lock(id) else { continue }
      defer { if !mine { release(id) } }
      guard let draft = try read(id) else { continue }
      if form == nil || draft.form == form { found.append(draft) }
    }
    return found
  }

  func read(_ id: String) throws(StoreError) -> Draft? {
    let path = path(id)
    guard OpenFile.status(path) != nil else { return nil }
    let file = try OpenFile(path, .read)
    let bytes = try file.read(0..<(try file.status().size))
    if let content = try? JSONValue(parsing: bytes), content.members != nil { return Draft(id: id, content: content) }
    let kept = try folder.quarantine(file: path, as: "draft-\(id).json")
    notices.append("The draft \(id) is damaged and cannot be resumed: it was moved to \(kept).")
    return nil
  }

  /// What a process that was killed while it saved left behind: `ID.json.PID.part`.
  private func removeAbandoned(_ name: String) {
    guard let process = name.split(separator: ".").dropLast().last.flatMap({ Int32($0) }), process > 0,
      kill(process, 0) != 0, errno == ESRCH
    else { return }
    _ = try? Folder.remove("\(folder.drafts)/\(name)")
  }
}
