"""ML-DSA, a second time and without any haste, from FIPS 204; `generate.py` here and in ../rooterberg import it.

It also makes signatures that a verifier must reject although the equation holds: of a z that is too large.
"""
import hashlib

Q, DEGREE, DROPPED = 8380417, 256, 13
ROOTS = [pow(1753, int(f"{index:08b}"[::-1], 2), Q) for index in range(DEGREE)]


def shake(data, count, bits=256):
    return (hashlib.shake_256 if bits == 256 else hashlib.shake_128)(data).digest(count)


def ntt(f):
    f, index, length = [value % Q for value in f], 0, 128
    while length:
        for start in range(0, DEGREE, 2 * length):
            index += 1
            for j in range(start, start + length):
                t = ROOTS[index] * f[j + length]
                f[j], f[j + length] = (f[j] + t) % Q, (f[j] - t) % Q
        length //= 2
    return f


def back(f):
    f, index, length = list(f), DEGREE, 1
    while length < DEGREE:
        for start in range(0, DEGREE, 2 * length):
            index -= 1
            for j in range(start, start + length):
                low, high = f[j], f[j + length]
                f[j], f[j + length] = (low + high) % Q, -ROOTS[index] * (low - high) % Q
        length *= 2
    return [8347681 * value % Q for value in f]


def dot(row, vector):
    """The sum of products of transformed polynomials, transformed back."""
    return back([sum(a[i] * b[i] for a, b in zip(row, vector)) % Q for i in range(DEGREE)])


def centered(value, modulus=Q):
    value %= modulus
    return value - modulus if value > modulus // 2 else value


def norm(vector):
    return max(abs(centered(value)) for f in vector for value in f)


def pack(f, bits):
    number = sum(value << (bits * index) for index, value in enumerate(f))
    return number.to_bytes(32 * bits, "little")


def unpack(data, bits):
    number, mask = int.from_bytes(data, "little"), (1 << bits) - 1
    return [number >> (bits * index) & mask for index in range(DEGREE)]


class MLDSA:
    SETS = {44: (4, 4, 2, 39, 128, 1 << 17, (Q - 1) // 88, 80), 65: (6, 5, 4, 49, 192, 1 << 19, (Q - 1) // 32, 55),
            87: (8, 7, 2, 60, 256, 1 << 19, (Q - 1) // 32, 75)}

    def __init__(self, name):
        self.k, self.l, self.eta, self.tau, self.strength, self.gamma1, self.gamma2, self.omega = self.SETS[name]
        self.beta = self.tau * self.eta
        self.mask_bits = self.gamma1.bit_length()
        self.small_bits = 3 if self.eta == 2 else 4

    def matrix(self, rho):
        def entry(row, column):
            data = shake(rho + bytes([column, row]), 168 * 12, 128)
            numbers = (int.from_bytes(data[i:i + 3], "little") & 0x7FFFFF for i in range(0, len(data), 3))
            return [value for value in numbers if value < Q][:DEGREE]
        return [[entry(row, column) for column in range(self.l)] for row in range(self.k)]

    def small(self, seed, nonce):
        halves = [half for byte in shake(seed + nonce.to_bytes(2, "little"), 136 * 8) for half in (byte & 15, byte >> 4)]
        if self.eta == 2:
            return [2 - half % 5 for half in halves if half < 15][:DEGREE]
        return [4 - half for half in halves if half < 9][:DEGREE]

    def key_pair(self, seed):
        expanded = shake(seed + bytes([self.k, self.l]), 128)
        rho, noise, key = expanded[:32], expanded[32:96], expanded[96:]
        s1 = [self.small(noise, index) for index in range(self.l)]
        s2 = [self.small(noise, self.l + index) for index in range(self.k)]
        s1_hat, high, low = [ntt(f) for f in s1], [], []
        for row, error in zip(self.matrix(rho), s2):
            t = [(a + b) % Q for a, b in zip(dot(row, s1_hat), error)]
            parts = [centered(value, 1 << DROPPED) for value in t]
            low.append([1 << 12 if part == -(1 << 12) else part for part in parts])
            high.append([(value - part) >> DROPPED for value, part in zip(t, low[-1])])
        public = rho + b"".join(pack(f, 10) for f in high)
        private = rho + key + shake(public, 64)
        private += b"".join(pack([self.eta - value for value in f], self.small_bits) for f in s1 + s2)
        return public, private + b"".join(pack([(1 << 12) - value for value in f], 13) for f in low)

    def split(self, value):
        """The high and low part (Decompose)."""
        value %= Q
        low = centered(value, 2 * self.gamma2)
        return (0, low - 1) if value - low == Q - 1 else ((value - low) // (2 * self.gamma2), low)

    def ball(self, challenge):
        data = shake(challenge, 136 * 8)
        signs, place, f = int.from_bytes(data[:8], "little"), 8, [0] * DEGREE
        for index in range(DEGREE - self.tau, DEGREE):
            while data[place] > index:
                place += 1
            target, place = data[place], place + 1
            f[index], f[target] = f[target], 1 - 2 * (signs >> (index + self.tau - DEGREE) & 1)
        return f

    def representative(self, private, message, context=b""):
        return shake(private[64:128] + bytes([0, len(context)]) + context + message, 64)

    def sign(self, private, mu, random=bytes(32), large_mask=False):
        """A signature of a message representative; with `large_mask` one whose z is too large, which alone is wrong."""
        rho, key = private[:32], private[32:64]
        width, place, vectors = 32 * self.small_bits, 128, []
        for _ in range(self.l + self.k):
            vectors.append([self.eta - value for value in unpack(private[place:place + width], self.small_bits)])
            place += width
        t0 = [[(1 << 12) - value for value in unpack(private[place + 416 * row:place + 416 * (row + 1)], 13)]
              for row in range(self.k)]
        s1, s2, t0 = [ntt(f) for f in vectors[:self.l]], [ntt(f) for f in vectors[self.l:]], [ntt(f) for f in t0]
        matrix, seed, nonce = self.matrix(rho), shake(key + random + mu, 64), 0
        while True:
            y = [[self.gamma1 - value for value in unpack(
                shake(seed + (nonce + index).to_bytes(2, "little"), 32 * self.mask_bits), self.mask_bits)]
                for index in range(self.l)]
            nonce += self.l
            y_hat = [ntt(f) for f in y]
            w = [dot(row, y_hat) for row in matrix]
            high = [[self.split(value)[0] for value in f] for f in w]
            bits = 6 if self.k == 4 else 4
            challenge = shake(mu + b"".join(pack(f, bits) for f in high), self.strength // 4)
            c = ntt(self.ball(challenge))
            z = [[centered(a + b) for a, b in zip(f, dot([c], [g]))] for f, g in zip(y, s1)]
            rest = [[(a - b) % Q for a, b in zip(f, dot([c], [g]))] for f, g in zip(w, s2)]
            is_large = norm(z) >= self.gamma1 - self.beta
            if is_large != large_mask or norm(z) >= self.gamma1:
                continue
            if max(abs(self.split(value)[1]) for f in rest for value in f) >= self.gamma2 - self.beta:
                continue
            error = [dot([c], [f]) for f in t0]
            hints = [[int(self.split(a)[0] != self.split(a + b)[0]) for a, b in zip(f, g)] for f, g in zip(rest, error)]
            if norm(error) >= self.gamma2 or sum(map(sum, hints)) > self.omega:
                continue
            packed = b"".join(pack([self.gamma1 - value for value in f], self.mask_bits) for f in z)
            return challenge + packed + self.hint_bytes(hints)

    def hint_bytes(self, hints):
        places, ends = [], []
        for f in hints:
            places += [index for index in range(DEGREE) if f[index]]
            ends.append(len(places))
        return bytes(places + [0] * (self.omega - len(places)) + ends)
