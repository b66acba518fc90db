"""ML-KEM-768 with the randomness given, written from FIPS 203 alone. Test code: neither fast nor constant-time."""

import functools
import hashlib

Q, K, DU, DV = 3329, 3, 10, 4


def reversed_bits(index):
    return int(f"{index:07b}"[::-1], 2)


ZETAS = [pow(17, reversed_bits(index), Q) for index in range(128)]
GAMMAS = [pow(17, 2 * reversed_bits(index) + 1, Q) for index in range(128)]


# Polynomials: section 4.3


def ntt(f):
    f, index, length = list(f), 1, 128
    while length >= 2:
        for start in range(0, 256, 2 * length):
            for j in range(start, start + length):
                product = ZETAS[index] * f[j + length]
                f[j], f[j + length] = (f[j] + product) % Q, (f[j] - product) % Q
            index += 1
        length //= 2
    return f


def inverse_ntt(f):
    f, index, length = list(f), 127, 2
    while length <= 128:
        for start in range(0, 256, 2 * length):
            for j in range(start, start + length):
                f[j], f[j + length] = (f[j] + f[j + length]) % Q, ZETAS[index] * (f[j + length] - f[j]) % Q
            index -= 1
        length *= 2
    return [value * 3303 % Q for value in f]


def product(f, g):
    result = []
    for index in range(128):
        (a, b), (c, d) = f[2 * index : 2 * index + 2], g[2 * index : 2 * index + 2]
        result += [(a * c + b * d * GAMMAS[index]) % Q, (a * d + b * c) % Q]
    return result


def total(*polynomials):
    return [sum(values) % Q for values in zip(*polynomials)]


def dot(left, right):
    return total(*(product(f, g) for f, g in zip(left, right)))


# Bytes: sections 4.1 and 4.2


def G(data):
    digest = hashlib.sha3_512(data).digest()
    return digest[:32], digest[32:]


def H(data):
    return hashlib.sha3_256(data).digest()


def encode(f, bits):
    return sum(value << bits * index for index, value in enumerate(f)).to_bytes(32 * bits, "little")


def decode(data, bits):
    number = int.from_bytes(data, "little")
    return [number >> bits * index & (1 << bits) - 1 for index in range(256)]


def decoded(data, bits):
    size = 32 * bits
    return [decode(data[index : index + size], bits) for index in range(0, len(data), size)]


def compress(f, bits):
    return [(2 * (value << bits) + Q) // (2 * Q) % (1 << bits) for value in f]


def decompress(f, bits):
    return [(2 * Q * value + (1 << bits)) >> bits + 1 for value in f]


def sample_ntt(seed):
    count, values = 504, []
    while len(values) < 256:
        stream, values = hashlib.shake_128(seed).digest(count), []
        for a, b, c in zip(stream[::3], stream[1::3], stream[2::3]):
            values += [value for value in (a + 256 * (b % 16), b // 16 + 16 * c) if value < Q]
        count += 168
    return values[:256]


def noise(seed, index):
    bits = int.from_bytes(hashlib.shake_256(seed + bytes([index])).digest(128), "little")
    fours = (bits >> 4 * position & 15 for position in range(256))
    return [((four & 1) + (four >> 1 & 1) - (four >> 2 & 1) - (four >> 3)) % Q for four in fours]


@functools.lru_cache
def matrix(rho):
    return [[sample_ntt(rho + bytes([column, row])) for column in range(K)] for row in range(K)]


# The scheme: sections 5 to 7


@functools.lru_cache
def key_pair(seed):
    """The encapsulation key and the expanded decapsulation key of a seed d ‖ z."""
    rho, sigma = G(seed[:32] + bytes([K]))
    s = [ntt(noise(sigma, index)) for index in range(K)]
    t = [total(dot(row, s), ntt(noise(sigma, K + index))) for index, row in enumerate(matrix(rho))]
    ek = b"".join(encode(f, 12) for f in t) + rho
    return ek, b"".join(encode(f, 12) for f in s) + ek + H(ek) + seed[32:]


def encrypt(ek, message, randomness):
    t, a = decoded(ek[: 384 * K], 12), matrix(ek[384 * K :])
    y = [ntt(noise(randomness, index)) for index in range(K)]
    u = [total(inverse_ntt(dot(column, y)), noise(randomness, K + index)) for index, column in enumerate(zip(*a))]
    v = total(inverse_ntt(dot(t, y)), noise(randomness, 2 * K), decompress(decode(message, 1), 1))
    return b"".join(encode(compress(f, DU), DU) for f in u) + encode(compress(v, DV), DV)


def encapsulate(ek, message):
    """The ciphertext and the shared secret."""
    assert len(ek) == 384 * K + 32 and all(value < Q for f in decoded(ek[: 384 * K], 12) for value in f)
    secret, randomness = G(message + H(ek))
    return encrypt(ek, message, randomness), secret


def rejection_secret(dk, ciphertext):
    """What decapsulation gives for a ciphertext that nobody made by encapsulation."""
    return hashlib.shake_256(dk[-32:] + ciphertext).digest(32)


def decapsulate(dk, ciphertext):
    s, ek = decoded(dk[: 384 * K], 12), dk[384 * K : 768 * K + 32]
    u = [ntt(decompress(f, DU)) for f in decoded(ciphertext[: 32 * DU * K], DU)]
    v = decompress(decode(ciphertext[32 * DU * K :], DV), DV)
    message = encode(compress(total(v, [-value for value in inverse_ntt(dot(s, u))]), 1), 1)
    secret, randomness = G(message + H(ek))
    return secret if encrypt(ek, message, randomness) == ciphertext else rejection_secret(dk, ciphertext)
