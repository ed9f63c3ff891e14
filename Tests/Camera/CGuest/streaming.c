#define _GNU_SOURCE
#include "guest.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

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
