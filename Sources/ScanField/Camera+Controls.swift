import CV4L2

/// Focus, exposure and light, where the camera has them: each is asked for before it is set, and one that refuses is
/// left as it is.
extension Camera {
  /// A control, and the values that are good for reading labels, best first.
  private static let wishes: [(control: UInt32, values: [Int32])] = [
    // A label is held nearer and farther: V4L2_CID_FOCUS_AUTO.
    (0x009A_090C, [1]),
    // By aperture (3), else wholly automatic (0): V4L2_CID_EXPOSURE_AUTO.
    (0x009A_0901, [3, 0]),
    // In poor light rather darker than slower and smeared: V4L2_CID_EXPOSURE_AUTO_PRIORITY.
    (0x009A_0903, [0]),
    // Lamps that flicker must not make stripes; automatic where it can: V4L2_CID_POWER_LINE_FREQUENCY.
    (0x0098_0918, [3]),
  ]

  /// V4L2_CID_FLASH_LED_MODE as a torch, V4L2_CID_ILLUMINATORS_1.
  private static let lights: [(control: UInt32, on: Int32)] = [(0x009C_0901, 2), (0x0098_0925, 1)]

  func adjust() {
    for wish in Self.wishes {
      for value in wish.values where set(wish.control, to: value) { break }
    }
    for light in Self.lights where set(light.control, to: light.on) { lit.append(light.control) }
  }

  func turnOffLights() {
    for control in lit { _ = set(control, to: 0) }
    lit = []
  }

  /// Whether the camera has it so now.
  private func set(_ id: UInt32, to value: Int32) -> Bool {
    var query = v4l2_queryctrl()
    query.id = id
    let never = UInt32(V4L2_CTRL_FLAG_DISABLED | V4L2_CTRL_FLAG_READ_ONLY | V4L2_CTRL_FLAG_INACTIVE)
    guard camera_query_control(library.control, descriptor, &query) == 0, query.flags & never == 0,
      query.minimum <= value, value <= query.maximum
    else { return false }
    var control = v4l2_control(id: id, value: 0)
    // Set again, some cameras begin to search the focus anew.
    if camera_get_control(library.control, descriptor, &control) == 0, control.value == value { return true }
    control.value = value
    return camera_set_control(library.control, descriptor, &control) == 0
  }
}
