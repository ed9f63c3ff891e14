#define _GNU_SOURCE
#include "guest.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <unistd.h>

int guest_pedal_make(int *event) {
  int pedal = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
  if (pedal < 0) return -errno;
  struct uinput_setup setup = {.id = {.bustype = BUS_USB, .vendor = 0x1234, .product = 0x5678}, .name = "Rig Pedal"};
  char name[64] = "", folder[128];
  if (ioctl(pedal, UI_SET_EVBIT, EV_KEY) != 0 || ioctl(pedal, UI_SET_KEYBIT, KEY_F13) != 0 ||
      ioctl(pedal, UI_DEV_SETUP, &setup) != 0 || ioctl(pedal, UI_DEV_CREATE) != 0 ||
      ioctl(pedal, UI_GET_SYSNAME(sizeof name), name) < 0) {
    int problem = errno;
    close(pedal);
    return -problem;
  }
  snprintf(folder, sizeof folder, "/sys/devices/virtual/input/%s", name);
  DIR *entries = opendir(folder);
  *event = -1;
  for (struct dirent *entry; entries && (entry = readdir(entries));) sscanf(entry->d_name, "event%d", event);
  if (entries) closedir(entries);
  return pedal;
}

void guest_pedal_move(int pedal, int down) {
  struct input_event events[2] = {{.type = EV_KEY, .code = KEY_F13, .value = down}, {.type = EV_SYN}};
  if (write(pedal, events, sizeof events) < 0) perror("pedal");
}

pid_t guest_grab(const char *node, const char *name) {
  int device = open(node, O_RDONLY | O_CLOEXEC);
  if (device < 0) return -errno;
  if (ioctl(device, EVIOCGRAB, (void *)1) != 0) {
    int problem = errno;
    close(device);
    return -problem;
  }
  // Whom a descriptor was grabbed through does not matter: the copy in the child holds it on.
  pid_t process = fork();
  if (process == 0) {
    prctl(PR_SET_NAME, name);
    for (;;) pause();
  }
  int problem = errno;
  close(device);
  return process < 0 ? -problem : process;
}
