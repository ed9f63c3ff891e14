/// A picture on white paper, sharp and in three degrees of blur.
struct Sheet {
  let width: Int
  let height: Int
  /// Frame pixels for one of the sheet's where it fills the frame.
  let fit: Double
  let levels: [[UInt8]]

  init(_ picture: Frame, width frameWidth: Int, height frameHeight: Int) {
    // A label that is cut at its bars needs a quiet zone round it.
    let margin = max(12, max(picture.width, picture.height) / 12)
    let (width, height) = (picture.width + 2 * margin, picture.height + 2 * margin)
    var sheet: [UInt8] = []
    picture.withPixels { pixels in
      let last = picture.stride * (picture.height - 1)
      let corners = [0, picture.width - 1, last, last + picture.width - 1]
      sheet = [UInt8](repeating: corners.map { pixels[$0] }.max() ?? 255, count: width * height)
      for y in 0..<picture.height {
        for x in 0..<picture.width { sheet[(y + margin) * width + x + margin] = pixels[y * picture.stride + x] }
      }
    }
    self.width = width
    self.height = height
    // A small picture is not blown up without end.
    let fit = min(Double(frameWidth) / Double(width), Double(frameHeight) / Double(height), 4)
    self.fit = fit
    levels = [sheet] + [1.0, 2.5, 4.5].map { Self.blurred(sheet, width, height, radius: max(1, Int($0 / fit + 0.5))) }
  }

  /// Each pixel the mean of the square of `2 * radius + 1` pixels round it.
  private static func blurred(_ pixels: [UInt8], _ width: Int, _ height: Int, radius: Int) -> [UInt8] {
    let across = means(pixels, lines: height, count: width, line: width, step: 1, radius)
    return means(across, lines: width, count: height, line: 1, step: width, radius)
  }

  private static func means(
    _ pixels: [UInt8], lines: Int, count: Int, line: Int, step: Int, _ radius: Int
  ) -> [UInt8] {
    var result = pixels
    for start in stride(from: 0, to: lines * line, by: line) {
      var sum = 0
      var number = 0
      for place in 0..<count + radius {
        if place < count {
          sum += Int(pixels[start + place * step])
          number += 1
        }
        if place > 2 * radius {
          sum -= Int(pixels[start + (place - 2 * radius - 1) * step])
          number -= 1
        }
        if place >= radius { result[start + (place - radius) * step] = UInt8(sum / number) }
      }
    }
    return result
  }
}
