#!/usr/bin/env python3
"""Times whole commands and their peers in turn in one run, and prints the ratio of the medians.

    Benchmarks/commands.py [--runs N] [--size MIB] [NAME ...]

Names: see `--list`. Files are on /dev/shm, so the disk is not measured. A ratio below 1 means that arca
takes less time than the peer. Machines are noisy: trust ratios of one run, not seconds.
"""
import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ARCA = os.path.join(ROOT, ".build/command/release/arca")


class Case:
    """One comparison: commands by label, arca's first; `goals` has the required ratio for each peer."""

    def __init__(self, name, commands, goals, prepare=None, finish=None, runs=None):
        self.name, self.commands, self.goals = name, commands, goals
        self.prepare, self.finish, self.runs = prepare, finish, runs


def timed(command, folder):
    """The time of one run in seconds, measured with posix_spawn and wait4 to exclude Python's overhead."""
    argv = ["/bin/sh", "-c", command] if isinstance(command, str) else command
    null = os.open(os.devnull, os.O_RDWR)
    actions = [(os.POSIX_SPAWN_DUP2, null, 0), (os.POSIX_SPAWN_DUP2, null, 1)]
    start = time.perf_counter()
    pid = os.posix_spawn(shutil.which(argv[0]) or argv[0], argv, os.environ, file_actions=actions)
    _, status, _ = os.wait4(pid, 0)
    seconds = time.perf_counter() - start
    os.close(null)
    if status != 0:
        sys.exit(f"{command} ended with status {os.waitstatus_to_exitcode(status)}")
    return seconds


def cases(folder, mib):
    big, tiny = f"{folder}/big", f"{folder}/tiny"
    out = f"{folder}/out"
    many = f"{folder}/many"
    password = "env:ARCA_BENCH_PASSPHRASE"

    identity = f"{folder}/identity"
    # The example of the specification, with a published identity.
    recipient = "age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj"

    def make_identity():
        with open(identity, "w") as file:
            file.write("AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX\n")

    def make_age():
        make_identity()
        subprocess.run(["age", "-r", recipient, "-o", f"{big}.age", big], check=True)

    def make_many():
        os.makedirs(many, exist_ok=True)
        data = os.urandom(65536)
        for index in range(10_000):
            with open(f"{many}/{index:05}", "wb") as file:
                file.write(data)

    def make_key():
        with open(f"{folder}/key", "wb") as file:
            file.write(os.urandom(32))

    def make_chunked():
        make_key()
        subprocess.run([ARCA, "encrypt", "--format", "c2sp-chunked", "--key-from", f"file:{folder}/key", "-o",
                        f"{big}.chunked", big], check=True)

    text = f"{folder}/text"

    def make_text():
        # The sources, repeated: typical input for compressors, and varied within their window.
        names = subprocess.run(["git", "-C", ROOT, "ls-files", "Sources"], capture_output=True, text=True).stdout.split()
        data = b"".join(open(os.path.join(ROOT, name), "rb").read() for name in names)
        with open(text, "wb") as file:
            for _ in range(64 * 2**20 // len(data) + 1):
                file.write(data)

    remove = f"rm -f {out}; "
    return [
        Case("hash-file", {
            "arca": [ARCA, "hash", big], "openssl": ["openssl", "dgst", "-sha256", big],
            "sha256sum": ["sha256sum", big]}, {"openssl": 1.0, "sha256sum": 0.32}),
        Case("hash-many", {
            "arca": f"cd {many} && {ARCA} hash *", "openssl": f"cd {many} && openssl dgst -sha256 *"},
            {"openssl": 1 / 1.8}, prepare=make_many),
        Case("compress", {
            "arca": f"{remove}{ARCA} compress -o {out} {text}", "pigz": f"{remove}pigz -p 2 -c {text} >{out}"},
            {"pigz": 1 / 0.95}, prepare=make_text),
        Case("compress-fast", {
            "arca": f"{remove}{ARCA} compress --level 1 -o {out} {text}", "pigz": f"{remove}pigz -p 2 -1 -c {text} >{out}"},
            {"pigz": 1 / 0.95}, prepare=make_text),
        Case("encrypt-ctr", {
            "arca": f"{remove}{ARCA} encrypt --format openssl --cipher aes-256-ctr --iter 10000 "
                    f"--passphrase-from {password} -o {out} {big}",
            "openssl": f"{remove}openssl enc -aes-256-ctr -pbkdf2 -pass {password} -in {big} -out {out}",
            "cat": f"{remove}cat < {big} > {out}"}, {"openssl": 0.75, "cat": 1.1}),
        Case("encrypt-age", {
            "arca": f"{remove}{ARCA} encrypt -r {recipient} -o {out} {big}",
            "age": f"{remove}age -r {recipient} -o {out} {big}",
            "cat": f"{remove}cat < {big} > {out}"}, {"age": 0.6, "cat": 1.1}, prepare=make_identity),
        Case("encrypt-age-1", {
            "arca": f"{remove}taskset -c 0 {ARCA} encrypt -r {recipient} -o {out} {big}",
            "age": f"{remove}taskset -c 0 age -r {recipient} -o {out} {big}"}, {"age": 0.9}, prepare=make_identity),
        Case("encrypt-age-pipe", {
            "arca": f"{remove}cat {big} | {ARCA} encrypt -r {recipient} | cat > {out}",
            "arca, files": f"{remove}{ARCA} encrypt -r {recipient} -o {out} {big}",
            "age": f"{remove}cat {big} | age -r {recipient} | cat > {out}"}, {"arca, files": 1.3},
            prepare=make_identity),
        # Writing a file is the second cat's work; without it only the pipes remain.
        Case("encrypt-age-null", {
            "arca": f"cat {big} | {ARCA} encrypt -r {recipient} | cat > /dev/null",
            "arca, files": f"{remove}{ARCA} encrypt -r {recipient} -o {out} {big}",
            "age": f"cat {big} | age -r {recipient} | cat > /dev/null"}, {"arca, files": 1.3}, prepare=make_identity),
        Case("decrypt-age", {
            "arca": f"{remove}{ARCA} decrypt -i {identity} -o {out} {big}.age",
            "age": f"{remove}age -d -i {identity} -o {out} {big}.age"}, {"age": 0.5}, prepare=make_age),
        Case("decrypt-age-pipe", {
            "arca": f"{remove}cat {big}.age | {ARCA} decrypt -i {identity} | cat > {out}",
            "arca, files": f"{remove}{ARCA} decrypt -i {identity} -o {out} {big}.age",
            "age": f"{remove}cat {big}.age | age -d -i {identity} | cat > {out}"}, {"arca, files": 1.3},
            prepare=make_age),
        Case("decrypt-age-null", {
            "arca": f"cat {big}.age | {ARCA} decrypt -i {identity} | cat > /dev/null",
            "arca, files": f"{remove}{ARCA} decrypt -i {identity} -o {out} {big}.age",
            "age": f"cat {big}.age | age -d -i {identity} | cat > /dev/null"}, {"arca, files": 1.3}, prepare=make_age),
        Case("encrypt-chunked", {
            "arca": f"{remove}{ARCA} encrypt --format c2sp-chunked --key-from file:{folder}/key -o {out} {big}",
            "openssl": f"{remove}openssl enc -aes-256-ctr -K {'01' * 32} -iv {'02' * 16} -in {big} -out {out}",
            "cat": f"{remove}cat < {big} > {out}"}, {"openssl": 0.75, "cat": 1.1}, prepare=make_key),
        Case("decrypt-chunked", {
            "arca": f"{remove}{ARCA} decrypt --format c2sp-chunked --key-from file:{folder}/key -o {out} {big}.chunked",
            "openssl": f"{remove}openssl enc -d -aes-256-ctr -K {'01' * 32} -iv {'02' * 16} -in {big} -out {out}"},
            {"openssl": 0.75}, prepare=make_chunked),
        Case("start-hash", {
            "arca": [ARCA, "hash", tiny], "openssl": ["openssl", "dgst", "-sha256", tiny]},
            {"openssl": 1.0}, runs=60),
        Case("start-base64", {
            "arca": [ARCA, "encode", "base64", tiny], "openssl": ["openssl", "base64", "-in", tiny],
            "coreutils": ["base64", tiny]}, {"openssl": 1.4}, runs=60),
        Case("start-text", {
            "arca": [ARCA, "--version"], "openssl": ["openssl", "version"]}, {"openssl": 1.0}, runs=60),
    ] + codec_cases(f"{folder}/text")


def codec_cases(text):
    """Codecs and other commands on a file of 256 MiB, written to /dev/null."""
    coreutils = {"base64": "base64", "base32": "base32", "base64url": "basenc --base64url", "base32hex": "basenc --base32hex",
                 "base16": "basenc --base16", "z85": "basenc --z85"}
    goals = {"encode-base64": 0.2, "decode-base64": 0.15, "encode-z85": 0.1, "decode-z85": 0.1, "decode-base16": 0.05}
    result = []
    for codec, peer in coreutils.items():
        encoded = f"{text}.{codec}"
        options = ["--upper"] if codec == "base16" else []
        name = f"encode-{codec}"
        result.append(Case(name, {
            "arca": [ARCA, "encode", codec, *options, text], peer.split()[0]: [*peer.split(), "-w0", text]},
            {peer.split()[0]: goals.get(name, 0.3)}, prepare=lambda: text_file(text), runs=5))
        name = f"decode-{codec}"
        result.append(Case(name, {
            "arca": [ARCA, "decode", codec, encoded], peer.split()[0]: [*peer.split(), "-d", encoded]},
            {peer.split()[0]: goals.get(name, 0.3)},
            prepare=lambda peer=peer, encoded=encoded: subprocess.run(
                f"{peer} -w0 {text_file(text)} > {encoded}", shell=True, check=True),
            finish=lambda encoded=encoded: os.remove(encoded), runs=5))
    result.append(Case("encode-hexdump", {
        "arca": [ARCA, "encode", "hexdump", text], "xxd": ["xxd", text], "hexdump": ["hexdump", "-C", text]},
        {"xxd": 0.3, "hexdump": 0.3}, prepare=lambda: text_file(text), runs=3))
    return result


def text_file(path):
    """Creates the 256 MiB input for codecs on first use."""
    if not os.path.exists(path):
        with open(path, "wb") as file:
            for _ in range(256):
                file.write(os.urandom(1 << 20))
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--size", type=int, default=1024, help="MiB of the large file")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    os.environ["ARCA_BENCH_PASSPHRASE"] = "correct horse battery staple"
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        all_cases = cases(folder, options.size)
        if options.list:
            print(*(case.name for case in all_cases))
            return
        unknown = set(options.names) - {case.name for case in all_cases}
        if unknown:
            sys.exit(f"no benchmark is called {', '.join(sorted(unknown))}")
        with open(f"{folder}/tiny", "wb") as file:
            file.write(b"hello\n")
        with open(f"{folder}/big", "wb") as file:
            for _ in range(options.size):
                file.write(os.urandom(1 << 20))
        print(f"{'benchmark':16}{'program':12}{'median':>10}{'ratio':>8}{'goal':>8}")
        for case in all_cases:
            if options.names and case.name not in options.names:
                continue
            if case.prepare:
                case.prepare()
            samples = {label: [] for label in case.commands}
            for _ in range(case.runs or options.runs):
                for label, command in case.commands.items():
                    samples[label].append(timed(command, folder))
            if case.finish:
                case.finish()
            ours = statistics.median(samples["arca"])
            for label, seconds in samples.items():
                median = statistics.median(seconds)
                goal = case.goals.get(label)
                ratio = f"{ours / median:8.2f}" if label != "arca" else " " * 8
                print(f"{case.name:16}{label:12}{median * 1e3:8.2f}ms{ratio}{f'{goal:8.2f}' if goal else ''}")


if __name__ == "__main__":
    main()
