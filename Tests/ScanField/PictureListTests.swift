import Foundation
import Testing

@testable import ScanField

@Suite struct PictureListTests {
  @Test("a directory stands for the pictures below it, in order, once each")
  func directory() throws {
    let folder = try TemporaryFolder()
    for name in ["b/deep", "a"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    for name in ["b/deep/2.JPG", "b/1.png", "a/x.jpeg", "z.Pgm", "notes.txt", "png", "a/.png.swp"] {
      try folder.write([0], to: name)
    }
    let files = FileManager.default
    try files.createSymbolicLink(atPath: folder.path("b/deep/up"), withDestinationPath: folder.url.path)
    try files.createSymbolicLink(atPath: folder.path("b/self"), withDestinationPath: "self")
    try files.createSymbolicLink(atPath: folder.path("gone.png"), withDestinationPath: "nowhere")
    try #require(mkfifo(folder.path("pipe.png"), 0o600) == 0)
    let list = PictureList(under: folder.url.path)
    #expect(list.paths == ["a/x.jpeg", "b/1.png", "b/deep/2.JPG", "z.Pgm"].map(folder.path))
    #expect(list.problems.count == 1)
    #expect(list.problems.first?.message.contains("gone.png: cannot be opened") == true)
    #expect(PictureList(under: folder.url.path + "/").paths.first == folder.path("a/x.jpeg"))
  }

  @Test("a file stands for itself, whatever its name; what is not there is said")
  func single() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([0], to: "picture")
    #expect(PictureList(under: path).paths == [path])
    let absent = PictureList(under: folder.path("absent"))
    #expect(absent.paths.isEmpty && absent.problems.count == 1)
  }
}
