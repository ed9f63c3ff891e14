import CNewt

/// A component of newt's. Added to a `NewtForm` it belongs to that and is dead once the form is destroyed: reading it
/// then gives what it held last, changing it does nothing.
class NewtComponent {
  /// Nil when the form is destroyed.
  private(set) final var handle: OpaquePointer?
  private final var isOwnedByForm = false
  /// Whether the focus can be on it.
  final let takesFocus: Bool

  init(_ handle: OpaquePointer?, takesFocus: Bool) {
    self.handle = handle
    self.takesFocus = takesFocus
  }

  deinit {
    if let handle, !isOwnedByForm { newtComponentDestroy(handle) }
  }

  /// The form takes it over.
  final func adopt() -> OpaquePointer? {
    guard !isOwnedByForm else { return nil }
    isOwnedByForm = true
    return handle
  }

  /// The form is about to be destroyed: remember what is there.
  final func release() {
    remember()
    handle = nil
  }

  /// Keeps what newt is about to forget.
  func remember() {}

  /// What typing changes, so that it can be taken back.
  func snapshot() -> NewtSnapshot { NewtSnapshot(text: "", position: 0) }
  func restore(_ snapshot: NewtSnapshot) {}
}

/// What a component held before something was typed.
struct NewtSnapshot: Equatable {
  var text: String
  var position: Int
}
