// A plugin of libv4l2 that asks the kernel's test driver for rows with a gap after each: the driver fills them so, and no
// driver in the machine does it by itself.
#include <libv4l-plugin.h>
#include <linux/videodev2.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static void *start(int device) {
  struct v4l2_capability capability = {0};
  static int isWanted;
  return syscall(SYS_ioctl, device, VIDIOC_QUERYCAP, &capability) == 0 && !strcmp((char *)capability.driver, "vivid")
             ? &isWanted : NULL;
}

static void end(void *private) { (void)private; }

static int control(void *private, int device, unsigned long request, void *argument) {
  (void)private;
  struct v4l2_format *format = argument;
  if ((request == VIDIOC_S_FMT || request == VIDIOC_TRY_FMT) && format->type == V4L2_BUF_TYPE_VIDEO_CAPTURE &&
      format->fmt.pix.pixelformat == V4L2_PIX_FMT_YUV420) {
    format->fmt.pix.bytesperline = format->fmt.pix.width + 96;
  }
  return (int)syscall(SYS_ioctl, device, request, argument);
}

const struct libv4l_dev_ops libv4l2_plugin = {.init = start, .close = end, .ioctl = control};
