#!/usr/bin/env python3
"""What the decode worker reads, beside zbar and zxing-cpp: Benchmarks/decoding.py PROGRAMS, for `make bench-decode`.

Photographs with known texts lie in ../shared/barcodes (or where FORMENTRY_SHARED says) and are scored by the script
beside them. Camera frames are made by DecodeBench, once, and kept in .build/decode-frames. The other readers live in
.build/readers; where they cannot be installed, the program is measured alone. Times are of the processor.
"""

import collections
import json
import os
import re
import subprocess
import sys
import venv

HOME = ".build/readers"
FRAMES = ".build/decode-frames"
PACKAGES = ["zxing-cpp==3.1.1", "pyzbar==0.1.9", "numpy==2.4.6", "pillow==13.0.0"]
SHARED = os.environ.get("FORMENTRY_SHARED", "../shared")
CORPUS = os.path.join(SHARED, "barcodes")

COLUMNS = [
    "corpus, right of 948", "corpus, EAN-13 and UPC-A right of 228", "corpus, wrong + mixed / false positives",
    "corpus, mean CPU ms a picture", "720p frames with a code: right of 200 / wrong", "720p frame without a code, CPU ms",
]
GOAL = ["94 %", "216", "2 / 0", "10", "186 / 0", "15"]
FLOOR = ["91 %", "205", "4 / 0", "25", "178 / 0", "20"]


def note(sentence):
    print(sentence, file=sys.stderr)


def output(*command, told=None):
    """What a program prints. Its standard error is shown where it fails: zbar writes warnings there."""
    done = subprocess.run(command, input=told, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{os.path.basename(command[0])} failed: {done.stderr[-2000:]}")
    return done.stdout


def values(text):
    return [json.loads(line) for line in text.splitlines()]


def python_of_readers():
    """The interpreter that has the other readers; None where they cannot be installed."""
    python, ready = os.path.join(HOME, "bin", "python"), os.path.join(HOME, "ready")
    if os.path.exists(ready) and open(ready).read().split() == PACKAGES:
        return python
    try:
        venv.create(HOME, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES], stdout=sys.stderr, check=True)
    except (OSError, subprocess.SubprocessError):
        note("zxing-cpp and zbar for Python cannot be installed: the program is measured alone")
        return None
    with open(ready, "w") as file:
        file.write("\n".join(PACKAGES))
    return python


class Corpus:
    """What score.py says of one reader's texts in the photographs."""

    def __init__(self, score, milliseconds):
        self.milliseconds = milliseconds
        self.right_of = {}
        for line in score.splitlines():
            row = re.match(r"(\S+) +(\d+) +(\d+) +(\d+) +(\d+) +(\d+)$", line)
            if row:
                self.right_of[row[1]] = (int(row[3]), int(row[2]))
        total = re.search(r"right (\d+) of (\d+) = \S+ %, mixed (\d+), wrong (\d+), false positives (\d+)", score)
        self.right, self.count, mixed, wrong, self.false = map(int, total.groups())
        self.wrong = mixed + wrong

    @classmethod
    def of_program(cls, bench, worker):
        told = output(bench, "stills", worker, CORPUS)
        times = values(told)[-1]
        note(f"opening a photograph takes the worker {times['open']:.1f} ms more in the mean")
        return cls(output(sys.executable, f"{CORPUS}/score.py", told=told), times["ms"])

    @classmethod
    def of_reader(cls, python, engine):
        score = output(python, f"{CORPUS}/score.py", "--engine", engine)
        return cls(score, float(re.search(r"([\d.]+) ms CPU", score)[1]))

    def cells(self):
        retail = sum(self.right_of[name][0] for name in ("EAN-13", "UPC-A"))
        return [
            f"{100 * self.right / self.count:.1f} % ({self.right})", str(retail), f"{self.wrong} / {self.false}",
            f"{self.milliseconds:.1f}",
        ]


class Frames:
    """What one reader says of the camera frames; `truth` maps a file to its symbology and its right texts."""

    def __init__(self, told, truth, texts="first"):
        self.right = self.wrong = self.false = 0
        self.right_of = {name: [0, 0] for name, right in truth.values() if right}
        times = collections.defaultdict(list)
        for value in told:
            name, right = truth[value["file"]]
            times[bool(right)] += value["ms"]
            said = value[texts]
            if not right:
                self.false += bool(said)
                continue
            good = bool(said) and all(text in right for text in said)
            self.right += good
            self.wrong += bool(said) and not good
            self.right_of[name][0] += good
            self.right_of[name][1] += 1
        self.with_code, self.without = (sum(times[key]) / len(times[key]) for key in (True, False))

    def cells(self):
        return [f"{self.right} / {self.wrong}" + (f", {self.false} without one" if self.false else ""), f"{self.without:.1f}"]


def made_frames(bench, worker):
    """The truth about the frames, which are made where they are not there or the bench is newer."""
    listed = os.path.join(FRAMES, "frames.jsonl")
    if not os.path.exists(listed) or os.path.getmtime(listed) < os.path.getmtime(bench):
        os.makedirs(FRAMES, exist_ok=True)
        note("making the frames ...")
        output(bench, "frames", worker, FRAMES)
    with open(listed, encoding="utf-8") as file:
        return {value["file"]: (value["symbology"], value["right"]) for value in values(file.read())}


def table(head, rows):
    print("| " + " | ".join(head) + " |")
    print("| --- |" + " ---: |" * (len(head) - 1))
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print()


def misses(what, measured):
    """By symbology: how many there are, and how many each reader misses or misreads."""
    names = list(measured)
    kinds = next(iter(measured.values())).right_of
    rows = []
    for kind, (_, count) in sorted(kinds.items(), key=lambda item: item[1][0] - item[1][1]):
        missed = [count - measured[name].right_of[kind][0] for name in names]
        if any(missed):
            rows.append([kind, str(count), *map(str, missed)])
    table([f"{what}, not read right", "of", *names], rows)


def main():
    programs = os.path.realpath(sys.argv[1])
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    bench, worker = f"{programs}/DecodeBench", f"{programs}/formentry-decode"
    peers = {"zbar": "zbar", "zxing-cpp 3.1.1": "zxing"}
    python = python_of_readers()

    corpus = {}
    if os.path.exists(f"{CORPUS}/score.py"):
        corpus["formentry"] = Corpus.of_program(bench, worker)
        if python:
            corpus |= {name: Corpus.of_reader(python, engine) for name, engine in peers.items()}
    else:
        note(f"{CORPUS} is not there: nothing is said of photographs")

    truth = made_frames(bench, worker)
    live = values(output(bench, "live", worker, FRAMES))
    frames = {"formentry": Frames(live, truth, "taken")}
    if python:
        for name in peers:
            command = [python, "Benchmarks/readers.py", name.split()[0], FRAMES]
            frames[name] = Frames(values(output(*command)), truth)

    rows = [["goal", *GOAL], ["floor", *FLOOR]]
    for name in frames:
        told = corpus[name].cells() if name in corpus else ["-"] * 4
        rows.append([name, *told, *frames[name].cells()])
    table(["reader", *COLUMNS], rows)
    single, whole = Frames(live, truth), frames["formentry"]
    lost = sum(value["lost"] for value in live)
    print(
        f"formentry: {whole.with_code:.1f} ms a frame with a code; the first frame alone: {single.right} right, "
        f"{single.wrong} wrong, {single.false} of those without a code; the worker ended over {lost} frames\n"
    )
    if corpus:
        misses("photographs", corpus)
    misses("frames", frames)


main()
