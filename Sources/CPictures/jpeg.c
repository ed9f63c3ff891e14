#include "cpictures.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

typedef struct {
  struct jpeg_error_mgr base;
  jmp_buf escape;
  int cut_short;
  char *message;
  size_t room;
} errors;

static void give_up(j_common_ptr info) {
  errors *e = (errors *)info->err;
  char text[JMSG_LENGTH_MAX];
  info->err->format_message(info, text);
  snprintf(e->message, e->room, "%s", text);
  longjmp(e->escape, 1);
}

static void note(j_common_ptr info, int level) {
  if (level < 0 && info->err->msg_code == JWRN_JPEG_EOF) ((errors *)info->err)->cut_short = 1;
}

static void say_nothing(j_common_ptr info) { (void)info; }

// What the setjmp below may come back to must not live in registers: it is kept in here.
typedef struct {
  struct jpeg_decompress_struct info;
  errors errors;
  uint8_t *gray;
  uint8_t *row;
} reading;

static void read_rows(reading *r, uint32_t width, int inverted) {
  struct jpeg_decompress_struct *info = &r->info;
  while (info->output_scanline < info->output_height) {
    uint8_t *out = r->gray + (size_t)info->output_scanline * width;
    JSAMPROW line = r->row ? r->row : out;
    if (jpeg_read_scanlines(info, &line, 1) != 1) continue;
    if (!r->row) continue;
    for (uint32_t x = 0; x < width; x++) {
      const uint8_t *ink = r->row + 4 * (size_t)x;
      uint32_t light[4];
      for (int k = 0; k < 4; k++) light[k] = inverted ? ink[k] : 255u - ink[k];
      uint32_t sum = 299 * light[0] + 587 * light[1] + 114 * light[2];
      out[x] = (uint8_t)(sum * light[3] / 255 / 1000);
    }
  }
}

cpictures_gray cpictures_jpeg(const uint8_t *bytes, size_t count, size_t pixel_limit) {
  cpictures_gray result;
  memset(&result, 0, sizeof result);
  reading *r = calloc(1, sizeof *r);
  if (!r) {
    snprintf(result.message, sizeof result.message, "there is not enough memory for it");
    return result;
  }
  r->info.err = jpeg_std_error(&r->errors.base);
  r->errors.base.error_exit = give_up;
  r->errors.base.emit_message = note;
  r->errors.base.output_message = say_nothing;
  r->errors.message = result.message;
  r->errors.room = sizeof result.message;
  if (setjmp(r->errors.escape)) {
    jpeg_destroy_decompress(&r->info);
    free(r->gray);
    free(r->row);
    free(r);
    result.gray = NULL;
    return result;
  }
  jpeg_create_decompress(&r->info);
  r->info.mem->max_memory_to_use = 256l << 20;
  jpeg_mem_src(&r->info, bytes, count);
  jpeg_read_header(&r->info, TRUE);
  int four = r->info.jpeg_color_space == JCS_CMYK || r->info.jpeg_color_space == JCS_YCCK;
  r->info.out_color_space = four ? JCS_CMYK : JCS_GRAYSCALE;
  jpeg_calc_output_dimensions(&r->info);
  result.width = r->info.output_width;
  result.height = r->info.output_height;
  if ((size_t)result.width * result.height > pixel_limit) {
    snprintf(result.message, sizeof result.message, "it has %u x %u pixels, more than is read (%zu million)",
             result.width, result.height, pixel_limit / 1000000);
    longjmp(r->errors.escape, 1);
  }
  r->gray = malloc((size_t)result.width * result.height);
  if (four) r->row = malloc((size_t)result.width * 4);
  if (!r->gray || (four && !r->row)) {
    snprintf(result.message, sizeof result.message, "there is not enough memory for it");
    longjmp(r->errors.escape, 1);
  }
  jpeg_start_decompress(&r->info);
  read_rows(r, result.width, r->info.saw_Adobe_marker);
  if (r->errors.cut_short) {
    snprintf(result.message, sizeof result.message, "its data ends early");
    longjmp(r->errors.escape, 1);
  }
  jpeg_finish_decompress(&r->info);
  result.gray = r->gray;
  jpeg_destroy_decompress(&r->info);
  free(r->row);
  free(r);
  return result;
}
