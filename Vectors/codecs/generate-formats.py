#!/usr/bin/env python3
"""Writes the vectors of JSON, data: URIs and PEM of this folder.

What is accepted is worked out by Python: `json`, `urllib` and `base64`, or the WHATWG's rules written out below. What is
refused, why and where, is stated case by case; Python's readers must refuse it too, as far as they are as strict.
Usage: generate-formats.py [--check]
"""
import base64
import importlib.util
import json
import os
import re
import urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))
spec = importlib.util.spec_from_file_location("generate", os.path.join(HERE, "generate.py"))
base = importlib.util.module_from_spec(spec)
spec.loader.exec_module(base)
Reject = base.Reject


def tables(codec, accept, groups):
    """Cases of a codec; `groups` maps forms to texts, each alone, or with the code and offset of its rejection."""
    stated = {}
    texts = []
    for form, entries in groups:
        for entry in entries:
            text, failure = entry if isinstance(entry, tuple) else (entry, None)
            stated[form, text] = failure
            texts.append(((form, ()), [text]))

    def decode(form, text, _):
        failure = stated[form, text]
        if failure:
            code, offset = failure
            raise Reject(code, offset or 0)
        return accept(form, text)

    document = base.build(codec, decode, lambda form, output: "", texts)
    for case, (_, (text,)) in zip(document["cases"], texts):
        # Output is a digest of what was read: there is no one text to compare with.
        case.pop("canonical", None)
        failure = stated[case["form"], text]
        if failure and failure[1] is None:
            for field in ("offset", "line", "column"):
                del case[field]
    return document


# JSON: RFC 8259. Accepted texts come out without white space, in UTF-8, members in order.

def no_constant(name):
    raise ValueError(name)


def no_twice(pairs):
    if len({name for name, _ in pairs}) < len(pairs):
        raise ValueError("a name stands twice")
    return dict(pairs)


def json_value(_, text):
    value = json.loads(text.encode("latin-1"), parse_constant=no_constant, object_pairs_hook=no_twice)
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def u(text):
    """UTF-8 as the characters that `build` turns into bytes."""
    return text.encode().decode("latin-1")


JSON = [("standard", [
    "null", "true", "false", "0", "-1", "123456789012345678", '""', '"a"', "[]", "{}", " [ 1 , 2 ] ", '\t{"a" : [ ] }\r\n',
    '{"a":1,"b":{"c":[true,null]}}', r'"\"\\\/\b\f\n\r\t"', r'"\u0041\u00e9\u4e2d"', r'"\ud83d\ude00"', u('"é中😀"'),
    "[" * 100 + "]" * 100, r'"\u0000"', '{"":0}', '[1,[2,[3]]]', r'"\u2028"',
    ("", ("truncated", 0)), (" ", ("truncated", 1)), ("[", ("truncated", 1)), ("[1", ("truncated", 2)), ("[1,", ("truncated", 3)),
    ("{", ("truncated", 1)), ('{"a"', ("truncated", 4)), ('{"a":', ("truncated", 5)), ('{"a":1', ("truncated", 6)),
    ('"a', ("truncated", 2)), ('"a\\', ("truncated", 3)), ('"\\u00', ("truncated", 5)), ("tru", ("invalidSyntax", 0)),
    ("nul", ("invalidSyntax", 0)), ("True", ("invalidSyntax", 0)), ("NaN", ("invalidSyntax", 0)), ("Infinity", ("invalidSyntax", 0)),
    ("[1,]", ("invalidSyntax", 2)), ("[,1]", ("invalidSyntax", 1)), ("[1 2]", ("invalidSyntax", 3)), ("]", ("invalidSyntax", 0)),
    ('{"a":1,}', ("invalidSyntax", 6)), ("{a:1}", ("invalidSyntax", 1)), ("{'a':1}", ("invalidSyntax", 1)), ('{"a" 1}', ("invalidSyntax", 5)),
    ('{"a":1 "b":2}', ("invalidSyntax", 7)), ("'a'", ("invalidSyntax", 0)), ("01", ("invalidSyntax", 0)), ("-", ("truncated", 1)),
    ("+1", ("invalidSyntax", 0)), ("1.", ("truncated", 2)), (".5", ("invalidSyntax", 0)), ("1e", ("truncated", 2)),
    ("0x10", ("trailingData", 1)), ("1 2", ("trailingData", 2)), ("null,", ("trailingData", 4)), ("[] []", ("trailingData", 3)),
    ('"\n"', ("invalidCharacter", 1)), ('"\0"', ("invalidCharacter", 1)), ('"\x1f"', ("invalidCharacter", 1)),
    (r'"\x41"', ("invalidSyntax", 1)), (r'"\u00g0"', ("invalidSyntax", 5)), ('"\xff"', ("invalidUTF8", 1)),
    ('"\xc0\x80"', ("invalidUTF8", 1)), ('"\xed\xa0\x80"', ("invalidUTF8", 1)), ('"\xe4\xb8"', ("invalidUTF8", 1)),
    ("// no\n1", ("invalidSyntax", 0)), ("[1]/* no */", ("trailingData", 3)), ('{"a":1,"a":2}', ("invalidSyntax", 7)),
    ("[" * 129, ("limitExceeded", 128)),
])]


# data: URIs: RFC 2397, strictly, and as browsers read them (WHATWG Fetch, section 6; URL, section 4.4; Infra, section 7).

def data_bytes(form, text):
    if form == "rfc2397":
        head, body = text[5:].split("#")[0].split(",", 1)
        data = urllib.parse.unquote_to_bytes(body)
        return base64.b64decode(data, validate=True) if head.lower().endswith(";base64") else data
    text = re.sub("[\t\n\r]", "", text.strip("".join(map(chr, range(0x21))))).split("#")[0]
    head, body = text[5:].split(",", 1)
    data = urllib.parse.unquote_to_bytes(body.encode("latin-1"))
    if re.search(r"; *base64$", head.strip(" \f"), re.I):
        data = bytes(byte for byte in data if byte not in b"\t\n\f\r ")
        if len(data) % 4 == 0:
            data = re.sub(b"={1,2}$", b"", data)
        assert len(data) % 4 != 1 and re.fullmatch(b"[A-Za-z0-9+/]*", data), text
        data = base64.b64decode(data + b"=" * (-len(data) % 4))
    return data


DATA = [("rfc2397", [
    "data:,", "data:,hi", "DATA:,hi", "data:,A%20brief%20note", "data:text/plain,a,b", "data:text/plain;charset=utf-8,%C3%A9",
    "data:;charset=utf-8,x", "data:image/png;base64,iVBORw0KGgo=", "data:;base64,aGk%3D", "data:text/plain;base64,", "data:,a#b",
    "data:text/plain;BASE64,aGk=", "data:text/plain;charset=%22utf-8%22,x",
    ("", ("invalidSyntax", 0)), ("http://x", ("invalidSyntax", 0)), ("dat:,x", ("invalidSyntax", 0)), (" data:,x", ("invalidSyntax", 0)),
    ("data:", ("truncated", 5)), ("data:text/plain", ("truncated", 15)), ("data:a#,b", ("truncated", 6)),
    ("data:,a b", ("invalidCharacter", 7)), (u("data:,é"), ("invalidCharacter", 6)), ("data:,a\n", ("invalidCharacter", 7)),
    ("data:,%", ("truncated", 7)), ("data:,%2", ("truncated", 8)), ("data:,%zz", ("invalidCharacter", 7)), ("data:,\"", ("invalidCharacter", 6)),
    ("data:;base64,aGk", ("missingPadding", 16)), ("data:;base64,aGl=", ("trailingBits", 15)), ("data:;base64,a", ("invalidLength", 14)),
    ("data:;base64,aG-k", ("invalidCharacter", 15)), ("data:;base64,aG%0Ak", ("invalidCharacter", 15)),
    ("data:,x#a b", ("invalidCharacter", 9)),
]), ("whatwg", [
    "data:,", " data:,hi\n", "data:,a b", "data:,a\nb", "data:,%", "data:,%zz", u("data:,é"), "data:,a#b", "data:;base64,aGk", "data:;base64,aGk=",
    "data:;base64,aGl=", "data:; base64,aGk", "data:;BASE64,a G k", "data:;base64 ,aGk", "data:nonsense,x", "data:;base64;x,aGk", "dAtA:,x",
    ("http://x", ("invalidSyntax", 0)), ("data:x", ("truncated", 6)), ("data:x#,y", ("truncated", 9)),
    ("data:;base64,a", ("invalidLength", None)), ("data:;base64,aGk=a", ("surplusPadding", None)), ("data:;base64,aG-k", ("invalidCharacter", None)),
])]


# PEM: RFC 7468, section 3, strictly. Accepted texts come out as `LABEL=hex` lines.

def pem_blocks(_, text):
    blocks = re.findall(r"-----BEGIN ([^\n]*?)-----\r?\n(.*?)-----END \1-----", text, re.S)
    assert blocks, text
    return "".join(f"{label}={base64.b64decode(body).hex()}\n" for label, body in blocks).encode()


def pem(label, body, end=None, newline="\n"):
    return f"-----BEGIN {label}-----{newline}{body}{newline}-----END {end or label}-----{newline}"


FULL = base64.b64encode(bytes(range(48))).decode()
HEADER = "-----BEGIN A-----\n"
PEM = [("standard", [
    pem("A", "aGk="), pem("RSA PRIVATE KEY", "aGk="), pem("A", FULL), pem("A", FULL + "\naGk="), pem("A", "aGk=") + pem("B", "aG8="),
    pem("A", "aGk=")[:-1], pem("A", "aGk=", newline="\r\n"), pem("X-509 CRL", "aGk="),
    ("", ("truncated", 0)), ("none", ("invalidSyntax", 0)), ("text\n" + pem("A", "aGk="), ("invalidSyntax", 0)),
    (pem("A", "aGk=") + "text", ("invalidSyntax", 39)), ("-----END A-----\n", ("invalidSyntax", 0)), (HEADER, ("truncated", 18)),
    (HEADER + "aGk=\n", ("truncated", 23)), (HEADER + "-----END A-----\n", ("invalidSyntax", 18)), (pem("A", "aGk=", "B"), ("invalidSyntax", 23)),
    (HEADER + "aGk=\n-----BEGIN B-----\n", ("invalidSyntax", 23)), (pem("A", "aGk"), ("missingPadding", 22)), (pem("A", "aGl="), ("trailingBits", 20)),
    (pem("A", "a-k="), ("invalidCharacter", 19)), (pem("A", " aGk="), ("invalidCharacter", 18)), (pem("A", FULL + "A" * 4), ("invalidSyntax", 82)),
    (pem("A", "aGk=\naGk="), ("invalidSyntax", 23)), ("-----BEGIN A ----\naGk=\n-----END A-----\n", ("invalidSyntax", 0)),
    (pem(" A", "aGk="), ("invalidSyntax", 0)), (pem("A", "aGk=\n"), ("invalidSyntax", 23)),
    ("----BEGIN A-----\naGk=\n-----END A-----\n", ("invalidSyntax", 0)),
])]

if __name__ == "__main__":
    for name, accept, groups in (("json", json_value, JSON), ("data-uri", data_bytes, DATA), ("pem", pem_blocks, PEM)):
        document = tables(name, accept, groups)
        if name == "json":
            for case in document["cases"]:
                text = bytes.fromhex(case["inputHex"]).decode("latin-1") if "inputHex" in case else case["input"]
                # Python takes any depth that its stack has.
                if case["result"] == "reject" and case["code"] != "limitExceeded":
                    try:
                        json_value("", text)
                        raise SystemExit(f"Python reads {text!r}")
                    except ValueError:
                        pass
        base.write(document)
