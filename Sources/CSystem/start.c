// Two functions of the Swift runtime's that run before main, in place of the runtime's own: together they took a
// fourteenth of the time from the start to a painted form. The linker leaves out what it already has.
#include "process.h"
#include <stddef.h>

// The words of the command line, for `CommandLine`: the runtime's own reads /proc/self/maps to find them.
char **_swift_stdlib_getUnsafeArgvArgc(int *count);
char **_swift_stdlib_getUnsafeArgvArgc(int *count) {
  *count = csystem_word_count();
  return (char **)csystem_words();
}

#ifndef DEBUG
// Where swift-backtrace lies, nil if nowhere: the runtime's own looks into seven folders for it. Here the program says
// what it has to say when it crashes, and a backtracer's questions would be asked on the dialogs' screen.
const char *swift_copyAuxiliaryExecutablePath(const char *name);
const char *swift_copyAuxiliaryExecutablePath(const char *name) { return NULL; }
#endif
