#include "process.h"

static int count;
static char *const *words;
extern char **environ;

// Glibc hands the words to what runs before main.
__attribute__((constructor)) static void keep_words(int argument_count, char **arguments) {
  count = argument_count;
  words = arguments;
}

int csystem_word_count(void) { return count; }
const char *csystem_word(int index) { return words[index]; }
char *const *csystem_words(void) { return words; }
char *const *csystem_variables(void) { return environ; }
