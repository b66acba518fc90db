#!/usr/bin/env python3
"""Writes slots.json, subkeys.json, recovery-codes.json and key-files.json of this folder; with --check compares.

With --open it reads slots instead, a JSON list of cases on standard input, and prints the vault key of each.

A second implementation of sections 2 and 8 of Documentation/VAULT-FORMAT.md, written from that page alone, with Python's
hashlib and hmac; Argon2id is that of libargon2, X25519 and the encoding of keys are those of `cryptography`, OAEP is written out here (its seed must be
the same each time) and is opened by `cryptography` as a check.
"""

import hashlib
import hmac
import json
import pathlib
import sys

from argon2.low_level import Type, hash_secret_raw
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "age"))
import generate_age as age
CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def random(label, count):
    """Bytes that are the same each time."""
    return hashlib.shake_256(b"arca vault-slots vectors/" + label.encode()).digest(count)


def u32(number):
    return number.to_bytes(4, "big")


def lp(data):
    return u32(len(data)) + data


def mac(key, message):
    return hmac.new(key, message, "sha256").digest()


def expand(prk, info, count):
    output, block = b"", b""
    while len(output) < count:
        block = mac(prk, block + info + bytes([len(output) // 32 + 1]))
        output += block
    return output[:count]


def hkdf(ikm, salt, info):
    return expand(mac(salt, ikm), info, 32)


VAULT, KEY, DEVICE = random("vault", 16), random("key", 32), random("device", 32)


# Slots: section 8.1


def body(kind, params, secret, salt, slot, *, vault=VAULT, epoch=1, key=KEY, version=1, magic=b"arcaslot"):
    header = magic + bytes([version]) + vault + slot + u32(epoch) + bytes([kind]) + lp(params) + salt
    stream = expand(mac(salt, secret), b"arca.vault.v1/slot\0" + header, 64)
    wrapped = bytes(a ^ b for a, b in zip(key, stream[:32]))
    return checked(header + wrapped + mac(stream[32:], header + wrapped))


def checked(data):
    return data + hashlib.sha256(data).digest()[:4]


# Kinds: section 8.2


def scrypt(secret, salt, cost):
    log_n, r, p = cost
    return hashlib.scrypt(secret, salt=salt, n=1 << log_n, r=r, p=p, dklen=32, maxmem=1 << 28)


def argon2id(secret, salt, cost):
    memory, passes, lanes = cost
    return hash_secret_raw(secret, salt, passes, memory, lanes, 32, Type.ID, 0x13)


def argon2id_params(cost):
    memory, passes, lanes = cost
    return u32(memory) + u32(passes) + bytes([lanes])


def public(private):
    return X25519PrivateKey.from_private_bytes(private).public_key().public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)


def agree(private, other):
    return X25519PrivateKey.from_private_bytes(private).exchange(X25519PublicKey.from_public_bytes(other))


def hybrid_secret(shared, enc, recipient):
    return hkdf(shared, enc + recipient, b"arca.vault.v1/mlkem768x25519\0")


def x25519_secret(shared, share, recipient):
    return hkdf(shared, share + recipient, b"arca.vault.v1/x25519\0")


def pattern_bytes(rows, columns, rules, dots):
    return b"arca.pattern.v1\0" + bytes([rows, columns, rules, len(dots), *dots])


def gesture_secret(pattern, salt, cost, device=DEVICE, derive=scrypt):
    return mac(device, b"arca.vault.v1/gesture\0" + derive(pattern, salt, cost))


def mgf1(seed, count):
    blocks = (hashlib.sha256(seed + u32(index)).digest() for index in range(count // 32 + 1))
    return b"".join(blocks)[:count]


def oaep(message, key, seed, label=b"arca.vault.v1/rsa"):
    numbers = key.public_key().public_numbers()
    size = (numbers.n.bit_length() + 7) // 8
    data = hashlib.sha256(label).digest() + bytes(size - len(message) - 66) + b"\1" + message
    data = bytes(a ^ b for a, b in zip(data, mgf1(seed, len(data))))
    seed = bytes(a ^ b for a, b in zip(seed, mgf1(data, 32)))
    block = int.from_bytes(b"\0" + seed + data, "big")
    ciphertext = pow(block, numbers.e, numbers.n).to_bytes(size, "big")
    scheme = padding.OAEP(padding.MGF1(hashes.SHA256()), hashes.SHA256(), label)
    assert key.decrypt(ciphertext, scheme) == message
    return ciphertext


def prime(label, bits):
    candidate = int.from_bytes(random(label, bits // 8), "big") | 3 << (bits - 2) | 1
    while candidate % 65537 == 1 or any(pow(base, candidate - 1, candidate) != 1 for base in (2, 3, 5, 7)):
        candidate += 2
    return candidate


def rsa_key(label, bits):
    p, q = prime(label + " p", bits // 2), prime(label + " q", bits // 2)
    d = pow(65537, -1, (p - 1) * (q - 1))
    public_numbers = rsa.RSAPublicNumbers(65537, p * q)
    return rsa.RSAPrivateNumbers(p, q, d, d % (p - 1), d % (q - 1), pow(q, -1, p), public_numbers).private_key()


def pem(key):
    form = serialization.PrivateFormat.PKCS8
    return key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption()).decode()


# Texts: section 8.3


def recovery_text(code):
    check = hashlib.sha256(b"arca.recovery.v1\0" + code).digest()
    bits = f"{int.from_bytes(code, 'big'):0128b}00" + f"{int.from_bytes(check, 'big'):0256b}"[:20]
    symbols = "".join(CROCKFORD[int(bits[index : index + 5], 2)] for index in range(0, 150, 5))
    return "-".join(symbols[index : index + 5] for index in range(0, 30, 5))


def bech32(data, prefix="arca-key-file-"):
    values = []
    bits = "".join(f"{byte:08b}" for byte in data)
    for index in range(0, len(bits), 5):
        values.append(int(bits[index : index + 5].ljust(5, "0"), 2))
    state = 1
    expanded = [ord(c) >> 5 for c in prefix] + [0] + [ord(c) & 31 for c in prefix]
    for value in expanded + values + [0] * 6:
        top = state >> 25
        state = (state & 0x1FFFFFF) << 5 ^ value
        for index, generator in enumerate((0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)):
            state ^= generator if top >> index & 1 else 0
    state ^= 1
    values += [state >> 5 * (5 - index) & 31 for index in range(6)]
    return (prefix + "1" + "".join("qpzry9x8gf2tvdw0s3jn54khce6mua7l"[value] for value in values)).upper()


# Cases

COST = (10, 8, 1)
PASSPHRASE, FILE = "correct horse battery staple", random("file", 300)


def slots():
    cases = []

    def add(name, data, slot, credential, **result):
        cases.append({"id": name, "vault": VAULT.hex(), "slot": slot.hex(), "body": data.hex(), **credential, **result})

    def accept(name, data, slot, credential, kind, epoch=1):
        add(name, data, slot, credential, result="accept", kind=kind, epoch=epoch, key=KEY.hex())

    def reject(name, data, slot, credential, code):
        add(name, data, slot, credential, result="reject", code=code)

    def made(kind, params, secret, name, **other):
        salt, slot = random(name + " salt", 32), random(name + " slot", 16)
        if callable(secret):
            secret = secret(salt)
        return body(kind, params, secret, salt, slot, **other), slot

    phrase = {"passphrase": PASSPHRASE}
    good, slot = made(1, bytes(COST), lambda salt: scrypt(PASSPHRASE.encode(), salt, COST), "passphrase")
    accept("passphrase", good, slot, phrase, 1)
    reject("passphrase-wrong", good, slot, {"passphrase": PASSPHRASE + "r"}, "wrongCredential")
    reject("passphrase-newline", good, slot, {"passphrase": PASSPHRASE + "\n"}, "wrongCredential")
    reject("passphrase-empty", good, slot, {"passphrase": ""}, "invalidArgument")
    reject("passphrase-for-code", good, slot, {"recoveryCode": recovery_text(random("code", 16))}, "wrongCredential")
    cost = (11, 4, 3)
    data, other = made(1, bytes(cost), lambda salt: scrypt(PASSPHRASE.encode(), salt, cost), "cost", epoch=70000)
    accept("passphrase-cost-epoch", data, other, phrase, 1, 70000)
    data, other = made(1, bytes(COST), lambda salt: scrypt("Üñï 密".encode(), salt, COST), "text")
    accept("passphrase-text", data, other, {"passphrase": "Üñï 密"}, 1)

    data, other = made(2, b"", random("key file", 32), "key file")
    accept("key-file", data, other, {"keyFile": bech32(random("key file", 32))}, 2)
    reject("key-file-wrong", data, other, {"keyFile": bech32(random("other", 32))}, "wrongCredential")

    def both(contents):
        label = b"arca.vault.v1/and\0"
        return lambda salt: mac(scrypt(PASSPHRASE.encode(), salt, COST), label + hashlib.sha256(contents).digest())

    data, other = made(3, bytes(COST), both(FILE), "both")
    accept("passphrase-and-file", data, other, {**phrase, "contents": FILE.hex()}, 3)
    reject("passphrase-and-file-alone", data, other, phrase, "wrongCredential")
    reject("passphrase-and-other-file", data, other, {**phrase, "contents": (FILE + b"\n").hex()}, "wrongCredential")
    reject("other-passphrase-and-file", data, other, {"passphrase": "x", "contents": FILE.hex()}, "wrongCredential")

    owner, ephemeral = random("owner", 32), random("ephemeral", 32)
    share = public(ephemeral)
    data, other = made(4, share, x25519_secret(agree(ephemeral, public(owner)), share, public(owner)), "x25519")
    accept("x25519", data, other, {"x25519": owner.hex()}, 4)
    reject("x25519-wrong", data, other, {"x25519": random("stranger", 32).hex()}, "wrongCredential")
    for name, point in (("zero", bytes(32)), ("one", b"\1" + bytes(31))):
        data, other = made(4, point, x25519_secret(bytes(32), point, public(owner)), "x25519 " + name)
        reject("x25519-small-order-" + name, data, other, {"x25519": owner.hex()}, "tampered")

    owner, ephemeral = random("hybrid owner", 32), random("hybrid ephemeral", 32)
    recipient = age.hybrid_private(owner)[2]
    enc, first, second = age.hybrid_encapsulate(recipient, random("hybrid message", 32), ephemeral)
    secret = hybrid_secret(age.combine(first, second, enc[1088:], recipient), enc, recipient)
    data, other = made(8, enc, secret, "hybrid")
    accept("hybrid", data, other, {"mlkem768x25519": owner.hex()}, 8)
    reject("hybrid-wrong", data, other, {"mlkem768x25519": random("stranger", 32).hex()}, "wrongCredential")
    for name, place in (("mlkem", 7), ("x25519", 1100)):
        changed = enc[:place] + bytes([enc[place] ^ 2]) + enc[place + 1 :]
        data, other = made(8, changed, secret, "hybrid changed " + name)
        reject("hybrid-changed-" + name, data, other, {"mlkem768x25519": owner.hex()}, "wrongCredential")
    for name, point in (("zero", bytes(32)), ("one", b"\1" + bytes(31))):
        shared = age.combine(first, bytes(32), point, recipient)
        data, other = made(8, enc[:1088] + point, hybrid_secret(shared, enc[:1088] + point, recipient), "hybrid " + name)
        reject("hybrid-small-order-" + name, data, other, {"mlkem768x25519": owner.hex()}, "tampered")
    x25519_seed = hashlib.shake_256(owner).digest(96)[64:]
    data, other = made(8, enc, secret, "hybrid as x25519")
    reject("hybrid-by-x25519", data, other, {"x25519": x25519_seed.hex()}, "wrongCredential")

    key, stranger = rsa_key("rsa", 2048), rsa_key("stranger", 2048)
    ciphertext = oaep(random("rsa secret", 32), key, random("rsa seed", 32))
    data, other = made(5, ciphertext, random("rsa secret", 32), "rsa")
    accept("rsa", data, other, {"rsa": pem(key)}, 5)
    reject("rsa-wrong", data, other, {"rsa": pem(stranger)}, "wrongCredential")
    ciphertext = oaep(random("rsa secret", 32), key, random("rsa seed", 32), b"arca.vault.v1/other")
    data, other = made(5, ciphertext, random("rsa secret", 32), "rsa label")
    reject("rsa-label", data, other, {"rsa": pem(key)}, "wrongCredential")
    short = random("rsa secret", 31)
    data, other = made(5, oaep(short, key, random("rsa seed", 32)), short, "rsa short")
    reject("rsa-short-secret", data, other, {"rsa": pem(key)}, "tampered")
    data, other = made(5, bytes(128), random("rsa secret", 32), "rsa 1024")
    reject("rsa-1024", data, other, {"rsa": pem(key)}, "tampered")

    code = random("code", 16)
    data, other = made(6, b"", code, "code")
    accept("recovery-code", data, other, {"recoveryCode": recovery_text(code)}, 6)
    accept("recovery-code-written", data, other, {"recoveryCode": recovery_text(code).lower().replace("-", " ")}, 6)
    reject("recovery-code-wrong", data, other, {"recoveryCode": recovery_text(random("other", 16))}, "wrongCredential")

    for name, rows, columns, rules, code, dots in (
        ("android", 3, 3, "android", 1, [0, 1, 2, 4, 6]), ("free", 4, 5, "free-2", 66, [19, 0, 7]),
    ):
        drawn = pattern_bytes(rows, columns, code, dots)
        params = bytes([*COST, rows, columns, code])
        data, other = made(7, params, lambda salt: gesture_secret(drawn, salt, COST), "gesture " + name)
        gesture = {"dots": dots, "grid": f"{rows}x{columns}", "rules": rules, "device": DEVICE.hex()}
        accept("gesture-" + name, data, other, gesture, 7)
        reject(f"gesture-{name}-wrong", data, other, {**gesture, "dots": dots[::-1]}, "wrongCredential")
        reject(f"gesture-{name}-device", data, other, {**gesture, "device": bytes(32).hex()}, "wrongCredential")

    light = (64, 2, 3)
    data, other = made(1, argon2id_params(light), lambda salt: argon2id(PASSPHRASE.encode(), salt, light), "argon2id", version=2)
    accept("argon2id", data, other, phrase, 1)
    reject("argon2id-wrong", data, other, {"passphrase": PASSPHRASE + "r"}, "wrongCredential")
    changed = checked(data[:57] + b"\3" + data[58:-4])
    reject("argon2id-changed-cost", changed, other, phrase, "wrongCredential")
    heavier = (1031, 1, 4)
    data, other = made(1, argon2id_params(heavier), lambda salt: argon2id(b"x", salt, heavier), "argon2id cost", version=2, epoch=3)
    accept("argon2id-cost-epoch", data, other, {"passphrase": "x"}, 1, 3)

    def both_by_argon2id(salt):
        stretched = argon2id(PASSPHRASE.encode(), salt, light)
        return mac(stretched, b"arca.vault.v1/and\0" + hashlib.sha256(FILE).digest())

    data, other = made(3, argon2id_params(light), both_by_argon2id, "both by argon2id", version=2)
    accept("argon2id-and-file", data, other, {**phrase, "contents": FILE.hex()}, 3)
    drawn = pattern_bytes(3, 3, 1, [0, 1, 2, 4, 6])
    params = argon2id_params(light) + bytes([3, 3, 1])
    data, other = made(7, params, lambda salt: gesture_secret(drawn, salt, light, derive=argon2id), "gesture by argon2id", version=2)
    gesture = {"dots": [0, 1, 2, 4, 6], "grid": "3x3", "rules": "android", "device": DEVICE.hex()}
    accept("argon2id-gesture", data, other, gesture, 7)

    # What an attacker writes: the check bytes fit.
    def forged(name, code, kind=1, params=bytes(COST), **changes):
        data, other = made(kind, params, random(name, 32), name, **changes)
        reject(name, data, other, phrase, code)

    forged("cost-log-n-30", "costTooHigh", params=bytes([30, 8, 1]))
    forged("cost-log-n-21", "costTooHigh", params=bytes([21, 2, 1]))
    forged("cost-log-n-9", "tampered", params=bytes([9, 8, 1]))
    forged("cost-r-255", "costTooHigh", params=bytes([10, 255, 1]))
    forged("cost-r-17", "costTooHigh", params=bytes([10, 17, 1]))
    forged("cost-r-0", "tampered", params=bytes([10, 0, 1]))
    forged("cost-p-5", "costTooHigh", params=bytes([10, 8, 5]))
    forged("cost-p-0", "tampered", params=bytes([10, 8, 0]))
    forged("cost-memory", "costTooHigh", params=bytes([20, 9, 1]))
    forged("params-short", "tampered", params=bytes([10, 8]))
    forged("params-long", "tampered", params=bytes([10, 8, 1, 0]))
    forged("params-none-expected", "tampered", kind=6, params=b"\0")
    forged("x25519-short", "tampered", kind=4, params=bytes(31))
    forged("gesture-grid", "tampered", kind=7, params=bytes([*COST, 3, 7, 1]))
    forged("gesture-rules", "tampered", kind=7, params=bytes([*COST, 3, 3, 0]))
    forged("gesture-rules-free-0", "tampered", kind=7, params=bytes([*COST, 3, 3, 64]))
    forged("gesture-rules-free-37", "tampered", kind=7, params=bytes([*COST, 3, 3, 101]))
    for name, cost, code in (
        ("memory-63", (63, 1, 1), "tampered"), ("memory-1025-mib", (1025 << 10, 1, 1), "costTooHigh"),
        ("memory-4-tib", (0xFFFFFFFF, 1, 1), "costTooHigh"), ("passes-0", (64, 0, 1), "tampered"),
        ("passes-17", (1 << 20, 17, 1), "costTooHigh"), ("passes-all", (64, 0xFFFFFFFF, 1), "costTooHigh"),
        ("lanes-0", (64, 1, 0), "tampered"), ("lanes-9", (64, 1, 9), "tampered"),
    ):
        forged("argon2id-" + name, code, params=argon2id_params(cost), version=2)
    forged("argon2id-in-version-1", "tampered", params=argon2id_params(light))
    forged("scrypt-in-version-2", "tampered", version=2)
    forged("code-in-version-2", "unsupported", kind=6, params=b"", version=2)
    forged("version-0", "unsupported", version=0)
    forged("version-3", "unsupported", version=3)
    forged("kind-0", "unsupported", kind=0)
    forged("hybrid-short", "tampered", kind=8, params=bytes(1119))
    forged("hybrid-long", "tampered", kind=8, params=bytes(1121))
    forged("kind-9", "unsupported", kind=9)
    forged("other-vault", "tampered", vault=bytes(16))
    forged("epoch-0", "tampered", epoch=0)
    forged("magic", "tampered", magic=b"arcaslut")
    reject("other-identifier", good, bytes(16), phrase, "tampered")
    for name, data in {
        "empty": b"", "short": good[:-1], "long": good + b"\0", "too-long": checked(good[:50] + bytes(4043)),
        "length": checked(good[:49] + b"\4" + good[50:-4]), "length-huge": checked(good[:46] + b"\xff" * 4 + good[50:-4]),
        "check": good[:-1] + bytes([good[-1] ^ 1]),
    }.items():
        reject("body-" + name, data, slot, phrase, "tampered")
    # An attacker who knows no passphrase changes what he likes: the tag says no.
    for name, place in {"epoch": 44, "salt": 60, "wrapped": 90, "tag": 120}.items():
        data = checked(good[:place] + bytes([good[place] ^ 2]) + good[place + 1 : -4])
        reject("changed-" + name, data, slot, phrase, "wrongCredential")
    data = checked(good[:50] + b"\x0b" + good[51:-4])
    reject("changed-cost", data, slot, phrase, "wrongCredential")
    return "slot", cases


def subkeys():
    cases = []
    for index, epoch in enumerate((1, 2, 0xFFFFFFFF)):
        key, vault = random(f"key {index}", 32), random(f"vault {index}", 16)
        made = {
            name: hkdf(key, vault, b"arca.vault.v1/" + name.encode() + b"\0" + u32(epoch)).hex()
            for name in ("tag", "attributes", "secret", "state", "set", "chain", "nonce")
        }
        cases.append({"id": f"epoch-{epoch}", "key": key.hex(), "vault": vault.hex(), "epoch": epoch, "subkeys": made})
    return "subkeys", cases


def recovery_codes():
    cases = []

    def add(name, text, code=None, offset=None):
        case = {"id": name, "text": text}
        if code is not None:
            case |= {"result": "accept", "code": code.hex(), "canonical": recovery_text(code)}
        else:
            case |= {"result": "reject", "code": "malformed"}
            if offset is not None:
                case["offset"] = offset
        cases.append(case)

    code = random("code", 16)
    good = recovery_text(code)
    for index, value in enumerate((bytes(16), b"\xff" * 16, bytes(range(16)), code, random("more", 16))):
        add(f"code-{index}", recovery_text(value), value)
    add("small", good.lower(), code)
    add("no-hyphens", good.replace("-", ""), code)
    add("spaces", " " + good.replace("-", "  ") + "\n", code)
    add("dashes", good.replace("-", "\u2011", 2).replace("-", "\u2013") + "\u00a0", code)
    add("letters", recovery_text(bytes(16)).replace("0", "o", 3).replace("0", "O", 5), bytes(16))
    ones = bytes.fromhex("08421084210842108421084210842108")
    text = recovery_text(ones)
    add("letters-one", text[:5].replace("1", "i") + text[5:11].replace("1", "L") + text[11:17].replace("1", "l") + text[17:].replace("1", "I"), ones)
    for group in range(6):
        place = 6 * group + group % 5
        wrong = CROCKFORD[(CROCKFORD.index(good[place]) + 7) % 32]
        add(f"mistyped-group-{group + 1}", good[:place] + wrong + good[place + 1 :], offset=6 * group)
    place = next(index for index in range(30) if good[index] != good[index + 1] and "-" not in good[index : index + 2])
    add("swapped", good[:place] + good[place + 1] + good[place] + good[place + 2 :], offset=place // 6 * 6)
    add("groups-swapped", good[6:12] + good[:6] + good[12:])
    add("pad-bits", "0" * 25 + "1" + recovery_text(bytes(16))[-4:])
    add("letter-u", "U" + good[1:], offset=0)
    add("star", good[:-1] + "*", offset=34)
    add("not-ascii", good[:10] + "é" + good[10:], offset=10)
    add("short", good[:-1])
    add("long", good + "0")
    add("empty", "")
    return "recovery-code", cases


def key_files():
    cases = []

    def add(name, text, key=None):
        result = {"result": "accept", "key": key.hex()} if key is not None else {"result": "reject", "code": "malformed"}
        cases.append({"id": name, "text": text, **result})

    key = random("key file", 32)
    good = bech32(key)
    add("line", good + "\n", key)
    add("no-end", good, key)
    add("windows", good + "\r\n", key)
    add("zeros", bech32(bytes(32)) + "\n", bytes(32))
    add("small", good.lower())
    add("mixed", good[:-20] + good[-20:].lower())
    add("checksum", good[:-1] + ("Q" if good[-1] != "Q" else "P"))
    add("short", good[:-1])
    add("31-bytes", bech32(key[:31]))
    add("33-bytes", bech32(key + b"\0"))
    add("two-lines", good + "\n" + good + "\n")
    add("space", " " + good)
    add("two-ends", good + "\n\n")
    add("age-identity", bech32(key, "age-secret-key-"))
    add("other-prefix", bech32(key, "arca-key-file"))
    add("empty", "")
    return "key-file", cases


# Reading: the same page, the other way round


def recovery_code(text):
    bits = "".join(f"{CROCKFORD.index(symbol):05b}" for symbol in text if symbol != "-")
    code = int(bits[:128], 2).to_bytes(16, "big")
    assert recovery_text(code) == text
    return code


def secret_of(case, kind, params, salt, version):
    derive, cost = scrypt, tuple(params[:3])
    if version == 2:
        derive, cost = argon2id, (int.from_bytes(params[:4], "big"), int.from_bytes(params[4:8], "big"), params[8])
    if kind in (1, 3):
        stretched = derive(case["passphrase"].encode(), salt, cost)
        contents = hashlib.sha256(bytes.fromhex(case.get("contents", ""))).digest()
        return stretched if kind == 1 else mac(stretched, b"arca.vault.v1/and\0" + contents)
    if kind == 2:
        return bytes.fromhex(case["keyFile"])
    if kind == 4:
        private = bytes.fromhex(case["x25519"])
        return x25519_secret(agree(private, params), params, public(private))
    if kind == 8:
        seed = bytes.fromhex(case["mlkem768x25519"])
        return hybrid_secret(age.hybrid_decapsulate(seed, params), params, age.hybrid_private(seed)[2])
    if kind == 5:
        scheme = padding.OAEP(padding.MGF1(hashes.SHA256()), hashes.SHA256(), b"arca.vault.v1/rsa")
        return serialization.load_pem_private_key(case["rsa"].encode(), None).decrypt(params, scheme)
    if kind == 6:
        return recovery_code(case["recoveryCode"])
    drawn = pattern_bytes(*params[-3:], case["dots"])
    return gesture_secret(drawn, salt, cost, bytes.fromhex(case["device"]), derive)


def open_slot(case):
    data, vault, slot = (bytes.fromhex(case[name]) for name in ("body", "vault", "slot"))
    assert checked(data[:-4]) == data and data[:8] == b"arcaslot" and data[8] in (1, 2) and data[9:25] == vault and data[25:41] == slot
    length = int.from_bytes(data[46:50], "big")
    params = data[50 : 50 + length]
    assert len(data) == 50 + length + 32 + 32 + 32 + 4
    salt, wrapped, tag = data[50 + length :][:32], data[50 + length + 32 :][:32], data[50 + length + 64 :][:32]
    header = data[: 50 + length + 32]
    stream = expand(mac(salt, secret_of(case, data[45], params, salt, data[8])), b"arca.vault.v1/slot\0" + header, 64)
    assert mac(stream[32:], header + wrapped) == tag
    return bytes(a ^ b for a, b in zip(wrapped, stream[:32]))


def main():
    if sys.argv[1:] == ["--open"]:
        for case in json.load(sys.stdin):
            print(open_slot(case).hex())
        return
    is_checking = sys.argv[1:] == ["--check"]
    for name, make in (
        ("slots.json", slots), ("subkeys.json", subkeys), ("recovery-codes.json", recovery_codes), ("key-files.json", key_files),
    ):
        kind, cases = make()
        lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases)
        text = f'{{"schema": 1, "vault": "{kind}", "numberOfCases": {len(cases)}, "cases": [\n{lines}\n]}}\n'
        if not is_checking:
            (HERE / name).write_text(text)
        elif (HERE / name).read_text() != text:
            sys.exit(f"{name} differs from what is generated")


main()
