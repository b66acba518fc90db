#!/usr/bin/env python3
"""Writes qp.json, mime-word.json and mime-parameters.json: see SOURCE.md. With --check it only compares.

Quoted-printable has a second implementation here, independent of the Swift one. Encoded words and parameters are given
with what the standards say of them. Accepted cases are checked against Python's quopri and email where those read them
as the standards do."""
import email, email.policy, email.utils, json, os, quopri, re, sys

FOLDER = os.path.dirname(os.path.abspath(__file__))


class Bad(Exception):
    def __init__(self, code, offset):
        self.code, self.offset = code, offset


def place(text, offset):
    before = text[:offset]
    return {"offset": offset, "line": before.count(b"\n") + 1, "column": offset - (before.rfind(b"\n") + 1) + 1}


# Quoted-printable: RFC 2045, section 6.7.

def qp_decode(text, allow):
    out, column, i = bytearray(), 0, 0

    def count(n, at):
        nonlocal column
        for k in range(n):
            if column >= 76 and "longLines" not in allow:
                raise Bad("invalidLength", at + k)
            column += 1

    while i < len(text):
        blanks = re.match(rb"[ \t]+", text[i:])
        if blanks:
            n = len(blanks[0])
            count(n, i)
            rest = text[i + n:]
            if not rest or re.match(rb"\r?\n", rest):
                if "whitespace" not in allow:
                    raise Bad("invalidSyntax", i)
            elif rest[:1] != b"\r" or "rawBytes" in allow:
                out += blanks[0]
            i += n
            continue
        end = re.match(rb"\r?\n", text[i:])
        if end:
            out += end[0]
            i, column = i + len(end[0]), 0
            continue
        byte = text[i]
        if byte == 0x3D:
            count(1, i)
            soft = re.match(rb"=[ \t]*\r?\n" if "whitespace" in allow else rb"=\r?\n", text[i:])
            if soft:
                i, column = i + len(soft[0]), 0
                continue
            digits = rb"[0-9A-Fa-f]" if "letterCase" in allow else rb"[0-9A-F]"
            escape = re.match(rb"=" + digits + rb"{0,2}", text[i:])[0]
            count(len(escape) - 1, i + 1)
            if len(escape) == 3:
                out.append(int(escape[1:], 16))
                i += 3
                continue
            rest = text[i + len(escape):]
            if not rest or (rest == b"\r" and len(escape) == 1):
                raise Bad("truncated", i)
            raise Bad("invalidCharacter", i + len(escape) if re.match(rb"[a-f]", rest) else i)
        if not 0x21 <= byte <= 0x7E and "rawBytes" not in allow:
            raise Bad("invalidCharacter", i)
        count(1, i)
        out.append(byte)
        i += 1
    return bytes(out)


def qp_encode(data, form):
    lines = [data] if form == "binary" else re.split(rb"\r\n|\n", data)
    result = []
    for number, line in enumerate(lines):
        # Cut into units, then filled into lines of 75 and an equals sign; the last one may have 76.
        units = [bytes([b]) if 0x21 <= b <= 0x7E and b != 0x3D else
                 bytes([b]) if b in b" \t" and k + 1 < len(line) else b"=%02X" % b for k, b in enumerate(line)]
        rows, row = [], b""
        for k, unit in enumerate(units):
            if len(row) + len(unit) > (76 if k + 1 == len(units) else 75):
                rows.append(row + b"=")
                row = b""
            row += unit
        result.append(b"\r\n".join(rows + [row]))
    return b"\r\n".join(result)


def qp_cases():
    a76 = "a" * 76
    texts = [
        "", "a", "foo bar", "foo=3Dbar", "caf=C3=A9", "caf=c3=a9", "caf=Ca", "caf=cA", "=41", "=0D=0A", "a\r\nb", "a\nb", "\r\n",
        "a=\r\nb", "a=\nb", "a=\r\n", "a =\r\nb", "a b\tc", "a=20\r\nb", "a=09\r\n", "a \r\nb", "a\t\nb", "a b ", " ", "a \t \r\n",
        "a= \r\nb", "a=\t\nb", "a=", "a=4", "a=\r", "a=4\r\n", "a=G1", "a=1G", "a==", "a==41", "a=x", "a= b", "a=\rb", "a\rb",
        "a\r", "a\r\rb", "a \rb", "\r", "a\0b", "a\x1fb", "a\x7fb", "\t", "a\tb", "\n\n", "=\r\n=\r\n", "=\n\n", "a=\r\n b",
        a76, a76 + "\r\n", a76 + "a", a76 + "=\r\n", "a" * 75 + "=\r\nb", "a" * 75 + "b\nc", "a" * 74 + "=41", "a" * 73 + "=41",
        "a" * 73 + "=C3=\r\n", "a" * 76 + " ", "a" * 75 + " ", "a" * 75 + " b", "x\r\n" + a76 + "b\r\n", "=C3=A9" * 12 + "=\r\n=41",
        "Now's the time =\r\nfor all folk to come=\r\n to the aid of their country.",
        "=E5=A4=A9=E5=9C=B0\r\n", "If you believe that truth=3Dbeauty, then surely =\r\nmathematics is the most beautiful branch of philosophy.",
        "=00=01=02=FF", "=7E", "~!\"#$%&'()*+,-./:;<>?@[\\]^_`{|}", "--=_boundary", ".", "From me",
    ]
    raw = [b"caf\xc3\xa9", b"caf\xe9\r\n", b"\xff", b"a\x80"]
    for text in [t.encode() for t in texts] + raw:
        yield "standard", [], text
    for text in ["a=0D=0Ab=0A", "a=0A", "a=20", "a=09", "a\r\nb", "=0D", "a b", "=\r\n", "a=3D=0D=0A"]:
        yield "binary", [], text.encode()
    for option, texts in {
        "letterCase": [b"caf=c3=a9", b"=Ca=cA", b"=4g", b"=e"], "whitespace": [b"a \r\nb", b"a b \t", b"a= \t\r\nb", b"a= b", b"a \rb"],
        "longLines": [b"a" * 77, b"a" * 200 + b"\r\n", b"a" * 76 + b"=41", b"a" * 76 + b"=\nb", b"a" * 90 + b" "],
        "rawBytes": [b"caf\xc3\xa9", b"a\0b\x7f", b"a\rb", b"a \rb", b"a\r", b"a" * 76 + b"\xff"],
    }.items():
        for text in texts:
            yield "standard", [option], text


def qp():
    cases = []
    for form, allow, text in qp_cases():
        case = {"form": form}
        if allow:
            case["allow"] = allow
        try:
            text.decode("ascii")
            case["input"] = text.decode()
        except UnicodeDecodeError:
            case["inputHex"] = text.hex()
        try:
            data = qp_decode(text, allow)
            if not re.search(rb"\r(?!\n)|=[ \t]+\r?\n", text) and not {"letterCase", "whitespace"} & set(allow):
                assert quopri.decodestring(text) == data, text
            case.update(result="accept", output=data.hex())
            if qp_encode(data, form) != text:
                case["canonical"] = False
        except Bad as bad:
            case.update(result="reject", code=bad.code, **place(text, bad.offset))
        cases.append(case)
    return cases


# Encoded words: RFC 2047. (form, text, decoded text, or code and offset; no offset: no position)

WORDS = [
    ("text", "", ""), ("text", "plain", "plain"), ("text", "=?ISO-8859-1?Q?a?=", "a"),
    ("text", "=?ISO-8859-1?Q?a?= b", "a b"), ("text", "=?ISO-8859-1?Q?a?= =?ISO-8859-1?Q?b?=", "ab"),
    ("text", "=?ISO-8859-1?Q?a?=  =?ISO-8859-1?Q?b?=", "ab"), ("text", "=?ISO-8859-1?Q?a?=\r\n    =?ISO-8859-1?Q?b?=", "ab"),
    ("text", "=?ISO-8859-1?Q?a_b?=", "a b"), ("text", "=?ISO-8859-1?Q?a?= =?ISO-8859-1?Q?_b?=", "a b"),
    ("text", "=?US-ASCII?Q?Keith_Moore?= <moore@cs.utk.edu>", "Keith Moore <moore@cs.utk.edu>"),
    ("text", "=?ISO-8859-1?Q?Keld_J=F8rn_Simonsen?= <keld@dkuug.dk>", "Keld Jørn Simonsen <keld@dkuug.dk>"),
    ("text", "=?ISO-8859-1?Q?Andr=E9?= Pirard", "André Pirard"),
    ("text", "=?ISO-8859-1?B?SWYgeW91IGNhbiByZWFkIHRoaXMgeW8=?=", "If you can read this yo"),
    ("text", "=?utf-8?b?w6k=?=", "é"), ("text", "=?UTF-8?B?8J+YgA==?=", "😀"), ("text", "=?utf-8?q?=C3=A9?=", "é"),
    ("text", "=?utf-8?q?=C3?= =?utf-8?q?=A9?=", "é"), ("text", "=?utf-8?b?ww==?= =?UTF-8?Q?=A9?=", "é"),
    ("text", "=?utf-8*en?q?color?=", "color"), ("text", "=?utf-16be?b?IKw=?=", "€"), ("text", "a =?utf-8?q?b?= c", "a b c"),
    ("text", "a\r\n b", "a b"), ("text", "=?", "=?"), ("text", "a =? b", "a =? b"), ("text", "x=?utf-8?q?a?=", "x=?utf-8?q?a?="),
    ("text", "(=?utf-8?q?a?=)", "(=?utf-8?q?a?=)"), ("comment", "(=?ISO-8859-1?Q?a?=)", "(a)"),
    ("comment", "(=?ISO-8859-1?Q?a?= b)", "(a b)"), ("comment", "(=?ISO-8859-1?Q?a?= =?ISO-8859-1?Q?b?=)", "(ab)"),
    ("phrase", "\"=?utf-8?q?a?=\" =?utf-8?q?b?= <x@y>", "\"=?utf-8?q?a?=\" b <x@y>"),
    ("text", "=?utf-8?q?" + "a" * 63 + "?=", "a" * 63),
    ("text", "=?utf-8?q?" + "a" * 64 + "?=", ("invalidLength", 0)), ("text", "=?utf-8?q??=", ("invalidLength", 10)),
    ("text", "=?utf-8?x?a?=", ("invalidSyntax", 8)), ("text", "=??q?a?=", ("invalidSyntax", 2)),
    ("text", "=?utf-8?q?a?=b", ("invalidSyntax", 13)), ("text", "=?utf-8?q?a b?=", ("truncated", 0)),
    ("text", "a =?utf-8?q?b", ("truncated", 2)), ("text", "=?utf-8?q?a?b?=", ("invalidCharacter", 11)),
    ("text", "=?utf-8?q?=c3=a9?=", ("invalidCharacter", 10)), ("text", "=?utf-8?q?a=?=", ("invalidCharacter", 11)),
    ("text", "=?utf-8?q?=4?=", ("invalidCharacter", 10)), ("text", "=?utf-8?q?=GG?=", ("invalidCharacter", 10)),
    ("text", "=?utf-8?b?w6k?=", ("missingPadding", 13)), ("text", "=?utf-8?b?w6l=?=", ("trailingBits", 12)),
    ("text", "=?utf-8?b?w6k=w?=", ("trailingData", 14)), ("text", "=?utf-8?b?w_k=?=", ("invalidCharacter", 11)),
    ("text", "=?utf-8?q?=C3?=", ("invalidUTF8", 0)), ("text", "a =?utf-8?b?/w==?=", ("invalidUTF8", 2)),
    ("text", "=?us-ascii?q?=E9?=", ("invalidCharacter", 0)), ("text", "=?utf-16be?b?IA==?=", ("truncated", 0)),
    ("text", "=?x-unknown?q?a?=", ("unsupported", 0)), ("text", "a\nb", ("invalidSyntax", 1)), ("text", "a\r\n", ("invalidSyntax", 1)),
    ("text", "a\rb", ("invalidSyntax", 1)), ("phrase", "a \"b", ("truncated", 2)), ("text", b"caf\xe9", ("invalidUTF8", 3)),
]

# Parameters: RFC 2045, section 5.1, and RFC 2231. The output is one line name=value for each.

PARAMETERS = [
    ("", []), ("; a=b", [("a", "b")]), (";A=b;c=d", [("a", "b"), ("c", "d")]), ("; a=\"b c\"", [("a", "b c")]),
    ("; a=\"\"", [("a", "")]), ("; a=\"b\\\"c\\\\\"", [("a", "b\"c\\")]), ("; a=b (comment (nested))", [("a", "b")]),
    (";\r\n a=b", [("a", "b")]), ("; a=\"b;c=d\"", [("a", "b;c=d")]), ("; a='b'", [("a", "'b'")]),
    ("; title*=us-ascii'en-us'This%20is%20%2A%2A%2Afun%2A%2A%2A", [("title", "This is ***fun***")]),
    ("; URL*0=\"ftp://\"; URL*1=\"cs.utk.edu/pub/moore/bulk-mailer/bulk-mailer.tar\"",
     [("url", "ftp://cs.utk.edu/pub/moore/bulk-mailer/bulk-mailer.tar")]),
    ("; title*0*=us-ascii'en'This%20is%20even%20more%20; title*1*=%2A%2A%2Afun%2A%2A%2A%20; title*2=\"isn't it!\"",
     [("title", "This is even more ***fun*** isn't it!")]),
    ("; f*=utf-8''%C3%A9", [("f", "é")]), ("; f*=UTF-8''%c3%a9.txt", [("f", "é.txt")]), ("; f*=iso-8859-1''%E9", [("f", "é")]),
    ("; f*=''abc", [("f", "abc")]), ("; f*0*=utf-8''%C3; f*1*=%A9", [("f", "é")]), ("; f*1=b; f*0=a", [("f", "ab")]),
    ("; f=a; f*=utf-8''b", [("f", "b")]), ("; f*=utf-8''b; f=a", [("f", "b")]), ("; f=\"é\"", [("f", "é")]),
    ("; f=\"a%41\"", [("f", "a%41")]), ("; f*=utf-8''a%2541", [("f", "a%41")]),
    ("; f=\"=?utf-8?q?a?=\"", [("f", "=?utf-8?q?a?=")]),
    (";", ("invalidSyntax", 1)), ("; a=b;", ("invalidSyntax", 6)), ("; a", ("invalidSyntax", 3)), ("; a=", ("invalidSyntax", 4)),
    ("; =b", ("invalidSyntax", 2)), ("a=b", ("invalidSyntax", 0)), ("; a=b c", ("invalidSyntax", 6)), ("; a=b; a=c", ("invalidSyntax", 7)),
    ("; a=\"b", ("truncated", 4)), ("; a=b (c", ("truncated", 6)), ("; a=b; A=c", ("invalidSyntax", 7)),
    ("; f*0=a; f*2=b", ("invalidSyntax", 9)), ("; f*1=a", ("invalidSyntax", 2)), ("; f*0=a; f*0=b", ("invalidSyntax", 9)),
    ("; f*00=a", ("invalidSyntax", 3)), ("; f*0=a; f*01=b", ("invalidSyntax", 10)), ("; f*x=a", ("invalidSyntax", 3)),
    ("; f*=abc", ("invalidSyntax", 5)), ("; f*=utf-8'abc", ("invalidSyntax", 5)), ("; f*=\"utf-8''a\"", ("invalidSyntax", 5)),
    ("; f*=utf-8''%4", ("invalidCharacter", 12)), ("; f*=utf-8''%zz", ("invalidCharacter", 12)), ("; f*=utf-8''a%", ("invalidCharacter", 13)),
    ("; f*=utf-8''%FF", ("invalidUTF8", 5)), ("; f*=x-unknown''a", ("unsupported", 5)), ("; f*0=a; f*1*=%41", ("invalidSyntax", 9)),
    ("; f*=us-ascii''%E9", ("invalidCharacter", 5)), (b"; f=\"caf\xe9\"", ("invalidUTF8", 4)), ("; a=b, c=d", ("invalidSyntax", 5)),
]


def given(form, text, expected, show):
    data = text if isinstance(text, bytes) else text.encode()
    case = {"form": form}
    if data.isascii():
        case["input"] = data.decode()
    else:
        case["inputHex"] = data.hex()
    if isinstance(expected, tuple):
        case.update(result="reject", code=expected[0], **place(data, expected[1]))
    else:
        case.update(result="accept", output=show(expected).encode().hex())
    return case


def words():
    for form, text, expected in WORDS:
        if isinstance(expected, str) and form == "text" and not re.search(r"\*en|\bx=\?|\(=\?", text):
            message = email.message_from_string("Subject: %s\n\n" % text.replace("\r\n", "\n"), policy=email.policy.default)
            assert message["subject"] == expected, (text, message["subject"])
        yield given(form, text, expected, lambda text: text)


def parameters():
    for text, expected in PARAMETERS:
        if isinstance(expected, list) and isinstance(text, str) and text.isascii() and "(" not in text and "=?" not in text \
                and "f=" not in text and "A=" not in text and "''abc" not in text and "'b'" not in text:
            message = email.message_from_string("Content-Type: a/b%s\n\n" % text.replace("\r\n", "\n"), policy=email.policy.compat32)
            for name, value in expected:
                got = email.utils.collapse_rfc2231_value(message.get_param(name))
                assert got == value, (text, got)
        yield given("standard", text, expected, lambda pairs: "".join("%s=%s\n" % pair for pair in pairs))


def document(codec, cases):
    rows = []
    for number, case in enumerate(cases, 1):
        rows.append(json.dumps({"id": "%s-%d" % (codec, number), **case}, ensure_ascii=True))
    return '{"schema": 1, "codec": "%s", "numberOfCases": %d, "cases": [\n  %s\n]}\n' % (codec, len(rows), ",\n  ".join(rows))


for name, cases in [("qp", qp()), ("mime-word", words()), ("mime-parameters", parameters())]:
    path = os.path.join(FOLDER, name + ".json")
    text = document(name, cases)
    if "--check" in sys.argv:
        if open(path).read() != text:
            sys.exit(name + ".json differs")
    else:
        open(path, "w").write(text)
