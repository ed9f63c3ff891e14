extension CameraCase {
  /// Whatever a camera sends, the code is read.
  static let formats = [USBCamera.Pixels.yuyv, .nv12, .yu12, .grey, .jpeg].map { pixels in
    CameraCase("format-\(pixels.rawValue)", "none; the camera sends \(pixels.rawValue) alone", on: .faults) { desk in
      let label = desk.label()
      _ = try desk.plug("Dock Camera", pixels, showing: label)
      let clerk = try Clerk(camera: "auto")
      try clerk.type("crate 7")
      try clerk.press(Clerk.trigger)
      try clerk.gets(label)
      try clerk.saves(label, note: "crate 7")
      return Outcome(saw: "the picture", after: "read it, saved")
    }
  }
}
