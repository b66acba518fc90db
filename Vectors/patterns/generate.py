#!/usr/bin/env python3
"""Writes hashes.json of this folder, a second implementation of pattern hashes (security-design.md, section 6); with
--check compares."""

import base64
import hashlib
import hmac
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
RULES = {"android": 1, "free-1": 0x41, "free-4": 0x44, "free-36": 0x64}


def b64(data):
    return base64.b64encode(data).decode().rstrip("=")


def text(dots, rows, columns, rules, pepper, salt, log_n):
    message = b"arca.pattern.v1\0" + bytes([rows, columns, RULES[rules], len(dots), *dots])
    pre = hmac.new(pepper, message, "sha256").digest() if pepper else hashlib.sha256(message).digest()
    value = hashlib.scrypt(pre, salt=salt, n=1 << log_n, r=8, p=1, dklen=32)
    keyid = ",keyid=" + b64(hmac.new(pepper, b"arca.pattern.v1/keyid", "sha256").digest()[:8]) if pepper else ""
    return f"$arca-pattern$v=1$ln={log_n},r=8,p=1,grid={rows}x{columns},rules={rules}{keyid}${b64(salt)}${b64(value)}"


def cases():
    pepper = bytes(range(32))
    made = [
        ([0, 3, 6, 7, 8], 3, 3, "android", b"", bytes(range(16)), 10),
        ([0, 3, 6, 7, 8], 3, 3, "android", pepper, bytes(range(16)), 10),
        ([0, 3, 6, 7, 8], 3, 3, "free-4", pepper, bytes(range(16)), 10),
        ([4, 0, 8, 5, 2, 1, 3, 6, 7], 3, 3, "android", pepper[:16], bytes(range(48)), 11),
        ([5], 2, 4, "free-1", pepper, bytes(range(100, 120)), 10),
        (list(range(36)), 6, 6, "free-36", b"", bytes(range(200, 216)), 12),
    ]
    result = []
    for index, (dots, rows, columns, rules, key, salt, log_n) in enumerate(made):
        line = text(dots, rows, columns, rules, key, salt, log_n)
        wrong = dots[::-1] if len(dots) == 36 else dots[:-1] or [dots[0] - 1]
        for name, drawn, is_valid in (("right", dots, True), ("wrong", wrong, False)):
            result.append({"id": f"hash-{index}-{name}", "text": line, "dots": drawn, "pepper": key.hex(), "result": "accept", "valid": is_valid})
    good = result[0]["text"]
    peppered = result[2]["text"]
    for name, line, key, code in (
        ("pepper-missing", peppered, b"", "pepperMissing"), ("pepper-other", peppered, bytes(32), "pepperMissing"),
        ("pepper-dropped", good, pepper, "pepperUnexpected"),
    ):
        result.append({"id": name, "text": line, "dots": [0, 3, 6, 7, 8], "pepper": key.hex(), "result": "reject", "code": code})
    for name, line in {
        "leading-zero": good.replace("ln=10", "ln=010"), "order": good.replace("ln=10,r=8", "r=8,ln=10"),
        "version": good.replace("v=1", "v=2"), "no-version": good.replace("$v=1", ""), "grid": good.replace("3x3", "3x7"),
        "rules": good.replace("android", "ios"), "duplicate": good.replace("p=1", "p=1,p=1"),
        "cost-low": good.replace("ln=10", "ln=4"), "unknown": good.replace("p=1", "p=1,q=1"), "missing": good.replace("r=8,", ""), "padding": good + "=",
        "short-hash": good[:-4], "short-salt": good.replace("AAECAwQFBgcICQoLDA0ODw", "AAECAwQFBgcICQoLDA0O"),
        "unused-bits": good.replace("ICQoLDA0ODw", "ICQoLDA0ODx"), "keyid-length": peppered.replace("keyid=", "keyid=AAAA"),
        "trailing": good + "$", "empty": "",
    }.items():
        result.append({"id": "text-" + name, "text": line, "result": "reject", "code": "invalidFormat"})
    for name, line in {"cost-n": good.replace("ln=10", "ln=30"), "cost-r": good.replace("r=8", "r=100000")}.items():
        result.append({"id": "text-" + name, "text": line, "result": "reject", "code": "costTooHigh"})
    return result


if __name__ == "__main__":
    made = cases()
    lines = ",\n".join("  " + json.dumps(case) for case in made)
    document = f'{{"schema": 1, "format": "pattern-hash", "numberOfCases": {len(made)}, "cases": [\n{lines}\n]}}\n'
    target = HERE / "hashes.json"
    if "--check" in sys.argv:
        if target.read_text("utf-8") != document:
            sys.exit("hashes.json is not what this program makes")
    else:
        target.write_text(document, "utf-8")
    print(len(made), "cases")
