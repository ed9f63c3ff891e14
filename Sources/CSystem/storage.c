#define _GNU_SOURCE
#include "storage.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/random.h>

int system_random(void *bytes, size_t count) {
  ssize_t got;
  do got = getrandom(bytes, count, 0);
  while (got < 0 && errno == EINTR);
  return got == (ssize_t)count ? 0 : -1;
}

int system_reserve(int descriptor, int64_t offset, int64_t length) {
  int outcome;
  do outcome = fallocate(descriptor, FALLOC_FL_KEEP_SIZE, offset, length);
  while (outcome < 0 && errno == EINTR);
  return outcome;
}
