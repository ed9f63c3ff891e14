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
    /// Within the window.
    let row: Int
    let column: Int
    let width: Int
    let content: Content
  }

  private(set) var items: [Item] = []
  private(set) var page = 0
  private(set) var pageCount = 1

  /// What is in sight: fields of the form, and rows.
  var places: Set<Place> {
    items.reduce(into: []) { places, item in
      switch item.content {
      case .entry(let place), .value(let place), .message(let place):
        places.insert(place.row == nil ? place : Place(field: place.field, row: place.row))
      default: break
      }
    }
  }

  /// The plan of a page, by default of the one that the cursor is on.
  init(_ state: FormState, _ evaluation: Evaluation, inside: ScreenRect, language: String, page wanted: Int? = nil) {
    var planner = FormPlanner(state, evaluation, width: inside.width, height: inside.height, language: language)
    let lines = planner.lines()
    let pages = Self.pages(of: lines, height: inside.height)
    page = wanted ?? pages.firstIndex { $0.contains { lines[$0].holds(state.cursor) } } ?? 0
    pageCount = max(1, pages.count)
    guard pages.indices.contains(page) else { return }
    for (row, line) in pages[page].enumerated() {
      items += lines[line].items.map { Item(row: row, column: $0.column, width: $0.width, content: $0.content) }
    }
  }

  /// The title of the window: which page of how many, where there are several.
  func title(of form: FormDefinition, _ language: String) -> String {
    form.title.text(in: language) + (pageCount > 1 ? " (\(page + 1)/\(pageCount))" : "")
  }

  /// A line of the window.
  struct Line {
    var items: [(column: Int, width: Int, content: Content)] = []
    /// Belongs with the line before it: no page begins here if that can be helped.
    var isContinued = false

    func holds(_ place: Place?) -> Bool {
      items.contains { if case .entry(let entry) = $0.content { entry == place } else { false } }
    }
  }

  private static func pages(of lines: [Line], height: Int) -> [Range<Int>] {
    var pages: [Range<Int>] = []
    var start = 0
    while start < lines.count {
      var end = min(lines.count, start + max(1, height))
      // A block of lines that fits on a page of its own is not torn.
      if end < lines.count, lines[end].isContinued {
        let head = lines[start..<end].lastIndex { !$0.isContinued } ?? start
        if head > start { end = head }
      }
      pages.append(start..<end)
      start = end
    }
    return pages
  }
}
