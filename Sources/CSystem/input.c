#include "input.h"

#include <linux/input.h>
#include <linux/major.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

size_t csystem_input_event_size(void) { return sizeof(struct input_event); }

int csystem_input_event(const void *bytes, int *code, int *value) {
  struct input_event event;
  memcpy(&event, bytes, sizeof event);
  *code = event.code;
  *value = event.value;
  if (event.type == EV_KEY) return csystem_input_key;
  return event.type == EV_SYN && event.code == SYN_DROPPED ? csystem_input_lost : csystem_input_other;
}

int csystem_is_input_device(int descriptor) {
  struct stat status;
  if (fstat(descriptor, &status) < 0) return 0;
  return S_ISFIFO(status.st_mode) || (S_ISCHR(status.st_mode) && major(status.st_rdev) == INPUT_MAJOR);
}

int csystem_input_grab(int descriptor, int grab) { return ioctl(descriptor, EVIOCGRAB, (void *)(intptr_t)grab); }
