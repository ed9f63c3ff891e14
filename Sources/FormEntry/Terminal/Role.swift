import CNewt

/// What a piece of the screen is for. Colour helps and is never alone: wrong is worded too, and every role can be told
/// without colours.
enum Role: Int, CaseIterable, Sendable {
  case background, status, keyHelp, key
  case window, frame, title, label, text, faint
  case entry, focusedEntry, disabledEntry, choice, focusedChoice
  case error, warning, good
  case aimLine, aimBox

  /// S-Lang's number of the colours; newt leaves those from 30 on to programs.
  var object: Int32 { 30 + Int32(rawValue) }

  /// Where newt draws with numbers of its own, in the same colours.
  var newtObjects: [Int32] {
    switch self {
    case .background: [NEWT_COLORSET_ROOT, NEWT_COLORSET_ROOTTEXT]
    case .keyHelp: [NEWT_COLORSET_HELPLINE]
    case .window: [NEWT_COLORSET_WINDOW, NEWT_COLORSET_LISTBOX, NEWT_COLORSET_TEXTBOX]
    case .frame: [NEWT_COLORSET_BORDER]
    case .title: [NEWT_COLORSET_TITLE]
    case .label: [NEWT_COLORSET_LABEL]
    case .entry: [NEWT_COLORSET_ENTRY, NEWT_COLORSET_CHECKBOX]
    case .disabledEntry: [NEWT_COLORSET_DISENTRY]
    case .choice: [NEWT_COLORSET_COMPACTBUTTON, NEWT_COLORSET_BUTTON, NEWT_COLORSET_SELLISTBOX]
    case .focusedChoice:
      [
        NEWT_COLORSET_ACTBUTTON, NEWT_COLORSET_ACTCHECKBOX, NEWT_COLORSET_ACTLISTBOX, NEWT_COLORSET_ACTTEXTBOX,
        NEWT_COLORSET_ACTSELLISTBOX,
      ]
    default: []
    }
  }
}

/// The colours of the roles.
enum Palette: Sendable {
  /// newt's blue, grey and red.
  case standard
  /// White on black, for bright docks and weak eyes.
  case highContrast

  /// Names as S-Lang knows them; `rich` where 256 colours can be shown.
  func colours(of role: Role, rich: Bool) -> (foreground: String, background: String) {
    self == .standard ? standard(role, rich: rich) : contrast(role)
  }

  private func standard(_ role: Role, rich: Bool) -> (String, String) {
    switch role {
    case .background: ("lightgray", "blue")
    case .status: ("white", "blue")
    case .keyHelp: ("lightgray", "black")
    case .key: ("white", "black")
    case .window, .frame, .label, .text, .choice: ("black", "lightgray")
    case .title: ("red", "lightgray")
    case .faint: (rich ? "color240" : "blue", "lightgray")
    case .entry: ("lightgray", "blue")
    case .focusedEntry: ("black", "cyan")
    case .disabledEntry: ("blue", "lightgray")
    case .focusedChoice: ("white", "red")
    case .error: (rich ? "color124" : "red", "lightgray")
    case .warning: (rich ? "color90" : "magenta", "lightgray")
    case .good: (rich ? "color22" : "black", "lightgray")
    case .aimLine: ("brightred", "black")
    case .aimBox: ("brightgreen", "black")
    }
  }

  private func contrast(_ role: Role) -> (String, String) {
    switch role {
    case .entry: ("yellow", "black")
    case .focusedEntry, .focusedChoice: ("black", "lightgray")
    case .status, .keyHelp: ("black", "lightgray")
    case .key: ("blue", "lightgray")
    case .error, .aimLine: ("brightred", "black")
    case .warning: ("yellow", "black")
    case .good, .aimBox: ("brightgreen", "black")
    case .faint, .disabledEntry: ("lightgray", "black")
    default: ("white", "black")
    }
  }

  /// Without colours: what a role looks like.
  static func monochrome(_ role: Role) -> UInt {
    switch role {
    case .focusedEntry, .focusedChoice, .status, .keyHelp: UInt(SLTT_REV_MASK)
    case .key: UInt(SLTT_REV_MASK | SLTT_BOLD_MASK)
    case .entry, .choice: UInt(SLTT_ULINE_MASK)
    case .title, .error, .warning, .aimLine, .aimBox: UInt(SLTT_BOLD_MASK)
    default: 0
    }
  }
}
