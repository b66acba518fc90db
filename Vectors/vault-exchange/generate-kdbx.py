#!/usr/bin/env python3
"""Writes kdbx.zip: the same KeePass database in every combination of version, encryption, key derivation, inner stream and key.

Run in this folder, with Debian's python3-cryptography, python3-pycryptodome and python3-argon2. The costs are the lowest, not for use.
"""
import base64, gzip, hashlib, hmac, struct, uuid, zipfile
from argon2 import low_level as argon2
from Crypto.Cipher import Salsa20
from cryptography.hazmat.primitives import padding
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

PASSPHRASE = "correct horse ä"
OUTER = {"aes": "31c1f2e6bf714350be5805216afc5aff", "chacha20": "d6038a2b8b6f4cb5a524339a31dbb59a"}
KDF = {"aeskdf": "c9d9f39a628a4460bf740d08c18a4fea", "argon2d": "ef636ddf8c29444b91f7a9a403e30a0c",
       "argon2id": "9e298b1956db4773b23dfc3ec6f0a1e6"}
INNER = {"salsa20": 2, "chacha20": 3}
ROUNDS, MEMORY, PASSES, LANES = 100, 64 << 10, 2, 2


class Bytes:
    """Reproducible bytes in place of random ones."""

    def __init__(self, name):
        self.name, self.count = name, 0

    def take(self, count):
        self.count += 1
        return hashlib.shake_256(f"{self.name} {self.count}".encode()).digest(count)


def b64(data):
    return base64.b64encode(data).decode()


def keys():
    """The key files, each with the bytes that KeePass takes from it."""
    key = Bytes("key").take(32)
    digest = hashlib.sha256(key).hexdigest()[:8].upper()
    rows = [key.hex().upper()[i:i + 16] for i in (0, 16, 32, 48)]
    xml1 = f'<?xml version="1.0" encoding="utf-8"?>\n<KeyFile>\n\t<Meta>\n\t\t<Version>1.00</Version>\n\t</Meta>\n\t<Key>\n' \
           f"\t\t<Data>{b64(key)}</Data>\n\t</Key>\n</KeyFile>\n"
    xml2 = f'<?xml version="1.0" encoding="utf-8"?>\n<KeyFile>\n\t<Meta>\n\t\t<Version>2.0</Version>\n\t</Meta>\n\t<Key>\n' \
           f'\t\t<Data Hash="{digest}">\n\t\t\t{" ".join(rows[:2])}\n\t\t\t{" ".join(rows[2:])}\n\t\t</Data>\n\t</Key>\n</KeyFile>\n'
    other = b"any file may be a key file\n" * 5
    return {"xml1": (xml1.encode(), key), "xml2": (xml2.encode(), key), "bytes": (key, key), "hex": (key.hex().encode(), key),
            "any": (other, hashlib.sha256(other).digest())}


def stream(kind, key):
    """Encrypts the protected values one after the other."""
    if kind == "salsa20":
        cipher = Salsa20.new(key=hashlib.sha256(key).digest(), nonce=bytes.fromhex("e830094b97205d2a"))
        return cipher.encrypt
    digest = hashlib.sha512(key).digest()
    return Cipher(algorithms.ChaCha20(digest[:32], bytes(4) + digest[32:44]), None).encryptor().update


def document(version, protect, header_hash, attachments):
    """The XML; protected values are encrypted in their order."""
    def time(text, seconds):
        if version < 4:
            return text
        return b64(struct.pack("<q", seconds + 62135596800))

    created, changed, expiry = ("2020-01-02T03:04:05Z", 1577934245), ("2023-03-04T00:00:00Z", 1677888000), ("2030-01-01T00:00:00Z", 1893456000)
    older = ("2021-01-01T00:00:00Z", 1609459200), ("2022-01-01T00:00:00Z", 1640995200)

    def escaped(text):
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

    def string(name, value, protected=False):
        value = f'<Value Protected="True">{b64(protect(value.encode()))}</Value>' if protected else f"<Value>{escaped(value)}</Value>"
        return f"<String><Key>{name}</Key>{value}</String>"

    def identifier(number):
        return b64(uuid.UUID(int=0x5000 + number).bytes)

    def entry(number, strings, rest="", modified=changed, expires=False):
        # The strings are made already, so their values come first in the stream too.
        return (f"<Entry><UUID>{identifier(number)}</UUID><IconID>0</IconID>{strings}<Times><LastModificationTime>{time(*modified)}"
                f"</LastModificationTime><CreationTime>{time(*created)}</CreationTime><ExpiryTime>{time(*expiry)}</ExpiryTime>"
                f"<Expires>{expires}</Expires></Times>{rest}</Entry>")

    def attachment(name, number):
        return f'<Binary><Key>{name}</Key><Value Ref="{number}"/></Binary>'

    def example(password, notes):
        return (string("Title", "Example & <Co>") + string("UserName", "alice") + string("Password", password, True)
                + string("URL", "https://example.com/login") + string("Notes", notes, True) + string("Color", "blue")
                + string("PIN", "1234", True))

    # In the order of the document, which is that of the key stream.
    binaries = ""
    if version < 4:
        # The first one compressed, the second one protected, as KeePass can write both.
        binaries = f'<Binaries><Binary ID="0" Compressed="True">{b64(gzip.compress(attachments[0], mtime=0))}</Binary>' \
                   f'<Binary ID="1" Protected="True">{b64(protect(attachments[1]))}</Binary></Binaries>'
    passwords = [
        ("KeeOtp", string("otp", "key=JBSWY3DPEE%3d%3d%3d&step=45&size=7", True)),
        ("Tray", string("TOTP Seed", "JBSW Y3DP EE", True) + string("TOTP Settings", "60;8")),
        ("Time", string("TimeOtp-Secret-Base32", "JBSWY3DPEE", True) + string("TimeOtp-Length", "8")
         + string("TimeOtp-Period", "60") + string("TimeOtp-Algorithm", "HMAC-SHA-256")),
        ("Counter", string("HmacOtp-Secret-Hex", "48656C6C6F21", True) + string("HmacOtp-Counter", "5")),
    ]
    others = "".join(entry(10 + index, string("Title", title) + strings) for index, (title, strings) in enumerate(passwords))
    reference = uuid.UUID(int=0x5001).hex.upper()
    others += entry(2, string("Title", "Reference") + string("UserName", f"{{REF:U@I:{reference}}}")
                    + string("Password", f"<{{REF:P@I:{reference}}}>", True) + string("Notes", "{REF:N@T:Counter}{REF:P@I:00}"))
    strings = example("pä\"ss & <1>", "line 1\nline 2 ü") + string("KP2A_URL_1", "https://shop.example") + string(
        "otp", "otpauth://totp/Example:alice?secret=JBSWY3DPEE&period=60&digits=8&issuer=Example", True)
    # KeePass passes the key stream over values in elements that it does not know; KeePassXC does not.
    unknown = ""
    if version == 4.1:
        unknown = f'<Future><Value Protected="True">{b64(protect(b"a value that a newer program added"))}</Value></Future>'
    history = [entry(1, example("oldest", "first"), "<Tags>old</Tags>", older[0]),
               entry(1, example("older", "second"), attachment("a.txt", 0), older[1])]
    first = entry(1, strings, unknown + "<Tags>work;web</Tags><AutoType><Enabled>True</Enabled><DefaultSequence>{TAB}</DefaultSequence>"
                  "</AutoType><CustomData><Item><Key>plugin</Key><Value>x</Value></Item></CustomData>"
                  + attachment("a.txt", 0) + attachment("data.bin", 1) + attachment("again.txt", 0)
                  + f"<History>{''.join(history)}</History>", expires=True)
    recycled = entry(3, string("Title", "Gone") + string("Password", "gone", True))
    recycled += f"<Group><UUID>{identifier(102)}</UUID><Name>Sub</Name>{entry(4, string('Password', 'gone too', True))}</Group>"
    last = entry(5, string("Title", "Last") + string("Password", "the stream is in step", True))
    meta = f"<HeaderHash>{b64(header_hash)}</HeaderHash>" if header_hash else ""
    return (f'<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<KeePassFile><Meta><Generator>Test</Generator>{meta}'
            f"<DatabaseName>Test</DatabaseName><RecycleBinEnabled>True</RecycleBinEnabled><RecycleBinUUID>{identifier(101)}</RecycleBinUUID>"
            f"{binaries}</Meta><Root><Group><UUID>{identifier(99)}</UUID><Name>Root</Name>{others}"
            f"<Group><UUID>{identifier(100)}</UUID><Name>Work</Name><Group><UUID>{identifier(103)}</UUID><Name>Servers</Name>{first}</Group></Group>"
            f"<Group><UUID>{identifier(101)}</UUID><Name>Bin</Name>{recycled}</Group>"
            f"<Group><UUID>{identifier(104)}</UUID><Name>End</Name>{last}</Group></Group><DeletedObjects/></Root></KeePassFile>").encode()


def dictionary(values):
    types = {4: "<I", 5: "<Q"}
    result = b"\x00\x01"
    for name, kind, value in values:
        value = struct.pack(types[kind], value) if kind in types else value
        result += struct.pack("<BI", kind, len(name)) + name.encode() + struct.pack("<I", len(value)) + value
    return result + b"\0"


def transform(kdf, key, seed):
    if kdf == "aeskdf":
        encryptor = Cipher(algorithms.AES(seed), modes.ECB()).encryptor()
        for _ in range(ROUNDS):
            key = encryptor.update(key)
        return hashlib.sha256(key).digest()
    kind = argon2.Type.D if kdf == "argon2d" else argon2.Type.ID
    return argon2.hash_secret_raw(key, seed, PASSES, MEMORY >> 10, LANES, 32, kind, 0x13)


def encrypt(outer, key, iv, data):
    if outer == "chacha20":
        return Cipher(algorithms.ChaCha20(key, bytes(4) + iv), None).encryptor().update(data)
    padder = padding.PKCS7(128).padder()
    data = padder.update(data) + padder.finalize()
    encryptor = Cipher(algorithms.AES(key), modes.CBC(iv)).encryptor()
    return encryptor.update(data) + encryptor.finalize()


def database(name, version, outer, kdf, inner, passphrase, key, compressed=True, block=700):
    draw = Bytes(name)
    master, seed, iv = draw.take(32), draw.take(32), draw.take(12 if outer == "chacha20" else 16)
    inner_key, start = draw.take(64 if inner == "chacha20" else 32), draw.take(32)
    attachments = [b"attached\n", bytes(range(256))]
    parts = [hashlib.sha256(passphrase.encode()).digest()] if passphrase is not None else []
    transformed = transform(kdf, hashlib.sha256(b"".join(parts + ([key] if key else []))).digest(), seed)
    final = hashlib.sha256(master + transformed).digest()
    fields = [(2, bytes.fromhex(OUTER[outer])), (3, struct.pack("<I", compressed)), (4, master), (7, iv)]
    if version < 4:
        fields += [(5, seed), (6, struct.pack("<Q", ROUNDS)), (8, inner_key), (9, start), (10, struct.pack("<I", INNER[inner]))]
    elif kdf == "aeskdf":
        fields += [(11, dictionary([("$UUID", 0x42, bytes.fromhex(KDF[kdf])), ("R", 5, ROUNDS), ("S", 0x42, seed)]))]
    else:
        fields += [(11, dictionary([("$UUID", 0x42, bytes.fromhex(KDF[kdf])), ("S", 0x42, seed), ("P", 4, LANES), ("M", 5, MEMORY),
                                    ("I", 5, PASSES), ("V", 4, 0x13)]))]
        fields += [(12, dictionary([("Name", 0x18, b"public")]))]
    major, minor = (3, 1) if version < 4 else (4, round(version * 10) % 10)
    header = bytes.fromhex("03d9a29a67fb4bb5") + struct.pack("<HH", minor, major)
    for kind, value in fields + [(0, b"\r\n\r\n")]:
        header += struct.pack("<BH" if version < 4 else "<BI", kind, len(value)) + value
    protect = stream(inner, inner_key)
    xml = document(version, protect, hashlib.sha256(header).digest() if version < 4 else None, attachments)
    if version < 4:
        content = gzip.compress(xml, mtime=0) if compressed else xml
        blocks = [content[i:i + block] for i in range(0, len(content), block)]
        hashed = b"".join(struct.pack("<I", i) + hashlib.sha256(b).digest() + struct.pack("<I", len(b)) + b for i, b in enumerate(blocks))
        hashed += struct.pack("<I", len(blocks)) + bytes(32) + bytes(4)
        return header + encrypt(outer, final, iv, start + hashed)
    inner_header = struct.pack("<BII", 1, 4, INNER[inner]) + struct.pack("<BI", 2, len(inner_key)) + inner_key
    for index, content in enumerate(attachments):
        inner_header += struct.pack("<BIB", 3, len(content) + 1, index) + content
    content = inner_header + struct.pack("<BI", 0, 0) + xml
    content = encrypt(outer, final, iv, gzip.compress(content, mtime=0) if compressed else content)
    base = hashlib.sha512(master + transformed + b"\x01").digest()

    def mac(number, data):
        return hmac.digest(hashlib.sha512(struct.pack("<Q", number) + base).digest(), data, "sha256")

    result = header + hashlib.sha256(header).digest() + mac(2**64 - 1, header)
    for number, data in enumerate([content[i:i + block] for i in range(0, len(content), block)] + [b""]):
        result += mac(number, struct.pack("<QI", number, len(data)) + data) + struct.pack("<I", len(data)) + data
    return result


def main():
    files = [(f"keys/{name}", content) for name, (content, _) in keys().items()]
    for version in (3.1, 4.0, 4.1):
        for outer in OUTER:
            for kdf in ["aeskdf"] if version < 4 else KDF:
                for inner in INNER:
                    for file in ["none", *keys()] if version != 4.1 else ["none"]:
                        # With a key file, the passphrase is needed too, or not.
                        passphrase = PASSPHRASE if file == "none" or outer == "aes" else None
                        name = f"{version}-{outer}-{kdf}-{inner}-{file}{'' if passphrase else '-alone'}"
                        key = keys()[file][1] if file != "none" else None
                        compressed = version != 4.1 or inner == "salsa20"
                        files.append((name, database(name, version, outer, kdf, inner, passphrase, key, compressed)))
    with zipfile.ZipFile("kdbx.zip", "w") as out:
        for name, content in files:
            out.writestr(zipfile.ZipInfo(name, (2026, 11, 1, 12, 0, 0)), content)


if __name__ == "__main__":
    main()
