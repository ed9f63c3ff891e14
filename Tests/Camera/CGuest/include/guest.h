#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// What the guest of the camera rig needs of the kernel and Swift has no words for. All return 0, or an errno.

int guest_load_module(const char *path, const char *parameters);
int guest_mount(const char *type, const char *place);
void guest_power_off(void) __attribute__((noreturn));

/// Sets a control of a V4L2 node by its name as the driver writes it ("Loop Video").
int guest_set_control(const char *node, const char *name, int value);
/// 640x480 at 60 a second on a node with an HDMI plug.
int guest_set_timings(const char *node);
/// The abilities of a node itself (device_caps); 0 where it is none.
uint32_t guest_abilities(const char *node);

/// Bytes after each row (of a gray picture that comes first by itself) that are none of its pixels; below 0: minus an
/// errno.
int guest_gap(const char *node);
/// Tells uvcvideo that the first control of an extension unit is a lamp (V4L2_CID_ILLUMINATORS_1), as a vendor's file for
/// uvcdynctrl does.
int guest_map_lamp(const char *node, const uint8_t unit[16]);

/// Shows pictures (YU12) on an output node until the node goes; NULL with errno where it cannot.
struct guest_feed;
struct guest_feed *guest_feed_start(const char *node, int width, int height);
/// Gray rows without gaps; the colours stay gray.
void guest_feed_show(struct guest_feed *feed, const uint8_t *gray);
/// While it is paused it makes no call of the node; by the thread that goes on, and without `guest_feed_show` meanwhile.
void guest_feed_pause(struct guest_feed *feed, int paused);
int guest_feed_has_ended(struct guest_feed *feed);

/// A process called `name` that streams from the node and lets nobody else; to be killed. Below 0: minus an errno.
pid_t guest_hold(const char *node, const char *name);

/// Starts a program on a terminal of that size, in a session of its own. Its process, or a negative error.
pid_t guest_start(const char *terminal, unsigned short rows, unsigned short columns, char *const arguments[],
                  char *const environment[]);

/// A foot pedal with one key (F13) that is there until its descriptor is closed; `event`: the number of its node below
/// /dev/input. Below 0: minus an errno.
int guest_pedal_make(int *event);
void guest_pedal_move(int pedal, int down);
/// A process called `name` that has an input device for itself alone; to be killed. Below 0: minus an errno.
pid_t guest_grab(const char *node, const char *name);

/// Microseconds from opening a camera to its first picture, asked for as plainly as can be; below 0: minus an errno.
long guest_first_picture(const char *node);

/// A gray picture: rows of `row` (width bytes) with `margin` plain ones above and below.
void guest_rows(const uint8_t *row, int width, int height, int margin, uint8_t gray, uint8_t *picture);
/// The picture as YUYV, without colours.
void guest_yuyv(const uint8_t *gray, size_t count, uint8_t *picture);
/// The picture as JPEG (4:2:2 as cameras send it); how many bytes it has, 0 where it does not fit.
size_t guest_jpeg(const uint8_t *gray, int width, int height, int quality, uint8_t *bytes, size_t room);
