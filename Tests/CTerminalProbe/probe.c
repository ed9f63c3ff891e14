#include "terminalprobe.h"
