"""The protocol of `arca vectors` (Documentation/VECTORS.md) and its names, shared by the programs of this folder.

A program calls `run` with a function that answers one question. It raises `Unsupported` for missing features,
and `Refused` to reject input; any other exception counts as a rejection if it is listed for `run`, or else ends the
program, which Arca reports.
"""

import json
import os
import sys
import time

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "names.json"), encoding="utf-8") as file:
    NAMES = json.load(file)


# The object identifiers of ML-DSA (RFC 9881) without their last byte; the libraries of Debian 12 have none of them.
ML_DSA = bytes.fromhex("06096086480165030403")


class Refused(Exception):
    """The input is rejected."""


class Unsupported(Exception):
    """The feature is not supported."""


class Inputs:
    """The inputs of a question; bytes are hexadecimal."""

    def __init__(self, values):
        self.values = values

    def __contains__(self, name):
        return name in self.values

    def __getitem__(self, name):
        return self.values[name]

    def bytes(self, name):
        return bytes.fromhex(self.values.get(name, ""))

    def key(self):
        """The key in DER of a question that reads one."""
        data = self.bytes("file")
        if data.find(ML_DSA, 0, 40) >= 0:
            raise Unsupported("no ML-DSA")
        return data

    def file(self, name, encoding):
        """A key as a file: text for PEM and JWK, else bytes."""
        return self.values[name].encode() if encoding in ("pem", "jwk") else self.bytes(name)


def table(kind, entries):
    """Maps the protocol's names to a program's own; an unknown name is a bug in the program."""
    wrong = set(entries) - set(NAMES[kind])
    if wrong:
        sys.exit(f"the protocol has no {kind} called {', '.join(sorted(wrong))}")
    return entries


def lookup(entries, name):
    if name not in entries:
        raise Unsupported(f"no {name}")
    return entries[name]


def number(value):
    """A number without leading zeros."""
    return value.to_bytes((value.bit_length() + 7) // 8, "big").hex()


def der(tag, *parts):
    body = b"".join(parts)
    size = len(body)
    if size < 128:
        return bytes([tag, size]) + body
    count = (size.bit_length() + 7) // 8
    return bytes([tag, 128 + count]) + size.to_bytes(count, "big") + body


def der_integer(value):
    return der(2, value.to_bytes(value.bit_length() // 8 + 1, "big"))


def der_of_pair(signature, size):
    """Converts an ECDSA signature of two `size`-byte numbers to DER."""
    if len(signature) != 2 * size:
        raise Refused(f"a signature of {len(signature)} bytes, not {2 * size}")
    return der(0x30, *(der_integer(int.from_bytes(half, "big")) for half in (signature[:size], signature[size:])))


def subject_public_key(data):
    """Converts a PKCS #1 RSA key to SubjectPublicKeyInfo; other files are unchanged."""
    body = 2 + (data[1] & 127 if len(data) > 1 and data[1] > 128 else 0)
    if data[:1] != b"\x30" or data[body:body + 1] != b"\x02":
        return data
    return der(0x30, bytes.fromhex("300d06092a864886f70d0101010500"), der(3, b"\0", data))


def mac_answer(operation, inputs, compute):
    """`mac` and `verify-mac` with a function of the tag length."""
    if operation == "mac":
        return {"tag": compute(inputs["tagByteCount"])[:inputs["tagByteCount"]].hex()}
    tag = inputs.bytes("tag")
    if not tag or compute(len(tag))[:len(tag)] != tag:
        raise Refused("the code does not match")
    return {}


def run(answer, refusals=()):
    """Answers the questions on standard input until they end.

    `answer` takes operation, algorithm and inputs and returns the outputs; `refusals` are exceptions for rejection.
    """
    def reply(line):
        question = json.loads(line)
        reply = {"id": question["id"]}
        try:
            reply["outputs"] = answer(question["operation"], question["algorithm"], Inputs(question["inputs"]))
        except Unsupported as error:
            reply["unsupported"] = str(error)
        except (Refused, *refusals) as error:
            reply["refused"] = str(error) or type(error).__name__
        return json.dumps(reply) + "\n"

    rest = b""
    while chunk := os.read(0, 1 << 16) or rest and b"\n":
        *lines, rest = (rest + chunk).split(b"\n")
        # Together, unless they take long: each write wakes the reader.
        written = time.monotonic()
        for line in lines:
            sys.stdout.write(reply(line))
            if time.monotonic() - written > 0.05:
                sys.stdout.flush()
                written = time.monotonic()
        sys.stdout.flush()
