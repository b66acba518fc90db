"""The vault's file, written from Documentation/VAULT-FORMAT.md alone.

vault.py reads with it, vaultmaker.py writes; vaulttexts.py has section 8.3.

The numbers at the headings are the sections of that page. Secrets lie in ordinary memory, and nothing here is quick.
"""
import hashlib
import hmac
import pathlib
import sys
from collections import namedtuple
from unicodedata import normalize

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM


class Refused(Exception):
    """What the reader does not take, and the exit status for it."""
    status = 1


class Wrong(Refused):
    status = 3


class Damage(Refused):
    status = 4


class Malformed(Refused):
    status = 5


class NotFound(Refused):
    status = 7


def want(condition, what, kind=Damage):
    if not condition:
        raise kind(what)


# 1. Notation -----------------------------------------------------------------------------------------------------------

def u(size, number):
    return number.to_bytes(size, "big")


def i64(number):
    return number.to_bytes(8, "big", signed=True)


def lp(value):
    return u(4, len(value)) + value


def mac(key, *parts):
    return hmac.new(key, b"".join(parts), hashlib.sha256).digest()


def same(left, right):
    return hmac.compare_digest(left, right)


def expand(prk, info, length, hash_name="sha256"):
    """HKDF-Expand (RFC 5869)."""
    output, block, count = b"", b"", 1
    while len(output) < length:
        block = hmac.new(prk, block + info + bytes([count]), hash_name).digest()
        output, count = output + block, count + 1
    return output[:length]


def hkdf(key, salt, info):
    return expand(mac(salt, key), info, 32)


class Value:
    """The parts of a byte string, one after the other; too few bytes are damage."""

    def __init__(self, data):
        self.data, self.place = data, 0

    def take(self, length):
        want(length <= len(self.data) - self.place, "a value is cut off")
        self.place += length
        return self.data[self.place - length:self.place]

    def number(self, size, signed=False):
        return int.from_bytes(self.take(size), "big", signed=signed)

    def prefixed(self):
        return self.take(self.number(4))

    def rest(self):
        return self.take(len(self.data) - self.place)

    def end(self):
        want(self.place == len(self.data), "a value is too long")


def text(value):
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        raise Damage("a text is not UTF-8") from None


# 2. Keys ---------------------------------------------------------------------------------------------------------------

class Keys:
    """The subkeys of one epoch as attributes: derived from a vault key, or taken as they stand in field 13 of format 2."""
    NAMES = ("tag", "attributes", "secret", "state", "set", "chain", "nonce")

    def __init__(self, key, vault, epoch):
        self.key, self.vault, self.epoch = key, vault, epoch
        for place, name in enumerate(self.NAMES):
            setattr(self, name, hkdf(key, vault, b"arca.vault.v1/" + name.encode() + b"\0" + u(4, epoch))
                    if len(key) == 32 else key[32 * place:32 * place + 32])

    def subkeys(self):
        return b"".join(getattr(self, name) for name in self.NAMES)


# 3. Tables -------------------------------------------------------------------------------------------------------------

SCHEMA = {
    "slot": "CREATE TABLE slot(id BLOB PRIMARY KEY NOT NULL, body BLOB NOT NULL) STRICT, WITHOUT ROWID",
    "state": "CREATE TABLE state(one INTEGER PRIMARY KEY NOT NULL CHECK(one=1), vault BLOB NOT NULL,"
             " epoch INTEGER NOT NULL, generation INTEGER NOT NULL, sealed BLOB NOT NULL) STRICT",
    "log": "CREATE TABLE log(generation INTEGER PRIMARY KEY NOT NULL, digest BLOB NOT NULL) STRICT",
    "item": "CREATE TABLE item(tag BLOB PRIMARY KEY NOT NULL, epoch INTEGER NOT NULL, id BLOB NOT NULL,"
            " version INTEGER NOT NULL, attrs BLOB NOT NULL, sn BLOB NOT NULL, secret BLOB NOT NULL) STRICT, WITHOUT ROWID",
    "history": "CREATE TABLE history(id BLOB NOT NULL, version INTEGER NOT NULL, epoch INTEGER NOT NULL, tag BLOB NOT NULL,"
               " attrs BLOB NOT NULL, sn BLOB NOT NULL, secret BLOB NOT NULL, PRIMARY KEY(id,version)) STRICT, WITHOUT ROWID",
    "piece": "CREATE TABLE piece(att BLOB NOT NULL, n INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY(att,n))"
             " STRICT, WITHOUT ROWID",
}
APPLICATION, PAGE_SIZE, PIECE, HIGHEST = 0x41726361, 4096, 1 << 20, 1 << 62
Row = namedtuple("Row", "tag epoch id version attrs sn secret")
COLUMNS = ", ".join(Row._fields)


def blob(value, least, most=None):
    want(isinstance(value, bytes) and least <= len(value) <= (most or least), "a column has a wrong type or length")
    return value


def integer(value, least, most):
    want(isinstance(value, int) and least <= value <= most, "a column has a wrong type or value")
    return value


def checked_row(row):
    blob(row.tag, 16), blob(row.id, 16), blob(row.sn, 40), blob(row.attrs, 104, 262184), blob(row.secret, 64, 1572864)
    integer(row.epoch, 1, 0xffffffff), integer(row.version, 1, HIGHEST)
    return row


# 4. Sealed records -----------------------------------------------------------------------------------------------------

def xaes(key, nonce):
    """The AES-256-GCM key and nonce of XAES-256-GCM: NIST SP 800-108 with CMAC, each message one block."""
    block = Cipher(algorithms.AES(key), modes.ECB()).encryptor()
    zeros = int.from_bytes(block.update(bytes(16)), "big")
    k1 = zeros << 1 & (1 << 128) - 1 ^ (0x87 if zeros >> 127 else 0)
    parts = (int.from_bytes(b"\0" + bytes([i]) + b"X\0" + nonce[:12], "big") ^ k1 for i in (1, 2))
    return AESGCM(b"".join(block.update(u(16, part)) for part in parts)), nonce[12:]


def associated(keys, kind, fields):
    return b"arca.vault.v1\0" + u(1, kind) + keys.vault + u(4, keys.epoch) + fields


def bucket(length):
    """The least 2^k or 3·2^(k-1) that is at least 64 and not below a length."""
    size = 64
    while size < length:
        size = size * 3 // 2 if size & size - 1 == 0 else size * 4 // 3
    return size


def seal(keys, key, kind, fields, plain, random):
    """Gives `N ‖ T ‖ C`."""
    aad = associated(keys, kind, fields)
    padded = (plain + b"\x80").ljust(bucket(len(plain) + 1), b"\0")
    nonce = mac(keys.nonce, random(32), lp(aad), lp(padded))[:24]
    cipher, rest = xaes(key, nonce)
    sealed = cipher.encrypt(rest, padded, aad)
    return nonce + sealed[-16:] + sealed[:-16]


def unseal(keys, key, kind, fields, sealed):
    cipher, rest = xaes(key, sealed[:24])
    try:
        padded = cipher.decrypt(rest, sealed[40:] + sealed[24:40], associated(keys, kind, fields))
    except InvalidTag:
        raise Damage(f"a sealed record of kind {kind} does not open") from None
    plain = padded.rstrip(b"\0")
    want(plain[-1:] == b"\x80" and len(padded) == bucket(len(plain)), "a padding is wrong")
    return plain[:-1]


def seal_row(keys, tag, identifier, version, attributes, secret, random):
    place = tag + identifier + u(8, version)
    sealed = seal(keys, keys.secret, 2, place, secret, random)
    attrs = seal(keys, keys.attributes, 1, place + sealed[:40], attributes, random)
    return Row(tag, keys.epoch, identifier, version, attrs, sealed[:40], sealed[40:])


def open_attributes(keys, row):
    return unseal(keys, keys.attributes, 1, row.tag + row.id + u(8, row.version) + row.sn, row.attrs)


def open_secret(keys, row):
    return unseal(keys, keys.secret, 2, row.tag + row.id + u(8, row.version), row.sn + row.secret)


def tlv(fields):
    """Writes (number, value) pairs; a value of None is left out."""
    output = b""
    for number, value in fields:
        if value is None:
            continue
        length, head = len(value), bytes([number])
        while length > 127:
            head, length = head + bytes([length & 127 | 128]), length >> 7
        output += head + bytes([length]) + value
    return output


class Fields:
    """A TLV that was read: every number known, ascending, repeated only in lists."""

    def __init__(self, data, known, lists):
        self.all, value = [], Value(data)
        while value.place < len(data):
            number, length, shift = value.number(1), 0, 0
            want(number in known, "written by a newer arca", Malformed)
            while True:
                byte = value.number(1)
                length |= (byte & 127) << shift
                want(byte or not shift, "a length is not minimal")
                if byte < 128:
                    break
                shift += 7
                want(shift < 28, "a length is too long")
            last = self.all[-1][0] if self.all else 0
            want(number > last or number == last and number in lists, "fields are out of order")
            self.all.append((number, value.take(length)))

    def many(self, number):
        return [value for other, value in self.all if other == number]

    def maybe(self, number):
        return (self.many(number) or [None])[0]

    def need(self, number):
        want(self.maybe(number) is not None, f"field {number} is missing")
        return self.maybe(number)

    def text(self, number):
        """An optional text: absent when empty."""
        value = self.maybe(number)
        want(value != b"", f"field {number} is there and empty")
        return text(value or b"")

    def number(self, number, size, signed=False, optional=False):
        if optional and self.maybe(number) is None:
            return None
        value = self.need(number)
        want(len(value) == size, f"field {number} has a wrong length")
        return int.from_bytes(value, "big", signed=signed)


TEXTS = {3: "account", 4: "protocol", 6: "path", 7: "label", 8: "kind", 9: "comment", 10: "group"}
ATTRIBUTES = [*range(1, 23), 24, 25, 26, 28]
CELLS = {0: "password", 1: "name", 7: "label", 8: "kind", 9: "comment", 10: "group", 14: "expires", 15: None,
         17: "otp", 18: None}
TIMES = {11: "created", 12: "modified", 13: "secretChanged"}


def attributes_tlv(item, history=(None, None, None)):
    def optional(name):
        return item[name].encode() or None
    return tlv(
        [(1, u(1, item["class"])), (2, item["service"].encode()), (3, optional("account")), (4, optional("protocol")),
         (5, u(2, item["port"]) if item["port"] else None), (6, optional("path"))]
        + [(number, optional(TEXTS[number])) for number in (7, 8, 9, 10)]
        + [(number, i64(item[TIMES[number]])) for number in TIMES]
        + [(14, None if item["expires"] is None else i64(item["expires"]))]
        + [(15, lp(name.encode()) + value.encode()) for name, value in item["fields"]]
        + [(16, name.encode()) for name, _ in item["protected"]]
        + [(17, u(1, item["otp"]["kind"]) if item["otp"] else None)]
        + [(18, bytes.fromhex(one["id"]) + u(8, one["length"]) + i64(one["created"]) + lp(one["name"].encode())
            + one["mediaType"].encode()) for one in item["attachments"]]
        + list(zip((19, 20, 21), history)) + [(28, i64(item["removed"]) if item.get("removed") is not None else None)])


def read_attributes(data):
    """The item without its secret, and what the attributes say of its history: sum, count, lowest version."""
    fields = Fields(data, ATTRIBUTES, (15, 16, 18, 22, 25, 26))
    item = {"class": fields.number(1, 1), "service": text(fields.need(2))}
    want(1 <= item["class"] <= 6, "a class of a newer arca", Malformed)
    want(item["service"], "a service is empty")
    item.update({name: fields.text(number) for number, name in TEXTS.items()})
    item["port"] = fields.number(5, 2, optional=True)
    want(item["port"] != 0, "a port is there and 0")
    item["port"] = item["port"] or 0
    want(item["class"] == 2 or not (item["protocol"] or item["port"] or item["path"]), "fields of another class")
    item.update({name: fields.number(number, 8, signed=True) for number, name in TIMES.items()})
    item["expires"] = fields.number(14, 8, signed=True, optional=True)
    item["removed"] = fields.number(28, 8, signed=True, optional=True)
    item["fields"] = [[text(value.prefixed()), text(value.rest())] for value in map(Value, fields.many(15))]
    item["protected"] = [[text(name), None] for name in fields.many(16)]
    kind = fields.number(17, 1, optional=True)
    want(kind in (None, 1, 2), "a one-time password of a newer arca", Malformed)
    item["otp"], item["attachments"] = kind and {"kind": kind}, []
    for value in map(Value, fields.many(18)):
        item["attachments"].append({
            "id": value.take(16).hex(), "length": value.number(8), "created": value.number(8, signed=True),
            "name": text(value.prefixed()), "mediaType": text(value.rest())})
    for names in ([name for name, _ in item["fields"] + item["protected"]],
                  [one["name"] for one in item["attachments"]], [one["id"] for one in item["attachments"]]):
        distinct = {normalize("NFC", name) for name in names}
        want(len(distinct) == len(names) and "" not in names, "names are empty or not unique")
    read_merge(fields, item)
    history = [fields.number(number, size, optional=True) for number, size in ((19, 16), (20, 4), (21, 8))]
    want(history.count(None) in (0, 3) and history[1] != 0, "the history's fields contradict each other")
    return item, (history if history[1] else [0, 0, None])


def read_merge(fields, item):
    """What a merge left: versions, sources and further values; nothing is there for an item that was never merged."""
    versions = []
    for value in map(Value, fields.many(22)):
        versions.append({"stamp": stamp(value), "removed": value.number(1)})
        versions[-1]["seen"] = [stamp(value) for _ in range((len(value.data) - value.place) // 16)]
        value.end()
    parts, others = fields.many(24) + fields.many(25) + fields.many(26), []
    want(len(versions) <= 16 and (versions or not parts), "the versions are too many, or missing")
    for number, value in [(number, Value(value)) for number, value in fields.all if number in (25, 26)]:
        carriers = value.number(4)
        want(0 < carriers < 1 << len(versions), "a value belongs to no version")
        source = {"carriers": carriers, "stamp": stamp(value), "time": value.number(8, signed=True)}
        flags = value.number(1) if number == 26 else 0
        cell = value.number(1)
        want(cell in CELLS, "a part of a newer arca", Malformed)
        want(flags < 4, "a value's flags are unknown")
        name = text(value.prefixed() if number == 26 else value.rest())
        if number == 26:
            others.append(dict(source, cell=CELLS[cell] or name, conflict=flags & 1, secret=flags & 2, value=value.rest()))
            want(not others[-1]["secret"] or not others[-1]["value"], "a secret lies with the attributes")
    item["others"] = others


def stamp(value):
    return [value.number(8), value.take(8).hex()]


def secret_tlv(item):
    otp = item["otp"]
    return tlv(
        [(1, bytes.fromhex(item["value"]) or None)]
        + [(2, lp(name.encode()) + bytes.fromhex(value)) for name, value in item["protected"]]
        + [(3, otp and u(1, otp["kind"]) + u(1, otp["algorithm"]) + u(1, otp["digits"]) + u(2, otp["period"])
            + u(8, otp["counter"]) + lp(otp["issuer"].encode()) + lp(otp["account"].encode()) + bytes.fromhex(otp["key"]))]
        + [(4, bytes.fromhex(one["id"] + one["key"])) for one in item["attachments"]])


def read_secret(data, item):
    """Adds the secret to an item whose attributes were read, and compares the two."""
    fields = Fields(data, range(1, 6), (2, 4, 5))
    value = fields.maybe(1)
    want(value != b"" and len(value or b"") <= 1 << 20, "a secret is there and empty, or too long")
    item["value"] = (value or b"").hex()
    names = [name for name, _ in item["protected"]]
    item["protected"] = [[text(value.prefixed()), value.rest().hex()] for value in map(Value, fields.many(2))]
    want([name for name, _ in item["protected"]] == names, "the protected fields do not agree")
    want((fields.maybe(3) is None) == (item["otp"] is None), "the one-time password does not agree")
    if item["otp"]:
        value, kind = Value(fields.need(3)), item["otp"]["kind"]
        otp = {name: value.number(size) for name, size in
               (("kind", 1), ("algorithm", 1), ("digits", 1), ("period", 2), ("counter", 8))}
        otp.update(issuer=text(value.prefixed()), account=text(value.prefixed()), key=value.rest().hex())
        want(1 <= otp["algorithm"] <= 3, "a one-time password of a newer arca", Malformed)
        want(otp["kind"] == kind and 6 <= otp["digits"] <= 8 and otp["key"]
             and (1 <= otp["period"] <= 3600 and otp["counter"] == 0 if kind == 1 else otp["period"] == 30),
             "a one-time password is wrong")
        item["otp"] = otp
    keys = [(value[:16].hex(), value[16:].hex()) for value in fields.many(4)]
    want([(one["id"], 64) for one in item["attachments"]] == [(name, len(key)) for name, key in keys],
         "the attachments do not agree")
    for one, (_, key) in zip(item["attachments"], keys):
        one["key"] = key
    secrets = [index for index, other in enumerate(item["others"]) if other["secret"]]
    for index, value in zip(secrets, map(Value, fields.many(5))):
        want(value.number(2) == index and value.number(1) == (item["others"][index]["cell"] == "otp"),
             "a further secret belongs to nothing")
        item["others"][index]["value"] = value.rest()
    want(len(secrets) == len(fields.many(5)), "further secrets are too many or too few")
    item["conflicts"] = {}
    for other in item.pop("others"):
        if other["conflict"]:
            item["conflicts"].setdefault(other["cell"], []).append(other["value"].hex())


# 5. Lookup, 6. Sums ----------------------------------------------------------------------------------------------------

def row_tag(keys, item, identifier):
    """The tag of an item's row: of its name, or in the trash of its identifier."""
    if item.get("removed") is None:
        return lookup_tag(keys, item)
    return mac(keys.tag, b"\0", identifier)[:16]


def lookup_tag(keys, item):
    service = item["service"].encode()
    if item["class"] == 2:
        service = (lp(service) + lp(item["protocol"].encode()) + lp(u(2, item["port"])) + lp(item["path"].encode()))
    return mac(keys.tag, u(1, item["class"]), lp(service), lp(item["account"].encode()))[:16]


def leaf(keys, kind, row):
    message = u(1, kind) + row.tag + row.id + u(8, row.version) + u(4, row.epoch) + row.attrs[:40] + row.sn
    return int.from_bytes(mac(keys.set, message)[:16], "big")


def sums_bytes(sums):
    return b"".join(u(16, total) + u(4, count) for total, count in sums)


def read_sums(data):
    want(len(data) == 5120, "the sums have a wrong length")
    value = Value(data)
    return [[value.number(16), value.number(4)] for _ in range(256)]


# 7. State --------------------------------------------------------------------------------------------------------------

def state_tlv(state, with_chain=True):
    previous = state["previous"]
    return tlv(
        [(1, u(8, state["generation"])), (2, u(4, state["epoch"])), (3, u(1, state["kind"])),
         (4, bytes.fromhex(state["chain"]) if with_chain else None), (5, i64(state["created"])),
         (6, i64(state["modified"])), (7, u(8, state["logStart"])), (8, sums_bytes(state["sums"])), (9, state["digest"])]
        + [(10, bytes.fromhex(slot["id"]) + u(1, slot["kind"]) + i64(slot["created"]) + lp(slot["label"].encode())
            + bytes.fromhex(slot["recipient"])) for slot in state["slots"]]
        + [(11, bytes.fromhex(one["id"]) + i64(one["begun"])) for one in state["staged"]]
        + [(12, u(4, state["historyLimit"])),
           (13, previous and u(4, previous["epoch"]) + previous["key"] + sums_bytes(previous["sums"])),
           (14, state["window"])] + state["past"] + [
           (20, state["trash"] and u(4, state["trash"][0]) + i64(state["trash"][1])), (21, state["team"])])


def read_state(data):
    fields = Fields(data, [*range(1, 18), 20, 21], (10, 11, 15))
    state = {name: fields.number(number, size, signed) for name, number, size, signed in (
        ("generation", 1, 8, False), ("epoch", 2, 4, False), ("kind", 3, 1, False), ("created", 5, 8, True),
        ("modified", 6, 8, True), ("logStart", 7, 8, False), ("historyLimit", 12, 4, False))}
    state.update(chain=fields.need(4).hex(), sums=read_sums(fields.need(8)), digest=fields.need(9), slots=[], staged=[])
    want(state["kind"] in (1, 2), "a vault of a kind of a newer arca", Malformed)
    want(len(state["chain"]) == 64 and 1 <= state["logStart"] <= state["generation"], "the state is wrong")
    for value in map(Value, fields.many(10)):
        state["slots"].append({
            "id": value.take(16).hex(), "kind": value.number(1), "created": value.number(8, signed=True),
            "label": text(value.prefixed()), "recipient": value.rest().hex()})
    for value in map(Value, fields.many(11)):
        state["staged"].append({"id": value.take(16).hex(), "begun": value.number(8, signed=True)})
        value.end()
    for entries in (state["slots"], state["staged"]):
        names = [entry["id"] for entry in entries]
        want(names == sorted(set(names)), "a list of the state is out of order")
    state["past"] = [(number, value) for number, value in fields.all if 15 <= number <= 17]
    stretches = {value[:8]: value for value in fields.many(15)}
    for value in stretches.values():
        end, parent = int.from_bytes(value[8:16], "big"), stretches.get(value[16:24])
        want(len(value) % 8 == 0 and 24 <= len(value) <= 24 + 8 * 256 and 1 <= end <= state["generation"], "a stretch is wrong")
        want(value[16:24] == bytes(8) or parent and parent[8:16] < value[8:16], "a stretch follows from a later one")
    want(len(stretches) == len(fields.many(15)) <= 4096 and (fields.maybe(16) in stretches) == bool(stretches),
         "the stretches contradict each other")
    earlier = fields.maybe(17)
    want(earlier is None or len(earlier) % 8 == 0 and 16 <= len(earlier) <= 8 + 8 * 256, "the earlier names are wrong")
    state["trash"], state["team"] = None, fields.maybe(21)
    if fields.maybe(20) is not None:
        value = Value(fields.need(20))
        state["trash"] = [value.number(4), value.number(8, signed=True)]
        value.end()
        want(state["trash"][0], "the trash is there and empty")
    state["previous"], state["window"] = None, fields.maybe(14)
    want(len(state["window"] or bytes(32)) == 32, "the window has a wrong length")
    if fields.maybe(13):
        value = Value(fields.need(13))
        epoch, size = value.number(4), 32 if state["window"] is None else 224
        state["previous"] = {"epoch": epoch, "key": value.take(size), "sums": read_sums(value.rest())}
        want(1 <= epoch < state["epoch"] and (size == 224 or epoch == state["epoch"] - 1), "the epoch before is another")
    return state


def log_digest(keys, state):
    return mac(keys.chain, state_tlv(state, with_chain=False))


def link(keys, chain, generation, digest):
    return mac(keys.chain, chain, u(8, generation), digest)


# 8. Slots --------------------------------------------------------------------------------------------------------------

Slot = namedtuple("Slot", "id epoch kind params salt head wrapped code")
PASSPHRASE, KEY_FILE, BOTH, X25519, RSA, RECOVERY, GESTURE, HYBRID = range(1, 9)
# Bytes of a cost: scrypt's in version 1, Argon2id's in version 2.
COST = {1: 3, 2: 9}
PARAMETERS = {PASSPHRASE: [3], KEY_FILE: [0], BOTH: [3], X25519: [32], RSA: range(256, 1025), RECOVERY: [0], GESTURE: [6],
              HYBRID: [1120]}
RSA_PADDING = padding.OAEP(padding.MGF1(hashes.SHA256()), hashes.SHA256(), b"arca.vault.v1/rsa")


def check_params(kind, params, version):
    more = COST[version] - COST[1]
    want(len(params) - more in PARAMETERS[kind], "a slot's parameters have a wrong length")
    if version == 2:
        memory, passes, lanes = argon2_cost(params)
        want(memory >= max(64, 8 * lanes) and passes and lanes, "a slot's cost is too low")
        want(memory <= 1 << 20 and memory * passes <= 1 << 24, "a slot's cost is too high", Malformed)
    elif kind in (PASSPHRASE, BOTH, GESTURE):
        log2n, r, p = params[:3]
        want(log2n >= 10 and r and p, "a slot's cost is too low")
        want(log2n <= 20 and r <= 16 and p <= 4 and 128 * r << log2n <= 1 << 30, "a slot's cost is too high", Malformed)
    if kind == GESTURE:
        rows, columns, rules = params[-3:]
        want(2 <= rows <= 6 and 2 <= columns <= 6 and (rules == 1 or 65 <= rules <= 100), "a slot's grid or rules are none")


def argon2_cost(params):
    return int.from_bytes(params[:4], "big"), int.from_bytes(params[4:8], "big"), params[8]


def stretch(secret, salt, params):
    if len(params) >= COST[2]:
        from argon2.low_level import Type, hash_secret_raw
        memory, passes, lanes = argon2_cost(params)
        return hash_secret_raw(secret, salt, passes, memory, lanes, 32, Type.ID, 0x13)
    log2n, r, p = params[:3]
    return hashlib.scrypt(secret, salt=salt, n=1 << log2n, r=r, p=p, maxmem=(128 * r << log2n) + (1 << 21), dklen=32)


def cost(slot):
    """What a slot takes to try, so that planted ones come last."""
    if slot.kind in (PASSPHRASE, BOTH, GESTURE) and len(slot.params) >= COST[2]:
        memory, passes, _ = argon2_cost(slot.params)
        return (2 * memory * passes, slot.id)
    log2n, r, p = slot.params[:3] if slot.kind in (PASSPHRASE, BOTH, GESTURE) else bytes(3)
    return (r * p << log2n, slot.id)


def pattern_bytes(params, cells):
    return b"arca.pattern.v1\0" + params[-3:] + bytes([len(cells)]) + bytes(cells)


def gesture_secret(credential, params, salt):
    stretched = stretch(pattern_bytes(params, credential["pattern"]), salt, params)
    return mac(credential["device"], b"arca.vault.v1/gesture\0", stretched)


def hybrid_secret(seed, params):
    # The page takes X-Wing from elsewhere, and so does this.
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Vectors" / "age"))
    import generate_age as age
    recipient = age.hybrid_private(seed)[2]
    return hkdf(age.hybrid_decapsulate(seed, params), params + recipient, b"arca.vault.v1/mlkem768x25519\0")


def x25519_secret(shared, ephemeral, recipient):
    return hkdf(shared, ephemeral + recipient, b"arca.vault.v1/x25519\0")


def slot_secret(kind, params, salt, credential):
    """S of a slot under a dictionary of credentials; None where they have nothing for its kind."""
    has = credential.get
    if kind == PASSPHRASE and has("passphrase") and not has("file"):
        return stretch(credential["passphrase"], salt, params)
    if kind == BOTH and has("passphrase") and has("file"):
        stretched = stretch(credential["passphrase"], salt, params)
        return mac(stretched, b"arca.vault.v1/and\0", hashlib.sha256(credential["file"]).digest())
    if kind == X25519 and has("x25519"):
        private = X25519PrivateKey.from_private_bytes(credential["x25519"])
        try:
            shared = private.exchange(X25519PublicKey.from_public_bytes(params))
        except ValueError:
            raise Damage("a slot's share gives a secret of zeros") from None
        return x25519_secret(shared, params, public_bytes(private))
    if kind == HYBRID and has("hybrid"):
        return hybrid_secret(credential["hybrid"], params)
    if kind == RSA and has("rsa"):
        try:
            secret = credential["rsa"].decrypt(params, RSA_PADDING)
        except ValueError:
            return None
        want(len(secret) == 32, "an RSA slot holds a secret of another length")
        return secret
    if kind == GESTURE and has("pattern"):
        return gesture_secret(credential, params, salt)
    return has({KEY_FILE: "key", RECOVERY: "recovery"}.get(kind))


def public_bytes(private):
    return private.public_key().public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)


def slot_keys(secret, salt, head):
    both = expand(mac(salt, secret), b"arca.vault.v1/slot\0" + head, 64)
    return both[:32], both[32:]


def xor(left, right):
    return bytes(a ^ b for a, b in zip(left, right))


def wrap(keys, identifier, kind, params, salt, secret):
    head = b"arcaslot\1" + keys.vault + identifier + u(4, keys.epoch) + u(1, kind) + lp(params) + salt
    mask, code = slot_keys(secret, salt, head)
    body = head + xor(keys.key, mask)
    body += mac(code, body)
    return body + hashlib.sha256(body).digest()[:4]


def read_slot(identifier, body, vault, epoch):
    want(body[:8] == b"arcaslot" and same(hashlib.sha256(body[:-4]).digest()[:4], body[-4:]), "a slot is damaged")
    value = Value(body[8:])
    version = value.number(1)
    want(version in COST, "a slot was written by a newer arca", Malformed)
    place = value.take(16), value.take(16), value.number(4)
    kind, params, salt = value.number(1), value.prefixed(), value.take(32)
    want(kind in PARAMETERS and (version == 1 or kind in (PASSPHRASE, BOTH, GESTURE)), "a slot was written by a newer arca", Malformed)
    want(place == (vault, identifier, epoch), "a slot is of another place")
    check_params(kind, params, version)
    head = body[:8 + value.place]
    slot = Slot(identifier, epoch, kind, params, salt, head, value.take(32), value.take(32))
    value.take(4)
    value.end()
    return slot


def unwrap(slots, credential):
    """The vault key, out of the first slot that the credentials open."""
    for slot in sorted(slots, key=cost):
        secret = slot_secret(slot.kind, slot.params, slot.salt, credential)
        if secret:
            mask, code = slot_keys(secret, slot.salt, slot.head)
            if same(mac(code, slot.head, slot.wrapped), slot.code):
                return xor(slot.wrapped, mask)
    raise Wrong("no slot opens with this")


def slots_digest(keys, bodies):
    entries = b"".join(name + lp(body) for name, body in sorted(bodies.items()))
    return mac(keys.set, b"\3" + u(4, len(bodies)), entries)
