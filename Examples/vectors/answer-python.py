#!/usr/bin/env python3
"""Answers the questions of `arca vectors verify --against` with Python's package cryptography.

    arca vectors verify --against 'python3 Examples/vectors/answer-python.py' PATH

One JSON object a line comes in, one goes out: see Documentation/VECTORS.md. What is not written here is answered by
"unsupported", so the cases are skipped with that reason.
"""

import hashlib
import hmac
import json
import sys

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import cmac, hashes, keywrap, padding, serialization
from cryptography.hazmat.primitives.asymmetric import ed25519, ed448, padding as rsa_padding, rsa, x448, x25519
from cryptography.hazmat.primitives.ciphers import Cipher, aead, algorithms, modes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF


class Refused(Exception):
    """The answer is no."""


class Unsupported(Exception):
    """There is no answer."""


HASHES = {
    "sha1": hashes.SHA1, "sha224": hashes.SHA224, "sha256": hashes.SHA256, "sha384": hashes.SHA384,
    "sha512": hashes.SHA512, "sha512/224": hashes.SHA512_224, "sha512/256": hashes.SHA512_256,
    "sha3-224": hashes.SHA3_224, "sha3-256": hashes.SHA3_256, "sha3-384": hashes.SHA3_384, "sha3-512": hashes.SHA3_512,
    "sm3": hashes.SM3, "md5": hashes.MD5,
}


def hash_of(name):
    if name not in HASHES:
        raise Unsupported(f"no hash function {name}")
    return HASHES[name]()


class Inputs:
    """The inputs of a question; bytes come in hexadecimal digits."""

    def __init__(self, values):
        self.values = values

    def __contains__(self, name):
        return name in self.values

    def bytes(self, name):
        return bytes.fromhex(self.values.get(name, ""))

    def __getitem__(self, name):
        return self.values[name]

    def number(self, name):
        return int.from_bytes(self.bytes(name), "big")


def seal(algorithm, inputs, opens):
    key, nonce, aad = inputs.bytes("key"), inputs.bytes("nonce"), inputs.bytes("aad")
    if opens:
        text, tag = inputs.bytes("ct"), inputs.bytes("tag")
        size = len(tag)
    else:
        text, tag, size = inputs.bytes("msg"), b"", inputs["tagByteCount"]
    if algorithm == "aes-siv":
        strings = [aad] + ([nonce] if "nonce" in inputs else [])
        cipher = aead.AESSIV(key)
        if opens:
            return {"msg": cipher.decrypt(tag + text, strings).hex()}
        sealed = cipher.encrypt(text, strings)
        return {"ct": sealed[16:].hex(), "tag": sealed[:16].hex()}
    if algorithm == "aes-ccm":
        cipher = aead.AESCCM(key, size)
    elif algorithm in ("aes-gcm", "aes-gcm-siv", "chacha20-poly1305"):
        if size != 16:
            raise Refused("a tag of another length than 16 bytes")
        kinds = {"aes-gcm": aead.AESGCM, "aes-gcm-siv": aead.AESGCMSIV, "chacha20-poly1305": aead.ChaCha20Poly1305}
        cipher = kinds[algorithm](key)
    else:
        raise Unsupported(f"no {algorithm}")
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
    iv = inputs.bytes("iv")
    kinds = {"aes-cbc": modes.CBC, "aes-ctr": modes.CTR, "aes-xts": modes.XTS}
    if algorithm == "aes-ecb":
        mode = modes.ECB()
    elif algorithm in kinds:
        mode = kinds[algorithm](iv)
    else:
        raise Unsupported(f"no {algorithm}")
    cipher = Cipher(algorithms.AES(key), mode)
    pads = "padding" in inputs and inputs["padding"] == "pkcs7"
    if not decrypts:
        if pads:
            padder = padding.PKCS7(128).padder()
            text = padder.update(text) + padder.finalize()
        context = cipher.encryptor()
        return {name: (context.update(text) + context.finalize()).hex()}
    context = cipher.decryptor()
    text = context.update(text) + context.finalize()
    if pads:
        unpadder = padding.PKCS7(128).unpadder()
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
        name = algorithm[5:].replace("/", "_").replace("sha3-", "sha3_")
        if name not in hashlib.algorithms_available:
            raise Unsupported(f"no hash function {name}")
        return hmac.new(key, message, name).digest()
    raise Unsupported(f"no {algorithm}")


def public_key(inputs):
    return serialization.load_der_public_key(inputs.bytes("publicKey"))


def private_key(inputs):
    return serialization.load_der_private_key(inputs.bytes("privateKey"), None)


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
    elif algorithm in ("rsa-pkcs1", "rsa-pss"):
        public_key(inputs).verify(
            signature, message, signature_padding(algorithm, inputs), hash_of(inputs["hash"]))
    else:
        raise Unsupported(f"no {algorithm}")
    return {}


def agree(algorithm, inputs):
    kinds = {
        "x25519": (x25519.X25519PrivateKey, x25519.X25519PublicKey), "x448": (x448.X448PrivateKey, x448.X448PublicKey)
    }
    if inputs["encoding"] != "raw" or algorithm not in kinds:
        raise Unsupported(f"no {algorithm} with keys in {inputs['encoding']}")
    private, public = kinds[algorithm]
    key = private.from_private_bytes(inputs.bytes("private"))
    return {"shared": key.exchange(public.from_public_bytes(inputs.bytes("public"))).hex()}


def answer(operation, algorithm, inputs):
    if operation in ("seal", "open"):
        return seal(algorithm, inputs, operation == "open")
    if operation in ("encrypt", "decrypt"):
        return encrypt(algorithm, inputs, operation == "decrypt")
    if operation == "mac":
        return {"tag": mac(algorithm, inputs)[:inputs["tagByteCount"]].hex()}
    if operation == "verify-mac":
        tag = inputs.bytes("tag")
        if not tag or not hmac.compare_digest(mac(algorithm, inputs)[:len(tag)], tag):
            raise Refused("the code does not fit")
        return {}
    if operation == "hash":
        context = hashes.Hash(hash_of(algorithm))
        context.update(inputs.bytes("msg"))
        return {"digest": context.finalize().hex()}
    if operation == "hkdf":
        kdf = HKDF(hash_of(algorithm), inputs["outputByteCount"], inputs.bytes("salt"), inputs.bytes("info"))
        return {"key": kdf.derive(inputs.bytes("ikm")).hex()}
    if operation == "pbkdf2":
        name = hash_of(algorithm).name
        key = hashlib.pbkdf2_hmac(
            name, inputs.bytes("password"), inputs.bytes("salt"), inputs["iterations"], inputs["outputByteCount"])
        return {"key": key.hex()}
    if operation == "verify":
        return verify(algorithm, inputs)
    if operation == "sign" and algorithm == "rsa-pkcs1":
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
        return read_public_key(inputs.bytes("file"))
    if operation == "read-private-key":
        return read_private_key(inputs.bytes("file"))
    raise Unsupported(f"no operation {operation}")


def number(value):
    return value.to_bytes((value.bit_length() + 7) // 8, "big").hex()


def read_public_key(data):
    if data.startswith(b"{"):
        raise Unsupported("no keys in JSON")
    load = serialization.load_pem_public_key if data.startswith(b"-----") else serialization.load_der_public_key
    key = load(data)
    if isinstance(key, rsa.RSAPublicKey):
        return {"n": number(key.public_numbers().n), "e": number(key.public_numbers().e)}
    return {"point": key.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw).hex()}


def read_private_key(data):
    if data.startswith(b"{"):
        raise Unsupported("no keys in JSON")
    load = serialization.load_pem_private_key if data.startswith(b"-----") else serialization.load_der_private_key
    numbers = load(data, None).private_numbers()
    return {"n": number(numbers.public_numbers.n), "e": number(numbers.public_numbers.e), "d": number(numbers.d)}


def main():
    for line in sys.stdin:
        question = json.loads(line)
        reply = {"id": question["id"]}
        try:
            reply["outputs"] = answer(question["operation"], question["algorithm"], Inputs(question["inputs"]))
        except Unsupported as error:
            reply["unsupported"] = str(error)
        except (Refused, InvalidTag, InvalidSignature, keywrap.InvalidUnwrap, ValueError, TypeError, OverflowError) as error:
            reply["refused"] = str(error) or type(error).__name__
        except Exception as error:  # cryptography's own UnsupportedAlgorithm, which moves between versions
            kind = "unsupported" if type(error).__name__ == "UnsupportedAlgorithm" else "refused"
            reply[kind] = str(error) or type(error).__name__
        print(json.dumps(reply), flush=True)


main()
