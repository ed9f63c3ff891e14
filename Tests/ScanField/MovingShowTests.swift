import Testing

@testable import ScanField

@Suite struct MovingShowTests {
  /// Remembers what was loaded.
  final class Pictures {
    private(set) var loaded: [String] = []
    private let memory: SharedMemory

    init() throws { memory = try SharedMemory(size: 100) }

    func load(_ path: String) throws(SourceError) -> Frame {
      loaded.append(path)
      if path == "bad" { throw SourceError("bad") }
      return Frame(memory: memory, width: 10, height: 10, stride: 10)
    }

    func show(_ paths: [String], _ place: MovingShow.Place = MovingShow.Place()) -> MovingShow {
      MovingShow(paths: paths, width: 16, height: 12, seed: 1, place: place, load: load)
    }
  }

  let pool: FramePool

  init() throws { pool = try FramePool(room: 16 * 12) }

  @Test("a picture stays until there is a new aim; a bad one is passed over, and after the last comes the first")
  func aims() throws {
    let pictures = try Pictures()
    var show = pictures.show(["a", "bad", "b"])
    for _ in 0..<400 { _ = try show.next(aims: 1, from: pool) }
    #expect(pictures.loaded == ["a"])
    _ = try show.next(aims: 2, from: pool)
    #expect(pictures.loaded == ["a", "bad", "b"])
    _ = try show.next(aims: 3, from: pool)
    #expect(pictures.loaded == ["a", "bad", "b", "a"])
    #expect(show.place.number == 402)
  }

  @Test("the next picture is loaded once, ahead of the aim")
  func ahead() throws {
    let pictures = try Pictures()
    var show = pictures.show(["a", "bad", "b", "c"])
    show.prepare()
    #expect(pictures.loaded.isEmpty, "the first is loaded when it is shown")
    _ = try show.next(aims: 1, from: pool)
    for _ in 0..<3 { show.prepare() }
    #expect(pictures.loaded == ["a", "bad", "b"])
    _ = try show.next(aims: 2, from: pool)
    #expect(pictures.loaded == ["a", "bad", "b"])
    #expect(show.place.picture == 2)
    show.prepare()
    _ = try show.next(aims: 3, from: pool)
    #expect(pictures.loaded == ["a", "bad", "b", "c"])
  }

  @Test("the only picture is loaded once")
  func only() throws {
    let pictures = try Pictures()
    var show = pictures.show(["a"])
    for aims in 1..<5 {
      _ = try show.next(aims: aims, from: pool)
      show.prepare()
    }
    #expect(pictures.loaded == ["a"])
  }

  @Test("where no picture can be read, preparing says nothing and showing says why")
  func none() throws {
    let pictures = try Pictures()
    var show = pictures.show(["bad", "bad"])
    show.prepare()
    #expect(throws: SourceError.self) { try show.next(aims: 1, from: pool) }
  }

  @Test("opened again it goes on after the picture that was shown last")
  func goesOn() throws {
    let pictures = try Pictures()
    var first = pictures.show(["a", "b", "c"])
    _ = try first.next(aims: 1, from: pool)
    var second = pictures.show(["a", "b", "c"], first.place)
    _ = try second.next(aims: 2, from: pool)
    #expect(pictures.loaded == ["a", "b"])
  }

  @Test("a frame is drawn when somebody asks for its pixels, and not before")
  func drawnOnDemand() throws {
    let pictures = try Pictures()
    let pool = try FramePool(room: 16 * 12, places: 1)
    var show = pictures.show(["a"])
    let frames = try (0..<3).map { _ in try show.next(aims: 1, from: pool) }
    #expect(frames[0].withPixels { $0.count } == 16 * 12)
    #expect(frames[0].withPixels { $0.count } == 16 * 12, "it is kept")
    #expect(frames[1].withPixels { $0.count } == 0, "there is no place")
    #expect(Preview.shrink(frames[1], columns: 4, rows: 3).count == 12, "small it needs none")
  }
}
