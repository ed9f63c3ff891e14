#define _GNU_SOURCE
#include "guest.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/v4l2-dv-timings.h>
#include <linux/usb/video.h>
#include <linux/uvcvideo.h>
#include <linux/videodev2.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/reboot.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <jpeglib.h>

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

// --- streaming ---

/// A node that streams pictures of one size, in or out.
struct stream {
  int device;
  enum v4l2_buf_type type;
  unsigned count, size;
  uint8_t *buffers[8];
  size_t lengths[8];
};

static struct v4l2_buffer buffer_of(const struct stream *stream, unsigned index) {
  return (struct v4l2_buffer){
      .index = index, .type = stream->type, .memory = V4L2_MEMORY_MMAP, .field = V4L2_FIELD_NONE,
      .bytesused = stream->type == V4L2_BUF_TYPE_VIDEO_OUTPUT ? stream->size : 0};
}

static int stream_open(struct stream *stream, const char *node, enum v4l2_buf_type type, int width, int height) {
  stream->type = type;
  stream->device = open(node, O_RDWR | O_CLOEXEC);
  if (stream->device < 0) return errno;
  struct v4l2_format format = {.type = type};
  struct v4l2_requestbuffers request = {.count = 4, .type = type, .memory = V4L2_MEMORY_MMAP};
  if (ioctl(stream->device, VIDIOC_G_FMT, &format) != 0) return errno;
  if (width > 0) {
    format.fmt.pix.width = (unsigned)width;
    format.fmt.pix.height = (unsigned)height;
    format.fmt.pix.pixelformat = V4L2_PIX_FMT_YUV420;
    format.fmt.pix.field = V4L2_FIELD_NONE;
    format.fmt.pix.bytesperline = format.fmt.pix.sizeimage = 0;
  }
  if (ioctl(stream->device, VIDIOC_S_FMT, &format) != 0) return errno;
  stream->size = format.fmt.pix.sizeimage;
  if (ioctl(stream->device, VIDIOC_REQBUFS, &request) != 0) return errno;
  stream->count = request.count > 8 ? 8 : request.count;
  for (unsigned index = 0; index < stream->count; index++) {
    struct v4l2_buffer buffer = buffer_of(stream, index);
    if (ioctl(stream->device, VIDIOC_QUERYBUF, &buffer) != 0) return errno;
    void *start = mmap(NULL, buffer.length, PROT_READ | PROT_WRITE, MAP_SHARED, stream->device, buffer.m.offset);
    if (start == MAP_FAILED) return errno;
    memset(start, 128, buffer.length);
    stream->buffers[index] = start;
    stream->lengths[index] = buffer.length;
    buffer = buffer_of(stream, index);
    if (ioctl(stream->device, VIDIOC_QBUF, &buffer) != 0) return errno;
  }
  int direction = type;
  return ioctl(stream->device, VIDIOC_STREAMON, &direction) == 0 ? 0 : errno;
}

static void stream_close(struct stream *stream) {
  for (unsigned index = 0; index < stream->count; index++) {
    if (stream->buffers[index]) munmap(stream->buffers[index], stream->lengths[index]);
  }
  if (stream->device >= 0) close(stream->device);
}

struct guest_feed {
  struct stream stream;
  pthread_mutex_t lock;
  size_t room;
  uint8_t *gray;
  atomic_bool ended;
};

static void *feed(void *argument) {
  struct guest_feed *feed = argument;
  for (;;) {
    struct v4l2_buffer buffer = buffer_of(&feed->stream, 0);
    if (ioctl(feed->stream.device, VIDIOC_DQBUF, &buffer) != 0) {
      if (errno == EINTR || errno == EAGAIN) continue;
      // The node is gone, or has failed for good.
      stream_close(&feed->stream);
      atomic_store(&feed->ended, true);
      return NULL;
    }
    pthread_mutex_lock(&feed->lock);
    memcpy(feed->stream.buffers[buffer.index], feed->gray, feed->room);
    struct v4l2_buffer again = buffer_of(&feed->stream, buffer.index);
    ioctl(feed->stream.device, VIDIOC_QBUF, &again);
    pthread_mutex_unlock(&feed->lock);
  }
  return NULL;
}

struct guest_feed *guest_feed_start(const char *node, int width, int height) {
  struct guest_feed *made = calloc(1, sizeof *made);
  if (!made) return NULL;
  made->room = (size_t)width * (size_t)height;
  made->gray = calloc(1, made->room);
  pthread_mutex_init(&made->lock, NULL);
  int problem = stream_open(&made->stream, node, V4L2_BUF_TYPE_VIDEO_OUTPUT, width, height);
  if (problem != 0) {
    stream_close(&made->stream);
    free(made->gray);
    free(made);
    errno = problem;
    return NULL;
  }
  pthread_t thread;
  if (pthread_create(&thread, NULL, feed, made) != 0) return NULL;
  pthread_detach(thread);
  return made;
}

void guest_feed_show(struct guest_feed *feed, const uint8_t *gray) {
  pthread_mutex_lock(&feed->lock);
  memcpy(feed->gray, gray, feed->room);
  pthread_mutex_unlock(&feed->lock);
}

void guest_feed_pause(struct guest_feed *feed, int paused) {
  if (paused) pthread_mutex_lock(&feed->lock);
  else pthread_mutex_unlock(&feed->lock);
}

int guest_feed_has_ended(struct guest_feed *feed) { return atomic_load(&feed->ended); }

pid_t guest_hold(const char *node, const char *name) {
  int ready[2];
  if (pipe2(ready, O_CLOEXEC) != 0) return -errno;
  pid_t process = fork();
  if (process == 0) {
    prctl(PR_SET_NAME, name);
    struct stream stream = {0};
    int problem = stream_open(&stream, node, V4L2_BUF_TYPE_VIDEO_CAPTURE, 0, 0);
    if (write(ready[1], &problem, sizeof problem) < 0 || problem != 0) _exit(1);
    for (;;) pause();
  }
  close(ready[1]);
  int problem = EIO;
  if (process < 0 || read(ready[0], &problem, sizeof problem) != (ssize_t)sizeof problem) problem = EIO;
  close(ready[0]);
  return problem == 0 ? process : -problem;
}

long guest_first_picture(const char *node) {
  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  struct stream stream = {0};
  int problem = stream_open(&stream, node, V4L2_BUF_TYPE_VIDEO_CAPTURE, 0, 0);
  struct v4l2_buffer buffer = buffer_of(&stream, 0);
  if (problem == 0 && ioctl(stream.device, VIDIOC_DQBUF, &buffer) != 0) problem = errno;
  clock_gettime(CLOCK_MONOTONIC, &end);
  stream_close(&stream);
  if (problem != 0) return -problem;
  return (end.tv_sec - start.tv_sec) * 1000000 + (end.tv_nsec - start.tv_nsec) / 1000;
}

// --- pictures: made here, because what is built for debugging would take seconds in an emulated machine ---

void guest_rows(const uint8_t *row, int width, int height, int margin, uint8_t gray, uint8_t *picture) {
  memset(picture, gray, (size_t)width * (size_t)height);
  for (int y = margin; y < height - margin; y++) memcpy(picture + (size_t)y * (size_t)width, row, (size_t)width);
}

void guest_yuyv(const uint8_t *gray, size_t count, uint8_t *picture) {
  for (size_t index = 0; index < count; index++) {
    picture[2 * index] = gray[index];
    picture[2 * index + 1] = 128;
  }
}

size_t guest_jpeg(const uint8_t *gray, int width, int height, int quality, uint8_t *bytes, size_t room) {
  struct jpeg_compress_struct picture;
  struct jpeg_error_mgr errors;
  picture.err = jpeg_std_error(&errors);
  jpeg_create_compress(&picture);
  uint8_t *made = NULL;
  unsigned long count = 0;
  jpeg_mem_dest(&picture, &made, &count);
  picture.image_width = (JDIMENSION)width;
  picture.image_height = (JDIMENSION)height;
  picture.input_components = 3;
  picture.in_color_space = JCS_YCbCr;
  jpeg_set_defaults(&picture);
  jpeg_set_quality(&picture, quality, TRUE);
  picture.comp_info[0].h_samp_factor = 2;
  picture.comp_info[0].v_samp_factor = 1;
  jpeg_start_compress(&picture, TRUE);
  uint8_t *row = malloc((size_t)width * 3);
  for (int y = 0; row && y < height; y++) {
    for (int x = 0; x < width; x++) {
      row[3 * x] = gray[(size_t)y * (size_t)width + (size_t)x];
      row[3 * x + 1] = row[3 * x + 2] = 128;
    }
    JSAMPROW rows[1] = {row};
    jpeg_write_scanlines(&picture, rows, 1);
  }
  jpeg_finish_compress(&picture);
  jpeg_destroy_compress(&picture);
  free(row);
  size_t size = count <= room ? count : 0;
  memcpy(bytes, made, size);
  free(made);
  return size;
}
