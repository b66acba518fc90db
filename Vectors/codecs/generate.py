#!/usr/bin/env python3
"""Writes the base-N vectors of this folder, from a second implementation of the strict rules.

This is deliberately the slowest, plainest way to say what is right: one character at a time, no tables, whole
numbers. Where another program knows an encoding too (Python's base64, binascii), each accepted case is checked
against it here; the Swift tests check further ones (coreutils, git, basez).  Usage: generate.py [--check]
"""
import base64
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
UPPER, LOWER, DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz", "0123456789"
WHITESPACE = " \t\n\v\f\r"


class Reject(Exception):
    def __init__(self, code, offset):
        self.code, self.offset = code, offset


def radix(text, alphabet, bits, group, rule="required", lines=None, exact=False, allow=(), aliases={}):
    """Decodes a power-of-two base. `lines` is the longest line, `exact` whether all lines but the last have it."""
    if "missingPadding" in allow and rule == "required":
        rule = "either"
    if "whitespace" in allow:
        lines = None
    values, pads, out, last = [], 0, bytearray(), 0
    column, short = 0, False

    def check_last(end):
        unused = len(values) * bits % 8
        if unused >= bits:
            raise Reject("invalidLength", end)
        if "trailingBits" not in allow and values[-1] % (1 << unused):
            raise Reject("trailingBits", last)

    def emit():
        number = 0
        for value in values:
            number = number << bits | value
        count = len(values) * bits // 8
        out.extend((number >> (len(values) * bits - count * 8)).to_bytes(count, "big"))
        values.clear()

    def on_line(offset):
        nonlocal column
        if lines is not None:
            if short or column == lines:
                raise Reject("invalidSyntax", offset)
            column += 1

    offset = 0
    while offset < len(text):
        char = text[offset]
        symbol = aliases.get(char, char)
        if symbol in alphabet and len(symbol) == 1:
            on_line(offset)
            if pads:
                raise Reject("trailingData" if pads == group - len(values) else "invalidPadding", offset)
            values.append(alphabet.index(symbol))
            last = offset
            if len(values) == group:
                emit()
        elif char == "=" and rule != "absent":
            on_line(offset)
            if not values:
                raise Reject("surplusPadding", offset)
            if not pads:
                check_last(offset)
            if pads == group - len(values):
                raise Reject("surplusPadding", offset)
            pads += 1
        elif char == "=" and group > 2:
            raise Reject("surplusPadding", offset)
        elif char in WHITESPACE and "whitespace" in allow:
            pass
        elif lines is not None and (char == "\n" or text[offset:offset + 2] == "\r\n"):
            if exact and column == 0:
                raise Reject("invalidSyntax", offset)
            short = exact and column < lines
            column = 0
            offset += char == "\r"
        else:
            raise Reject("invalidCharacter", offset)
        offset += 1
    if values:
        if not pads:
            check_last(len(text))
            if rule == "required":
                raise Reject("missingPadding", len(text))
        elif pads < group - len(values):
            raise Reject("missingPadding", len(text))
        emit()
    return bytes(out)


def radix_encode(data, alphabet, bits, group, padded=False, lines=None, ending="\n"):
    symbols = (len(data) * 8 + bits - 1) // bits
    number = int.from_bytes(data, "big") << (symbols * bits - len(data) * 8)
    text = "".join(alphabet[number >> (bits * i) & ((1 << bits) - 1)] for i in reversed(range(symbols)))
    if padded:
        text += "=" * (-len(text) % group)
    return text if lines is None else ending.join(text[i:i + lines] for i in range(0, len(text), lines))


def base64_text(form, data):
    last_two = {"url": "-_", "urlUnpadded": "-_", "imap": "+,"}.get(form, "+/")
    return radix_encode(
        data, UPPER + LOWER + DIGITS + last_two, 6, 4, form not in ("urlUnpadded", "imap"),
        {"mime": 76, "pem": 64}.get(form), "\r\n" if form == "mime" else "\n")


def base16_text(form, data):
    return data.hex().upper() if form == "upper" else data.hex()


def base64_form(form, text, allow):
    last_two = {"url": "-_", "urlUnpadded": "-_", "imap": "+,"}.get(form, "+/")
    aliases = {}
    if "mixedAlphabets" in allow:
        aliases = {"+": last_two[0], "-": last_two[0], "/": last_two[1], "_": last_two[1], ",": last_two[1]}
    return radix(
        text, UPPER + LOWER + DIGITS + last_two, 6, 4, rule="absent" if form in ("urlUnpadded", "imap") else "required",
        lines={"mime": 76, "pem": 64}.get(form), exact=form == "pem", allow=allow, aliases=aliases)


def base16_form(form, text, allow):
    letters = [char for char in text if char in "abcdefABCDEF"]
    upper = bool(letters) and letters[0] in "ABCDEF"
    alphabet = DIGITS + ("ABCDEF" if upper else "abcdef")
    aliases = {}
    if "letterCase" in allow:
        aliases = {char: char.upper() if upper else char.lower() for char in "abcdefABCDEF"}
    return radix(text, alphabet, 4, 2, rule="absent", allow=allow, aliases=aliases)


def position(data, offset):
    before = data[:offset]
    return before.count(b"\n") + 1, offset - (before.rfind(b"\n") + 1) + 1


def build(codec, decode, encode, groups, peer=None):
    """`groups` maps (form, allowed options) to texts, each a str, or a pair of it and a comment."""
    cases = []
    for (form, allow), texts in groups:
        for entry in texts:
            text, comment = entry if isinstance(entry, tuple) else (entry, None)
            data = text.encode("latin-1")
            case = {"id": f"{codec}-{len(cases) + 1}", "form": form}
            if allow:
                case["allow"] = list(allow)
            if comment:
                case["comment"] = comment
            if all(byte < 0x80 for byte in data):
                case["input"] = text
            else:
                case["inputHex"] = data.hex()
            try:
                output = decode(form, text, allow)
                case["result"] = "accept"
                case["output"] = output.hex()
                if encode(form, output) != text:
                    case["canonical"] = False
                if peer:
                    peer(form, text, allow, output)
            except Reject as reject:
                case["result"] = "reject"
                case["code"], case["offset"] = reject.code, reject.offset
                case["line"], case["column"] = position(data, reject.offset)
            cases.append(case)
    return {"schema": 1, "codec": codec, "numberOfCases": len(cases), "cases": cases}


def write(document):
    lines = ",\n".join("  " + json.dumps(case) for case in document["cases"])
    head = json.dumps({key: value for key, value in document.items() if key != "cases"})
    text = head[:-1] + ', "cases": [\n' + lines + "\n]}\n"
    path = os.path.join(HERE, document["codec"] + ".json")
    if "--check" in sys.argv:
        if open(path).read() != text:
            sys.exit(f"{path} is not what this script writes")
    else:
        open(path, "w").write(text)
    print(document["codec"], document["numberOfCases"], "cases")


def every_byte(prefix, suffix):
    """The text with each byte value in one place."""
    return [prefix + chr(byte) + suffix for byte in range(256)]


# RFC 4648, section 10
RFC64 = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]
RFC16 = ["", "66", "666F", "666F6F", "666F6F62", "666F6F6261", "666F6F626172"]


def base64_peer(form, text, allow, output):
    if form == "standard" and not allow:
        assert base64.b64decode(text, validate=True) == output, text
        assert base64.b64encode(output).decode() == text, text
    if form == "url" and not allow:
        assert base64.urlsafe_b64encode(output).decode() == text, text


def base16_peer(form, text, allow, output):
    if not allow:
        assert base64.b16decode(text.upper()) == output, text


def base64_cases():
    line64, line76 = "QUJD" * 16, "QUJD" * 19
    everything = ("whitespace", "missingPadding", "mixedAlphabets")
    return [
        (("standard", ()), [*RFC64, ("aGk=", "canonical"), ("aGl=", "bits of the last symbol are lost"),
            ("aGh=", "bits"), ("aB==", "bits"), "aA==", "aGk", "aGk==", "aA=", "aA", "a", "a=", "a==", "a===", "=",
            "==", "====", "aGkh=", "aGkh==", "aGkh====", "aGk=aGk=", "aGk=a", "aGk= ", "aGk=\n", "\naGk=", "aG\nk=",
            "a=Gk", "aA=k", "aA==k", "aA===", "aGkha", "aGkhaG", "aGkhaGk", "aG k", "aG-k", "aG_k", "aG,k", "aG.k",
            "aGk\x00", "\x00aGk", "aGkh\x7f", "aGk\xe9", "\xff\xfe", "////", "++++", "8J+YgA==", "+/+/+/+/+/+/=",
            line64, line64 + "\n", line76 + "\r\n" + line64]),
        (("standard", ()), [(text, "every byte value") for text in every_byte("QU", "D" + "QUJD" * 9)]),
        (("url", ()), ["-_A=", "-_A", "-_-_", "+/A=", "_-==", "_w==", "aGl="]),
        (("urlUnpadded", ()), ["-_A", "-_A=", "-_-_", "_w", "_x", "a", "aGk", "aGl", ""]),
        (("mime", ()), [line76, line76 + "\r\n", line76 + "\r\n" + line76, line76 + "Q", line64 + "\r\n" + line64,
            "aGk=\r\n", "aGk=\n", "aGk=\r", "aG\rk=", "aG\r\nk=", "aG\nk=\n", "\r\naGk=", "\r\n\r\naGk=", " aGk=",
            "aGk=\r\naGk=", "aG\r\n!k=", "a\r\nGl=", line76[:-1] + "\r\nD", "aGkh\r\r\n", "\r"]),
        (("pem", ()), [line64, line64 + "\n", line64 + "\r\n", line64 + "\n" + line64, line64 + "Q", line76,
            "aGk=", "aGk=\n", "aGk=\n\n", "\naGk=", "aGkh\naGk=", line64 + "\naGkh\naGk=", line64 + "\n\naGk=",
            line64[:-2] + "==", line64[:-1] + "\nD", line64 + "\n" + line64 + "\r\naGl=\n"]),
        (("standard", ("whitespace",)), [" a\tG\vk\f=\r\n", "aGk=\n", "aG k", "aGk= =", "aGl= ", "a\xa0Gk=",
            "\n\n aG!k=", line76 + "\n" + line76 + "\n!", "aGk=\n\na"]),
        (("standard", ("missingPadding",)), ["aGk", "aGk=", "aA", "aA=", "a", "aGl", "aGk\n"]),
        (("standard", ("mixedAlphabets",)), ["+_A=", "-/A=", ",,,,", "-_-_", ".,.,"]),
        (("standard", everything), ["aG\nk", "-_A\n", "aGl", "aG k=", "aGk=a", ""]),
        (("standard", ("trailingBits",)), ["aGl=", "aB==", "aGk=", "aGl"]),
    ]


def base16_cases():
    return [
        (("standard", ()), [*RFC16, *[text.lower() for text in RFC16], "6", "666", "0", "g0", "0g", "caFE", "CAfe",
            "00Aa", "a0A0", "0x00", "00 11", "00:11", "00\n", " 00", "00=", "=", "0/", "0:", "0@", "0G", "0`",
            "\x0000", "00\xe9\xe9", "0123456789abcdef", "0123456789ABCDEF", "0123456789abcdeF"]),
        (("standard", ()), [(text, "every byte value") for text in every_byte("0", "00" * 40)]),
        (("standard", ()), [(text, "every byte value after a capital") for text in every_byte("A", "00" * 40)]),
        (("upper", ()), [*RFC16, "cafe", "caFE"]),
        (("standard", ("letterCase",)), ["caFE", "CAfe", "aAbBcC", "aAbBg0", "aAb"]),
        (("standard", ("whitespace",)), ["ca fe\n", "c a", " ", "ca\nFE", "ca\nf"]),
        (("standard", ("whitespace", "letterCase")), ["Ca\nfE", "0 G"]),
    ]


def main():
    write(build("base64", base64_form, base64_text, base64_cases(), base64_peer))
    write(build("base16", base16_form, base16_text, base16_cases(), base16_peer))


main()
