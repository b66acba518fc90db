#!/usr/bin/env python3
"""Writes the vectors of this folder, with an implementation of its own over Python's `cryptography`.

    generate.py            writes the files beside it
    generate.py --check    compares them with what it would write
"""
import base64, hashlib, hmac, json, pathlib, sys
from cryptography.hazmat.primitives import hashes, padding
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM, ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand

FOLDER = pathlib.Path(__file__).parent
CHUNK = 16384


def pattern(count):
    """The plaintext of that length: byte i is 7i + i/256."""
    return bytes((7 * i + i // 256) % 256 for i in range(count))


# C2SP chunked encryption

def chunked(aead, digest, key, salt, context, plaintext):
    size = 16 if aead == "AEAD_AES_128_GCM" else 32
    algorithm = hashes.SHA256() if digest == "SHA-256" else hashes.SHA512()
    info = b"c2sp.org/chunked-encryption@v1+" + aead.encode() + b"\0" + salt + context
    derived = HKDFExpand(algorithm, size + 44, info).derive(key)
    cipher = (ChaCha20Poly1305 if "CHACHA" in aead else AESGCM)(derived[:size])
    base = int.from_bytes(derived[size:size + 12], "big")
    chunks = [plaintext[i:i + CHUNK] for i in range(0, len(plaintext) + 1, CHUNK)]
    if chunks and len(chunks[-1]) == CHUNK:
        chunks.append(b"")
    sealed = [cipher.encrypt((base ^ i).to_bytes(12, "big"), c, b"") for i, c in enumerate(chunks)]
    return salt + derived[-32:] + b"".join(sealed)


def chunked_cases():
    cases = []
    for aead in ("AEAD_AES_128_GCM", "AEAD_AES_256_GCM", "AEAD_CHACHA20_POLY1305"):
        for digest in ("SHA-256", "SHA-512"):
            for count in (0, 1, 16, 1000, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 3 * CHUNK + 5, 300 * CHUNK + 1):
                if count > 100000 and digest == "SHA-256":
                    continue
                key = hashlib.sha512(f"key {count} {aead}".encode()).digest()[:16 if "128" in aead else 32]
                salt = hashlib.sha512(f"salt {count} {digest}".encode()).digest()[:24]
                context = f"context {count}" if count % 2 else ""
                file = chunked(aead, digest, key, salt, context.encode(), pattern(count))
                case = {"id": f"chunked-{len(cases) + 1}", "aead": aead, "hash": digest, "key": key.hex(),
                        "salt": salt.hex(), "context": context, "plaintextByteCount": count}
                if len(file) < 200:
                    case["file"] = file.hex()
                else:
                    case["fileSHA256"] = hashlib.sha256(file).hexdigest()
                cases.append(case)
    return cases


# RNCryptor, version 3

def rncryptor(header, encryption_key, hmac_key, plaintext):
    pad = padding.PKCS7(128).padder()
    cipher = Cipher(algorithms.AES(encryption_key), modes.CBC(header[-16:])).encryptor()
    body = header + cipher.update(pad.update(plaintext) + pad.finalize()) + cipher.finalize()
    return body + hmac.new(hmac_key, body, "sha256").digest()


def rncryptor_cases():
    published = [  # github.com/RNCryptor/RNCryptor-Spec, vectors/v3/password
        ("a", "0000000000000000", "0000000000000000", "00000000000000000000000000000000", ""),
        ("thepassword", "0001020304050607", "0102030405060708", "02030405060708090a0b0c0d0e0f0001", "01"),
        ("thepassword", "0102030405060700", "0203040506070801", "030405060708090a0b0c0d0e0f000102",
         "0123456789abcdef"),
        ("thepassword", "0203040506070001", "0304050607080102", "0405060708090a0b0c0d0e0f00010203",
         "0123456789abcdef01234567"),
        ("\u4e2d\u6587\u5bc6\u7801", "0304050607000102", "0405060708010203", "05060708090a0b0c0d0e0f0001020304",
         "23456789abcdef0123456701"),
    ]
    expected = [
        "03010000000000000000000000000000000000000000000000000000000000000000b3039be31cd7ece5e754f5c8da170036"
        "66313ae8a89ddcf8e3cb41fdc130b2329dbe07d6f4d32c34e050c8bd7e933b12",
        "03010001020304050607010203040506070802030405060708090a0b0c0d0e0f0001a1f8730e0bf480eb7b70f690abf21e02"
        "9514164ad3c474a51b30c7eaa1ca545b7de3de5b010acbad0a9a13857df696a8",
        "030101020304050607000203040506070801030405060708090a0b0c0d0e0f0001020e437fe809309c03fd53a475131e9a19"
        "78b8eaef576f60adb8ce2320849ba32d742900438ba897d22210c76c35c849df",
        "0301020304050607000103040506070801020405060708090a0b0c0d0e0f00010203e01bbda5df2ca8adace38f6c588d291e"
        "03f951b78d3417bc2816581dc6b767f1a2e57597512b18e1638f21235fa5928c",
        "03010304050607000102040506070801020305060708090a0b0c0d0e0f00010203048a9e08bdec1c4bfe13e81fb85f009ab3"
        "ddb91387e809c4ad86d9e8a6014557716657bd317d4bb6a7644615b3de402341",
    ]
    cases = []
    for (password, salt1, salt2, iv, plaintext), file in zip(published, expected):
        salts = bytes.fromhex(salt1), bytes.fromhex(salt2)
        keys = [hashlib.pbkdf2_hmac("sha1", password.encode(), s, 10000, 32) for s in salts]
        header = b"\x03\x01" + salts[0] + salts[1] + bytes.fromhex(iv)
        assert rncryptor(header, *keys, bytes.fromhex(plaintext)).hex() == file
        cases.append({"password": password, "plaintext": plaintext, "file": file, "origin": "RNCryptor-Spec"})
    for count in (0, 15, 16, 17, 60):
        keys = [hashlib.sha256(f"{name} {count}".encode()).digest() for name in ("encryption", "hmac")]
        header = b"\x03\x00" + hashlib.md5(str(count).encode()).digest()
        cases.append({"encryptionKey": keys[0].hex(), "hmacKey": keys[1].hex(), "plaintext": pattern(count).hex(),
                      "file": rncryptor(header, *keys, pattern(count)).hex(), "origin": "generated"})
    return [{"id": f"rncryptor-{i + 1}", **case} for i, case in enumerate(cases)]


# AESCrypt-ObjC

def aescrypt_cases():
    cases = []
    for password, message in (("p4ssw0rd", "top secret message"), ("", ""), ("\u5bc6\u7801", "sixteen bytes in"),
                              ("x" * 100, "\u00fcber " * 20)):
        pad = padding.PKCS7(128).padder()
        cipher = Cipher(algorithms.AES(hashlib.sha256(password.encode()).digest()), modes.CBC(bytes(16))).encryptor()
        sealed = cipher.update(pad.update(message.encode()) + pad.finalize()) + cipher.finalize()
        cases.append({"id": f"aescrypt-objc-{len(cases) + 1}", "password": password, "plaintext": message,
                      "file": base64.b64encode(sealed).decode()})
    return cases


failed = False
for name, cases in (("c2sp-chunked", chunked_cases()), ("rncryptor", rncryptor_cases()),
                    ("aescrypt-objc", aescrypt_cases())):
    lines = ",\n".join("  " + json.dumps(case) for case in cases)
    text = f'{{"schema": 1, "format": "{name}", "numberOfCases": {len(cases)}, "cases": [\n{lines}\n]}}\n'
    path = FOLDER / f"{name}.json"
    if "--check" in sys.argv:
        if path.read_text() != text:
            print(f"{path.name} differs")
            failed = True
    else:
        path.write_text(text)
sys.exit(failed)
