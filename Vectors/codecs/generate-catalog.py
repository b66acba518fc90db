#!/usr/bin/env python3
"""Writes the vectors of the codecs that are rows of the catalog and nothing else: numbers, letters, strings, frames, ciphers.

What is accepted is worked out by Python's own modules (binascii, codecs, html, ast, zlib, unicodedata) or by the few lines below; what is
refused, why and where, is stated case by case. `form` is `standard`, or options as recipes write them.
Usage: generate-catalog.py [--check]
"""
import ast
import base64
import binascii
import codecs
import html
import importlib.util
import json
import os
import re
import urllib.parse
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
spec = importlib.util.spec_from_file_location("generate", os.path.join(HERE, "generate.py"))
base = importlib.util.module_from_spec(spec)
spec.loader.exec_module(base)
Reject = base.Reject
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def latin(data):
    return data.decode("latin-1")


def utf8(text):
    """UTF-8 as the characters that `build` turns into bytes."""
    return latin(text.encode())


def written(encode, *values, form="standard"):
    """Cases of bytes that are encoded: the texts, which decode to them."""
    return [(form, (), encode(value, form), value) for value in values]


def read(text, output, form="standard", lenient=False):
    """A case of a text that is decoded, and has another form."""
    return (form, ("lenient",) if lenient else (), text, output)


def refused(text, code, offset, form="standard", lenient=False):
    return (form, ("lenient",) if lenient else (), text, Reject(code, offset))


def codec(name, encode, *cases):
    known = {(form, allow, text): result for form, allow, text, result in cases}

    def decode(form, text, allow):
        result = known[form, allow, text]
        if isinstance(result, Reject):
            raise result
        return result

    groups = [((form, allow), [text]) for form, allow, text, _ in cases]
    base.write(base.build(name, decode, lambda form, output: encode(output, form) if encode else None, groups))


ALL = bytes(range(256))


# Numbers.

def base36(data, _):
    zeros = len(data) - len(data.lstrip(b"\0"))
    number, text = int.from_bytes(data, "big"), ""
    while number:
        number, digit = divmod(number, 36)
        text = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + text
    return "0" * zeros + text


codec("base36", base36, *written(base36, b"", b"\0", b"\xff", b"\0\0\1", b"\xde\xad\xbe\xef", bytes(range(20))),
      refused("Z", "invalidCharacter", 0), refused("1-", "invalidCharacter", 1))


def number_list(format):
    return lambda data, _: " ".join(format % byte if format else f"{byte:08b}" for byte in data)


binary, octal, decimal = number_list(None), number_list("%03o"), number_list("%d")
codec("binary", binary, *written(binary, b"", b"h", b"hi", ALL), read("01101000,01101001", b"hi", lenient=True),
      read("0110100001101001", b"hi", lenient=True), read("0b1101000 0b1101001", b"hi", lenient=True),
      refused("0110100", "invalidLength", 0), refused("01101000  01101001", "invalidCharacter", 9),
      refused("01101000 0110100x", "invalidCharacter", 16), refused("101101000", "overflow", 0), refused("01101000 ", "truncated", 9))
codec("octal", octal, *written(octal, b"", b"hi", ALL), read("[150, 151]", b"hi", lenient=True), read("0o150", b"h", lenient=True),
      refused("15", "invalidLength", 0), refused("400", "overflow", 0), refused("158", "invalidCharacter", 2))
codec("decimal", decimal, *written(decimal, b"", b"hi", ALL), read("104,105", b"hi", lenient=True), read("[104, 105]\n", b"hi", lenient=True),
      refused("256", "overflow", 0), refused("007", "invalidLength", 0), refused("104,105", "invalidCharacter", 3),
      refused("104 256", "overflow", 4))


# Letters.

def a1z26(data, _):
    return " ".join("-".join(str(LETTERS.index(chr(byte)) + 1) for byte in word) for word in data.split(b" ")) if data else ""


codec("a1z26", a1z26, *written(a1z26, b"hi", b"hello world", LETTERS.encode()), read("8, 9", b"hi", lenient=True),
      refused("27", "overflow", 0), refused("8--9", "invalidCharacter", 2), refused("-8", "invalidCharacter", 0))

MORSE = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", """.- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ...
    - ..- ...- .-- -..- -.-- --.. ----- .---- ..--- ...-- ....- ..... -.... --... ---.. ----.""".split()))


def morse(data, _):
    return " / ".join(" ".join(MORSE[chr(byte)] for byte in word) for word in data.split())


codec("morse", morse, *written(morse, b"SOS", b"HELLO WORLD 73", bytes(map(ord, MORSE))), read("... --- ...|-. --- .--", b"SOS NOW", lenient=True),
      refused("... x", "invalidCharacter", 4), refused(".......", "invalidSyntax", 0))


def bacon(data, form):
    alphabet = "ABCDEFGHIKLMNOPQRSTUWXYZ" if form == "letters24" else LETTERS.upper()
    letters = data.decode().replace("J", "I").replace("V", "U") if form == "letters24" else data.decode()
    return " / ".join(" ".join(f"{alphabet.index(letter):05b}".translate({48: "A", 49: "B"}) for letter in word) for word in letters.split())


codec("bacon", bacon, *written(bacon, b"HI", b"BACON WAS HERE", LETTERS.upper().encode()), *written(bacon, b"HI", b"ZWXY", form="letters24"),
      read("aabbb01000", b"HI", lenient=True), refused("AABB", "truncated", 4), refused("BBBBB", "overflow", 0), refused("aaaaa", "invalidCharacter", 0))


# Symbols.

def modhex(data, _):
    return "".join("cbdefghijklnrtuv"[int(digit, 16)] for digit in data.hex())


codec("modhex", modhex, *written(modhex, b"", b"hi", ALL), refused("a", "invalidCharacter", 0), refused("hjh", "invalidLength", 3))

BASE91 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&()*+,./:;<=>?@[]^_`{|}~\""


def base91(data, _):
    text, value, bits = "", 0, 0
    for byte in data:
        value |= byte << bits
        bits += 8
        if bits > 13:
            part = value & 8191
            count = 13
            if part <= 88:
                part, count = value & 16383, 14
            value, bits = value >> count, bits - count
            text += BASE91[part % 91] + BASE91[part // 91]
    if bits:
        text += BASE91[value % 91]
        if bits > 7 or value > 90:
            text += BASE91[value // 91]
    return text


codec("base91", base91, *written(base91, b"", b"a", b"test", b"Never odd or even\n", ALL), read("fPN Kd\n", b"test", lenient=True),
      refused("A-", "invalidCharacter", 1), refused("A", "trailingBits", 0))


def reverse(data, _):
    return utf8(data.decode()[::-1])


codec("reverse", reverse, *written(reverse, b"", b"abc", "h\u00e9llo, \u4e16\u754c".encode(), "\U0001f600a".encode()))

CHARSET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"


def bech32(data, form, constant=1):
    prefix = form.split("=")[1]
    bits = "".join(f"{byte:08b}" for byte in data)
    bits += "0" * (-len(bits) % 5)
    values = [int(bits[place:place + 5], 2) for place in range(0, len(bits), 5)]
    expanded = [ord(c) >> 5 for c in prefix] + [0] + [ord(c) & 31 for c in prefix]
    checksum = 1
    for value in expanded + values + [0] * 6:
        top, checksum = checksum >> 25, (checksum & 0x1ffffff) << 5 ^ value
        for place, generator in enumerate([0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]):
            checksum ^= generator if top >> place & 1 else 0
    checksum ^= constant
    values += [checksum >> 5 * (5 - place) & 31 for place in range(6)]
    return prefix + "1" + "".join(CHARSET[value] for value in values)


def bech32m(data, form):
    return bech32(data, form, 0x2bc830a3)


for name, encode in [("bech32", bech32), ("bech32m", bech32m)]:
    good = encode(b"hi", "prefix=age")
    codec(name, encode, *written(encode, b"", b"hi", bytes(range(30)), form="prefix=age"), read(good.upper(), b"hi", "prefix=age"),
          refused(good[:-1] + ("q" if good[-1] != "q" else "p"), "checksumMismatch", len(good) - 6, "prefix=age"),
          refused(good, "invalidSyntax", 0, "prefix=btc"), refused(good[:-2] + "b" + good[-1], "invalidCharacter", len(good) - 2, "prefix=age"))


# Texts.

def html_text(data, _):
    return latin(html.escape(data.decode()).replace("&#x27;", "&#39;").encode())


codec("html", html_text, *written(html_text, b"", b"<a href=\"x\">Tom & 'Jerry'</a>", "caf\u00e9".encode()),
      *[read(text, html.unescape(text).encode()) for text in ["&eacute;", "&#20013;", "&#x1F600;", "&nGt;", "&apos;", "a & b", "5&#128; &#150; it&#146;s",
                                                                         "&copy 2024 AT&T", "&notit; &notin;"]],
      refused("&nope;", "invalidSyntax", 0), refused("&#xD800;", "invalidSyntax", 0))


# XML has five names and no exceptions for numbers.
codec("xml", html_text, *written(html_text, b"", b"<a href=\"x\">Tom & 'Jerry'</a>"),
      *[read(text, html.unescape(text).encode()) for text in ["&apos;", "&#20013;", "&#x1F600;"]],
      read("5&#128; &#x92;", "5\u0080 \u0092".encode()), read("&eacute; & &#0;", "\u00e9 & &#0;".encode(), lenient=True),
      *[refused(text, "invalidSyntax", 0) for text in ["&eacute;", "& b", "&", "&amp", "&#65", "&#X41;", "&#0;", "&#xD800;", "&#xFFFE;"]])


def code_points(data, _):
    return " ".join(f"U+{ord(character):04X}" for character in data.decode())


codec("codepoints", code_points, *written(code_points, b"", b"hi", "n\u00e9\u4e2d\U0001f600\U0010ffff".encode()),
      *[read(text, "h\u00e9\U0001f600".encode(), lenient=True) for text in [
          "u+0068, U+00e9\nU+1F600", "\\u0068 \\u00e9 \\ud83d\\ude00", "\\u{68}\\u{e9}, \\U0001F600",
          "%u0068 %u00E9%uD83D%uDE00", "&#104; &#xe9; &#X1F600;"]],
      *[refused(text, "invalidSyntax", offset) for text, offset in [
          ("U+68", 0), ("u+0068", 0), ("U+00e9", 0), ("U+00068", 0), ("U+0068  U+0069", 7), ("U+0068 ", 6), ("U+0068,U+0069", 6),
          ("U+D800", 0), ("U+110000", 0), ("hi", 0)]])


def escape(data, _):
    text = ""
    for unit in memoryview(data.decode().encode("utf-16-le")).cast("H"):
        plain = unit < 128 and (chr(unit).isalnum() or chr(unit) in "@*_+-./")
        text += chr(unit) if plain else f"%{unit:02X}" if unit < 256 else f"%u{unit:04X}"
    return text


codec("js-escape", escape, *written(escape, b"", b"a b", "\u00e9 \u4e2d\U0001f600/@%".encode()), read("%e9", "\u00e9".encode(), lenient=True),
      read("100%", b"100%", lenient=True), refused("100%", "invalidSyntax", 3), refused("a b", "invalidCharacter", 1), refused("%u12", "invalidSyntax", 0))


def utf7(data, _):
    """Only the characters of set D are written directly (RFC 2152)."""
    def encoded(match):
        return "+" + base64.b64encode(match[0].encode("utf-16-be")).decode().rstrip("=") + "-"

    return re.sub(r"[^A-Za-z0-9'(),./:? \t\r\n-]+", encoded, data.decode())


codec("utf7", utf7, *written(utf7, b"", b"hi", "caf\u00e9, \u4e2d".encode(), "\U0001f600".encode()), read("+AOk", "\u00e9".encode(), lenient=True),
      read("+AOk", "\u00e9".encode()), read("Hi Mom -+Jjo--!", "Hi Mom -\u263a-!".encode()), read("A+ImIDkQ.", "A\u2262\u0391.".encode()),
      refused("+AGE-", "invalidSyntax", 1), refused("a~b", "invalidCharacter", 1))


def punycode(data, form):
    if form == "form=label":
        return data.decode().encode("punycode").decode()
    return ".".join(label if label.isascii() else "xn--" + label.encode("punycode").decode() for label in data.decode().split("."))


codec("punycode", punycode, *written(punycode, b"", "b\u00fccher.example".encode(), "\u4f8b\u3048.jp".encode()),
      *written(punycode, "b\u00fccher".encode(), b"abc", "\U0001f600a".encode(), form="form=label"), refused("xn--999999b", "overflow", 4),
      refused("a.b\xc3\xbc", "invalidCharacter", 3))


def idna(data, _):
    return punycode(data, "domain")


codec("idna", idna, *written(idna, "b\u00fccher.example".encode(), "\u65e5\u672c\u8a9e.jp".encode(), "fa\u00df.de".encode(), b"example.com."),
      read("B%sCHER%sDE" % (utf8("\u00dc"), utf8("\u3002")), "b\u00fccher.de".encode(), lenient=True), refused("Example", "invalidCharacter", 0),
      *written(idna, b"-a", b"a.b_c", b"r2---sn-x.example", "_dmarc.b\u00fccher.example".encode()), refused("a..b", "invalidSyntax", 2),
      refused("xn--fa-", "invalidSyntax", 0), refused("xn--xn---epa", "invalidSyntax", 0), refused("a:b", "invalidSyntax", 0))


def c_string(data, form):
    if form == "python":
        return "b'" + "".join(repr(bytes([byte]))[2:-1] if byte != 39 else "\\'" for byte in data) + "'"
    return json.dumps(data.decode(), ensure_ascii=True)


codec("string", c_string, *written(c_string, b"", b"tab\t \"quoted\" \\", b"line\n"), *written(c_string, b"it's\xff\0", form="python"),
      *[read(text, ast.literal_eval(text).encode()) for text in ['"\\x41\\101"']], read("a\\x62\\n", b"ab\n", lenient=True),
      refused('"a', "truncated", 2), refused('"\\q"', "invalidSyntax", 1), refused('"a"b', "trailingData", 3))

# Arrays.

C = "unsigned char bytes[] = {\n  0x68, 0x69\n};\nunsigned int bytes_len = 2;\n"
SWIFT = "let bytes: [UInt8] = [\n    0x68, 0x69,\n]\n"
codec("c-array", lambda data, _: C if data == b"hi" else "", read(C, b"hi"), read("{1,2}", b"\1\2"), refused("{0x168}", "overflow", 1))
codec("swift-array", lambda data, _: SWIFT if data == b"hi" else "", read(SWIFT, b"hi"), read("[1, 2]", b"\1\2"), refused("{1,,2}", "invalidSyntax", 3))


# Frames.

def uuencode(data, _):
    lines = [binascii.b2a_uu(data[place:place + 45], backtick=True).decode() for place in range(0, len(data), 45)]
    return "begin 644 data\n" + "".join(lines) + "`\nend\n"


codec("uuencode", uuencode, *written(uuencode, b"", b"hi", ALL), read("see\n" + uuencode(b"hi", ""), b"hi", lenient=True),
      read("begin-base64 644 a\nQ2F0\n====\n", b"Cat"), read("begin-base64-encoded 644 YQ==\nQ2E=\n====\n", b"Ca"),
      refused(2 * uuencode(b"hi", ""), "trailingData", 27, lenient=True), refused("begin 644 x\n", "truncated", 12), refused("x\n", "invalidSyntax", 0), refused(uuencode(b"hi", "") + "x", "trailingData", 27))


def yenc(data, _, line=128):
    text, column = f"=ybegin line={line} size={len(data)} name=data\n", 0
    for place, byte in enumerate(data):
        value = (byte + 42) % 256
        edge = column in (0, line - 1) or place == len(data) - 1
        if value in (0, 10, 13, 61) or value in (9, 32) and edge or value == 46 and column == 0:
            text += "=" + chr((value + 64) % 256)
            column += 2
        else:
            text += chr(value)
            column += 1
        if column >= line:
            text, column = text + "\n", 0
    return text + ("\n" if column else "") + f"=yend size={len(data)} crc32={zlib.crc32(data):08x}\n"


codec("yenc", yenc, *written(yenc, b"", b"\1", b"hi", ALL, ALL * 3), read(yenc(b"hi", "").replace("\n", "\r\n"), b"hi"),
      read("From: me\n\n" + yenc(b"hi", ""), b"hi", lenient=True), read("=ybegin line=128 size=1 name=x\n+\n=yend size=1\n", b"\1", lenient=True),
      refused("x\n", "invalidSyntax", 0), refused(yenc(b"\1", "")[:-9] + "00000000\n", "checksumMismatch", 55),
      refused("=ybegin line=128 size=1 name=x\n", "truncated", 31), refused("=ybegin line=128 size=1 name=x\n+\n=yend size=2\n", "invalidLength", 33))


# Ciphers.

def shifted(data, places):
    def move(byte):
        for first in (65, 97):
            if first <= byte < first + 26:
                return first + (byte - first + places(byte - first)) % 26
        return byte
    return latin(bytes(move(byte) for byte in data))


TEXT = b"Hello, World! 123 abcxyzABCXYZ"
ciphers = {
    "rot13": ("standard", lambda data, _: codecs.encode(latin(data), "rot13")),
    "rot5": ("standard", lambda data, _: latin(data).translate({48 + n: 48 + (n + 5) % 10 for n in range(10)})),
    "rot18": ("standard", lambda data, _: codecs.encode(latin(data), "rot13").translate({48 + n: 48 + (n + 5) % 10 for n in range(10)})),
    "rot47": ("standard", lambda data, _: latin(data).translate({33 + n: 33 + (n + 47) % 94 for n in range(94)})),
    "atbash": ("standard", lambda data, _: shifted(data, lambda place: 25 - 2 * place)),
    "caesar": ("shift=3", lambda data, _: shifted(data, lambda place: 3)),
    "affine": ("key=5\\,8", lambda data, _: shifted(data, lambda place: 4 * place + 8)),
    "xor": ("key=0x20", lambda data, _: latin(bytes(byte ^ 0x20 for byte in data))),
}
for name, (form, encode) in ciphers.items():
    codec(name, encode, *written(encode, b"", TEXT, form=form))


def vigenere(data, _):
    text, place = "", 0
    for byte in data:
        letter = shifted(bytes([byte]), lambda _: "lemon".index("lemon"[place % 5]) * 0 + LETTERS.index("lemon"[place % 5]))
        text += letter
        place += letter.isalpha()
    return text


def substitution(data, _):
    key = "zebracdfghijklmnopqstuvwxy"
    return latin(data).translate({ord(a): ord(b) for a, b in zip(LETTERS + LETTERS.upper(), key + key.upper())})


def rail_fence(data, _):
    rails = [[], [], []]
    for place, byte in enumerate(data):
        rails[[0, 1, 2, 1][place % 4]].append(byte)
    return latin(bytes(sum(rails, [])))


codec("vigenere", vigenere, *written(vigenere, b"attackatdawn", TEXT, form="key=lemon"))
codec("substitution", substitution, *written(substitution, b"flee at once", TEXT, form="key=zebra"))
codec("rail-fence", rail_fence, *written(rail_fence, b"", b"WEAREDISCOVEREDFLEEATONCE", b"abc", form="key=3"))


# Charsets, by Python's codecs.

def charset(data, form):
    return latin(data.decode().encode(form.removeprefix("form=")))


CHARSETS = {"gbk": "中文 GBK", "gb18030": "中文 \U0001f600", "big5": "中文", "shift_jis": "日本 カナ", "euc-jp": "日本", "euc-kr": "한국",
            "iso-8859-1": "café", "windows-1250": "žluťoučký", "windows-1251": "Привет", "windows-1252": "“€”",
            "windows-1253": "Καλημέρα", "koi8-r": "Привет"}
codec("charset", charset, *[case for form, text in CHARSETS.items() for case in written(charset, text.encode(), form="form=" + form)])


# What is only read.

GZIP = zlib.compressobj(9, wbits=31)
ZIPPED = GZIP.compress(b"hello, hello") + GZIP.flush()
codec("gunzip", None, read(latin(ZIPPED), b"hello, hello"))
# Written by Python's bz2 and lzma; other versions of liblzma may write other bytes.
codec("bunzip2", None, read(latin(bytes.fromhex("425a68393141592653590208c3bc000002110040040244a0002129a603005609c2861772453850900208c3bc")), b"hello, hello"))
codec("unxz", None, read(latin(bytes.fromhex(
    "fd377a585a000004e6d6b4460200210116000000742fe5a301000b68656c6c6f2c206865"
    "6c6c6f00c4088f5d796453a60001240ca618d8d81fb6f37d010000000004595a")), b"hello, hello"))
codec("inflate", None, read(latin(ZIPPED), b"hello, hello"), read(latin(zlib.compress(b"hello, hello")), b"hello, hello"))
for name in ["utf16", "utf16le", "utf16be", "utf32", "utf32le", "utf32be"]:
    charset = {"utf16": "utf-16-be", "utf32": "utf-32-be"}.get(name, name[:3] + "-" + name[3:5] + "-" + name[5:])
    codec(name, None, *[read(latin(text.encode(charset)), text.encode()) for text in ["", "hi", "caf\u00e9 \u4e2d\U0001f600"]])
