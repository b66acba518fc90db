"""Short strings of Arca, a second implementation: models and deflate blocks, for cross-checks. Slow and plain."""

import pathlib
import sys
import zlib
from collections import Counter

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent.parent / "scripts/short-strings"))
import build

KINDS = [name for name, _ in build.KINDS]
DICTIONARIES = build.dictionaries()
START = b"\n\n\n\n"
LENGTHS = [1, 1, 2, 4, 8, 14, 14, 10, 5, 3, 1, 1]


def folded(data):
    return bytes(0x30 if 0x31 <= b <= 0x39 else b | 0x20 if 0x41 <= b <= 0x5A else b for b in data)


class Invalid(Exception):
    """A string that is none; the argument says why."""


class Model:
    def __init__(self, kind):
        text = DICTIONARIES[kind]
        self.has_brackets = kind == "json"
        history = folded(START + text)
        longest = Counter((history[i : i + 4], text[i]) for i in range(len(text)))
        orders = {4: longest}
        for order in (3, 2, 1, 0):
            orders[order] = Counter((context[1:], symbol) for context, symbol in orders[order + 1])
        self.contexts = {}
        for order, counts in orders.items():
            for (context, symbol), count in counts.items():
                self.contexts.setdefault(context, {})[symbol] = 5 * count - 3 if order else 5 * count + 1
        for context in [c for c in self.contexts if len(c) == 4]:
            if list(self.contexts[context].values()) == [2]:
                del self.contexts[context]
        root = self.contexts[b""]
        for symbol in range(256):
            root.setdefault(symbol, 1)

    def chain(self, history):
        """Contexts from the longest on, each as a list of (symbol, weight) that are not in the one before, and its escape."""
        seen = set()
        for order in (4, 3, 2, 1, 0):
            context = self.contexts.get(history[len(history) - order :] if order else b"")
            if context is None:
                continue
            left = [(s, w) for s, w in sorted(context.items()) if s not in seen]
            if left:
                yield left, 3 * len(left) if order else 0
            seen |= set(context)

    def encode(self, data):
        coder = Encoder()
        if not self.has_brackets:
            bits = len(data).bit_length()
            coder.encode(sum(LENGTHS[: bits - 1]), LENGTHS[bits - 1], 64)
            coder.encode(len(data) - (1 << bits - 1), 1, 1 << bits - 1)
        history, depth = START, 0
        for index, byte in enumerate(data):
            for left, escape in self.chain(history):
                total = sum(w for _, w in left) + escape
                if byte in dict(left):
                    coder.encode(sum(w for s, w in left if s < byte), dict(left)[byte], total)
                    break
                coder.encode(total - escape, escape, total)
            history = (history + folded(bytes([byte])))[-4:]
            if self.has_brackets:
                end, depth = end_weight(byte, depth)
                coder.encode(*((0, end, 1024) if index + 1 == len(data) else (end, 1024 - end, 1024)))
        return coder.finish()

    def decode(self, data):
        decoder = Decoder(data)
        length = None
        if not self.has_brackets:
            place = decoder.place(64)
            bits = 1
            while bits < 12 and sum(LENGTHS[:bits]) <= place:
                bits += 1
            decoder.take(sum(LENGTHS[: bits - 1]), LENGTHS[bits - 1])
            rest = decoder.place(1 << bits - 1)
            decoder.take(rest, 1)
            length = (1 << bits - 1) + rest
        result, history, depth = bytearray(), START, 0
        while len(result) != length:
            if len(result) == 4095:
                raise Invalid("limitExceeded")
            for left, escape in self.chain(history):
                total = sum(w for _, w in left) + escape
                place = decoder.place(total)
                if place >= total - escape:
                    decoder.take(total - escape, escape)
                    continue
                below = 0
                for byte, weight in left:
                    if place < below + weight:
                        break
                    below += weight
                decoder.take(below, weight)
                break
            else:
                raise Invalid("corrupt")
            result.append(byte)
            history = (history + folded(bytes([byte])))[-4:]
            if self.has_brackets:
                end, depth = end_weight(byte, depth)
                if decoder.place(1024) < end:
                    decoder.take(0, end)
                    length = len(result)
                else:
                    decoder.take(end, 1024 - end)
        decoder.finish()
        return bytes(result)


def end_weight(byte, depth):
    if byte in b"[{":
        return 2, depth + 1
    if byte in b"]}":
        return 896 if depth == 1 else 2, depth - 1
    return 2, depth


class Encoder:
    """Exact: the whole number is one integer."""

    def __init__(self):
        self.low, self.range, self.count = 0, 1 << 56, 0

    def encode(self, below, weight, total):
        step = self.range // total
        self.low += step * below
        self.range = step * weight
        while self.range < 1 << 48:
            self.low, self.range, self.count = self.low << 8, self.range << 8, self.count + 1

    def finish(self):
        number, count = shortest(self.low, self.range)
        data = (number >> (56 - 8 * count)).to_bytes(self.count + count, "big") if self.count + count else b""
        return data.rstrip(b"\0")


def shortest(low, range_):
    for count in range(8):
        unit = 1 << (56 - 8 * count)
        number = -(-low // unit) * unit
        if number < low + range_:
            return number, count


class Decoder:
    def __init__(self, data):
        self.data, self.count = data, 0
        self.low, self.range = 0, 1 << 56

    def number(self):
        return int.from_bytes((self.data + bytes(self.count + 7))[: self.count + 7], "big")

    def place(self, total):
        self.step = self.range // total
        place = (self.number() - self.low) // self.step
        if place >= total:
            raise Invalid("corrupt")
        return place

    def take(self, below, weight):
        self.low += self.step * below
        self.range = self.step * weight
        while self.range < 1 << 48:
            self.low, self.range, self.count = self.low << 8, self.range << 8, self.count + 1

    def finish(self):
        number, count = shortest(self.low, self.range)
        if len(self.data) > self.count + count:
            raise Invalid("trailingData")
        if self.number() != number:
            raise Invalid("corrupt")
        if self.data[-1:] == b"\0":
            raise Invalid("trailingData")


MODELS = {}


def model(kind):
    if kind not in MODELS:
        MODELS[kind] = Model(kind)
    return MODELS[kind]


def decompress(data):
    """Any short string; raises Invalid with the name of the error's code."""
    if not data:
        return b""
    number, mark = data[0] >> 3, data[0] & 7
    if mark != 6:
        raise Invalid("notCompressed")
    if number == 0:
        return data[1:]
    if number == 1 or 8 <= number < 8 + len(KINDS):
        inflater = zlib.decompressobj(-15, zdict=DICTIONARIES[KINDS[number - 8]]) if number > 1 else zlib.decompressobj(-15)
        try:
            result = inflater.decompress(data[1:])
        except zlib.error:
            raise Invalid("corrupt") from None
        if not inflater.eof:
            raise Invalid("truncated")
        if inflater.unused_data:
            raise Invalid("trailingData")
        return result
    if 16 <= number < 16 + len(KINDS):
        return model(KINDS[number - 16]).decode(data[1:])
    raise Invalid("notCompressed")
