#pragma once
// What Glibc's Swift module lacks. One header a topic; state lives in the .c files.
#include "terminal.h"
