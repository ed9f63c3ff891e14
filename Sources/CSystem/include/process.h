#pragma once
// What this process was started with. Swift's own way to the words reads them from /proc again.

/// The words of the command line, the program's name first, and how many there are.
int csystem_word_count(void);
const char *csystem_word(int index);
char *const *csystem_words(void);
/// The variables of the environment, NAME=value, with a null pointer behind the last.
char *const *csystem_variables(void);
