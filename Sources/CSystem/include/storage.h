#pragma once
#include <stddef.h>
#include <stdint.h>

/// Fills `bytes` with `count` (at most 256) random bytes of the kernel; 0, or -1 with errno.
int system_random(void *bytes, size_t count);

/// Reserves `length` bytes of disk from `offset` on without changing the size of the file; 0, or -1 with errno.
int system_reserve(int descriptor, int64_t offset, int64_t length);
