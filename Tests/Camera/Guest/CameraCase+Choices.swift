import Glibc

extension CameraCase {
  /// Which camera it is.
  static let choices = [
    CameraCase("none", "no camera at all", on: .others) { desk in
      try desk.loadUSB()
      let label = desk.label()
      return try beforePress(desk, "There is no camera; plug one in, or type the code.", showing: label) {
        _ = try desk.plug(showing: label)
      }
    },
    CameraCase("metadata", "the node is a camera's second one (metadata)", on: .others) { desk in
      let label = desk.label()
      _ = try desk.plug(showing: label)
      let clerk = try Clerk(camera: "/dev/video1")
      try clerk.type("crate 7")
      try clerk.press(Clerk.trigger)
      let sentence = try clerk.reads("/dev/video1: this is no camera.")
      try clerk.closesWindow()
      try clerk.press("\t")
      try clerk.type(label.text)
      try clerk.saves(label, note: "crate 7")
      return Outcome(saw: sentence, after: "typed the code, saved")
    },
    CameraCase("by-name", "two cameras, one chosen by a part of its name", on: .others) { desk in
      let (label, other) = (desk.label(), desk.label())
      _ = try desk.plug("Front Door", showing: other)
      _ = try desk.plug("Dock Camera", .jpeg, port: 1, showing: label)
      let clerk = try Clerk(camera: "dock")
      try clerk.type("crate 7")
      try clerk.press(Clerk.trigger)
      try clerk.gets(label)
      try clerk.saves(label, note: "crate 7")
      return Outcome(saw: "the picture of Dock Camera", after: "read its code, saved")
    },
    CameraCase("other-name", "the camera that was chosen is another one", on: .others) { desk in
      let label = desk.label()
      let wrong = try desk.plug("Front Door", showing: desk.label())
      return try beforePress(desk, "There is no camera dock, but Front Door.", camera: "dock", showing: label) {
        try desk.unplug(wrong)
        _ = try desk.plug("Dock Camera", showing: label)
      }
    },
    CameraCase("another-node", "unplugged, and back as another node", on: .others) { desk in
      let label = desk.label()
      let camera = try desk.plug(showing: nil)
      // Somebody who has the old node open keeps its number from being used again.
      let keeper = open("/dev/video0", O_RDWR | O_CLOEXEC)
      defer { close(keeper) }
      var nodes: [String] = []
      let outcome = try whileSeen(
        desk, "Dock Camera is not there: plug it in.", camera: "/dev/video0", showing: label
      ) {
        camera.unplug()
        usleep(300_000)
      } end: {
        camera.show(label)
        nodes = try desk.plug(camera)
      }
      guard let node = nodes.first, node != "/dev/video0" else { throw Trouble("it is back as \(nodes)") }
      return Outcome(saw: outcome.saw, after: "found it as \(node), read it, saved")
    },
    CameraCase("ssh", "none; the clerk is elsewhere, over ssh", on: .others) { desk in
      let label = desk.label()
      _ = try desk.plug(showing: label)
      let clerk = try Clerk(camera: "auto", atMenu: true, ["SSH_CONNECTION": "192.0.2.7 50022 192.0.2.1 22"])
      let words = "camera of dock-pc: Dock Camera"
      try clerk.reads(words)
      try clerk.press("\r")
      try clerk.reads("Note")
      try clerk.type("crate 7")
      try clerk.press(Clerk.trigger)
      try clerk.gets(label)
      try clerk.saves(label, note: "crate 7")
      return Outcome(saw: words, after: "read it, saved")
    },
    CameraCase("controls", "none; the camera has focus, exposure and mains frequency", on: .others) { desk in
      let label = desk.label()
      let camera = try desk.plug(showing: label)
      let clerk = try Clerk(camera: "auto")
      try clerk.type("crate 7")
      try clerk.press(Clerk.trigger)
      try clerk.gets(label)
      try clerk.saves(label, note: "crate 7")
      let focus = camera.value(of: .focusAutomatic)
      let priority = camera.value(of: .exposurePriority)
      guard focus == 1, priority == 0, camera.value(of: .focus) == nil else {
        throw Trouble("automatic focus \(focus ?? -1), exposure priority \(priority ?? -1)")
      }
      return Outcome(saw: "the picture", after: "focus follows the label, exposure keeps the rate; saved")
    },
  ]
}
