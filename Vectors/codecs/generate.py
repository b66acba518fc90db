#!/usr/bin/env python3
"""Writes the base-N vectors of this folder, from a second implementation of the strict rules.

This is deliberately the slowest, plainest way to say what is right: one character at a time, no tables, whole
numbers. Where another program knows an encoding too (Python's base64, binascii), each accepted case is checked
against it here; the Swift tests check further ones (coreutils, git, basez).  Usage: generate.py [--check]
"""
import base64
import hashlib
import json
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
UPPER, LOWER, DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz", "0123456789"
WHITESPACE = " \t\n\v\f\r"
BASE32 = {
    "standard": (UPPER + "234567", "required"), "hex": (DIGITS + UPPER[:22], "required"),
    "zBase32": ("ybndrfg8ejkmcpqxot1uwisza345h769", "absent"),
}
CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
ASCII85 = "".join(map(chr, range(33, 118)))
BASE85 = {
    "base85": DIGITS + UPPER + LOWER + "!#$%&()*+-;<=>?@^_`{|}~",
    "z85": DIGITS + LOWER + UPPER + ".-:+=^!/*?&<>()[]{}@%$#",
}
BASE45 = DIGITS + UPPER + " $%*+-./:"
BITCOIN = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
RIPPLE = "rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz"
FLICKR = DIGITS[1:] + LOWER.replace("l", "") + UPPER.replace("I", "").replace("O", "")
BASE62 = {"standard": DIGITS + UPPER + LOWER, "lowerFirst": DIGITS + LOWER + UPPER}


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


def base32_form(form, text, allow):
    alphabet, rule = BASE32[form]
    aliases = {char.swapcase(): char for char in alphabet if char.isalpha()} if "letterCase" in allow else {}
    return radix(text, alphabet, 5, 8, rule=rule, allow=allow, aliases=aliases)


def base32_text(form, data):
    alphabet, rule = BASE32[form]
    return radix_encode(data, alphabet, 5, 8, rule == "required")


def crockford_form(form, text, allow):
    symbols, last = [], None
    for offset, char in enumerate(text):
        if char == "-" or (char in WHITESPACE and "whitespace" in allow):
            continue
        symbols.append((offset, char))
    check = None
    if form == "checked":
        if not symbols:
            raise Reject("truncated", len(text))
        check = symbols.pop()
    number, count, end = 0, 0, check[0] if check else len(text)
    for offset, char in symbols:
        char = {"O": "0", "I": "1", "L": "1"}.get(char.upper(), char.upper())
        if char not in CROCKFORD:
            raise Reject("surplusPadding" if char == "=" else "invalidCharacter", offset)
        number, count, last = number * 32 + CROCKFORD.index(char), count + 1, offset
    unused = count * 5 % 8
    if unused >= 5:
        raise Reject("invalidLength", end)
    if number % (1 << unused) and "trailingBits" not in allow:
        raise Reject("trailingBits", last)
    if check:
        char = {"O": "0", "I": "1", "L": "1"}.get(check[1].upper(), check[1].upper())
        if char not in CROCKFORD + "*~$=U":
            raise Reject("invalidCharacter", check[0])
        if (CROCKFORD + "*~$=U").index(char) != number % 37:
            raise Reject("checksumMismatch", check[0])
    return (number >> unused).to_bytes(count * 5 // 8, "big")


def crockford_text(form, data):
    text = radix_encode(data, CROCKFORD, 5, 8)
    if form == "hyphens":
        text = "-".join(text[i:i + 4] for i in range(0, len(text), 4))
    if form == "checked":
        number = 0
        for char in text:
            number = number * 32 + CROCKFORD.index(char)
        text += (CROCKFORD + "*~$=U")[number % 37]
    return text


def base85_form(form, text, allow):
    """Ascii85's forms are `adobe`, `btoa` and `ascii85`; then `z85` and `base85`."""
    alphabet = BASE85.get(form, ASCII85)
    folds = {} if form in BASE85 else {"z": 0, "y": 0x20202020} if form == "btoa" else {"z": 0}
    out, group, phase = bytearray(), [], "<" if form == "adobe" else "body"
    for offset, char in enumerate(text):
        if char in WHITESPACE and "whitespace" in allow:
            continue
        if phase in "<~>":
            if char != phase:
                raise Reject("invalidSyntax", offset)
            phase = {"<": "~", "~": "body", ">": "end"}[phase]
        elif phase == "end":
            raise Reject("trailingData", offset)
        elif char in alphabet:
            group.append((offset, alphabet.index(char)))
            if len(group) == 5:
                number = 0
                for _, value in group:
                    number = number * 85 + value
                if number >= 1 << 32:
                    raise Reject("overflow", group[0][0])
                if number in folds.values() and "expandedGroups" not in allow:
                    raise Reject("invalidSyntax", group[0][0])
                out += number.to_bytes(4, "big")
                group = []
        elif char in folds:
            if group:
                raise Reject("invalidSyntax", offset)
            out += folds[char].to_bytes(4, "big")
        elif form == "adobe" and char == "~":
            phase = ">"
        else:
            raise Reject("invalidCharacter", offset)
    if form == "adobe" and phase != "end":
        raise Reject("invalidSyntax" if phase == "<" else "truncated", len(text))
    if group:
        if len(group) == 1 or form == "z85":
            raise Reject("invalidLength", len(text))
        number = 0
        for _, value in group + [(0, 84)] * (5 - len(group)):
            number = number * 85 + value
        if number >= 1 << 32:
            raise Reject("overflow", group[0][0])
        tail = number.to_bytes(4, "big")[:len(group) - 1]
        number = int.from_bytes(tail + bytes(4 - len(tail)), "big")
        canonical = [number // 85 ** (4 - i) % 85 for i in range(len(group))]
        if canonical != [value for _, value in group] and "trailingBits" not in allow:
            raise Reject("trailingBits", group[-1][0])
        out += tail
    return bytes(out)


def base85_text(form, data):
    alphabet = BASE85.get(form, ASCII85)
    text = ""
    for start in range(0, len(data), 4):
        chunk = data[start:start + 4]
        number = int.from_bytes(chunk + bytes(4 - len(chunk)), "big")
        if len(chunk) == 4 and form not in BASE85 and number == 0:
            text += "z"
        elif len(chunk) == 4 and form == "btoa" and number == 0x20202020:
            text += "y"
        else:
            text += "".join(alphabet[number // 85 ** (4 - i) % 85] for i in range(len(chunk) + 1))
    return "<~" + text + "~>" if form == "adobe" else text


def base45_form(form, text, allow):
    out, group = bytearray(), []

    def emit(count):
        number = sum(value * 45 ** place for place, (_, value) in enumerate(group))
        if number >= 256 ** count:
            raise Reject("overflow", group[0][0])
        out.extend(number.to_bytes(count, "big"))
        group.clear()

    for offset, char in enumerate(text):
        symbol = char.upper() if "letterCase" in allow and char.isascii() else char
        if symbol in BASE45:
            group.append((offset, BASE45.index(symbol)))
            if len(group) == 3:
                emit(2)
        elif not (char in WHITESPACE and "whitespace" in allow):
            raise Reject("invalidCharacter", offset)
    if len(group) == 1:
        raise Reject("invalidLength", len(text))
    if group:
        emit(1)
    return bytes(out)


def base45_text(form, data):
    text = ""
    for start in range(0, len(data), 2):
        chunk = data[start:start + 2]
        number = int.from_bytes(chunk, "big")
        text += "".join(BASE45[number // 45 ** place % 45] for place in range(len(chunk) + 1))
    return text


def number_form(alphabet, text, allow):
    number, zeros, seen = 0, 0, False
    for offset, char in enumerate(text):
        if char in WHITESPACE and "whitespace" in allow:
            continue
        if char not in alphabet:
            raise Reject("invalidCharacter", offset)
        value = alphabet.index(char)
        seen = seen or value > 0
        zeros += not seen
        number = number * len(alphabet) + value
    return bytes(zeros) + number.to_bytes((number.bit_length() + 7) // 8, "big")


def number_text(alphabet, data):
    number, text = int.from_bytes(data, "big"), ""
    while number:
        number, digit = divmod(number, len(alphabet))
        text = alphabet[digit] + text
    return alphabet[0] * (len(data) - len(data.lstrip(b"\0"))) + text


def checksum(data):
    return hashlib.sha256(hashlib.sha256(data).digest()).digest()[:4]


def base58check_form(form, text, allow):
    data = number_form(BITCOIN, text, allow)
    if len(data) < 4:
        raise Reject("truncated", len(text))
    if checksum(data[:-4]) != data[-4:]:
        raise Reject("checksumMismatch", len(text))
    return data[:-4]


def imap_form(form, text, allow):
    name, index, after = "", 0, False
    while index < len(text):
        char = text[index]
        if not " " <= char <= "~":
            raise Reject("invalidCharacter", index)
        if char != "&":
            name, index, after = name + char, index + 1, False
            continue
        end = text.find("-", index)
        if end < 0:
            raise Reject("truncated", len(text))
        if end == index + 1:
            name, after = name + "&", False
        else:
            if after:
                raise Reject("invalidSyntax", index)
            try:
                units = base64_form("imap", text[index + 1:end], ())
            except Reject as reject:
                raise Reject(reject.code, reject.offset + index + 1)
            try:
                part = units.decode("utf-16-be")
            except UnicodeDecodeError:
                raise Reject("invalidSyntax", index + 1)
            if any(" " <= c <= "~" for c in part):
                raise Reject("invalidSyntax", index + 1)
            name, after = name + part, True
        index = end + 1
    return name.encode()


def imap_text(form, data):
    text = ""
    for part in re.findall("[ -%'-~]+|&|[^ -~]+", data.decode()):
        text += "&-" if part == "&" else part if " " <= part[0] <= "~" else (
            "&" + base64_text("imap", part.encode("utf-16-be")) + "-")
    return text


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


def base32_peer(form, text, allow, output):
    if form == "standard" and not allow:
        assert base64.b32decode(text) == output, text
    if form == "hex" and not allow:
        assert base64.b32hexdecode(text) == output, text


def base32_cases():
    rfc32 = ["", "MY======", "MZXQ====", "MZXW6===", "MZXW6YQ=", "MZXW6YTB", "MZXW6YTBOI======"]
    rfc32hex = ["", "CO======", "CPNG====", "CPNMU===", "CPNMUOG=", "CPNMUOJ1", "CPNMUOJ1E8======"]
    bad = ["M", "MZ", "MZX", "MZXW", "MZXW6Y", "M=======", "MZX=====", "MZXW6Y==", "MZ======", "MY=====", "MY=======",
        "MY==", "MY======MY======", "MY======A", "MY==A===", "MZXW6YTB=", "MZXW6YTB========", "=", "mzxw6ytb",
        "MZXW6YT1", "MZXW6YT0", "MZXW6YT8", "MZ XW6YTB", "MZXW6YTB\n", "MZXR====", "MZXW7===", "MZXW6YR=", "\xe9MZXW6YT"]
    return [
        (("standard", ()), [*rfc32, *bad, "A" * 160, "7" * 160]),
        (("standard", ()), [(text, "every byte value") for text in every_byte("MZXW6YTBMZXW6", "TB" + "MZXW6YTB" * 6)]),
        (("hex", ()), [*rfc32hex, "W0======", "cpnmuoj1", "V" * 8, "CP======"]),
        (("zBase32", ()), ["", "y", "yy", "oy", "on", "xx", "y====", "c3zo", "C3ZO", "c3zs6aubqe", "6n9hq", "6im54d",
            "c3zs6===", "9" * 64, "c3zl"]),
        (("standard", ("letterCase",)), ["mzxw6ytb", "MzXw6YtB", "my======", "mz======"]),
        (("zBase32", ("letterCase",)), ["C3ZO", "c3ZO"]),
        (("standard", ("missingPadding",)), ["MY", "MZXQ", "MZXW6", "MZXW6YQ", "MY======", "MY=", "M", "MZX", "MZ"]),
        (("standard", ("whitespace", "letterCase", "missingPadding")), ["mzxw 6y\nq", "my ==== ==\n"]),
        (("standard", ("trailingBits",)), ["MZ======", "MZXR===="]),
    ]


def crockford_cases():
    return [
        (("standard", ()), ["", "ZW0G", "zw0g", "zwog", "ZWOG", "ZW-0G", "-ZW0G-", "--", "Z", "ZW0", "ZW01", "ZW1G",
            "ZWIG", "ZWlG", "ZWLG", "ZWiG", "ZU", "Z*", "ZW0G=", "ZW 0G", "91JPRV3F", "91JPRV3F41BPYWKCCG", "04", "08"]),
        (("standard", ()), [(text, "every byte value") for text in every_byte("91JPRV3", "41BPYWKCCG")]),
        (("hyphens", ()), ["ZW0G", "91JP-RV3F-41BP-YWKC-CG"]),
        (("checked", ()), ["0", "000", "-", "", "ZW0G", "ZW0GF", "ZW0G0", "zw0g-f", "ZW0GF-", "U", "*", "04U", "04=",
            "04*", "04u", "04$", "08*", "08R", "08!", "ZW!GF", "Z", "ZW0GI", "--0--", "04 4", "91JPRV3FF", "04é".encode().decode("latin-1")]),
        (("checked", ("whitespace",)), ["0 4\n4\n", "04\n\n!\n", "ZW0\nGF"]),
        (("checked", ()), [crockford_text("checked", bytes([value, value * 7 % 256])) for value in range(74)]),
    ]


def base45_cases():
    return [
        (("standard", ()), ["", "BB8", "%69 VD92EX0", "UJCLQE7W581", "QED8WEX0", "FGW", "GGW", "U5", "V5", ":::", "::",
            "A", "BB8A", "BB8 A", "bb8", "BB8\n", "BB,", "00", "000", "5U", "6U", "BB8::", "\xe9BB"]),
        (("standard", ()), [(text, "every byte value") for text in every_byte("A", "0")]),
        (("standard", ("letterCase",)), ["bb8", "Bb8", "bé8".encode().decode("latin-1")]),
        (("standard", ("whitespace",)), ["BB\n8\r\n", "BB8 0", "BB8 "]),
    ]


def base58_cases():
    # draft-msporny-base58-03, section 5; Bitcoin Core, base58_encode_decode.json
    known = ["2NEpo7TZRRrLZSi2U", "USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z", "11233QC4", "", "2g",
        "a3gV", "aPEr", "2cFupjhnEsSn59qHXstmK2ffpLv2", "1NS17iag9jJgTHD1VXjvLCEnZuQ3rJDE9L", "ABnLTmg", "3SEo3LWLoPntC",
        "3EFU7m", "EJDM8drfXA6uyA", "Rt5zm", "1111111111"]
    return [
        (("standard", ()), [*known, "1", "11", "z" * 60, "0", "O", "I", "l", "2g ", "2g\n", "2-g", "2g\xe9"]),
        (("standard", ()), [(text, "every byte value") for text in every_byte("2", "gPE")]),
        (("standard", ("whitespace",)), ["2 g\n", " ", "2!g", "1\n1"]),
        (("ripple", ()), ["r", "rr", "pq", "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh", "0"]),
        (("flickr", ()), ["1", "2G", "6hKMCS", "l"]),
    ]


def base58check_cases():
    return [
        (("standard", ()), ["1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3",
            "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy", "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ", "3QJmnh", "", "1",
            "111", "1111", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVNl", " 3QJmnh"]),
        (("standard", ("whitespace",)), ["3QJm nh\n"]),
    ]


def base62_cases():
    return [
        (("standard", ()), ["", "0", "00", "1", "47", "048", "zz", "Z" * 40, "4-7", "47\n", "4\xe97"]),
        (("lowerFirst", ()), ["47", "zz", "0Zz"]),
        (("standard", ("whitespace",)), ["4 7\n"]),
    ]


def base85_peer(form, text, allow, output):
    if form == "base85" and not allow:
        assert base64.b85encode(output).decode() == text, text
    if form == "ascii85" and not allow:
        assert base64.a85encode(output).decode() == text, text
    if form == "adobe" and not allow:
        assert base64.a85encode(output, adobe=True).decode() == text, text
    if form == "btoa" and not allow:
        assert base64.a85encode(output, foldspaces=True).decode() == text, text


def base85_cases():
    whole = base85_text("base85", bytes(range(40)))
    return [
        (("base85", ()), ["", "Xk~0{Zv", "Xk~0{", "Xk~0{Z", "Xk~0{Zw", "00", "01", "000", "~~~~~", "|NsC0", "|NsC1", "|Nt",
            "|NsB~", "{{", "|Ns", "~", "~~", "~~~", "~~~~", "Xk~0{\n", "Xk~0\"", "Xk 0{", "0", "00000", "0000", whole,
            whole + "~~~~~", "00000~~~~~0", "Xk~0,"]),
        (("base85", ()), [(text, "every byte value") for text in every_byte("Xk~", "{" + whole)]),
        (("base85", ("whitespace",)), ["Xk~\n0{Zv\n", "Xk~\n~~\n~~~"]),
        (("base85", ("trailingBits",)), ["01", "Xk~0{Zw"]),
    ]


def z85_cases():
    whole = base85_text("z85", bytes(range(40)))
    return [
        (("z85", ()), ["", "HelloWorld", "HelloWorl", "Hello", "Hell", "H", "%nSc0", "%nSc1", "#####", "HelloWor d",
            "Hello\n", "JTKVSB%%)wK0E.X)V>+}o?pNmC{O&4W4b!Ni{Lh6", "00000", whole]),
        (("z85", ()), [(text, "every byte value") for text in every_byte("Hel", "o" + whole)]),
        (("z85", ("whitespace",)), ["Hel lo\n"]),
    ]


def ascii85_cases():
    whole = base85_text("ascii85", bytes(range(40)))
    return [
        (("ascii85", ()), ["", "BOu!rDZ", "BOu!r", "BOu!rD", "BOu!rDa", "BOu!rE", "z", "zz", "!!!!!", "!z!!!!", "!!", "!!!",
            "!!!!", "!", "s8W-!", "s8W-\"", "uuuuu", "uu", "u", "y", "+<VdL", "v", "<~BOu!rDZ~>", "BOu!rDZ~>", "BOu!r\n",
            "zBOu!rzz", "BOu!rzDZ", "BOu!z", whole, whole + "z" + whole, "rr", "s8"]),
        (("ascii85", ()), [(text, "every byte value") for text in every_byte("BOu", "r" + whole)]),
        (("adobe", ()), ["<~~>", "<~BOu!rDZ~>", "<~z~>", "", "<", "<~", "<~BOu!rDZ", "<~BOu!rDZ~", "<~BOu!rDZ~ ", "BOu!rDZ~>",
            "<BOu", "<~BOu!rDZ~>\n", "<~BOu!rDZ~>z", " <~~>", "<~BOu!r~DZ~>", "<~!~>", "<~uuuuu~>", "<~!z~>"]),
        (("adobe", ("whitespace",)), [" < ~ BOu!\nrDZ ~ > \n", "<~BOu!rDZ~>\nz"]),
        (("btoa", ()), ["y", "z", "+<VdL", "!y", "yzyBOu!ry", "!!!!!"]),
        (("btoa", ("expandedGroups",)), ["+<VdL", "!!!!!", "y", "yz"]),
        (("ascii85", ("expandedGroups",)), ["!!!!!", "!!!!!z", "y"]),
        (("ascii85", ("trailingBits",)), ["BOu!rDa", "!\""]),
        (("ascii85", ("whitespace",)), ["BO u!r\nDZ", "! z"]),
    ]


def imap_cases():
    # RFC 3501, section 5.1.3
    return [
        (("standard", ()), ["", "INBOX", "~peter/mail/&U,BTFw-/&ZeVnLIqe-", "&Jjo-!", "&Jjo!", "&U,BTFw-&ZeVnLIqe-",
            "&U,BTF2XlZyyKng-", "&-", "&", "Entw&APw-rfe", "Entw&APw-rfe&-", "&AOkA6Q-", "&AOl-", "&AOm-", "&AO-", "&A-",
            "&AGEAYg-", "&2D3eAA-", "&2D0-", "&3gA-", "&3gDYPQ-", "&AOk=-", "&AOk", "&AOk+-", "&AOk/-", "&AO k-", "a\tb",
            "a\nb", "a\x7f", "caf\xe9", "&AAE-", "&AOk-&-", "&-&-", "&AOk-x&AOk-", "Lost & Found", "&AH8-", "&AH4-"]),
    ]


def main():
    ascii85 = build("ascii85", base85_form, base85_text, ascii85_cases(), base85_peer)
    base85 = build("base85", base85_form, base85_text, base85_cases(), base85_peer)
    z85 = build("z85", base85_form, base85_text, z85_cases())
    for document in (ascii85, base85, z85):
        for case in document["cases"]:
            case["form"] = {document["codec"]: "standard"}.get(case["form"], case["form"])
    base58 = {"standard": BITCOIN, "ripple": RIPPLE, "flickr": FLICKR}
    for document in [
        build("base64", base64_form, base64_text, base64_cases(), base64_peer),
        build("base16", base16_form, base16_text, base16_cases(), base16_peer),
        build("base32", base32_form, base32_text, base32_cases(), base32_peer),
        build("crockford", crockford_form, crockford_text, crockford_cases()),
        build("base45", base45_form, base45_text, base45_cases()),
        build("base58", lambda form, text, allow: number_form(base58[form], text, allow),
            lambda form, data: number_text(base58[form], data), base58_cases()),
        build("base58check", base58check_form, lambda form, data: number_text(BITCOIN, data + checksum(data)),
            base58check_cases()),
        build("base62", lambda form, text, allow: number_form(BASE62[form], text, allow),
            lambda form, data: number_text(BASE62[form], data), base62_cases()),
        ascii85, base85, z85,
        build("imap", imap_form, imap_text, imap_cases()),
    ]:
        write(document)


if __name__ == "__main__":
    main()
