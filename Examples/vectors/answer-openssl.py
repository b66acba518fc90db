#!/usr/bin/env python3
"""Answers the questions of `arca vectors` with OpenSSL's libcrypto 3, called through ctypes.

    arca vectors compare PATH --with openssl
    arca vectors verify --against 'python3 Examples/vectors/answer-openssl.py' PATH
"""

import ctypes
import ctypes.util
import functools
from ctypes import byref, c_char_p, c_int, c_long, c_size_t, c_uint, c_void_p, create_string_buffer

from answering import (
    Refused, Unsupported, der, der_of_pair, lookup, mac_answer, run, subject_public_key, table)

lib = ctypes.CDLL(ctypes.util.find_library("crypto") or "libcrypto.so.3")
NUMBER_RESULTS = {  # functions of libcrypto that give a number, with the type; all others give pointers
    "EVP_CIPHER_CTX_ctrl": c_int, "EVP_PKEY_get_size": c_int, "EVP_PKEY_get_bits": c_int, "BN_num_bits": c_int,
    "BN_is_negative": c_int, "BN_check_prime": c_int, "OBJ_txt2nid": c_int, "EC_curve_nist2nid": c_int,
    "i2d_ASN1_OBJECT": c_int, "BN_bn2bin": c_int, "EVP_PKEY_get_id": c_int,
}


class Param(ctypes.Structure):
    _fields_ = [
        ("key", c_char_p), ("kind", c_uint), ("data", c_void_p), ("size", c_size_t), ("returned", c_size_t)]


def call(name, *arguments):
    """Calls a function that returns a pointer or a number; a null pointer is a rejection."""
    function = getattr(lib, name)
    function.restype = NUMBER_RESULTS.get(name, c_void_p)
    result = function(*[c_void_p(a) if isinstance(a, int) and a > 0xffffffff else a for a in arguments])
    if function.restype is c_void_p and not result:
        lib.ERR_clear_error()
        raise Refused(f"{name} refuses")
    return result


def check(name, *arguments):
    """Calls a function that returns 1 for success."""
    function = getattr(lib, name)
    function.restype = c_int
    if function(*[c_void_p(a) if isinstance(a, int) and a > 0xffffffff else a for a in arguments]) <= 0:
        lib.ERR_clear_error()
        raise Refused(f"{name} refuses")


class Owned:
    """A pointer that is freed with its owner."""

    def __init__(self, pointer, free):
        self.pointer = c_void_p(pointer)
        self.free = getattr(lib, free)

    def __del__(self):
        self.free(self.pointer)

    @property
    def _as_parameter_(self):
        return self.pointer


def params(**values):
    """Algorithm parameters: text, bytes or numbers. The second list keeps the referenced buffers alive."""
    items, kept = [], []
    for name, value in values.items():
        if value is None:
            continue
        if isinstance(value, int):
            kind, data, size = 2, ctypes.c_uint64(value), 8
        else:
            kind = 4 if isinstance(value, str) else 5
            raw = value.encode() if isinstance(value, str) else value
            data, size = create_string_buffer(raw, len(raw) + 1), len(raw)
        kept.append(data)
        items.append(Param(name.encode(), kind, ctypes.cast(byref(data), c_void_p), size, ctypes.c_size_t(-1).value))
    array = (Param * (len(items) + 1))(*items, Param(None, 0, None, 0, 0))
    array.kept = kept
    return array


@functools.lru_cache(None)
def fetch(kind, name):
    try:
        return c_void_p(call(f"EVP_{kind}_fetch", None, name.encode(), None))
    except Refused:
        raise Unsupported(f"OpenSSL has no {name}") from None


HASHES = table("hash", {
    "md5": "MD5", "sha1": "SHA1", "sha224": "SHA2-224", "sha256": "SHA2-256", "sha384": "SHA2-384",
    "sha512": "SHA2-512", "sha512-224": "SHA2-512/224", "sha512-256": "SHA2-512/256", "sha3-224": "SHA3-224",
    "sha3-256": "SHA3-256", "sha3-384": "SHA3-384", "sha3-512": "SHA3-512", "shake128": "SHAKE128",
    "shake256": "SHAKE256", "sm3": "SM3", "ripemd-160": "RIPEMD160", "blake2b-512": "BLAKE2B-512",
    "blake2s-256": "BLAKE2S-256",
})
CIPHERS = table("encrypt", {
    "aes-cbc": "AES-{}-CBC", "aes-ecb": "AES-{}-ECB", "aes-ctr": "AES-{}-CTR", "aes-cfb": "AES-{}-CFB",
    "aes-cfb8": "AES-{}-CFB8", "aes-ofb": "AES-{}-OFB", "aes-xts": "AES-{}-XTS", "aes-kw": "AES-{}-WRAP",
    "aes-kwp": "AES-{}-WRAP-PAD", "tdes-cbc": "DES-EDE3-CBC", "tdes-ecb": "DES-EDE3-ECB", "tdes-cfb": "DES-EDE3-CFB",
    "tdes-cfb8": "DES-EDE3-CFB8", "tdes-ofb": "DES-EDE3-OFB",
})
AEADS = table("seal", {
    "aes-gcm": "AES-{}-GCM", "aes-ccm": "AES-{}-CCM", "aes-siv": "AES-{}-SIV", "chacha20-poly1305": "ChaCha20-Poly1305",
})


def digest(name, message, size=None):
    context = Owned(call("EVP_MD_CTX_new"), "EVP_MD_CTX_free")
    check("EVP_DigestInit_ex", context, fetch("MD", lookup(HASHES, name)), None)
    check("EVP_DigestUpdate", context, message, c_size_t(len(message)))
    output = create_string_buffer(max(64, size or 0))
    if size is not None and name.startswith("shake"):
        check("EVP_DigestFinalXOF", context, output, c_size_t(size))
        return output.raw[:size]
    length = c_uint()
    check("EVP_DigestFinal_ex", context, output, byref(length))
    return output.raw[:length.value]


def mac(algorithm, inputs, size):
    key, message = inputs.bytes("key"), inputs.bytes("msg")
    options, name = {}, algorithm.upper()
    if algorithm.startswith("hmac-"):
        name, options["digest"] = "HMAC", lookup(HASHES, algorithm[5:])
    elif algorithm == "cmac":
        options["cipher"] = f"AES-{len(key) * 8}-CBC"
    elif algorithm == "gmac":
        options.update(cipher=f"AES-{len(key) * 8}-GCM", iv=inputs.bytes("nonce"))
    elif algorithm in ("kmac128", "kmac256"):
        name = "KMAC-" + algorithm[4:]
        options.update(custom=inputs.bytes("customization"), size=size)
    else:
        raise Unsupported(f"no {algorithm}")
    context = Owned(call("EVP_MAC_CTX_new", fetch("MAC", name)), "EVP_MAC_CTX_free")
    check("EVP_MAC_init", context, key, c_size_t(len(key)), params(**options))
    check("EVP_MAC_update", context, message, c_size_t(len(message)))
    output, length = create_string_buffer(max(64, size)), c_size_t()
    check("EVP_MAC_final", context, output, byref(length), c_size_t(len(output)))
    return output.raw[:length.value]


def cipher_of(entries, algorithm, key):
    bits = len(key) * (4 if algorithm in ("aes-xts", "aes-siv") else 8)
    if algorithm == "aes-xts" and bits == 192:
        raise Unsupported("OpenSSL has no AES-192-XTS")
    pattern = lookup(entries, algorithm)
    if "{}" in pattern and bits not in (128, 192, 256):
        raise Refused(f"a key of {len(key)} bytes")
    return fetch("CIPHER", pattern.format(bits)), 24 if algorithm.startswith("tdes") else 32 if "{}" not in pattern else len(key)


def encrypt(algorithm, inputs, decrypts):
    key, iv, text = inputs.bytes("key"), inputs.bytes("iv"), inputs.bytes("ct" if decrypts else "msg")
    if "bitCount" in inputs:
        raise Unsupported("no texts of single bits")
    cipher, size = cipher_of(CIPHERS, algorithm, key)
    if len(key) != size:
        raise Refused(f"a key of {len(key)} bytes")
    if len(iv) != call_number("EVP_CIPHER_get_iv_length", cipher) and not algorithm.startswith("aes-kw"):
        raise Refused(f"an IV of {len(iv)} bytes")
    if decrypts and algorithm.startswith("aes-kw") and not text:
        raise Refused("nothing to unwrap")
    context = Owned(call("EVP_CIPHER_CTX_new"), "EVP_CIPHER_CTX_free")
    lib.EVP_CIPHER_CTX_set_flags(context, 1)
    check("EVP_CipherInit_ex", context, cipher, None, key, iv or None, c_int(not decrypts))
    if algorithm.endswith(("-ecb", "-cbc")):
        check("EVP_CIPHER_CTX_set_padding", context, c_int("padding" in inputs and inputs["padding"] == "pkcs7"))
    output, length, rest = create_string_buffer(len(text) + 64), c_int(), c_int()
    check("EVP_CipherUpdate", context, output, byref(length), text, c_int(len(text)))
    check("EVP_CipherFinal_ex", context, byref(output, length.value), byref(rest))
    return {"msg" if decrypts else "ct": output.raw[:length.value + rest.value].hex()}


def call_number(name, *arguments):
    function = getattr(lib, name)
    function.restype = c_int
    return function(*arguments)


def seal(algorithm, inputs, opens):
    key, nonce = inputs.bytes("key"), inputs.bytes("nonce")
    text = inputs.bytes("ct" if opens else "msg")
    tag = inputs.bytes("tag") if opens else b""
    size = len(tag) if opens else inputs["tagByteCount"]
    cipher, wanted = cipher_of(AEADS, algorithm, key)
    if len(key) != wanted:
        raise Refused(f"a key of {len(key)} bytes")
    strings = [inputs.bytes("aad")] if "aad" in inputs else []
    isSIV, isCCM = algorithm == "aes-siv", algorithm == "aes-ccm"
    if isSIV:
        if "aad1" in inputs or "aad2" in inputs:
            raise Unsupported("no further associated strings")
        if not text:
            raise Unsupported("OpenSSL does not process empty texts in SIV")
        strings += [nonce] if "nonce" in inputs else []
    context = Owned(call("EVP_CIPHER_CTX_new"), "EVP_CIPHER_CTX_free")
    check("EVP_CipherInit_ex", context, cipher, None, None, None, c_int(not opens))
    if not isSIV:
        check("EVP_CIPHER_CTX_ctrl", context, 0x9, len(nonce), None)
    elif size != 16:
        raise Refused("a tag of another length than 16 bytes")
    if opens or isCCM:
        check("EVP_CIPHER_CTX_ctrl", context, 0x11, size, tag if opens else None)
    check("EVP_CipherInit_ex", context, None, None, key, None if isSIV else nonce, c_int(not opens))
    output, length, rest = create_string_buffer(len(text) + 64), c_int(), c_int()
    if isCCM:
        check("EVP_CipherUpdate", context, None, byref(length), None, c_int(len(text)))
    for string in strings:
        if string or isSIV:
            check("EVP_CipherUpdate", context, None, byref(length), string, c_int(len(string)))
    length.value = 0
    if text or isCCM:
        check("EVP_CipherUpdate", context, output, byref(length), text, c_int(len(text)))
    if not (isCCM and opens):
        check("EVP_CipherFinal_ex", context, byref(output, length.value), byref(rest))
    result = output.raw[:length.value + rest.value]
    if opens:
        return {"msg": result.hex()}
    code = create_string_buffer(16)
    check("EVP_CIPHER_CTX_ctrl", context, 0x10, size, code)
    return {"ct": result.hex(), "tag": code.raw[:size].hex()}


def derive(name, size, **options):
    context = Owned(call("EVP_KDF_CTX_new", fetch("KDF", name)), "EVP_KDF_CTX_free")
    output = create_string_buffer(max(1, size))
    check("EVP_KDF_derive", context, output, c_size_t(size), params(**options))
    return output.raw[:size]


def key_of(pointer):
    return Owned(pointer, "EVP_PKEY_free")


@functools.lru_cache(64)
def public_key(data):
    """A public key from SPKI in DER or PEM."""
    if data.startswith(b"{"):
        raise Unsupported("no keys in JSON")
    if data.startswith(b"-----"):
        bio = Owned(call("BIO_new_mem_buf", data, c_int(len(data))), "BIO_free_all")
        return key_of(call("PEM_read_bio_PUBKEY", bio, None, None, None))
    data = subject_public_key(data)
    return key_of(call("d2i_PUBKEY", None, byref(c_char_p(data)), c_long(len(data))))


@functools.lru_cache(64)
def private_key(data):
    if data.startswith(b"{"):
        raise Unsupported("no keys in JSON")
    if data.startswith(b"-----"):
        bio = Owned(call("BIO_new_mem_buf", data, c_int(len(data))), "BIO_free_all")
        return key_of(call("PEM_read_bio_PrivateKey", bio, None, None, None))
    return key_of(call("d2i_AutoPrivateKey", None, byref(c_char_p(data)), c_long(len(data))))


RAW = {"x25519": 1034, "x448": 1035, "ed25519": 1087, "ed448": 1088}


@functools.lru_cache(64)
def raw_key(kind, algorithm, data):
    return key_of(call(f"EVP_PKEY_new_raw_{kind}_key", c_int(RAW[algorithm]), None, data, c_size_t(len(data))))


@functools.lru_cache(None)
def curve(name):
    """A curve's object identifier in DER."""
    names = {"P-256K": "secp256k1", "secp256r1": "prime256v1", "secp192r1": "prime192v1"}
    nid = call("EC_curve_nist2nid", name.encode()) or call("OBJ_txt2nid", names.get(name, name).encode())
    if not nid:
        raise Unsupported(f"no curve {name}")
    output = c_void_p()
    length = call("i2d_ASN1_OBJECT", call("OBJ_nid2obj", c_int(nid)), byref(output))
    return ctypes.string_at(output, length)


EC_PUBLIC_KEY = bytes.fromhex("06072a8648ce3d0201")


def ec_public_key(name, point):
    return public_key(der(0x30, der(0x30, EC_PUBLIC_KEY, curve(name)), der(3, b"\0" + point)))


def ec_private_key(name, scalar):
    return private_key(der(0x30, b"\2\1\1", der(4, scalar), der(0xa0, curve(name))))


def big_number(key, name):
    pointer = c_void_p()
    check("EVP_PKEY_get_bn_param", key, name, byref(pointer))
    owner = Owned(pointer.value, "BN_clear_free")
    output = create_string_buffer((call("BN_num_bits", owner) + 7) // 8 + 1)
    length = call("BN_bn2bin", owner, output)
    return output.raw[:length].hex()


def octets(key, name):
    output, length = create_string_buffer(512), c_size_t()
    check("EVP_PKEY_get_octet_string_param", key, name, output, c_size_t(512), byref(length))
    return output.raw[:length.value].hex()


def set_padding(context, algorithm, inputs):
    def control(name, value):
        check("EVP_PKEY_CTX_ctrl_str", context, name, value.encode())

    if algorithm == "rsa-pss":
        if inputs["mgf"] != "mgf1":
            raise Unsupported("no mask by " + inputs["mgf"])
        control(b"rsa_padding_mode", "pss")
        control(b"rsa_pss_saltlen", str(inputs["saltByteCount"]))
        control(b"rsa_mgf1_md", lookup(HASHES, inputs["mgfHash"]))


def signing(operation, algorithm, inputs):
    message, signature = inputs.bytes("msg"), inputs.bytes("sig")
    verifies = operation == "verify"
    hash_name = None
    if algorithm in ("ed25519", "ed448"):
        key = raw_key("public", algorithm, inputs.bytes("point")) if verifies else \
            raw_key("private", algorithm, inputs.bytes("seed"))
    elif algorithm == "ecdsa" and verifies:
        if inputs["form"] == "low-s":
            raise Unsupported("OpenSSL does not ask for low s")
        key = ec_public_key(inputs["curve"], inputs.bytes("point"))
        hash_name = lookup(HASHES, inputs["hash"])
        if hash_name.startswith("SHAKE"):
            raise Unsupported("no signatures with SHAKE")
        if inputs["form"] == "p1363":
            order = c_void_p()
            check("EVP_PKEY_get_bn_param", key, b"order", byref(order))
            size = (call("BN_num_bits", Owned(order.value, "BN_free")) + 7) // 8
            signature = der_of_pair(signature, size)
    elif algorithm in ("rsa-pkcs1", "rsa-pss") and "digest" not in inputs:
        if "publicKey" not in inputs and "privateKey" not in inputs:
            raise Unsupported("no keys of numbers alone")
        key = public_key(inputs.bytes("publicKey")) if verifies else private_key(inputs.bytes("privateKey"))
        hash_name = lookup(HASHES, inputs["hash"])
        if hash_name.startswith("SHAKE"):
            raise Unsupported("no signatures with SHAKE")
    else:
        raise Unsupported(f"no {operation} with {algorithm} of these inputs")
    context = Owned(call("EVP_MD_CTX_new"), "EVP_MD_CTX_free")
    inner = c_void_p()
    check("EVP_DigestVerifyInit_ex" if verifies else "EVP_DigestSignInit_ex", context, byref(inner),
          hash_name and hash_name.encode(), None, None, key, None)
    set_padding(inner, algorithm, inputs)
    if verifies:
        check("EVP_DigestVerify", context, signature, c_size_t(len(signature)), message, c_size_t(len(message)))
        return {}
    output, length = create_string_buffer(4096), c_size_t(4096)
    check("EVP_DigestSign", context, output, byref(length), message, c_size_t(len(message)))
    return {"sig": output.raw[:length.value].hex()}


def decrypt_with_key(algorithm, inputs):
    if "privateKey" not in inputs:
        raise Unsupported("no keys of numbers alone")
    key = private_key(inputs.bytes("privateKey"))
    context = Owned(call("EVP_PKEY_CTX_new", key, None), "EVP_PKEY_CTX_free")
    check("EVP_PKEY_decrypt_init", context)
    ciphertext = inputs.bytes("ct")

    def control(name, value):
        check("EVP_PKEY_CTX_ctrl_str", context, name, value.encode())

    if algorithm == "rsa-oaep":
        control(b"rsa_padding_mode", "oaep")
        control(b"rsa_oaep_md", lookup(HASHES, inputs["hash"]))
        control(b"rsa_mgf1_md", lookup(HASHES, inputs["mgfHash"]))
        if inputs["label"]:
            control(b"rsa_oaep_label", inputs["label"])
    elif algorithm == "rsa-pkcs1-encryption":
        control(b"rsa_padding_mode", "pkcs1")
    else:
        raise Unsupported(f"no {algorithm}")
    output, length = create_string_buffer(4096), c_size_t(4096)
    check("EVP_PKEY_decrypt", context, output, byref(length), ciphertext, c_size_t(len(ciphertext)))
    return {"msg": output.raw[:length.value].hex()}


def agree(algorithm, inputs):
    encoding = inputs["encoding"]
    if encoding == "jwk":
        raise Unsupported("no keys in JSON")
    if algorithm == "ecdh":
        if encoding == "pem":
            private, public = private_key(inputs["private"].encode()), public_key(inputs["public"].encode())
        else:
            private = ec_private_key(inputs["curve"], inputs.bytes("private"))
            public = public_key(inputs.bytes("public")) if encoding == "der" else \
                ec_public_key(inputs["curve"], inputs.bytes("public"))
    elif algorithm in RAW and encoding == "raw":
        private = raw_key("private", algorithm, inputs.bytes("private"))
        public = raw_key("public", algorithm, inputs.bytes("public"))
    elif algorithm in RAW:
        private, public = private_key(inputs.file("private", encoding)), public_key(inputs.file("public", encoding))
    else:
        raise Unsupported(f"no {algorithm}")
    context = Owned(call("EVP_PKEY_CTX_new", private, None), "EVP_PKEY_CTX_free")
    check("EVP_PKEY_derive_init", context)
    check("EVP_PKEY_derive_set_peer", context, public)
    output, length = create_string_buffer(256), c_size_t(256)
    check("EVP_PKEY_derive", context, output, byref(length))
    return {"shared": output.raw[:length.value].hex()}


def read_key(data, isPrivate):
    key = private_key(data) if isPrivate else public_key(data)
    kind = call("EVP_PKEY_get_id", key)
    if kind in (6, 912):
        names = ("n", "e", "d") if isPrivate else ("n", "e")
        return {name: big_number(key, name.encode()) for name in names}
    if isPrivate:
        return {"seed": big_number(key, b"priv") if kind == 408 else octets(key, b"priv")}
    if kind == 408:
        x, y = big_number(key, b"qx"), big_number(key, b"qy")
        size = len(big_number(key, b"p"))
        return {"point": "04" + x.rjust(size, "0") + y.rjust(size, "0")}
    return {"point": octets(key, b"pub")}


def is_prime(data):
    if data[:1] >= b"\x80":
        raise Refused("a negative number")
    value = Owned(call("BN_bin2bn", data, c_int(len(data)), None), "BN_free")
    if call("BN_check_prime", value, None, None) != 1:
        raise Refused("not a prime")
    return {}


def answer(operation, algorithm, inputs):
    if operation == "hash":
        size = inputs["outputByteCount"] if "outputByteCount" in inputs else None
        return {"digest": digest(algorithm, inputs.bytes("msg"), size).hex()}
    if operation in ("mac", "verify-mac"):
        return mac_answer(operation, inputs, lambda size: mac(algorithm, inputs, size))
    if operation in ("encrypt", "decrypt"):
        return encrypt(algorithm, inputs, operation == "decrypt")
    if operation in ("seal", "open"):
        return seal(algorithm, inputs, operation == "open")
    if operation in ("hkdf", "hkdf-extract", "hkdf-expand"):
        mode = {"hkdf": 0, "hkdf-extract": 1, "hkdf-expand": 2}[operation]
        hash_name = lookup(HASHES, algorithm)
        size = len(digest(algorithm, b"")) if mode == 1 else inputs["outputByteCount"]
        key = inputs.bytes("prk" if mode == 2 else "ikm")
        options = {"mode": mode, "digest": hash_name, "key": key}
        if mode != 2:
            options["salt"] = inputs.bytes("salt")
        if mode != 1:
            options["info"] = inputs.bytes("info")
        return {"prk" if mode == 1 else "key": derive("HKDF", size, **options).hex()}
    if operation in ("pbkdf2", "pbe-encrypt", "pbe-decrypt"):
        words = algorithm.split("-aes-")
        hash_name = words[0].removeprefix("pbes2-")
        size = inputs["outputByteCount"] if operation == "pbkdf2" else int(words[1].split("-")[0]) // 8
        options = {"salt": inputs.bytes("salt"), "iter": inputs["iterations"], "pkcs5": 1}
        options["pass"] = inputs.bytes("password")
        key = derive("PBKDF2", size, digest=lookup(HASHES, hash_name), **options)
        if operation == "pbkdf2":
            return {"key": key.hex()}
        inputs.values.update(key=key.hex(), padding="pkcs7")
        return encrypt("aes-cbc", inputs, operation == "pbe-decrypt")
    if operation == "scrypt":
        options = {name: inputs[name] for name in ("n", "r", "p")}
        options["pass"] = inputs.bytes("password")
        key = derive("SCRYPT", inputs["outputByteCount"], salt=inputs.bytes("salt"), maxmem_bytes=1 << 30, **options)
        return {"key": key.hex()}
    if operation == "argon2":
        options = {"salt": inputs.bytes("salt"), "secret": inputs.bytes("secret") or None,
                   "ad": inputs.bytes("ad") or None, "iter": inputs["passes"], "lanes": inputs["lanes"],
                   "memcost": inputs["memoryKiB"], "version": inputs.values.get("version", 19)}
        options["pass"] = inputs.bytes("password")
        return {"key": derive(algorithm.upper(), inputs["outputByteCount"], **options).hex()}
    if operation in ("verify", "sign"):
        return signing(operation, algorithm, inputs)
    if operation == "decrypt-with-key":
        return decrypt_with_key(algorithm, inputs)
    if operation == "agree":
        return agree(algorithm, inputs)
    if operation in ("read-public-key", "read-private-key"):
        return read_key(inputs.key(), operation == "read-private-key")
    if operation == "is-prime":
        return is_prime(inputs.bytes("number"))
    raise Unsupported(f"no operation {operation}")


run(answer)
