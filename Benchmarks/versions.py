#!/usr/bin/env python3
"""Compares two builds of the command, in turn in one run, and prints the ratio of the medians of their processor times.

    Benchmarks/versions.py OLD NEW [--runs N] [--size MIB] [NAME ...]

OLD and NEW are two commands `arca`. A ratio below 1 means that NEW takes less time. Processor time of user and kernel is
compared, not the time that passes: it depends less on what else the machine does. Files lie on /dev/shm.
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile

KEY = "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX"
RECIPIENT = "age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj"


def seconds(arca, arguments):
    """The CPU time of one run."""
    with open(os.devnull, "r+b") as null:
        child = subprocess.Popen([arca, *arguments], stdin=null, stdout=null, stderr=subprocess.PIPE)
        errors = child.stderr.read()
        _, status, usage = os.wait4(child.pid, 0)
    if status != 0:
        sys.exit(f"{arca} {' '.join(arguments)} failed: {errors.decode()}")
    return usage.ru_utime + usage.ru_stime


def cases(folder, mib):
    """The cases: name and arguments, for files in a folder."""
    big, tiny, vault = f"{folder}/big", f"{folder}/tiny", f"{folder}/vault"
    opening = ["--vault", vault, "--passphrase-from", "env:ARCA_VERSIONS"]
    for codec in ["base16", "base32", "base64", "base85", "z85", "qp", "hexdump"]:
        yield f"encode {codec}", ["encode", codec, big]
        yield f"decode {codec}", ["decode", codec, f"{big}.{codec}"]
    yield "hash", ["hash", big]
    yield "hash tiny", ["hash", tiny]
    yield "encode tiny", ["encode", "base64", tiny]
    yield "compress", ["compress", "--level", "6", f"{folder}/text"]
    yield "encrypt age", ["encrypt", "-r", RECIPIENT, big]
    yield "decrypt age", ["decrypt", "-i", f"{folder}/key", f"{big}.age"]
    yield "encrypt c2sp", ["encrypt", "--format", "c2sp-chunked", "--key-from", f"file:{folder}/raw", big]
    yield "vault get", ["vault", "get", *opening, "service500/user", "--field", "password"]
    yield "vault list", ["vault", "list", *opening]
    yield "vault export", ["vault", "export", *opening, "--format", "json", "-o", "-"]
    yield "vault verify", ["vault", "verify", *opening]


def prepare(old, folder, mib):
    """Creates the input files, with the old command where one is needed."""
    def arca(*arguments, **more):
        subprocess.run([old, *arguments], check=True, stderr=subprocess.DEVNULL, **more)

    with open(f"{folder}/big", "wb") as file:
        for _ in range(mib):
            file.write(os.urandom(1 << 20))
    with open(f"{folder}/tiny", "w") as file:
        file.write("hello\n")
    with open(f"{folder}/raw", "wb") as file:
        file.write(os.urandom(32))
    with open(f"{folder}/key", "w") as file:
        file.write(KEY + "\n")
    with open(f"{folder}/text", "w") as file:
        file.writelines(f"line {n} of a text that repeats itself, {n * n % 9973}\n" for n in range(mib * 4000))
    for codec in ["base16", "base32", "base64", "base85", "z85", "qp", "hexdump"]:
        arca("encode", codec, "-o", f"{folder}/big.{codec}", f"{folder}/big")
    arca("encrypt", "-r", RECIPIENT, "-o", f"{folder}/big.age", f"{folder}/big")
    arca("vault", "init", "--vault", f"{folder}/vault", "--new-passphrase-from", "env:ARCA_VERSIONS",
         "--cost", "17")
    with open(f"{folder}/items.csv", "w") as file:
        file.write("title,username,password\n")
        file.writelines(f"service{n},user,password-{n}\n" for n in range(1000))
    arca("vault", "import", "--vault", f"{folder}/vault", "--passphrase-from", "env:ARCA_VERSIONS", "--map",
         "service=title,account=username,password=password", f"{folder}/items.csv", stdout=subprocess.DEVNULL)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--runs", type=int, default=11)
    parser.add_argument("--size", type=int, default=64, metavar="MIB")
    options = parser.parse_args()
    os.environ["ARCA_VERSIONS"] = "correct horse battery staple"
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        prepare(options.old, folder, options.size)
        for name, arguments in cases(folder, options.size):
            if options.names and not any(word in name for word in options.names):
                continue
            times = {arca: [] for arca in (options.old, options.new)}
            for run in range(options.runs):
                for arca in sorted(times, reverse=run % 2 == 1):
                    times[arca].append(seconds(arca, arguments))
            old, new = (statistics.median(times[arca]) for arca in (options.old, options.new))
            print(f"{name:16} {old * 1e3:9.1f} ms {new * 1e3:9.1f} ms  {new / old:.3f}", flush=True)


if __name__ == "__main__":
    main()
