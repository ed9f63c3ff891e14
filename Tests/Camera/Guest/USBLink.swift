import CSystem
import Glibc

/// One plug of a camera: the packets of USB/IP (Documentation/usb/usbip_protocol in the kernel's source), on a thread.
final class USBLink {
  let camera: USBCamera
  let socket: Int32
  let wake: Int32
  /// Transfers of pictures that the driver waits for.
  private var pending: [(sequence: UInt32, length: Int)] = []
  /// The last transfer that was asked for.
  private var newest: UInt32 = 0
  /// Transfers that were called off before they came, each with the number of the calling off: vhci_hcd may send the two
  /// the wrong way round, and one answered at once would be answered twice, for which it drops the whole camera.
  private var calledOff: [UInt32: UInt32] = [:]
  private var picture: [UInt8] = []
  private var sent = 0
  private var isSending = false
  private var frame: UInt8 = 0
  private var due = 0
  private var isFresh = true

  init(camera: USBCamera, socket: Int32, wake: Int32) {
    self.camera = camera
    self.socket = socket
    self.wake = wake
  }

  /// Until the plug is drawn.
  func serve() {
    while true {
      let pause = sendPictures()
      var waiting = [
        pollfd(fd: socket, events: Int16(POLLIN), revents: 0), pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
      ]
      _ = poll(&waiting, 2, Int32(pause))
      if waiting[1].revents != 0 { system_event_clear(wake) }
      if waiting[0].revents != 0, !receive() { return }
    }
  }

  /// Sends what is due; milliseconds until the next is.
  private func sendPictures() -> Int {
    let (behaviour, newest) = camera.shared.withLock { ($0.behaviour, $0.picture) }
    guard !pending.isEmpty, !behaviour.isFrozen else { return 100 }
    let now = milliseconds()
    if isFresh {
      isFresh = false
      due = now + behaviour.delay
    }
    if !isSending {
      guard now >= due else { return due - now }
      isSending = true
      sent = 0
      picture = behaviour.garbage ?? newest
      if behaviour.isCut { picture.removeLast(picture.count / 2) }
      due = max(due + 1000 / USBCamera.framesPerSecond, now)
    }
    while isSending, let next = pending.first {
      pending.removeFirst()
      let count = min(picture.count - sent, min(next.length, USBCamera.transfer) - 2)
      let isLast = sent + count == picture.count
      // The header of a payload: its end, its error and which of two pictures it belongs to (table 2-5).
      let header: [UInt8] = [2, 0x80 | frame | (isLast ? 2 : 0) | (behaviour.isFlagged ? 0x40 : 0)]
      reply(next.sequence, status: 0, length: count + 2, header, picture[sent..<sent + count])
      sent += count
      if isLast {
        isSending = false
        frame ^= 1
      }
    }
    return isSending ? 100 : max(0, due - milliseconds())
  }

  private func receive() -> Bool {
    guard let head = read(48) else { return false }
    func word(_ index: Int) -> UInt32 {
      head[index * 4..<index * 4 + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    let (command, sequence) = (word(0), word(1))
    let (isInward, endpoint, length) = (word(3) == 1, word(4), Int(word(6)))
    switch command {
    case 1:
      var data: [UInt8] = []
      if !isInward, length > 0 {
        guard let read = read(length) else { return false }
        data = read
      }
      newest = sequence
      if let calling = calledOff.removeValue(forKey: sequence) {
        send(words: [4, calling, 0, 0, 0, UInt32(bitPattern: -ECONNRESET)])
      } else if endpoint == 0 {
        answer(sequence, isInward: isInward, length: length, setup: Array(head[40..<48]), data)
      } else {
        pending.append((sequence, length))
      }
    case 2:
      let unwanted = word(5)
      guard unwanted <= newest else {
        calledOff[unwanted] = sequence
        return true
      }
      let before = pending.count
      pending.removeAll { $0.sequence == unwanted }
      if pending.isEmpty { (isSending, isFresh) = (false, true) }
      send(words: [4, sequence, 0, 0, 0, pending.count < before ? UInt32(bitPattern: -ECONNRESET) : 0])
    default: return false
    }
    return true
  }

  /// Requests on the endpoint of commands: type, request, value, index.
  private func answer(_ sequence: UInt32, isInward: Bool, length: Int, setup: [UInt8], _ data: [UInt8]) {
    let (kind, request) = (setup[0], setup[1])
    let (value, index) = (Int(setup[2]) | Int(setup[3]) << 8, Int(setup[4]) | Int(setup[5]) << 8)
    var answer: [UInt8]?
    switch (kind, request) {
    case (0x80, 6):
      switch value >> 8 {
      case 1: answer = camera.device
      case 2: answer = camera.configuration
      case 3: answer = camera.string(value & 255)
      default: break
      }
    case (0x80...0x82, 0): answer = [0, 0]
    case (0...2, _): answer = []
    case (0x21, _), (0xA1, _):
      if camera.shared.withLock({ $0.behaviour.isDeaf }) { return }
      answer = video(request, selector: value >> 8, unit: index >> 8, interface: index & 255, data)
    default: break
    }
    guard let answer else { return reply(sequence, status: -EPIPE, length: 0, [], []) }
    let part = answer.prefix(length)
    reply(sequence, status: 0, length: isInward ? part.count : length, [], isInward ? part : [])
  }

  /// Requests of the video class: how to stream (interface 1), and the controls of the units (interface 0).
  private func video(_ request: UInt8, selector: Int, unit: Int, interface: Int, _ data: [UInt8]) -> [UInt8]? {
    let le = USBCamera.little
    if interface == 1 {
      guard selector == 1 || selector == 2 else { return nil }
      switch request {
      case 0x01: return []
      case 0x85: return [34, 0]
      case 0x86: return [3]
      default: return camera.probe
      }
    }
    let control = USBCamera.Control(unit: unit, selector: selector)
    guard let range = USBCamera.ranges[control] else { return nil }
    switch request {
    case 0x01:
      let value = data.enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
      camera.leave(control, at: value)
      return []
    case 0x81: return le(camera.value(of: control) ?? range.standard, range.size)
    case 0x82: return le(range.least, range.size)
    case 0x83: return le(range.greatest, range.size)
    case 0x84: return le(range.step, range.size)
    case 0x85: return le(range.size, 2)
    case 0x86: return [3]
    case 0x87: return le(range.standard, range.size)
    default: return nil
    }
  }

  // MARK: Bytes

  private func reply(_ sequence: UInt32, status: Int32, length: Int, _ head: [UInt8], _ rest: ArraySlice<UInt8>) {
    send(words: [3, sequence, 0, 0, 0, UInt32(bitPattern: status), UInt32(length)], then: head, rest)
  }

  private func send(words: [UInt32], then head: [UInt8] = [], _ rest: ArraySlice<UInt8> = []) {
    let padded = words + [UInt32](repeating: 0, count: 12 - words.count)
    let bytes = padded.flatMap { [UInt8($0 >> 24), UInt8($0 >> 16 & 255), UInt8($0 >> 8 & 255), UInt8($0 & 255)] }
    (bytes + head + rest).withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = Glibc.send(socket, bytes.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
        if count <= 0 { return }
        sent += count
      }
    }
  }

  private func read(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var got = 0
    while got < count {
      let part = bytes.withUnsafeMutableBytes { Glibc.read(socket, $0.baseAddress! + got, count - got) }
      if part < 0, errno == EINTR { continue }
      guard part > 0 else { return nil }
      got += part
    }
    return bytes
  }
}
