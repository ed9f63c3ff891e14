// Made here, because what is built for debugging would take seconds in an emulated machine.
#include "guest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

void guest_rows(const uint8_t *row, int width, int height, int margin, uint8_t gray, uint8_t *picture) {
  memset(picture, gray, (size_t)width * (size_t)height);
  for (int y = margin; y < height - margin; y++) memcpy(picture + (size_t)y * (size_t)width, row, (size_t)width);
}

void guest_yuyv(const uint8_t *gray, size_t count, uint8_t *picture) {
  for (size_t index = 0; index < count; index++) {
    picture[2 * index] = gray[index];
    picture[2 * index + 1] = 128;
  }
}

size_t guest_jpeg(const uint8_t *gray, int width, int height, int quality, uint8_t *bytes, size_t room) {
  struct jpeg_compress_struct picture;
  struct jpeg_error_mgr errors;
  picture.err = jpeg_std_error(&errors);
  jpeg_create_compress(&picture);
  uint8_t *made = NULL;
  unsigned long count = 0;
  jpeg_mem_dest(&picture, &made, &count);
  picture.image_width = (JDIMENSION)width;
  picture.image_height = (JDIMENSION)height;
  picture.input_components = 3;
  picture.in_color_space = JCS_YCbCr;
  jpeg_set_defaults(&picture);
  jpeg_set_quality(&picture, quality, TRUE);
  picture.comp_info[0].h_samp_factor = 2;
  picture.comp_info[0].v_samp_factor = 1;
  jpeg_start_compress(&picture, TRUE);
  uint8_t *row = malloc((size_t)width * 3);
  for (int y = 0; row && y < height; y++) {
    for (int x = 0; x < width; x++) {
      row[3 * x] = gray[(size_t)y * (size_t)width + (size_t)x];
      row[3 * x + 1] = row[3 * x + 2] = 128;
    }
    JSAMPROW rows[1] = {row};
    jpeg_write_scanlines(&picture, rows, 1);
  }
  jpeg_finish_compress(&picture);
  jpeg_destroy_compress(&picture);
  free(row);
  size_t size = count <= room ? count : 0;
  memcpy(bytes, made, size);
  free(made);
  return size;
}
