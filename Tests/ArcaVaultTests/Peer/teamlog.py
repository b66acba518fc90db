"""What a vault keeps of a team's log, written from Documentation/TEAM-VAULT.md alone; the numbers are that page's sections."""
import hashlib

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from vaultformat import *

TABLES = {
    "team_record": "CREATE TABLE team_record(kind INTEGER NOT NULL, key BLOB NOT NULL, generation INTEGER NOT NULL,"
                   " version INTEGER NOT NULL, digest BLOB NOT NULL, code BLOB NOT NULL, body BLOB NOT NULL,"
                   " PRIMARY KEY(kind,key)) STRICT, WITHOUT ROWID",
    "team_commit": "CREATE TABLE team_commit(generation INTEGER PRIMARY KEY NOT NULL, header BLOB NOT NULL,"
                   " signature BLOB NOT NULL, changes BLOB NOT NULL) STRICT",
}
ITEM, ATTACHMENT, DEVICE, EPOCH = 1, 3, 5, 6
ROLES = ["removed", "reader", "writer", "admin"]


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def open_xaes(key, sealed, aad, padded=True):
    cipher, rest = xaes(key, sealed[:24])
    try:
        plain = cipher.decrypt(rest, sealed[40:] + sealed[24:40], aad)
    except InvalidTag:
        raise Damage("a sealed part of the team's log does not open") from None
    if not padded:
        return plain
    content = plain.rstrip(b"\0")
    want(content[-1:] == b"\x80" and len(plain) == bucket(len(content)), "a padding is wrong")
    return content[:-1]


# 2. Keys ---------------------------------------------------------------------------------------------------------------

class EpochKey:
    def __init__(self, vault, number, secret):
        self.vault, self.number = vault, number
        self.kid = mac(secret, b"arca.team.v1/kid\0", vault, u(4, number))[:16]
        self.secret, self.record, self.previous, self.root = secret, *(
            hkdf(secret, vault, b"arca.team.v1/" + name + b"\0" + self.kid) for name in (b"record", b"previous", b"root"))

    def leaf(self, kind, key, digest):
        return int.from_bytes(mac(self.root, u(1, kind), key, digest)[:16], "big")


# 3. The vault's file, 4. The log -----------------------------------------------------------------------------------------

def team(vault):
    """Checks all that the file keeps of the log, and gives what it says."""
    want(vault.state["team"] is not None, "no team", NotFound)
    fields = Fields(vault.state["team"], range(1, 13), (7, 11))
    want(fields.maybe(10) is None, "nobody has admitted the device", NotFound)
    position, root = Value(fields.need(3)), Value(fields.need(4))
    generation, head, total, count = position.number(8), position.take(32), root.number(16), root.number(4)
    keys = {}
    for value in map(Value, fields.many(7)):
        key = EpochKey(vault.vault, value.number(4), value.rest())
        want(key.number == len(keys) + 1, "the epochs have gaps")
        keys[key.kid] = key
    newest = list(keys.values())[-1]
    seed = fields.need(6)
    row_key = expand(mac(b"", seed), b"arca.team.v1/rows\0", 32)
    records = {}
    for kind, key, born, version, digest, code, body in vault.base.execute(
            "SELECT kind, key, generation, version, digest, code, body FROM team_record ORDER BY kind, key"):
        want(same(mac(row_key, u(1, kind), key, u(8, born), u(8, version), digest)[:16], code), "a row's code is wrong")
        want(sha(b"arca.record.v1\0", u(1, kind), key, body) == digest, "a record's digest is wrong")
        records[kind, key] = (born, version, digest, body)
    leaves = [newest.leaf(kind, key, digest) for (kind, key), (_, _, digest, _) in records.items()]
    want((sum(leaves) % (1 << 128), len(leaves)) == (total, count), "the sum over the records is wrong")

    def opened(kind, key, body):
        want(body[:16] in keys, "a record of an unknown epoch")
        epoch = keys[body[:16]]
        aad = b"arca.team.v1\0" + u(1, kind) + vault.vault + epoch.kid + key
        return open_xaes(epoch.record, body[16:], aad)

    devices = {key: device(opened(DEVICE, key, body), key) for (kind, key), (_, _, _, body) in records.items()
               if kind == DEVICE}
    own = devices[fields.need(1)]
    public = Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    want(own["signing"] == public, "the device's key is another")
    want(own["role"] == ROLES[fields.number(2, 1)], "the device's role is another")
    epochs(records, keys, vault.vault)
    items = {}
    for (kind, key), (born, _, _, body) in records.items():
        if kind == ITEM:
            part = Fields(opened(ITEM, key, body), (1, 2, 3), ())
            item, _ = read_attributes(part.need(2))
            read_secret(part.need(3), item)
            want(1 <= part.number(1, 8) <= born, "a secret is newer than its item")
            items[key.hex()] = {"name": "/".join(filter(None, (item["service"], item["account"]))), "secret": item["value"],
                                "conflicts": sorted(item["conflicts"]), "secretGeneration": part.number(1, 8)}
            for one in item["attachments"]:
                attachment(vault, records, bytes.fromhex(one["id"]))
    commits(vault, generation, head, devices, records)
    return {"generation": generation, "epoch": newest.number, "items": items,
            "devices": sorted(f"{one['member']}/{one['name']} {one['role']}" for one in devices.values())}


def device(plain, key):
    fields = Fields(plain, range(1, 12), ())
    signing, authority, wrap = fields.need(5), fields.need(6), fields.need(7)
    want(sha(b"arca.device.v1\0", signing, authority, lp(wrap))[:16] == key, "a device has other keys than its name")
    return {"name": text(fields.need(1)), "member": text(fields.need(3)), "role": ROLES[fields.number(4, 1)],
            "signing": signing, "authority": authority}


def epochs(records, keys, vault):
    """Each epoch's key opens the one before."""
    for kid, key in keys.items():
        fields = Fields(records[EPOCH, kid][3], (1, 2, 3), (3,))
        want(fields.number(1, 4) == key.number and all(len(wrap) == 16 + 1120 + 72 for wrap in fields.many(3)), "an epoch is wrong")
        sealed = fields.maybe(2)
        want((sealed is None) == (key.number == 1), "an epoch lacks the one before")
        if sealed:
            before = keys[sealed[:16]]
            aad = b"arca.team.v1\0\0" + vault + before.kid
            want(open_xaes(key.previous, sealed[16:], aad, padded=False) == before.secret, "an epoch opens another")


def attachment(vault, records, key):
    """The pieces in the file are those that the log names."""
    pieces = [data for data, in vault.base.execute("SELECT data FROM piece WHERE att = ? ORDER BY n", (key,))]
    if pieces:  # one that was detached here, and not yet there, has none
        want(b"".join(map(sha, pieces)) == records[ATTACHMENT, key][3], "the pieces of an attachment are others")


def commits(vault, generation, head, devices, records):
    """From the newest commit back: chain, signatures, changes; the last change of a record is what the file has."""
    seen = set()
    for number, header, signature, changes in vault.base.execute(
            "SELECT generation, header, signature, changes FROM team_commit ORDER BY generation DESC"):
        want(number == generation, "the commits have gaps")
        want(sha(b"arca.head.v1\0", lp(header), signature) == head, "a commit is another than was taken")
        fields = Fields(header, range(1, 10), ())
        author, members = devices[fields.need(4)], fields.maybe(9) is not None
        want(fields.need(1) == vault.vault and fields.number(2, 8) == number, "a commit is of another place")
        try:
            Ed25519PublicKey.from_public_bytes(author["authority" if members else "signing"]).verify(
                signature, b"arca.commit.v1\0" + header)
        except InvalidSignature:
            raise Damage("a commit's signature is wrong") from None
        value, names = Value(changes), []
        while value.place < len(changes):
            act, kind, key = value.number(1), value.number(1), value.take(16)
            digest = value.take(32) if act == 1 else None
            want(act in (1, 2) and (kind in (DEVICE, EPOCH)) == members, "a change is none of its commit")
            if members:
                want(sha(b"arca.record.v1\0", u(1, kind), key, value.prefixed()) == digest, "a change brings another record")
            names.append((kind, key))
            if (kind, key) not in seen:
                seen.add((kind, key))
                found = records.get((kind, key))
                want((found and (found[0], found[2])) == (digest and (number, digest)), "a record is not the newest")
        want(names == sorted(set(names)), "changes are out of order")
        want(fields.need(7) == u(4, len(names)) + sha(changes), "changes are others than were signed")
        generation, head = number - 1, fields.need(3)
