#pragma once
// newt and S-Lang, and what of them Swift cannot import: global variables, macros, arguments that lack const.
#include <slang.h>
#include <newt.h>

/// S-Lang reads /dev/tty unless it is told before it starts where to read, and writes to the standard output.
static inline void cnewt_use_descriptors(int reader, int writer) {
  SLang_TT_Read_FD = reader;
  SLang_TT_Write_FD = writer;
}

/// Whether S-Lang has made up its 32,768 colours: not to be seen outside of it unless it is linked in (see Makefile).
extern int Brushes_Initialized __attribute__((weak));

/// Reads the description of the terminal named by TERM. 0 if it is known and can place its cursor, -1 if it is unknown,
/// -2 if it cannot. Of colours that nobody uses S-Lang then makes none: that would take a fifth of the start.
static inline int cnewt_read_terminal(void) {
  if (&Brushes_Initialized) Brushes_Initialized = 1;
  return SLtt_initialize((char *)0);
}

/// The colour that the terminal is cleared with, as S-Lang makes it up: newt sets all others.
static inline void cnewt_set_first_colour(void) {
  if (SLtt_get_color_object(0) == 0) SLtt_set_color(0, (char *)0, (char *)"lightgray", (char *)"black");
}

/// Bytes that S-Lang has written to the terminal so far.
static inline unsigned long cnewt_output_count(void) { return SLtt_Num_Chars_Output; }

static inline int cnewt_rows(void) { return SLtt_Screen_Rows; }
static inline int cnewt_columns(void) { return SLtt_Screen_Cols; }
static inline int cnewt_has_colours(void) { return SLtt_Use_Ansi_Colors; }
/// A number or string of the terminal's description by its two-letter name.
static inline int cnewt_number(const char *name) { return SLtt_tgetnum((char *)name); }
static inline const char *cnewt_string(const char *name) { return SLtt_tgetstr((char *)name); }

/// How far the colour objects of stored cells lie above those that were set: 1 where the terminal does not erase with
/// the background colour. Found by writing a character outside of sight and reading it back.
static inline int cnewt_colour_offset(void) {
  SLsmg_Char_Type before, probe;
  int row = SLsmg_get_row(), column = SLsmg_get_column();
  SLsmg_gotorc(0, 0);
  SLsmg_read_raw(&before, 1);
  SLsmg_set_color(NEWT_COLORSET_ROOT);
  SLsmg_write_char('x');
  SLsmg_gotorc(0, 0);
  SLsmg_read_raw(&probe, 1);
  SLsmg_write_raw(&before, 1);
  SLsmg_gotorc(row, column);
  return (probe.color & SLSMG_COLOR_MASK) - NEWT_COLORSET_ROOT;
}

/// Writes a row of cells, each one character and one colour object as stored.
static inline void cnewt_write_cells(int row, int column, const unsigned short *colours, const unsigned *characters, int count) {
  SLsmg_Char_Type cells[256];
  SLsmg_gotorc(row, column);
  for (int done = 0; done < count; done += 256) {
    int part = count - done < 256 ? count - done : 256;
    for (int i = 0; i < part; i++) {
      SLsmg_Char_Type cell = {.nchars = 1, .color = colours[done + i]};
      cell.wchars[0] = characters[done + i];
      cells[i] = cell;
    }
    SLsmg_gotorc(row, column + done);
    SLsmg_write_raw(cells, (unsigned)part);
  }
}

static inline void cnewt_set_colour(int object, const char *foreground, const char *background) {
  SLtt_set_color(object, (char *)0, (char *)foreground, (char *)background);
}

static inline void cnewt_write(const char *text) { SLsmg_write_string((char *)text); }
