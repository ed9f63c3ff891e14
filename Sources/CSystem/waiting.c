#define _GNU_SOURCE
#include "waiting.h"

#include <errno.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

int system_event(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void system_event_raise(int event) {
  uint64_t one = 1;
  while (write(event, &one, sizeof one) < 0 && errno == EINTR) continue;
}

void system_event_clear(int event) {
  uint64_t count;
  while (read(event, &count, sizeof count) < 0 && errno == EINTR) continue;
}

int system_timer(void) { return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK); }

void system_timer_set(int timer, int64_t milliseconds) {
  struct itimerspec time = {{0, 0}, {0, 0}};
  if (milliseconds >= 0) {
    time.it_value.tv_sec = milliseconds / 1000;
    time.it_value.tv_nsec = milliseconds % 1000 * 1000000 + (milliseconds == 0);
  }
  timerfd_settime(timer, 0, &time, NULL);
}

int system_any_of(void) { return epoll_create1(EPOLL_CLOEXEC); }

int system_any_of_add(int any, int descriptor) {
  struct epoll_event event = {.events = EPOLLIN, .data = {.fd = descriptor}};
  return epoll_ctl(any, EPOLL_CTL_ADD, descriptor, &event);
}

void system_any_of_remove(int any, int descriptor) {
  struct epoll_event event = {0};
  epoll_ctl(any, EPOLL_CTL_DEL, descriptor, &event);
}
