#!/usr/bin/env python3
"""Times `arca decode auto` on one input of each kind, and prints seconds and peak memory: 64 MiB within 2 s and 100 MB,
1 MiB within 1 s, a line within 15 ms.

    Benchmarks/decode.py [--runs N] [NAME ...]

Results are medians. Files are on /dev/shm, so the disk is not measured; the output is written
there too. Exits with status 1 if a limit is exceeded.
"""
import argparse
import base64
import binascii
import gzip
import io
import os
import random
import statistics
import sys
import tarfile
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ARCA = os.path.join(ROOT, ".build/command/release/arca")
SENTENCE = b"It was the best of times, it was the worst of times, it was the age of wisdom; page %d.\n"


def text(count, seed=0):
    lines = []
    length = 0
    while length < count:
        lines.append(SENTENCE % (seed + len(lines)))
        length += len(lines[-1])
    return b"".join(lines)[:count]


def records(count):
    """A tar archive of small files, `count` bytes long."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        index = 0
        while file.tell() < count:
            member = tarfile.TarInfo(f"folder/file-{index}.txt")
            content = text(700, index)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
            index += 1
    return file.getvalue()[:count]


def sources(count):
    """The project's own sources, repeated."""
    paths = (os.path.join(folder, name) for folder, _, names in os.walk(f"{ROOT}/Sources") for name in sorted(names))
    whole = b"".join(open(path, "rb").read() for path in sorted(paths) if path.endswith(".swift"))
    return (whole * (count // len(whole) + 1))[:count]


def nested(count):
    content = text(count * 27 // 64)
    for _ in range(3):
        content = base64.b64encode(content)
    return content[:count]


def kinds(count):
    noise = random.Random(1).randbytes
    return {
        "text": lambda: text(count),
        "sources": lambda: sources(count),
        "escapes": lambda: b"caf\\u00e9 \\x41 %41 &amp; =C3=A9 \\n" * (count // 36),
        "base64 of text": lambda: base64.b64encode(text(count * 3 // 4)),
        "base64 in lines": lambda: base64.encodebytes(text(count * 3 // 4)),
        "base64 of random": lambda: base64.b64encode(noise(count * 3 // 4)),
        "gzip of text": lambda: gzip.compress(text(count * 8), 1)[:count] if count < 1 << 22 else gzip.compress(text(count), 1),
        "gzip of random": lambda: gzip.compress(noise(count - 100), 1),
        "gzip of zeros": lambda: gzip.compress(bytes(min(count * 1000, 1 << 30)), 9),
        "hex": lambda: binascii.hexlify(text(count // 2)),
        "hex of random": lambda: binascii.hexlify(noise(count // 2)),
        "zeros": lambda: bytes(count),
        "letters A": lambda: b"A" * count,
        "digits": lambda: b"1234567890" * (count // 10),
        "random": lambda: noise(count),
        "nested base64": lambda: nested(count),
        "tar records": lambda: records(count),
        "base64 of tar": lambda: base64.b64encode(records(count * 3 // 4)),
        "percent signs": lambda: b"%41" * (count // 3),
        "xor of text": lambda: bytes(byte ^ 0x5A for byte in text(count)),
    }


LINES = {
    "base64": base64.b64encode(text(60)),
    "two layers": base64.b64encode(binascii.hexlify(text(60))),
    "caesar": b"Wkh gdqjhu ri wkh vhd dqg lwv vkruhv lv nqrzq wr doo zkr vdlo wkhuh",
    "identifier": b"hidden_flight_record_17",
    "digest": b"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "sentence": text(88),
}


def run(path, out):
    """Seconds and kilobytes of one run; exit status 0 and 7 are success."""
    null = os.open(os.devnull, os.O_RDWR)
    argv = [ARCA, "decode", "auto", path, "-o", out]
    start = time.perf_counter()
    actions = [(os.POSIX_SPAWN_DUP2, null, 1), (os.POSIX_SPAWN_DUP2, null, 2)]
    pid = os.posix_spawn(ARCA, argv, os.environ, file_actions=actions)
    _, status, usage = os.wait4(pid, 0)
    seconds = time.perf_counter() - start
    os.close(null)
    if os.path.exists(out):
        os.remove(out)
    code = os.waitstatus_to_exitcode(status)
    if code not in (0, 7):
        sys.exit(f"{path}: status {code}")
    return seconds, usage.ru_maxrss


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    failed = False
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        path, out = f"{folder}/input", f"{folder}/out"

        def measure(name, content, runs, seconds_bound, memory_bound):
            nonlocal failed
            if options.names and not any(word in name for word in options.names):
                return
            # A forked process creates the input: peak memory of this process would count for its children.
            if maker := os.fork():
                os.waitpid(maker, 0)
            else:
                with open(path, "wb") as file:
                    file.write(content())
                os._exit(0)
            results = [run(path, out) for _ in range(runs)]
            seconds = statistics.median(result[0] for result in results)
            memory = max(result[1] for result in results) / 1000
            is_good = seconds <= seconds_bound and memory <= memory_bound
            failed = failed or not is_good
            print(f"{name:32} {seconds * 1000:8.1f} ms {memory:7.1f} MB{'' if is_good else '   over'}", flush=True)

        for name, line in LINES.items():
            measure(f"line: {name}", lambda: line, 15, 0.015, 100)
        for name, make in kinds(1 << 20).items():
            measure(f"1 MiB: {name}", make, options.runs, 1, 100)
        # Codecs that need their complete input accept no more.
        measure("16 MiB: escapes", kinds(16 << 20)["escapes"], options.runs, 2, 100)
        for name, make in kinds(64 << 20).items():
            if name != "escapes":
                measure(f"64 MiB: {name}", make, options.runs, 2, 100)
    sys.exit(1 if failed else 0)


main()
