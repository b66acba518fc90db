#!/usr/bin/env python3
"""Answers the questions of `arca vectors` with libgcrypt 1.10 or newer, called through ctypes.

    arca vectors compare PATH --with libgcrypt
    arca vectors verify --against 'python3 Examples/vectors/answer-libgcrypt.py' PATH
"""

import ctypes
import ctypes.util
from ctypes import byref, c_char_p, c_int, c_size_t, c_uint, c_ulong, c_void_p, create_string_buffer

from answering import Refused, Unsupported, lookup, mac_answer, run, table

lib = ctypes.CDLL(ctypes.util.find_library("gcrypt") or "libgcrypt.so.20")
lib.gcry_check_version.restype = c_char_p
lib.gcry_check_version(None)
lib.gcry_control(c_int(37), c_int(0))  # no secure memory
lib.gcry_control(c_int(38), c_int(0))  # initialization is finished
lib.gcry_md_read.restype = c_void_p
lib.gcry_mpi_get_nbits.restype = c_uint

HASHES = table("hash", {
    "md5": 1, "sha1": 2, "ripemd-160": 3, "sha256": 8, "sha384": 9, "sha512": 10, "sha224": 11, "sha3-224": 312,
    "sha3-256": 313, "sha3-384": 314, "sha3-512": 315, "shake128": 316, "shake256": 317, "blake2b-512": 318,
    "blake2s-256": 322, "sm3": 326, "sha512-256": 327, "sha512-224": 328,
})
HASH_NAMES = {"sha512-224": "sha512-224", "sha512-256": "sha512-256", "ripemd-160": "rmd160"}
MACS = {
    "sha256": 101, "sha224": 102, "sha512": 103, "sha384": 104, "sha1": 105, "md5": 106, "ripemd-160": 108,
    "sha3-224": 115, "sha3-256": 116, "sha3-384": 117, "sha3-512": 118, "sm3": 131, "sha512-256": 129,
    "sha512-224": 130,
}
MODES = table("encrypt", {
    "aes-ecb": 1, "aes-cfb": 2, "aes-cbc": 3, "aes-ofb": 5, "aes-ctr": 6, "aes-kw": 7, "aes-xts": 13, "aes-cfb8": 12,
    "tdes-ecb": 1, "tdes-cfb": 2, "tdes-cbc": 3, "tdes-ofb": 5, "tdes-cfb8": 12,
})
AEADS = table("seal", {
    "aes-gcm": 9, "aes-ccm": 8, "aes-eax": 14, "aes-siv": 15, "aes-gcm-siv": 16, "chacha20-poly1305": 10,
})
AES = {16: 7, 24: 8, 32: 9}
TRIPLE_DES, CHACHA20 = 2, 316


def check(code):
    if code & 0xffff:
        number = code & 0xffff
        # No such algorithm, mode, curve or feature: unsupported.
        if number in (4, 5, 12, 69, 70, 71, 161):
            raise Unsupported(f"libgcrypt has no such thing (error {number})")
        raise Refused(f"error {number}")


def digest(name, message, size=None):
    handle = c_void_p()
    check(lib.gcry_md_open(byref(handle), lookup(HASHES, name), 0))
    try:
        lib.gcry_md_write(handle, message, c_size_t(len(message)))
        if size is not None and name.startswith("shake"):
            output = create_string_buffer(max(1, size))
            check(lib.gcry_md_extract(handle, HASHES[name], output, c_size_t(size)))
            return output.raw[:size]
        return ctypes.string_at(lib.gcry_md_read(handle, 0), lib.gcry_md_get_algo_dlen(HASHES[name]))
    finally:
        lib.gcry_md_close(handle)


def mac(algorithm, inputs):
    key, message = inputs.bytes("key"), inputs.bytes("msg")
    if algorithm.startswith("hmac-"):
        number = lookup(MACS, algorithm[5:])
    elif algorithm in ("cmac", "gmac"):
        if len(key) not in AES:
            raise Refused(f"a key of {len(key)} bytes")
        number = 201 if algorithm == "cmac" else 401
    else:
        raise Unsupported(f"no {algorithm}")
    handle = c_void_p()
    check(lib.gcry_mac_open(byref(handle), number, 0, None))
    try:
        check(lib.gcry_mac_setkey(handle, key, c_size_t(len(key))))
        if algorithm == "gmac":
            nonce = inputs.bytes("nonce")
            check(lib.gcry_mac_setiv(handle, nonce, c_size_t(len(nonce))))
        check(lib.gcry_mac_write(handle, message, c_size_t(len(message))))
        output, length = create_string_buffer(64), c_size_t(64)
        check(lib.gcry_mac_read(handle, output, byref(length)))
        return output.raw[:length.value]
    finally:
        lib.gcry_mac_close(handle)


class Cipher:
    def __init__(self, number, mode, key):
        self.handle = c_void_p()
        check(lib.gcry_cipher_open(byref(self.handle), number, mode, 0))
        check(lib.gcry_cipher_setkey(self.handle, key, c_size_t(len(key))))

    def __del__(self):
        lib.gcry_cipher_close(self.handle)

    def call(self, name, data):
        check(getattr(lib, "gcry_cipher_" + name)(self.handle, data, c_size_t(len(data))))

    def transform(self, decrypts, data, extra=0):
        output = create_string_buffer(max(1, len(data) + extra))
        function = lib.gcry_cipher_decrypt if decrypts else lib.gcry_cipher_encrypt
        check(function(self.handle, output, c_size_t(len(data) + extra), data, c_size_t(len(data))))
        return output.raw[:len(data) + extra]


def encrypt(algorithm, inputs, decrypts):
    key, iv, text = inputs.bytes("key"), inputs.bytes("iv"), inputs.bytes("ct" if decrypts else "msg")
    if "bitCount" in inputs:
        raise Unsupported("no texts of single bits")
    mode = lookup(MODES, algorithm)
    isTriple = algorithm.startswith("tdes")
    size = len(key) // 2 if algorithm == "aes-xts" else len(key)
    if algorithm == "aes-xts" and size == 24:
        raise Unsupported("no AES-192-XTS")
    number = TRIPLE_DES if isTriple and size == 24 else AES.get(size)
    block = 8 if isTriple else 16
    if number is None or isTriple and size != 24:
        raise Refused(f"a key of {len(key)} bytes")
    cipher = Cipher(number, mode, key)
    if "iv" in inputs:
        if len(iv) != block:
            raise Refused(f"an IV of {len(iv)} bytes")
        cipher.call("setctr" if algorithm == "aes-ctr" else "setiv", iv)
    if algorithm == "aes-kw":
        if len(text) % 8 or len(text) < (24 if decrypts else 16):
            raise Refused(f"{len(text)} bytes to wrap or unwrap")
        output = create_string_buffer(len(text) + 8)
        size = len(text) - 8 if decrypts else len(text) + 8
        function = lib.gcry_cipher_decrypt if decrypts else lib.gcry_cipher_encrypt
        check(function(cipher.handle, output, c_size_t(size), text, c_size_t(len(text))))
        return {"msg" if decrypts else "ct": output.raw[:size].hex()}
    pads = "padding" in inputs and inputs["padding"] == "pkcs7"
    if pads and not decrypts:
        count = block - len(text) % block
        text += bytes([count]) * count
    text = cipher.transform(decrypts, text)
    if pads and decrypts:
        count = text[-1] if text else 0
        if not 1 <= count <= block or text[-count:] != bytes([count]) * count:
            raise Refused("bad padding")
        text = text[:-count]
    return {"msg" if decrypts else "ct": text.hex()}


def seal(algorithm, inputs, opens):
    key, nonce, text = inputs.bytes("key"), inputs.bytes("nonce"), inputs.bytes("ct" if opens else "msg")
    tag = inputs.bytes("tag") if opens else b""
    size = len(tag) if opens else inputs["tagByteCount"]
    mode = lookup(AEADS, algorithm)
    isSIV = algorithm == "aes-siv"
    number = CHACHA20 if algorithm.startswith("chacha") else AES.get(len(key) // 2 if isSIV else len(key))
    if number is None or number == CHACHA20 and len(key) != 32:
        raise Refused(f"a key of {len(key)} bytes")
    if isSIV and ("aad1" in inputs or "aad2" in inputs or "nonce" not in inputs):
        raise Unsupported("SIV with one associated string and a nonce only")
    if number == CHACHA20 and len(nonce) != 12:
        raise Refused(f"a nonce of {len(nonce)} bytes")
    if algorithm in ("aes-siv", "aes-gcm-siv", "chacha20-poly1305", "aes-eax") and size != 16:
        raise Unsupported("no tags of another length than 16 bytes")
    cipher = Cipher(number, mode, key)
    if algorithm == "aes-ccm":
        cipher.call("setiv", nonce)
        lengths = (ctypes.c_uint64 * 3)(len(text), len(inputs.bytes("aad")), size)
        check(lib.gcry_cipher_ctl(cipher.handle, c_int(69), lengths, c_size_t(24)))
    elif not isSIV:
        cipher.call("setiv", nonce)
    if isSIV and "aad" in inputs or inputs.bytes("aad") or algorithm == "aes-gcm-siv":
        cipher.call("authenticate", inputs.bytes("aad"))
    if isSIV and "nonce" in inputs:
        cipher.call("setiv", nonce)
    if opens and algorithm in ("aes-siv", "aes-gcm-siv"):
        check(lib.gcry_cipher_ctl(cipher.handle, c_int(81), tag, c_size_t(len(tag))))
    lib.gcry_cipher_ctl(cipher.handle, c_int(70), None, c_size_t(0))
    output = cipher.transform(opens, text)
    if opens:
        cipher.call("checktag", tag)
        return {"msg": output.hex()}
    code = create_string_buffer(16)
    check(lib.gcry_cipher_gettag(cipher.handle, code, c_size_t(size)))
    return {"ct": output.hex(), "tag": code.raw[:size].hex()}


def expression(template, *values):
    """An S-expression; bytes replace %b."""
    handle = c_void_p()
    words = []
    for value in values:
        words += [c_int(len(value)), c_char_p(value)] if isinstance(value, bytes) else [c_char_p(value.encode())]
    check(lib.gcry_sexp_build(byref(handle), None, template.encode(), *words))
    return handle


CURVES = {
    "P-192": "NIST P-192", "P-224": "NIST P-224", "P-256": "NIST P-256", "P-384": "NIST P-384", "P-521": "NIST P-521",
    "secp224r1": "NIST P-224", "secp256r1": "NIST P-256", "secp384r1": "NIST P-384", "secp521r1": "NIST P-521",
    "P-256K": "secp256k1", "secp256k1": "secp256k1",
}


def verify(algorithm, inputs):
    message, signature = inputs.bytes("msg"), inputs.bytes("sig")
    if "hash" in inputs and inputs["hash"].startswith("shake"):
        raise Unsupported("no signatures with SHAKE")
    if algorithm in ("ed25519", "ed448"):
        half = 32 if algorithm == "ed25519" else 57
        if len(signature) != 2 * half:
            raise Refused("a signature of another length")
        curve = algorithm.capitalize()
        flags = "eddsa" if algorithm == "ed25519" else ""
        key = expression(f"(public-key (ecc (curve {curve}) {'(flags eddsa)' if flags else ''} (q %b)))", inputs.bytes("point"))
        data = expression("(data (flags eddsa) (hash-algo sha512) (value %b))" if flags else "(data (value %b))", message)
        value = expression("(sig-val (eddsa (r %b) (s %b)))", signature[:half], signature[half:])
    elif algorithm == "rsa-pkcs1" and "digest" not in inputs and "n" in inputs:
        name = inputs["hash"]
        if len(signature) != (int.from_bytes(inputs.bytes("n"), "big").bit_length() + 7) // 8:
            raise Refused("a signature of another length than the modulus")
        key = expression("(public-key (rsa (n %b) (e %b)))", b"\0" + inputs.bytes("n"), b"\0" + inputs.bytes("e"))
        data = expression(
            "(data (flags pkcs1) (hash %s %b))", HASH_NAMES.get(name, name), digest(name, message))
        value = expression("(sig-val (rsa (s %b)))", b"\0" + signature)
    elif algorithm == "ecdsa" and inputs["form"] == "p1363":
        curve = CURVES.get(inputs["curve"], inputs["curve"])
        key = expression(f'(public-key (ecc (curve "{curve}") (q %b)))', inputs.bytes("point"))
        size = (lib.gcry_pk_get_nbits(key) + 7) // 8
        if not size:
            raise Unsupported(f"no curve {curve}")
        if len(signature) != 2 * size:
            raise Refused("a signature of another length")
        hashed = digest(inputs["hash"], message)
        data = expression("(data (flags raw) (value %b))", hashed[:size])
        if len(hashed) * 8 > lib.gcry_pk_get_nbits(key):
            name = inputs["hash"]
            data = expression("(data (flags raw) (hash %s %b))", HASH_NAMES.get(name, name), hashed)
        value = expression("(sig-val (ecdsa (r %b) (s %b)))", b"\0" + signature[:size], b"\0" + signature[size:])
    else:
        raise Unsupported(f"no {algorithm} of these inputs")
    try:
        check(lib.gcry_pk_verify(value, data, key))
    finally:
        for handle in (key, data, value):
            lib.gcry_sexp_release(handle)
    return {}


def answer(operation, algorithm, inputs):
    if operation == "hash":
        size = inputs["outputByteCount"] if "outputByteCount" in inputs else None
        return {"digest": digest(algorithm, inputs.bytes("msg"), size).hex()}
    if operation in ("mac", "verify-mac"):
        return mac_answer(operation, inputs, lambda size: mac(algorithm, inputs))
    if operation in ("encrypt", "decrypt"):
        return encrypt(algorithm, inputs, operation == "decrypt")
    if operation in ("seal", "open"):
        return seal(algorithm, inputs, operation == "open")
    if operation in ("pbkdf2", "scrypt"):
        isScrypt = operation == "scrypt"
        if isScrypt and inputs["r"] != 8:
            raise Unsupported("scrypt with r = 8 only")
        password, salt = inputs.bytes("password"), inputs.bytes("salt")
        output = create_string_buffer(max(1, inputs["outputByteCount"]))
        check(lib.gcry_kdf_derive(
            password, c_size_t(len(password)), 48 if isScrypt else 34,
            inputs["n"] if isScrypt else lookup(HASHES, algorithm), salt, c_size_t(len(salt)),
            c_ulong(inputs["p" if isScrypt else "iterations"]), c_size_t(inputs["outputByteCount"]), output))
        return {"key": output.raw[:inputs["outputByteCount"]].hex()}
    if operation == "verify":
        return verify(algorithm, inputs)
    raise Unsupported(f"no operation {operation}")


run(answer)
