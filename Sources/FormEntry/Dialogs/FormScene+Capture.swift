import FormFlow

extension FormScene {
  func openCapture() {
    state.tell(.information, "There is no camera: use a scanner, or type the code")
    refresh()
  }
}
