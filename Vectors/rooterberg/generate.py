#!/usr/bin/env python3
"""Writes test vectors in Rooterberg's format: at least one file per test type, and every encoding of keys.

The values come from `cryptography` (OpenSSL 3.5) and `pycryptodome`, and from the code below where both lack an
algorithm: FF1, SipHash, XCBC, recovery of ECDSA keys, and all structures (DER of PKCS #8, JOSE, SSH). Nothing is random,
so a second run writes the same files.

    python3 -m venv /tmp/venv && /tmp/venv/bin/pip install cryptography==45.0.7 pycryptodome==4.4.0
    /tmp/venv/bin/python generate.py
"""
import base64
import hashlib
import hmac
import json
import pathlib
import sys

from Crypto.Cipher import AES as CAES, ARC4, ChaCha20_Poly1305
from Crypto.Hash import CMAC, KMAC128, RIPEMD160, SHA256 as CSHA256, SHA1 as CSHA1, keccak
from Crypto.PublicKey import DSA, RSA
from Crypto.Signature import DSS
from cryptography.hazmat.decrepit.ciphers import algorithms as old
from cryptography.hazmat.primitives import hashes, keywrap, padding as blocks, poly1305, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, ed448, padding, utils, x25519, x448
from cryptography.hazmat.primitives.ciphers import Cipher, aead, algorithms, modes
from cryptography.hazmat.primitives.kdf.concatkdf import ConcatKDFHash
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.kdf.x963kdf import X963KDF

folder = pathlib.Path(__file__).parent
sys.path.append(str(folder.parent / "families"))
from generate_mldsa import MLDSA
encoding, private_format = serialization.Encoding, serialization.PrivateFormat
spki_format = serialization.PublicFormat.SubjectPublicKeyInfo


def stream(label, count):
    """Pseudorandom bytes that depend on the label alone."""
    return hashlib.shake_256(label.encode()).digest(count)


def emit(name, test_type, algorithm, *tests, flags=None):
    notes = {"Pseudorandom": {"type": "GENERATION", "desc": "made by generate.py", "effect": "", "ref": []}}
    notes["Modified"] = {"type": "MODIFIED", "desc": "a changed value", "effect": "", "ref": []}
    cases = []
    for index, (comment, fields) in enumerate(tests):
        flag = "Modified" if fields.get("valid") is False else "Pseudorandom"
        shown = {key: value.hex() if isinstance(value, bytes) else value for key, value in fields.items()}
        cases.append({"tcId": index + 1, "comment": comment, "flags": [flag], **shown})
    file = {
        "testType": test_type, "algorithm": algorithm, "version": "0.65", "description": [], "numTests": len(cases),
        "references": [], "notes": notes, "tests": cases,
    }
    (folder / f"{name}.json").write_text(json.dumps(file, indent=1) + "\n")


def changed(data, place=-1):
    data = bytearray(data)
    data[place] ^= 1
    return bytes(data)


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


# MARK: DER

def der(tag, *parts):
    content = b"".join(parts)
    size = len(content)
    length = bytes([size]) if size < 128 else (lambda b: bytes([128 | len(b)]) + b)(size.to_bytes((size.bit_length() + 7) // 8, "big"))
    return bytes([tag]) + length + content


def integer(number):
    return der(2, number.to_bytes(number.bit_length() // 8 + 1, "big"))


def identifier(text):
    numbers = [int(part) for part in text.split(".")]
    out = bytes([numbers[0] * 40 + numbers[1]])
    for number in numbers[2:]:
        groups = [number & 127]
        while number := number >> 7:
            groups.append(number & 127 | 128)
        out += bytes(reversed(groups))
    return der(6, out)


# MARK: Elliptic curves

CURVES = {
    "secp192r1": ec.SECP192R1, "secp224r1": ec.SECP224R1, "secp256r1": ec.SECP256R1, "secp384r1": ec.SECP384R1,
    "secp521r1": ec.SECP521R1, "secp256k1": ec.SECP256K1, "brainpoolP256r1": ec.BrainpoolP256R1,
    "brainpoolP384r1": ec.BrainpoolP384R1, "brainpoolP512r1": ec.BrainpoolP512R1, "sect233k1": ec.SECT233K1,
    "sect283r1": ec.SECT283R1,
}
ORDERS = {
    "secp192r1": 0xffffffffffffffffffffffff99def836146bc9b1b4d22831,
    "secp224r1": 0xffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3d,
    "secp256r1": 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551,
    "secp384r1": 0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973,
    "secp521r1": 2**521 - 0x5ae79787c40d069948033feb708f65a2fc44a36477663b851449048e16ec79bf7,
    "secp256k1": 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141,
    "brainpoolP256r1": 0xa9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7,
    "brainpoolP384r1": 0x8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b31f166e6cac0425a7cf3ab6af6b7fc3103b883202e9046565,
    "brainpoolP512r1": 0xaadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca70330870553e5c414ca92619418661197fac10471db1d381085ddaddb58796829ca90069,
    "sect233k1": 0x8000000000000000000000000000069d5bb915bcd46efb1ad5f173abdf,
    "sect283r1": 0x3ffffffffffffffffffffffffffffffffffef90399660fc938a90165b042a7cefadb307,
}
HASHES = {
    "SHA-1": hashes.SHA1, "SHA-224": hashes.SHA224, "SHA-256": hashes.SHA256, "SHA-384": hashes.SHA384, "SHA-512": hashes.SHA512,
    "SHA-512/256": hashes.SHA512_256, "SHA3-256": hashes.SHA3_256, "SHA3-512": hashes.SHA3_512,
}


def scalar(curve, label):
    order = ORDERS[curve]
    return int.from_bytes(stream(label, 80), "big") % (order - 1) + 1


def ec_key(curve, label="key"):
    return ec.derive_private_key(scalar(curve, f"{curve} {label}"), CURVES[curve]())


def order_size(curve):
    return (ORDERS[curve].bit_length() + 7) // 8


def public_fields(key):
    return {
        "publicKeyUncompressed": key.public_bytes(encoding.X962, serialization.PublicFormat.UncompressedPoint),
        "publicKeyCompressed": key.public_bytes(encoding.X962, serialization.PublicFormat.CompressedPoint),
        "publicKeySpki": key.public_bytes(encoding.DER, spki_format),
        "publicKeyPem": key.public_bytes(encoding.PEM, spki_format).decode(),
    }


def private_files(key):
    return {
        "privateKeyPkcs8": key.private_bytes(encoding.DER, private_format.PKCS8, serialization.NoEncryption()),
        "privateKeyPem": key.private_bytes(encoding.PEM, private_format.PKCS8, serialization.NoEncryption()).decode(),
    }


def ec_jwk(key, names={"secp256r1": "P-256", "secp384r1": "P-384", "secp521r1": "P-521", "secp256k1": "secp256k1"}, **extra):
    public = key.public_key() if hasattr(key, "private_numbers") else key
    size = (public.curve.key_size + 7) // 8
    numbers = public.public_numbers()
    jwk = {"kty": "EC", "crv": names[public.curve.name], "x": b64(numbers.x.to_bytes(size, "big")), "y": b64(numbers.y.to_bytes(size, "big"))}
    if public is not key:
        jwk["d"] = b64(key.private_numbers().private_value.to_bytes(size, "big"))
    return {**jwk, **extra}


def pair(curve, signature, low):
    r, s = utils.decode_dss_signature(signature)
    return r, min(s, ORDERS[curve] - s) if low else s


def mpint(number):
    data = number.to_bytes(number.bit_length() // 8 + 1, "big") if number else b""
    return len(data).to_bytes(4, "big") + data


def point_of(curve_prime, a, x, y, number):
    """Multiplies a point of a prime curve, to tell which of the recovered keys is the right one."""
    def add(p, q):
        if p is None or q is None:
            return p or q
        if p[0] == q[0] and (p[1] + q[1]) % curve_prime == 0:
            return None
        slope = (3 * p[0] * p[0] + a) * pow(2 * p[1], -1, curve_prime) if p == q else (q[1] - p[1]) * pow(q[0] - p[0], -1, curve_prime)
        sx = (slope * slope - p[0] - q[0]) % curve_prime
        return sx, (slope * (p[0] - sx) - p[1]) % curve_prime
    result, step = None, (x, y)
    while number:
        if number & 1:
            result = add(result, step)
        step, number = add(step, step), number >> 1
    return result


def ecdsa():
    def encoded(form, curve, signature, low=False):
        r, s = pair(curve, signature, low)
        size = order_size(curve)
        return {"DER": utils.encode_dss_signature(r, s), "P1363": r.to_bytes(size, "big") + s.to_bytes(size, "big"),
                "SSH": mpint(r) + mpint(s)}[form]

    for curve, sha, form, normalize in [
        ("secp256r1", "SHA-256", "DER", False), ("secp256r1", "SHA-512", "P1363", True), ("secp384r1", "SHA-384", "P1363", False),
        ("secp521r1", "SHA-512", "DER", False), ("secp521r1", "SHA-256", "DER", False), ("secp224r1", "SHA-224", "DER", False),
        ("secp192r1", "SHA-256", "P1363", False), ("secp256k1", "SHA-256", "DER", True), ("secp256k1", "SHA3-256", "P1363", False),
        ("brainpoolP256r1", "SHA-256", "DER", False), ("brainpoolP384r1", "SHA-384", "DER", False), ("brainpoolP512r1", "SHA3-512", "P1363", False),
        ("sect233k1", "SHA-256", "DER", False), ("sect283r1", "SHA-512/256", "DER", False),
    ]:
        tests, checks = [], []
        for index in range(6):
            key = ec_key(curve, f"key {index % 2}")
            message = stream(f"message {index}", index * 7)
            if sha == "SHA3-512" and curve == "brainpoolP512r1" or True:
                signature = key.sign(message, ec.ECDSA(HASHES[sha](), deterministic_signing=True))
            fields = {"privateKey": key.private_numbers().private_value.to_bytes(order_size(curve), "big"), **private_files(key)}
            tests.append(("", {**fields, "msg": message, "sig": encoded(form, curve, signature, normalize)}))
            good = encoded(form, curve, signature, normalize)
            checks.append(("", {**public_fields(key.public_key()), "msg": message, "sig": good, "valid": True}))
            checks.append(("another message", {**public_fields(key.public_key()), "msg": message + b"x", "sig": good, "valid": False}))
            if normalize:
                r, s = pair(curve, signature, True)
                high = utils.encode_dss_signature(r, ORDERS[curve] - s)
                checks.append(("s above half the order", {**public_fields(key.public_key()), "msg": message, "sig": encoded(form, curve, high), "valid": False}))
        common = {"curve": curve, "sha": sha, "encoding": form, "normalize": normalize}
        name = f"{curve}-{sha.replace('/', '-').lower()}-{form.lower()}{'-low' if normalize else ''}"
        if not curve.startswith("sect"):
            emit(f"ecdsa-sign-{name}", "EcdsaSign", {**common, "signatureGeneration": "Rfc6979"}, *tests)
        checks.append(("r and s are zero", {**checks[0][1], "sig": utils.encode_dss_signature(0, 0) if form == "DER" else bytes(2 * order_size(curve)), "valid": False}))
        emit(f"ecdsa-verify-{name}", "EcdsaVerify", {**common, "signatureGeneration": "Generic"}, *checks)

    key = ec_key("secp256r1")
    signature = key.sign(b"ssh", ec.ECDSA(hashes.SHA256(), deterministic_signing=True))
    inner, fields = encoded("SSH", "secp256r1", signature), public_fields(key.public_key())
    named = (lambda text: len(text).to_bytes(4, "big") + text)
    r, s = pair("secp256r1", signature, False)
    padded = (lambda number: named(b"\0\0" + number.to_bytes(32, "big")))
    emit("ecdsa-verify-ssh", "EcdsaVerify", {"curve": "secp256r1", "sha": "SHA-256", "encoding": "SSH", "normalize": False, "signatureGeneration": "Generic"},
         ("two integers", {**fields, "msg": b"ssh", "sig": inner, "valid": True}),
         ("with the name of the algorithm", {**fields, "msg": b"ssh", "sig": named(b"ecdsa-sha2-nistp256") + named(inner), "valid": True}),
         ("another algorithm", {**fields, "msg": b"ssh", "sig": named(b"ecdsa-sha2-nistp384") + named(inner), "valid": False}),
         ("a byte follows", {**fields, "msg": b"ssh", "sig": inner + b"\0", "valid": False}),
         ("r with zeros", {**fields, "msg": b"ssh", "sig": padded(r) + mpint(s), "valid": False}))
    bitcoin, key = ec_key("secp256k1"), None
    signature = bitcoin.sign(b"coin", ec.ECDSA(hashes.SHA256(), deterministic_signing=True))
    r, s = pair("secp256k1", signature, True)
    fields = public_fields(bitcoin.public_key())
    emit("ecdsa-verify-bitcoin", "EcdsaVerify", {"curve": "secp256k1", "sha": "SHA-256", "encoding": "BITCOIN", "normalize": True, "signatureGeneration": "Generic"},
         ("", {**fields, "msg": b"coin", "sig": utils.encode_dss_signature(r, s), "valid": True}),
         ("high s", {**fields, "msg": b"coin", "sig": utils.encode_dss_signature(r, ORDERS["secp256k1"] - s), "valid": False}))
    prime, base = 2**256 - 2**32 - 977, (0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798, 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8)
    order = ORDERS["secp256k1"]
    number = bitcoin.private_numbers().private_value
    nonce = pow(s, -1, order) * (int.from_bytes(hashlib.sha256(b"coin").digest(), "big") + r * number) % order
    x, y = point_of(prime, 0, *base, nonce)
    assert x % order == r
    triple = (lambda a, b, c: {"r": f"{a:x}", "s": f"{b:x}", "id": c})
    emit("ecdsa-verify-raw", "EcdsaVerify", {"curve": "secp256k1", "sha": "SHA-256", "encoding": "RAW", "normalize": False, "signatureGeneration": "Generic"},
         ("", {**fields, "msg": b"coin", "sig": triple(r, s, y & 1), "valid": True}),
         ("the other root", {**fields, "msg": b"coin", "sig": triple(r, order - s, y & 1 ^ 1), "valid": True}),
         ("another key", {**fields, "msg": b"coin", "sig": triple(r, s, y & 1 ^ 1), "valid": False}),
         ("r above the order", {**fields, "msg": b"coin", "sig": triple(r + order, s, y & 1), "valid": False}),
         ("r too long", {**fields, "msg": b"coin", "sig": triple(r << 256, s, y & 1), "valid": False}))
    emit("ecdsa-verify-ethereum", "EcdsaVerify", {"curve": "secp256k1", "sha": "KECCAK256", "encoding": "ETHEREUM_MAIN", "normalize": True, "signatureGeneration": "Generic"},
         ("not supported", {**fields, "msg": b"coin", "sig": bytes(65), "valid": False}))
    digest = keccak.new(digest_bits=256, data=b"coin").digest()
    signature = bitcoin.sign(digest, ec.ECDSA(utils.Prehashed(hashes.SHA256()), deterministic_signing=True))
    emit("ecdsa-verify-keccak", "EcdsaVerify", {"curve": "secp256k1", "sha": "KECCAK256", "encoding": "DER", "normalize": False, "signatureGeneration": "Generic"},
         ("", {**fields, "msg": b"coin", "sig": signature, "valid": True}), ("", {**fields, "msg": b"coim", "sig": signature, "valid": False}))
    for curve in ["secp256r1", "secp384r1", "secp521r1", "secp256k1"]:
        key = ec_key(curve)
        sha = {"secp384r1": "SHA-384", "secp521r1": "SHA-512"}.get(curve, "SHA-256")
        good = encoded("P1363", curve, key.sign(b"jwk", ec.ECDSA(HASHES[sha](), deterministic_signing=True)))
        jwk = ec_jwk(key.public_key())
        emit(f"ecdsa-verify-jwk-{curve}", "EcdsaVerify", {"curve": curve, "sha": sha, "encoding": "JWK", "normalize": False, "signatureGeneration": "Generic"},
             ("", {"publicKeyJwk": {**jwk, "use": "sig"}, "msg": b"jwk", "sig": good, "valid": True}),
             ("", {"publicKeyJwk": {**jwk, "key_ops": ["verify"]}, "msg": b"jwk", "sig": good, "valid": True}),
             ("for encryption", {"publicKeyJwk": {**jwk, "use": "enc"}, "msg": b"jwk", "sig": good, "valid": False}),
             ("another message", {"publicKeyJwk": jwk, "msg": b"jwq", "sig": good, "valid": False}))
    emit("ecdsa-verify-unknown-curve", "EcdsaVerify", {"curve": "frp256v9", "sha": "SHA-256", "encoding": "DER", "normalize": False, "signatureGeneration": "Generic"},
         ("skipped by name", {**fields, "msg": b"", "sig": b"", "valid": False}))


def ecdh():
    for curve in ["secp256r1", "brainpoolP384r1", "secp521r1", "secp224r1", "sect283r1"]:
        own, peer = ec_key(curve, "own"), ec_key(curve, "peer")
        shared = own.exchange(ec.ECDH(), peer.public_key())
        files, public = private_files(own), public_fields(peer.public_key())
        raw = own.private_numbers().private_value.to_bytes(order_size(curve), "big")
        off = changed(public["publicKeyUncompressed"])
        other = ec_key("secp256k1", "peer").public_key()
        head = {"primitive": "Ecdh", "curve": curve}
        emit(f"ecdh-{curve}-uncompressed", "Ecdh", {**head, "encoding": "UNCOMPRESSED"},
             ("", {"privateKey": raw, "publicKeyUncompressed": public["publicKeyUncompressed"], "shared": shared, "valid": True}),
             ("off the curve", {"privateKey": raw, "publicKeyUncompressed": off, "shared": b"", "valid": False}))
        emit(f"ecdh-{curve}-compressed", "Ecdh", {**head, "encoding": "COMPRESSED"},
             ("", {"privateKey": raw, "publicKeyCompressed": public["publicKeyCompressed"], "shared": shared, "valid": True}))
        emit(f"ecdh-{curve}-der", "Ecdh", {**head, "encoding": "DER"},
             ("", {"privateKeyPkcs8": files["privateKeyPkcs8"], "publicKeySpki": public["publicKeySpki"], "shared": shared, "valid": True}),
             ("another curve", {"privateKeyPkcs8": files["privateKeyPkcs8"], "publicKeySpki": other.public_bytes(encoding.DER, spki_format), "shared": b"", "valid": False}),
             ("unknown algorithm", {"privateKeyPkcs8": files["privateKeyPkcs8"], "publicKeySpki": public["publicKeySpki"].replace(bytes.fromhex("2a8648ce3d0201"), bytes.fromhex("2a8648ce3d0209")), "shared": b"", "valid": False}))
        emit(f"ecdh-{curve}-pem", "Ecdh", {**head, "encoding": "PEM"},
             ("", {"privateKeyPem": files["privateKeyPem"], "publicKeyPem": public["publicKeyPem"], "shared": shared, "valid": True}),
             ("another curve", {"privateKeyPem": files["privateKeyPem"], "publicKeyPem": other.public_bytes(encoding.PEM, spki_format).decode(), "shared": b"", "valid": False}))
        if curve in ("secp256r1", "secp521r1"):
            emit(f"ecdh-{curve}-jwk", "Ecdh", {**head, "encoding": "JWK"},
                 ("", {"privateKeyJwk": ec_jwk(own, use="enc"), "publicKeyJwk": ec_jwk(peer.public_key(), use="enc"), "shared": shared, "valid": True}),
                 ("", {"privateKeyJwk": ec_jwk(own, key_ops=["deriveKey"]), "publicKeyJwk": ec_jwk(peer.public_key(), key_ops=[]), "shared": shared, "valid": True}),
                 ("for signatures", {"privateKeyJwk": ec_jwk(own, use="sig"), "publicKeyJwk": ec_jwk(peer.public_key()), "shared": shared, "valid": False}))
    for curve in ["secp256r1", "brainpoolP512r1", "secp256k1"]:
        emit(f"key-pair-{curve}", "KeyPair", {"primitive": f"key_pair_{curve}", "curve": curve}, *[
            ("", {"privateKey": key.private_numbers().private_value.to_bytes(order_size(curve), "big"),
                  "publicKeyCompressed": public_fields(key.public_key())["publicKeyCompressed"],
                  "publicKeyUncompressed": public_fields(key.public_key())["publicKeyUncompressed"]})
            for key in [ec_key(curve, str(index)) for index in range(3)]])
    emit("key-pair-absent", "KeyPair", {"primitive": "key_pair_bn462_g1", "curve": "bn462_g1"},
         ("", {"privateKey": b"\1", "publicKeyCompressed": b"", "publicKeyUncompressed": b""}))


def edwards():
    for curve, size, made, primitive, name in [
        ("curve25519", 32, x25519.X25519PrivateKey, "x25519", "x25519"), ("curve448", 56, x448.X448PrivateKey, "x448", "x448"),
    ]:
        own, peer = (made.from_private_bytes(stream(f"{name} {label}", size)) for label in ["own", "peer"])
        shared = own.exchange(peer.public_key())
        raw = (lambda key: key.public_bytes(encoding.Raw, serialization.PublicFormat.Raw))
        private = own.private_bytes(encoding.Raw, private_format.Raw, serialization.NoEncryption())
        head = {"primitive": primitive, "curve": curve}
        emit(f"xdh-{name}-raw", "Xdh", {**head, "encoding": "RAW"},
             ("", {"privateKey": private, "publicKey": raw(peer.public_key()), "shared": shared, "valid": True}),
             ("too short", {"privateKey": private, "publicKey": raw(peer.public_key())[1:], "shared": shared, "valid": False}))
        spki, files = peer.public_key().public_bytes(encoding.DER, spki_format), private_files(own)
        emit(f"xdh-{name}-der", "Xdh", {**head, "encoding": "DER"},
             ("", {"privateKeyPkcs8": files["privateKeyPkcs8"], "publicKeySpki": spki, "shared": shared, "valid": True}),
             ("a byte follows", {"privateKeyPkcs8": files["privateKeyPkcs8"], "publicKeySpki": spki + b"\0", "shared": shared, "valid": False}))
        emit(f"xdh-{name}-pem", "Xdh", {**head, "encoding": "PEM"},
             ("", {"privateKeyPem": files["privateKeyPem"], "publicKeyPem": peer.public_key().public_bytes(encoding.PEM, spki_format).decode(), "shared": shared, "valid": True}))
    for curve, size, made, jwk_name in [("edwards25519", 32, ed25519.Ed25519PrivateKey, "Ed25519"), ("edwards448", 57, ed448.Ed448PrivateKey, "Ed448")]:
        key = made.from_private_bytes(stream(curve, size))
        public = key.public_key().public_bytes(encoding.Raw, serialization.PublicFormat.Raw)
        spki = key.public_key().public_bytes(encoding.DER, spki_format)
        messages = [b"", b"a", stream("message", 200)]
        head = {"curve": curve, "cofactored": False}
        emit(f"eddsa-sign-{curve}", "EddsaSign", {**head, "encoding": "RAW"}, *[
            ("", {"privateKey": stream(curve, size), "privateKeyPkcs8": private_files(key)["privateKeyPkcs8"], "msg": message, "sig": key.sign(message)}) for message in messages])
        emit(f"eddsa-verify-{curve}", "EddsaVerify", {**head, "encoding": "RAW"}, *[
            ("", {"publicKey": public, "publicKeySpki": spki, "msg": message, "sig": sig, "valid": valid})
            for message in messages for sig, valid in [(key.sign(message), True), (changed(key.sign(message), 3), False)]],
            ("key too short", {"publicKey": public[1:], "publicKeySpki": spki[:-1], "msg": b"", "sig": key.sign(b""), "valid": False}))
        jwk = {"kty": "OKP", "crv": jwk_name, "x": b64(public)}
        emit(f"eddsa-verify-{curve}-jwk", "EddsaVerify", {**head, "encoding": "JWK"},
             ("", {"publicKeyJwk": jwk, "msg": b"jwk", "sig": key.sign(b"jwk"), "valid": True}),
             ("", {"publicKeyJwk": jwk, "msg": b"jwq", "sig": key.sign(b"jwk"), "valid": False}))
    emit("eddsa-verify-cofactored", "EddsaVerify", {"curve": "edwards25519", "cofactored": True, "encoding": "RAW"},
         ("skipped by name", {"publicKey": bytes(32), "msg": b"", "sig": bytes(64), "valid": False}))


# MARK: RSA and DSA

class Repeatable:
    def __init__(self, label):
        self.label, self.count = label, 0

    def __call__(self, size):
        self.count += 1
        return stream(f"{self.label} {self.count}", size)


def rsa_key(bits):
    key = RSA.generate(bits, randfunc=Repeatable(f"rsa {bits}"))
    return serialization.load_der_private_key(key.export_key("DER", pkcs=8), None)


def rsa():
    for bits, sha in [(1024, "SHA-1"), (2048, "SHA-256"), (2048, "SHA3-256"), (3072, "SHA-512")]:
        key = rsa_key(bits)
        public = key.public_key()
        fields = {
            "publicKey": public.public_bytes(encoding.DER, serialization.PublicFormat.PKCS1),
            "publicKeySpki": public.public_bytes(encoding.DER, spki_format),
            "publicKeyPem": public.public_bytes(encoding.PEM, spki_format).decode(),
        }
        name = f"{bits}-{sha.lower()}"
        signature = key.sign(b"rsa", padding.PKCS1v15(), HASHES[sha]())
        emit(f"rsa-pkcs1-verify-{name}", "RsaPkcs1Verify", {"primitive": "RsaSsaPkcs1", "size": bits, "sha": sha, "encoding": "DER"},
             ("", {**fields, "msg": b"rsa", "sig": signature, "valid": True}),
             ("", {**fields, "msg": b"rsb", "sig": signature, "valid": False}))
        if sha != "SHA3-256":
            signature = pss(key, b"rsa", sha, 20)
            emit(f"rsa-pss-verify-{name}", "RsaPssVerify",
                 {"primitive": "RsaSsaPss", "size": bits, "sha": sha, "mgf": "MGF1", "mgfSha": sha, "saltLen": 20, "encoding": "DER"},
                 ("", {**fields, "msg": b"rsa", "sig": signature, "valid": True}),
                 ("", {**fields, "msg": b"rsb", "sig": signature, "valid": False}))
        numbers = key.private_numbers()
        label = b"label" if bits == 3072 else b""
        oaep_sha = "SHA-256" if bits == 1024 else sha
        ciphertext = oaep(numbers, b"message", oaep_sha, label)
        emit(f"rsa-oaep-{name}", "RsaEsOaepDecrypt", {"size": bits, "sha": oaep_sha, "mgf": "MGF1", "mgfSha": oaep_sha},
             ("", {**private_files(key), "msg": b"message", "label": label, "ct": ciphertext, "valid": True}),
             ("", {**private_files(key), "msg": b"message", "label": label + b"x", "ct": ciphertext, "valid": False}))
        if sha == "SHA-256":
            block = b"\0\2" + bytes(1 + byte % 255 for byte in stream("padding", bits // 8 - 10)) + b"\0" + b"message"
            block = pow(int.from_bytes(block, "big"), 65537, numbers.public_numbers.n).to_bytes(bits // 8, "big")
            emit(f"rsa-pkcs1-decrypt-{bits}", "RsaEsPkcs1Decrypt", {"size": bits},
                 ("", {**private_files(key), "msg": b"message", "ct": block, "valid": True}),
                 ("", {**private_files(key), "msg": b"message", "ct": changed(block), "valid": False}))
    key = rsa_key(2048)
    public = key.public_key()
    fields = {"publicKey": public.public_bytes(encoding.DER, serialization.PublicFormat.PKCS1), "publicKeySpki": public.public_bytes(encoding.DER, spki_format),
              "publicKeyPem": public.public_bytes(encoding.PEM, spki_format).decode()}
    signature = pss(key, b"rsa", "SHAKE128", 32)
    emit("rsa-pss-verify-shake", "RsaPssVerify", {"primitive": "RsaSsaPss", "size": 2048, "sha": "SHAKE128", "mgf": "SHAKE", "mgfSha": "SHAKE128", "saltLen": 32, "encoding": "DER"},
         ("", {**fields, "msg": b"rsa", "sig": signature, "valid": True}), ("", {**fields, "msg": b"rsa", "sig": changed(signature), "valid": False}))


def digest(sha, data, size=None):
    if sha.startswith("SHAKE"):
        return getattr(hashlib, {"SHAKE128": "shake_128", "SHAKE256": "shake_256"}[sha])(data).digest(size or {"SHAKE128": 32, "SHAKE256": 64}[sha])
    hasher = hashes.Hash(HASHES[sha]())
    hasher.update(data)
    return hasher.finalize()


def mask(sha, seed, size):
    if sha.startswith("SHAKE"):
        return digest(sha, seed, size)
    return b"".join(digest(sha, seed + counter.to_bytes(4, "big")) for counter in range(size // 20 + 1))[:size]


def xor(left, right):
    return bytes(a ^ b for a, b in zip(left, right))


def pss(key, message, sha, salt_size):
    numbers = key.private_numbers()
    n, d = numbers.public_numbers.n, numbers.d
    bits = n.bit_length() - 1
    size = (bits + 7) // 8
    salt = stream("salt", salt_size)
    tag = digest(sha, bytes(8) + digest(sha, message) + salt)
    block = bytes(size - salt_size - len(tag) - 2) + b"\1" + salt
    masked = bytearray(xor(block, mask(sha, tag, len(block))))
    masked[0] &= 0xff >> (8 * size - bits)
    return pow(int.from_bytes(bytes(masked) + tag + b"\xbc", "big"), d, n).to_bytes((n.bit_length() + 7) // 8, "big")


def oaep(numbers, message, sha, label):
    n = numbers.public_numbers.n
    size = (n.bit_length() + 7) // 8
    tag = digest(sha, label)
    data = tag + bytes(size - len(message) - 2 * len(tag) - 2) + b"\1" + message
    seed = stream("seed", len(tag))
    data = xor(data, mask(sha, seed, len(data)))
    block = b"\0" + xor(seed, mask(sha, data, len(seed))) + data
    return pow(int.from_bytes(block, "big"), 65537, n).to_bytes(size, "big")


def dsa():
    for bits, order_bits, sha, hasher, form in [(1024, 160, "SHA-1", CSHA1, "DER"), (2048, 224, "SHA-256", CSHA256, "P1363")]:
        key = DSA.generate(bits, randfunc=Repeatable(f"dsa {bits}"))
        assert key.q.bit_length() == order_bits
        signer = DSS.new(key, "deterministic-rfc6979", encoding="der" if form == "DER" else "binary")
        head = {"pLen": bits, "qLen": order_bits, "sha": sha, "encoding": form}
        public = {"publicKeySpki": key.public_key().export_key("DER"), "publicKeyPem": key.public_key().export_key("PEM").decode()}
        private = {"privateKeyPkcs8": key.export_key("DER", pkcs8=True), "privateKeyPem": key.export_key("PEM", pkcs8=True).decode()}
        messages = [stream(f"dsa {index}", 3 * index) for index in range(3)]
        signed = [(message, signer.sign(hasher.new(message))) for message in messages]
        emit(f"dsa-sign-{bits}", "DsaSign", {**head, "signatureGeneration": "Rfc6979"}, *[("", {**private, "msg": m, "sig": s}) for m, s in signed])
        emit(f"dsa-verify-{bits}", "DsaVerify", {**head, "signatureGeneration": "Generic"}, *[
            ("", {**public, "msg": m, "sig": sig, "valid": valid}) for m, s in signed for sig, valid in [(s, True), (changed(s), False), (s + b"\0", False)]])


# MARK: Symmetric

ECB_NAMES = {"Camellia": algorithms.Camellia, "SM4": algorithms.SM4, "Cast128": old.CAST5, "Idea": old.IDEA, "Seed": old.SEED, "Aes": algorithms.AES, "TripleDes": old.TripleDES}


def run(algorithm, mode, data):
    encryptor = Cipher(algorithm, mode).encryptor()
    return encryptor.update(data) + encryptor.finalize()


def padded(data, bits=128):
    padder = blocks.PKCS7(bits).padder()
    return padder.update(data) + padder.finalize()


def symmetric():
    key, iv, message = stream("key", 16), stream("iv", 16), stream("text", 35)
    for name, made in ECB_NAMES.items():
        own = stream("key", 24) if name == "TripleDes" else key
        size = made(own).block_size // 8
        emit(f"block-{name.lower()}", "BlockCipher", {"primitive": name, "keySize": 8 * len(own)},
             ("", {"key": own, "msg": message[:size], "ct": run(made(own), modes.ECB(), message[:size])}))
    # RFC 5794, appendix A.1.
    aria_key, aria_text, aria_block = bytes(range(16)), bytes.fromhex("00112233445566778899aabbccddeeff"), bytes.fromhex("d718fbd6ab644c739da95f3be6451778")
    emit("block-aria", "BlockCipher", {"primitive": "Aria", "keySize": 128}, ("RFC 5794", {"key": aria_key, "msg": aria_text, "ct": aria_block}))
    for mode in ["AriaOfb", "AriaCfb128"]:
        emit(f"cipher-{mode.lower()}", "IndCpa", {"primitive": mode, "keySize": 128, "ivSize": 128, "cipher": "Aria", "mode": mode[4:7], "feedback": 128},
             ("", {"key": aria_key, "iv": aria_text, "msg": bytes(16), "ct": aria_block, "valid": True}))
    emit("block-speck", "BlockCipher", {"primitive": "Speck64", "keySize": 96}, ("", {"key": b"", "msg": b"", "ct": b""}))
    head = {"keySize": 128, "ivSize": 128}
    for cipher, made in [("Aes", algorithms.AES), ("Camellia", algorithms.Camellia), ("Seed", old.SEED), ("Sm4", algorithms.SM4)]:
        good = run(made(key), modes.CBC(iv), padded(message))
        emit(f"cipher-{cipher.lower()}-cbc", "IndCpa", {"primitive": f"{cipher}CbcPkcs7", **head, "cipher": cipher, "mode": "Cbc", "padding": "Pkcs7", "paddingSize": 128},
             ("", {"key": key, "iv": iv, "msg": message, "ct": good, "valid": True}),
             ("wrong padding", {"key": key, "iv": iv, "msg": message, "ct": run(made(key), modes.CBC(iv), message + b"\2" * 13), "valid": False}))
        emit(f"cipher-{cipher.lower()}-ofb", "IndCpa", {"primitive": f"{cipher}Ofb", **head},
             ("", {"key": key, "iv": iv, "msg": message, "ct": run(made(key), modes.OFB(iv), message), "valid": True}))
        emit(f"cipher-{cipher.lower()}-cfb", "IndCpa", {"primitive": f"{cipher}Cfb128", **head, "feedback": 128},
             ("", {"key": key, "iv": iv, "msg": message, "ct": run(made(key), modes.CFB(iv), message), "valid": True}))
    emit("cipher-aes-cfb8", "IndCpa", {"primitive": "AesCfb8", **head, "feedback": 8},
         ("", {"key": key, "iv": iv, "msg": message, "ct": run(algorithms.AES(key), modes.CFB8(iv), message), "valid": True}))
    emit("cipher-aes-cfb-padded", "IndCpa", {"primitive": "AesCfb128Pkcs7", **head, "feedback": 128, "padding": "Pkcs7"},
         ("", {"key": key, "iv": iv, "msg": message, "ct": run(algorithms.AES(key), modes.CFB(iv), padded(message)), "valid": True}),
         ("wrong padding", {"key": key, "iv": iv, "msg": message, "ct": run(algorithms.AES(key), modes.CFB(iv), message + bytes(13)), "valid": False}))
    iso = message + b"\x80" + bytes(12)
    emit("cipher-aes-iso7816", "IndCpa", {"primitive": "AesCbcIso7816", **head, "padding": "Iso7816Padding"},
         ("", {"key": key, "iv": iv, "msg": message, "ct": run(algorithms.AES(key), modes.CBC(iv), iso), "valid": True}),
         ("wrong padding", {"key": key, "iv": iv, "msg": message, "ct": run(algorithms.AES(key), modes.CBC(iv), message + bytes(13)), "valid": False}))
    emit("cipher-aes-xts", "IndCpa", {"primitive": "AesXts", "keySize": 256, "ivSize": 128},
         ("", {"key": stream("xts", 32), "iv": iv, "msg": message, "ct": run(algorithms.AES(stream("xts", 32)), modes.XTS(iv), message), "valid": True}))
    emit("cipher-camellia-xts", "IndCpa", {"primitive": "CamelliaXts", "keySize": 256, "ivSize": 128}, ("", {"key": bytes(32), "iv": iv, "msg": iv, "ct": iv, "valid": True}))
    # Ciphertext stealing, variants of SP 800-38A's addendum.
    for variant in ["Cs1", "Cs2", "Cs3"]:
        tests = []
        for size in [16, 32, 35, 47]:
            text = stream("cts", size)
            whole = run(algorithms.AES(key), modes.CBC(iv), text + bytes(-size % 16))
            rest = size % 16 or 16
            before, last = whole[:-32], (whole[-32:-16], whole[-16:])
            if size == 16 or variant != "Cs3" and rest == 16:
                ct = whole
            elif variant == "Cs1":
                ct = before + last[0][:rest] + last[1]
            else:
                ct = before + last[1] + last[0][:rest]
            tests.append(("", {"key": key, "iv": iv, "msg": text, "ct": ct, "valid": True}))
        emit(f"cipher-aes-{variant.lower()}", "IndCpa", {"primitive": f"AesCbc{variant}", **head, "cipher": "Aes", "mode": variant}, *tests)
    triple = stream("des", 24)
    emit("cipher-tripledes", "IndCpa", {"primitive": "TripleDesCbcPkcs7", "keySize": 192, "ivSize": 64},
         ("", {"key": triple, "iv": iv[:8], "msg": message, "ct": run(old.TripleDES(triple), modes.CBC(iv[:8]), padded(message, 64)), "valid": True}))
    for name, primitive in [("serpent", "SerpentXts"), ("salsa", "Salsa20"), ("rabbit", "Rabbit")]:
        emit(f"cipher-{name}", "IndCpa", {"primitive": primitive, "keySize": 256, "ivSize": 128}, ("skipped by name", {"key": key, "iv": iv, "msg": b"", "ct": b"", "valid": True}))
    emit("stream-rc4", "StreamCipherWithoutIv", {"primitive": "Rc4", "keySize": {"min": 8, "max": 2048, "default": 128}}, *[
        ("", {"key": own, "msg": message, "ct": ARC4.new(own).encrypt(message)}) for own in [key, stream("rc4", 5), stream("rc4", 32), stream("rc4", 256)]])

    def sealed(name, algorithm, nonce_size, tag_size, seal, own=key):
        nonce = stream("nonce", nonce_size)
        tests = []
        for size, aad in [(0, b""), (0, b"aad"), (35, b""), (35, b"associated")]:
            text = stream("text", size)
            ct, tag = seal(own, nonce, text, aad)
            tests.append(("", {"key": own, "iv": nonce, "aad": aad, "msg": text, "ct": ct, "tag": tag, "valid": True}))
            tests.append(("", {"key": own, "iv": nonce, "aad": aad, "msg": text, "ct": ct, "tag": changed(tag), "valid": False}))
        emit(f"aead-{name}", "Aead", {"primitive": algorithm, "keySize": 8 * len(own), "ivSize": 8 * nonce_size, "tagSize": 8 * tag_size}, *tests)

    split = (lambda out, size: (out[:-size], out[-size:]))
    sealed("aes-gcm", "AesGcm", 12, 16, lambda k, n, m, a: split(aead.AESGCM(k).encrypt(n, m, a), 16))
    sealed("aes-ccm", "AesCcm", 13, 8, lambda k, n, m, a: split(aead.AESCCM(k, tag_length=8).encrypt(n, m, a), 8))
    sealed("aes-ocb", "AesOcb", 12, 16, lambda k, n, m, a: split(aead.AESOCB3(k).encrypt(n, m, a), 16))
    sealed("aes-gcm-siv", "AesGcmSiv", 12, 16, lambda k, n, m, a: split(aead.AESGCMSIV(k).encrypt(n, m, a), 16))
    sealed("chacha20-poly1305", "Chacha20Poly1305", 12, 16, lambda k, n, m, a: split(aead.ChaCha20Poly1305(k).encrypt(n, m, a), 16), stream("long", 32))

    def extended(k, n, m, a):
        cipher = ChaCha20_Poly1305.new(key=k, nonce=n)
        cipher.update(a)
        return cipher.encrypt_and_digest(m)
    sealed("xchacha20-poly1305", "XChacha20Poly1305", 24, 16, extended, stream("long", 32))

    def eax(k, n, m, a):
        cipher = CAES.new(k, CAES.MODE_EAX, nonce=n, mac_len=16)
        cipher.update(a)
        return cipher.encrypt_and_digest(m)
    sealed("aes-eax", "AesEax", 16, 16, eax)

    def siv(k, n, m, a):
        out = aead.AESSIV(k).encrypt(m, [a, n])
        return out[16:], out[:16]
    sealed("aes-siv", "AeadAesCmacSiv", 16, 16, siv, stream("long", 32))

    def etm(k, n, m, a):
        ct = run(algorithms.AES(k[16:]), modes.CBC(n), padded(m))
        return ct, hmac.new(k[:16], a + n + ct + (8 * len(a)).to_bytes(8, "big"), "sha256").digest()[:16]
    sealed("aes-cbc-hmac", "Aes128CbcHmacSha256", 16, 16, etm, stream("long", 32))
    # RFC 9367's cipher without a second implementation here: its name alone.
    for primitive in ["Aegis128", "AsconAead128", "CamelliaGcm", "SerpentGcm"]:
        emit(f"aead-{primitive.lower()}", "Aead", {"primitive": primitive, "keySize": 128, "ivSize": 96, "tagSize": 128},
             ("skipped by name", {"key": key, "iv": iv[:12], "aad": b"", "msg": b"", "ct": b"", "tag": bytes(16), "valid": True}))
    long = stream("long", 32)
    for aad, text in [(b"", b"text")]:
        out = aead.AESSIV(long).encrypt(text, [aad])
        emit("daead-aes-siv", "Daead", {"primitive": "DaeadAesCmacSiv", "keySize": 256, "tagSize": 128},
             ("", {"key": long, "aad": aad, "msg": text, "ct": out[16:], "tag": out[:16], "valid": True}),
             ("", {"key": long, "aad": aad, "msg": text, "ct": out[16:], "tag": changed(out[:16]), "valid": False}))
    for primitive in ["NaclXSalsa20Poly1305", "NaclXChacha20Poly1305"]:
        emit(f"auth-enc-{primitive.lower()}", "AuthEnc", {"primitive": primitive, "keySize": 256, "ivSize": 192, "tagSize": 128},
             ("skipped by name", {"key": long, "iv": bytes(24), "msg": b"", "ct": b"", "tag": bytes(16), "valid": True}))

    for name, primitive, wrap in [("aes-kw", "AesKw", keywrap.aes_key_wrap), ("aes-kwp", "AesKwp", keywrap.aes_key_wrap_with_padding)]:
        good = wrap(key, stream("wrapped", 24))
        emit(f"key-wrap-{name}", "KeyWrap", {"primitive": primitive, "keySize": 128},
             ("", {"key": key, "msg": stream("wrapped", 24), "ct": good, "valid": True}),
             ("", {"key": key, "msg": stream("wrapped", 24), "ct": changed(good), "valid": False}))
    good = wrapped(algorithms.Camellia(key), stream("wrapped", 24))
    emit("key-wrap-camellia", "KeyWrap", {"primitive": "CamelliaKw", "keySize": 128},
         ("", {"key": key, "msg": stream("wrapped", 24), "ct": good, "valid": True}), ("", {"key": key, "msg": stream("wrapped", 24), "ct": changed(good), "valid": False}))
    emit("key-wrap-siv", "KeyWrap", {"primitive": "AesSivKw", "keySize": 256}, ("skipped by name", {"key": long, "msg": b"", "ct": b"", "valid": True}))


def wrapped(cipher, text):
    """RFC 3394, section 2.2.1."""
    state, parts = b"\xa6" * 8, [text[index:index + 8] for index in range(0, len(text), 8)]
    for step in range(6 * len(parts)):
        block = run(cipher, modes.ECB(), state + parts[step % len(parts)])
        state, parts[step % len(parts)] = xor(block[:8], (step + 1).to_bytes(8, "big")), block[8:]
    return state + b"".join(parts)


def siphash(key, message, first, second, long):
    mask64 = 2**64 - 1
    k = [int.from_bytes(key[:8], "little"), int.from_bytes(key[8:], "little")]
    v = [k[0] ^ 0x736f6d6570736575, k[1] ^ 0x646f72616e646f6d ^ (0xee if long else 0), k[0] ^ 0x6c7967656e657261, k[1] ^ 0x7465646279746573]
    turn = (lambda x, n: (x << n | x >> (64 - n)) & mask64)

    def rounds(count):
        for _ in range(count):
            v[0] = v[0] + v[1] & mask64; v[1] = turn(v[1], 13) ^ v[0]; v[0] = turn(v[0], 32)
            v[2] = v[2] + v[3] & mask64; v[3] = turn(v[3], 16) ^ v[2]
            v[0] = v[0] + v[3] & mask64; v[3] = turn(v[3], 21) ^ v[0]
            v[2] = v[2] + v[1] & mask64; v[1] = turn(v[1], 17) ^ v[2]; v[2] = turn(v[2], 32)
    data = message + bytes(-(len(message) + 1) % 8) + bytes([len(message) & 255])
    for index in range(0, len(data), 8):
        word = int.from_bytes(data[index:index + 8], "little")
        v[3] ^= word; rounds(first); v[0] ^= word
    v[2] ^= 0xee if long else 0xff
    rounds(second)
    out = (v[0] ^ v[1] ^ v[2] ^ v[3]).to_bytes(8, "little")
    if long:
        v[1] ^= 0xdd; rounds(second)
        out += (v[0] ^ v[1] ^ v[2] ^ v[3]).to_bytes(8, "little")
    return out


def cmac(made, key, message):
    """SP 800-38B, for the ciphers that pycryptodome lacks."""
    double = (lambda block: (int.from_bytes(block, "big") << 1 & 2**128 - 1 ^ (0x87 if block[0] >> 7 else 0)).to_bytes(16, "big"))
    first = double(run(made(key), modes.ECB(), bytes(16)))
    end = len(message) - len(message) % 16 if len(message) % 16 or not message else len(message) - 16
    last = message[end:]
    last = xor(last, first) if len(last) == 16 else xor((last + b"\x80").ljust(16, b"\0"), double(first))
    return run(made(key), modes.CBC(bytes(16)), message[:end] + last)[-16:]


def xcbc(key, message):
    first, second, third = (run(algorithms.AES(key), modes.ECB(), bytes([number]) * 16) for number in (1, 2, 3))
    end = 0 if not message else (len(message) - 1) // 16 * 16
    last = message[end:]
    last = xor(last, second) if len(last) == 16 else xor((last + b"\x80").ljust(16, b"\0"), third)
    return run(algorithms.AES(first), modes.CBC(bytes(16)), message[:end] + last)[-16:]


def macs():
    key, messages = stream("key", 16), [b"", b"a", stream("mac", 16), stream("mac", 40)]

    def file(name, primitive, size, compute, own=key, **extra):
        emit(f"mac-{name}", "Mac", {"primitive": primitive, "keySize": 8 * len(own), "macSize": size, **extra}, *[
            ("", {"key": own, "msg": message, "mac": compute(own, message)[:size // 8]}) for message in messages])
    for primitive, name in [("HmacSha1", "sha1"), ("HmacSha256", "sha256"), ("HmacSha3_512", "sha3_512"), ("HmacSha512", "sha512")]:
        file(name, primitive, 8 * hashlib.new(name).digest_size, lambda k, m: hmac.new(k, m, name).digest())
    file("sha256-96", "HmacSha256", 96, lambda k, m: hmac.new(k, m, "sha256").digest())
    file("aes-cmac", "AesCmac", 128, lambda k, m: CMAC.new(k, m, ciphermod=CAES).digest())
    file("aes-cmac-prf", "AesCmacPrf128", 128, lambda k, m: CMAC.new(CMAC.new(bytes(16), k, ciphermod=CAES).digest(), m, ciphermod=CAES).digest(), stream("key", 20))
    file("aes-xcbc", "AesXcbcMac", 128, xcbc)
    for name, made in [("Camellia", algorithms.Camellia), ("Seed", old.SEED), ("Sm4", algorithms.SM4)]:
        file(f"{name.lower()}-cmac", f"{name}Cmac", 128, lambda k, m: cmac(made, k, m))
    file("kmac128", "Kmac128", 256, lambda k, m: KMAC128.new(key=k, data=m, mac_len=32, custom=b"My Application").digest(), stream("key", 32), customization=b"My Application".hex())
    file("siphash24", "SipHash24", 64, lambda k, m: siphash(k, m, 2, 4, False))
    file("siphash13", "SipHash13", 64, lambda k, m: siphash(k, m, 1, 3, False))
    file("siphash128", "SipHash128_24", 128, lambda k, m: siphash(k, m, 2, 4, True))
    file("hopmac", "HopMac", 256, lambda k, m: bytes(32))
    own = stream("poly", 32)
    emit("one-time-mac", "OneTimeMac", {"primitive": "Poly1305", "keySize": 256, "macSize": 128}, *[
        ("", {"key": own, "msg": message, "mac": poly1305.Poly1305.generate_tag(own, message)}) for message in messages])
    emit("prf-ascon", "Prf", {"primitive": "AsconPrf", "keySize": 128}, ("skipped by name", {"key": key, "ikm": b"", "size": 16, "okm": bytes(16)}))

    names = {"md5": "md5", "sha-1": "sha1", "sha-256": "sha256", "sha-512/224": "sha512_224", "sha3-384": "sha3_384", "sm3": "sm3", "blake2b": None, "blake2s": "blake2s",
             "ripemd160": None, "keccak256": None, "keccak512": None, "shake128": None}
    for primitive, name in names.items():
        def compute(data):
            if primitive.startswith("keccak"):
                return keccak.new(digest_bits=int(primitive[6:]), data=data).digest()
            if primitive == "ripemd160":
                return RIPEMD160.new(data).digest()
            if primitive == "blake2b":
                return hashlib.blake2b(data, digest_size=20).digest()
            if primitive == "shake128":
                return hashlib.shake_128(data).digest(32)
            if name == "sha512_224":
                hasher = hashes.Hash(hashes.SHA512_224())
            elif name == "sm3":
                hasher = hashes.Hash(hashes.SM3())
            else:
                return hashlib.new(name, data).digest()
            hasher.update(data)
            return hasher.finalize()
        emit(f"hash-{primitive.replace('/', '-')}", "Hash", {"primitive": primitive, "digestSize": 8 * len(compute(b""))}, *[
            ("", {"msg": message, "digest": compute(message)}) for message in messages])
    emit("hash-ascon", "Hash", {"primitive": "ascon-hash256", "digestSize": 256}, ("skipped by name", {"msg": b"", "digest": bytes(32)}))
    emit("xof-shake256", "Xof", {"primitive": "Shake256"}, *[("", {"ikm": message, "size": size, "okm": hashlib.shake_256(message).digest(size)}) for message in messages for size in (1, 200)])
    emit("xof-kangaroo", "Xof", {"primitive": "KangarooTwelve", "customization": ""}, ("skipped by name", {"ikm": b"", "size": 1, "okm": b"\0"}))


def derivations():
    secret, salt, info = stream("secret", 32), stream("salt", 16), b"info"
    for primitive, sha in [("HkdfSha1", "SHA-1"), ("HkdfSha256", "SHA-256"), ("HkdfSha3_512", "SHA3-512"), ("HkdfSha512_256", "SHA-512/256")]:
        emit(f"hkdf-{sha.replace('/', '-').lower()}", "Hkdf", {"primitive": primitive, "sha": sha}, *[
            ("", {"ikm": secret, "salt": salt, "info": info, "outLen": size, "okm": HKDF(HASHES[sha](), size, salt, info).derive(secret)}) for size in (16, 100)])
    for name, made in [("ConcatKdf", lambda h, n: ConcatKDFHash(h, n, info)), ("X963Kdf", lambda h, n: X963KDF(h, n, info))]:
        emit(f"kdf-{name.lower()}", "Kdf", {"primitive": f"{name}Sha256", "sha": "SHA-256"}, *[
            ("", {"ikm": secret, "info": info, "outLen": size, "okm": made(hashes.SHA256(), size).derive(secret)}) for size in (16, 100)])
    for sha, name in [("SHA-1", "sha1"), ("SHA-256", "sha256"), ("SHA3-512", "sha3_512"), ("SHA-512/256", "sha512_256")]:
        emit(f"pbkdf-{sha.replace('/', '-').lower()}", "Pbkdf", {"primitive": "Pbkdf", "sha": sha}, *[
            ("", {"password": password, "salt": salt, "iterCount": 10, "dkLen": 40, "dk": hashlib.pbkdf2_hmac(name, password, salt, 10, 40), "valid": True})
            for password in (b"", b"password", stream("password", 200))])
    emit("scrypt", "Scrypt", {"primitive": "Pbkdf"},
         ("", {"password": b"password", "salt": b"NaCl", "n": 1024, "r": 8, "p": 16, "dkLen": 64, "dk": hashlib.scrypt(b"password", salt=b"NaCl", n=1024, r=8, p=16, dklen=64), "valid": True}))
    for sha, name, bits in [("SHA-1", "sha1", 128), ("SHA-512/256", "sha512_256", 192), ("SHA-256", "sha256", 256)]:
        key, iv = hashlib.pbkdf2_hmac(name, b"password", salt, 100, bits // 8), stream("iv", 16)
        good = run(algorithms.AES(key), modes.CBC(iv), padded(b"message"))
        head = {"password": b"password", "salt": salt, "iterCount": 100, "iv": iv, "msg": b"message"}
        emit(f"pbes2-{sha.replace('/', '-').lower()}-{bits}", "Pbes2", {"primitive": "Pbes2", "sha": sha, "cipher": "Aes", "keySize": bits},
             ("", {**head, "ct": good, "valid": True}), ("", {**head, "ct": good[:-1], "valid": False}))


def pkcs8():
    key = ec_key("secp256r1")
    info = private_files(key)["privateKeyPkcs8"]
    inner = info[info.index(bytes.fromhex("2a8648ce3d030107")) + 8 + 2:]
    aes = (lambda number, mode, size: (f"2.16.840.1.101.3.4.1.{number}", algorithms.AES, mode, size))
    table = {
        "AES-CBC-128": aes(2, modes.CBC, 16), "AES-CBC-192": aes(22, modes.CBC, 24), "AES-CBC-256": aes(42, modes.CBC, 32),
        "AES-OFB-128": aes(3, modes.OFB, 16), "AES-OFB-256": aes(43, modes.OFB, 32), "AES-CFB-192": aes(24, modes.CFB, 24),
        "AES-CFB-256": aes(44, modes.CFB, 32), "AES-GCM-128": aes(6, modes.GCM, 16), "AES-GCM-256": aes(46, modes.GCM, 32),
        "Camellia-CBC-256": ("1.2.392.200011.61.1.1.1.4", algorithms.Camellia, modes.CBC, 32), "DES-EDE3-CBC": ("1.2.840.113549.3.7", old.TripleDES, modes.CBC, 24),
    }
    prfs = {"SHA-1": ("1.2.840.113549.2.7", "sha1"), "SHA-256": ("1.2.840.113549.2.9", "sha256"), "SHA-512": ("1.2.840.113549.2.11", "sha512"),
            "SHA3-256": ("2.16.840.1.101.3.4.2.14", "sha3_256"), "SHA3-512": ("2.16.840.1.101.3.4.2.16", "sha3_512")}
    salt, password = stream("salt", 16), "pässword".encode()
    null = der(5)
    for index, (name, (oid, made, mode, size)) in enumerate(table.items()):
        for scrypt in ([False, True] if name == "AES-CBC-256" else [False]):
            sha, (prf, hash_name) = list(prfs.items())[index % len(prfs)]
            if scrypt:
                secret = hashlib.scrypt(password, salt=salt, n=1024, r=8, p=1, dklen=size)
                kdf = der(48, identifier("1.3.6.1.4.1.11591.4.11"), der(48, der(4, salt), integer(1024), integer(8), integer(1)))
            else:
                secret = hashlib.pbkdf2_hmac(hash_name, password, salt, 100, size)
                parts = [der(4, salt), integer(100)] + ([integer(size)] if index % 2 else [])
                kdf = der(48, identifier("1.2.840.113549.1.5.12"), der(48, *parts, *([] if sha == "SHA-1" else [der(48, identifier(prf), null)])))
            block = made(bytes(size)).block_size // 8
            iv = stream("iv", 12 if mode is modes.GCM else block)

            def encrypted(text):
                if mode is modes.GCM:
                    return aead.AESGCM(secret).encrypt(iv, text, b"")
                return run(made(secret), mode(iv), padded(text, 8 * block) if mode is modes.CBC else text)
            parameters = der(48, der(4, iv), integer(16)) if mode is modes.GCM else der(4, iv)

            def file(text):
                scheme = der(48, identifier("1.2.840.113549.1.5.13"), der(48, kdf, der(48, identifier(oid), parameters)))
                return der(48, scheme, der(4, encrypted(text)))
            head = {"privateKeyInfo": info, "privateKey": inner, "keyType": "EC"}
            emit(f"pkcs8-{name.lower()}{'-scrypt' if scrypt else ''}", "Pkcs8Decrypt",
                 {"primitive": "Pkcs8Scrypt" if scrypt else "Pkcs8", "sha": sha, "cipher": name},
                 ("", {"password": password, "ct": file(info), **head, "valid": True}),
                 ("wrong password", {"password": password + b"x", "ct": file(info), **head, "valid": False}),
                 ("a byte follows the key", {"password": password, "ct": file(info + b"\0"), **head, "privateKeyInfo": info + b"\0", "valid": False}),
                 ("a byte follows", {"password": password, "ct": file(info) + b"\0", **head, "valid": False}),
                 ("another algorithm", {"password": password, "ct": file(info).replace(identifier(oid), identifier(oid)[:-1] + b"\x63"), **head, "valid": False}))


# MARK: FF1

def ff1(key, radix, tweak, digits, encrypts=True):
    """SP 800-38G, algorithms 7 and 8."""
    n = len(digits)
    u, v = n // 2, n - n // 2
    number = (lambda part: sum(digit * radix**place for place, digit in enumerate(reversed(part))))
    text = (lambda value, size: [value // radix**place % radix for place in reversed(range(size))])
    b = ((radix**v - 1).bit_length() + 7) // 8
    d = 4 * -(-b // 4) + 4
    p = bytes([1, 2, 1]) + radix.to_bytes(3, "big") + bytes([10, u % 256]) + n.to_bytes(4, "big") + len(tweak).to_bytes(4, "big")
    left, right = digits[:u], digits[u:]
    for step in range(10) if encrypts else reversed(range(10)):
        m = u if step % 2 == 0 else v
        source = right if encrypts else left
        q = tweak + bytes((-len(tweak) - b - 1) % 16) + bytes([step]) + number(source).to_bytes(b, "big")
        block = run(algorithms.AES(key), modes.CBC(bytes(16)), p + q)[-16:]
        s = block + b"".join(run(algorithms.AES(key), modes.ECB(), xor(block, j.to_bytes(16, "big"))) for j in range(1, -(-d // 16)))
        y = int.from_bytes(s[:d], "big")
        if encrypts:
            left, right = right, text((number(left) + y) % radix**m, m)
        else:
            left, right = text((number(right) - y) % radix**m, m), left
    return left + right


def fpe():
    # SP 800-38G's sample 3.
    sample = ff1(bytes.fromhex("2b7e151628aed2a6abf7158809cf4f3c"), 36, bytes.fromhex("3737373770717273373737"), list(range(19)))
    assert "".join("0123456789abcdefghijklmnopqrstuvwxyz"[digit] for digit in sample) == "a9tv40mll9kdu509eum"
    letters = "0123456789abcdefghijklmnopqrstuvwxyz"
    base85 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~"
    for name, alphabet, radix, size in [
        ("10", letters[:10], 10, 128), ("2", "01", 2, 192), ("85", base85, 85, 256), ("32", "ABCDEFGHIJKLMNOPQRSTUVWXZY234567", 32, 128),
        ("3-list", None, 3, 128), ("255", None, 255, 192), ("256", None, 256, 256), ("257", None, 257, 128), ("65535", None, 65535, 128), ("65536", None, 65536, 256),
    ]:
        tests = []
        for length, tweak in [(2, b""), (3, b"tweak"), (7, stream("tweak", 16)), (12, stream("tweak", 3)), (40, stream("tweak", 50)), (201, b"")]:
            key = stream(f"fpe {name}", size // 8)
            data = stream(f"digits {name} {length}", 4 * length)
            digits = [int.from_bytes(data[4 * place:4 * place + 4], "big") % radix for place in range(length)]
            out = ff1(key, radix, tweak, digits)
            assert ff1(key, radix, tweak, out, encrypts=False) == digits
            shown = (lambda values: "".join(alphabet[value] for value in values) if alphabet else values)
            tests.append(("", {"key": key, "tweak": tweak, "msg": shown(digits), "ct": shown(out)}))
        emit(f"fpe-{name}", "Fpe", {"primitive": "AesFf1", "radix": radix, **({"alphabet": alphabet} if alphabet else {}), "keySize": size}, *tests)


# MARK: JOSE

def jose():
    def compact(header, payload):
        return f"{b64(json.dumps(header).encode())}.{b64(payload)}"
    for alg, curve in [("ES256", "secp256r1"), ("ES384", "secp384r1"), ("ES512", "secp521r1"), ("ES256K", "secp256k1")]:
        key = ec_key(curve)
        sha = {"ES384": "SHA-384", "ES512": "SHA-512"}.get(alg, "SHA-256")
        text = compact({"alg": alg}, b"payload")
        r, s = utils.decode_dss_signature(key.sign(text.encode(), ec.ECDSA(HASHES[sha](), deterministic_signing=True)))
        signature = b64(r.to_bytes(order_size(curve), "big") + s.to_bytes(order_size(curve), "big"))
        fields = {"publicKeyPem": public_fields(key.public_key())["publicKeyPem"], "publicKeyJwk": ec_jwk(key.public_key(), alg=alg, use="sig")}
        emit(f"jws-{alg.lower()}", "JwsVerify", {"primitive": alg, "jwa": alg, "keySize": key.curve.key_size},
             ("a whole token", {**fields, "msg": "payload", "sig": f"{text}.{signature}", "valid": True}),
             ("the parts of a token", {**fields, "msg": text, "sig": signature, "valid": True}),
             ("another payload", {**fields, "msg": "payloae", "sig": f"{text}.{signature}", "valid": False}),
             ("not signed", {**fields, "msg": "payload", "sig": compact({"alg": "none"}, b"payload") + ".", "valid": False}))
    key = rsa_key(2048)
    numbers = key.public_key().public_numbers()
    jwk = {"kty": "RSA", "n": b64(numbers.n.to_bytes(256, "big")), "e": b64(numbers.e.to_bytes(3, "big"))}
    pem = key.public_key().public_bytes(encoding.PEM, spki_format).decode()
    for alg, sign in [("RS256", lambda data: key.sign(data, padding.PKCS1v15(), hashes.SHA256())), ("PS256", lambda data: pss(key, data, "SHA-256", 32))]:
        text = compact({"alg": alg}, b"payload")
        signature = b64(sign(text.encode()))
        emit(f"jws-{alg.lower()}", "JwsVerify", {"primitive": alg, "jwa": alg, "keySize": 2048},
             ("", {"publicKeyPem": pem, "publicKeyJwk": jwk, "msg": "payload", "sig": f"{text}.{signature}", "valid": True}),
             ("", {"publicKeyPem": pem, "publicKeyJwk": {**jwk, "key_ops": ["encrypt"]}, "msg": "payload", "sig": f"{text}.{signature}", "valid": False}))
    for alg, name, size in [("HS256", "sha256", 32), ("HS512", "sha512", 64)]:
        secret = stream("hs", size)
        text = compact({"alg": alg}, b"payload")
        fields = {"key": secret, "keyJwk": {"kty": "oct", "k": b64(secret), "alg": alg}}
        signature = b64(hmac.new(secret, text.encode(), name).digest())
        emit(f"jws-{alg.lower()}", "JwsMacVerify", {"primitive": alg, "jwa": alg},
             ("", {**fields, "msg": "payload", "sig": f"{text}.{signature}", "valid": True}),
             ("", {**fields, "msg": "payload", "sig": f"{text}x.{signature}", "valid": False}))

    def token(header, wrapped_key, content_key, text):
        part, iv = b64(json.dumps(header).encode()), stream("iv", 16)
        if header["enc"].endswith("GCM"):
            sealed, iv = aead.AESGCM(content_key).encrypt(iv[:12], text, part.encode()), iv[:12]
            ct, tag = sealed[:-16], sealed[-16:]
        else:
            half = len(content_key) // 2
            ct = run(algorithms.AES(content_key[half:]), modes.CBC(iv), padded(text))
            name = {16: "sha256", 24: "sha384", 32: "sha512"}[half]
            tag = hmac.new(content_key[:half], part.encode() + iv + ct + (8 * len(part)).to_bytes(8, "big"), name).digest()[:half]
        return ".".join([part, b64(wrapped_key), b64(iv), b64(ct), b64(tag)])
    for alg, enc, size, content_size in [("A128KW", "A128GCM", 16, 16), ("A256KW", "A256CBC-HS512", 32, 64), ("A192GCMKW", "A192GCM", 24, 24), ("dir", "A128CBC-HS256", 32, 32), ("dir", "A256GCM", 32, 32)]:
        secret, content = stream("jwe", size), stream("content", content_size)
        header = {"alg": alg, "enc": enc}
        if alg == "dir":
            content, part = secret, b""
        elif alg.endswith("GCMKW"):
            nonce = stream("nonce", 12)
            sealed = aead.AESGCM(secret).encrypt(nonce, content, b"")
            header.update({"iv": b64(nonce), "tag": b64(sealed[-16:])})
            part = sealed[:-16]
        else:
            part = keywrap.aes_key_wrap(secret, content)
        good = token(header, part, content, b"Live long")
        fields = {"key": secret, "keyJwk": {"kty": "oct", "k": b64(secret), "alg": alg, "use": "enc"}, "msg": "Live long"}
        emit(f"jwe-{alg.lower()}-{enc.lower()}", "JweDecrypt", {"primitive": f"{alg}+{enc}", "alg": alg, "enc": enc},
             ("", {**fields, "ct": good, "valid": True}), ("", {**fields, "ct": good[:-3] + ("AAA" if good[-3:] != "AAA" else "BBB"), "valid": False}))
    private = key.private_numbers()
    size = (lambda number: number.to_bytes((number.bit_length() + 7) // 8, "big"))
    jwk = {**jwk, "d": b64(size(private.d)), "p": b64(size(private.p)), "q": b64(size(private.q)), "dp": b64(size(private.dmp1)), "dq": b64(size(private.dmq1)), "qi": b64(size(private.iqmp))}
    for alg, sha in [("RSA-OAEP", "SHA-1"), ("RSA-OAEP-256", "SHA-256")]:
        content = stream("content", 32)
        good = token({"alg": alg, "enc": "A256GCM"}, oaep(private, content, sha, b""), content, b"Live long")
        fields = {"privateKeyPem": private_files(key)["privateKeyPem"], "privateKeyJwk": {**jwk, "alg": alg}, "msg": "Live long"}
        emit(f"jwe-{alg.lower()}", "JwePkDecrypt", {"primitive": f"{alg}+A256GCM", "alg": alg, "enc": "A256GCM", "keySize": 2048},
             ("", {**fields, "ct": good, "valid": True}), ("", {**fields, "ct": good.replace(".", "..", 1), "valid": False}))


def lattices():
    for bits, number in [(44, 17), (65, 18), (87, 19)]:
        scheme, head, seed = MLDSA(bits), {"primitive": f"ML-DSA-{bits}"}, stream(f"ML-DSA-{bits}", 32)
        public, private = scheme.key_pair(seed)
        identifier = der(0x30, der(6, bytes.fromhex("6086480165030403") + bytes([number])))
        spki = der(0x30, identifier, der(3, b"\0" + public))
        # As in RFC 9881, and the seed without a tag.
        files = {"privateKeyPkcs8": der(0x30, integer(0), identifier, der(4, der(0x80, seed))),
                 "privateKeyPkcs8Old": der(0x30, integer(0), identifier, der(4, seed))}
        messages = [b"", stream("message", 200)]
        signatures = [scheme.sign(private, scheme.representative(private, message)) for message in messages]
        emit(f"mldsa-sign-{bits}", "MlDsa", head, *[
            ("", {"privateKey": private if message else seed, **files, "msg": message, "sig": signature})
            for message, signature in zip(messages, signatures)])
        if bits == 65:
            emit(f"mldsa-verify-{bits}", "MlDsaVerify", head, *[
                ("", {"publicKey": public, "publicKeySpki": spki, "msg": messages[1], "sig": sig, "valid": valid})
                for sig, valid in [(signatures[1], True), (changed(signatures[1]), False), (signatures[0], False), (signatures[1][:-1], False)]])


def absent():
    for test_type, algorithm, fields in [
        ("PointMult", {"primitive": "PointMult", "curve": "bls12_381_g1", "encoding": "PFC_COMPRESSED"}, {"scalarHex": "1", "scalarFixedLengthLittleEndian": b"\1", "basePfcCompressed": b"", "resultPfcCompressed": b""}),
        ("NaclCryptoBox", {"primitive": "NaclCryptoBoxCurve25519XSalsa20Poly1305", "keyAgreement": "x25519", "curve": "curve25519", "kdf": "HSalsa20", "cipher": "NaclXSalsa20Poly1305", "ivSize": 192}, {"privateKey": bytes(32), "publicKey": bytes(32), "iv": bytes(24), "msg": b"", "ct": bytes(16), "valid": False}),
        ("SchnorrSign", {"curve": "secp256k1", "sha": "SHA-256", "encoding": "BIP340", "normalize": True, "signatureGeneration": "BIP340"}, {"privateKeyBip340": b"", "msg": b"", "aux": b"", "sig": b""}),
        ("SchnorrVerify", {"curve": "secp256k1", "sha": "SHA-256", "encoding": "BIP340", "normalize": True, "signatureGeneration": "Generic"}, {"publicKeyBip340": b"", "msg": b"", "sig": b"", "valid": False}),
        ("HdKeyDerive", {"primitive": "HdKeyDerive", "curve": "secp256k1"}, {"seed": b"", "path": "m/0", "privateKey": b"", "chainCode": b"", "privateKeyExtended": "", "publicKeyExtended": ""}),
    ]:
        emit(f"absent-{test_type.lower()}", test_type, algorithm, ("skipped by name", fields))


for part in (ecdsa, ecdh, edwards, rsa, dsa, symmetric, macs, derivations, pkcs8, fpe, jose, lattices, absent):
    part()
