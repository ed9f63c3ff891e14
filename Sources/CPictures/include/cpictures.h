#pragma once
// libjpeg reports an error by a jump that Swift cannot take part in: it begins and ends in here.
#include <stddef.h>
#include <stdint.h>

typedef struct {
  uint8_t *gray;  // width * height bytes, to be freed by the caller; NULL after an error
  uint32_t width;
  uint32_t height;
  char message[200];  // what was wrong, where gray is NULL
} cpictures_gray;

/// Reads a whole JPEG file as 8-bit gray. CMYK and YCCK are turned into the gray of what they print.
/// A picture of more than pixel_limit pixels is refused, and so is one whose data ends early.
cpictures_gray cpictures_jpeg(const uint8_t *bytes, size_t count, size_t pixel_limit);
