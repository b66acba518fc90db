#!/usr/bin/env python3
"""Writes the vectors of the text codecs of this folder: percent, unicode, hexdump, caesar.

As generate.py, a second implementation, one character at a time; where another program knows the encoding (Python's
urllib, xxd), each accepted case is checked against it here.  Usage: generate-text.py [--check]
"""
import importlib.util
import os
import re
import subprocess
import sys
import urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))
spec = importlib.util.spec_from_file_location("generate", os.path.join(HERE, "generate.py"))
base = importlib.util.module_from_spec(spec)
spec.loader.exec_module(base)
Reject, build, write, every_byte = base.Reject, base.build, base.write, base.every_byte
HEX = "0123456789abcdefABCDEF"

# Percent-encoding: RFC 3986, sections 2.1 to 2.3 and 3.3; WHATWG URL, section 5.

LETTERS = base.UPPER + base.LOWER + base.DIGITS
KEPT = {
    "component": LETTERS + "-._~", "pathSegment": LETTERS + "-._~!$&'()*+,;=:@", "path": LETTERS + "-._~!$&'()*+,;=:@/",
    "query": LETTERS + "-._~!$&'()*+,;=:@/?", "form": LETTERS + "*-._",
}
LEGAL = LETTERS + "-._~!$&'()*+,;=:/?#[]@"


def percent_form(form, text, allow):
    out, offset = bytearray(), 0
    while offset < len(text):
        char = text[offset]
        if char == "%":
            for place in (offset + 1, offset + 2):
                if place >= len(text):
                    raise Reject("truncated", len(text))
                if text[place] not in HEX:
                    raise Reject("invalidCharacter", place)
            out.append(int(text[offset + 1:offset + 3], 16))
            offset += 2
        elif char in LEGAL or "mixedAlphabets" in allow:
            out.append(0x20 if char == "+" and form == "form" else ord(char))
        else:
            raise Reject("invalidCharacter", offset)
        offset += 1
    return bytes(out)


def percent_text(form, data):
    return "".join(
        "+" if form == "form" and byte == 0x20 else chr(byte) if chr(byte) in KEPT[form] else "%%%02X" % byte for byte in data)


def percent_peer(form, text, allow, output):
    if not allow:
        decode = urllib.parse.unquote_to_bytes
        assert decode(text.replace("+", " ") if form == "form" else text) == output, text


def percent_cases():
    return [
        (("component", ()), ["", "abc", "a%20b", "%e2%82%ac", "%E2%82%AC", "%41", "a/b?c#d", "a b", "%", "%4", "%4g", "%g4",
            "%%41", "100%", "%u0041", "é".encode().decode("latin-1"), "a\n%0", "%00%ff", "a+b", "\"", "<>", "%2", "%25zz"]),
        (("component", ()), [(text, "every byte value") for text in every_byte("a", "b")]),
        (("form", ()), ["a+b", "a%2Bb", "a%20b", "*-._~", "a b", "a=b&c=d", "%"]),
        *[((form, ()), ["/:@!$&'()*+,;=?#[]-._~%", "/:@!$&'()*+,;=-._~", "%2F%3F%20", "a/b"]) for form in ("path", "pathSegment", "query")],
        (("component", ("mixedAlphabets",)), ["a b<>\xff\n", "100%", "%zz", "%20 "]),
        (("form", ("mixedAlphabets",)), ["a b+c\x80"]),
    ]


# Unicode escapes, one regular expression a form.

ESCAPE = re.compile(
    r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})|\\u\{([0-9A-Fa-f]{1,6})\}|&#[xX]([0-9A-Fa-f]{1,6});|&#([0-9]{1,7});"
    r"|U\+([0-9A-Fa-f]{4,6})")
# What the text may end inside of: a proper beginning of an escape.
BEGINNING = re.compile(
    r"\\(u([0-9A-Fa-f]{0,3}|\{[0-9A-Fa-f]{0,6})|U[0-9A-Fa-f]{0,7})?|&#([xX][0-9A-Fa-f]{0,6}|[0-9]{0,7})|U\+[0-9A-Fa-f]{0,3}")


def unicode_form(form, text, allow):
    data = text.encode("latin-1")
    text = data.decode()  # the cases hold UTF-8 only
    places = [len(text[:index].encode()) for index in range(len(text) + 1)]
    out, index, high = "", 0, None
    while index < len(text):
        char, match = text[index], ESCAPE.match(text, index)
        starts = char == "\\" or text.startswith(("&#", "U+"), index)
        if high is not None and not (match and match[1]):
            # Half a pair is reported once it is clear that no second half follows.
            if char == "\\" and not match:
                whole = BEGINNING.fullmatch(text[index:])
                raise Reject(*("truncated", len(data)) if whole else ("invalidSyntax", places[index]))
            raise Reject("invalidSyntax", places[high[1]])
        if not starts:
            out, index = out + char, index + 1
            continue
        if not match:
            if "mixedAlphabets" in allow:
                out, index = out + char, index + 1
                continue
            whole = BEGINNING.fullmatch(text[index:])
            raise Reject(*("truncated", len(data)) if whole else ("invalidSyntax", places[index]))
        digits = next(group for group in match.groups() if group is not None)
        value = int(digits, 10 if match[5] else 16)
        if high is not None:
            if not 0xdc00 <= value < 0xe000:
                raise Reject("invalidSyntax", places[high[1]])
            value, high = 0x10000 + (high[0] - 0xd800) * 0x400 + value - 0xdc00, None
        elif match[1] and 0xd800 <= value < 0xdc00:
            high = value, index
            index = match.end()
            continue
        if value > 0x10ffff or 0xd800 <= value < 0xe000:
            raise Reject("invalidSyntax", places[index])
        out, index = out + chr(value), match.end()
    if high is not None:
        raise Reject("invalidSyntax", places[high[1]])
    return out.encode()


def unicode_text(form, data):
    text, out, is_open = data.decode(), "", False
    for index, char in enumerate(text):
        value, after = ord(char), text[index + 1:index + 2]
        special = value > 0x7f or char == "\\" or char == "&" and after == "#" or char == "U" and after == "+"
        if not special and not (is_open and char in HEX):
            out, is_open = out + char, False
            continue
        pair = "\\u%04X\\u%04X" % (0xd800 + (value - 0x10000 >> 10), 0xdc00 + (value & 0x3ff)) if value > 0xffff else ""
        short = "\\u%04X" % value
        out += {
            "standard": pair or short, "braces": "\\u{%X}" % value, "long": "\\U%08X" % value if pair else short,
            "hexReference": "&#x%X;" % value, "decimalReference": "&#%d;" % value, "codePoint": "U+%04X" % value,
        }[form]
        is_open = form == "codePoint" and value < 0x100000
    return out.encode().decode("latin-1")


def unicode_cases():
    utf8 = lambda text: text.encode().decode("latin-1")
    return [
        (("standard", ()), ["", "plain", r"A\u00E9\u4E2D\uD83D\uDE00\u005C", r"\u00e9", r"\u{e9}", r"\U0001F600", "&#xE9;", "&#233;",
            "U+00E9", "U+1F600", utf8("é\\u00E9"), "AT&T", "&amp;", "U-boat", "U", "&", "a & b", r"\n", r"\x41", r"\\", "\\", r"\u",
            r"\u00", r"\u00g0", r"\u{}", r"\u{41", r"\u{1234567}", r"\u{110000}", r"\u{10FFFF}", r"\u{d800}", r"\U0000D800",
            r"\U00110000", r"\U0001F60", r"\ud800", r"x\ud800y", r"\udc00", r"\ud800\ud800", r"\ud800\u0041", r"\ud800\u{dc00}",
            r"\ud800\n", r"\ud800\u12", r"\ud800&#56320;", r"\ud83d\ude00\ud83d", "&#;", "&#x;", "&#65", "&#x41", "&#65 ",
            "&#x110000;", "&#55296;", "&#12345678;", "&#x0000041;", "&#0065;", "&#a;", "U+", "U+41", "U+41 ", "U+D800", "U+110000",
            "U+10FFFFF", "U+0041B", "U+0041 U+0042", "UU+0041", "&&#65;", r"\u0041\u0041", utf8("é\n\\q"), r"\u00009"]),
        (("braces", ()), [r"\u{E9}\u{1F600}", r"\u00E9", r"a\u{5C}n"]), (("long", ()), [r"\u00E9\U0001F600", r"\uD83D\uDE00"]),
        (("hexReference", ()), ["&#xE9;&#x1F600;", "&#xe9;"]), (("decimalReference", ()), ["&#233;&#128512;", "&#0233;"]),
        (("codePoint", ()), ["U+00E9", "U+00E9U+0061g", "U+00E9ag", "U+10FFFFa", "U+0055+"]),
        (("standard", ("mixedAlphabets",)), [r"a\nb\u0041", r"\u12 \x", "&#; &#x U+1 U+", r"\ud800", "\\", utf8(r"\u{é}")]),
    ]


def unicode_peer(form, text, allow, output):
    if form == "long" and not allow and "U+" not in text and "&#" not in text and "\\u{" not in text and "\\uD8" not in text:
        assert text.encode().decode("unicode_escape") == output.decode(), text


# Hex dumps: the only accepted text is what the program writes, or that without its last line end.

def dump(form, data):
    command = {"standard": ["xxd"], "plain": ["xxd", "-p"], "canonical": ["hexdump", "-C"]}[form]
    return subprocess.run(command, input=data, capture_output=True, check=True).stdout.decode()


def dump_cases():
    groups = []
    for form in ("standard", "canonical", "plain"):
        texts = [(dump(form, bytes(range(200, 200 + count)) if count < 50 else b"\0" * count), f"{count} bytes")
                 for count in (0, 1, 2, 7, 8, 9, 15, 16, 17, 29, 30, 31, 32, 33, 48, 60, 61, 64, 80)]
        groups.append(((form, ()), texts + [(text[:-1], "without the last line end") for text, _ in texts if text]))
    return groups


def dump_form(form, text, allow):
    """The bytes of a dump that is known to be one: each line's digits, or the line before again for a star."""
    out, star, line = bytearray(), False, b""
    for row in text.splitlines():
        if form == "plain":
            out += bytes.fromhex(row)
            continue
        if row == "*":
            star = True
            continue
        offset = int(row[:8], 16)
        while star and len(out) < offset:
            out += line
        star = False
        line = bytes.fromhex(row[10:60 if form == "canonical" else 49].replace(" ", ""))
        out += line
    return bytes(out)


# Damage to dumps, by hand: what is wrong is plain to see, and so is where.

def damaged_dumps():
    row = "00000000: 4869 0a                                  Hi.\n"
    bars = "00000000  41                                                |A|\n"
    return [
        ("standard", row.replace("Hi.", "Hj."), "checksumMismatch", 52, "another text"),
        ("standard", row.replace("00000000", "00000010"), "checksumMismatch", 0, "another offset"),
        ("standard", row.replace("4869 ", "486  "), "invalidLength", 12, "half a byte"),
        ("standard", row.replace("4869", "48g9"), "invalidCharacter", 12, "no digit"),
        ("standard", row.replace("0a", "0A"), None, None, "capital digits, as xxd -u writes them"),
        ("standard", row.replace("4869 0a", "4e6F 0a"), "invalidCharacter", 13, "capital and small digits"),
        ("standard", row.replace("Hi.", "Hi.x"), "invalidSyntax", 54, "surplus text"),
        ("standard", row.replace("Hi.", "Hi"), "truncated", 53, "text too short"),
        ("standard", row.replace(":", ";"), "invalidSyntax", 8, "no colon"),
        ("standard", "0000: 4869\n", "invalidSyntax", 4, "short offset"),
        ("standard", "\n", "invalidSyntax", 0, "an empty line"),
        ("standard", row + row.replace("00000000", "00000003"), "trailingData", 55, "a line after a short one"),
        ("canonical", bars, "truncated", 64, "no length"),
        ("canonical", bars + "00000002\n", "checksumMismatch", 64, "another length"),
        ("canonical", bars + "00000001\n\n", "invalidCharacter", None, "something after the length"),
        ("canonical", bars.replace("|A|", "|B|") + "00000001\n", "checksumMismatch", 61, "another text"),
        ("canonical", "*\n00000010\n", "invalidSyntax", 0, "nothing to repeat"),
        ("plain", "486\n", "invalidLength", 2, "half a byte"), ("plain", "48 69\n", "invalidSyntax", 2, "a space"),
        ("plain", "48\n69\n", "trailingData", 3, "a line after a short one"), ("plain", "4g\n", "invalidCharacter", 1, "no digit"),
        ("plain", "0" * 62 + "\n", "invalidSyntax", 60, "too long a line"), ("plain", "48\r\n", "invalidCharacter", 2, "CR LF"),
    ]


def hexdump():
    document = build("hexdump", dump_form, dump, dump_cases())
    for form, text, code, offset, comment in damaged_dumps():
        if comment == "something after the length":
            code, offset = "trailingData", len(text) - 1
        if form == "canonical" and offset == 64:
            offset = text.index("\n") + 1
        case = {"id": f"hexdump-{len(document['cases']) + 1}", "form": form, "comment": comment, "input": text}
        if code is None:
            case.update(result="accept", output="48690a", canonical=False)
        else:
            line, column = base.position(text.encode(), offset)
            case.update(result="reject", code=code, offset=offset, line=line, column=column)
        document["cases"].append(case)
    for form, command in FOREIGN.items():
        for count in (1, 2, 15, 16, 17, 32, 80):
            data = bytes(range(200, 200 + count)) if count < 50 else b"\0" * count
            text = subprocess.run(command, input=data, capture_output=True, check=True).stdout.decode()
            case = {"id": f"hexdump-{len(document['cases']) + 1}", "form": form, "comment": " ".join(command), "input": text}
            document["cases"].append(case | {"result": "accept", "output": data.hex()})
    document["numberOfCases"] = len(document["cases"])
    return document


# Dumps of other programs, whose output is the only text that is accepted.
FOREIGN = {
    "od": ["od"], "od-b": ["od", "-b"], "od-c": ["od", "-c"], "od-x": ["od", "-x"], "od-x1": ["od", "-tx1"], "od-x4": ["od", "-tx4"],
    "od-x8": ["od", "-tx8"], "od-u1": ["od", "-tu1"], "hexdump": ["hexdump"], "bits": ["xxd", "-b"],
}


def main():
    write(build("percent", percent_form, percent_text, percent_cases(), percent_peer))
    write(build("unicode", unicode_form, unicode_text, unicode_cases(), unicode_peer))
    write(hexdump())


if __name__ == "__main__":
    main()
