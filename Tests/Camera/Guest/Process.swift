import Glibc

/// What the kernel tells of a process that runs.
struct Process {
  let number: Int32

  /// What it has in memory, in KiB: its own, shared, and the parts of files that it has used.
  var memory: Int { value("VmRSS:") }

  var descriptors: Int { names(in: "/proc/\(number)/fd").count - 2 }

  func hasOpen(_ path: String) -> Bool {
    names(in: "/proc/\(number)/fd").contains { descriptor in
      guard let target = realpath("/proc/\(number)/fd/\(descriptor)", nil) else { return false }
      defer { free(target) }
      return String(cString: target) == path
    }
  }

  private func value(_ name: String) -> Int {
    for line in text(of: "/proc/\(number)/status").split(separator: "\n") where line.hasPrefix(name) {
      return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
    }
    return 0
  }

  /// Processor time, in hundredths of a second.
  var ticks: Int { statistics.count > 12 ? (Int(statistics[11]) ?? 0) + (Int(statistics[12]) ?? 0) : 0 }

  private var statistics: [Substring] {
    text(of: "/proc/\(number)/stat").split(separator: ")").last?.split(separator: " ") ?? []
  }

  private var name: Substring? { text(of: "/proc/\(number)/comm").split(separator: "\n").first }

  /// The process that it has started under that name (of which the kernel keeps 15 letters), if it runs: one that was ended
  /// and that nobody has waited for yet has no memory to look at.
  func child(_ name: String) -> Process? {
    names(in: "/proc").lazy.compactMap(Int32.init).map(Process.init).first {
      let statistics = $0.statistics.prefix(2)
      return $0.name == name.prefix(15) && statistics.last == "\(number)" && statistics.first != "Z"
    }
  }
}
