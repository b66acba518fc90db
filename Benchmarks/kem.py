#!/usr/bin/env python3
"""Times ML-KEM-768, X-Wing, HPKE and ML-DSA, and `cryptography` with OpenSSL 3.5 or newer, in turn in one run on one
core, and prints the ratio of the medians; below 1, Arca takes less time.

    Benchmarks/kem.py [--rounds N]

`scripts/bench kem` builds what it needs. It measures every SIMD level of the processor.
"""
import argparse
import os
import statistics
import subprocess
import time

import cryptography
from cryptography.hazmat.backends.openssl import backend
from cryptography.hazmat.primitives import hpke
from cryptography.hazmat.primitives.asymmetric import mldsa, mlkem, x25519

BENCH = os.path.join(os.path.dirname(os.path.abspath(__file__)), ".build/release/CryptoBench")
# Name, peer's name, required ratio at the lowest level and above it.
ROWS = [
    ("mlkem768 random seed to key", "generate", 0.6, 0.4),
    ("mlkem768 new key, tried", "generate", None, None),
    ("mlkem768 seed to key", "from seed", None, None),
    ("mlkem768 read public key", "read public key", None, None),
    ("mlkem768 encapsulate", "encapsulate", 0.35, 0.25),
    ("mlkem768 encapsulate to bytes", "encapsulate to bytes", None, None),
    ("mlkem768 decapsulate", "decapsulate", 0.4, 0.35),
    ("mlkem768 seed to secret", "seed to secret", None, None),
    ("xwing encapsulate", "both encapsulate", None, None),
    ("xwing decapsulate", "both decapsulate", None, None),
    ("hpke seal", "hpke seal", None, None),
    ("hpke open", "hpke open", None, None),
    ("mldsa65 seed to key", "mldsa65 from seed", None, None),
    ("mldsa65 read public key", "mldsa65 read public key", None, None),
    ("mldsa44 sign", "mldsa44 sign", 0.6, 0.6),
    ("mldsa44 verify", "mldsa44 verify", 0.6, 0.6),
    ("mldsa65 sign", "mldsa65 sign", 0.6, 0.6),
    ("mldsa65 verify", "mldsa65 verify", 0.6, 0.6),
    ("mldsa65 verify from bytes", "mldsa65 verify from bytes", None, None),
    ("mldsa87 sign", "mldsa87 sign", 0.6, 0.6),
    ("mldsa87 verify", "mldsa87 verify", 0.6, 0.6),
]
LEVELS = ["sse2", "avx2", "avx512"]


def peers():
    """The peer's operations by name."""
    own = mlkem.MLKEM768PrivateKey.generate()
    seed, public = own.private_bytes_raw(), own.public_key()
    public_bytes = public.public_bytes_raw()
    _, sent = public.encapsulate()
    other, friend = x25519.X25519PrivateKey.generate(), x25519.X25519PrivateKey.generate().public_key()

    def both_encapsulate():
        public.encapsulate()
        ephemeral = x25519.X25519PrivateKey.generate()
        ephemeral.exchange(friend)
        ephemeral.public_key().public_bytes_raw()

    def both_decapsulate():
        own.decapsulate(sent)
        other.exchange(friend)

    suite = hpke.Suite(hpke.KEM.MLKEM768_X25519, hpke.KDF.HKDF_SHA256, hpke.AEAD.CHACHA20_POLY1305)
    hybrid = hpke.MLKEM768X25519PrivateKey(own, other)
    hybrid_public = hybrid.public_key()
    message, info = bytes(16), b"age-encryption.org/mlkem768x25519"
    sealed = suite.encrypt(message, hybrid_public, info)
    return {
        **signatures(),
        "generate": mlkem.MLKEM768PrivateKey.generate,
        "from seed": lambda: mlkem.MLKEM768PrivateKey.from_seed_bytes(seed),
        "read public key": lambda: mlkem.MLKEM768PublicKey.from_public_bytes(public_bytes),
        "encapsulate": public.encapsulate,
        "encapsulate to bytes": lambda: mlkem.MLKEM768PublicKey.from_public_bytes(public_bytes).encapsulate(),
        "decapsulate": lambda: own.decapsulate(sent),
        "seed to secret": lambda: mlkem.MLKEM768PrivateKey.from_seed_bytes(seed).decapsulate(sent),
        "both encapsulate": both_encapsulate,
        "both decapsulate": both_decapsulate,
        "hpke seal": lambda: suite.encrypt(message, hybrid_public, info),
        "hpke open": lambda: suite.decrypt(sealed, hybrid, info),
    }


def signatures():
    """The peer's operations of ML-DSA."""
    result, message = {}, bytes([7] * 64)
    for bits, kind, public_kind in [
            (44, mldsa.MLDSA44PrivateKey, mldsa.MLDSA44PublicKey), (65, mldsa.MLDSA65PrivateKey, mldsa.MLDSA65PublicKey),
            (87, mldsa.MLDSA87PrivateKey, mldsa.MLDSA87PublicKey)]:
        own = kind.generate()
        public, signature = own.public_key(), own.sign(message)
        seed, data = own.private_bytes_raw(), public.public_bytes_raw()
        result[f"mldsa{bits} from seed"] = lambda kind=kind, seed=seed: kind.from_seed_bytes(seed)
        result[f"mldsa{bits} read public key"] = lambda kind=public_kind, data=data: kind.from_public_bytes(data)
        result[f"mldsa{bits} sign"] = lambda own=own: own.sign(message)
        result[f"mldsa{bits} verify"] = lambda public=public, signature=signature: public.verify(signature, message)
        result[f"mldsa{bits} verify from bytes"] = (
            lambda kind=public_kind, data=data, signature=signature: kind.from_public_bytes(data).verify(signature, message))
    return result


def measured(body):
    """The time of a call in nanoseconds: the median of five rounds of 2 ms."""
    def timed(count):
        start = time.thread_time_ns()
        for _ in range(count):
            body()
        return (time.thread_time_ns() - start) / count

    body()
    count = max(1, int(2e6 / timed(3)))
    return statistics.median(timed(count) for _ in range(5))


def measured_here(level):
    """Arca's times in nanoseconds by name, at one SIMD level."""
    answer = subprocess.run([BENCH, "kem"], env={**os.environ, "ARCA_SIMD": level}, check=True, capture_output=True,
                            text=True).stdout
    return {name: float(number) for name, number in (line.split("\t") for line in answer.splitlines())}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=11)
    rounds = parser.parse_args().rounds
    # Use one core; child processes inherit it.
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    bodies = peers()
    ours = {level: {} for level in LEVELS}
    theirs = {name: [] for name in bodies}
    for _ in range(rounds):
        for level in LEVELS:
            for name, number in measured_here(level).items():
                ours[level].setdefault(name, []).append(number)
        for name, body in bodies.items():
            theirs[name].append(measured(body))
    print(f"cryptography {cryptography.__version__}, {backend.openssl_version_text()}; microseconds and ratio (goal)")
    for name, peer, *goals in ROWS:
        other = statistics.median(theirs[peer])
        parts = [f"{peer} {other / 1000:.1f}"]
        for level in LEVELS:
            own = statistics.median(ours[level][name])
            goal = goals[level != "sse2"]
            parts.append(f"{level} {own / 1000:.1f}, {own / other:.3f}{f' ({goal})' if goal else ''}")
        print(f"{name:28} " + "; ".join(parts))


main()
