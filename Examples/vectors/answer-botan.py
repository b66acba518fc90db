#!/usr/bin/env python3
"""Answers the questions of `arca vectors` with Botan's Python module (Debian: python3-botan).

    arca vectors compare PATH --with botan
    arca vectors verify --against 'python3 Examples/vectors/answer-botan.py' PATH
"""

import functools

try:
    import botan3 as botan
except ImportError:
    import botan2 as botan

from answering import Refused, Unsupported, lookup, mac_answer, number, run, subject_public_key, table

HASHES = table("hash", {
    "md5": "MD5", "sha1": "SHA-1", "sha224": "SHA-224", "sha256": "SHA-256", "sha384": "SHA-384", "sha512": "SHA-512",
    "sha512-256": "SHA-512-256", "sha3-224": "SHA-3(224)", "sha3-256": "SHA-3(256)", "sha3-384": "SHA-3(384)",
    "sha3-512": "SHA-3(512)", "sm3": "SM3", "ripemd-160": "RIPEMD-160", "blake2b-512": "BLAKE2b(512)",
})
CIPHERS = table("encrypt", {
    "aes-cbc": "AES-{}/CBC/{}", "aes-ctr": "AES-{}/CTR-BE", "aes-cfb": "AES-{}/CFB", "aes-cfb8": "AES-{}/CFB(8)",
    "aes-ofb": "AES-{}/OFB", "aes-xts": "AES-{}/XTS", "tdes-cbc": "3DES/CBC/{1}", "tdes-cfb": "3DES/CFB",
    "tdes-ofb": "3DES/OFB",
})
AEADS = table("seal", {
    "aes-gcm": "AES-{}/GCM({})", "aes-ccm": "AES-{}/CCM({},{})", "aes-eax": "AES-{}/EAX({})", "aes-siv": "AES-{}/SIV",
    "chacha20-poly1305": "ChaCha20Poly1305", "xchacha20-poly1305": "ChaCha20Poly1305",
})


# The object identifier id-RSASSA-PSS in DER.
RSA_PSS = bytes.fromhex("06092a864886f70d01010a")


def digest(name, message, size):
    if name.startswith("shake"):
        name = f"SHAKE-{name[5:]}({8 * size})"
    else:
        name = lookup(HASHES, name)
    function = botan.AnyHashFunction(name)
    function.update(message)
    return function.final()


def mac(algorithm, inputs):
    key = inputs.bytes("key")
    if algorithm.startswith("hmac-"):
        name = f"HMAC({lookup(HASHES, algorithm[5:])})"
    elif algorithm in ("cmac", "gmac"):
        if len(key) not in (16, 24, 32):
            raise Refused(f"a key of {len(key)} bytes")
        name = f"{algorithm.upper()}(AES-{len(key) * 8})"
    else:
        raise Unsupported(f"no {algorithm}")
    code = botan.MsgAuthCode(name)
    code.set_key(key)
    if algorithm == "gmac":
        code.set_nonce(inputs.bytes("nonce"))
    code.update(inputs.bytes("msg"))
    return code.final()


def encrypt(algorithm, inputs, decrypts):
    key, iv, text = inputs.bytes("key"), inputs.bytes("iv"), inputs.bytes("ct" if decrypts else "msg")
    name = "msg" if decrypts else "ct"
    if algorithm == "aes-kw":
        if len(key) not in (16, 24, 32) or len(text) % 8 or len(text) < (24 if decrypts else 16):
            raise Refused("a key or a text of another length")
        return {name: (botan.nist_key_unwrap if decrypts else botan.nist_key_wrap)(key, text).hex()}
    if "bitCount" in inputs:
        raise Unsupported("no texts of single bits")
    bits = len(key) * (4 if algorithm == "aes-xts" else 8)
    if bits not in (128, 192, 256):
        raise Refused(f"a key of {len(key)} bytes")
    if len(iv) != (8 if algorithm.startswith("tdes") else 16):
        raise Refused(f"an IV of {len(iv)} bytes")
    pads = "padding" in inputs and inputs["padding"] == "pkcs7"
    padding = "PKCS7" if pads else "NoPadding"
    if decrypts and algorithm.endswith("cbc") and len(text) % len(iv):
        raise Refused("a part of a block")
    if not text and (decrypts or not pads):
        if pads:
            raise Refused("nothing to decrypt")
        return {name: ""}
    cipher = botan.SymmetricCipher(lookup(CIPHERS, algorithm).format(bits, padding), not decrypts)
    cipher.set_key(key)
    cipher.start(iv)
    return {name: bytes(cipher.finish(text)).hex()}


def seal(algorithm, inputs, opens):
    key, nonce, text = inputs.bytes("key"), inputs.bytes("nonce"), inputs.bytes("ct" if opens else "msg")
    tag = inputs.bytes("tag") if opens else b""
    size = len(tag) if opens else inputs["tagByteCount"]
    isSIV = algorithm == "aes-siv"
    bits = len(key) * (4 if isSIV else 8)
    if bits not in (128, 192, 256) or "chacha" in algorithm and bits != 256:
        raise Refused(f"a key of {len(key)} bytes")
    if isSIV and ("aad1" in inputs or "nonce" in inputs):
        raise Unsupported("no further associated strings")
    if "chacha" in algorithm and (len(nonce) != (24 if algorithm.startswith("x") else 12) or size != 16):
        raise Refused("a nonce or a tag of another length")
    cipher = botan.SymmetricCipher(
        lookup(AEADS, algorithm).format(bits, size, 15 - len(nonce)), not opens)
    cipher.set_key(key)
    if inputs.bytes("aad") or isSIV and "aad" in inputs:
        cipher.set_assoc_data(inputs.bytes("aad"))
    cipher.start(nonce)
    output = bytes(cipher.finish(tag + text if isSIV else text + tag))
    if opens:
        return {"msg": output.hex()}
    code, output = (output[:16], output[16:]) if isSIV else (output[len(text):], output[:len(text)])
    return {"ct": output.hex(), "tag": code.hex()}


def emsa(algorithm, inputs):
    if algorithm in ("ed25519", "ed448"):
        return "Pure"
    name = lookup(HASHES, inputs["hash"])
    if algorithm == "ecdsa":
        return f"EMSA1({name})"
    if algorithm == "rsa-pkcs1":
        return f"EMSA3({name})"
    if inputs["mgf"] != "mgf1" or inputs["mgfHash"] != inputs["hash"]:
        raise Unsupported("no other hash function for the mask")
    return f"EMSA4({name},MGF1,{inputs['saltByteCount']})"


@functools.lru_cache(64)
def public_key(data):
    if data.startswith(b"{"):
        raise Unsupported("no keys in JSON")
    if RSA_PSS in data[:32]:
        raise Unsupported("no keys for PSS alone")
    key = botan.PublicKey.load(subject_public_key(data))
    if not key.check_key(botan.RandomNumberGenerator("user"), False):
        raise Refused("the key is invalid")
    return key


@functools.lru_cache(64)
def private_key(p, q, e):
    return botan.PrivateKey.load_rsa(*(int.from_bytes(number, "big") for number in (p, q, e)))


def verify(algorithm, inputs):
    if algorithm == "ed448" or "digest" in inputs or "publicKey" not in inputs:
        raise Unsupported(f"no {algorithm} of these inputs")
    if algorithm == "ecdsa" and inputs["form"] == "low-s":
        raise Unsupported("Botan does not ask for low s")
    key = public_key(inputs.bytes("publicKey"))
    isDER = algorithm == "ecdsa" and inputs["form"] == "der"
    context = botan.PKVerify(key, emsa(algorithm, inputs), isDER)
    context.update(inputs.bytes("msg"))
    if not context.check_signature(inputs.bytes("sig")):
        raise Refused("the signature does not match")
    return {}


def answer(operation, algorithm, inputs):
    if operation == "hash":
        size = inputs["outputByteCount"] if "outputByteCount" in inputs else 0
        return {"digest": digest(algorithm, inputs.bytes("msg"), size).hex()}
    if operation in ("mac", "verify-mac"):
        return mac_answer(operation, inputs, lambda size: mac(algorithm, inputs))
    if operation in ("encrypt", "decrypt"):
        return encrypt(algorithm, inputs, operation == "decrypt")
    if operation in ("seal", "open"):
        return seal(algorithm, inputs, operation == "open")
    if operation == "hkdf":
        name = f"HKDF({lookup(HASHES, algorithm)})"
        key = botan.kdf(name, inputs.bytes("ikm"), inputs["outputByteCount"], inputs.bytes("salt"), inputs.bytes("info"))
        return {"key": bytes(key).hex()}
    if operation == "pbkdf2":
        password = inputs.bytes("password")
        try:
            text = password.decode()
        except UnicodeDecodeError:
            raise Unsupported("passwords are UTF-8") from None
        if "\0" in text:
            raise Unsupported("passwords end at a zero byte")
        _, _, key = botan.pbkdf(
            f"PBKDF2({lookup(HASHES, algorithm)})", text, inputs["outputByteCount"], inputs["iterations"],
            inputs.bytes("salt"))
        return {"key": bytes(key).hex()}
    if operation == "verify":
        return verify(algorithm, inputs)
    if operation == "decrypt-with-key" and algorithm == "rsa-oaep" and "p" in inputs and "r3" not in inputs:
        if inputs["hash"] != inputs["mgfHash"] or inputs["label"]:
            raise Unsupported("no labels, and no other hash function for the mask")
        padding = f"OAEP({lookup(HASHES, inputs['hash'])},MGF1)"
        key = private_key(*(inputs.bytes(name) for name in ("p", "q", "e")))
        return {"msg": bytes(botan.PKDecrypt(key, padding).decrypt(inputs.bytes("ct"))).hex()}
    if operation == "read-public-key":
        key = public_key(inputs.key())
        if key.algo_name() != "RSA":
            raise Unsupported("no numbers of keys but those of RSA")
        return {name: number(int(key.get_field(name))) for name in ("n", "e")}
    raise Unsupported(f"no operation {operation}")


def answer_known(operation, algorithm, inputs):
    try:
        return answer(operation, algorithm, inputs)
    except botan.BotanException as error:
        if error.error_code() in (-40,):  # not implemented
            raise Unsupported(str(error)) from None
        raise Refused(str(error)) from None


run(answer_known)
