#!/usr/bin/env python3
"""Reads and makes vaults: a peer for the tests of ArcaVault.

    vault.py dump VAULT CREDENTIAL…                   checks everything, prints everything as JSON, bytes in hexadecimal
    vault.py list VAULT CREDENTIAL…                   checks all groups, prints the items' attributes
    vault.py get VAULT SERVICE [ACCOUNT] CREDENTIAL…  checks one group, prints one item
    vault.py team VAULT CREDENTIAL…                   checks what it keeps of a team's log, prints devices and items
    vault.py make OUT --seed N                        writes a vault with every feature, prints its credentials and content
    vault.py check                                    compares its own XAES-256-GCM and Bech32 with published values

Exit status: 1 the anchor says older file or fork, 3 wrong credential, 4 damage, 5 malformed, 7 not found.
"""
import argparse
import hashlib
import json
import os
import pathlib
import sqlite3
import sys

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import load_pem_private_key

import teamlog
from vaultformat import *
from vaulttexts import *


# 9.1 Anchor ------------------------------------------------------------------------------------------------------------

def anchor_bytes(vault, epoch, generation, chain, slots):
    body = b"arca.anchor.v2\0" + vault + u(4, epoch) + u(8, generation) + chain + slots
    return body + hashlib.sha256(body).digest()[:8]


def against_anchor(data, keys, state, log):
    """What the anchor says of a state and its log: `older`, `fork`, `same`, `newer`, `unknown` or `none`."""
    if (len(data), data[:15]) not in ((83, b"arca.anchor.v1\0"), (115, b"arca.anchor.v2\0")) or data[15:31] != keys.vault:
        return "none"
    value = Value(data[31:75])
    epoch, generation, chain = value.number(4), value.number(8), value.take(32)
    if hashlib.sha256(data[:-8]).digest()[:8] != data[-8:] or generation > HIGHEST:
        return "none"
    if state["epoch"] != epoch:
        return "older" if state["epoch"] < epoch else "unknown" if state["generation"] > generation else "fork"
    if state["generation"] < generation:
        return "older"
    if state["generation"] > generation and generation + 1 not in log:
        return "unknown"
    for number in range(generation + 1, state["generation"] + 1):
        chain = link(keys, chain, number, log[number])
    if chain.hex() != state["chain"]:
        return "fork"
    return "newer" if state["generation"] > generation else "same"


# 11. Attachments -------------------------------------------------------------------------------------------------------

CHUNK = 16 << 10


def padme(length):
    """The length to which content is filled up."""
    if length < 1024:
        return 1024
    exponent = length.bit_length() - 1
    step = 1 << exponent - exponent.bit_length()
    return (length + step - 1) // step * step


def chunk_keys(key, salt, vault, attachment):
    """The cipher, the base nonce and the commitment of C2SP chunked encryption."""
    info = b"c2sp.org/chunked-encryption@v1+AEAD_AES_256_GCM\0" + salt + b"arca.vault.v1/attachment\0" + vault + attachment
    output = expand(key, info, 76, "sha512")
    return AESGCM(output[:32]), output[32:44], output[44:]


def chunk_nonce(base, number):
    return xor(base, u(12, number))


def seal_stream(key, salt, vault, attachment, content):
    cipher, base, commitment = chunk_keys(key, salt, vault, attachment)
    content = content.ljust(padme(len(content)), b"\0")
    chunks = [content[place:place + CHUNK] for place in range(0, len(content) + 1, CHUNK)]
    return salt + commitment + b"".join(
        cipher.encrypt(chunk_nonce(base, number), chunk, None) for number, chunk in enumerate(chunks))


def open_stream(key, vault, attachment, stream, length):
    filled = padme(length)
    want(len(stream) == 56 + filled + 16 * (filled // CHUNK + 1), "an attachment is too short or too long")
    cipher, base, commitment = chunk_keys(key, stream[:24], vault, attachment)
    want(same(commitment, stream[24:56]), "an attachment's commitment differs")
    try:
        content = b"".join(
            cipher.decrypt(chunk_nonce(base, number), stream[place:place + CHUNK + 16], None)
            for number, place in enumerate(range(56, len(stream), CHUNK + 16)))
    except InvalidTag:
        raise Damage("an attachment does not open") from None
    want(not any(content[length:]), "an attachment's padding is wrong")
    return content[:length]


# Reading ---------------------------------------------------------------------------------------------------------------

def check_header(path):
    with open(path, "rb") as file:
        head = file.read(100)
    want(len(head) == 100 and head[:16] == b"SQLite format 3\0", "no vault", Malformed)
    want(head[68:72] == u(4, APPLICATION), "no vault", Malformed)
    version = int.from_bytes(head[60:64], "big")
    want(version <= 3, "written by a newer arca", Malformed)
    want(version >= 1, "the version of the format is none")
    want(head[16:20] == u(2, PAGE_SIZE) + b"\1\1" and head[52:60] == u(4, 0) + u(4, 1), "the header is changed")
    return version


class Vault:
    """An open vault; what stands in the state, the slots and the log has been checked."""

    def __init__(self, path, credential, backup=False, anchor=None):
        version = check_header(path)
        self.base = sqlite3.connect(pathlib.Path(path).absolute().as_uri() + "?mode=ro", uri=True, isolation_level=None)
        self.base.text_factory = lambda value: value.decode("utf-8", "surrogateescape")
        self.base.execute("PRAGMA trusted_schema=OFF")
        self.base.execute("PRAGMA cell_size_check=ON")
        self.base.execute("BEGIN")
        found = self.base.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid").fetchall()
        schema = SCHEMA | teamlog.TABLES if version == 3 else SCHEMA
        want(found == [("table", name, name, sql) for name, sql in schema.items()], "the schema is changed")
        want(self.base.execute("PRAGMA integrity_check").fetchall() == [("ok",)], "SQLite finds damage")
        self.open_state(credential)
        want((self.state["window"] is None) == (version == 1), "the version of the format is changed")
        want((self.state["team"] is not None) == (version == 3), "the version of the format is changed")
        self.check_log()
        want(self.state["kind"] == (2 if backup else 1), "a backup" if not backup else "no backup")
        self.anchor = None
        if anchor is not None:
            self.anchor = against_anchor(anchor, self.keys[self.state["epoch"]], self.state, self.log)

    def open_state(self, credential):
        rows = self.base.execute("SELECT vault, epoch, generation, sealed FROM state").fetchall()
        want(len(rows) == 1, "there is not one state")
        vault, epoch, generation, sealed = rows[0]
        blob(vault, 16), integer(epoch, 1, 0xffffffff), integer(generation, 1, HIGHEST), blob(sealed, 104, 262184)
        bodies = dict(self.base.execute("SELECT id, body FROM slot"))
        slots = [read_slot(blob(name, 16), blob(body, 150, 4096), vault, epoch) for name, body in sorted(bodies.items())]
        want(1 <= len(slots) <= 32 and sum(slot.kind in (PASSPHRASE, BOTH, GESTURE) for slot in slots) <= 8
             and any(slot.kind != GESTURE for slot in slots), "there are too many or too few slots")
        keys = Keys(credential.get("vaultKey") or unwrap(slots, credential), vault, epoch)
        self.state = read_state(unseal(keys, keys.state, 3, u(8, generation), sealed))
        want((self.state["epoch"], self.state["generation"]) == (epoch, generation), "the state's columns differ from it")
        want(same(slots_digest(keys, bodies), self.state["digest"]), "the slots are changed")
        want([(slot.id.hex(), slot.kind) for slot in slots]
             == [(slot["id"], slot["kind"]) for slot in self.state["slots"]], "the list of slots is another")
        self.vault, self.keys, self.sums = vault, {epoch: keys}, {epoch: self.state["sums"]}
        previous = self.state["previous"]
        if previous:
            self.keys[previous["epoch"]] = Keys(previous["key"], vault, previous["epoch"])
            self.sums[previous["epoch"]] = previous["sums"]

    def check_log(self):
        state, keys = self.state, self.keys[self.state["epoch"]]
        self.log = dict(self.base.execute("SELECT generation, digest FROM log ORDER BY generation"))
        first, last = max(state["logStart"], state["generation"] - 255), state["generation"]
        want(list(self.log) == list(range(first, last + 1)), "the log has gaps")
        want(all(isinstance(digest, bytes) and len(digest) == 32 for digest in self.log.values()), "the log is damaged")
        want(same(self.log[last], log_digest(keys, state)), "the log's newest row is another state's")
        chain = state["window"] or (bytes(32) if first == 1 else None)
        if chain:
            for number, digest in self.log.items():
                chain = link(keys, chain, number, digest)
            want(chain.hex() == state["chain"], "the chain does not follow from the log")

    def group(self, number):
        """The items whose tag begins with a byte, in all epochs, after their sums were compared."""
        begin, end = bytes([number]), bytes([number, *b"\xff" * 16])
        rows = [checked_row(Row(*row)) for row in self.base.execute(
            f"SELECT {COLUMNS} FROM item WHERE tag >= ? AND tag <= ?", (begin, end))]
        want(all(row.epoch in self.keys for row in rows), "an item of another epoch")
        for epoch, keys in self.keys.items():
            leaves = [leaf(keys, 1, row) for row in rows if row.epoch == epoch]
            want([sum(leaves) % (1 << 128), len(leaves)] == self.sums[epoch][number], f"group {number} is changed")
        return rows

    def open(self, row):
        """An item of a row without its secret, and what it says of its history."""
        keys = self.keys[row.epoch]
        item, history = read_attributes(open_attributes(keys, row))
        want(row.version <= self.state["generation"] and same(row_tag(keys, item, row.id), row.tag), "a row has another's name")
        return dict(id=row.id.hex(), version=row.version, epoch=row.epoch, **item), history

    def open_all(self, row):
        """An item with secret, history and attachments."""
        item, history = self.open(row)
        read_secret(open_secret(self.keys[row.epoch], row), item)
        for one in item["attachments"]:
            self.add_content(one)
        item["history"] = self.history(row, history)
        return item

    def history(self, item, expected):
        rows = [checked_row(Row(*row)) for row in self.base.execute(
            f"SELECT {COLUMNS} FROM history WHERE id = ? ORDER BY version", (item.id,))]
        want(all(row.epoch == item.epoch and row.version < item.version for row in rows), "a version is of another time")
        leaves = [leaf(self.keys[item.epoch], 2, row) for row in rows]
        lowest = rows[0].version if rows else None
        want([sum(leaves) % (1 << 128), len(leaves), lowest] == expected, "a history is changed")
        versions = []
        for row in rows:
            version, _ = self.open(row)
            read_secret(open_secret(self.keys[row.epoch], row), version)
            versions.append(version)
        return versions

    def add_content(self, attachment):
        identifier = bytes.fromhex(attachment["id"])
        pieces = self.base.execute("SELECT n, data FROM piece WHERE att = ? ORDER BY n", (identifier,)).fetchall()
        want([number for number, _ in pieces] == list(range(len(pieces))), "a piece is missing")
        stream = b"".join(blob(data, 1, PIECE) for _, data in pieces)
        want(all(len(data) == PIECE for _, data in pieces[:-1]), "a piece is too short")
        content = open_stream(bytes.fromhex(attachment["key"]), self.vault, identifier, stream, attachment["length"])
        attachment.update(described(content))

    def find(self, wanted):
        for keys in self.keys.values():
            tag = lookup_tag(keys, wanted)
            for row in self.group(tag[0]):
                if row.tag == tag and row.epoch == keys.epoch:
                    return row
        raise NotFound("no such item")

    def rows(self):
        return [row for number in range(256) for row in self.group(number)]

    def dump(self):
        """Everything; what belongs to nothing is damage."""
        items = [self.open_all(row) for row in self.rows()]
        names = {bytes.fromhex(item["id"]) for item in items}
        want(len(names) == len(items), "two items share an identifier")
        removed = [item["removed"] for item in items if item["removed"] is not None]
        count, oldest = self.state["trash"] or (0, None)
        want(len(removed) == count and all(time >= oldest for time in removed), "the trash is another")
        used = [bytes.fromhex(one["id"]) for item in items for one in item["attachments"]]
        used += [bytes.fromhex(one["id"]) for one in self.state["staged"]]
        want(len(set(used)) == len(used), "two attachments share an identifier")
        want({name for name, in self.base.execute("SELECT id FROM history")} <= names, "a history of no item")
        want({name for name, in self.base.execute("SELECT att FROM piece")} <= set(used), "a piece of no attachment")
        return content_of(self.state, self.vault, self.keys[self.state["epoch"]].key, items)


def described(content):
    """How content stands in JSON: in hexadecimal up to 64 KiB, beyond that by its digest alone."""
    return {"sha256": hashlib.sha256(content).hexdigest(), "content": content.hex() if len(content) <= 65536 else None}


def content_of(state, vault, key, items):
    names = ("epoch", "generation", "kind", "chain", "created", "modified", "logStart", "historyLimit", "slots", "staged")
    items = sorted(items, key=lambda item: [item[name] for name in
                                            ("class", "service", "account", "protocol", "port", "path")] + [item["id"]])
    return {"vault": vault.hex(), "vaultKey": key.hex(), **{name: state[name] for name in names},
            "rotating": state["previous"] is not None, "items": items}


# Command line ----------------------------------------------------------------------------------------------------------

def credentials(options):
    """What the options give, as `slot_secret` wants it."""
    def read(path, mode):
        with open(path, mode) as file:
            return file.read()
    given = {
        "passphrase": options.passphrase_env and os.environb[options.passphrase_env.encode()],
        "file": options.file and read(options.file, "rb"),
        "key": options.key_file and read_key_file(read(options.key_file, "rb").decode("latin-1")),
        "recovery": options.recovery and read_recovery(options.recovery),
        "x25519": options.x25519 and bytes.fromhex(options.x25519),
        "hybrid": options.hybrid and bytes.fromhex(options.hybrid),
        "rsa": options.rsa and load_pem_private_key(read(options.rsa, "rb"), None),
        "pattern": options.pattern and [int(dot) for dot in options.pattern.split(",")],
        "device": options.device and bytes.fromhex(options.device),
        "vaultKey": options.vault_key and bytes.fromhex(options.vault_key)}
    return {name: value for name, value in given.items() if value}


def check():
    """The vectors of C2SP's XAES-256-GCM.md, the accumulated one included, and a checksum of BIP 173."""
    for byte, aad, expected in ((1, b"", "ce546ef63c9cc60765923609b33a9a1974e96e52daf2fcf7075e2271"),
                                (3, b"c2sp.org/XAES-256-GCM", "986ec1832593df5443a179437fd083bf3fdb41abd740a21f71eb769d")):
        cipher, nonce = xaes(bytes([byte] * 32), b"ABCDEFGHIJKLMNOPQRSTUVWX")
        want(cipher.encrypt(nonce, b"XAES-256-GCM", aad).hex() == expected, "XAES differs")
    drawn, seen = Value(hashlib.shake_128().digest(10_000 * 568)), hashlib.shake_128()
    for _ in range(10_000):
        cipher, nonce = xaes(drawn.take(32), drawn.take(24))
        seen.update(cipher.encrypt(nonce, drawn.take(drawn.number(1)), drawn.take(drawn.number(1))))
    expected = "e6b9edf2df6cec60c8cbd864e2211b597fb69a529160cd040d56c0c210081939"
    want(seen.hexdigest(32) == expected, "XAES differs in the accumulated vector")
    symbols = [BECH32.index(one) for one in "qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw"]
    want(bech32_checksum("abcdef", symbols) == 1, "Bech32 differs")
    return "as published"


def parsed(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("check")
    make = commands.add_parser("make")
    make.add_argument("vault")
    make.add_argument("--seed", type=int, required=True)
    make.add_argument("--format", type=int, default=2, choices=(1, 2))
    make.add_argument("--log2n", type=int, default=10, help="the cost of its slots")
    make.add_argument("--rsa", help="also a slot for the public half of this key file in PEM")
    make.add_argument("--attachment", type=int, metavar="BYTES", help="also an attachment of this length")
    make.add_argument("--transactions", type=int, default=0, help="so many more that change nothing")
    make.add_argument("--rotated", type=int, metavar="ITEMS", help="rotated, and stopped after so many items; -1: to the end")
    make.add_argument("--trash", action="store_true", help="also an item in the trash")
    make.add_argument("--backup", action="store_true", help="make it a backup at the end")
    make.add_argument("--anchor", help="write the anchor into this file")
    for name in ("dump", "list", "get", "team"):
        command = commands.add_parser(name)
        command.add_argument("vault")
        if name == "get":
            command.add_argument("service")
            command.add_argument("account", nargs="?", default="")
            command.add_argument("--class", type=int, default=1)
            command.add_argument("--port", type=int, default=0)
            for field in ("protocol", "path"):
                command.add_argument(f"--{field}", default="")
        for option in ("passphrase-env", "file", "key-file", "recovery", "x25519", "hybrid", "rsa", "pattern", "device", "vault-key"):
            command.add_argument(f"--{option}")
        command.add_argument("--backup", action="store_true")
        command.add_argument("--anchor", help="compare with the anchor in this file")
    return parser.parse_args(arguments)


def answer(options):
    if options.command == "check":
        return check()
    if options.command == "make":
        from vaultmaker import make
        return make(options)
    anchor = pathlib.Path(options.anchor).read_bytes() if options.anchor else None
    vault = Vault(options.vault, credentials(options), options.backup, anchor)
    if vault.anchor in ("older", "fork"):
        raise Refused(vault.anchor)
    if options.command == "team":
        return teamlog.team(vault)
    if options.command == "dump":
        return dict(vault.dump(), anchor=vault.anchor) if options.anchor else vault.dump()
    if options.command == "list":
        return [item for item in (vault.open(row)[0] for row in vault.rows()) if item["removed"] is None]
    return vault.open_all(vault.find(vars(options)))


def main():
    try:
        json.dump(answer(parsed(sys.argv[1:])), sys.stdout, indent=1, ensure_ascii=False)
        print()
    except Refused as refused:
        print(f"vault.py: {refused}", file=sys.stderr)
        return refused.status
    except sqlite3.DatabaseError as error:
        print(f"vault.py: {error}", file=sys.stderr)
        return Damage.status
    return 0


if __name__ == "__main__":
    sys.exit(main())
