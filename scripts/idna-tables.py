#!/usr/bin/env python3
"""Writes the tables for internationalized domain names of ArcaCodecs.

    scripts/idna-tables.py            writes Sources/ArcaCodecs/Text/Generated/IDNAMappings.swift and IDNAProperties.swift
    scripts/idna-tables.py --check    compares the files with the tables

Needs the packages idna 3.13 (mappings and joining types) and unicodedata2 17.0.0 (directions and compositions), both for
Unicode 17. Without unicodedata2 only the mappings are written or compared.
"""
import pathlib, sys, textwrap
from idna import idnadata, uts46data

try:
    import unicodedata2 as unicode
except ImportError:
    unicode = None

VERSION = "17.0.0"
folder = pathlib.Path(__file__).resolve().parent.parent / "Sources/ArcaCodecs/Text/Generated"
if uts46data.__version__ != VERSION or unicode and unicode.unidata_version != VERSION:
    sys.exit(f"the tables are those of Unicode {VERSION}, and the packages have another one")


def runs(values):
    """Runs (first, last, value) of consecutive keys with the same value."""
    found = []
    for code, value in sorted(values.items()):
        if found and found[-1][1] == code - 1 and found[-1][2] == value:
            found[-1][1] = code
        else:
            found.append([code, code, value])
    return found


def mapping_words():
    """`GAP[+LENGTH]KIND`, all numbers in base 36: runs of one kind, GAP code points after the previous run.

    Kinds: `v` valid, `i` ignored, `m` mapped to the text after `=`, `d` mapped to the code point at that distance, `a` the same
    for every other code point, the rest being valid. All other code points are disallowed.
    """
    rows = list(uts46data.uts46data)
    status = {}
    for row, following in zip(rows, rows[1:] + [(0x110000, "X")]):
        for code in range(row[0], min(following[0], row[0] + 1 if row[1] == "M" else following[0])):
            status[code] = ("v" if row[1] in "VD" else row[1].lower(), row[2] if row[1] == "M" else None)
        if row[1] == "M":
            for code in range(row[0] + 1, following[0]):
                status[code] = ("m", row[2])
    delta = {}
    for code, (kind, text) in status.items():
        if kind == "m":
            delta[code] = ord(text) - code if len(text) == 1 else text
        elif kind != "x":
            delta[code] = kind
    words, position, code = [], 0, 0
    while code < 0x110000:
        value = delta.get(code)
        if value is None:
            code += 1
            continue
        end = code
        if value == 1 and delta.get(code + 1) == "v":
            # Alternating upper and lower case.
            while delta.get(end) == 1 and delta.get(end + 1) == "v":
                end += 2
            word = "a"
        else:
            while delta.get(end) == value and not (value == 1 and delta.get(end + 1) == "v"):
                end += 1
            if isinstance(value, int):
                word = "d" + base36(value)
            elif value in ("v", "i"):
                word = value
            else:
                word = "m" + "_".join(base36(ord(character)) for character in value)
        length = end - code
        words.append((base36(code - position) if code > position else "") + ("+" + base36(length) if length > 1 else "") + word.upper()[0] + word[1:])
        position = code = end
    return words


def base36(number):
    if number < 0:
        return "-" + base36(-number)
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    return (base36(number // 36) if number >= 36 else "") + digits[number % 36]


def run_words(values):
    words, position = [], 0
    for first, last, value in runs(values):
        words.append((base36(first - position) if first > position else "") + ("+" + base36(last - first + 1) if last > first else "") + value)
        position = last + 1
    return words


def joining_words():
    return run_words({code: chr(kind) for code, kind in idnadata.joining_types().items() if chr(kind) in "TDRL"})


def direction_words():
    letters = {"R": "R", "AL": "A", "AN": "N", "EN": "E", "ES": "S", "CS": "C", "ET": "T", "ON": "O", "BN": "B", "NSM": "M"}
    values = {}
    for code in range(0x110000):
        direction = unicode.bidirectional(chr(code))
        if direction not in ("", "L"):
            values[code] = letters.get(direction, "X")
    return run_words(values)


def composition_words():
    """Canonical compositions of three code points each."""
    words = []
    for code in range(0x110000):
        parts = unicode.decomposition(chr(code)).split()
        if len(parts) == 2 and not parts[0].startswith("<") and unicode.normalize("NFC", chr(code)) == chr(code):
            words.append("_".join([base36(code)] + [base36(int(part, 16)) for part in parts]))
    return words


def table(name, comment, words):
    lines = "\n".join("        " + line for line in textwrap.wrap(" ".join(words), 112, break_long_words=False, break_on_hyphens=False))
    comment = "\n".join(("    /// " + line).rstrip() for line in comment.strip().splitlines())
    return f'''{comment}
    static let {name}: StaticString = """
{lines}
        """
'''


def swift(tables):
    return "// Made by scripts/idna-tables.py; do not edit.\n\nextension IDNATables {\n" + "\n".join(tables) + "}\n"


files = {
    "IDNAMappings.swift": swift([
        table("mappingText", """
What UTS #46 does with each code point: runs `GAP[+LENGTH]KIND`, numbers in base 36; see scripts/idna-tables.py.

Source: Unicode 17, IdnaMappingTable.txt, as the package idna has it.
""", mapping_words()),
        table("joiningText", "Joining types that CheckJoiners asks for: transparent, dual, right, left.", joining_words()),
    ]),
}
if unicode:
    files["IDNAProperties.swift"] = swift([
        table("directionText", """
Directions of code points, other than L: R, A for AL, N for AN, E for EN, S for ES, C for CS, T for ET, O for ON, B for
BN, M for NSM, X for the rest.

Source: Unicode 17, as the package unicodedata2 has it.
""", direction_words()),
        table("compositionText", "Canonical compositions: the composed code point and its two parts.", composition_words()),
    ])
for name, text in files.items():
    path = folder / name
    if sys.argv[1:] == ["--check"]:
        if path.read_text() != text:
            sys.exit(f"{name} is not what {sys.argv[0]} writes")
    else:
        path.write_text(text)
