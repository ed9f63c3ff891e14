import Foundation

/// A library that answers like libv4l2 with one camera, made in the test: the device is any file; how it behaves is the word in
/// that file, after which `;` and the camera's name may stand, and `@` and its place. Controls that are set are noted in `PATH.set`.
enum FakeV4L2 {
  /// The path of the library, or nil where there is no C compiler.
  static let path: String? = {
    guard
      let compiler = ["/usr/bin/cc", "/usr/bin/gcc", "/usr/bin/clang"].first(
        where: FileManager.default.isExecutableFile)
    else { return nil }
    let base = FileManager.default.temporaryDirectory.appendingPathComponent("formentry-fake-\(getpid())")
    do {
      try source.write(toFile: base.path + ".c", atomically: true, encoding: .utf8)
      let made = try run(compiler, ["-shared", "-fPIC", "-O1", "-o", base.path + ".so", base.path + ".c"])
      try FileManager.default.removeItem(atPath: base.path + ".c")
      guard made.status == 0 else { return nil }
    } catch { return nil }
    // The library stays mapped; its file need not be found again after the tests.
    atexit {
      unlink(FileManager.default.temporaryDirectory.appendingPathComponent("formentry-fake-\(getpid()).so").path)
    }
    return base.path + ".so"
  }()

  private static let source = """
    #define _GNU_SOURCE
    #include <errno.h>
    #include <fcntl.h>
    #include <linux/videodev2.h>
    #include <stdarg.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/eventfd.h>
    #include <unistd.h>
    enum { WIDTH = 320, HEIGHT = 240, STRIDE = 352, SIZE = 2 * STRIDE * HEIGHT };
    static struct camera { char word[32], name[32], bus[32], path[256]; unsigned char *memory[4]; int queued[4], streaming; unsigned count, turn; } cameras[4096];
    static int is(int fd, const char *word) { return strcmp(cameras[fd].word, word) == 0; }
    int v4l2_open(const char *path, int flags, ...) {
      int file = open(path, O_RDONLY | O_CLOEXEC);
      if (file < 0) return -1;
      char word[64] = {0};
      ssize_t count = read(file, word, 63);
      close(file);
      if (count < 0) return -1;
      int fd = eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK);
      memset(&cameras[fd], 0, sizeof cameras[fd]);
      char *name = strchr(word, ';');
      if (name) *name++ = 0;
      snprintf(cameras[fd].word, 32, "%s", word);
      char *bus = name ? strchr(name, '@') : 0;
      if (bus) *bus++ = 0;
      snprintf(cameras[fd].bus, 32, "%s", bus ? bus : name && *name ? "usb-1" : "");
      snprintf(cameras[fd].name, 32, "%s", name ? name : "");
      snprintf(cameras[fd].path, 256, "%s", path);
      return fd;
    }
    int v4l2_close(int fd) { return close(fd); }
    void *v4l2_mmap(void *start, size_t length, int protection, int flags, int fd, int64_t offset) {
      return cameras[fd].memory[offset / 4096] = calloc(1, length);
    }
    int v4l2_munmap(void *start, size_t length) { free(start); return 0; }
    static int fail(int number) { errno = number; return -1; }
    int v4l2_ioctl(int fd, unsigned long request, ...) {
      va_list list;
      va_start(list, request);
      void *argument = va_arg(list, void *);
      va_end(list);
      struct camera *c = &cameras[fd];
      struct v4l2_buffer *b = argument;
      switch (request) {
      case VIDIOC_QUERYCAP: {
        struct v4l2_capability *a = argument;
        memset(a, 0, sizeof *a);
        strcpy((char *)a->card, c->name);
        strcpy((char *)a->bus_info, c->bus);
        a->capabilities = V4L2_CAP_DEVICE_CAPS | V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
        a->device_caps = is(fd, "metadata") ? V4L2_CAP_META_CAPTURE : V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
        return 0;
      }
      case VIDIOC_S_FMT: {
        struct v4l2_pix_format *p = &((struct v4l2_format *)argument)->fmt.pix;
        if (is(fd, "busy")) return fail(EBUSY);
        if (is(fd, "hangs")) sleep(2);
        if (is(fd, "film")) p->pixelformat = V4L2_PIX_FMT_H264;
        if (is(fd, "fed") && (p->width != WIDTH || p->pixelformat != V4L2_PIX_FMT_UYVY)) return fail(EINVAL);
        if (is(fd, "colour")) p->pixelformat = V4L2_PIX_FMT_YUYV;
        if (is(fd, "gray") && p->pixelformat != V4L2_PIX_FMT_GREY) return fail(EINVAL);
        p->width = WIDTH, p->height = HEIGHT, p->sizeimage = SIZE;
        p->bytesperline = is(fd, "colour") || is(fd, "fed") ? 2 * STRIDE : STRIDE;
        return 0;
      }
      case VIDIOC_G_FMT: {
        struct v4l2_pix_format *p = &((struct v4l2_format *)argument)->fmt.pix;
        p->width = WIDTH, p->height = HEIGHT, p->pixelformat = V4L2_PIX_FMT_UYVY;
        return 0;
      }
      case VIDIOC_ENUM_FMT: {
        struct v4l2_fmtdesc *d = argument;
        if (d->index > 2) return fail(EINVAL);
        d->pixelformat = d->index == 0 ? V4L2_PIX_FMT_YUYV : d->index == 1 ? V4L2_PIX_FMT_MJPEG : V4L2_PIX_FMT_YUV420;
        d->flags = d->index == 2 ? V4L2_FMT_FLAG_EMULATED : 0;
        return 0;
      }
      case VIDIOC_QUERYCTRL: {
        struct v4l2_queryctrl *q = argument;
        if (!is(fd, "controls")) return fail(EINVAL);
        q->minimum = 0, q->maximum = q->id == V4L2_CID_EXPOSURE_AUTO ? 1 : 3;
        q->flags = q->id == V4L2_CID_FOCUS_AUTO ? V4L2_CTRL_FLAG_INACTIVE : 0;
        return 0;
      }
      case VIDIOC_G_CTRL: ((struct v4l2_control *)argument)->value = 1; return 0;
      case VIDIOC_S_CTRL: {
        char name[300];
        snprintf(name, sizeof name, "%s.set", c->path);
        FILE *notes = fopen(name, "a");
        // A camera that is closed late, on a thread of its own, finds the test's folder gone.
        if (!notes) return 0;
        fprintf(notes, "%x=%d ", ((struct v4l2_control *)argument)->id, ((struct v4l2_control *)argument)->value);
        fclose(notes);
        return 0;
      }
      case VIDIOC_REQBUFS: c->count = ((struct v4l2_requestbuffers *)argument)->count = 3; return 0;
      case VIDIOC_QUERYBUF: b->length = SIZE, b->m.offset = b->index * 4096; return 0;
      case VIDIOC_QBUF: c->queued[b->index] = 1; return is(fd, "broken queue") ? fail(EIO) : 0;
      case VIDIOC_STREAMON: c->streaming = 1; return is(fd, "no bandwidth") ? fail(ENOSPC) : 0;
      case VIDIOC_STREAMOFF: c->streaming = 0; return 0;
      case VIDIOC_DQBUF:
        if (!c->streaming) return fail(EINVAL);
        if (is(fd, "silent")) return fail(EAGAIN);
        if (is(fd, "unplugged") && c->turn > 5) return fail(ENODEV);
        usleep(5000);
        for (unsigned k = 0; k < c->count; k++) {
          unsigned index = (c->turn + k) % c->count;
          if (!c->queued[index]) continue;
          c->queued[index] = 0;
          c->turn++;
          if (c->turn % 4 == 0) return fail(EAGAIN);
          unsigned char *pixels = c->memory[index];
          int step = is(fd, "colour") || is(fd, "fed") ? 2 : 1, first = is(fd, "fed");
          memset(pixels, 7, SIZE);
          for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < WIDTH; x++) pixels[y * STRIDE * step + x * step + first] = (x + y) & 255;
          b->index = index, b->bytesused = SIZE, b->flags = 0;
          if (is(fd, "damaged")) b->flags = V4L2_BUF_FLAG_ERROR;
          if (is(fd, "short")) b->bytesused = 1000;
          return 0;
        }
        return fail(EAGAIN);
      }
      return fail(ENOTTY);
    }
    """
}
