#pragma once
// Debian's libzxing (1.4) behind a C face: no C++ type and no exception leaves it. It keeps its assertions, so that a
// picture can end the process (SIGABRT): to be called only where that may happen.
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Kinds of code, one bit each.
enum {
  czxing_aztec = 1 << 0,
  czxing_codabar = 1 << 1,
  czxing_code39 = 1 << 2,
  czxing_code93 = 1 << 3,
  czxing_code128 = 1 << 4,
  czxing_databar = 1 << 5,
  czxing_databar_expanded = 1 << 6,
  czxing_datamatrix = 1 << 7,
  czxing_ean8 = 1 << 8,
  czxing_ean13 = 1 << 9,
  czxing_itf = 1 << 10,
  czxing_pdf417 = 1 << 12,
  czxing_qr = 1 << 13,
  czxing_upca = 1 << 14,
  czxing_upce = 1 << 15,
  czxing_microqr = 1 << 16,
};

/// How to look.
enum {
  /// More lines and places, for more time.
  czxing_harder = 1,
  /// Turned by 90, 180 and 270 degrees too.
  czxing_rotate = 2,
  /// Made smaller too, where the shorter side is longer than 500 pixels.
  czxing_downscale = 4,
  /// One threshold for the whole picture (a line of it, for linear codes) in place of one for each neighbourhood.
  czxing_global = 8,
  /// The two or five digits beside an EAN or UPC are part of it.
  czxing_addons = 16,
};

typedef struct {
  /// One of the kinds.
  int kind;
  /// The AIM identifier, "]C1", ended by a zero byte; empty where the library gives none.
  char identifier[8];
  /// The bytes of the code; FNC1 between elements is 0x1D, a leading one is left out.
  const uint8_t *bytes;
  int byte_count;
  /// The text as UTF-8.
  const char *text;
  int text_count;
  /// The code says its character set itself (ECI).
  int says_charset;
  /// x and y of top left, top right, bottom right, bottom left, as the code stands.
  int corners[8];
  /// How many scan lines agreed on it; 0 for matrix codes.
  int lines;
} czxing_code;

/// The first code in a gray picture, into `code`: 1, 0 where there is none, -1 where the library failed. A linear one
/// counts from `least_lines` agreeing scan lines on. To be given back by `czxing_free` where the answer is 1.
int czxing_read(const uint8_t *pixels, int width, int height, int kinds, int how, int least_lines, czxing_code *code);

void czxing_free(czxing_code *code);

#ifdef __cplusplus
}
#endif
