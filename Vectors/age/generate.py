#!/usr/bin/env python3
"""Writes the age files of this folder, in the layout of C2SP's test kit for age.

    generate.py               writes them
    generate.py --check       compares them with what is there
    generate.py --against-age opens them with the program `age` and lists where it differs

A second implementation of c2sp.org/age (`generate_age.py`, ML-KEM-768 in `generate_mlkem.py`) makes every file and reads
it again, strictly: the outcome must be the one that the file states. Where `cryptography` is 47 or newer, its ML-KEM and
its HPKE must agree. All random values are SHAKE-256 of names.
"""

import hashlib
import os
import pathlib
import pty
import sys
import tempfile
import zlib

sys.dont_write_bytecode = True

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

import generate_age as age
import generate_mlkem as mlkem
from generate_age import HYBRID, b64, random, stanza

HERE = pathlib.Path(__file__).parent
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
PASSPHRASE = "correct horse"
CASES = {}
LATER = "programs that stop at the first stanza that fits do not see it"


class Key:
    """An identity of either kind, with its recipient."""

    def __init__(self, secret, prefix):
        self.secret = secret
        self.text = age.bech32(prefix, self.secret).upper()
        is_hybrid = prefix == age.HYBRID_PREFIX
        self.recipient = age.hybrid_private(self.secret)[2] if is_hybrid else age.public(self.secret)


ALICE, BOB = (Key(random(name, 32), age.X25519_PREFIX) for name in ("alice", "bob"))
CAROL, DAVE = (Key(random(name, 32), age.HYBRID_PREFIX) for name in ("carol", "dave"))
# The X25519 half of Carol's key, as an identity of its own.
HALF = Key(age.hybrid_private(CAROL.secret)[1], age.X25519_PREFIX)


class File:
    """A file in the making: its file key, and stanzas that wrap it, right or wrong in one thing."""

    def __init__(self, name):
        self.name = name
        self.key, self.nonce = self.random("file key", 16), self.random("nonce", 16)
        self.stanzas = 0

    def random(self, label, count):
        return random(f"{self.name}/{label}", count)

    def made(self, kind, arguments, body, type, edit, box):
        """A stanza; `edit` changes the list of arguments, `box` the body."""
        arguments = [type or kind, *(edit(arguments) if edit else arguments)]
        return stanza(arguments, box(body) if box else body)

    def ephemeral(self):
        self.stanzas += 1
        return self.random(f"ephemeral {self.stanzas}", 32)

    def x25519(self, to=ALICE, *, key=None, type=None, edit=None, box=None, share=None, shared=None, nonce=bytes(12), **other):
        ephemeral = self.ephemeral()
        share = share or age.public(ephemeral)
        shared = age.agree(ephemeral, to.recipient) if shared is None else shared
        wrap_key = age.x25519_key(shared, share, to.recipient, **other)
        return self.made("X25519", [b64(share)], age.seal(wrap_key, key or self.key, nonce), type, edit, box)

    def scrypt(self, passphrase=PASSPHRASE, *, key=None, log_n=4, salt=None, type=None, edit=None, box=None, **other):
        self.stanzas += 1
        salt = salt or self.random(f"salt {self.stanzas}", 16)
        body = age.seal(age.scrypt_key(passphrase.encode(), salt, log_n, **other), key or self.key)
        return self.made("scrypt", [b64(salt), str(log_n)], body, type, edit, box)

    def hybrid(
        self, to=CAROL, *, key=None, type=None, edit=None, box=None, enc=None, change=None, combine=age.combine, aad=b"", **hpke
    ):
        """`enc` replaces enc and its two secrets before they are combined, `change` enc alone afterwards."""
        ephemeral = self.ephemeral()
        text, secret, shared = age.hybrid_encapsulate(to.recipient, self.random(f"message {self.stanzas}", 32), ephemeral)
        if enc:
            text, secret, shared = enc(text, secret, shared)
        wrap_key, nonce = age.hpke_key(combine(secret, shared, text[1088:], to.recipient), **hpke)
        text = change(text) if change else text
        return self.made(HYBRID, [b64(text)], age.seal(wrap_key, key or self.key, nonce, aad), type, edit, box)

    def grease(self, type="arca-grease", arguments=("some", "arguments"), count=20):
        self.stanzas += 1
        return stanza([type, *arguments], self.random(f"grease {self.stanzas}", count))

    def header(self, stanzas, version, end, code=None):
        text = version + b"".join(stanzas) + b"---"
        return text + end(b64(code(self, text) if code else age.header_code(self.key, text))).encode()

    def chunk(self, text, index, is_last):
        """A chunk's plaintext and ciphertext; for a number, as many bytes that make the ciphertext compressible."""
        key, nonce = age.hkdf(self.key, self.nonce, b"payload"), age.chunk_nonce(index, is_last)
        if isinstance(text, int):
            text = age.seal(key, bytes(text), nonce)[:text]
        return text, age.seal(key, text, nonce)


def add(
    name, comment, stanzas=lambda f: [f.x25519()], *, expect="success", version=age.VERSION, end=" {}\n".format, code=None,
    chunks=None, released=None, cut=None, armor=None, edit=None, identities=(ALICE,), passphrases=(), armored=None,
):
    """Adds a file.

    `chunks` are triples of text or length, number, and whether it is the last one; `released` is how many of them come out,
    all of them when it is missing. `cut` changes the list of sealed chunks, `edit` the whole file, `armor` is a function
    around the latter.
    """
    f = File(name)
    chunks = [f.chunk(*chunk) for chunk in chunks or [(f"This is {name}.\n".encode(), 0, True)]]
    sealed = [sealed for _, sealed in chunks]
    data = f.header(stanzas(f), version, end, code) + f.nonce + b"".join(cut(sealed) if cut else sealed)
    if armor:
        data = armor(data)
    if edit:
        data = edit(data)
    is_armored = armor is not None if armored is None else armored
    plaintext = b"".join(text for text, _ in chunks[:released])
    is_compressed = len(data) > 10_000 and len(zlib.compress(data)) < len(data) // 2
    fields = [("expect", expect)]
    if expect in ("success", "payload failure"):
        fields.append(("payload", hashlib.sha256(plaintext).hexdigest()))
    fields.append(("file key", f.key.hex()))
    fields += [("identity", identity.text) for identity in identities]
    fields += [("passphrase", passphrase) for passphrase in passphrases]
    fields += [("armored", "yes")] * is_armored + [("compressed", "zlib")] * is_compressed
    fields.append(("comment", comment))
    assert name not in CASES and all("\n" not in value for _, value in fields), name
    CASES[name] = fields, data
    outcome, text = age.read(data, [identity.text for identity in identities], passphrases, is_armored)
    assert outcome == expect, f"{name}: {outcome}, not {expect}"
    assert text == (plaintext if expect in ("success", "payload failure") else b""), name


def refuse(name, comment, *arguments, expect="header failure", **options):
    add(name, comment, *arguments, expect=expect, **options)


def no_match(name, comment, *arguments, **options):
    add(name, comment, *arguments, expect="no match", **options)


# Edits


def loose(text):
    """Base64 with a bit set after the last byte, which lax decoders ignore."""
    return text[:-1] + ALPHABET[ALPHABET.index(text[-1]) | 1]


def url(text):
    """Base64 with the alphabet for URLs, wherever that differs."""
    assert "+" in text or "/" in text
    return text.replace("+", "-").replace("/", "_")


def flip(data, index, bit=1):
    index %= len(data)
    return data[:index] + bytes([data[index] ^ bit]) + data[index + 1 :]


def replace(old, new, count=1):
    def edit(data):
        assert old in data
        return data.replace(old, new, count)

    return edit


def first(edit):
    """An edit of the first argument after the type."""
    return lambda arguments: [edit(arguments[0]), *arguments[1:]]


def lines(edit):
    """An edit of the list of a file's lines."""
    return lambda data: b"\n".join(edit(data.split(b"\n")))


# The version line and the header as a whole


def versions():
    rule = 'the version line is "age-encryption.org/v1" and LF'
    for name, line, what in (
        ("unsupported", b"age-encryption.org/v2\n", "of another version"),
        ("longer", b"age-encryption.org/v11\n", "of another version that begins with v1"),
        ("with_minor", b"age-encryption.org/v1.0\n", "of version v1.0"),
        ("leading_zero", b"age-encryption.org/v01\n", "of version v01"),
        ("uppercase", b"age-encryption.org/V1\n", "in upper case"),
        ("uppercase_domain", b"AGE-ENCRYPTION.ORG/v1\n", "with the domain in upper case"),
        ("empty", b"age-encryption.org/\n", "without a version"),
        ("other_domain", b"example.com/v1\n", "of another domain"),
        ("missing", b"", "missing"),
        ("twice", age.VERSION * 2, "there twice"),
        ("crlf", b"age-encryption.org/v1\r\n", "ended by CR LF"),
        ("cr", b"age-encryption.org/v1\r", "ended by CR alone"),
        ("trailing_space", b"age-encryption.org/v1 \n", "followed by a space"),
        ("trailing_argument", b"age-encryption.org/v1 x\n", "followed by an argument"),
        ("trailing_nul", b"age-encryption.org/v1\0\n", "followed by a zero byte"),
        ("leading_space", b" age-encryption.org/v1\n", "preceded by a space"),
        ("leading_newline", b"\nage-encryption.org/v1\n", "preceded by an empty line"),
        ("leading_bom", b"\xef\xbb\xbfage-encryption.org/v1\n", "preceded by a byte order mark"),
        ("followed_by_empty_line", b"age-encryption.org/v1\n\n", "followed by an empty line"),
    ):
        refuse(f"version_{name}", f"the version line is {what}; {rule}", version=line)
    header = "a header is the version line, one or more stanzas, and the line of the MAC"
    refuse("header_crlf", "all lines of the header end in CR LF; each must end in LF",
           lambda f: [f.x25519().replace(b"\n", b"\r\n")],
           version=b"age-encryption.org/v1\r\n", end=" {}\r\n".format)
    refuse("header_no_stanza", f"there is no stanza; {header}", lambda f: [])
    refuse("empty", f"the file is empty; {header}", edit=lambda data: b"", identities=())
    for name, marker, offset, what in (
        ("version", b"v1", 0, "within the version line"), ("version_end", b"\n", 0, "before the LF of the version line"),
        ("after_version", b"\n->", 1, "after the version line"), ("arguments", b"X25519", 10, "within a stanza's arguments"),
        ("body", b"\n---", -10, "within a stanza's body"), ("body_end", b"\n---", 0, "before the LF of a stanza's body"),
        ("after_stanza", b"\n---", 1, "before the line of the MAC"), ("mac", b"\n---", 20, "within the MAC"),
        ("mac_end", b"\n---", 48, "before the LF of the MAC's line"),
    ):
        refuse(f"header_truncated_{name}", f"the file ends {what}; {header}",
               edit=lambda data, marker=marker, offset=offset: data[: data.index(marker) + offset])


# Stanzas in general


def stanzas():
    def unknown(text):
        return lambda f: [f.x25519(), text]

    line = 'a stanza begins with a line of "->" and one or more arguments, each preceded by one space'
    for name, text, what in (
        ("no_arguments", b"->\n\n", "there is no argument"),
        ("only_space", b"-> \n\n", "there is no argument after the space"),
        ("empty_argument", b"-> type  argument\n\n", "an argument is empty: two spaces follow one another"),
        ("leading_spaces", b"->  type\n\n", "the type is preceded by two spaces"),
        ("trailing_space", b"-> type argument \n\n", "a space follows the last argument"),
        ("no_space", b"->type argument\n\n", "no space follows the arrow"),
        ("tab", b"->\ttype argument\n\n", "a tab follows the arrow"),
        ("bad_start", b"-- type argument\n\n", "it begins with two dashes"),
        ("long_arrow", b"--> type argument\n\n", "it begins with a longer arrow"),
        ("indented", b" -> type argument\n\n", "it is indented"),
        ("empty_line_before", b"\n-> type argument\n\n", "an empty line precedes it"),
        ("only_body", b"QUJD\n", "it has a body only"),
    ):
        refuse(f"stanza_{name}", f"a stanza of an unknown type: {what}; {line}", unknown(text))
    rule = "arguments consist of printable ASCII characters, 0x21 to 0x7e"
    for name, byte, what in (
        ("tab", b"\t", "a tab"), ("control", b"\x1f", "the byte 0x1f"), ("nul", b"\0", "a zero byte"), ("cr", b"\r", "a CR"),
        ("del", b"\x7f", "the byte 0x7f"), ("high", b"\x80", "the byte 0x80"), ("utf8", "é".encode(), "é in UTF-8"),
        ("nbsp", "\u00a0".encode(), "a no-break space in UTF-8"),
    ):
        refuse(f"stanza_invalid_character_{name}", f"an argument holds {what}; {rule}",
               unknown(b"-> type arg" + byte + b"ument\n\n"))
    refuse("stanza_arguments_crlf", "the line of arguments ends in CR LF; it must end in LF", unknown(b"-> type argument\r\n\n"))

    body = random("body", 48)
    full, rule = b64(body).encode(), "a body is Base64 in lines of 64 columns and ends with a shorter line, which may be empty"
    start = b"-> type\n"
    for name, text, what in (
        ("missing_body", b"", "there is no body, not even an empty line"),
        ("missing_final_line", full + b"\n", "a body of 48 bytes is not followed by an empty line"),
        ("missing_final_line_two", full + b"\n" + full + b"\n", "a body of 96 bytes is not followed by an empty line"),
        ("long_line", full + b"QUJD\n\n", "a line of the body has 68 columns"),
        ("long_last_line", full + b"\n" + full + b"QUJD\n", "the body's last line has 68 columns"),
        ("multiple_short_lines", b"QUJD\nREVG\n", "two lines of the body are short"),
        ("short_line_first", b"QUJD\n" + full + b"\n\n", "a short line precedes a full one"),
        ("columns_60", full[:60] + b"\n" + full[60:] + b"\n", "the body's lines have 60 columns"),
        ("columns_76", b64(random("body", 60)).encode()[:76] + b"\nQUJD\n", "a line of the body has 76 columns"),
        ("empty_lines", b"\n\n", "the body has two empty lines"),
        ("empty_line_first", b"\n" + full + b"\n\n", "the body begins with an empty line"),
        ("body_crlf", b"QUJD\r\n", "the body's line ends in CR LF"),
    ):
        refuse(f"stanza_{name}", f"{what}; {rule}", unknown(start + text))
    rule = "a body is canonical Base64 of the standard alphabet without padding"
    for name, text, what in (
        ("base64_padding", b"QUI=\n", "the body is padded"),
        ("base64_padding_two", b"QQ==\n", "the body is padded by two characters"),
        ("base64_padding_full_line", full[:62] + b"==\n\n", "a full line of the body is padded"),
        ("not_canonical", b"QUJ\n", "bits after the body's last byte are set"),
        ("not_canonical_one", b"QR\n", "bits after the body's only byte are set"),
        ("base64_length", b"QUJDR\n", "the body has a length that no bytes have"),
        ("base64_url", b"__--\n", "the body is in the alphabet for URLs"),
        ("base64_character", b"QU*D\n", "the body holds an asterisk"),
        ("base64_high", b"QU\xc3\xa9D\n", "the body holds a letter that is not ASCII"),
        ("body_leading_space", b" QUJD\n", "the body is indented"),
        ("body_trailing_space", b"QUJD \n", "a space follows the body"),
        ("body_space", b"QU JD\n", "there is a space in the body"),
        ("body_tab", b"QUJD\t\n", "a tab follows the body"),
        ("body_nul", b"QU\0D\n", "the body holds a zero byte"),
    ):
        refuse(f"stanza_{name}", f"{what}; {rule}", unknown(start + text))

    ignored = "stanzas of other types must be ignored"
    everything = "".join(map(chr, range(0x21, 0x7F)))
    for name, text, what in (
        ("empty_body", b"-> type argument\n\n", "an empty body is one empty line"),
        ("empty_last_line", start + full + b"\n\n", "a body of 48 bytes ends with an empty line"),
        ("empty_last_line_two", start + full + b"\n" + full + b"\n\n", "a body of 96 bytes ends with an empty line"),
        ("full_lines", stanza(["type"], random("body", 200)), "a body of 200 bytes"),
        ("one_byte", b"-> type\nQQ\n", "a body of one byte"),
        ("valid_characters", stanza([everything], b"x"), "all characters that arguments may consist of"),
        ("arrow_as_type", b"-> -> ->\n\n", "an arrow as type"),
        ("dashes_as_type", b"-> --- " + b64(random("mac", 32)).encode() + b"\n\n", "a type that looks like the line of the MAC"),
        ("long_argument", b"-> type " + b"a" * 4000 + b"\n\n", "an argument of 4,000 characters"),
        ("many_arguments", b"-> type" + b" a" * 1000 + b"\n\n", "1,000 arguments"),
        ("many", b"".join(b"-> type-%d\n\n" % index for index in range(100)), "100 stanzas"),
        ("long_body", stanza(["type"], random("body", 3000)), "a body of 3,000 bytes"),
    ):
        add(f"stanza_{name}", f"{what}; {ignored}", unknown(text))
    add("stanza_grease", f"a stanza of an unknown type on both sides of one that fits; {ignored}",
        lambda f: [f.grease(), f.x25519(), f.grease()])
    add("stanza_other_types", f"malformed stanzas of SSH, tagged and plugin types next to one that fits; {ignored}",
        lambda f: [f.grease(type, ("x",), 5) for type in ("ssh-ed25519", "ssh-rsa", "p256tag", "piv-p256")] + [f.x25519()])
    no_match("stanza_grease_only", f"there are unknown types only; {ignored}", lambda f: [f.grease(), f.grease("other")])
    no_match("stanza_tagged_only", f"there is a p256tag stanza only; {ignored}",
             lambda f: [f.grease("p256tag", (b64(bytes(4)), b64(bytes(65))), 32)])


# The line of the MAC


def macs():
    rule = 'the header ends with "--- " and the 43 characters of the MAC in canonical Base64, and LF'
    for name, end, what in (
        ("missing", lambda code: "\n", "the MAC is missing"),
        ("missing_after_space", lambda code: " \n", "the MAC is missing after the space"),
        ("no_space", lambda code: code + "\n", "no space precedes the MAC"),
        ("extra_space", lambda code: f"  {code}\n", "two spaces precede the MAC"),
        ("tab", lambda code: f"\t{code}\n", "a tab precedes the MAC"),
        ("extra_dash", lambda code: f"- {code}\n", "there are four dashes"),
        ("trailing_space", lambda code: f" {code} \n", "a space follows the MAC"),
        ("garbage", lambda code: f" {code}AAAA\n", "more Base64 follows the MAC"),
        ("extra_argument", lambda code: f" {code} argument\n", "an argument follows the MAC"),
        ("crlf", lambda code: f" {code}\r\n", "the line ends in CR LF"),
        ("padding", lambda code: f" {code}=\n", "the MAC is padded"),
        ("not_canonical", lambda code: f" {loose(code)}\n", "bits after the MAC's last byte are set"),
        ("short", lambda code: f" {b64(age.unb64(code)[:31])}\n", "the MAC has 31 bytes"),
        ("long", lambda code: f" {b64(age.unb64(code) + bytes(1))}\n", "the MAC has 33 bytes"),
        ("half", lambda code: f" {b64(age.unb64(code)[:16])}\n", "the MAC has 16 bytes"),
        ("hex", lambda code: f" {age.unb64(code).hex()}\n", "the MAC is in hexadecimal"),
        ("url", lambda code: f" {code[:20]}-_{code[22:]}\n", "the MAC is in the alphabet for URLs"),
        ("character", lambda code: f" {code[:20]}*{code[21:]}\n", "the MAC holds an asterisk"),
        ("two_lines", lambda code: f" {code[:20]}\n{code[20:]}\n", "the MAC is spread over two lines"),
        ("line_space", lambda code: f" {code[:20]} {code[21:]}\n", "there is a space in the MAC"),
    ):
        refuse(f"hmac_{name}", f"{what}; {rule}", end=end)

    rule = "the MAC is HMAC-SHA-256 over the header up to and including ---, under HKDF-SHA-256(file key, no salt, header)"
    failure = {"expect": "HMAC failure"}
    for name, index in (("first", 0), ("last", -1)):
        refuse(f"hmac_bad_{name}_byte", f"a bit of the MAC's {name} byte is flipped; {rule}", **failure,
               end=lambda code, index=index: f" {b64(flip(age.unb64(code), index))}\n")
    for name, code, what in (
        ("zero", lambda f, text: bytes(32), "the MAC is all zeros"),
        ("other_key", lambda f, text: age.header_code(random("other", 16), text), "the MAC is of another file key"),
        ("with_space", lambda f, text: age.header_code(f.key, text + b" "), "the MAC is over the space after --- too"),
        ("without_dashes", lambda f, text: age.header_code(f.key, text[:-3]), "the MAC is over the stanzas only"),
        ("without_version", lambda f, text: age.header_code(f.key, text[len(age.VERSION) :]), "the MAC leaves out the version line"),
        ("payload_key", lambda f, text: age.mac(age.hkdf(f.key, b"", b"payload"), text), "the MAC's key is derived with payload as info"),
        ("bare_key", lambda f, text: age.mac(f.key, text), "the MAC's key is the file key itself"),
    ):
        refuse(f"hmac_{name}", f"{what}; {rule}", code=code, **failure)
    rule = "the MAC covers the header as it is"

    def two(f):
        return [f.x25519(), f.x25519(BOB)]

    refuse("hmac_stanza_added", f"a stanza was added afterwards; {rule}", edit=replace(b"\n---", b"\n-> type\n\n---"), **failure)
    refuse("hmac_stanza_removed", f"a stanza was removed afterwards; {rule}", lambda f: [f.x25519(), b"-> type\n\n"],
           edit=replace(b"-> type\n\n", b""), **failure)
    refuse("hmac_stanzas_swapped", f"two stanzas were swapped afterwards; {rule}", two, **failure,
           edit=lines(lambda text: [text[0], *text[3:5], *text[1:3], *text[5:]]))
    refuse("hmac_argument_changed", f"an argument of an unknown stanza was changed afterwards; {rule}",
           lambda f: [f.x25519(), f.grease()], edit=replace(b"some", b"same"), **failure)
    refuse("hmac_body_changed", f"the body of an unknown stanza was changed afterwards; {rule}",
           lambda f: [f.x25519(), b"-> type\nQUJD\n"], edit=replace(b"\nQUJD\n", b"\nQUJE\n"), **failure)
    refuse("hmac_mixed_file_keys", "the stanza that fits wraps another file key; the MAC is checked with the key that was unwrapped",
           lambda f: [f.x25519(key=random("other", 16)), f.x25519(BOB)], **failure)


# X25519

SMALL_ORDER = {
    "zero": 0, "one": 1, "minus_one": 2**255 - 20, "prime": 2**255 - 19, "prime_plus_one": 2**255 - 18,
    "eight": 0x00B8495F16056286FDB1329CEB8D09DA6AC49FF1FAE35616AEB8413B7C7AEBE0,
    "other_eight": 0x57119FD0DD4E22D8868E1C58C45C44045BEF839C55B1D0B1248C50A3BC959C5F,
}
SMALL_ORDER |= {f"{name}_high_bit": number + 2**255 for name, number in SMALL_ORDER.items()}


def little(number):
    return number.to_bytes(32, "little")


def x25519():
    add("x25519", "one recipient")
    add("x25519_two_recipients_first", "two recipients; the identity is that of the first", lambda f: [f.x25519(), f.x25519(BOB)])
    add("x25519_two_recipients_second", "two recipients; the identity is that of the second",
        lambda f: [f.x25519(BOB), f.x25519()])
    add("x25519_same_recipient_twice", "the same recipient twice", lambda f: [f.x25519(), f.x25519()])
    add("x25519_second_identity", "two identities; only the second one fits", identities=(BOB, ALICE))
    add("x25519_many_recipients", "thirty recipients; the last one fits",
        lambda f: [f.x25519(BOB) for _ in range(29)] + [f.x25519()])
    no_match("x25519_no_match", "the identity is another one", identities=(BOB,))
    no_match("x25519_no_identity", "there is no identity", identities=())
    no_match("x25519_passphrase", "there is a passphrase instead of an identity", identities=(), passphrases=[PASSPHRASE])

    rule = "stanzas whose type is not exactly X25519 must be ignored"
    for name, type in (("lowercase", "x25519"), ("longer_type", "X25519x"), ("shorter_type", "X2551"), ("versioned_type", "X25519/v1")):
        no_match(f"x25519_{name}", f"the type is {type}; {rule}", lambda f, type=type: [f.x25519(type=type)])
    add("x25519_lowercase_and_good", f"a malformed stanza of type x25519 precedes a good one; {rule}",
        lambda f: [f.grease("x25519", (), 3), f.x25519()])
    no_match("x25519_type_second", f"X25519 is the second argument; {rule}",
             lambda f: [f.x25519(type="type", edit=lambda a: ["X25519", *a])])

    rule = "an X25519 stanza has two arguments, the second being canonical Base64 of 32 bytes; others must be rejected"
    faults = (
        ("no_share", lambda a: [], "the share is missing"),
        ("extra_argument", lambda a: [*a, "argument"], "there is an argument too many"),
        ("share_twice", lambda a: a * 2, "there are two shares"),
        ("short_share", first(lambda a: b64(age.unb64(a)[:31])), "the share has 31 bytes"),
        ("long_share", first(lambda a: b64(age.unb64(a) + bytes(1))), "the share has 33 bytes"),
        ("long_share_64", first(lambda a: b64(age.unb64(a) * 2)), "the share has 64 bytes"),
        ("long_share_1120", first(lambda a: b64(random("enc", 1120))), "the share has 1,120 bytes, as that of a hybrid stanza"),
        ("not_canonical_share", first(loose), "bits after the share's last byte are set"),
        ("share_padding", first(lambda a: a + "="), "the share is padded"),
        ("share_character", first(lambda a: "*" + a[1:]), "the share holds an asterisk"),
        ("share_hex", first(lambda a: age.unb64(a).hex()), "the share is in hexadecimal"),
        ("share_url", first(lambda a: "-_" + a[2:]), "the share is in the alphabet for URLs"),
    )
    for name, edit, what in faults:
        refuse(f"x25519_{name}", f"{what}; {rule}", lambda f, edit=edit: [f.x25519(edit=edit)])
        refuse(f"x25519_{name}_before_good", f"before a good stanza, {what}; {rule}",
               lambda f, edit=edit: [f.x25519(edit=edit), f.x25519()])
    for name, edit, what in (faults[1], faults[3], faults[7]):
        refuse(f"x25519_{name}_after_good", f"after a good stanza, {what}; {rule} ({LATER})",
               lambda f, edit=edit: [f.x25519(), f.x25519(edit=edit)])

    rule = "the body must have exactly 32 bytes, checked before it is decrypted"
    for name, count in (("short", 15), ("long", 17), ("twice_as_long", 32)):
        refuse(f"x25519_{name}_file_key", f"the file key in the stanza has {count} bytes; {rule}",
               lambda f, count=count: [f.x25519(key=f.random("key", count))])
    for name, box, what in (
        ("body_missing", lambda body: b"", "the body is empty"),
        ("body_short", lambda body: body[:-1], "the body's last byte is missing"),
        ("body_long", lambda body: body + bytes(1), "a zero byte follows the body"),
        ("body_without_tag", lambda body: body[:16], "the tag is missing"),
    ):
        refuse(f"x25519_{name}", f"{what}; {rule}", lambda f, box=box: [f.x25519(box=box)])
    refuse("x25519_body_short_before_good", f"before a good stanza, the body's last byte is missing; {rule}",
           lambda f: [f.x25519(box=lambda body: body[:-1]), f.x25519()])
    refuse("x25519_not_canonical_body", "bits after the body's last byte are set; Base64 must be canonical",
           lambda f: [f.x25519()], edit=lines(lambda text: [*text[:2], loose(text[2].decode()).encode(), *text[3:]]))

    rule = "a stanza whose body does not decrypt is not for this identity"
    for name, box in (("tag", lambda body: flip(body, -1)), ("ciphertext", lambda body: flip(body, 0)), ("body", lambda body: bytes(32))):
        no_match(f"x25519_bad_{name}", f"the body is damaged; {rule}", lambda f, box=box: [f.x25519(box=box)])
    add("x25519_bad_tag_and_good", f"a stanza with a damaged body precedes a good one for the same recipient; {rule}",
        lambda f: [f.x25519(box=lambda body: flip(body, -1)), f.x25519()])
    no_match("x25519_damaged_share", f"a bit of the share is flipped; {rule}",
             lambda f: [f.x25519(edit=first(lambda a: b64(flip(age.unb64(a), 5))))])
    no_match("x25519_nonce_one", "the body is encrypted with the nonce 1; the nonce is twelve zero bytes",
             lambda f: [f.x25519(nonce=bytes(11) + b"\1")])
    no_match("x25519_info", "the wrap key is derived with another info; it is age-encryption.org/v1/X25519",
             lambda f: [f.x25519(info=b"age-encryption.org/X25519")])
    no_match("x25519_salt_swapped", "the wrap key's salt is recipient and share; it is share and recipient",
             lambda f: [salt_swapped(f)])

    rule = "if the shared secret is all zero, opening must fail"
    for name, number in SMALL_ORDER.items():
        share = little(number)
        refuse(f"x25519_low_order_{name}", f"the share is a point of small order, {share.hex()}; {rule}",
               lambda f, share=share: [f.x25519(share=share, shared=bytes(32))])
    refuse("x25519_low_order_before_good", f"before a good stanza, the share is a point of small order; {rule}",
           lambda f: [f.x25519(share=little(1), shared=bytes(32)), f.x25519()])
    rule = "X25519 ignores the highest bit and takes coordinates modulo the prime; the salt has the share's bytes as they are"
    ephemeral = random("ephemeral", 32)
    share = flip(age.public(ephemeral), 31, 128)
    add("x25519_share_high_bit", f"the highest bit of the share is set; {rule}",
        lambda f: [f.x25519(share=share, shared=age.agree(ephemeral, ALICE.recipient))])
    share = little(2**255 - 19 + 9)
    add("x25519_share_above_prime", f"the share is the base point plus the prime; {rule}",
        lambda f: [f.x25519(share=share, shared=ALICE.recipient)])
    share = little(2)
    add("x25519_share_on_twist", "the share is a point of the twist; X25519 takes it as any other",
        lambda f: [f.x25519(share=share, shared=age.agree(ALICE.secret, share))])


def salt_swapped(f):
    ephemeral = f.ephemeral()
    share, shared = age.public(ephemeral), age.agree(ephemeral, ALICE.recipient)
    return stanza(["X25519", b64(share)], age.seal(age.x25519_key(shared, ALICE.recipient, share), f.key))


# scrypt


def scrypt():
    def phrase(f):
        return [f.scrypt()]

    alone = {"identities": (), "passphrases": [PASSPHRASE]}
    add("scrypt", "a passphrase", phrase, **alone)
    for log_n in (1, 9, 10, 14):
        add(f"scrypt_work_factor_{log_n}", f"the work factor is {log_n}", lambda f, log_n=log_n: [f.scrypt(log_n=log_n)], **alone)
    for name, text in (("unicode", "Grüße 密码"), ("decomposed", "Gru\u0308ße"), ("spaces", "a  b: c"), ("long", "x" * 300)):
        add(f"scrypt_passphrase_{name}", "the passphrase is the exact bytes of its UTF-8", lambda f, text=text: [f.scrypt(text)],
            identities=(), passphrases=[text])
    add("scrypt_second_passphrase", "two passphrases; only the second one fits",
        phrase, identities=(), passphrases=["wrong", PASSPHRASE])
    no_match("scrypt_no_match", "the passphrase is another one", phrase, identities=(), passphrases=["wrong"])
    no_match("scrypt_passphrase_composed", "the passphrase is normalized, the file's is not; they are compared as bytes",
             lambda f: [f.scrypt("Gru\u0308ße")], identities=(), passphrases=["Grüße"])
    no_match("scrypt_passphrase_case", "the passphrase differs in case", phrase, identities=(), passphrases=["Correct horse"])
    no_match("scrypt_empty_passphrase", "the file is encrypted to the empty passphrase, and none is given; none is not the empty one",
             lambda f: [f.scrypt("")], identities=())
    no_match("scrypt_identity", "there is an identity instead of a passphrase", phrase)
    for name, type in (("uppercase", "SCRYPT"), ("longer_type", "scrypt2")):
        no_match(f"scrypt_{name}", f"the type is {type}; stanzas whose type is not exactly scrypt must be ignored",
                 lambda f, type=type: [f.scrypt(type=type)], **alone)

    rule = "a scrypt stanza must be the only one in the header"
    both = {"identities": (ALICE,), "passphrases": [PASSPHRASE]}
    for name, made, what in (
        ("and_x25519", lambda f: [f.x25519(), f.scrypt()], "an X25519 stanza precedes it"),
        ("before_x25519", lambda f: [f.scrypt(), f.x25519()], "an X25519 stanza follows it"),
        ("and_grease", lambda f: [f.grease(), f.scrypt()], "a stanza of an unknown type precedes it"),
        ("before_grease", lambda f: [f.scrypt(), f.grease()], "a stanza of an unknown type follows it"),
        ("double", lambda f: [f.scrypt(), f.scrypt()], "there are two of them"),
        ("double_other", lambda f: [f.scrypt("wrong"), f.scrypt()], "there are two of them, for different passphrases"),
    ):
        refuse(f"scrypt_{name}", f"{what}; {rule}", made, **both)
    refuse("scrypt_and_x25519_identity", f"an X25519 stanza precedes it, and only an identity for that one is given; {rule}",
           lambda f: [f.x25519(), f.scrypt()])

    rule = "the work factor is a decimal number of digits only, without leading zero"
    for name, text, what in (
        ("zero", "0", "0"), ("leading_zero", "04", "04"), ("leading_zeros", "0000000000000000000004", "4 with many zeros"),
        ("plus", "+4", "+4"), ("negative", "-4", "-4"), ("hex", "0x4", "0x4"), ("letter", "4a", "4a"),
        ("leading_letter", "a4", "a4"),
        ("fraction", "4.0", "4.0"), ("exponent", "4e0", "4e0"), ("underscore", "1_0", "1_0"), ("comma", "4,", "4 and a comma"),
        ("word", "four", "a word"), ("trailing_nul", "4\0", "4 and a zero byte"), ("arabic", "\u0664", "an Arabic digit four"),
        ("full_width", "\uff14", "a full-width digit four"),
    ):
        refuse(f"scrypt_work_factor_{name}", f"the work factor is {what}; {rule}", **alone,
               stanzas=lambda f, text=text: [f.scrypt().replace(b" 4\n", f" {text}\n".encode())])
    rule = "an upper limit on the work factor is recommended; this is above the usual one, 22"
    for name, text in (
        ("23", "23"), ("64", "64"), ("255", "255"), ("overflow_32", str(2**32 + 4)), ("overflow_64", str(2**64 + 4)),
        ("1000_digits", "9" * 1000)
    ):
        refuse(f"scrypt_work_factor_{name}", f"the work factor is {text if len(text) < 100 else 'of 1,000 digits'}; {rule}",
               **alone,
               stanzas=lambda f, text=text: [f.scrypt(edit=lambda a: [a[0], text])])
    no_match("scrypt_work_factor_wrong", "the work factor is 5 where 4 was used: the body does not decrypt",
             lambda f: [f.scrypt(edit=lambda a: [a[0], "5"])], **alone)

    rule = "a scrypt stanza has three arguments: the type, canonical Base64 of 16 bytes, and the work factor"
    for name, edit, what in (
        ("no_arguments", lambda a: [], "salt and work factor are missing"),
        ("work_factor_missing", lambda a: a[:1], "the work factor is missing"),
        ("salt_missing", lambda a: a[1:], "the salt is missing"),
        ("arguments_swapped", lambda a: a[::-1], "salt and work factor are swapped"),
        ("extra_argument", lambda a: [*a, "8"], "there is an argument too many"),
        ("short_salt", first(lambda a: b64(age.unb64(a)[:15])), "the salt has 15 bytes"),
        ("long_salt", first(lambda a: b64(age.unb64(a) + bytes(1))), "the salt has 17 bytes"),
        ("salt_32", first(lambda a: b64(age.unb64(a) * 2)), "the salt has 32 bytes"),
        ("not_canonical_salt", first(loose), "bits after the salt's last byte are set"),
        ("salt_padding", first(lambda a: a + "=="), "the salt is padded"),
        ("salt_character", first(lambda a: "*" + a[1:]), "the salt holds an asterisk"),
    ):
        refuse(f"scrypt_{name}", f"{what}; {rule}", lambda f, edit=edit: [f.scrypt(edit=edit)], **alone)
    rule = "the body must have exactly 32 bytes, checked before it is decrypted"
    for name, count in (("short", 15), ("long", 17), ("twice_as_long", 32)):
        refuse(f"scrypt_{name}_file_key", f"the file key in the stanza has {count} bytes; {rule}",
               lambda f, count=count: [f.scrypt(key=f.random("key", count))], **alone)
    refuse("scrypt_body_missing", f"the body is empty; {rule}", lambda f: [f.scrypt(box=lambda body: b"")], **alone)
    refuse("scrypt_body_short", f"the body's last byte is missing; {rule}",
           lambda f: [f.scrypt(box=lambda body: body[:-1])], **alone)
    refuse("scrypt_not_canonical_body", "bits after the body's last byte are set; Base64 must be canonical", phrase, **alone,
           edit=lines(lambda text: [*text[:2], loose(text[2].decode()).encode(), *text[3:]]))
    rule = "a stanza whose body does not decrypt is not for this passphrase"
    no_match("scrypt_bad_tag", f"the tag is damaged; {rule}", lambda f: [f.scrypt(box=lambda body: flip(body, -1))], **alone)
    no_match("scrypt_bad_salt", f"a bit of the salt is flipped; {rule}",
             lambda f: [f.scrypt(edit=first(lambda a: b64(flip(age.unb64(a), 0))))], **alone)
    no_match("scrypt_bare_salt", "scrypt's salt is the stanza's alone; it begins with age-encryption.org/v1/scrypt",
             lambda f: [f.scrypt(label=b"")], **alone)
    refuse("scrypt_hmac_bad", "the MAC is all zeros", phrase, **alone, code=lambda f, text: bytes(32), expect="HMAC failure")


# The payload


def payloads():
    def failure(name, comment, chunks, released=0, **options):
        add(f"stream_{name}", comment, chunks=chunks, released=released, expect="payload failure", **options)

    def good(name, comment, *chunks, **options):
        add(f"stream_{name}", comment, chunks=chunks, **options)

    full = age.CHUNK
    one, two = [(full, 0, True)], [(full, 0, False), (full, 1, True)]
    tail = [(full, 0, False), (b"the end\n", 1, True)]
    good("empty", "an empty payload is one empty chunk", (b"", 0, True))
    good("one_byte", "a payload of one byte", (b"x", 0, True))
    good("nearly_full_chunk", "65,535 bytes: one chunk", (full - 1, 0, True))
    good("full_chunk", "65,536 bytes: one full chunk, which is the last one", *one)
    good("full_chunk_and_byte", "65,537 bytes: a full chunk and one of a byte", (full, 0, False), (b"x", 1, True))
    good("two_chunks", "two chunks, the second one short", *tail)
    good("two_full_chunks", "two full chunks", *two)
    good("three_chunks", "three chunks, the third one short", (full, 0, False), (full, 1, False), (1000, 2, True))
    good("three_full_chunks", "three full chunks", (full, 0, False), (full, 1, False), (full, 2, True))
    many = [(full, index, False) for index in range(18)] + [(b"the end\n", 18, True)]
    good("many_chunks", "nineteen chunks", *many)

    rule = "the payload begins with a nonce of 16 bytes"
    for name, count in (("no", 0), ("one_byte_of", 1), ("short", 15)):
        refuse(f"stream_{name}_nonce", f"the file ends with {count} bytes of the nonce; {rule}", chunks=[(b"x", 0, True)],
               edit=lambda data, count=count: data[: -33 + count])
    failure("no_chunks", "the file ends after the nonce; a payload has one chunk at least",
            [(b"", 0, True)], cut=lambda sealed: [])
    failure("nonce_damaged", f"a bit of the nonce is flipped; {rule}", [(b"text\n", 0, True)],
            edit=lambda data: flip(data, -5 - 16 - 16))

    rule = "the file must end with a chunk that is marked as the last one"
    failure("no_final", f"the only chunk is short and not marked as the last one; {rule}", [(b"text\n", 0, False)])
    failure("no_final_empty", f"the only chunk is empty and not marked as the last one; {rule}", [(b"", 0, False)])
    failure("no_final_full", f"the only chunk is full and not marked as the last one; {rule}", [(full, 0, False)], 1)
    failure("no_final_two_chunks", f"two chunks, the second one short and not marked as the last one; {rule}",
            [(full, 0, False), (b"text\n", 1, False)], 1)
    failure("no_final_two_chunks_full", f"two full chunks, none marked as the last one; {rule}",
            [(full, 0, False), (full, 1, False)], 2)
    failure("truncated_at_chunk", f"the last of two chunks was cut off; {rule}", tail, 1, cut=lambda sealed: sealed[:1])
    failure("truncated_at_chunk_of_three", f"the last of three chunks was cut off; {rule}",
            [(full, 0, False), (full, 1, False), (b"text\n", 2, True)], 2, cut=lambda sealed: sealed[:2])
    failure("first_chunk_removed", "the first of two chunks was removed; chunks are counted from zero",
            tail, cut=lambda sealed: sealed[1:])
    failure("truncated", "the last byte is missing; a chunk ends with its tag",
            [(b"text\n", 0, True)], edit=lambda data: data[:-1])
    failure("truncated_in_first_chunk", "the file ends in the middle of the first chunk; a chunk ends with its tag", tail,
            cut=lambda sealed: [sealed[0][:30000]])
    failure("truncated_in_second_chunk", "the file ends in the middle of the second chunk; a chunk ends with its tag", two, 1,
            cut=lambda sealed: [sealed[0], sealed[1][:30000]])
    failure("truncated_full_chunk", "the last byte of a full chunk is missing; a chunk ends with its tag",
            one, edit=lambda data: data[:-1])
    failure("missing_tag", "the tag is missing; a chunk ends with its tag", [(b"text\n", 0, True)], edit=lambda data: data[:-16])
    failure("missing_tag_empty", "the file ends within the tag of an empty chunk", [(b"", 0, True)], edit=lambda data: data[:-1])
    failure("missing_tag_second_chunk", "fifteen bytes follow a full chunk; a chunk ends with its tag", tail, 1,
            cut=lambda sealed: [sealed[0], sealed[1][-15:]])

    rule = "the last chunk must not be empty unless the payload is"
    failure("last_chunk_empty", f"an empty last chunk follows a full one; {rule}", [(full, 0, False), (b"", 1, True)], 1)
    failure("last_chunk_empty_of_three", f"an empty last chunk follows two full ones; {rule}",
            [(full, 0, False), (full, 1, False), (b"", 2, True)], 2)
    failure("short_chunk", "the first of two chunks is short; all but the last have 64 KiB",
            [(full - 1, 0, False), (b"text\n", 1, True)])
    failure("empty_chunk_first", "the first of two chunks is empty; all but the last have 64 KiB",
            [(b"", 0, False), (b"text\n", 1, True)])
    failure("short_second_chunk", "the second of three chunks is short; all but the last have 64 KiB",
            [(full, 0, False), (b"text\n", 1, False), (b"text\n", 2, True)], 1)
    failure("long_chunk", "a chunk of 65,537 bytes; none has more than 64 KiB", [(full + 1, 0, True)])
    failure("long_chunk_double", "one chunk of 128 KiB; none has more than 64 KiB", [(2 * full, 0, True)])

    rule = "nothing follows the chunk that is marked as the last one"
    failure("two_final_chunks", f"two short chunks are marked as the last one; {rule}",
            [(b"text\n", 0, True), (b"text\n", 1, True)])
    failure("two_final_chunks_full", f"two full chunks are marked as the last one; {rule}", [(full, 0, True), (full, 1, True)], 1)
    failure("final_chunk_then_more", f"a full chunk that is marked as the last one is followed by another; {rule}",
            [(full, 0, True), (b"text\n", 1, True)], 1)
    failure("trailing_byte", f"a zero byte follows a short chunk; {rule}",
            [(b"text\n", 0, True)], edit=lambda data: data + bytes(1))
    failure("trailing_newline", f"a newline follows a short chunk; {rule}",
            [(b"text\n", 0, True)], edit=lambda data: data + b"\n")
    failure("trailing_byte_full", f"a zero byte follows a full last chunk; {rule}", one, 1, edit=lambda data: data + bytes(1))
    failure("trailing_garbage_long", f"more than a chunk of zero bytes follows a full last chunk; {rule}", one, 1,
            edit=lambda data: data + bytes(70000))
    failure("trailing_copy", f"the last of two chunks is there twice; {rule}", two, 2, cut=lambda sealed: [*sealed, sealed[-1]])
    failure("file_twice", f"the whole file is there twice; {rule}", [(b"text\n", 0, True)], edit=lambda data: data * 2)

    rule = "chunks are counted from zero, and the number is in the nonce"
    failure("swapped_chunks", f"two chunks are swapped; {rule}", [(full, 0, False), (full, 1, False), (b"text\n", 2, True)],
            cut=lambda sealed: [sealed[1], sealed[0], sealed[2]])
    failure("swapped_later_chunks", f"the second and the third chunk are swapped; {rule}",
            [(full, 0, False), (full, 1, False), (full, 2, False), (b"text\n", 3, True)], 1,
            cut=lambda sealed: [sealed[0], sealed[2], sealed[1], sealed[3]])
    failure("chunk_removed", f"the second of three chunks was removed; {rule}",
            [(full, 0, False), (full, 1, False), (b"text\n", 2, True)], 1,
            cut=lambda sealed: [sealed[0], sealed[2]])
    failure("chunk_repeated", f"the first of two chunks is there twice; {rule}", tail, 1, cut=lambda sealed: [sealed[0], *sealed])
    failure("counted_from_one", f"chunks are counted from one; {rule}", [(full, 1, False), (b"text\n", 2, True)])
    failure("number_skipped", f"a number is left out; {rule}", [(full, 0, False), (b"text\n", 2, True)], 1)
    failure("number_repeated", f"a number is used twice; {rule}", [(full, 0, False), (b"text\n", 0, True)], 1)
    failure("last_mark_two", "the mark of the last chunk is 2; it is 1", [(b"text\n", 0, 2)])

    rule = "each chunk is authenticated by its tag"
    three = [(full, 0, False), (full, 1, False), (b"text\n", 2, True)]
    for name, number, chunk in (("first", 0, "first"), ("middle", 1, "second"), ("last", 2, "third")):
        for place, index in (("text", 1), ("tag", -1)):
            failure(f"bad_{place}_{name}_chunk", f"a bit of the {chunk} chunk's {place} is flipped; {rule}", three, number,
                    cut=lambda sealed, number=number, index=index: [
                        flip(piece, index) if place == number else piece for place, piece in enumerate(sealed)])
    failure("bad_tag", f"a bit of the only chunk's tag is flipped; {rule}",
            [(b"text\n", 0, True)], edit=lambda data: flip(data, -1))
    failure("bad_tag_full", f"a bit of a full chunk's tag is flipped; {rule}", one, edit=lambda data: flip(data, -1))
    failure("bad_tag_empty", f"a bit of an empty chunk's tag is flipped; {rule}",
            [(b"", 0, True)], edit=lambda data: flip(data, -1))
    failure("other_file_key", f"the payload is that of another file; {rule}", [(b"text\n", 0, True)],
            edit=lambda data: data[:-21] + File("another file").chunk(b"text\n", 0, True)[1])


# Armor


def loose_armor(text):
    """Armor whose padded Base64 has a bit set after the last byte."""
    start, padding, end = text.partition(b"=")
    return loose(start.decode()).encode() + padding + end


def armors():
    def form(columns=64, line_end=b"\n"):
        return lambda data: age.armor(data, columns, line_end)

    def bad(name, what, edit=None, armor=form(), rule="armor is strict PEM as in RFC 7468, section 3, figure 3", **options):
        add(f"armor_{name}", f"{what}; {rule}", edit=edit, armor=armor, expect="armor failure", **options)

    def good(name, comment, *arguments, armor=form(), **options):
        add(f"armor_{name}", comment, *arguments, armor=armor, **options)

    def body(edit):
        """An edit of the lines between the first and the last, of a text that ends with a newline."""
        return lines(lambda text: [text[0], *edit(text[1:-2]), *text[-2:]])

    def padded(count):
        """A payload with which 200 bytes of header, nonce and tag leave so many bytes for the last line."""
        return [(b"x" * ((count - 200) % 48 or 48), 0, True)]

    good("x25519", "an armored file")
    good("scrypt", "an armored file with a passphrase", lambda f: [f.scrypt()], identities=(), passphrases=[PASSPHRASE])
    good("crlf", "lines end in CR LF, which may be accepted", armor=form(line_end=b"\r\n"))
    good("no_eol", "no newline follows the last line", edit=lambda text: text[:-1])
    good("whitespace_before", "whitespace before the armor is allowed", edit=lambda text: b"\n\r\n \t\n" + text)
    good("whitespace_after", "whitespace after the armor is allowed", edit=lambda text: text + b"\n\r\n \t\n")
    good("newlines_around", "empty lines before and after the armor are allowed", edit=lambda text: b"\n\n" + text + b"\n\n")
    for rest, name in ((0, "full_last_line"), (1, "one_byte_last_line"), (2, "two_byte_last_line"), (47, "long_last_line")):
        good(name, f"the last line holds {rest or 48} bytes", chunks=padded(rest))
    good("two_chunks", "two chunks", chunks=[(age.CHUNK, 0, False), (b"the end\n", 1, True)])
    add("armor_no_match", "an armored file and another identity", armor=form(), identities=(BOB,), expect="no match")
    add("armor_hmac_bad", "an armored file with a wrong MAC", armor=form(), expect="HMAC failure", code=lambda f, text: bytes(32))
    add("armor_bad_tag", "an armored file with a damaged payload",
        armor=lambda data: age.armor(flip(data, -1)), expect="payload failure", released=0)
    add("armor_trailing_byte", "a byte follows the payload within the armor; nothing follows the last chunk",
        armor=lambda data: age.armor(data + bytes(1)), expect="payload failure", released=0)
    add("armor_truncated_payload", "the payload within the armor lacks its last byte; a chunk ends with its tag",
        armor=lambda data: age.armor(data[:-1]), expect="payload failure", released=0)
    refuse("armor_header_crlf", "the header within the armor has lines in CR LF; each must end in LF",
           lambda f: [f.x25519().replace(b"\n", b"\r\n")], version=b"age-encryption.org/v1\r\n", end=" {}\r\n".format, armor=form())
    refuse("armor_version_unsupported", "the version within the armor is v2", version=b"age-encryption.org/v2\n", armor=form())
    refuse("armor_within_armor", "the armor holds an armored file; armor encloses a binary one",
           armor=lambda data: age.armor(age.armor(data)))

    bad("empty", "there is nothing between the first and the last line", lines(lambda text: [text[0], *text[-2:]]))
    bad("begin_only", "there is the first line only", lambda text: text[: text.index(b"\n") + 1])
    bad("no_end_line", "the last line is missing", lines(lambda text: [*text[:-2], b""]))
    bad("end_truncated", "the last line is cut off", lambda text: text[:-4])
    bad("end_on_same_line", "no newline precedes the last line", replace(b"\n-----END", b"-----END"))
    bad("garbage_before", "text precedes the armor", lambda text: b"garbage\n" + text)
    bad("garbage_after", "text follows the armor", lambda text: text + b"garbage\n")
    bad("garbage_on_end_line", "text follows the last line on the same line", lambda text: text[:-1] + b" garbage\n")
    bad("twice", "the armor is there twice", lambda text: text * 2)
    bad("wrong_type", "the label is AGE DECRYPTED FILE", lambda text: text.replace(b"ENCRYPTED", b"DECRYPTED"))
    bad("wrong_begin", "the first line's label is another one", replace(b"BEGIN AGE ENCRYPTED FILE", b"BEGIN AGE ENCRYPTED DATA"))
    bad("wrong_end", "the last line's label is another one", replace(b"END AGE ENCRYPTED FILE", b"END AGE ENCRYPTED DATA"))
    bad("lowercase", "the label is in lower case", lambda text: text.replace(b"AGE ENCRYPTED FILE", b"age encrypted file"))
    bad("lowercase_begin", "BEGIN is in lower case", replace(b"BEGIN", b"begin"))
    bad("four_dashes", "the first line begins with four dashes", lambda text: text[1:])
    bad("six_dashes", "the first line begins with six dashes", lambda text: b"-" + text)
    bad("double_space_begin", "two spaces follow BEGIN", replace(b"BEGIN ", b"BEGIN  "))
    bad("begin_trailing_space", "a space follows the first line", replace(b"FILE-----\n", b"FILE----- \n"))
    # Unlike age, Arca reads what PowerShell's redirection writes.
    good("bom", "a byte order mark precedes the armor", edit=lambda text: b"\xef\xbb\xbf" + text)
    bad("headers", "PEM headers follow the first line", body(lambda text: [b"Version: 1", b"", *text]))
    bad("header_line", "a PEM header without an empty line follows the first line", body(lambda text: [b"Version: 1", *text]))
    bad("pgp_checksum", "an OpenPGP checksum precedes the last line", body(lambda text: [*text, b"=AAAA"]))

    rule = "all lines of Base64 but the last have 64 columns"
    bad("long_line", "all of the Base64 is on one line", armor=form(10_000), rule=rule)
    bad("columns_68", "lines have 68 columns", armor=form(68), rule=rule)
    bad("columns_76", "lines have 76 columns", armor=form(76), rule=rule)
    bad("columns_60", "lines have 60 columns", armor=form(60), rule=rule)
    bad("short_line", "a line in the middle is short", body(lambda text: [text[0][:32], text[0][32:], *text[1:]]), rule=rule)
    bad("short_last_lines", "the last line is spread over two", body(lambda text: [*text[:-1], text[-1][:4], text[-1][4:]]),
        chunks=padded(20), rule=rule)
    bad("empty_line_first", "an empty line follows the first line", body(lambda text: [b"", *text]), rule=rule)
    bad("empty_line", "there is an empty line in the middle", body(lambda text: [*text[:2], b"", *text[2:]]), rule=rule)
    bad("empty_line_last", "an empty line precedes the last line", body(lambda text: [*text, b""]), rule=rule)
    bad("empty_line_last_full", "an empty line follows a full one at the end",
        body(lambda text: [*text, b""]), chunks=padded(0), rule=rule)
    bad("cr", "lines end in CR alone", armor=form(line_end=b"\r"), rule="lines end in LF, or in CR LF")
    bad("cr_cr_lf", "lines end in CR CR LF", armor=form(line_end=b"\r\r\n"), rule="lines end in LF, or in CR LF")

    rule = "there is no whitespace within lines"
    bad("space_in_line", "there is a space within a line",
        body(lambda text: [text[0][:30] + b" " + text[0][30:], *text[1:]]), rule=rule)
    bad("space_instead", "a space replaces a character",
        body(lambda text: [text[0][:30] + b" " + text[0][31:], *text[1:]]), rule=rule)
    bad("whitespace_line_end", "a space follows a line", body(lambda text: [text[0] + b" ", *text[1:]]), rule=rule)
    bad("whitespace_line_start", "a space precedes a line", body(lambda text: [b" " + text[0], *text[1:]]), rule=rule)
    bad("whitespace_last_line", "a space follows the last line of Base64",
        body(lambda text: [*text[:-1], text[-1] + b" "]), rule=rule)
    bad("whitespace_before_end", "a space precedes the last line", replace(b"\n-----END", b"\n -----END"), rule=rule)

    rule = "Base64 is canonical, of the standard alphabet, and padded"
    bad("no_padding", "the padding is missing", replace(b"==\n", b"\n"), chunks=padded(1), rule=rule)
    bad("no_padding_one", "the padding of one character is missing", replace(b"=\n", b"\n"), chunks=padded(2), rule=rule)
    bad("half_padding", "one of two padding characters is missing", replace(b"==\n", b"=\n"), chunks=padded(1), rule=rule)
    bad("extra_padding", "there is a padding character too many", replace(b"=\n", b"==\n"), chunks=padded(2), rule=rule)
    bad("padding_after_full", "padding follows a full group",
        body(lambda text: [*text[:-1], text[-1] + b"===="]), chunks=padded(3), rule=rule)
    bad("padding_between_lines", "there is a newline between two padding characters",
        replace(b"==\n", b"=\n=\n"), chunks=padded(1), rule=rule)
    bad("padding_own_line", "the padding has a line of its own", replace(b"==\n", b"\n==\n"), chunks=padded(1), rule=rule)
    bad("padding_in_middle", "there is padding in the middle", body(lambda text: [text[0][:62] + b"==", *text[1:]]), rule=rule)
    bad("not_canonical", "bits after the last byte are set", loose_armor, chunks=padded(1), rule=rule)
    bad("not_canonical_two", "bits after the last byte are set", loose_armor, chunks=padded(2), rule=rule)
    bad("invalid_character", "a line holds an asterisk", body(lambda text: [b"*" + text[0][1:], *text[1:]]), rule=rule)
    bad("invalid_character_payload", "the last line holds an asterisk",
        body(lambda text: [*text[:-1], b"*" + text[-1][1:]]), rule=rule)
    bad("url", "a line is in the alphabet for URLs", body(lambda text: [*text[:2], b"-_" + text[2][2:], *text[3:]]), rule=rule)
    bad("nul", "a line holds a zero byte", body(lambda text: [b"\0" + text[0][1:], *text[1:]]), rule=rule)
    refuse("armor_no_begin_line", "the first line is missing: this is neither armor nor a binary file",
           armor=form(), armored=False,
           edit=lines(lambda text: text[1:]))


# The hybrid recipient


def wrapped(text):
    """A stanza whose first line is wrapped as bodies are."""
    start, enc, rest = text.split(b" ")[0], text.split(b" ")[2].split(b"\n")[0], text.split(b"\n", 1)[1]
    return start + b" " + HYBRID.encode() + b" " + b"\n".join(enc[index : index + 64] for index in range(0, len(enc), 64)) + b"\n" + rest


def sealed_otherwise(f, seal):
    """A stanza whose body is sealed by a function of key, nonce and plaintext."""
    enc, secret, shared = age.hybrid_encapsulate(CAROL.recipient, f.random("message", 32), f.ephemeral())
    key, nonce = age.hpke_key(age.combine(secret, shared, enc[1088:], CAROL.recipient))
    return stanza([HYBRID, b64(enc)], seal(key, nonce, f.key))


def hybrid():
    def one(**options):
        return lambda f: [f.hybrid(**options)]

    carol, dave, both = {"identities": (CAROL,)}, {"identities": (DAVE,)}, {"identities": (CAROL, ALICE)}
    add("hybrid", "one recipient", one(), **carol)
    add("hybrid_empty", "an empty payload", one(), chunks=[(b"", 0, True)], **carol)
    add("hybrid_two_chunks", "two chunks", one(), chunks=[(age.CHUNK, 0, False), (b"the end\n", 1, True)], **carol)
    add("hybrid_armor", "an armored file", one(), armor=age.armor, **carol)
    add("hybrid_armor_crlf", "an armored file with lines in CR LF",
        one(), armor=lambda data: age.armor(data, line_end=b"\r\n"), **carol)
    for name, identity in (("first", CAROL), ("second", DAVE)):
        add(f"hybrid_two_recipients_{name}", f"two recipients; the identity is that of the {name}",
            lambda f: [f.hybrid(CAROL), f.hybrid(DAVE)], identities=(identity,))
    add("hybrid_same_recipient_twice", "the same recipient twice", lambda f: [f.hybrid(), f.hybrid()], **carol)
    add("hybrid_second_identity", "two identities; only the second one fits", one(), identities=(DAVE, CAROL))
    add("hybrid_identities_of_both_kinds", "identities of both kinds; only the hybrid one fits", one(), identities=(ALICE, CAROL))
    add("hybrid_grease", "stanzas of unknown types on both sides; they must be ignored",
        lambda f: [f.grease(), f.hybrid(), f.grease()], **carol)
    rule = "files should not be encrypted like this, but may be read"
    for name, identity in (("hybrid", CAROL), ("x25519", ALICE)):
        add(f"hybrid_and_x25519_{name}", f"a hybrid and an X25519 recipient; the identity is {name}; {rule}",
            lambda f: [f.hybrid(), f.x25519()], identities=(identity,))
        add(f"x25519_and_hybrid_{name}", f"an X25519 and a hybrid recipient; the identity is {name}; {rule}",
            lambda f: [f.x25519(), f.hybrid()], identities=(identity,))
    no_match("hybrid_no_match", "the identity is another one", one(), **dave)
    no_match("hybrid_x25519_identity", "the identity is an X25519 one", one())
    no_match("hybrid_x25519_half_identity", "the identity is the X25519 half of the right one; both halves are needed",
             one(), identities=(HALF,))
    no_match("hybrid_identity_x25519_file", "a hybrid identity and a file for X25519", lambda f: [f.x25519()], **carol)
    no_match("hybrid_passphrase", "there is a passphrase instead of an identity", one(), identities=(), passphrases=[PASSPHRASE])
    no_match("hybrid_identity_scrypt_file", "a hybrid identity and a file with a passphrase", lambda f: [f.scrypt()], **carol)
    refuse("hybrid_and_scrypt", "a scrypt stanza follows; a scrypt stanza must be the only one",
           lambda f: [f.hybrid(), f.scrypt()],
           identities=(CAROL,), passphrases=[PASSPHRASE])

    rule = "stanzas whose type is not exactly mlkem768x25519 must be ignored"
    for name, type in (
        ("uppercase", "MLKEM768X25519"), ("mixed_case", "mlkem768X25519"), ("longer_type", "mlkem768x25519/v1"),
        ("shorter_type", "mlkem768x2551"),
        ("other_order", "x25519mlkem768"), ("x25519_type", "x25519"),
    ):
        no_match(f"hybrid_{name}", f"the type is {type}; {rule}", one(type=type), **carol)

    rule = "an mlkem768x25519 stanza has two arguments, the second being canonical Base64 of 1,120 bytes; others must be rejected"
    faults = (
        ("no_enc", lambda a: [], "enc is missing"),
        ("extra_argument", lambda a: [*a, "argument"], "there is an argument too many"),
        ("enc_in_two_arguments", lambda a: [b64(age.unb64(a[0])[:1088]), b64(age.unb64(a[0])[1088:])], "the halves of enc are two arguments"),
        ("short_enc", first(lambda a: b64(age.unb64(a)[:-1])), "enc has 1,119 bytes"),
        ("long_enc", first(lambda a: b64(age.unb64(a) + bytes(1))), "enc has 1,121 bytes"),
        ("enc_of_32_bytes", first(lambda a: b64(age.unb64(a)[1088:])), "enc has the X25519 half alone"),
        ("enc_of_1088_bytes", first(lambda a: b64(age.unb64(a)[:1088])), "enc has the ML-KEM half alone"),
        ("not_canonical_enc", first(loose), "bits after the last byte of enc are set"),
        ("enc_padding", first(lambda a: a + "=="), "enc is padded"),
        ("enc_character", first(lambda a: "*" + a[1:]), "enc holds an asterisk"),
        ("enc_url", first(url), "enc is in the alphabet for URLs"),
    )
    for name, edit, what in faults:
        refuse(f"hybrid_{name}", f"{what}; {rule}", one(edit=edit), **carol)
    for name, edit, what in (faults[0], faults[1], faults[3], faults[4], faults[7]):
        refuse(f"hybrid_{name}_before_good", f"before a good stanza, {what}; {rule}",
               lambda f, edit=edit: [f.hybrid(edit=edit), f.hybrid()], **carol)
        refuse(f"hybrid_{name}_after_good", f"after a good stanza, {what}; {rule} ({LATER})",
               lambda f, edit=edit: [f.hybrid(), f.hybrid(edit=edit)], **carol)
    edit = faults[3][1]
    refuse("hybrid_short_enc_for_other", "a malformed stanza for another recipient precedes a good one: an identity cannot tell them apart",
           lambda f: [f.hybrid(DAVE, edit=edit), f.hybrid()], **carol)
    add("hybrid_malformed_x25519_identity", "a malformed hybrid stanza precedes an X25519 one: an X25519 identity ignores it",
        lambda f: [f.hybrid(edit=edit), f.x25519()])
    add("hybrid_malformed_body_x25519_identity", "a hybrid stanza with an empty body precedes an X25519 one: an X25519 identity ignores it",
        lambda f: [f.hybrid(box=lambda body: b""), f.x25519()])
    add("x25519_malformed_hybrid_identity", "a malformed X25519 stanza precedes a hybrid one: a hybrid identity ignores it",
        lambda f: [f.x25519(edit=lambda a: []), f.hybrid()], **carol)
    no_match("hybrid_malformed_no_match", "a malformed hybrid stanza alone and an X25519 identity, which ignores it",
             one(edit=edit))
    refuse("hybrid_malformed_both_identities", "a malformed hybrid stanza precedes an X25519 one, and the hybrid identity is tried first",
           lambda f: [f.hybrid(edit=edit), f.x25519()], **both)

    rule = "the body must have exactly 32 bytes, checked before it is decrypted"
    for name, count in (("short", 15), ("long", 17), ("twice_as_long", 32)):
        refuse(f"hybrid_{name}_file_key", f"the file key in the stanza has {count} bytes; {rule}",
               lambda f, count=count: [f.hybrid(key=f.random("key", count))], **carol)
    for name, box, what in (
        ("body_missing", lambda body: b"", "the body is empty"),
        ("body_short", lambda body: body[:-1], "the body's last byte is missing"),
        ("body_long", lambda body: body + bytes(1), "a zero byte follows the body"),
        ("body_without_tag", lambda body: body[:16], "the tag is missing"),
    ):
        refuse(f"hybrid_{name}", f"{what}; {rule}", one(box=box), **carol)
    refuse("hybrid_body_short_before_good", f"before a good stanza, the body's last byte is missing; {rule}",
           lambda f: [f.hybrid(box=lambda body: body[:-1]), f.hybrid()], **carol)
    refuse("hybrid_not_canonical_body", "bits after the body's last byte are set; Base64 must be canonical", one(), **carol,
           edit=lines(lambda text: [*text[:2], loose(text[2].decode()).encode(), *text[3:]]))

    rule = "if the X25519 secret is all zero, opening must fail"
    for name, number in SMALL_ORDER.items():
        share = little(number)
        refuse(f"hybrid_low_order_{name}", f"the X25519 half of enc is a point of small order, {share.hex()}; {rule}", **carol,
               stanzas=one(enc=lambda enc, secret, shared, share=share: (enc[:1088] + share, secret, bytes(32))))
    refuse("hybrid_low_order_before_good", f"before a good stanza, the X25519 half of enc is a point of small order; {rule}",
           **carol,
           stanzas=lambda f: [f.hybrid(enc=lambda enc, secret, shared: (enc[:1088] + little(1), secret, bytes(32))), f.hybrid()])
    rule = "X25519 ignores the highest bit and takes coordinates modulo the prime; the combiner hashes the share's bytes as they are"
    add("hybrid_share_high_bit", f"the highest bit of the X25519 half is set; {rule}", **carol,
        stanzas=one(enc=lambda enc, secret, shared: (flip(enc, -1, 128), secret, shared)))
    add("hybrid_share_above_prime", f"the X25519 half is the base point plus the prime; {rule}", **carol,
        stanzas=one(enc=lambda enc, secret, shared: (enc[:1088] + little(2**255 - 10), secret, CAROL.recipient[1184:])))

    rule = "a stanza whose body does not decrypt is not for this identity"
    for name, box in (("tag", lambda body: flip(body, -1)), ("ciphertext", lambda body: flip(body, 0)), ("body", lambda body: bytes(32))):
        no_match(f"hybrid_bad_{name}", f"the body is damaged; {rule}", one(box=box), **carol)
    for name, index, what in (
        ("mlkem_first", 0, "the ML-KEM half of enc is damaged in its first byte"),
        ("mlkem_u", 500, "the ML-KEM half of enc is damaged in u"),
        ("mlkem_v", 1000, "the ML-KEM half of enc is damaged in v"),
        ("mlkem_last", 1087, "the ML-KEM half of enc is damaged in its last byte"),
        ("x25519_first", 1088, "the X25519 half of enc is damaged in its first byte"),
        ("x25519_last", 1119, "the X25519 half of enc is damaged in its last byte"),
    ):
        no_match(f"hybrid_damaged_{name}", f"{what}; ML-KEM rejects implicitly, and {rule}",
                 one(change=lambda enc, index=index: flip(enc, index)), **carol)
    no_match("hybrid_damaged_x25519_high_bit", "the highest bit of the X25519 half was flipped: X25519 ignores it, the combiner does not",
             one(change=lambda enc: flip(enc, -1, 128)), **carol)
    no_match("hybrid_damaged_mlkem_zero", f"the ML-KEM half of enc is all zeros; {rule}",
             one(change=lambda enc: bytes(1088) + enc[1088:]), **carol)
    no_match("hybrid_damaged_mlkem_ones", f"the ML-KEM half of enc is all ones; {rule}",
             one(change=lambda enc: b"\xff" * 1088 + enc[1088:]), **carol)
    no_match("hybrid_halves_swapped", f"the halves of enc are swapped; {rule}",
             one(change=lambda enc: enc[1088:] + enc[:1088]), **carol)
    no_match("hybrid_halves_of_two", f"the halves of enc are of two encapsulations; {rule}", **carol,
             stanzas=one(change=lambda enc: enc[:1088] + age.public(random("other", 32))))
    add("hybrid_bad_tag_and_good", f"a stanza with a damaged body precedes a good one for the same recipient; {rule}", **carol,
        stanzas=lambda f: [f.hybrid(box=lambda body: flip(body, -1)), f.hybrid()])
    add("hybrid_damaged_and_good", f"a stanza with a damaged enc precedes a good one for the same recipient; {rule}", **carol,
        stanzas=lambda f: [f.hybrid(change=lambda enc: flip(enc, 0)), f.hybrid()])

    def rejected(enc, secret, shared):
        enc = flip(enc, 0)
        return enc, mlkem.rejection_secret(age.hybrid_private(CAROL.secret)[0], enc[:1088]), shared

    add("hybrid_implicit_rejection", "a damaged ML-KEM ciphertext with the secret J(z ‖ c) that rejection gives: this one decrypts",
        one(enc=rejected), **carol)

    def hashed(data):
        return hashlib.sha3_256(data).digest()

    label = b"\\.//^\\"
    rule = "the combiner is SHA3-256 of both secrets, the X25519 share, the X25519 public key, and the label"
    for name, combine, what in (
        ("label_first", lambda m, x, share, to: hashed(label + m + x + share + to[1184:]), "the label comes first, as in X-Wing's drafts up to 04"),
        ("no_label", lambda m, x, share, to: hashed(m + x + share + to[1184:]), "the label is missing"),
        ("secrets_swapped", lambda m, x, share, to: hashed(x + m + share + to[1184:] + label), "the two secrets are swapped"),
        ("no_share", lambda m, x, share, to: hashed(m + x + to[1184:] + label), "the share is missing"),
        ("no_public_key", lambda m, x, share, to: hashed(m + x + share + label), "the public key is missing"),
        ("shake", lambda m, x, share, to: hashlib.shake_256(m + x + share + to[1184:] + label).digest(32), "the hash is SHAKE-256"),
    ):
        no_match(f"hybrid_combiner_{name}", f"{what}; {rule}", one(combine=combine), **carol)
    rule = "HPKE's base mode with HKDF-SHA256 and ChaCha20Poly1305, info age-encryption.org/mlkem768x25519, aad empty"
    for name, options, what in (
        ("info", {"info": b"age-encryption.org/v1/mlkem768x25519"}, "the info has /v1/ in it"),
        ("info_empty", {"info": b""}, "the info is empty"),
        ("aad", {"aad": b"mlkem768x25519"}, "the aad is the type"),
        ("mode_psk", {"mode": 1}, "the mode is that of a pre-shared key"),
        ("suite_x25519", {"suite": bytes.fromhex("48504b45002000010003")}, "the KEM's identifier is that of DHKEM(X25519)"),
        ("suite_aead", {"suite": bytes.fromhex("48504b45647a00010002")}, "the AEAD's identifier is that of AES-256-GCM"),
    ):
        no_match(f"hybrid_hpke_{name}", f"{what}; {rule}", one(**options), **carol)
    no_match("hybrid_nonce_zero", f"the body is encrypted with a nonce of zeros; {rule}",
             lambda f: [sealed_otherwise(f, lambda key, nonce, text: age.seal(key, text))], **carol)
    no_match("hybrid_aes_gcm", f"the body is encrypted by AES-256-GCM; {rule}",
             lambda f: [sealed_otherwise(f, lambda key, nonce, text: AESGCM(key).encrypt(nonce, text, b""))], **carol)

    refuse("hybrid_hmac_bad", "the MAC is all zeros", one(), expect="HMAC failure", code=lambda f, text: bytes(32), **carol)
    refuse("hybrid_hmac_argument", "a stanza for another recipient was changed afterwards; the MAC covers the header as it is",
           lambda f: [f.hybrid(), f.hybrid(DAVE)], expect="HMAC failure", **carol,
           edit=lines(lambda text: [*text[:3], text[3][:100] + (b"A" if text[3][100:101] != b"A" else b"B") + text[3][101:], *text[4:]]))
    refuse("hybrid_hmac_stanza_added", "an X25519 stanza was added afterwards; the MAC covers the header as it is",
           one(), expect="HMAC failure",
           edit=lambda data: data.replace(b"\n---", b"\n" + File("stranger").x25519(BOB) + b"---", 1), **carol)
    refuse("hybrid_mixed_file_keys", "the stanza that fits wraps another file key; the MAC is checked with the key that was unwrapped",
           lambda f: [f.hybrid(key=random("other", 16)), f.hybrid(DAVE)], expect="HMAC failure", **carol)
    refuse("hybrid_enc_wrapped", "enc is wrapped at 64 columns; an argument has no line ends",
           lambda f: [wrapped(f.hybrid())], **carol)
    refuse("hybrid_truncated_enc", "the file ends within enc; a header is the version line, one or more stanzas, and the line of the MAC",
           one(),
           edit=lambda data: data[:1000], **carol)
    refuse("hybrid_no_nonce", "the file ends after the header; the payload begins with a nonce of 16 bytes", one(),
           chunks=[(b"x", 0, True)], edit=lambda data: data[:-33], **carol)
    add("hybrid_stream_truncated", "the last byte is missing; a chunk ends with its tag",
        one(), edit=lambda data: data[:-1], released=0,
        expect="payload failure", **carol)
    add("hybrid_stream_no_final", "the last of two chunks was cut off; the file must end with a chunk that is marked as the last one",
        one(),
        chunks=[(age.CHUNK, 0, False), (b"the end\n", 1, True)], released=1, cut=lambda sealed: sealed[:1], expect="payload failure", **carol)
    add("hybrid_armor_not_canonical", "bits after the last byte of the armor are set; Base64 is canonical",
        one(), armor=age.armor,
        edit=loose_armor, expect="armor failure", chunks=[(b"x" * 19, 0, True)], **carol)
    add("hybrid_armor_no_match", "an armored file and another identity", one(), armor=age.armor, expect="no match", **dave)
    refuse("hybrid_armor_short_enc", "enc has 1,119 bytes, in an armored file", one(edit=edit), armor=age.armor, **carol)


# Checks and output


def all_of(fields, key):
    return [value for name, value in fields if name == key]


def check_hybrid():
    """Compares with ML-KEM and HPKE of `cryptography`, where it has them: keys, ciphertexts, and stanzas that open."""
    try:
        from cryptography.hazmat.primitives import hpke
        from cryptography.hazmat.primitives.asymmetric import mlkem as peer, x25519 as curve
    except ImportError:
        return
    suite = hpke.Suite(hpke.KEM.MLKEM768_X25519, hpke.KDF.HKDF_SHA256, hpke.AEAD.CHACHA20_POLY1305)
    for identity in (CAROL, DAVE):
        seeds = hashlib.shake_256(identity.secret).digest(96)
        key = peer.MLKEM768PrivateKey.from_seed_bytes(seeds[:64])
        ek, dk = mlkem.key_pair(seeds[:64])
        assert key.public_key().public_bytes_raw() == ek
        ciphertext, secret = mlkem.encapsulate(ek, random("check", 32))
        assert key.decapsulate(ciphertext) == secret
        damaged = flip(ciphertext, 7)
        assert key.decapsulate(damaged) == mlkem.decapsulate(dk, damaged) == mlkem.rejection_secret(dk, damaged)
        both = hpke.MLKEM768X25519PrivateKey(key, curve.X25519PrivateKey.from_private_bytes(seeds[64:]))
        f = File("check")
        _, _, enc, body = f.hybrid(identity).decode().split()
        assert suite.decrypt(age.unb64(enc) + age.unb64(body), both, age.HYBRID_INFO) == f.key


def ask_age(arguments, passphrase, data):
    """What `age` writes, and its message; the passphrase is typed on a terminal of its own."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder, name) for name in ("file", "output", "errors")]
        paths[0].write_bytes(data)
        process, terminal = pty.fork()
        if process == 0:
            for number, path in ((1, paths[1]), (2, paths[2])):
                os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT), number)
            os.execvp("age", ["age", "--decrypt", *arguments, paths[0]])
        try:
            while b"passphrase" not in os.read(terminal, 1000):
                pass
            os.write(terminal, passphrase.encode() + b"\n")
            while os.read(terminal, 1000):
                pass
        except OSError:
            pass
        is_good = os.waitpid(process, 0)[1] == 0
        os.close(terminal)
        return is_good, paths[1].read_bytes(), paths[2].read_text(errors="replace").split("\n")[0]


def against_age():
    """Lists the files of classical recipients where `age` opens or releases something else."""
    for name, (fields, data) in CASES.items():
        identities, passphrases = all_of(fields, "identity"), all_of(fields, "passphrase")
        if any(identity.startswith("AGE-SECRET-KEY-PQ-") for identity in identities) or len(passphrases) > 1:
            continue
        with tempfile.NamedTemporaryFile("w") as file:
            file.write("\n".join(identities))
            file.flush()
            arguments = ["--identity", file.name] if identities else []
            is_good, output, message = ask_age(arguments, (passphrases or ["x"])[0], data)
        expect, payload = fields[0][1], all_of(fields, "payload")
        if is_good != (expect == "success") or payload and hashlib.sha256(output).hexdigest() != payload[0]:
            print(f"{name}: {expect}; age {'opens it' if is_good else message}, {len(output)} bytes come out")


def contents(data):
    """The lines of a file and its age file; how well zlib compresses is its own affair."""
    head, _, body = data.partition(b"\n\n")
    return head, zlib.decompress(body) if b"\ncompressed: zlib\n" in head else body


def main():
    for make in (versions, stanzas, macs, x25519, scrypt, payloads, armors, hybrid):
        make()
    check_hybrid()
    if sys.argv[1:] == ["--against-age"]:
        return against_age()
    there = {path.name for path in HERE.iterdir() if path.is_file() and not path.suffix}
    if surplus := there - set(CASES):
        sys.exit(f"not generated: {', '.join(sorted(surplus))}")
    for name, (fields, data) in CASES.items():
        is_compressed = bool(all_of(fields, "compressed"))
        head = "".join(f"{key}: {value}\n" for key, value in fields).encode()
        new = head + b"\n" + (zlib.compress(data, 9) if is_compressed else data)
        path = HERE / name
        if sys.argv[1:] != ["--check"]:
            path.write_bytes(new)
        elif name not in there or contents(path.read_bytes()) != contents(new):
            sys.exit(f"{name} differs from what is generated")


main()
