"""What the programs of this folder share: the protocol of `arca vectors` (Documentation/VECTORS.md), and its names.

A program calls `run` with a function that answers one question. What a program does not have it says by `Unsupported`,
and what it rejects by `Refused`; any other exception counts as a rejection when `run` is told so, and else ends the
program, which Arca reports.
"""

import json
import os
import sys

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "names.json"), encoding="utf-8") as file:
    NAMES = json.load(file)


class Refused(Exception):
    """The answer is no."""


class Unsupported(Exception):
    """There is no answer."""


class Inputs:
    """The inputs of a question; bytes come in hexadecimal digits."""

    def __init__(self, values):
        self.values = values

    def __contains__(self, name):
        return name in self.values

    def __getitem__(self, name):
        return self.values[name]

    def bytes(self, name):
        return bytes.fromhex(self.values.get(name, ""))

    def file(self, name, encoding):
        """A key as a file: text for PEM and JWK, else bytes."""
        return self.values[name].encode() if encoding in ("pem", "jwk") else self.bytes(name)


def table(kind, entries):
    """A program's own names for those of the protocol; a name that the protocol does not have is a mistake in the program."""
    wrong = set(entries) - set(NAMES[kind])
    if wrong:
        sys.exit(f"the protocol has no {kind} called {', '.join(sorted(wrong))}")
    return entries


def lookup(entries, name):
    if name not in entries:
        raise Unsupported(f"no {name}")
    return entries[name]


def number(value):
    """A number without zeros in front."""
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
    """An ECDSA signature of two numbers of `size` bytes each, in DER."""
    if len(signature) != 2 * size:
        raise Refused(f"a signature of {len(signature)} bytes, not {2 * size}")
    return der(0x30, *(der_integer(int.from_bytes(half, "big")) for half in (signature[:size], signature[size:])))


def subject_public_key(data):
    """An RSA key as PKCS #1 has it, as SubjectPublicKeyInfo; other files as they are."""
    body = 2 + (data[1] & 127 if len(data) > 1 and data[1] > 128 else 0)
    if data[:1] != b"\x30" or data[body:body + 1] != b"\x02":
        return data
    return der(0x30, bytes.fromhex("300d06092a864886f70d0101010500"), der(3, b"\0", data))


def mac_answer(operation, inputs, compute):
    """`mac` and `verify-mac` by a function of the length of the code."""
    if operation == "mac":
        return {"tag": compute(inputs["tagByteCount"])[:inputs["tagByteCount"]].hex()}
    tag = inputs.bytes("tag")
    if not tag or compute(len(tag))[:len(tag)] != tag:
        raise Refused("the code does not match")
    return {}


def run(answer, refusals=()):
    """Answers the questions on standard input until they end.

    `answer` gets operation, algorithm and inputs and gives the outputs; `refusals` are exceptions that mean no.
    """
    for line in sys.stdin:
        question = json.loads(line)
        reply = {"id": question["id"]}
        try:
            reply["outputs"] = answer(question["operation"], question["algorithm"], Inputs(question["inputs"]))
        except Unsupported as error:
            reply["unsupported"] = str(error)
        except (Refused, *refusals) as error:
            reply["refused"] = str(error) or type(error).__name__
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()
