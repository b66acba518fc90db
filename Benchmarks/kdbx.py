#!/usr/bin/env python3
"""Times the import of a KeePass database and the export of a vault as one, without the key derivation.

    Benchmarks/kdbx.py [--runs N] [--items N[,N...]]

KeePassXC makes the databases, with the least key derivation that it makes (100 ms). A database with one entry shows what the key
derivation and the start take; the difference is printed.
"""
import argparse
import os
import statistics
import tempfile
import time

from commands import ARCA
from vault import PASSWORD, keepassxc, run


def imported(folder, environment):
    """Imports into a new vault; returns the seconds."""
    for name in os.listdir(folder):
        if name.startswith(("v.arca", "v.key")):
            os.unlink(f"{folder}/{name}")
    run([ARCA, "vault", "init", "--new-key-file", f"{folder}/v.key"], environment=environment)
    start = time.perf_counter()
    run([ARCA, "vault", "import", "--key-file", f"{folder}/v.key", "--archive-passphrase-from", "env:PW", f"{folder}/bench.kdbx"],
        environment=environment)
    return time.perf_counter() - start


def exported(folder, environment):
    start = time.perf_counter()
    run([ARCA, "vault", "export", "--format", "kdbx", "--force", "--key-file", f"{folder}/v.key", "--archive-passphrase-from", "env:PW",
         "-o", f"{folder}/out.kdbx"], environment=environment)
    return time.perf_counter() - start


def measure(count, runs):
    with tempfile.TemporaryDirectory() as folder:
        environment = {"ARCA_VAULT": f"{folder}/v.arca", "XDG_STATE_HOME": f"{folder}/state", "PW": PASSWORD}
        keepassxc(folder, count)
        seconds = [(imported(folder, environment), exported(folder, environment)) for _ in range(runs)]
        return [statistics.median(times) for times in zip(*seconds)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--items", default="1000,10000", help="how many items, one measurement each")
    options = parser.parse_args()
    least = measure(1, options.runs)
    print(f"key derivation and start: import {least[0]:.2f} s, export {least[1]:.2f} s")
    for count in map(int, options.items.split(",")):
        times = [total - base for total, base in zip(measure(count, options.runs), least)]
        print(f"{count:6} items: import {times[0]:.2f} s, export {times[1]:.2f} s")


if __name__ == "__main__":
    main()
