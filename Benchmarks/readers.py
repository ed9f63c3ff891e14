"""Other people's readers of bar codes, for `make bench-decode`, as they come.

    readers.py zbar|zxing-cpp FRAMES      prints a JSON value for each frame of FRAMES/frames.jsonl: file, first, ms
"""

import json
import os
import sys
import time

import numpy


def zbar():
    from pyzbar import pyzbar

    def read(picture):
        height, width = picture.shape
        return [code.data.decode("utf-8", "replace") for code in pyzbar.decode((picture.tobytes(), width, height))]

    return read


def zxing_cpp():
    import zxingcpp

    def read(picture):
        codes = zxingcpp.read_barcodes(picture, text_mode=zxingcpp.TextMode.Plain)
        return [code.text for code in codes]

    return read


def gray(path):
    """The pixels of a PGM file of bytes, rows by columns."""
    with open(path, "rb") as file:
        _, size, _, pixels = file.read().split(b"\n", 3)
    width, height = map(int, size.split())
    return numpy.frombuffer(pixels, numpy.uint8).reshape(height, width)


def main():
    name, folder = sys.argv[1:3]
    read = {"zbar": zbar, "zxing-cpp": zxing_cpp}[name]()
    with open(os.path.join(folder, "frames.jsonl"), encoding="utf-8") as list_of_frames:
        files = [json.loads(line)["file"] for line in list_of_frames]
    for file in files:
        picture = gray(os.path.join(folder, file))
        start = time.process_time()
        texts = read(picture)
        print(json.dumps({"file": file, "first": texts, "ms": [1000 * (time.process_time() - start)]}))


main()
