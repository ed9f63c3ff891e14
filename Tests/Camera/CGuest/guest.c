#define _GNU_SOURCE
#include "guest.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/usb/video.h>
#include <linux/uvcvideo.h>
#include <linux/v4l2-dv-timings.h>
#include <linux/videodev2.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/syscall.h>
#include <unistd.h>

// --- the machine ---

int guest_load_module(const char *path, const char *parameters) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return errno;
  int problem = syscall(SYS_finit_module, file, parameters, 0) == 0 ? 0 : errno;
  close(file);
  return problem == EEXIST ? 0 : problem;
}

int guest_mount(const char *type, const char *place) { return mount(type, place, type, 0, "") == 0 ? 0 : errno; }

void guest_power_off(void) {
  sync();
  // As the machine is started (-no-reboot), this ends it; it has no other switch without ACPI drivers.
  reboot(RB_AUTOBOOT);
  for (;;) pause();
}

// --- nodes ---

static int with_node(const char *node, unsigned long request, void *argument) {
  int device = open(node, O_RDWR | O_CLOEXEC);
  if (device < 0) return errno;
  int problem = ioctl(device, request, argument) == 0 ? 0 : errno;
  close(device);
  return problem;
}

int guest_set_control(const char *node, const char *name, int value) {
  int device = open(node, O_RDWR | O_CLOEXEC);
  if (device < 0) return errno;
  struct v4l2_queryctrl query = {.id = V4L2_CTRL_FLAG_NEXT_CTRL};
  int problem = ENOENT;
  for (; ioctl(device, VIDIOC_QUERYCTRL, &query) == 0; query.id |= V4L2_CTRL_FLAG_NEXT_CTRL) {
    if (strcmp((const char *)query.name, name) != 0) continue;
    struct v4l2_control control = {.id = query.id, .value = value};
    problem = ioctl(device, VIDIOC_S_CTRL, &control) == 0 ? 0 : errno;
    break;
  }
  close(device);
  return problem;
}

int guest_set_timings(const char *node) {
  struct v4l2_dv_timings timings = V4L2_DV_BT_CEA_640X480P59_94;
  return with_node(node, VIDIOC_S_DV_TIMINGS, &timings);
}

uint32_t guest_abilities(const char *node) {
  struct v4l2_capability capability = {0};
  return with_node(node, VIDIOC_QUERYCAP, &capability) == 0 ? capability.device_caps : 0;
}

int guest_gap(const char *node) {
  struct v4l2_format format = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
  int problem = with_node(node, VIDIOC_G_FMT, &format);
  return problem == 0 ? (int)format.fmt.pix.bytesperline - (int)format.fmt.pix.width : -problem;
}

int guest_map_lamp(const char *node, const uint8_t unit[16]) {
  struct uvc_xu_control_mapping mapping = {
      .id = V4L2_CID_ILLUMINATORS_1, .name = "Lamp", .selector = 1, .size = 8, .offset = 0,
      .v4l2_type = V4L2_CTRL_TYPE_BOOLEAN, .data_type = UVC_CTRL_DATA_TYPE_BOOLEAN};
  memcpy(mapping.entity, unit, 16);
  return with_node(node, UVCIOC_CTRL_MAP, &mapping);
}

pid_t guest_start(const char *terminal, unsigned short rows, unsigned short columns, char *const arguments[],
                  char *const environment[]) {
  pid_t process = fork();
  if (process != 0) return process < 0 ? -errno : process;
  setsid();
  int line = open(terminal, O_RDWR);
  struct winsize size = {.ws_row = rows, .ws_col = columns};
  if (line < 0 || ioctl(line, TIOCSCTTY, 0) != 0 || ioctl(line, TIOCSWINSZ, &size) != 0) _exit(1);
  for (int target = 0; target < 3; target++) dup2(line, target);
  if (line > 2) close(line);
  execve(arguments[0], arguments, environment);
  _exit(127);
}
