import DataFormats
import FormFlow
import FormSchema

/// Where everything of a form stands in its window: a plan, made anew when what is shown changes.
struct FormLayout: Equatable {
  enum Content: Equatable {
    case label(String)
    /// A field that is written or chosen.
    case entry(Place)
    /// Shows a value that nobody types.
    case value(Place)
    /// The mark and the message beside a field.
    case message(Place)
    case heading(String)
    /// The number of a row, and where the cursor is.
    case rowNumber(lines: Int, row: Int)
    case note(String)
  }

  struct Item: Equatable {
    /// Within the window; within its line while a page is planned.
    var row = 0
    let column: Int
    let width: Int
    let content: Content
  }

  private(set) var items: [Item] = []
  private(set) var page = 0
  private(set) var pageCount = 1

  /// What is in sight: fields of the form, and rows.
  var places: [Place] {
    var places: [Place] = []
    for item in items {
      switch item.content {
      case .entry(let place), .value(let place), .message(let place):
        let whole = place.row == nil ? place : Place(field: place.field, row: place.row)
        if !places.contains(whole) { places.append(whole) }
      default: break
      }
    }
    return places
  }

  /// The plan of a page, by default of the one that the cursor is on.
  init(_ state: FormState, _ evaluation: Evaluation, inside: ScreenRect, language: String, page wanted: Int? = nil) {
    var planner = FormPlanner(state, evaluation, width: inside.width, height: inside.height, language: language)
    let lines = planner.lines()
    let starts = Self.starts(ofPages: lines, height: inside.height)
    let cursorLine = lines.firstIndex { $0.holds(state.cursor) } ?? 0
    page = wanted ?? starts.lastIndex { $0 <= cursorLine } ?? 0
    pageCount = max(1, starts.count)
    guard starts.indices.contains(page) else { return }
    let end = page + 1 < starts.count ? starts[page + 1] : lines.count
    for line in starts[page]..<end {
      for var item in lines[line].items {
        item.row = line - starts[page]
        items.append(item)
      }
    }
  }

  /// The title of the window: which page of how many, where there are several.
  func title(of form: FormDefinition, _ language: String) -> String {
    form.title.text(in: language) + (pageCount > 1 ? " (\(page + 1)/\(pageCount))" : "")
  }

  /// A line of the window.
  struct Line {
    var items: [Item] = []
    /// Belongs with the line before it: no page begins here if that can be helped.
    var isContinued = false

    init() {}

    init(_ column: Int, _ width: Int, _ content: Content, isContinued: Bool = false) {
      self.isContinued = isContinued
      add(column, width, content)
    }

    mutating func add(_ column: Int, _ width: Int, _ content: Content) {
      items.append(Item(column: column, width: width, content: content))
    }

    func holds(_ place: Place?) -> Bool {
      items.contains { if case .entry(let entry) = $0.content { entry == place } else { false } }
    }
  }

  /// The lines that pages begin with.
  private static func starts(ofPages lines: [Line], height: Int) -> [Int] {
    var starts: [Int] = []
    var start = 0
    while start < lines.count {
      var end = min(lines.count, start + max(1, height))
      // A block of lines that fits on a page of its own is not torn.
      if end < lines.count, lines[end].isContinued {
        let head = lines[start..<end].lastIndex { !$0.isContinued } ?? start
        if head > start { end = head }
      }
      starts.append(start)
      start = end
    }
    return starts
  }
}
