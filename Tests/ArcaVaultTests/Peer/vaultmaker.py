"""Makes a vault with every feature, always the same for a seed but for what SQLite adds; vault.py has the command."""
import contextlib
import copy
import pathlib
import sqlite3

from vault import anchor_bytes, content_of, described, load_pem_private_key, seal_stream
from vaultformat import *
from vaulttexts import *

START, MINUTE = 1_700_000_000_000, 60_000
PASSWORD, OTHER_FILE, PATTERN = b"correct horse", b"any file\n\0\xff", [0, 1, 2, 5, 8]
GRID = bytes([3, 3, 1])


class Source:
    """Bytes that a seed determines."""

    def __init__(self, seed):
        self.seed, self.count = str(seed).encode(), 0

    def __call__(self, length):
        self.count += 1
        return hashlib.shake_256(b"vaultmaker\0" + self.seed + b"\0" + u(8, self.count)).digest(length)


def oaep(public, message, seed):
    """RSA-OAEP as `RSA_PADDING` has it, with a seed that is given: RFC 8017, section 7.1.1."""
    def mask(source, length):
        return b"".join(hashlib.sha256(source + u(4, i)).digest() for i in range(length // 32 + 1))[:length]
    numbers, size = public.public_numbers(), public.key_size // 8
    data = hashlib.sha256(b"arca.vault.v1/rsa").digest()
    data += bytes(size - 66 - len(message)) + b"\1" + message
    masked = xor(data, mask(seed, len(data)))
    number = int.from_bytes(xor(seed, mask(masked, 32)) + masked, "big")
    return u(size, pow(number, numbers.e, numbers.n))


def new_item(item_class, service, account="", value=b"", **more):
    item = dict.fromkeys(("account", "protocol", "path", "label", "kind", "comment", "group"), "")
    item.update({"class": item_class, "service": service, "account": account, "port": 0, "expires": None, "otp": None,
                 "fields": [], "protected": [], "attachments": [], "value": value.hex(), **more})
    return item


class Maker:
    """A vault that is being written, beside a model of what must be found in it."""

    def __init__(self, path, seed, version):
        self.random, self.time, self.model, self.bodies = Source(seed), START, {}, {}
        self.vault, self.wrapping = self.random(16), []
        self.keys = Keys(self.random(32), self.vault, 1)
        self.state = {
            "generation": 0, "epoch": 1, "kind": 1, "chain": bytes(32).hex(), "created": START, "logStart": 1,
            "sums": [[0, 0] for _ in range(256)], "slots": [], "staged": [], "historyLimit": 10, "previous": None,
            "window": bytes(32) if version == 2 else None, "past": [], "trash": None, "team": None}
        self.base = sqlite3.connect(path, isolation_level=None)
        for pragma in (f"page_size={PAGE_SIZE}", "encoding='UTF-8'", "auto_vacuum=NONE", f"application_id={APPLICATION}",
                       f"user_version={version}", "journal_mode=DELETE", "secure_delete=ON"):
            self.base.execute(f"PRAGMA {pragma}")

    # 7.2 A transaction

    @contextlib.contextmanager
    def transaction(self, jump_to=None):
        """Everything inside becomes one generation; a jump begins the log anew."""
        state, self.time = self.state, self.time + MINUTE
        self.base.execute("BEGIN IMMEDIATE")
        if state["generation"] == 0:
            for statement in SCHEMA.values():
                self.base.execute(statement)
        state["generation"] = jump_to or state["generation"] + 1
        if jump_to:
            self.base.execute("DELETE FROM log")
            state["logStart"] = jump_to
            state["window"] = state["window"] and bytes.fromhex(state["chain"])
        yield
        self.move_window()
        state["modified"], state["digest"] = self.time, slots_digest(self.keys, self.bodies)
        digest = log_digest(self.keys, state)
        state["chain"] = link(self.keys, bytes.fromhex(state["chain"]), state["generation"], digest).hex()
        self.base.execute("INSERT INTO log VALUES(?, ?)", (state["generation"], digest))
        place = u(8, state["generation"])
        sealed = seal(self.keys, self.keys.state, 3, place, state_tlv(state), self.random)
        self.base.execute("INSERT OR REPLACE INTO state VALUES(1, ?, ?, ?, ?)",
                          (self.vault, state["epoch"], state["generation"], sealed))
        self.base.execute("COMMIT")

    def move_window(self):
        """Drops the row that is one too many with the next, and keeps its link."""
        oldest = self.state["generation"] - 256
        for (digest,) in self.base.execute("SELECT digest FROM log WHERE generation = ?", (oldest,)).fetchall():
            self.state["window"] = self.state["window"] and link(self.keys, self.state["window"], oldest, digest)
            self.base.execute("DELETE FROM log WHERE generation = ?", (oldest,))

    # Slots

    def add_slot(self, kind, label, make, recipient=b""):
        """`make` gives params and S for a salt."""
        identifier = self.random(16)
        self.state["slots"].append({"id": identifier.hex(), "kind": kind, "created": self.time, "label": label,
                                    "recipient": recipient.hex()})
        self.state["slots"].sort(key=lambda slot: slot["id"])
        self.wrapping.append((identifier, kind, make))
        self.wrap(identifier, kind, make)

    def wrap(self, identifier, kind, make):
        salt = self.random(32)
        params, secret = make(salt)
        self.bodies[identifier] = wrap(self.keys, identifier, kind, params, salt, secret)
        self.base.execute("INSERT OR REPLACE INTO slot VALUES(?, ?)", (identifier, self.bodies[identifier]))

    # Items

    def count(self, row, sign):
        """Adds the leaf of an item's row to the sums of its epoch, or subtracts it."""
        old = row.epoch != self.state["epoch"]
        group = (self.state["previous"] if old else self.state)["sums"][row.tag[0]]
        group[0] = (group[0] + sign * leaf(self.keys_of(row), 1, row)) % (1 << 128)
        group[1] += sign

    def keys_of(self, row):
        return self.keys if row.epoch == self.state["epoch"] else self.old_keys

    def rows(self, table, identifier):
        query = f"SELECT {COLUMNS} FROM {table} WHERE id = ? ORDER BY version"
        return [Row(*row) for row in self.base.execute(query, (identifier,))]

    def insert(self, table, row):
        self.base.execute(f"INSERT INTO {table}({COLUMNS}) VALUES(?, ?, ?, ?, ?, ?, ?)", row)

    def history_fields(self, rows):
        """Fields 19 to 21 of an item with these older rows."""
        if not rows:
            return None, None, None
        total = sum(leaf(self.keys, 2, row) for row in rows) % (1 << 128)
        return u(16, total), u(4, len(rows)), u(8, rows[0].version)

    def write(self, identifier, item, older):
        """Seals an item as a row of this generation; `older` are the rows of its history."""
        tag, version = row_tag(self.keys, item, identifier), self.state["generation"]
        row = seal_row(self.keys, tag, identifier, version, attributes_tlv(item, self.history_fields(older)),
                       secret_tlv(item), self.random)
        self.insert("item", row)
        self.count(row, 1)
        item.update(id=identifier.hex(), version=version, epoch=self.state["epoch"])

    def add(self, item):
        identifier = self.random(16)
        item.update(created=self.time, modified=self.time, secretChanged=self.time, history=[])
        self.write(identifier, item, [])
        self.model[identifier] = item
        return identifier

    def change(self, identifier, **changes):
        """A new version of an item; the one before goes into the history."""
        item = self.model[identifier]
        before = copy.deepcopy({name: value for name, value in item.items() if name != "history"})
        for one in before["attachments"]:
            one.pop("sha256"), one.pop("content")
        [old] = self.rows("item", identifier)
        self.base.execute("DELETE FROM item WHERE tag = ?", (old.tag,))
        self.count(old, -1)
        self.insert("history", old)
        item["history"].append(before)
        self.trim(identifier, item)
        item.update(changes, modified=self.time)
        if {"value", "protected", "otp"} & set(changes):
            item["secretChanged"] = self.time
        self.write(identifier, item, self.rows("history", identifier))

    def trim(self, identifier, item):
        while len(item["history"]) > self.state["historyLimit"]:
            oldest = item["history"].pop(0)
            self.base.execute("DELETE FROM history WHERE id = ? AND version = ?", (identifier, oldest["version"]))

    def remove(self, identifier):
        [row] = self.rows("item", identifier)
        self.count(row, -1)
        self.base.execute("DELETE FROM item WHERE tag = ?", (row.tag,))
        self.base.execute("DELETE FROM history WHERE id = ?", (identifier,))
        for one in self.model.pop(identifier)["attachments"]:
            self.base.execute("DELETE FROM piece WHERE att = ?", (bytes.fromhex(one["id"]),))

    def put_into_trash(self, identifier):
        """The row is sealed again under another tag; there is no new version."""
        [row] = self.rows("item", identifier)
        self.count(row, -1)
        self.base.execute("DELETE FROM item WHERE tag = ?", (row.tag,))
        item = self.model[identifier]
        item["removed"] = self.time
        self.write(identifier, item, self.rows("history", identifier))
        count, oldest = self.state["trash"] or (0, self.time)
        self.state["trash"] = [count + 1, oldest]

    def attach(self, identifier, name, media_type, content):
        attachment, key = self.random(16), self.random(32)
        stream = seal_stream(key, self.random(24), self.vault, attachment, content)
        self.add_pieces(attachment, stream)
        one = {"id": attachment.hex(), "length": len(content), "created": self.time, "name": name, "mediaType": media_type,
               "key": key.hex(), **described(content)}
        self.change(identifier, attachments=self.model[identifier]["attachments"] + [one])

    def add_pieces(self, attachment, stream):
        for number, place in enumerate(range(0, len(stream), PIECE)):
            self.base.execute("INSERT INTO piece VALUES(?, ?, ?)", (attachment, number, stream[place:place + PIECE]))

    def detach(self, identifier, name):
        kept = [one for one in self.model[identifier]["attachments"] if one["name"] != name]
        [gone] = [one for one in self.model[identifier]["attachments"] if one["name"] == name]
        self.base.execute("DELETE FROM piece WHERE att = ?", (bytes.fromhex(gone["id"]),))
        self.change(identifier, attachments=kept)

    # 10. Rotation

    def rotate(self, most):
        """All of it for -1, else the first step and so many items."""
        state, self.old_keys = self.state, self.keys
        self.keys = Keys(self.random(32), self.vault, state["epoch"] + 1)
        with self.transaction(jump_to=state["generation"] + 1):
            state["previous"] = {"epoch": state["epoch"], "key": self.old_keys.subkeys() if state["window"] else self.old_keys.key,
                                 "sums": state["sums"]}
            state["epoch"], state["sums"] = self.keys.epoch, [[0, 0] for _ in range(256)]
            for slot in self.wrapping:
                self.wrap(*slot)
        left = sorted(self.model)
        moved = left if most < 0 else left[:most]
        with self.transaction():
            for identifier in moved:
                self.move(identifier)
        if moved == left:
            with self.transaction():
                state["previous"] = None

    def move(self, identifier):
        """Seals an item and its history under the new keys."""
        item = self.model[identifier]
        older = [self.resealed(row, version) for row, version in zip(self.rows("history", identifier), item["history"])]
        [old] = self.rows("item", identifier)
        self.base.execute("DELETE FROM history WHERE id = ?", (identifier,))
        self.base.execute("DELETE FROM item WHERE tag = ?", (old.tag,))
        for row in older:
            self.insert("history", row)
        self.count(old, -1)
        new = self.resealed(old, item, self.history_fields(older))
        self.insert("item", new)
        self.count(new, 1)

    def resealed(self, row, item, history=None):
        """A row under the new keys; without `history`, with the fields 19 to 21 that it had."""
        attributes = Fields(open_attributes(self.old_keys, row), ATTRIBUTES, (15, 16, 18)).all
        if history:
            attributes = [field for field in attributes if field[0] < 19] + list(zip((19, 20, 21), history)) + [
                field for field in attributes if field[0] > 21]
        item["epoch"] = self.keys.epoch
        return seal_row(self.keys, row_tag(self.keys, item, row.id), row.id, row.version, tlv(attributes),
                        open_secret(self.old_keys, row), self.random)


def make(options):
    """Writes the vault of `vault.py make`; gives the credentials that open it and what `vault.py dump` must find."""
    pathlib.Path(options.vault).touch(mode=0o600, exist_ok=False)
    maker = Maker(options.vault, options.seed, options.format)
    with maker.transaction():
        given = make_slots(maker, options)
    make_items(maker)
    if options.attachment is not None:
        with maker.transaction():
            large = maker.add(new_item(6, "large", "file"))
        with maker.transaction():
            maker.attach(large, "large.bin", "", maker.random(options.attachment))
    if options.trash:
        for name in ("first", "second"):
            with maker.transaction():
                thrown = maker.add(new_item(1, "thrown away", "", name.encode()))
            with maker.transaction():
                maker.change(thrown, value=b"later".hex())
                maker.attach(thrown, "a.txt", "text/plain", name.encode())
            with maker.transaction():
                maker.put_into_trash(thrown)
    for _ in range(options.transactions):
        with maker.transaction():
            pass
    if options.rotated is not None:
        maker.rotate(options.rotated)
    if options.backup:
        with maker.transaction():
            maker.state["kind"] = 2
    maker.base.execute("VACUUM")
    maker.base.close()
    state = maker.state
    if options.anchor:
        anchor = anchor_bytes(maker.vault, state["epoch"], state["generation"], bytes.fromhex(state["chain"]),
                              state["digest"])
        pathlib.Path(options.anchor).write_bytes(anchor)
    return {"credentials": given, "content": content_of(state, maker.vault, maker.keys.key, list(maker.model.values()))}


def make_slots(maker, options):
    """A slot of every kind; RSA only when there is a key."""
    random, cost = maker.random, bytes([options.log2n, 8, 1])
    key, recovery, device, private = random(32), random(16), random(32), X25519PrivateKey.from_private_bytes(random(32))
    recipient = public_bytes(private)

    def with_file(salt):
        credential = {"passphrase": PASSWORD, "file": OTHER_FILE}
        return cost, slot_secret(BOTH, cost, salt, credential)

    def for_recipient(_):
        ephemeral = X25519PrivateKey.from_private_bytes(random(32))
        share = public_bytes(ephemeral)
        return share, x25519_secret(ephemeral.exchange(private.public_key()), share, recipient)

    maker.add_slot(PASSPHRASE, "passphrase", lambda salt: (cost, stretch(PASSWORD, salt, cost)))
    maker.add_slot(KEY_FILE, "", lambda _: (b"", key))
    maker.add_slot(BOTH, "with a file, größer", with_file)
    maker.add_slot(X25519, "age", for_recipient, recipient)
    maker.add_slot(RECOVERY, "paper", lambda _: (b"", recovery))
    maker.add_slot(GESTURE, "drawn", lambda salt: (cost + GRID, gesture_secret(
        {"pattern": PATTERN, "device": device}, cost + GRID, salt)))
    if options.rsa:
        public = load_pem_private_key(pathlib.Path(options.rsa).read_bytes(), None).public_key()

        def for_rsa(_):
            secret = random(32)
            return oaep(public, secret, random(32)), secret
        der = public.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
        maker.add_slot(RSA, "rsa", for_rsa, der)
    return {"passphrase": PASSWORD.decode(), "file": OTHER_FILE.hex(), "keyFile": key_file_text(key),
            "recovery": recovery_text(recovery), "device": device.hex(), "pattern": PATTERN,
            "x25519": private.private_bytes(serialization.Encoding.Raw, serialization.PrivateFormat.Raw,
                                            serialization.NoEncryption()).hex()}


def make_items(maker):
    """Items of every class and with every feature, changed, renamed, trimmed, removed, attached to and detached from."""
    totp = {"kind": 1, "algorithm": 2, "digits": 8, "period": 60, "counter": 0, "issuer": "Beispiel", "account": "björn",
            "key": b"12345678901234567890".hex()}
    hotp = dict(totp, kind=2, algorithm=1, digits=6, period=30, counter=1 << 40, issuer="", account="")
    with maker.transaction():
        plain = maker.add(new_item(1, "github.com", "alice", b"s3cret"))
        full = maker.add(new_item(
            2, "mail.example", "bob", b"p\0\xff", protocol="imaps", port=993, path="/in/box", label="Post", kind="mailbox",
            comment="two\nlines", group="Work/Mail", expires=0, otp=totp, fields=[["color", "blue"], ["empty", ""]],
            protected=[["PIN", b"0000".hex()], ["none", ""]]))
        key = maker.add(new_item(3, "ssh", "counter", otp=hotp))
        certificate = maker.add(new_item(4, "Zürich", "e\u0301", bytes(range(120, 160)), expires=-1))
        note = maker.add(new_item(5, "note", value=("Ω" * 40).encode()))
        gone = maker.add(new_item(6, "removed"))
        maker.add(new_item(2, "mail.example", "bob"))
    for number in range(12):
        with maker.transaction():
            maker.change(plain, value=f"version {number}".encode().hex(), comment="c" * number)
    with maker.transaction():
        maker.change(note, service="renamed", label="a new name")
        maker.attach(full, "key.pem", "application/x-pem-file", b"PEM\n" * 30)
        maker.change(key, otp=dict(hotp, counter=hotp["counter"] + 1))
    for name, content in (("empty", b""), ("detached", b"to be detached")):
        with maker.transaction():
            maker.attach(certificate, name, "", content)
    with maker.transaction():
        maker.attach(gone, "a.txt", "text/plain", b"removed")
    with maker.transaction():
        maker.remove(gone)
        maker.detach(certificate, "detached")
        maker.state["historyLimit"] = 3
    with maker.transaction():
        maker.change(plain, group="trimmed to three")
    with maker.transaction():
        staged = maker.random(16)
        maker.state["staged"].append({"id": staged.hex(), "begun": maker.time})
        maker.add_pieces(staged, maker.random(100))
