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
    if !Folder.isThere(folder.drafts) {
      if let notice = try folder.prepare(folder.drafts) { notices.append(notice) }
      locks[id] = nil
    }
    guard try lock(id) else { throw StoreError(.request, "the draft \(id) is open in another terminal") }
    try Folder.replace(path(id), with: DraftText.sealed(content))
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

  /// The drafts that no other process has open, the oldest first. What is wrong with one keeps none of the others back.
  func open(form: String?, hash: String?, isForm: (String) -> Bool) throws(StoreError) -> [Draft] {
    if let notice = try folder.prepare(folder.drafts) { notices.append(notice) }
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
      do throws(StoreError) {
        guard try lock(id) else { continue }
        defer { if !mine { release(id) } }
        guard let draft = try read(id) else { continue }
        guard let form else {
          found.append(draft)
          continue
        }
        if let offered = draft.offered(in: form, hash: hash, isForm: isForm) { found.append(offered) }
      } catch {
        notices.append("An unfinished record cannot be offered: \(error.message). It was left at \(path(id)).")
      }
    }
    return found
  }

  private func read(_ id: String) throws(StoreError) -> Draft? {
    let path = path(id)
    guard OpenFile.status(path) != nil else { return nil }
    let file = try OpenFile(path, .read)
    let bytes = try file.read(0..<(try file.status().size))
    switch DraftText.read(bytes) {
    case .whole(let content): return Draft(id: id, content: content)
    case .damaged(let members?):
      let kept = keepAside(bytes, id)
      let content = DraftText.mended(members, id: id, keptAt: kept ?? path)
      if kept != nil { try Folder.replace(path, with: DraftText.sealed(content)) }
      notices.append(
        "The draft \(id) is damaged: what can be read of it is offered, compare every field. "
          + "As it was found it is kept in \(kept ?? path).")
      return Draft(id: id, content: content)
    case .damaged(nil):
      do throws(StoreError) {
        let kept = try folder.quarantine(file: path, as: "draft-\(id).json")
        notices.append("The draft \(id) is damaged and cannot be resumed: it was moved to \(kept).")
      } catch {
        notices.append("The draft \(id) is damaged and cannot be resumed: it was left at \(path) (\(error.message)).")
      }
      return nil
    }
  }

  /// A copy in the quarantine, else beside the draft; nil where neither can be written.
  private func keepAside(_ bytes: [UInt8], _ id: String) -> String? {
    if let kept = try? folder.quarantine(bytes, as: "draft-\(id).json") { return kept }
    let beside = path(id) + ".damaged"
    return (try? Folder.replace(beside, with: bytes)) == nil ? nil : beside
  }

  /// What a process that was killed while it saved left behind: `ID.json.PID.part`.
  private func removeAbandoned(_ name: String) {
    guard let process = name.split(separator: ".").dropLast().last.flatMap({ Int32($0) }), process > 0,
      kill(process, 0) != 0, errno == ESRCH
    else { return }
    _ = try? Folder.remove("\(folder.drafts)/\(name)")
  }
}
