/// One way to show the live picture. The painter decides when and how much; a canvas only draws.
protocol PreviewCanvas: AnyObject {
  /// Whether a line that takes so many bytes at once carries pictures that fill so many cells.
  func fits(columns: Int, rows: Int, room: Int) -> Bool
  /// Pixels of the picture that fills so many cells, and goes out in pieces of `room` bytes.
  func pixels(columns: Int, rows: Int, room: Int) -> (across: Int, down: Int)
  /// Makes ready a picture that fills `rect`.
  func draw(_ picture: GrayPicture, _ marks: PreviewMarks, in rect: ScreenRect, room: Int)
  /// Sends what was made ready, or as much of it as `room` bytes hold. Answers how many bytes went past S-Lang, and
  /// whether something is still to be sent.
  func send(room: Int) -> (past: Int, isOwed: Bool)
  /// Takes the picture away. Its cells are drawn again by S-Lang, which knows nothing of pixels.
  func remove(from rect: ScreenRect)
}
