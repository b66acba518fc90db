#!/usr/bin/env python3
"""Answers the questions of `arca vectors` with Python's package cryptography.

    arca vectors compare PATH --with python
    arca vectors verify --against 'python3 Examples/vectors/answer-python.py' PATH
"""

import functools
import hashlib
import hmac

import cryptography
from cryptography.exceptions import InternalError, InvalidSignature, InvalidTag, UnsupportedAlgorithm
from cryptography.hazmat.primitives import cmac, hashes, keywrap, padding, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, ed448, padding as rsa_padding, rsa, x448, x25519
from cryptography.hazmat.primitives.ciphers import Cipher, aead, algorithms, modes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF, HKDFExpand
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from answering import Refused, Unsupported, der_of_pair, lookup, mac_answer, number, run, table

try:
    from cryptography.hazmat.decrepit.ciphers.algorithms import TripleDES
    from cryptography.hazmat.decrepit.ciphers import modes as old_modes
except ImportError:
    TripleDES, old_modes = algorithms.TripleDES, modes

HASHES = table("hash", {
    "sha1": hashes.SHA1, "sha224": hashes.SHA224, "sha256": hashes.SHA256, "sha384": hashes.SHA384,
    "sha512": hashes.SHA512, "sha512-224": hashes.SHA512_224, "sha512-256": hashes.SHA512_256,
    "sha3-224": hashes.SHA3_224, "sha3-256": hashes.SHA3_256, "sha3-384": hashes.SHA3_384, "sha3-512": hashes.SHA3_512,
    "sm3": hashes.SM3, "md5": hashes.MD5, "shake128": hashes.SHAKE128, "shake256": hashes.SHAKE256,
    "blake2b-512": functools.partial(hashes.BLAKE2b, 64), "blake2s-256": functools.partial(hashes.BLAKE2s, 32),
})
MODES = table("encrypt", {
    "aes-cbc": modes.CBC, "aes-ctr": modes.CTR, "aes-xts": modes.XTS, "aes-cfb": getattr(old_modes, "CFB", None),
    "aes-cfb8": getattr(old_modes, "CFB8", None), "aes-ofb": getattr(old_modes, "OFB", None),
    "aes-ecb": lambda iv: modes.ECB(), "tdes-cbc": modes.CBC, "tdes-ecb": lambda iv: modes.ECB(),
    "tdes-cfb": getattr(old_modes, "CFB", None), "tdes-cfb8": getattr(old_modes, "CFB8", None),
    "tdes-ofb": getattr(old_modes, "OFB", None),
})
AEADS = table("seal", {
    "aes-gcm": "AESGCM", "aes-gcm-siv": "AESGCMSIV", "chacha20-poly1305": "ChaCha20Poly1305", "aes-ccm": "AESCCM",
    "aes-siv": "AESSIV",
})
CURVES = {
    "P-192": "SECP192R1", "P-224": "SECP224R1", "P-256": "SECP256R1", "P-384": "SECP384R1", "P-521": "SECP521R1",
    "P-256K": "SECP256K1",
}


# Checking the primes of a key takes 0.1 s, and the keys of vectors are public.
UNCHECKED = {"unsafe_skip_rsa_key_validation": True} if int(cryptography.__version__.split(".")[0]) >= 39 else {}
if not UNCHECKED:
    from cryptography.hazmat.backends import default_backend
    default_backend()._rsa_skip_check_key = True


def hash_of(name, size=None):
    kind = lookup(HASHES, name)
    if not name.startswith("shake"):
        return kind()
    if size is None:
        raise Unsupported(f"no {name} here")
    return kind(size)


def curve_of(name):
    name = CURVES.get(name, name)
    for text in (name.upper(), name, name[:-2].replace("brainpool", "Brainpool").replace("p", "P", 0) + name[-2:].upper()):
        if isinstance(getattr(ec, text, None), type):
            return getattr(ec, text)()
    raise Unsupported(f"no curve {name}")


def seal(algorithm, inputs, opens):
    key, nonce, aad = inputs.bytes("key"), inputs.bytes("nonce"), inputs.bytes("aad")
    if opens:
        text, tag = inputs.bytes("ct"), inputs.bytes("tag")
        size = len(tag)
    else:
        text, tag, size = inputs.bytes("msg"), b"", inputs["tagByteCount"]
    if algorithm == "aes-siv":
        if "aad1" in inputs or "aad2" in inputs:
            raise Unsupported("no further associated strings")
        strings = ([aad] if "aad" in inputs else []) + ([nonce] if "nonce" in inputs else [])
        cipher = aead.AESSIV(key)
        if opens:
            return {"msg": cipher.decrypt(tag + text, strings).hex()}
        sealed = cipher.encrypt(text, strings)
        return {"ct": sealed[16:].hex(), "tag": sealed[:16].hex()}
    if algorithm == "aes-ccm":
        cipher = aead.AESCCM(key, size)
    else:
        kind = getattr(aead, lookup(AEADS, algorithm), None)
        if kind is None:
            raise Unsupported(f"no {algorithm}")
        if size != 16:
            raise Unsupported("no tags of another length than 16 bytes")
        if algorithm == "aes-gcm" and not 8 <= len(nonce) <= 128:
            raise Unsupported("nonces of 8 to 128 bytes only")
        cipher = kind(key)
    if opens:
        return {"msg": cipher.decrypt(nonce, text + tag, aad).hex()}
    sealed = cipher.encrypt(nonce, text, aad)
    return {"ct": sealed[:len(text)].hex(), "tag": sealed[len(text):].hex()}


def encrypt(algorithm, inputs, decrypts):
    key, text = inputs.bytes("key"), inputs.bytes("ct" if decrypts else "msg")
    name = "msg" if decrypts else "ct"
    if algorithm in ("aes-kw", "aes-kwp"):
        calls = {
            ("aes-kw", False): keywrap.aes_key_wrap, ("aes-kw", True): keywrap.aes_key_unwrap,
            ("aes-kwp", False): keywrap.aes_key_wrap_with_padding,
            ("aes-kwp", True): keywrap.aes_key_unwrap_with_padding,
        }
        return {name: calls[algorithm, decrypts](key, text).hex()}
    if "bitCount" in inputs:
        raise Unsupported("no texts of single bits")
    kind = lookup(MODES, algorithm)
    if kind is None:
        raise Unsupported(f"no {algorithm}")
    if algorithm == "aes-xts" and len(key) == 48:
        raise Unsupported("no AES-192-XTS")
    isTriple = algorithm.startswith("tdes")
    cipher = Cipher((TripleDES if isTriple else algorithms.AES)(key), kind(inputs.bytes("iv")))
    pads = "padding" in inputs and inputs["padding"] == "pkcs7"
    if not decrypts:
        if pads:
            padder = padding.PKCS7(64 if isTriple else 128).padder()
            text = padder.update(text) + padder.finalize()
        context = cipher.encryptor()
        return {name: (context.update(text) + context.finalize()).hex()}
    context = cipher.decryptor()
    text = context.update(text) + context.finalize()
    if pads:
        unpadder = padding.PKCS7(64 if isTriple else 128).unpadder()
        text = unpadder.update(text) + unpadder.finalize()
    return {name: text.hex()}


def mac(algorithm, inputs):
    key, message = inputs.bytes("key"), inputs.bytes("msg")
    if algorithm == "cmac":
        context = cmac.CMAC(algorithms.AES(key))
        context.update(message)
        return context.finalize()
    if algorithm == "gmac":
        return aead.AESGCM(key).encrypt(inputs.bytes("nonce"), b"", message)
    if algorithm.startswith("hmac-"):
        name = {"sha512-224": "sha512_224", "sha512-256": "sha512_256"}.get(algorithm[5:], algorithm[5:])
        name = name.replace("sha3-", "sha3_")
        if name not in hashlib.algorithms_available:
            raise Unsupported(f"no hash function {name}")
        return hmac.new(key, message, name).digest()
    raise Unsupported(f"no {algorithm}")


@functools.lru_cache(64)
def public_file(data):
    if data.startswith(b"{"):
        raise Unsupported("no keys in JSON")
    isText = data.startswith(b"-----")
    return (serialization.load_pem_public_key if isText else serialization.load_der_public_key)(data)


@functools.lru_cache(64)
def private_file(data):
    if data.startswith(b"{"):
        raise Unsupported("no keys in JSON")
    isText = data.startswith(b"-----")
    return (serialization.load_pem_private_key if isText else serialization.load_der_private_key)(data, None, **UNCHECKED)


def public_key(inputs):
    if "publicKey" not in inputs:
        raise Unsupported("no keys of numbers alone")
    return public_file(inputs.bytes("publicKey"))


def private_key(inputs):
    if "privateKey" not in inputs:
        raise Unsupported("no keys of numbers alone")
    return private_file(inputs.bytes("privateKey"))


def signature_padding(algorithm, inputs):
    if algorithm == "rsa-pkcs1":
        return rsa_padding.PKCS1v15()
    if inputs["mgf"] != "mgf1":
        raise Unsupported("no mask by " + inputs["mgf"])
    return rsa_padding.PSS(rsa_padding.MGF1(hash_of(inputs["mgfHash"])), inputs["saltByteCount"])


def verify(algorithm, inputs):
    message, signature = inputs.bytes("msg"), inputs.bytes("sig")
    if algorithm in ("ed25519", "ed448"):
        kind = ed25519.Ed25519PublicKey if algorithm == "ed25519" else ed448.Ed448PublicKey
        kind.from_public_bytes(inputs.bytes("point")).verify(signature, message)
    elif algorithm == "ecdsa":
        if inputs["form"] == "low-s":
            raise Unsupported("cryptography does not ask for low s")
        curve = curve_of(inputs["curve"])
        if inputs["form"] == "p1363":
            signature = der_of_pair(signature, (curve.key_size + 7) // 8)
        key = ec.EllipticCurvePublicKey.from_encoded_point(curve, inputs.bytes("point"))
        key.verify(signature, message, ec.ECDSA(hash_of(inputs["hash"])))
    elif algorithm in ("rsa-pkcs1", "rsa-pss") and "digest" not in inputs:
        public_key(inputs).verify(
            signature, message, signature_padding(algorithm, inputs), hash_of(inputs["hash"]))
    else:
        raise Unsupported(f"no {algorithm}")
    return {}


def agree(algorithm, inputs):
    encoding = inputs["encoding"]
    if encoding == "jwk":
        raise Unsupported("no keys in JSON")
    if algorithm == "ecdh":
        if encoding == "pem":
            private, public = private_file(inputs["private"].encode()), public_file(inputs["public"].encode())
        else:
            curve = curve_of(inputs["curve"])
            private = ec.derive_private_key(int.from_bytes(inputs.bytes("private"), "big"), curve)
            point = inputs.bytes("public")
            public = public_file(point) if encoding == "der" else \
                ec.EllipticCurvePublicKey.from_encoded_point(curve, point)
        if not isinstance(public, ec.EllipticCurvePublicKey) or public.curve.name != private.curve.name:
            raise Refused("keys of two curves")
        return {"shared": private.exchange(ec.ECDH(), public).hex()}
    kinds = {
        "x25519": (x25519.X25519PrivateKey, x25519.X25519PublicKey), "x448": (x448.X448PrivateKey, x448.X448PublicKey)
    }
    private_kind, public_kind = lookup(kinds, algorithm)
    if encoding == "raw":
        private = private_kind.from_private_bytes(inputs.bytes("private"))
        public = public_kind.from_public_bytes(inputs.bytes("public"))
    else:
        private = private_file(inputs.file("private", encoding))
        public = public_file(inputs.file("public", encoding))
    if not isinstance(public, public_kind):
        raise Refused("a key of another kind")
    return {"shared": private.exchange(public).hex()}


def answer(operation, algorithm, inputs):
    if operation in ("seal", "open"):
        return seal(algorithm, inputs, operation == "open")
    if operation in ("encrypt", "decrypt"):
        return encrypt(algorithm, inputs, operation == "decrypt")
    if operation in ("mac", "verify-mac"):
        return mac_answer(operation, inputs, lambda size: mac(algorithm, inputs))
    if operation == "hash":
        context = hashes.Hash(hash_of(algorithm, inputs["outputByteCount"] if "outputByteCount" in inputs else None))
        context.update(inputs.bytes("msg"))
        return {"digest": context.finalize().hex()}
    if operation == "hkdf":
        kdf = HKDF(hash_of(algorithm), inputs["outputByteCount"], inputs.bytes("salt"), inputs.bytes("info"))
        return {"key": kdf.derive(inputs.bytes("ikm")).hex()}
    if operation == "hkdf-expand":
        kdf = HKDFExpand(hash_of(algorithm), inputs["outputByteCount"], inputs.bytes("info"))
        return {"key": kdf.derive(inputs.bytes("prk")).hex()}
    if operation in ("pbkdf2", "pbe-encrypt", "pbe-decrypt"):
        words = algorithm.split("-aes-")
        name = lookup(HASHES, words[0].removeprefix("pbes2-"))().name
        size = inputs["outputByteCount"] if operation == "pbkdf2" else int(words[1].split("-")[0]) // 8
        key = hashlib.pbkdf2_hmac(
            name, inputs.bytes("password"), inputs.bytes("salt"), inputs["iterations"], size)
        if operation == "pbkdf2":
            return {"key": key.hex()}
        inputs.values.update(key=key.hex(), padding="pkcs7")
        return encrypt("aes-cbc", inputs, operation == "pbe-decrypt")
    if operation == "scrypt":
        kdf = Scrypt(inputs.bytes("salt"), inputs["outputByteCount"], inputs["n"], inputs["r"], inputs["p"])
        return {"key": kdf.derive(inputs.bytes("password")).hex()}
    if operation == "argon2":
        if algorithm != "argon2id" or inputs.values.get("version", 19) != 19:
            raise Unsupported("Argon2id of version 19 only")
        from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
        kdf = Argon2id(
            salt=inputs.bytes("salt"), length=inputs["outputByteCount"], iterations=inputs["passes"],
            lanes=inputs["lanes"], memory_cost=inputs["memoryKiB"], ad=inputs.bytes("ad") or None,
            secret=inputs.bytes("secret") or None)
        return {"key": kdf.derive(inputs.bytes("password")).hex()}
    if operation == "verify":
        return verify(algorithm, inputs)
    if operation == "sign" and algorithm in ("ed25519", "ed448"):
        kind = ed25519.Ed25519PrivateKey if algorithm == "ed25519" else ed448.Ed448PrivateKey
        return {"sig": kind.from_private_bytes(inputs.bytes("seed")).sign(inputs.bytes("msg")).hex()}
    if operation == "sign" and algorithm == "rsa-pkcs1" and "digest" not in inputs:
        key = private_key(inputs)
        return {"sig": key.sign(inputs.bytes("msg"), rsa_padding.PKCS1v15(), hash_of(inputs["hash"])).hex()}
    if operation == "decrypt-with-key" and algorithm == "rsa-oaep":
        label = inputs.bytes("label")
        scheme = rsa_padding.OAEP(
            rsa_padding.MGF1(hash_of(inputs["mgfHash"])), hash_of(inputs["hash"]), label or None)
        return {"msg": private_key(inputs).decrypt(inputs.bytes("ct"), scheme).hex()}
    if operation == "decrypt-with-key" and algorithm == "rsa-pkcs1-encryption":
        return {"msg": private_key(inputs).decrypt(inputs.bytes("ct"), rsa_padding.PKCS1v15()).hex()}
    if operation == "agree":
        return agree(algorithm, inputs)
    if operation == "read-public-key":
        return read_public_key(inputs.key())
    if operation == "read-private-key":
        return read_private_key(inputs.key())
    raise Unsupported(f"no operation {operation}")


def read_public_key(data):
    key = public_file(data)
    if isinstance(key, rsa.RSAPublicKey):
        return {"n": number(key.public_numbers().n), "e": number(key.public_numbers().e)}
    if isinstance(key, ec.EllipticCurvePublicKey):
        form = serialization.PublicFormat.UncompressedPoint
        return {"point": key.public_bytes(serialization.Encoding.X962, form).hex()}
    return {"point": key.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw).hex()}


def read_private_key(data):
    key = private_file(data)
    if not isinstance(key, rsa.RSAPrivateKey):
        raise Unsupported("no private keys but those of RSA")
    numbers = key.private_numbers()
    return {"n": number(numbers.public_numbers.n), "e": number(numbers.public_numbers.e), "d": number(numbers.d)}


def answer_known(operation, algorithm, inputs):
    try:
        return answer(operation, algorithm, inputs)
    except (InternalError, UnsupportedAlgorithm) as error:
        raise Unsupported(str(error)) from None


run(answer_known, (InvalidTag, InvalidSignature, keywrap.InvalidUnwrap, ValueError, TypeError, OverflowError))
