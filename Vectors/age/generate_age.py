"""age files with the randomness given, and a strict reader, written from c2sp.org/age. Test code."""

import base64
import hashlib
import hmac

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

import generate_mlkem as mlkem

VERSION = b"age-encryption.org/v1\n"
BEGIN, END = b"-----BEGIN AGE ENCRYPTED FILE-----", b"-----END AGE ENCRYPTED FILE-----"
X25519_INFO, SCRYPT_LABEL = b"age-encryption.org/v1/X25519", b"age-encryption.org/v1/scrypt"
HYBRID, HYBRID_INFO = "mlkem768x25519", b"age-encryption.org/mlkem768x25519"
X25519_PREFIX, HYBRID_PREFIX = "age-secret-key-", "age-secret-key-pq-"
CHUNK = 65536
LARGEST_WORK_FACTOR = 22


class Fault(Exception):
    """An outcome other than success, in the words of the test kit."""


def random(label, count):
    """Bytes that are the same each time."""
    return hashlib.shake_256(b"arca age vectors/" + label.encode()).digest(count)


def mac(key, message):
    return hmac.digest(key, message, "sha256")


def hkdf(ikm, salt, info):
    return mac(mac(salt or bytes(32), ikm), info + b"\1")


def seal(key, plaintext, nonce=bytes(12), aad=b""):
    return ChaCha20Poly1305(key).encrypt(nonce, plaintext, aad)


def opened(key, ciphertext, nonce=bytes(12)):
    """The plaintext, or None where the tag does not fit."""
    try:
        return ChaCha20Poly1305(key).decrypt(nonce, ciphertext, b"")
    except InvalidTag:
        return None


# Texts


def b64(data):
    return base64.b64encode(data).rstrip(b"=").decode()


def unb64(text, count=None):
    """The bytes of canonical Base64 without padding; a header failure for anything else, or for another length."""
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except ValueError:
        raise Fault("header failure") from None
    if b64(data) != text or count not in (None, len(data)):
        raise Fault("header failure")
    return data


BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"


def checksum(prefix, values):
    state = 1
    for value in [ord(c) >> 5 for c in prefix] + [0] + [ord(c) & 31 for c in prefix] + values:
        top, state = state >> 25, (state & 0x1FFFFFF) << 5 ^ value
        for index, generator in enumerate((0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)):
            state ^= generator * (top >> index & 1)
    return state


def bech32(prefix, data):
    bits = "".join(f"{byte:08b}" for byte in data)
    values = [int(bits[index : index + 5].ljust(5, "0"), 2) for index in range(0, len(bits), 5)]
    check = checksum(prefix, values + [0] * 6) ^ 1
    values += [check >> 5 * (5 - index) & 31 for index in range(6)]
    return prefix + "1" + "".join(BECH32[value] for value in values)


def unbech32(text):
    """The prefix and the bytes."""
    prefix, _, data = text.lower().rpartition("1")
    values = [BECH32.index(c) for c in data]
    assert checksum(prefix, values) == 1
    bits = "".join(f"{value:05b}" for value in values[:-6])
    return prefix, bytes(int(bits[index : index + 8], 2) for index in range(0, len(bits) // 8 * 8, 8))


# X25519 and scrypt


def public(private):
    return X25519PrivateKey.from_private_bytes(private).public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


def agree(private, other):
    """The shared secret; a header failure for a point of small order."""
    try:
        return X25519PrivateKey.from_private_bytes(private).exchange(X25519PublicKey.from_public_bytes(other))
    except ValueError:
        raise Fault("header failure") from None


def x25519_key(shared, share, recipient, info=X25519_INFO):
    return hkdf(shared, share + recipient, info)


def scrypt_key(passphrase, salt, log_n, label=SCRYPT_LABEL):
    return hashlib.scrypt(passphrase, salt=label + salt, n=1 << log_n, r=8, p=1, dklen=32, maxmem=1 << 30)


# The hybrid KEM and HPKE: draft-ietf-hpke-pq-03, RFC 9180


def hybrid_private(identity):
    """The two expanded private keys of an identity, and its recipient."""
    seeds = hashlib.shake_256(identity).digest(96)
    ek, dk = mlkem.key_pair(seeds[:64])
    return dk, seeds[64:], ek + public(seeds[64:])


def combine(secret, shared, share, recipient):
    return mlkem.H(secret + shared + share + recipient[1184:] + b"\\.//^\\")


def hybrid_encapsulate(recipient, message, ephemeral):
    """enc, and the two secrets in it."""
    ciphertext, secret = mlkem.encapsulate(recipient[:1184], message)
    return ciphertext + public(ephemeral), secret, agree(ephemeral, recipient[1184:])


def hybrid_decapsulate(identity, enc):
    dk, scalar, recipient = hybrid_private(identity)
    return combine(mlkem.decapsulate(dk, enc[:1088]), agree(scalar, enc[1088:]), enc[1088:], recipient)


def hpke_key(shared, info=HYBRID_INFO, mode=0, suite=bytes.fromhex("48504b45647a00010003")):
    """The key and the nonce of the first message."""

    def extract(salt, label, ikm):
        return mac(salt or bytes(32), b"HPKE-v1" + suite + label + ikm)

    def expand(label, count):
        return mac(secret, count.to_bytes(2, "big") + b"HPKE-v1" + suite + label + context + b"\1")[:count]

    context = bytes([mode]) + extract(b"", b"psk_id_hash", b"") + extract(b"", b"info_hash", info)
    secret = extract(shared, b"secret", b"")
    return expand(b"key", 32), expand(b"base_nonce", 12)


# Headers, payloads and armor


def stanza(arguments, body):
    text = b64(body)
    lines = [text[index : index + 64] for index in range(0, len(text) + 1, 64)]
    return "".join(line + "\n" for line in ["-> " + " ".join(arguments), *lines]).encode()


def header_code(key, header):
    return mac(hkdf(key, b"", b"header"), header)


def chunk_nonce(index, is_last):
    return index.to_bytes(11, "big") + bytes([is_last])


def armor(data, columns=64, line_end=b"\n"):
    text = base64.b64encode(data)
    lines = [text[index : index + columns] for index in range(0, len(text), columns)]
    return b"".join(line + line_end for line in [BEGIN, *lines, END])


# The reader


def unarmored(text):
    text = text.removeprefix(b"\xef\xbb\xbf")
    lines = [line.removesuffix(b"\r") for line in text.strip(b"\t\n\v\f\r ").split(b"\n")]
    body = lines[1:-1]
    if lines[0] != BEGIN or lines[-1] != END or not body:
        raise Fault("armor failure")
    if any(len(line) != 64 for line in body[:-1]) or not 1 <= len(body[-1]) <= 64:
        raise Fault("armor failure")
    try:
        data = base64.b64decode(b"".join(body), validate=True)
    except ValueError:
        raise Fault("armor failure") from None
    if base64.b64encode(data) != b"".join(body):
        raise Fault("armor failure")
    return data


def parsed(data):
    """Stanzas, the authenticated bytes, the code, and what follows the header."""

    def next_line():
        nonlocal at
        end = data.find(b"\n", at)
        if end < 0:
            raise Fault("header failure")
        line, at = data[at:end], end + 1
        if any(not 0x20 <= byte <= 0x7E for byte in line):
            raise Fault("header failure")
        return line.decode()

    at, stanzas = 0, []
    if next_line() + "\n" != VERSION.decode():
        raise Fault("header failure")
    while True:
        start = at
        line = next_line()
        if line.startswith("---"):
            break
        if not line.startswith("-> ") or "" in line[3:].split(" "):
            raise Fault("header failure")
        text, last = "", "=" * 64
        while len(last) == 64:
            last = next_line()
            text += last
        if len(last) > 64:
            raise Fault("header failure")
        stanzas.append((line[3:].split(" "), unb64(text)))
    if not stanzas or line[:4] != "--- ":
        raise Fault("header failure")
    if len(stanzas) > 1 and any(arguments[0] == "scrypt" for arguments, _ in stanzas):
        raise Fault("header failure")
    return stanzas, data[: start + 3], unb64(line[4:], 32), data[at:]


def own_stanzas(stanzas, kind, count):
    """The arguments and bodies of a kind of stanza; all are checked before one is tried."""
    own = [(arguments, body) for arguments, body in stanzas if arguments[0] == kind]
    if any(len(arguments) != count or len(body) != 32 for arguments, body in own):
        raise Fault("header failure")
    return own


def unwrap_passphrase(passphrase, stanzas):
    for (_, salt, factor), body in own_stanzas(stanzas, "scrypt", 3):
        salt = unb64(salt, 16)
        if not factor.isdigit() or factor[0] == "0" or int(factor) > LARGEST_WORK_FACTOR:
            raise Fault("header failure")
        return opened(scrypt_key(passphrase.encode(), salt, int(factor)), body)
    return None


def unwrap_x25519(identity, stanzas):
    own = [(unb64(share, 32), body) for (_, share), body in own_stanzas(stanzas, "X25519", 2)]
    keys = (opened(x25519_key(agree(identity, share), share, public(identity)), body) for share, body in own)
    return next((key for key in keys if key), None)


def unwrap_hybrid(identity, stanzas):
    own = [(unb64(enc, 1120), body) for (_, enc), body in own_stanzas(stanzas, HYBRID, 2)]
    for enc, body in own:
        key, nonce = hpke_key(hybrid_decapsulate(identity, enc))
        if file_key := opened(key, body, nonce):
            return file_key
    return None


UNWRAP = {X25519_PREFIX: unwrap_x25519, HYBRID_PREFIX: unwrap_hybrid}


def file_key_of(stanzas, identities, passphrases):
    for passphrase in passphrases:
        if key := unwrap_passphrase(passphrase, stanzas):
            return key
    for prefix, identity in map(unbech32, identities):
        if key := UNWRAP[prefix](identity, stanzas):
            return key
    raise Fault("no match")


def plaintexts(key, data):
    """The chunks' plaintexts, each as soon as it is known to be authentic."""
    index = 0
    while True:
        piece, data = data[: CHUNK + 16], data[CHUNK + 16 :]
        for is_last in (True,) if len(piece) < CHUNK + 16 else (False, True):
            text = opened(key, piece, chunk_nonce(index, is_last)) if len(piece) >= 16 else None
            if text is not None:
                break
        if text is None or not text and index:
            raise Fault("payload failure")
        yield text
        if is_last and data:
            raise Fault("payload failure")
        if is_last:
            return
        index += 1


def read(data, identities=(), passphrases=(), is_armored=False):
    """The outcome in the words of the test kit, and the plaintext that comes out before it."""
    released = b""
    try:
        stanzas, header, code, rest = parsed(unarmored(data) if is_armored else data)
        file_key = file_key_of(stanzas, identities, passphrases)
        if header_code(file_key, header) != code:
            raise Fault("HMAC failure")
        if len(rest) < 16:
            raise Fault("header failure")
        for text in plaintexts(hkdf(file_key, rest[:16], b"payload"), rest[16:]):
            released += text
    except Fault as fault:
        return str(fault), released
    return "success", released
