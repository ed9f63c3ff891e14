#define _GNU_SOURCE
#include "helper.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

int system_start_helper(const char *path, int socket, int diagnostics, pid_t *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  // The copies live above the descriptors that they are put on, so that none is overwritten before it is used.
  int high = fcntl(socket, F_DUPFD_CLOEXEC, 16);
  if (high < 0) return errno;
  int error = diagnostics < 0 ? -1 : fcntl(diagnostics, F_DUPFD_CLOEXEC, 16);
  int problem = posix_spawn_file_actions_init(&actions);
  if (problem == 0) {
    problem = posix_spawnattr_init(&attributes);
    if (problem != 0) posix_spawn_file_actions_destroy(&actions);
  }
  if (problem != 0) {
    close(high);
    if (error >= 0) close(error);
    return problem;
  }
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  if (error >= 0) posix_spawn_file_actions_adddup2(&actions, error, 2);
  else posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, high, system_helper_socket);
  posix_spawn_file_actions_addclosefrom_np(&actions, system_helper_socket + 1);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  const char *slash = strrchr(path, '/');
  char *arguments[] = {(char *)(slash ? slash + 1 : path), NULL};
  // No Swift backtrace prompt or file: a worker that dies costs one frame and no more.
  char *environment[] = {"SWIFT_BACKTRACE=enable=no", "LC_ALL=C.UTF-8", NULL};
  problem = posix_spawn(process, path, &actions, &attributes, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  close(high);
  if (error >= 0) close(error);
  return problem;
}

void system_end_after(int64_t milliseconds) {
  struct itimerval time = {{0, 0}, {milliseconds / 1000, milliseconds % 1000 * 1000}};
  setitimer(ITIMER_REAL, &time, NULL);
}
