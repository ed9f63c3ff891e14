import Glibc

/// Keeps the standard error off the screen while the dialogs own it: the library of cameras writes there what it thinks of
/// a driver. One that leads to a file stays as it is.
struct ErrorSilence {
  private var kept: Int32 = -1

  mutating func begin() {
    guard kept < 0, isatty(STDERR_FILENO) == 1 else { return }
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard nowhere >= 0 else { return }
    kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    if kept >= 0 { dup2(nowhere, STDERR_FILENO) }
    close(nowhere)
  }

  mutating func end() {
    guard kept >= 0 else { return }
    dup2(kept, STDERR_FILENO)
    close(kept)
    kept = -1
  }
}
