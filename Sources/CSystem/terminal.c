#define _GNU_SOURCE
#include "terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

// --- signals ---

static sigset_t mask_before;

int csystem_signal_open(const int *signals, int count) {
  sigset_t set;
  sigemptyset(&set);
  for (int i = 0; i < count; i++) sigaddset(&set, signals[i]);
  int error = pthread_sigmask(SIG_BLOCK, &set, &mask_before);
  if (error != 0) {
    errno = error;
    return -1;
  }
  int descriptor = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  if (descriptor < 0) pthread_sigmask(SIG_SETMASK, &mask_before, NULL);
  return descriptor;
}

int csystem_signal_read(int descriptor) {
  struct signalfd_siginfo info;
  ssize_t got;
  do got = read(descriptor, &info, sizeof info);
  while (got < 0 && errno == EINTR);
  return got == (ssize_t)sizeof info ? (int)info.ssi_signo : 0;
}

void csystem_signal_close(int descriptor) {
  close(descriptor);
  pthread_sigmask(SIG_SETMASK, &mask_before, NULL);
}

void csystem_stop(void) {
  struct sigaction standard, before;
  memset(&standard, 0, sizeof standard);
  standard.sa_handler = SIG_DFL;
  sigaction(SIGTSTP, &standard, &before);
  sigset_t set, mask;
  sigemptyset(&set);
  sigaddset(&set, SIGTSTP);
  raise(SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &set, &mask);  // stopped here
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  sigaction(SIGTSTP, &before, NULL);
}

// --- size and width ---

int csystem_window_size(int descriptor, int *rows, int *columns) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) < 0) return -1;
  *rows = size.ws_row;
  *columns = size.ws_col;
  return 0;
}

void csystem_cell_size(int descriptor, int *width, int *height) {
  struct winsize size;
  *width = *height = 0;
  if (ioctl(descriptor, TIOCGWINSZ, &size) < 0 || size.ws_row == 0 || size.ws_col == 0) return;
  *width = size.ws_xpixel / size.ws_col;
  *height = size.ws_ypixel / size.ws_row;
}

int csystem_output_queued(int descriptor) {
  int count = 0;
  return ioctl(descriptor, TIOCOUTQ, &count) < 0 ? 0 : count;
}

int csystem_terminal_collector(void) { return memfd_create("formentry-terminal", MFD_CLOEXEC); }

int csystem_terminal_writer(int descriptor) {
  const int flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  int writer = open(path, flags);
  if (writer >= 0) return writer;
  // After su the terminal may be another user's; under this name everybody may open his own.
  struct stat status;
  unsigned int controlling;
  writer = open("/dev/tty", flags);
  if (writer >= 0) {
    if (fstat(descriptor, &status) == 0 && ioctl(writer, TIOCGDEV, &controlling) == 0 && status.st_rdev == controlling)
      return writer;
    close(writer);
  }
  return fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
}

int csystem_set_window_size(int descriptor, int rows, int columns) {
  struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
  return ioctl(descriptor, TIOCSWINSZ, &size);
}

int csystem_display_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

// --- the guard ---

static struct {
  atomic_bool armed;
  int descriptor;
  struct termios before;
  char farewell[256];
  atomic_int length;
} guard;

static const int fatal_signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGSYS};
enum { fatal_count = sizeof fatal_signals / sizeof *fatal_signals };

// Only calls that POSIX allows in a signal handler.
static void say_farewell(void) {
  if (!atomic_exchange(&guard.armed, false)) return;
  struct pollfd room = {.fd = guard.descriptor, .events = POLLOUT};
  if (poll(&room, 1, 200) == 1 && (room.revents & POLLOUT)) {
    ssize_t written = write(guard.descriptor, guard.farewell, (size_t)atomic_load(&guard.length));
    (void)written;
  }
  tcsetattr(guard.descriptor, TCSANOW, &guard.before);
}

static void die(int number) {
  say_farewell();
  signal(number, SIG_DFL);
  raise(number);
}

int csystem_guard_arm(int descriptor, const char *farewell, int length) {
  static bool registered = false;
  if (tcgetattr(descriptor, &guard.before) < 0) return -1;
  guard.descriptor = descriptor;
  csystem_guard_farewell(farewell, length);

  static char stack[64 * 1024];  // a stack of its own: the fault may be that the other one is full
  stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&alternate, NULL);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = die;
  action.sa_flags = SA_ONSTACK | SA_NODEFER | SA_RESETHAND;
  for (int i = 0; i < fatal_count; i++) sigaction(fatal_signals[i], &action, NULL);

  if (!registered) registered = atexit(say_farewell) == 0;
  atomic_store(&guard.armed, true);
  return 0;
}

void csystem_guard_farewell(const char *farewell, int length) {
  atomic_store(&guard.length, 0);
  if (length > (int)sizeof guard.farewell) length = sizeof guard.farewell;
  memcpy(guard.farewell, farewell, (size_t)length);
  atomic_store(&guard.length, length);
}

int csystem_guard_raw(void) {
  struct termios raw;
  if (tcgetattr(guard.descriptor, &raw) < 0) return -1;
  raw.c_iflag &= ~(tcflag_t)(IGNBRK | BRKINT | PARMRK | INPCK | ISTRIP | INLCR | IGNCR | ICRNL | IXON | IXOFF | IUCLC);
  raw.c_oflag &= ~(tcflag_t)OPOST;
  raw.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  // Not after what was written: on a line that has stopped that would take for ever.
  return tcsetattr(guard.descriptor, TCSANOW, &raw);
}

void csystem_guard_restore(void) { tcsetattr(guard.descriptor, TCSANOW, &guard.before); }

void csystem_guard_disarm(void) {
  if (!atomic_exchange(&guard.armed, false)) return;
  for (int i = 0; i < fatal_count; i++) signal(fatal_signals[i], SIG_DFL);
}
