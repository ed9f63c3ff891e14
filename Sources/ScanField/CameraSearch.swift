import Glibc
import Synchronization

/// Finds the camera that is wanted among the nodes that there are, and keeps to it: one that was plugged in again is
/// known by its name and its place on the bus, whatever its node is now.
final class CameraSearch: Sendable {
  private typealias Node = (path: String, identity: CameraIdentity)

  private struct Memory {
    var identity: CameraIdentity?
    /// Others of its make that were there while it was: none of them is the same one in another place.
    var twins: [CameraIdentity] = []
    /// Nodes that there were when its twins were looked for last, and whether they are being looked for.
    var numbers: [Int] = []
    var isLooking = false
    /// Since when it has not been there.
    var lostAt: Int?
  }

  let choice: CameraChoice
  /// Where the nodes lie.
  private let folder: String
  private let memory = Mutex(Memory())

  /// Milliseconds for which a camera that has gone is waited for before any other one will do.
  private static let loyalty = 8_000

  init(_ choice: CameraChoice, folder: String = "/dev") {
    self.choice = choice
    self.folder = folder
  }

  /// The camera that was found last.
  var known: CameraIdentity? { memory.withLock { $0.identity } }

  /// For people: the camera's name where it has been seen, else what was asked for.
  var subject: String {
    let name = known?.name ?? ""
    return Camera.subject(name.isEmpty ? (choice == .any ? "" : choice.wish) : name)
  }

  /// Opens the camera.
  func open(width: Int, height: Int, library: CameraLibrary) throws(SourceError) -> Camera {
    if let known, case .device(let path) = choice, Camera.identity(of: path, library: library) == known {
      return try Camera(path, width: width, height: height, library: library)
    }
    let nodes = nodes(library)
    let camera: Camera
    if let known {
      camera = try open(again: known, nodes, width, height, library)
    } else if case .device(let path) = choice {
      camera = try Camera(path, width: width, height: height, library: library)
    } else {
      camera = try first(nodes, width, height, library)
    }
    memory.withLock { $0 = Memory(identity: camera.identity, twins: Self.twins(of: camera.identity, in: nodes)) }
    return camera
  }

  /// While the camera is there: takes notice of twins that are plugged in now. Asked by a thread that nobody waits for:
  /// what is new may be slow to answer.
  func lookRound(library: CameraLibrary) {
    let numbers = Self.numbers(in: folder)
    let isNew = memory.withLock { memory in
      guard memory.numbers != numbers, !memory.isLooking, memory.identity != nil else { return false }
      memory.isLooking = true
      return true
    }
    guard isNew else { return }
    let problem = startThread { [self] in
      let nodes = nodes(library)
      memory.withLock { memory in
        memory.isLooking = false
        // Only beside the camera itself another one is surely not the same.
        guard let known = memory.identity, nodes.contains(where: { $0.identity == known }) else { return }
        memory.numbers = numbers
        memory.twins += Self.twins(of: known, in: nodes).filter { !memory.twins.contains($0) }
      }
    }
    if problem != 0 { memory.withLock { $0.isLooking = false } }
  }

  private static func twins(of camera: CameraIdentity, in nodes: [Node]) -> [CameraIdentity] {
    nodes.map(\.identity).filter { $0.isOfOneMake(with: camera) && $0 != camera }
  }

  private func open(
    again known: CameraIdentity, _ nodes: [Node], _ width: Int, _ height: Int, _ library: CameraLibrary
  ) throws(SourceError) -> Camera {
    let alike = nodes.filter { $0.identity.isOfOneMake(with: known) }
    // Plugged in elsewhere it has another place, but its name; where the place was asked for only that will do.
    let (twins, isPlace) = (memory.withLock { $0.twins }, choice == .named(known.bus))
    let moved = isPlace ? [] : alike.filter { !twins.contains($0.identity) }
    if let node = alike.first(where: { $0.identity == known }) ?? (moved.count == 1 ? moved.first : nil) {
      return try Camera(node.path, width: width, height: height, library: library)
    }
    let now = milliseconds()
    let lostAt = memory.withLock { memory in
      if memory.lostAt == nil { memory.lostAt = now }
      return memory.lostAt ?? now
    }
    if choice == .any, now - lostAt > Self.loyalty, !nodes.isEmpty { return try first(nodes, width, height, library) }
    let others = alike.count == 1 ? ", only another one of its make" : ", only \(alike.count) others of its make"
    // Which of several new ones it is nobody can tell.
    let choose = moved.count > 1 ? ", or choose one by its place (camera: \(moved[0].identity.bus))" : ""
    throw SourceError("\(subject) is not there\(alike.isEmpty ? "" : others): plug it in\(choose).")
  }

  /// The first one that is wanted and can be opened.
  private func first(
    _ all: [Node], _ width: Int, _ height: Int, _ library: CameraLibrary
  ) throws(SourceError) -> Camera {
    var nodes = all
    if case .named(let name) = choice {
      nodes = all.filter { $0.identity.bus == name || $0.identity.card == name }
      if nodes.isEmpty { nodes = all.filter { $0.identity.card.namesCamera(with: name) } }
      if nodes.isEmpty, !all.isEmpty {
        let names = all.map(\.identity.name).joined(separator: ", ")
        throw SourceError("There is no camera \(CameraIdentity.name(name)), but \(names).")
      }
    }
    // Nodes that this user may not open are there all the same.
    var problem = nodes.isEmpty ? paths.lazy.compactMap(Camera.refusal).first : nil
    for node in nodes {
      do { return try Camera(node.path, width: width, height: height, library: library) } catch {
        problem = problem ?? error
      }
    }
    throw problem ?? SourceError("There is no camera; plug one in, or type the code.")
  }

  /// The nodes that are cameras.
  private func nodes(_ library: CameraLibrary) -> [Node] {
    paths.compactMap { path in Camera.identity(of: path, library: library).map { (path, $0) } }
  }

  private var paths: [String] { Self.numbers(in: folder).map { "\(folder)/video\($0)" } }

  /// The numbers of what is called `video` and a number in a folder, in their order.
  static func numbers(in folder: String) -> [Int] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var numbers: [Int] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name.hasPrefix("video"), let number = Int(name.dropFirst(5)) { numbers.append(number) }
    }
    return numbers.sorted()
  }
}
