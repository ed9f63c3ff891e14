import CPNG
import Glibc

extension PictureFile {
  /// Every kind of PNG, through libpng's simplified reading, which brings all of them to 8-bit gray by itself.
  static func png(_ bytes: [UInt8]) throws(UnreadablePicture) -> GrayPicture {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    let begun = bytes.withUnsafeBytes { png_image_begin_read_from_memory(&image, $0.baseAddress, $0.count) }
    guard begun != 0 else { throw bad(&image) }
    let (width, height) = (Int(image.width), Int(image.height))
    try checkSize(width: width, height: height)
    guard let picture = GrayPicture(width: width, height: height) else {
      throw UnreadablePicture("there is not enough memory for it")
    }
    image.format = png_uint_32(PNG_FORMAT_GRAY)
    // Samples of 16 bits are taken as sRGB like those of 8, not as linear light.
    image.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
    var white = png_color(red: 255, green: 255, blue: 255)
    let read = bytes.withUnsafeBytes { _ in png_image_finish_read(&image, &white, picture.pixels, 0, nil) }
    guard read != 0 else { throw bad(&image) }
    return picture
  }

  private static func bad(_ image: inout png_image) -> UnreadablePicture {
    UnreadablePicture("a bad PNG picture: \(withUnsafeBytes(of: &image.message) { text(upToNull: $0) })")
  }
}
