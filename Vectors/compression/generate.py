#!/usr/bin/env python3
"""Writes short-strings.json and streams.json of this folder; with --check compares, and checks every case by a second
implementation: Python's zlib, and short.py for the models of short strings."""

import gzip
import json
import pathlib
import sys
import zlib

import short

HERE = pathlib.Path(__file__).parent
SAMPLES = json.loads((HERE / "samples.json").read_text("utf-8"))
KIND_OF = {"records": "json"}
NUMBER = {kind: index for index, kind in enumerate(short.KINDS)}


def first(number):
    return bytes([number << 3 | 6])


def deflate(data, level=9, dictionary=None):
    z = zlib.compressobj(level, zlib.DEFLATED, -15, zdict=dictionary) if dictionary else zlib.compressobj(level, zlib.DEFLATED, -15)
    return z.compress(data) + z.flush()


def short_cases():
    cases = []

    def accept(name, data, compressed):
        assert short.decompress(compressed) == data, name
        cases.append({"id": name, "compressed": compressed.hex(), "result": "accept", "output": data.hex()})

    def reject(name, compressed, code):
        try:
            short.decompress(compressed)
            raise AssertionError(name + " is accepted")
        except short.Invalid as invalid:
            assert str(invalid) == code, (name, str(invalid), code)
        cases.append({"id": name, "compressed": compressed.hex(), "result": "reject", "code": code})

    accept("empty", b"", b"")
    accept("stored-nothing", b"", first(0))
    accept("stored", bytes(range(256)), first(0) + bytes(range(256)))
    accept("deflate", b"abc" * 40, first(1) + deflate(b"abc" * 40))
    accept("deflate-stored-block", b"abc", first(1) + deflate(b"abc", 0))
    for kind in short.KINDS:
        number = NUMBER[kind]
        tail = short.DICTIONARIES[kind][-60:]
        accept(f"dictionary-{kind}", tail, first(8 + number) + deflate(tail, 9, short.DICTIONARIES[kind]))
        for name, data in (("tail", tail), ("byte", b"\xff"), ("zero", b"\0"), ("all-bytes", bytes(range(255, -1, -1)))):
            accept(f"model-{kind}-{name}", data, first(16 + number) + short.model(kind).encode(data))
    for family, texts in SAMPLES.items():
        kind = KIND_OF.get(family, family)
        for index, text in enumerate(texts[:20]):
            data = text.encode("utf-8")
            accept(f"model-{kind}-{family}-{index}", data, first(16 + NUMBER[kind]) + short.model(kind).encode(data))
    longest = (b"the end of the world " * 200)[:4095]
    accept("model-english-longest", longest, first(16) + short.model("english").encode(longest))
    for count in (1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128, 255, 256, 511, 512, 1023, 1024, 2047, 2048):
        accept(f"model-log-length-{count}", b"7" * count, first(16 + NUMBER["log"]) + short.model("log").encode(b"7" * count))

    for byte in (0, 1, 0x0F, 0x1F, 0x78, 0x16, 0x3E, 0x76, 0xB6, 0xFE):
        reject(f"first-byte-{byte:02x}", bytes([byte]) + b"abc", "notCompressed")
    block = deflate(b"hello hello hello")
    reject("deflate-truncated", first(1) + block[:-2], "truncated")
    reject("deflate-nothing", first(1), "truncated")
    reject("deflate-trailing", first(1) + block + b"x", "trailingData")
    reject("deflate-block-type", first(1) + b"\x07", "corrupt")
    reject("dictionary-too-far", first(8 + 1) + deflate(short.DICTIONARIES["log"][:40], 9, short.DICTIONARIES["log"]), "corrupt")
    good = short.model("english").encode(b"It was a dark and stormy night.")
    reject("model-trailing", first(16) + good + b"x", "trailingData")
    reject("model-trailing-zero", first(16) + good + b"\0", "trailingData")
    cut = first(16) + good[:9]
    # Nearly every number is some string's: what is missing goes unnoticed.
    accept("model-cut", short.decompress(cut), cut)
    # Another number that names the same string, but not the shortest one.
    for kind in ("english", "json"):
        best = short.model(kind).encode(b'{"id": 5, "name": "Ann", "ok": true}')
        refused = 0
        for last in range(1, 256):
            other = first(16 + NUMBER[kind]) + best[:-1] + bytes([last])
            try:
                short.decompress(other)
            except short.Invalid as invalid:
                refused += 1
                if refused % 8 == 1 and refused < 40:
                    reject(f"model-{kind}-last-{last:02x}", other, str(invalid))
    # Number after number that never closes a bracket.
    endless = short.Encoder()
    endless_model = short.model("json")
    history = short.START
    for _ in range(4096):
        left, escape = next(iter(endless_model.chain(history)))
        total = sum(w for _, w in left) + escape
        byte, weight = max(left, key=lambda pair: (pair[0] not in b"[]{}", pair[1]))
        endless.encode(sum(w for s, w in left if s < byte), weight, total)
        history = (history + short.folded(bytes([byte])))[-4:]
        endless.encode(2, 1022, 1024)
    reject("model-json-endless", first(16 + NUMBER["json"]) + endless.finish(), "limitExceeded")
    return {"schema": 1, "format": "short", "numberOfCases": len(cases), "cases": cases}


def stream_cases():
    text = b"The quick brown fox jumps over the lazy dog. " * 3
    member = gzip.compress(text, 9, mtime=0)
    named = b"\x1f\x8b\x08\x08\x00\xf1\x53\x65\x02\x03fox.txt\0" + deflate(text) + zlib.crc32(text).to_bytes(4, "little") + len(text).to_bytes(4, "little")
    wrapped = zlib.compress(text, 9)
    cases = []

    def accept(id_, format_, data, output, **more):
        cases.append({"id": id_, "format": format_, "compressed": data.hex(), "result": "accept", "output": output.hex(), **more})

    def reject(name, format_, data, code, offset):
        cases.append({"id": name, "format": format_, "compressed": data.hex(), "result": "reject", "code": code, "offset": offset})

    for level in (0, 1, 6, 9):
        accept(f"gzip-level-{level}", "gzip", gzip.compress(text, level, mtime=0), text)
        accept(f"zlib-level-{level}", "zlib", zlib.compress(text, level), text)
        accept(f"deflate-level-{level}", "deflate", deflate(text, level), text)
    accept("gzip-name-and-time", "gzip", named, text, name="fox.txt", modificationTime=1700000000)
    accept("gzip-empty", "gzip", gzip.compress(b"", 9, mtime=0), b"")
    accept("gzip-two-members", "gzip", member + named, text + text)
    accept("gzip-empty-member-between", "gzip", member + gzip.compress(b"", 9, mtime=0) + named, text + text)
    accept("zlib-empty", "zlib", zlib.compress(b""), b"")
    accept("deflate-empty", "deflate", deflate(b""), b"")
    for case in cases:
        bits = {"gzip": 31, "zlib": 15, "deflate": -15}[case["format"]]
        rest, output = bytes.fromhex(case["compressed"]), b""
        while rest:
            inflater = zlib.decompressobj(bits)
            output += inflater.decompress(rest)
            assert inflater.eof
            rest = inflater.unused_data
        assert output.hex() == case["output"], case["id"]
    for format_, data in (("gzip", member), ("zlib", wrapped), ("deflate", deflate(text))):
        for cut in (0, 1, len(data) // 2, len(data) - 1):
            reject(f"{format_}-cut-at-{cut}", format_, data[:cut], "truncated", cut)
        reject(f"{format_}-trailing-zero", format_, data + b"\0", "trailingData", len(data))
        reject(f"{format_}-trailing-text", format_, data + b"more", "trailingData", len(data))
    def flipped(data, index):
        return data[:index] + bytes([data[index] ^ 1]) + data[index + 1 :]
    reject("gzip-wrong-crc", "gzip", flipped(member, len(member) - 8), "corrupt", len(member) - 4)
    reject("gzip-wrong-length", "gzip", flipped(member, len(member) - 4), "corrupt", len(member))
    reject("zlib-wrong-adler", "zlib", flipped(wrapped, len(wrapped) - 1), "corrupt", len(wrapped))
    reject("gzip-method", "gzip", flipped(member, 2), "notCompressed", 4)
    reject("gzip-as-zlib", "zlib", member, "notCompressed", 2)
    reject("zlib-as-gzip", "gzip", wrapped, "notCompressed", 2)
    reject("zlib-header-check", "zlib", flipped(wrapped, 1), "notCompressed", 2)
    reject("zlib-dictionary", "zlib", bytes.fromhex("78f9120c0396") + deflate(text), "missingDictionary", 6)
    reject("deflate-block-type", "deflate", b"\x07", "corrupt", 1)
    reject("deflate-stored-length", "deflate", b"\x01\x03\x00\x00\x00abc", "corrupt", 5)
    reject("gzip-second-member-cut", "gzip", member + named[:-3], "truncated", len(member + named) - 3)
    return {"schema": 1, "format": "streams", "numberOfCases": len(cases), "cases": cases}


for name, content in (("short-strings.json", short_cases()), ("streams.json", stream_cases())):
    lines = ",\n".join("  " + json.dumps(case) for case in content.pop("cases"))
    text = json.dumps(content)[:-1] + ', "cases": [\n' + lines + "\n]}\n"
    if "--check" in sys.argv:
        if (HERE / name).read_text("utf-8") != text:
            sys.exit(f"{name} is not what this program makes")
    else:
        (HERE / name).write_text(text, "utf-8")
    print(name, content["numberOfCases"], "cases")
