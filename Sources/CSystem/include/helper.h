#pragma once
// A helper process: started with nothing of its parent but one socket, and sealed by itself at its start.
#include <stdint.h>
#include <sys/types.h>

enum { system_helper_socket = 3 };

/// Starts `path` in a session of its own: `socket` becomes its descriptor 3, standard input and output /dev/null,
/// `diagnostics` its standard error (-1: /dev/null), nothing else is inherited, no signal is blocked or ignored.
/// 0, or the errno of what failed.
int system_start_helper(const char *path, int socket, int diagnostics, pid_t *process);

/// Seals the calling process: at most `memory` bytes of address space, no core file, no file written, no process
/// started, few descriptors, no privileges from exec; and a filter of system calls (seccomp), where the kernel has
/// them: no file or socket opened, no program run, no signal but to itself. Descriptors above the socket are closed.
/// 0, or -1 and errno; a kernel without filters is no failure: `Seccomp:` in /proc/PID/status tells.
int system_seal_helper(int64_t memory);

/// Ends the calling process by SIGALRM in `milliseconds`; 0 takes it back.
void system_end_after(int64_t milliseconds);
