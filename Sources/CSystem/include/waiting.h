#pragma once
// Things to wait for with poll(): eventfd, timerfd, and several of them behind one descriptor by epoll.
#include <stdint.h>

/// A counter that is readable while it is not 0; closed on exec, never blocks.
int system_event(void);
/// Makes it readable; may be called from any thread.
void system_event_raise(int event);
/// Makes it unreadable again.
void system_event_clear(int event);

/// A timer that is readable once its time has come; closed on exec, never blocks.
int system_timer(void);
/// Sets it to go off in `milliseconds` (once); below 0 it is switched off. Setting it makes it unreadable.
void system_timer_set(int timer, int64_t milliseconds);

/// A descriptor that is readable while any descriptor added to it is.
int system_any_of(void);
int system_any_of_add(int any, int descriptor);
void system_any_of_remove(int any, int descriptor);
