import CNewt

/// A piece of text that stays.
final class NewtLabel: NewtComponent {
  private let width: Int
  private let unicode: Bool

  init(row: Int, column: Int, text: String, width: Int, role: Role = .label, unicode: Bool = true) {
    self.width = max(1, width)
    self.unicode = unicode
    super.init(newtLabel(Int32(column), Int32(row), Self.cut(text, width, unicode)), takesFocus: false)
    newtLabelSetColors(handle, role.object)
  }

  func set(_ text: String, role: Role = .label) {
    guard let handle else { return }
    let (shown, columns) = DisplayText.clipped(DisplayText.visible(text, unicode: unicode), columns: width)
    newtLabelSetColors(handle, role.object)
    newtLabelSetText(handle, shown + String(repeating: " ", count: width - columns))
  }

  private static func cut(_ text: String, _ width: Int, _ unicode: Bool) -> String {
    DisplayText.clipped(DisplayText.visible(text, unicode: unicode), columns: max(1, width)).text
  }
}

/// Several lines of text, wrapped at spaces.
final class NewtTextbox: NewtComponent {
  private let unicode: Bool

  init(
    row: Int, column: Int, height: Int, width: Int, text: String, hasScrollbar: Bool = false, unicode: Bool = true
  ) {
    self.unicode = unicode
    let flags = NEWT_FLAG_WRAP | (hasScrollbar ? NEWT_FLAG_SCROLL : 0)
    let handle = newtTextbox(Int32(column), Int32(row), Int32(max(2, width)), Int32(max(1, height)), flags)
    super.init(handle, takesFocus: hasScrollbar)
    set(text)
  }

  func set(_ text: String) {
    guard let handle else { return }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    newtTextboxSetText(handle, lines.map { DisplayText.visible(String($0), unicode: unicode) }.joined(separator: "\n"))
  }
}
