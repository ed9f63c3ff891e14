#pragma once
// The terminal: signals as a descriptor, the modes of the line, the guard that puts it back when the program dies.
#include <stdint.h>

/// Blocks the signals in this thread and those it will start, and opens a descriptor (close on exec, not blocking)
/// that they are read from. Returns it, or -1 with errno.
int csystem_signal_open(const int *signals, int count);
/// The next signal that arrived, 0 if none did.
int csystem_signal_read(int descriptor);
/// Closes the descriptor and lets the signals act again as they did before csystem_signal_open.
void csystem_signal_close(int descriptor);
/// Stops this process as the terminal's suspend character would, and returns when it is continued.
void csystem_stop(void);

/// Rows and columns that the line knows of, 0 and 0 if it knows none. Returns -1 with errno if it is no terminal.
int csystem_window_size(int descriptor, int *rows, int *columns);
/// Width and height of a cell in pixels, 0 and 0 if the line knows of none.
void csystem_cell_size(int descriptor, int *width, int *height);
/// Bytes that were written and have not left the line's buffer, 0 if that is not known.
int csystem_output_queued(int descriptor);
/// A file in memory that what is written to the terminal is collected in; -1 with errno.
int csystem_terminal_collector(void);
/// Opens the terminal behind a descriptor anew, for writing that never waits; where that is refused, a copy of the
/// descriptor, which may wait. -1 with errno.
int csystem_terminal_writer(int descriptor);
int csystem_set_window_size(int descriptor, int rows, int columns);

/// Columns that a character takes on a terminal: 0, 1 or 2; -1 for control characters.
int csystem_display_width(uint32_t scalar);

/// Remembers the modes of the line, and what must be written to leave the screen as it was. From now on a fatal signal
/// and exit() write it and put the modes back, before the process ends as it would have. Returns -1 with errno.
int csystem_guard_arm(int descriptor, const char *farewell, int length);
/// Replaces what is written.
void csystem_guard_farewell(const char *farewell, int length);
/// Bytes as they are typed: no echo, no lines, no signals, no flow control, nothing translated on the way in.
int csystem_guard_raw(void);
/// Puts the modes back as csystem_guard_arm found them.
void csystem_guard_restore(void);
void csystem_guard_disarm(void);
