internal import Glibc

/// Reads a range of a file line by line through one buffer that is used again.
package struct LineReader: ~Copyable {
  package struct Line {
    /// Without the newline; good until the next line is read. Empty for a line longer than `longest`.
    package let bytes: UnsafeRawBufferPointer
    /// Where it begins in the file.
    package let offset: Int
    /// How long it is, the newline included where there is one.
    package let length: Int
    package let isTerminated: Bool
    package var isTooLong: Bool { bytes.isEmpty && length > LineReader.longest }
  }

  /// No record comes near this: 500 rows and 100 refusals take less than a megabyte.
  package static let longest = 32 << 20

  private var buffer: UnsafeMutableRawBufferPointer
  /// The bytes of the buffer that are read and not handed out.
  private var filled: Range<Int> = 0..<0
  /// Where the end of `filled` stands in the file.
  private var position: Int
  private let end: Int

  package init(_ range: Range<Int>, bufferSize: Int = 1 << 18) {
    buffer = .allocate(byteCount: max(4096, min(bufferSize, range.count)), alignment: 16)
    position = range.lowerBound
    end = range.upperBound
  }

  deinit { buffer.deallocate() }

  /// nil at the end of the range, or of the file where that is shorter.
  package mutating func next(_ file: borrowing OpenFile) throws(StoreError) -> Line? {
    var searched = 0
    while true {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled])
      if let start = rest.baseAddress, searched < rest.count,
        let newline = memchr(start + searched, 0x0A, rest.count - searched)
      {
        let length = UnsafeRawPointer(newline) - UnsafeRawPointer(start) + 1
        return take(length, isTerminated: true)
      }
      searched = rest.count
      if rest.count > Self.longest { return try skipLongLine(file) }
      if try !fill(file) { return filled.isEmpty ? nil : take(filled.count, isTerminated: false) }
    }
  }

  private mutating func take(_ length: Int, isTerminated: Bool) -> Line {
    let start = filled.lowerBound
    let offset = position - filled.count
    filled = (start + length)..<filled.upperBound
    let content = buffer[start..<(length > Self.longest ? start : start + length - (isTerminated ? 1 : 0))]
    return Line(
      bytes: UnsafeRawBufferPointer(rebasing: content), offset: offset, length: length, isTerminated: isTerminated)
  }

  /// False at the end.
  private mutating func fill(_ file: borrowing OpenFile) throws(StoreError) -> Bool {
    guard position < end else { return false }
    if filled.lowerBound > 0 {
      UnsafeMutableRawBufferPointer(rebasing: buffer[0..<filled.count]).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: buffer[filled]))
      filled = 0..<filled.count
    }
    if filled.count == buffer.count {
      let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: buffer.count * 2, alignment: 16)
      larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[filled]))
      buffer.deallocate()
      buffer = larger
    }
    let wanted = min(buffer.count - filled.count, end - position)
    let place = UnsafeMutableRawBufferPointer(rebasing: buffer[filled.count..<(filled.count + wanted)])
    let got = try file.read(into: place, at: position)
    filled = 0..<(filled.count + got)
    position += got
    return got > 0
  }

  private mutating func skipLongLine(_ file: borrowing OpenFile) throws(StoreError) -> Line {
    let offset = position - filled.count
    while true {
      filled = 0..<0
      guard try fill(file) else { return long(offset, isTerminated: false) }
      if let start = buffer.baseAddress, let newline = memchr(start, 0x0A, filled.count) {
        filled = (UnsafeRawPointer(newline) - UnsafeRawPointer(start) + 1)..<filled.upperBound
        return long(offset, isTerminated: true)
      }
    }
  }

  private func long(_ offset: Int, isTerminated: Bool) -> Line {
    Line(
      bytes: UnsafeRawBufferPointer(start: nil, count: 0), offset: offset, length: position - filled.count - offset,
      isTerminated: isTerminated)
  }
}
