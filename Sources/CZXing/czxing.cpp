#define ZX_USE_UTF8
#include "czxing.h"

#include <ZXing/ReadBarcode.h>
#include <cstdlib>
#include <cstring>

using namespace ZXing;

static_assert(czxing_aztec == static_cast<int>(BarcodeFormat::Aztec));
static_assert(czxing_codabar == static_cast<int>(BarcodeFormat::Codabar));
static_assert(czxing_code39 == static_cast<int>(BarcodeFormat::Code39));
static_assert(czxing_code93 == static_cast<int>(BarcodeFormat::Code93));
static_assert(czxing_code128 == static_cast<int>(BarcodeFormat::Code128));
static_assert(czxing_databar == static_cast<int>(BarcodeFormat::DataBar));
static_assert(czxing_databar_expanded == static_cast<int>(BarcodeFormat::DataBarExpanded));
static_assert(czxing_datamatrix == static_cast<int>(BarcodeFormat::DataMatrix));
static_assert(czxing_ean8 == static_cast<int>(BarcodeFormat::EAN8));
static_assert(czxing_ean13 == static_cast<int>(BarcodeFormat::EAN13));
static_assert(czxing_itf == static_cast<int>(BarcodeFormat::ITF));
static_assert(czxing_pdf417 == static_cast<int>(BarcodeFormat::PDF417));
static_assert(czxing_qr == static_cast<int>(BarcodeFormat::QRCode));
static_assert(czxing_upca == static_cast<int>(BarcodeFormat::UPCA));
static_assert(czxing_upce == static_cast<int>(BarcodeFormat::UPCE));
static_assert(czxing_microqr == static_cast<int>(BarcodeFormat::MicroQRCode));

static DecodeHints hints(int kinds, int how, int least_lines) {
  DecodeHints hints;
  hints.setFormats(static_cast<BarcodeFormat>(kinds));
  hints.setTryHarder(how & czxing_harder);
  hints.setTryRotate(how & czxing_rotate);
  hints.setTryDownscale(how & czxing_downscale);
  hints.setBinarizer(how & czxing_global ? Binarizer::GlobalHistogram : Binarizer::LocalAverage);
  hints.setEanAddOnSymbol(how & czxing_addons ? EanAddOnSymbol::Read : EanAddOnSymbol::Ignore);
  hints.setReturnCodabarStartEnd(true);
  hints.setMinLineCount(static_cast<uint8_t>(least_lines));
  // It looks for one label in sight of another: with two alike in view it aborts where it may find more than one.
  hints.setMaxNumberOfSymbols(1);
  return hints;
}

/// A copy of memory that outlives its owner; nullptr where there is no memory.
static void *copied(const void *source, size_t count) {
  void *copy = malloc(count ? count : 1);
  if (copy && count) memcpy(copy, source, count);
  return copy;
}

static int fill(czxing_code *code, const Result &result) {
  memset(code, 0, sizeof *code);
  const ByteArray &bytes = result.bytes();
  const std::string text = result.text();
  code->kind = static_cast<int>(result.format());
  strncpy(code->identifier, result.symbologyIdentifier().c_str(), sizeof code->identifier - 1);
  code->bytes = static_cast<uint8_t *>(copied(bytes.data(), bytes.size()));
  code->byte_count = static_cast<int>(bytes.size());
  code->text = static_cast<char *>(copied(text.data(), text.size()));
  code->text_count = static_cast<int>(text.size());
  code->says_charset = result.hasECI();
  for (int k = 0; k < 4; k++) {
    code->corners[2 * k] = result.position()[k].x;
    code->corners[2 * k + 1] = result.position()[k].y;
  }
  code->lines = result.lineCount();
  if (code->bytes && code->text) return 1;
  czxing_free(code);
  return -1;
}

int czxing_read(const uint8_t *pixels, int width, int height, int kinds, int how, int least_lines, czxing_code *code) {
  try {
    const ImageView view(pixels, width, height, ImageFormat::Lum);
    const Results results = ReadBarcodes(view, hints(kinds, how, least_lines));
    return results.empty() ? 0 : fill(code, results.front());
  } catch (...) {
    return -1;
  }
}

void czxing_free(czxing_code *code) {
  free(const_cast<uint8_t *>(code->bytes));
  free(const_cast<char *>(code->text));
}
