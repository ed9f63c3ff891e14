extension YAMLNode {
  /// The place in the file of the n-th Unicode scalar (from 0) of a scalar's text, in whatever style it was written:
  /// behind escapes, in folded lines and in block texts too. A space that stands for an end of line is where that line
  /// ends. `start` for anything but a scalar; the place behind the last one for an offset beyond it.
  public func position(ofScalarOffset offset: Int) -> SourcePosition {
    guard case .scalar(let text, let style) = content else { return start }
    let wanted = Array(text.unicodeScalars)
    guard let map = ScalarMap.read(source, from: source.byte(at: start), to: source.byte(at: end), style, wanted)
    else { return start }
    let place = offset < 0 ? map.places.first : offset < wanted.count ? map.places[offset] : nil
    return source.position(ofByte: place ?? map.after(wanted.count))
  }

  /// Whether `position(ofScalarOffset:)` knows the place of every scalar; for tests.
  var knowsItsPlaces: Bool {
    guard case .scalar(let text, let style) = content else { return true }
    let wanted = Array(text.unicodeScalars)
    return ScalarMap.read(source, from: source.byte(at: start), to: source.byte(at: end), style, wanted) != nil
  }
}
