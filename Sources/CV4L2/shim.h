#pragma once
#include <linux/videodev2.h>
#include <stddef.h>
#include <stdint.h>

// libv4l2 is loaded when the first camera is opened (with its converters it would cost every start), and its calls take
// a variable number of arguments: these wrappers call them through the addresses that the loader gave.

static inline int camera_open(void *v4l2_open, const char *path, int flags) {
  return ((int (*)(const char *, int, ...))v4l2_open)(path, flags, 0);
}

static inline int camera_close(void *v4l2_close, int camera) { return ((int (*)(int))v4l2_close)(camera); }

static inline void *camera_map(void *v4l2_mmap, size_t length, int protection, int flags, int camera, int64_t offset) {
  return ((void *(*)(void *, size_t, int, int, int, int64_t))v4l2_mmap)(0, length, protection, flags, camera, offset);
}

static inline int camera_unmap(void *v4l2_munmap, void *start, size_t length) {
  return ((int (*)(void *, size_t))v4l2_munmap)(start, length);
}

static inline int camera_control(void *v4l2_ioctl, int camera, unsigned long request, void *argument) {
  return ((int (*)(int, unsigned long, ...))v4l2_ioctl)(camera, request, argument);
}

static inline int camera_query(void *ioctl, int camera, struct v4l2_capability *capability) {
  return camera_control(ioctl, camera, VIDIOC_QUERYCAP, capability);
}
static inline int camera_set_format(void *ioctl, int camera, struct v4l2_format *format) {
  return camera_control(ioctl, camera, VIDIOC_S_FMT, format);
}
static inline int camera_get_format(void *ioctl, int camera, struct v4l2_format *format) {
  return camera_control(ioctl, camera, VIDIOC_G_FMT, format);
}
static inline int camera_next_format(void *ioctl, int camera, struct v4l2_fmtdesc *description) {
  return camera_control(ioctl, camera, VIDIOC_ENUM_FMT, description);
}
static inline int camera_query_control(void *ioctl, int camera, struct v4l2_queryctrl *query) {
  return camera_control(ioctl, camera, VIDIOC_QUERYCTRL, query);
}
static inline int camera_get_control(void *ioctl, int camera, struct v4l2_control *control) {
  return camera_control(ioctl, camera, VIDIOC_G_CTRL, control);
}
static inline int camera_set_control(void *ioctl, int camera, struct v4l2_control *control) {
  return camera_control(ioctl, camera, VIDIOC_S_CTRL, control);
}
static inline int camera_request_buffers(void *ioctl, int camera, struct v4l2_requestbuffers *buffers) {
  return camera_control(ioctl, camera, VIDIOC_REQBUFS, buffers);
}
static inline int camera_query_buffer(void *ioctl, int camera, struct v4l2_buffer *buffer) {
  return camera_control(ioctl, camera, VIDIOC_QUERYBUF, buffer);
}
static inline int camera_queue(void *ioctl, int camera, struct v4l2_buffer *buffer) {
  return camera_control(ioctl, camera, VIDIOC_QBUF, buffer);
}
static inline int camera_dequeue(void *ioctl, int camera, struct v4l2_buffer *buffer) {
  return camera_control(ioctl, camera, VIDIOC_DQBUF, buffer);
}
static inline int camera_stream(void *ioctl, int camera, int on) {
  int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  return camera_control(ioctl, camera, on ? VIDIOC_STREAMON : VIDIOC_STREAMOFF, &type);
}
