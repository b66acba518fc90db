#!/usr/bin/env python3
"""Makes envelopes.json: salted strings, as a second implementation of the format writes them.

Needs `cryptography` (PyPI) for AES-256-GCM; scrypt, HMAC and SHA-256 come from Python. The format is that of
Documentation/IMAGE-FORMAT.md: python3 generate-envelopes.py
"""
import base64, hashlib, hmac, json, os, struct
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

cases = []
SALT = bytes(range(0x40, 0x50))
KEY = bytes(range(32))
PASSPHRASE = "correct horse battery staple"
IMAGE = b"\x89PNG\r\n\x1a\n" + bytes(range(20))


def header(mode, salt, length, media, cost=(0, 0, 0), version=1):
    return (b"arcaimg" + bytes([version, mode, *cost]) + salt + struct.pack(">Q", length)
            + bytes([len(media)]) + media)


def expand(prk, info, length):
    out, block, count = b"", b"", 0
    while len(out) < length:
        count += 1
        block = hmac.new(prk, block + info + bytes([count]), hashlib.sha256).digest()
        out += block
    return out[:length]


def keys(mode, head, salt, cost):
    if mode == 1:
        prk = hashlib.scrypt(PASSPHRASE.encode(), salt=salt, n=1 << cost[0], r=cost[1], p=cost[2], dklen=32,
                             maxmem=1 << 30)
    else:
        prk = hmac.new(salt, KEY, hashlib.sha256).digest()
    material = expand(prk, b"arca.image.v1\0" + head, 76)
    return material[:32], material[32:44], material[44:]


def check(data):
    return hashlib.sha256(data).digest()[:4]


def seal(image, mode, media=b"image/png", salt=SALT, cost=(0, 0, 0), version=1):
    head = header(mode, salt, len(image), media, cost, version)
    if mode == 0:
        return head + check(head) + image + hashlib.sha256(head + image).digest()
    key, nonce, commitment = keys(mode, head, salt, cost)
    start = head + commitment
    return start + check(start) + AESGCM(key).encrypt(nonce, image, start)


def z85(data):
    alphabet = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#"
    data += bytes(-len(data) % 4)
    out = bytearray()
    for place in range(0, len(data), 4):
        value = int.from_bytes(data[place:place + 4], "big")
        out += bytes(alphabet[value // 85 ** power % 85] for power in range(4, -1, -1))
    return out.decode()


FORMS = {
    "base16": lambda data: data.hex(),
    "base32": lambda data: base64.b32encode(data).decode(),
    "base64": lambda data: base64.b64encode(data).decode(),
    "base64url": lambda data: base64.urlsafe_b64encode(data).decode().rstrip("="),
    "base85": lambda data: base64.b85encode(data).decode(),
    "z85": z85,
    "mime": lambda data: "\r\n".join(base64.b64encode(data).decode()[place:place + 76]
                                     for place in range(0, len(base64.b64encode(data)), 76)),
    "data-uri": lambda data: "data:application/x-arca-image;base64," + base64.b64encode(data).decode(),
}


def secret(mode):
    return {} if mode == 0 else {"passphrase": PASSPHRASE} if mode == 1 else {"key": KEY.hex()}


def accept(name, mode, form="base64url", image=IMAGE, media=b"image/png", cost=(0, 0, 0)):
    text = FORMS[form](seal(image, mode, media, cost=cost))
    case = {"id": name, "text": form, "input": text, **secret(mode), "result": "accept", "output": image.hex(),
            "mediaType": media.decode(), "salt": SALT.hex()}
    if mode == 1:
        case["cost"] = list(cost)
    cases.append(case)


def reject(name, data, code, mode=2, form="base64url", **given):
    text = data if isinstance(data, str) else FORMS[form](data)
    cases.append({"id": name, "input": text, **(given or secret(mode)), "result": "reject", "code": code})


low = (10, 8, 1)
for form in FORMS:
    accept(f"salted-{form}", 0, form)
    accept(f"key-{form}", 2, form)
accept("passphrase", 1, cost=low)
accept("passphrase-cost", 1, cost=(11, 4, 2))
for length in (0, 1, 2, 3, 4, 5):
    accept(f"salted-{length}-bytes-z85", 0, "z85", bytes(length))
    accept(f"key-{length}-bytes", 2, image=bytes(length))
accept("media-type-long", 2, media=b"application/vnd.example-1.0+xml")

whole = seal(IMAGE, 2)
plain = seal(IMAGE, 0)
for place in range(len(header(2, SALT, len(IMAGE), b"image/png")) + 36):
    broken = bytearray(whole)
    broken[place] ^= 1
    reject(f"flip-{place}", bytes(broken), "tampered")
for place in (len(whole) - 1, len(whole) - 16, len(whole) - 17):
    broken = bytearray(whole)
    broken[place] ^= 0x80
    reject(f"flip-body-{place}", bytes(broken), "tampered")
broken = bytearray(plain)
broken[-1] ^= 1
reject("salted-digest", bytes(broken), "tampered", 0)
broken = bytearray(plain)
broken[-33] ^= 1
reject("salted-data", bytes(broken), "tampered", 0)
reject("cut-body", whole[:-1], "truncated")
reject("cut-header", whole[:30], "truncated")
reject("longer", whole + b"\0", "tampered")
reject("salted-longer", plain + b"\0\0\0\0", "tampered", 0, "z85")
reject("wrong-key", whole, "wrongSecret", key=bytes(32).hex())
reject("wrong-passphrase", seal(IMAGE, 1, cost=low), "wrongSecret", passphrase="wrong")
reject("key-for-passphrase", seal(IMAGE, 1, cost=low), "wrongSecret", key=KEY.hex())
reject("no-secret", whole, "wrongSecret", none=True)
head = header(1, SALT, len(IMAGE), b"image/png", (30, 8, 1)) + bytes(32)
reject("cost-logn-30", head + check(head) + bytes(len(IMAGE) + 16), "costTooHigh", 1)
head = header(1, SALT, len(IMAGE), b"image/png", (10, 255, 1)) + bytes(32)
reject("cost-r-255", head + check(head) + bytes(len(IMAGE) + 16), "costTooHigh", 1)
head = header(2, SALT, len(IMAGE), b"image/png", (10, 0, 0)) + bytes(32)
reject("cost-without-passphrase", head + check(head) + bytes(len(IMAGE) + 16), "malformed")
head = header(0, SALT, 1 << 63, b"image/png")
reject("length-too-large", head + check(head) + bytes(40), "malformed", 0)
head = header(0, SALT, 1 << 40, b"image/png")
reject("length-beyond-end", head + check(head) + bytes(40), "truncated", 0)
for name, media in (("path", b"../../etc/passwd"), ("empty", b""), ("no-subtype", b"image"), ("space", b"image/p ng"),
                    ("parameter", b"text/html;x=y"), ("escape", b"image/\x1b[2J")):
    reject(f"media-type-{name}", seal(IMAGE, 0, media), "malformed", 0)
reject("version-2", seal(IMAGE, 0, version=2), "unsupported", 0)
reject("mode-3", seal(IMAGE, 3), "unsupported")
reject("not-arca", base64.b64encode(b"another file altogether, of some length").decode(), "malformed", 0)
reject("empty", "", "malformed", 0)
reject("bad-letter", FORMS["base64"](plain)[:60] + "!" + FORMS["base64"](plain)[61:], "tampered", 0)

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "envelopes.json"), "w") as file:
    file.write('{"schema": 1, "image": "envelope", "numberOfCases": %d, "cases": [\n' % len(cases))
    file.write(",\n".join("  " + json.dumps(case) for case in cases))
    file.write("\n]}\n")
