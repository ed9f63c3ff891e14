#include "terminalprobe.h"

#include <stdlib.h>

extern int terminal_probe_main(const char *name);

// The test program started again with FORMENTRY_PROBE set is not a test run but a program with dialogs, for the tests to
// look at on a terminal of its own.
__attribute__((constructor)) static void run_probe(void) {
  const char *name = getenv("FORMENTRY_PROBE");
  if (name != NULL) exit(terminal_probe_main(name));
}
