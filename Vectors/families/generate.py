#!/usr/bin/env python3
"""Makes the files of this folder: a few cases of each family, in Wycheproof's layout.

Needs Python's package cryptography. What it does not have (EAX, XChaCha20-Poly1305, the composites of AES-CBC and HMAC,
FF1, ML-KEM with the random values given) is written here a second time, from the standards; ML-DSA is in generate_mldsa.py, and
cryptography verifies its signatures. `generate.py --check` compares with the files that are there.
All values come from a stream of SHA-256, so the files are the same every time.
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import zlib

from cryptography.hazmat.primitives import cmac as cmac_module, hashes, keywrap, padding, serialization
from cryptography.hazmat.primitives.asymmetric import (
    ed25519, ed448, mldsa as peer, padding as rsa_padding, rsa, utils, x25519, x448)
from cryptography.hazmat.primitives.ciphers import Cipher, aead, algorithms, modes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from generate_mldsa import MLDSA

FOLDER = os.path.dirname(os.path.abspath(__file__))


class Stream:
    """Bytes that look random and are the same every time."""

    def __init__(self, name):
        self.name, self.block, self.rest = name.encode(), 0, b""

    def bytes(self, count):
        while len(self.rest) < count:
            self.rest += hashlib.sha256(self.name + self.block.to_bytes(8, "big")).digest()
            self.block += 1
        result, self.rest = self.rest[:count], self.rest[count:]
        return result

    def below(self, limit):
        return int.from_bytes(self.bytes((limit.bit_length() + 71) // 8), "big") % limit


def flipped(data, place=0):
    """The bytes with one bit changed."""
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1:]


class File:
    """A file of one algorithm."""

    def __init__(self, name, algorithm):
        self.name, self.algorithm, self.groups, self.count = name, algorithm, [], 0

    def group(self, kind, **fields):
        self.groups.append({"type": kind, "source": {"name": "arca", "version": "1"}, **fields, "tests": []})

    def case(self, result, comment, **fields):
        self.count += 1
        flags = ["Ordinary" if result == "valid" else "Changed"]
        values = {name: value.hex() if isinstance(value, bytes) else value for name, value in fields.items()}
        self.groups[-1]["tests"].append(
            {"tcId": self.count, "comment": comment, "flags": flags, **values, "result": result})

    def text(self):
        notes = {"Ordinary": {"bugType": "BASIC"}, "Changed": {"bugType": "AUTH_BYPASS"}}
        head = {"algorithm": self.algorithm, "numberOfTests": self.count, "notes": notes}
        lines = ["{" + json.dumps(head)[1:-1] + ', "testGroups": [']
        for index, group in enumerate(self.groups):
            tests = group.pop("tests")
            lines.append(json.dumps(group)[:-1] + ', "tests": [')
            lines.append(",\n".join("  " + json.dumps(test) for test in tests))
            lines.append("]}" + ("," if index + 1 < len(self.groups) else ""))
            group["tests"] = tests
        return "\n".join(lines) + "\n]}\n"


# --- second implementations -------------------------------------------------------------------------------------------


def aes_block(key, block):
    context = Cipher(algorithms.AES(key), modes.ECB()).encryptor()
    return context.update(block) + context.finalize()


def aes_ctr(key, start, data):
    context = Cipher(algorithms.AES(key), modes.CTR(start)).encryptor()
    return context.update(data) + context.finalize()


def aes_cbc(key, iv, data):
    padder = padding.PKCS7(128).padder()
    context = Cipher(algorithms.AES(key), modes.CBC(iv)).encryptor()
    return context.update(padder.update(data) + padder.finalize()) + context.finalize()


def cmac(key, data):
    context = cmac_module.CMAC(algorithms.AES(key))
    context.update(data)
    return context.finalize()


def eax(key, nonce, aad, message):
    """Bellare, Rogaway, Wagner: The EAX mode of operation, figure 3."""
    def omac(number, data):
        return cmac(key, bytes(15) + bytes([number]) + data)
    start = omac(0, nonce)
    ciphertext = aes_ctr(key, start, message)
    tag = bytes(a ^ b ^ c for a, b, c in zip(start, omac(1, aad), omac(2, ciphertext)))
    return ciphertext, tag


def hchacha20(key, nonce):
    """draft-irtf-cfrg-xchacha, section 2.2."""
    words = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574]
    words += [int.from_bytes(key[i:i + 4], "little") for i in range(0, 32, 4)]
    words += [int.from_bytes(nonce[i:i + 4], "little") for i in range(0, 16, 4)]

    def quarter(a, b, c, d):
        for target, other, mixed, shift in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            words[target] = (words[target] + words[other]) & 0xFFFFFFFF
            value = words[mixed] ^ words[target]
            words[mixed] = (value << shift | value >> (32 - shift)) & 0xFFFFFFFF

    for _ in range(10):
        for column in ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)):
            quarter(*column)
        for diagonal in ((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)):
            quarter(*diagonal)
    return b"".join(word.to_bytes(4, "little") for word in words[:4] + words[12:])


def xchacha(key, nonce, aad, message):
    sealed = aead.ChaCha20Poly1305(hchacha20(key, nonce[:16])).encrypt(bytes(4) + nonce[16:], message, aad)
    return sealed[:-16], sealed[-16:]


def cbc_hmac(key, iv, aad, message, name):
    """RFC 7518, section 5.2.2.1."""
    half = len(key) // 2
    ciphertext = aes_cbc(key[half:], iv, message)
    code = hmac.new(key[:half], aad + iv + ciphertext + (len(aad) * 8).to_bytes(8, "big"), name).digest()
    return ciphertext, code[:half]


def ff1(key, tweak, digits, radix):
    """SP 800-38G, algorithm 7."""
    n, t = len(digits), len(tweak)
    u, v = n // 2, n - n // 2
    a, b = digits[:u], digits[u:]
    size = ((radix ** v - 1).bit_length() + 7) // 8
    d = 4 * ((size + 3) // 4) + 4
    p = bytes([1, 2, 1]) + radix.to_bytes(3, "big") + bytes([10, u % 256]) + n.to_bytes(4, "big") + t.to_bytes(4, "big")

    def number(text):
        value = 0
        for digit in text:
            value = value * radix + digit
        return value

    def numerals(value, length):
        result = []
        for _ in range(length):
            value, digit = divmod(value, radix)
            result.append(digit)
        return result[::-1]

    for i in range(10):
        q = tweak + bytes((-t - size - 1) % 16) + bytes([i]) + number(b).to_bytes(size, "big")
        r = bytes(16)
        for start in range(0, len(p + q), 16):
            r = aes_block(key, bytes(x ^ y for x, y in zip(r, (p + q)[start:start + 16])))
        s = r
        for j in range(1, (d + 15) // 16):
            s += aes_block(key, bytes(x ^ y for x, y in zip(r, j.to_bytes(16, "big"))))
        m = u if i % 2 == 0 else v
        c = numerals((number(a) + int.from_bytes(s[:d], "big")) % radix ** m, m)
        a, b = b, c
    return a + b


class MLKEM:
    """FIPS 203, sections 4 to 7, without any haste."""

    ROOTS = [pow(17, int(f"{index:07b}"[::-1], 2), 3329) for index in range(128)]

    def __init__(self, k):
        self.k, self.eta = k, 3 if k == 2 else 2
        self.du, self.dv = (11, 5) if k == 4 else (10, 4)

    def ntt(self, f):
        f, index, length = list(f), 1, 128
        while length > 1:
            for start in range(0, 256, 2 * length):
                for j in range(start, start + length):
                    t = self.ROOTS[index] * f[j + length]
                    f[j], f[j + length] = (f[j] + t) % 3329, (f[j] - t) % 3329
                index += 1
            length //= 2
        return f

    def back(self, f):
        f, index, length = list(f), 127, 2
        while length < 256:
            for start in range(0, 256, 2 * length):
                for j in range(start, start + length):
                    low, high = f[j], f[j + length]
                    f[j], f[j + length] = (low + high) % 3329, self.ROOTS[index] * (high - low) % 3329
                index -= 1
            length *= 2
        return [3303 * value % 3329 for value in f]

    def dot(self, one, other):
        """The sum of products of polynomials in the transformed domain."""
        result = [0] * 256
        for f, g in zip(one, other):
            for i in range(128):
                gamma = self.ROOTS[64 + i // 2] * (-1) ** i
                (a, b), (c, d) = f[2 * i:2 * i + 2], g[2 * i:2 * i + 2]
                result[2 * i] += a * c + b * d * gamma
                result[2 * i + 1] += a * d + b * c
        return [value % 3329 for value in result]

    @staticmethod
    def pack(f, bits):
        return sum(value << bits * i for i, value in enumerate(f)).to_bytes(32 * bits, "little")

    @staticmethod
    def unpack(data, bits):
        number = int.from_bytes(data, "little")
        return [number >> bits * i & (1 << bits) - 1 for i in range(256)]

    def compress(self, f, bits):
        return self.pack([((value << bits) * 2 + 3329) // 6658 % (1 << bits) for value in f], bits)

    def expand(self, data, bits):
        return [(value * 6658 + (1 << bits)) >> bits + 1 for value in self.unpack(data, bits)]

    def vectors(self, data, bits):
        return [data[i:i + 32 * bits] for i in range(0, len(data), 32 * bits)]

    def matrix(self, rho):
        def sample(i, j):
            data = hashlib.shake_128(rho + bytes([j, i])).digest(3 * 1000)
            pairs = (int.from_bytes(data[at:at + 3], "little") for at in range(0, len(data), 3))
            found = [value for pair in pairs for value in (pair & 4095, pair >> 12) if value < 3329]
            return found[:256]
        return [[sample(i, j) for j in range(self.k)] for i in range(self.k)]

    @staticmethod
    def noise(seed, number, eta):
        bits = int.from_bytes(hashlib.shake_256(seed + bytes([number])).digest(64 * eta), "little")
        ones = [(bits >> eta * i & (1 << eta) - 1).bit_count() for i in range(512)]
        return [(ones[2 * i] - ones[2 * i + 1]) % 3329 for i in range(256)]

    def key_pair(self, seed):
        """The public key and the expanded private key."""
        g = hashlib.sha3_512(seed[:32] + bytes([self.k])).digest()
        s = [self.ntt(self.noise(g[32:], i, self.eta)) for i in range(self.k)]
        e = [self.ntt(self.noise(g[32:], self.k + i, self.eta)) for i in range(self.k)]
        t = [[(a + b) % 3329 for a, b in zip(self.dot(row, s), noise)] for row, noise in zip(self.matrix(g[:32]), e)]
        public = b"".join(self.pack(f, 12) for f in t) + g[:32]
        private = b"".join(self.pack(f, 12) for f in s) + public + hashlib.sha3_256(public).digest() + seed[32:]
        return public, private

    def encrypt(self, public, message, seed):
        t = [self.unpack(f, 12) for f in self.vectors(public[:-32], 12)]
        y = [self.ntt(self.noise(seed, i, self.eta)) for i in range(self.k)]
        columns = zip(*self.matrix(public[-32:]))
        u = [[a + b for a, b in zip(self.back(self.dot(column, y)), self.noise(seed, self.k + i, 2))]
             for i, column in enumerate(columns)]
        v = [a + b + c for a, b, c in zip(
            self.back(self.dot(t, y)), self.noise(seed, 2 * self.k, 2), self.expand(message, 1))]
        return b"".join(self.compress([x % 3329 for x in f], self.du) for f in u) + self.compress(
            [x % 3329 for x in v], self.dv)

    def encapsulate(self, public, message):
        """The ciphertext and the secret."""
        g = hashlib.sha3_512(message + hashlib.sha3_256(public).digest()).digest()
        return self.encrypt(public, message, g[32:]), g[:32]

    def decapsulate(self, private, ciphertext):
        split = 32 * self.du * self.k
        u = [self.ntt(self.expand(f, self.du)) for f in self.vectors(ciphertext[:split], self.du)]
        s = [self.unpack(f, 12) for f in self.vectors(private[:384 * self.k], 12)]
        v = self.expand(ciphertext[split:], self.dv)
        message = self.compress([(a - b) % 3329 for a, b in zip(v, self.back(self.dot(s, u)))], 1)
        sealed, secret = self.encapsulate(private[384 * self.k:-64], message)
        return secret if sealed == ciphertext else hashlib.shake_256(private[-32:] + ciphertext).digest(32)


# --- ciphers ----------------------------------------------------------------------------------------------------------


def aead_file(name, algorithm, key_sizes, nonce_size, tag_size, seal):
    file, stream = File(name, algorithm), Stream(name)
    for key_size in key_sizes:
        file.group("AeadTest", keySize=key_size, ivSize=nonce_size * 8, tagSize=tag_size(key_size) * 8)
        for message_size, aad_size in ((0, 0), (1, 8), (16, 0), (33, 17)):
            key, nonce = stream.bytes(key_size // 8), stream.bytes(nonce_size)
            message, aad = stream.bytes(message_size), stream.bytes(aad_size)
            ciphertext, tag = seal(key, nonce, aad, message)
            fields = dict(key=key, iv=nonce, aad=aad, msg=message, ct=ciphertext)
            file.case("valid", "", **fields, tag=tag)
            file.case("invalid", "a bit of the tag changed", **fields, tag=flipped(tag, message_size % len(tag)))
    return file


def split(sealed, count=16):
    return sealed[:-count], sealed[-count:]


def aead_files():
    sixteen = lambda _: 16
    half = lambda key_size: key_size // 16
    yield aead_file("aes_gcm", "AES-GCM", (128, 192, 256), 12, sixteen,
                    lambda k, n, a, m: split(aead.AESGCM(k).encrypt(n, m, a)))
    yield aead_file("aes_ccm", "AES-CCM", (128, 256), 11, lambda _: 8,
                    lambda k, n, a, m: split(aead.AESCCM(k, 8).encrypt(n, m, a), 8))
    yield aead_file("aes_eax", "AES-EAX", (128, 192, 256), 16, sixteen, eax)
    yield aead_file("aes_gcm_siv", "AES-GCM-SIV", (128, 256), 12, sixteen,
                    lambda k, n, a, m: split(aead.AESGCMSIV(k).encrypt(n, m, a)) if m else gcm_siv_empty(k, n, a))
    yield aead_file("aead_aes_siv_cmac", "AEAD-AES-SIV-CMAC", (256, 512), 12, sixteen, siv)
    yield aead_file("chacha20_poly1305", "CHACHA20-POLY1305", (256,), 12, sixteen,
                    lambda k, n, a, m: split(aead.ChaCha20Poly1305(k).encrypt(n, m, a)))
    yield aead_file("xchacha20_poly1305", "XCHACHA20-POLY1305", (256,), 24, sixteen, xchacha)
    for name, algorithm, size, digest in (
            ("a128cbc_hs256", "A128CBC-HS256", 256, "sha256"), ("a192cbc_hs384", "A192CBC-HS384", 384, "sha384"),
            ("a256cbc_hs512", "A256CBC-HS512", 512, "sha512")):
        yield aead_file(name, algorithm, (size,), 16, half,
                        lambda k, n, a, m, digest=digest: cbc_hmac(k, n, a, m, digest))


def gcm_siv_empty(key, nonce, aad):
    """RFC 8452, section 4, for no message: libcrypto behind Python takes none."""
    blocks = [aes_block(key, index.to_bytes(4, "little") + nonce)[:8] for index in range(2 + len(key) // 8)]
    auth, enc = blocks[0] + blocks[1], b"".join(blocks[2:])

    def multiply(x, y):
        result = 0
        for bit in range(128):
            if y >> bit & 1:
                result ^= x << bit
        # Times x^-128, reduced: fold the low bits up.
        polynomial = 1 << 128 | 1 << 127 | 1 << 126 | 1 << 121 | 1
        for _ in range(128):
            if result & 1:
                result ^= polynomial
            result >>= 1
        return result

    data = aad + bytes(-len(aad) % 16) + (len(aad) * 8).to_bytes(8, "little") + bytes(8)
    state, h = 0, int.from_bytes(auth, "little")
    for start in range(0, len(data), 16):
        state = multiply(state ^ int.from_bytes(data[start:start + 16], "little"), h)
    s = bytearray(state.to_bytes(16, "little"))
    for index in range(12):
        s[index] ^= nonce[index]
    s[15] &= 0x7F
    return b"", aes_block(enc, bytes(s))


def siv(key, nonce, aad, message):
    """RFC 5297, section 2.4."""
    def doubled(block):
        value = int.from_bytes(block, "big") << 1
        return ((value & (1 << 128) - 1) ^ (0x87 if value >> 128 else 0)).to_bytes(16, "big")

    half = len(key) // 2
    state = cmac(key[:half], bytes(16))
    for text in [aad] + ([nonce] if nonce is not None else []):
        state = bytes(x ^ y for x, y in zip(doubled(state), cmac(key[:half], text)))
    if len(message) >= 16:
        last = message[:-16] + bytes(x ^ y for x, y in zip(message[-16:], state))
    else:
        last = bytes(x ^ y for x, y in zip(doubled(state), message + b"\x80" + bytes(15 - len(message))))
    tag = cmac(key[:half], last)
    start = bytearray(tag)
    start[8] &= 0x7F
    start[12] &= 0x7F
    return aes_ctr(key[half:], bytes(start), message) if message else b"", tag


def daead_file():
    file, stream = File("aes_siv_cmac", "AES-SIV-CMAC"), Stream("daead")
    for key_size in (256, 384, 512):
        file.group("DaeadTest", keySize=key_size)
        for message_size in (0, 15, 16, 40):
            key, aad, message = stream.bytes(key_size // 8), stream.bytes(message_size), stream.bytes(message_size)
            ciphertext, tag = siv(key, None, aad, message)
            file.case("valid", "", key=key, aad=aad, msg=message, ct=tag + ciphertext)
            file.case("invalid", "a bit changed", key=key, aad=aad, msg=message, ct=flipped(tag + ciphertext, 3))
    return file


def plain_files():
    file, stream = File("aes_cbc_pkcs5", "AES-CBC-PKCS5"), Stream("cbc")
    for key_size in (128, 192, 256):
        file.group("IndCpaTest", keySize=key_size, ivSize=128)
        for size in (0, 15, 16, 31):
            key, iv, message = stream.bytes(key_size // 8), stream.bytes(16), stream.bytes(size)
            file.case("valid", "", key=key, iv=iv, msg=message, ct=aes_cbc(key, iv, message))
        context = Cipher(algorithms.AES(key), modes.CBC(iv)).encryptor()
        file.case("invalid", "bad padding", key=key, iv=iv, msg=b"", ct=context.update(bytes(16)) + context.finalize())
    yield file
    file, stream = File("aes_xts", "AES-XTS"), Stream("xts")
    for key_size in (256, 512):
        for iv_size in (8, 64, 128):
            file.group("IndCpaTest", keySize=key_size, ivSize=iv_size)
            for size in (16, 17, 47):
                key, iv, message = stream.bytes(key_size // 8), stream.bytes(iv_size // 8), stream.bytes(size)
                tweak = iv + bytes(16 - len(iv))
                context = Cipher(algorithms.AES(key), modes.XTS(tweak)).encryptor()
                file.case("valid", "", key=key, iv=iv, msg=message, ct=context.update(message) + context.finalize())
    yield file
    for name, algorithm, wrap, sizes in (
            ("aes_wrap", "AES-WRAP", keywrap.aes_key_wrap, (16, 24, 40)),
            ("aes_kwp", "AES-KWP", keywrap.aes_key_wrap_with_padding, (1, 8, 17))):
        file, stream = File(name, algorithm), Stream(name)
        for key_size in (128, 192, 256):
            file.group("KeywrapTest", keySize=key_size)
            for size in sizes:
                key, message = stream.bytes(key_size // 8), stream.bytes(size)
                ciphertext = wrap(key, message)
                file.case("valid", "", key=key, msg=message, ct=ciphertext)
                file.case("invalid", "a bit changed", key=key, msg=message, ct=flipped(ciphertext, 9))
        file.case("invalid", "nothing at all", key=key, msg=b"", ct=b"")
        yield file


def ff1_files():
    alphabet = "0123456789abcdefghijklmnopqrstuvwxyz"
    file, stream = File("aes_ff1_base36", "AES-FF1"), Stream("ff1 text")
    for key_size in (128, 192, 256):
        for size in (4, 9, 30):
            file.group("FpeStrTest", alphabet=alphabet, keySize=key_size, msgSize=size, radix=36)
            key, tweak = stream.bytes(key_size // 8), stream.bytes(size % 8)
            digits = [stream.below(36) for _ in range(size)]
            text = lambda numerals: "".join(alphabet[digit] for digit in numerals)
            ciphertext = ff1(key, tweak, digits, 36)
            file.case("valid", "", key=key, tweak=tweak, msg=text(digits), ct=text(ciphertext))
            file.case("invalid", "a character that the alphabet has not", key=key, tweak=tweak,
                      msg="#" + text(digits)[1:], ct=text(ciphertext))
    yield file
    file, stream = File("aes_ff1_radix65536", "AES-FF1"), Stream("ff1 list")
    for size in (2, 7):
        file.group("FpeListTest", keySize=256, msgSize=size, radix=65536)
        key, tweak = stream.bytes(32), stream.bytes(8)
        digits = [stream.below(65536) for _ in range(size)]
        ciphertext = ff1(key, tweak, digits, 65536)
        file.case("valid", "", key=key, tweak=tweak, msg=digits, ct=ciphertext)
        file.case("invalid", "a digit too large", key=key, tweak=tweak, msg=[65536] + digits[1:], ct=ciphertext)
    yield file


# --- codes and keys ---------------------------------------------------------------------------------------------------


def mac_file(name, algorithm, key_sizes, tag_sizes, code, nonce_size=None):
    file, stream = File(name, algorithm), Stream(name)
    for key_size in key_sizes:
        for tag_size in tag_sizes:
            sizes = {} if nonce_size is None else {"ivSize": nonce_size * 8}
            kind = "MacTest" if nonce_size is None else "MacWithIvTest"
            file.group(kind, keySize=key_size, tagSize=tag_size * 8, **sizes)
            for size in (0, 1, 64):
                key, message = stream.bytes(key_size // 8), stream.bytes(size)
                nonce = {} if nonce_size is None else {"iv": stream.bytes(nonce_size)}
                tag = code(key, message, *nonce.values())[:tag_size]
                file.case("valid", "", key=key, **nonce, msg=message, tag=tag)
                file.case("invalid", "a bit changed", key=key, **nonce, msg=message, tag=flipped(tag, tag_size - 1))
    return file


def mac_files():
    for label, name in (("SHA1", "sha1"), ("SHA256", "sha256"), ("SHA512", "sha512"), ("SHA3-256", "sha3_256")):
        size = hashlib.new(name).digest_size
        yield mac_file("hmac_" + name, "HMAC" + label, (128, 2048), (size // 2, size),
                       lambda k, m, name=name: hmac.new(k, m, name).digest())
    yield mac_file("aes_cmac", "AES-CMAC", (128, 192, 256), (16,), cmac)
    yield mac_file("aes_gmac", "AES-GMAC", (128, 256), (16,),
                   lambda k, m, n: aead.AESGCM(k).encrypt(n, b"", m), nonce_size=12)


def derivation_files():
    for label, kind in (("SHA-1", hashes.SHA1()), ("SHA-256", hashes.SHA256()), ("SHA-512", hashes.SHA512())):
        file, stream = File("hkdf_" + kind.name, "HKDF-" + label), Stream("hkdf " + label)
        file.group("HkdfTest", keySize=256)
        for size in (1, 42, 100):
            secret, salt, info = stream.bytes(32), stream.bytes(size % 33), stream.bytes(size % 9)
            key = HKDF(kind, size, salt, info).derive(secret)
            file.case("valid", "", ikm=secret, salt=salt, info=info, size=size, okm=key)
        size = 255 * kind.digest_size + 1
        file.case("invalid", "too long", ikm=secret, salt=salt, info=info, size=size, okm=b"")
        yield file
        name = label.replace("-", "")
        file, stream = File("pbkdf2_hmac" + kind.name, "PBKDF2-HMAC" + name), Stream("pbkdf2 " + label)
        file.group("PbkdfTest")
        for size, iterations in ((20, 1), (65, 1000)):
            password, salt = stream.bytes(size % 40), stream.bytes(8)
            key = hashlib.pbkdf2_hmac(kind.name, password, salt, iterations, size)
            file.case("valid", "", password=password, salt=salt, iterationCount=iterations, dkLen=size, dk=key)
        yield file
        title = "PbeWithHmac" + name.capitalize() + "AndAes_256"
        file, stream = File(f"pbes2_hmac{kind.name}_aes_256", title), Stream(title)
        file.group("PbeTest")
        for size in (0, 33):
            password, salt, iv, message = (stream.bytes(count) for count in (9, 8, 16, size))
            key = hashlib.pbkdf2_hmac(kind.name, password, salt, 100, 32)
            file.case("valid", "", password=password, salt=salt, iterationCount=100, iv=iv, msg=message,
                      ct=aes_cbc(key, iv, message))
        yield file


def is_prime(number):
    if number < 2 or any(number % small == 0 for small in (2, 3, 5, 7, 11, 13, 17, 19, 23)):
        return number in (2, 3, 5, 7, 11, 13, 17, 19, 23)
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        value = pow(base, odd, number)
        if value in (1, number - 1):
            continue
        for _ in range(twos - 1):
            value = value * value % number
            if value == number - 1:
                break
        else:
            return False
    return True


def prime(stream, bits, fits=lambda value: True):
    while True:
        value = int.from_bytes(stream.bytes(bits // 8), "big") | 3 << (bits - 2) | 1
        if fits(value) and is_prime(value):
            return value


def rsa_key(bits):
    stream = Stream(f"rsa {bits}")
    e = 65537
    p, q = (prime(stream, bits // 2, lambda value: value % e != 1) for _ in range(2))
    p, q = max(p, q), min(p, q)
    d = pow(e, -1, (p - 1) * (q - 1))
    public = rsa.RSAPublicNumbers(e, p * q)
    return rsa.RSAPrivateNumbers(p, q, d, d % (p - 1), d % (q - 1), pow(q, -1, p), public).private_key()


def big(value):
    """Two's complement, the highest byte first."""
    return value.to_bytes(value.bit_length() // 8 + 1, "big").hex()


def url64(value):
    data = value if isinstance(value, bytes) else value.to_bytes((value.bit_length() + 7) // 8, "big")
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


DER, PEM = serialization.Encoding.DER, serialization.Encoding.PEM
SPKI, PKCS1 = serialization.PublicFormat.SubjectPublicKeyInfo, serialization.PublicFormat.PKCS1
PKCS8, PLAIN = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()


def private_fields(key):
    n = key.private_numbers()
    numbers = {
        "modulus": n.public_numbers.n, "privateExponent": n.d, "publicExponent": n.public_numbers.e, "prime1": n.p,
        "prime2": n.q, "exponent1": n.dmp1, "exponent2": n.dmq1, "coefficient": n.iqmp,
    }
    jwk = {"kty": "RSA", "n": n.public_numbers.n, "e": n.public_numbers.e, "d": n.d, "p": n.p, "q": n.q,
           "dp": n.dmp1, "dq": n.dmq1, "qi": n.iqmp}
    return {
        "keySize": key.key_size, "privateKey": {name: big(value) for name, value in numbers.items()},
        "privateKeyPkcs8": key.private_bytes(DER, PKCS8, PLAIN).hex(),
        "privateKeyPem": key.private_bytes(PEM, PKCS8, PLAIN).decode().strip(),
        "privateKeyJwk": {name: value if name == "kty" else url64(value) for name, value in jwk.items()},
    }


def public_fields(key):
    n = key.public_numbers()
    return {
        "keySize": key.key_size, "publicKey": {"modulus": big(n.n), "publicExponent": big(n.e)},
        "publicKeyAsn": key.public_bytes(DER, PKCS1).hex(), "publicKeyDer": key.public_bytes(DER, SPKI).hex(),
        "publicKeyPem": key.public_bytes(PEM, SPKI).decode().strip(),
        "publicKeyJwk": {"kty": "RSA", "n": url64(n.n), "e": url64(n.e)},
    }


def mgf1(seed, size, name):
    data = b"".join(hashlib.new(name, seed + index.to_bytes(4, "big")).digest() for index in range(size // 20 + 1))
    return data[:size]


def xor(left, right):
    return bytes(x ^ y for x, y in zip(left, right))


def raw(key, data):
    n = key.public_key().public_numbers()
    return pow(int.from_bytes(data, "big"), n.e, n.n).to_bytes(key.key_size // 8, "big")


def raw_private(key, data):
    n = key.private_numbers()
    return pow(int.from_bytes(data, "big"), n.d, n.public_numbers.n).to_bytes(key.key_size // 8, "big")


def rsa_files():
    key, stream = rsa_key(2048), Stream("rsa messages")
    size = key.key_size // 8
    file = File("rsa_oaep_2048_sha256_mgf1sha1", "RSAES-OAEP")
    file.group("RsaesOaepDecrypt", **private_fields(key), sha="SHA-256", mgf="MGF1", mgfSha="SHA-1")
    for length in (0, 20):
        message, label, seed = stream.bytes(length), stream.bytes(length // 2), stream.bytes(32)
        # RFC 8017, section 7.1.1: with a seed of our own, which Python does not take.
        block = hashlib.sha256(label).digest() + bytes(size - length - 66) + b"\x01" + message
        masked = xor(block, mgf1(seed, len(block), "sha1"))
        ciphertext = raw(key, b"\x00" + xor(seed, mgf1(masked, 32, "sha1")) + masked)
        scheme = rsa_padding.OAEP(rsa_padding.MGF1(hashes.SHA1()), hashes.SHA256(), label or None)
        assert key.decrypt(ciphertext, scheme) == message
        file.case("valid", "", ct=ciphertext, label=label, msg=message)
        file.case("invalid", "another label", ct=ciphertext, label=label + b"x", msg=message)
    yield file

    file = File("rsa_pkcs1_2048", "RSAES-PKCS1-v1_5")
    file.group("RsaesPkcs1Decrypt", **private_fields(key))
    for length in (0, 20):
        message = stream.bytes(length)
        filler = bytes(1 + byte % 255 for byte in stream.bytes(size - length - 3))
        file.case("valid", "", msg=message, ct=raw(key, b"\x00\x02" + filler + b"\x00" + message))
    for beginning, comment in ((b"\x00\x01", "block type 1"), (b"\x01\x02", "first byte not zero")):
        file.case("invalid", comment, msg=message, ct=raw(key, beginning + filler + b"\x00" + message))
    yield file

    file = File("rsa_pkcs1_2048_sig_gen", "RSASSA-PKCS1-v1_5")
    file.group("RsassaPkcs1Generate", **private_fields(key), sha="SHA-256")
    message = stream.bytes(33)
    signature = key.sign(message, rsa_padding.PKCS1v15(), hashes.SHA256())
    file.case("valid", "", msg=message, sig=signature)
    yield file

    file = File("rsa_signature_2048_sha256", "RSASSA-PKCS1-v1_5")
    file.group("RsassaPkcs1Verify", **public_fields(key.public_key()), sha="SHA-256")
    file.case("valid", "", msg=message, sig=signature)
    file.case("invalid", "a bit of the signature changed", msg=message, sig=flipped(signature, 100))
    file.case("invalid", "another message", msg=flipped(message), sig=signature)
    digest = bytes.fromhex("3031300d060960864801650304020105000420") + hashlib.sha256(message).digest()
    short = b"\x00\x01" + b"\xff" * 8 + b"\x00" + digest
    file.case("invalid", "padding too short, and more behind the digest", msg=message,
              sig=raw_private(key, short + bytes(size - len(short))))
    yield file

    file = File("rsa_pss_2048_sha256_mgf1_20", "RSASSA-PSS")
    file.group("RsassaPssVerify", **public_fields(key.public_key()), sha="SHA-256", mgf="MGF1", mgfSha="SHA-1", sLen=20)
    for length in (0, 33):
        message, salt = stream.bytes(length), stream.bytes(20)
        # RFC 8017, section 9.1.1: with a salt of our own.
        digest = hashlib.sha256(bytes(8) + hashlib.sha256(message).digest() + salt).digest()
        block = bytes(size - 20 - 34) + b"\x01" + salt
        masked = bytearray(xor(block, mgf1(digest, len(block), "sha1")))
        masked[0] &= 0x7F
        signature = raw_private(key, bytes(masked) + digest + b"\xbc")
        scheme = rsa_padding.PSS(rsa_padding.MGF1(hashes.SHA1()), 20)
        key.public_key().verify(signature, message, scheme, hashes.SHA256())
        file.case("valid", "", msg=message, sig=signature)
        file.case("invalid", "a bit changed", msg=message, sig=flipped(signature, 7))
    yield file


def curve_files():
    for name, kind, curve, jwk_name, size in (
            ("ed25519", ed25519.Ed25519PrivateKey, "edwards25519", "Ed25519", 32),
            ("ed448", ed448.Ed448PrivateKey, "edwards448", "Ed448", 57)):
        file, stream = File(name, "EDDSA"), Stream(name)
        key = kind.from_private_bytes(stream.bytes(size))
        public = key.public_key()
        point = public.public_bytes_raw()
        file.group("EddsaVerify",
                   publicKey={"type": "EDDSAPublicKey", "curve": curve, "keySize": 255 if size == 32 else 448,
                              "pk": point.hex()},
                   publicKeyDer=public.public_bytes(DER, SPKI).hex(),
                   publicKeyPem=public.public_bytes(PEM, SPKI).decode().strip(),
                   publicKeyJwk={"kty": "OKP", "crv": jwk_name, "x": url64(point)})
        for length in (0, 40):
            message = stream.bytes(length)
            file.case("valid", "", msg=message, sig=key.sign(message))
            file.case("invalid", "a bit changed", msg=message, sig=flipped(key.sign(message), 40))
        yield file
    for name, kind, curve in (("x25519", x25519.X25519PrivateKey, "curve25519"),
                              ("x448", x448.X448PrivateKey, "curve448")):
        stream, size = Stream(name), 32 if name == "x25519" else 56
        pairs = [(kind.from_private_bytes(stream.bytes(size)), kind.from_private_bytes(stream.bytes(size)).public_key())
                 for _ in range(2)]
        forms = {
            "XdhComp": lambda key: (key.private_bytes_raw() if hasattr(key, "exchange") else key.public_bytes_raw()).hex(),
        }
        if name == "x25519":
            forms["XdhAsnComp"] = lambda key: (
                key.private_bytes(DER, PKCS8, PLAIN) if hasattr(key, "exchange") else key.public_bytes(DER, SPKI)).hex()
            forms["XdhPemComp"] = lambda key: (
                key.private_bytes(PEM, PKCS8, PLAIN) if hasattr(key, "exchange") else key.public_bytes(PEM, SPKI)).decode()
            forms["XdhJwkComp"] = lambda key: (
                {"kty": "OKP", "crv": "X25519", "d": url64(key.private_bytes_raw()),
                 "x": url64(key.public_key().public_bytes_raw())}
                if hasattr(key, "exchange") else {"kty": "OKP", "crv": "X25519", "x": url64(key.public_bytes_raw())})
        file = File(name, "XDH")
        for form, written in forms.items():
            file.group(form, curve=curve)
            for private, public in pairs:
                shared = private.exchange(public)
                fields = {"public": written(public), "private": written(private)}
                file.case("valid", "", **fields, shared=shared)
                file.case("invalid", "another secret", **fields, shared=flipped(shared))
            if form == "XdhComp":
                zero = {"public": bytes(size).hex(), "private": written(pairs[0][0])}
                file.case("acceptable", "a point of small order", **zero, shared=bytes(size))
        yield file


def encapsulation_files():
    def file(kind, name, k):
        bits = {2: 512, 3: 768, 4: 1024}[k]
        file, kem, stream = File(f"mlkem_{bits}_{name}", "ML-KEM"), MLKEM(k), Stream(f"mlkem_{bits}_{name}")
        file.group(kind, parameterSet=f"ML-KEM-{bits}")
        seed, message = stream.bytes(64), stream.bytes(32)
        return file, kem, seed, message, *kem.key_pair(seed)

    def too_large(public):
        """The key with its first coefficient 3329."""
        return bytes([0x01, public[1] & 0xF0 | 0x0D]) + public[2:]

    result, kem, seed, message, public, private = file("MLKEMTest", "test", 3)
    ciphertext, secret = kem.encapsulate(public, message)
    forged = flipped(ciphertext, 100)
    result.case("valid", "", seed=seed, ek=public, c=ciphertext, K=secret)
    result.case("valid", "implicit rejection", seed=seed, ek=public, c=forged, K=kem.decapsulate(private, forged))
    result.case("invalid", "a short seed", seed=seed[:-1], c=ciphertext, K=b"")
    result.case("invalid", "a long ciphertext", seed=seed, ek=public, c=ciphertext + b"\0", K=b"")
    yield result

    result, kem, seed, message, public, private = file("MLKEMEncapsTest", "encaps_test", 4)
    ciphertext, secret = kem.encapsulate(public, message)
    result.case("valid", "", ek=public, m=message, c=ciphertext, K=secret)
    result.case("invalid", "a coefficient that is the modulus", ek=too_large(public), m=message, c=b"", K=b"")
    result.case("invalid", "a short key", ek=public[:-1], m=message, c=b"", K=b"")
    yield result

    result, kem, seed, message, public, private = file("MLKEMKeyGen", "keygen_seed_test", 2)
    result.case("valid", "", seed=seed, ek=public, dk=private)
    yield result

    result, kem, seed, message, public, private = file("MLKEMDecapsValidationTest", "semi_expanded_decaps_test", 2)
    ciphertext, secret = kem.encapsulate(public, message)
    result.case("valid", "", dk=private, c=ciphertext, ek=public, K=secret)
    result.case("invalid", "a bit of the digest changed", dk=flipped(private, len(private) - 40), c=ciphertext, ek=public)
    result.case("invalid", "a long key", dk=private + b"\0", c=ciphertext, ek=public)
    yield result


def lattice_files():
    def start(bits, name):
        file, stream = File(f"mldsa_{bits}_{name}_test", f"ML-DSA-{bits}"), Stream(f"mldsa_{bits}_{name}")
        return file, MLDSA(bits), stream.bytes(32), stream.bytes(40)

    result, scheme, seed, message = start(44, "verify")
    public, private = scheme.key_pair(seed)
    key = peer.MLDSA44PublicKey.from_public_bytes(public)

    def verify(comment, signature, context=None, message=message):
        """A case with the verdict of cryptography."""
        try:
            key.verify(signature, message, context)
            verdict = "valid"
        except Exception:
            verdict = "invalid"
        fields = {} if context is None else {"ctx": context}
        result.case(verdict, comment, msg=message, **fields, sig=signature)
        return verdict == "valid"

    def sign(context=b"", **options):
        return scheme.sign(private, scheme.representative(private, message, context), **options)

    result.group("MlDsaVerify", publicKey=public.hex())
    good, named = sign(), sign(b"context")
    assert all([verify("", good), verify("an empty context", good, b""), verify("a context", named, b"context"),
                verify("the longest context", sign(bytes(255)), bytes(255))])
    hints = len(good) - scheme.omega - scheme.k
    ends = list(good[hints + scheme.omega:])
    row = next(index for index in range(scheme.k) if ends[index] - ([0] + ends)[index] >= 2)
    place = hints + ([0] + ends)[row]
    first, second = good[place:place + 1], good[place + 1:place + 2]

    def changed(place, data):
        return good[:place] + data + good[place + len(data):]

    assert not any([
        verify("no context where there is one", named), verify("another context", named, b"Context"),
        verify("a context that is in the message", good, b"", bytes([0]) + message),
        verify("another message", good, None, flipped(message)), verify("a bit of the challenge changed", flipped(good)),
        verify("a bit of the response changed", flipped(good, 1000)),
        verify("the response is too large, and the equation holds", sign(large_mask=True)),
        verify("two hints in descending order", changed(place, second + first)),
        verify("a hint that stands twice", changed(place, first + first)),
        verify("a byte after the last hint", changed(hints + ends[-1], b"\1")),
        verify("the number of hints decreases", changed(hints + scheme.omega, bytes([ends[-1] + 1]))),
        verify("more hints than there is space for", changed(len(good) - 1, bytes([scheme.omega + 1]))),
        verify("a byte is missing", good[:-1]), verify("a byte too many", good + b"\0"), verify("nothing", b""),
    ])
    result.group("MlDsaVerify", publicKey=public[:-1].hex())
    result.case("invalid", "a short public key", msg=message, sig=good)
    yield result

    result, scheme, seed, message = start(65, "sign_seed")
    public, private = scheme.key_pair(seed)
    spki = peer.MLDSA65PrivateKey.from_seed_bytes(seed)
    result.group("MlDsaSign", privateSeed=seed.hex(), publicKey=public.hex(), privateKeyPkcs8=spki.private_bytes(
        serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).hex())
    for context in (b"", b"context"):
        mu = scheme.representative(private, message, context)
        signature = scheme.sign(private, mu)
        spki.public_key().verify(signature, message, context)
        result.case("valid", "", msg=message, **({"ctx": context} if context else {}), mu=mu, sig=signature)
    result.case("valid", "a message representative alone", mu=mu, sig=signature)
    result.case("invalid", "a context that is too long", msg=message, ctx=bytes(256), sig=b"")
    result.group("MlDsaSign", privateSeed=seed[:-1].hex(), publicKey=None)
    result.case("invalid", "a short seed", msg=message, sig=b"")
    yield result

    result, scheme, seed, message = start(87, "sign_noseed")
    public, private = scheme.key_pair(seed)
    result.group("MlDsaSign", privateKey=private.hex(), publicKey=public.hex())
    mu, random = scheme.representative(private, message, b"context"), seed[::-1]
    for extra in ({}, {"randomness": random}):
        signature = scheme.sign(private, mu, extra.get("randomness", bytes(32)))
        peer.MLDSA87PublicKey.from_public_bytes(public).verify(signature, message, b"context")
        result.case("valid", "", msg=message, ctx=b"context", mu=mu, **extra, sig=signature)
    # A coefficient of s1 that is -5; s2 of another key; tr of another key.
    for comment, wrong in [
            ("a coefficient out of range", private[:128] + bytes([private[128] | 7]) + private[129:]),
            ("a secret that does not match the others", private[:900] + bytes([private[900] ^ 1]) + private[901:]),
            ("a digest of another public key", flipped(private, 64)), ("a short key", private[:-1])]:
        result.group("MlDsaSign", privateKey=wrong.hex())
        result.case("invalid", comment, msg=message, sig=b"")
    yield result


def other_files():
    file, stream = File("primality", "PrimalityTest"), Stream("primality")
    file.group("PrimalityTest")
    for bits in (16, 64, 256, 512):
        value = prime(stream, bits)
        file.case("valid", f"{bits} bits", value=big(value))
        file.case("invalid", "the next odd number but one that is composite", value=big(value * 3))
    for value in (0, 1, 561, 41041):
        file.case("invalid", "small, or a Carmichael number", value=big(value))
    file.case("acceptable", "the negative of a prime", value="fd")
    yield file


def main():
    files = list(aead_files()) + [daead_file()] + list(plain_files()) + list(ff1_files()) + list(mac_files())
    files += list(derivation_files()) + list(rsa_files()) + list(curve_files())
    files += list(encapsulation_files()) + list(lattice_files()) + list(other_files())
    wrong = []
    for file in files:
        path, text = os.path.join(FOLDER, file.name + ".json"), file.text()
        if "--check" in sys.argv[1:]:
            if not os.path.exists(path) or open(path).read() != text:
                wrong.append(file.name)
        else:
            with open(path, "w") as output:
                output.write(text)
    if wrong:
        sys.exit("not as generated: " + ", ".join(wrong))


main()
