#pragma once
// What Glibc's Swift module lacks. One header a topic; state lives in the .c files.
#include "helper.h"
#include "input.h"
#include "process.h"
#include "sharing.h"
#include "storage.h"
#include "terminal.h"
#include "waiting.h"
