import DataFormats
import Glibc

/// What tells whether a file is another than it was.
struct FileStamp: Sendable, Equatable {
  let path: String
  let inode: UInt64
  let size: Int64
  let seconds: Int
  let nanoseconds: Int

  /// nil where there is no plain file.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.path = path
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }
}

/// The files that a form was read from, its own and those of its lists: looked at again while the form is open.
public struct FormFiles: Sendable {
  /// What was found behind a form that is open.
  public enum News: Sendable {
    /// The file holds another form now, without a fault.
    case changed(FormDefinition)
    /// What is there now cannot be used: one sentence.
    case broken(String)
  }

  private let notices: String?
  /// nil until they were looked at: what was read may be of a moment before.
  private var stamps: [FileStamp?]?

  /// `notices` is the station's folder of advance ship notices.
  public init(notices: String?) {
    self.notices = notices
  }

  /// What has become of the files of `form` since this was asked last; nil: nothing, or it was told already.
  public mutating func news(of form: FormDefinition) -> News? {
    let now = form.files.map { FileStamp($0) }
    guard now != stamps else { return nil }
    stamps = now
    let reading = FormReader.read(path: form.path, notices: notices, forFilling: true)
    guard let found = reading.form else {
      guard let fault = reading.errors.first else { return nil }
      return .broken("\(form.path):\(fault.position.line): \(fault.message)")
    }
    guard found.id == form.id else {
      return .broken("\(form.path) holds the form \(found.id) now, no longer \(form.id)")
    }
    let isSame = found.hash == form.hash && found.listHashes.elementsEqual(form.listHashes) { $0 == $1 }
    return isSame ? nil : .changed(found)
  }
}

extension FormDefinition {
  /// Its own file and those of its lists.
  var files: [String] { [path] + listHashes.map { Self.path(of: $0.name, beside: path) } }

  /// Where a file lies that a form names.
  static func path(of name: String, beside form: String) -> String {
    guard !name.hasPrefix("/"), let slash = form.utf8.lastIndex(of: UInt8(ascii: "/")) else { return name }
    return form[...slash] + name
  }
}
