#define _GNU_SOURCE
#include "helper.h"

#include <errno.h>
#include <fcntl.h>
#include <iconv.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#endif

// Glibc reads a converter's tables from files when it is first opened; open ones keep them. These are the ones that
// `CodeText` and zbar open.
static void keep_converters(void) {
  static const char *const from[] = {"SHIFT_JIS", "SJIS", "ISO8859-1", "BIG5", "UTF-8"};
  for (size_t k = 0; k < sizeof from / sizeof *from; k++) (void)iconv_open("UTF-8", from[k]);
}

#ifdef MACHINE
// One step of the filter: what is loaded, compared, answered.
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define LOW(index) (offsetof(struct seccomp_data, args) + (index) * 8)
#define LOAD_ARGUMENT(index) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, LOW(index))
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, (value))
#define ALLOW ANSWER(SECCOMP_RET_ALLOW)
#define REFUSE ANSWER(SECCOMP_RET_ERRNO | EPERM)
#define CALL(name) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), ALLOW
// The call, where its argument is that value; where it has none of those bits.
#define CALL_WITH(name, index, value) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 4), LOAD_ARGUMENT(index), \
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, 1), ALLOW, REFUSE
#define CALL_WITHOUT(name, index, bits) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 4), LOAD_ARGUMENT(index), \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), 1, 0), ALLOW, REFUSE

// Whoever takes over this process may compute, and talk over descriptors that it was given. Nothing that opens a file,
// a socket or a process is among these; what is not is refused with EPERM, so that a library that asks for a file goes
// on without it.
static int forbid(void) {
  struct sock_filter steps[] = {
      LOAD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0),
      ANSWER(SECCOMP_RET_KILL_PROCESS),
      LOAD(nr),
      CALL(recvmsg),
      CALL(sendmsg),
      CALL(read),
      CALL(pread64),
      CALL(write),
      CALL(close),
      CALL(fstat),
      CALL(lseek),
      CALL(brk),
      CALL(munmap),
      CALL(mremap),
      CALL(madvise),
      CALL(futex),
      CALL(setitimer),
      CALL(clock_gettime),
      CALL(getrandom),
      CALL(getpid),
      CALL(gettid),
      CALL(rt_sigaction),
      CALL(rt_sigprocmask),
      CALL(rt_sigreturn),
      CALL(restart_syscall),
      CALL(exit),
      CALL(exit_group),
      // Glibc's fstat: the descriptor itself.
      CALL_WITH(newfstatat, 3, AT_EMPTY_PATH),
      // Of a shared memory.
      CALL_WITH(fcntl, 1, F_GET_SEALS),
      // abort() sends itself a signal; nobody else gets one.
      CALL_WITH(tgkill, 0, (uint32_t)getpid()),
      // Nothing new can be run.
      CALL_WITHOUT(mmap, 2, PROT_EXEC),
      CALL_WITHOUT(mprotect, 2, PROT_EXEC),
      REFUSE,
  };
  struct sock_fprog program = {sizeof steps / sizeof *steps, steps};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}
#else
static int forbid(void) {
  errno = ENOSYS;
  return -1;
}
#endif

int system_seal_helper(int64_t memory) {
  struct rlimit nothing = {0, 0};
  struct rlimit few = {16, 16};
  struct rlimit space = {(rlim_t)memory, (rlim_t)memory};
  keep_converters();
  // A diagnostics descriptor of a file is not written to; that is no reason to end.
  signal(SIGXFSZ, SIG_IGN);
  close_range(system_helper_socket + 1, ~0u, 0);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -1;
  if (setrlimit(RLIMIT_CORE, &nothing) < 0 || setrlimit(RLIMIT_FSIZE, &nothing) < 0) return -1;
  if (setrlimit(RLIMIT_NPROC, &nothing) < 0 || setrlimit(RLIMIT_NOFILE, &few) < 0) return -1;
  if (setrlimit(RLIMIT_AS, &space) < 0) return -1;
  // Some kernels and containers have no filters: the worker goes on without, and its client can tell.
  (void)forbid();
  return 0;
}
