import Glibc

/// A sheet as a camera sees it that is held in a certain way: a frame that can be drawn, whole or small. Positions
/// are counted with 16 bits behind the point.
struct SheetView: FrameDrawing {
  let sheet: Sheet
  /// Of the frame, in pixels.
  let width: Int
  let height: Int
  private let zoomed: Double
  private let angle: Double
  /// Where the middle of the sheet lies in the frame.
  private let middle: (x: Double, y: Double)
  private let blur: Int

  init(_ sheet: Sheet, _ motion: MovingShow.Motion, width: Int, height: Int) {
    self.sheet = sheet
    self.width = width
    self.height = height
    zoomed = sheet.fit * motion.zoom
    angle = motion.angle
    middle = (Double(width) * (0.5 + motion.x), Double(height) * (0.5 + motion.y))
    blur = motion.blur
  }

  func draw(into target: UnsafeMutablePointer<UInt8>) {
    let level = blur == 0 ? 0 : level(wideAs: [1, 3, 7][min(blur, 3) - 1] / sheet.fit)
    let plan = Plan(self, level)
    for y in 0..<height {
      plan.line(y: Double(y), x: 0, step: 1, count: width, into: target + y * width, desk: desk(y))
    }
  }

  func shrink(_ region: Region, columns: Int, rows: Int, into cells: UnsafeMutablePointer<UInt8>) {
    let (across, down) = (Double(region.width) / Double(columns), Double(region.height) / Double(rows))
    // From the level where a pixel is as large as the narrower side of a cell.
    let level = max(
      blur == 0 ? 0 : self.level(wideAs: [1, 3, 7][min(blur, 3) - 1] / sheet.fit),
      self.level(wideAs: min(across, down) / zoomed))
    let plan = Plan(self, level)
    let lines = max(1, min(4, Int(down / across + 0.5)))
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: columns * lines) { samples in
      guard let start = samples.baseAddress else { return }
      for row in 0..<rows {
        for line in 0..<lines {
          let y = Double(region.y) + (Double(row) + (Double(line) + 0.5) / Double(lines)) * down - 0.5
          plan.line(
            y: y, x: Double(region.x) + across / 2 - 0.5, step: across, count: columns, into: start + line * columns,
            desk: desk(Int(y)))
        }
        let target = cells + row * columns
        for column in 0..<columns {
          var sum = 0
          for line in 0..<lines { sum &+= Int(start[line * columns + column]) }
          target[column] = UInt8(truncatingIfNeeded: sum / lines)
        }
      }
    }
  }

  /// The gray of the desk that the sheet lies on, in a row of the frame.
  private func desk(_ y: Int) -> Int32 { Int32(70 + 30 * max(0, y) / height) }

  /// The level whose pixels are at most that many of the sheet's wide.
  private func level(wideAs pixels: Double) -> Int {
    var level = 0
    while level + 1 < sheet.levels.count, pixels >= Double(2 << level) { level += 1 }
    return level
  }

  /// Which of the places `first`, `first + step` ... are from 0 to below `end`.
  static func span(_ first: Int, _ step: Int, _ end: Int, _ count: Int) -> Range<Int> {
    let (low, high): (Int, Int)
    if step == 0 {
      (low, high) = 0..<max(end, 0) ~= first ? (0, count) : (0, 0)
    } else if step > 0 {
      (low, high) = (first >= 0 ? 0 : (step - 1 - first) / step, first >= end ? 0 : (end - first + step - 1) / step)
    } else {
      (low, high) = (first < end ? 0 : (first - end) / -step + 1, first < 0 ? 0 : first / -step + 1)
    }
    let begin = min(max(low, 0), count)
    return begin..<max(begin, min(high, count))
  }

  /// The way from the frame to a level of the sheet.
  private struct Plan {
    let level: Sheet.Level
    /// One pixel to the right in the frame is so many pixels of the level.
    let c: Double
    let s: Double
    let originU: Double
    let originV: Double

    init(_ view: SheetView, _ number: Int) {
      level = view.sheet.levels[number]
      let size = Double(1 << number)
      let full = view.sheet.levels[0]
      let scale = 1 / view.zoomed
      let (c, s) = (cos(view.angle) * scale, sin(view.angle) * scale)
      // Middles of pixels lie half a pixel of their own size from the edge.
      originU = (Double(full.width) / 2 - c * view.middle.x - s * view.middle.y + 0.5) / size - 0.5
      originV = (Double(full.height) / 2 + s * view.middle.x - c * view.middle.y + 0.5) / size - 0.5
      self.c = c / size
      self.s = s / size
    }

    /// Samples of a row of the frame, the first at `x`, the others each `step` further; between four pixels by nearness.
    func line(
      y: Double, x: Double, step: Double, count: Int, into row: UnsafeMutablePointer<UInt8>, desk: Int32
    ) {
      let one = 65_536.0
      let (du, dv) = (Int(c * step * one), Int(-s * step * one))
      let firstU = Int((originU + c * x + s * y) * one)
      let firstV = Int((originV - s * x + c * y) * one)
      let inside = SheetView.span(firstU, du, (level.width - 1) << 16, count)
        .clamped(to: SheetView.span(firstV, dv, (level.height - 1) << 16, count))
      guard !inside.isEmpty else {
        memset(row, desk, count)
        return
      }
      memset(row, desk, inside.lowerBound)
      memset(row + inside.upperBound, desk, count - inside.upperBound)
      var place = inside.lowerBound
      while place < inside.upperBound {
        let (u, v) = (firstU &+ du &* place, firstV &+ dv &* place)
        if inside.upperBound - place >= 8, v &>> 16 == (v &+ 7 &* dv) &>> 16 {
          eight(u, v, du, dv, to: row + place)
          place += 8
        } else {
          row[place] = sample(u, v)
          place += 1
        }
      }
    }

    /// The gray between four pixels.
    private func sample(_ u: Int, _ v: Int) -> UInt8 {
      let p = level.pixels + ((v &>> 16) &* level.width &+ (u &>> 16))
      let q = p + level.width
      // Two pixels that lie one above the other go in the halves of a word through one multiplication.
      let left = UInt32(p[0]) | UInt32(q[0]) &<< 16
      let right = UInt32(p[1]) | UInt32(q[1]) &<< 16
      let both = left &<< 8 &+ (right &- left) &* UInt32(truncatingIfNeeded: u &>> 8 & 255)
      let (upper, lower) = (both & 0xFFFF, both &>> 16)
      return UInt8(
        truncatingIfNeeded: (upper &<< 8 &+ (lower &- upper) &* UInt32(truncatingIfNeeded: v &>> 8 & 255)) &>> 16)
    }

    /// Eight samples that lie between the same two rows.
    @inline(__always)
    private func eight(_ u: Int, _ v: Int, _ du: Int, _ dv: Int, to target: UnsafeMutablePointer<UInt8>) {
      let p = UnsafeRawPointer(level.pixels + (v &>> 16) &* level.width)
      let q = p + level.width
      var upper = SIMD8<UInt16>()
      var lower = SIMD8<UInt16>()
      for lane in 0..<8 {
        let x = (u &+ lane &* du) &>> 16
        upper[lane] = p.loadUnaligned(fromByteOffset: x, as: UInt16.self)
        lower[lane] = q.loadUnaligned(fromByteOffset: x, as: UInt16.self)
      }
      let lanes = SIMD8<UInt32>(0, 1, 2, 3, 4, 5, 6, 7)
      let us = SIMD8<UInt32>(repeating: UInt32(truncatingIfNeeded: u)) &+ lanes &* UInt32(truncatingIfNeeded: du)
      let vs = SIMD8<UInt32>(repeating: UInt32(truncatingIfNeeded: v)) &+ lanes &* UInt32(truncatingIfNeeded: dv)
      let a = SIMD8<UInt16>(truncatingIfNeeded: us) &>> 8
      let b = SIMD8<UInt16>(truncatingIfNeeded: vs) &>> 8
      let top = ((upper & 255) &* (256 &- a) &+ (upper &>> 8) &* a) &>> 8
      let bottom = ((lower & 255) &* (256 &- a) &+ (lower &>> 8) &* a) &>> 8
      let gray = (top &* (256 &- b) &+ bottom &* b) &>> 8
      UnsafeMutableRawPointer(target).storeBytes(of: SIMD8<UInt8>(truncatingIfNeeded: gray), as: SIMD8<UInt8>.self)
    }
  }
}
