#!/usr/bin/env python3
"""Times whole commands on a vault, keepassxc-cli and pass in turn in one run, and prints the ratio of the medians.

    Benchmarks/vault.py [--runs N] [--items N[,N...]] [--folder FOLDER]

The vault is filled by `VaultBench fill`, and open in the kernel keyring; without one arca is left out. KeePassXC's database has the
least key derivation that it makes (100 ms), which favors it; gpg's key has no passphrase and its agent runs. A ratio
below 1 means that arca takes less time.
"""
import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

from commands import ARCA, ROOT, timed

FILLER = os.path.join(ROOT, "Benchmarks/.build/release/VaultBench")
PASSWORD = "correct horse battery staple"


def run(argv, given=None, environment=None):
    """Runs a preparatory command; exits if it fails."""
    answer = subprocess.run(argv, input=given, capture_output=True, env={**os.environ, **(environment or {})}, text=True)
    if answer.returncode != 0:
        sys.exit(f"{argv} ended with status {answer.returncode}: {answer.stderr}")
    return answer.stdout


def keepassxc(folder, count):
    """Creates a database with `count` entries by importing XML into KeePassXC."""
    entries = "".join(
        f"<Entry><String><Key>Title</Key><Value>service-{number}</Value></String>"
        f"<String><Key>UserName</Key><Value>user-{number}</Value></String>"
        f"<String><Key>Password</Key><Value ProtectInMemory='True'>pass-{number}</Value></String>"
        f"<String><Key>URL</Key><Value>https://service-{number}.example/login</Value></String>"
        f"<String><Key>Notes</Key><Value>{'.' * 160}</Value></String></Entry>" for number in range(count))
    with open(f"{folder}/entries.xml", "w") as file:
        file.write("<?xml version='1.0' encoding='utf-8'?><KeePassFile><Meta><DatabaseName>bench</DatabaseName></Meta>"
                   f"<Root><Group><Name>Root</Name>{entries}</Group></Root></KeePassFile>")
    database = f"{folder}/bench.kdbx"
    run(["keepassxc-cli", "import", "-q", "-t", "100", "-p", f"{folder}/entries.xml", database], f"{PASSWORD}\n{PASSWORD}\n")
    tell = f"printf '{PASSWORD}\\n' | keepassxc-cli"
    return (f"{tell} show -q -s -a Password {database} service-{count // 2}",
            lambda number: f"{tell} add -q -u user {database} added-{number}")


def password_store(folder, count):
    """Creates a store with `count` links to one gpg file; `show` reads only one."""
    environment = {"GNUPGHOME": f"{folder}/gnupg", "PASSWORD_STORE_DIR": f"{folder}/store"}
    os.makedirs(environment["GNUPGHOME"], mode=0o700)
    run(["gpg", "--batch", "--passphrase", "", "--quick-gen-key", "bench@example.org", "default", "default", "never"],
        environment=environment)
    run(["pass", "init", "bench@example.org"], environment=environment)
    run(["pass", "insert", "-e", "service-0/user-0"], "pass-0\n", environment)
    for number in range(1, count):
        os.makedirs(f"{folder}/store/service-{number}")
        os.link(f"{folder}/store/service-0/user-0.gpg", f"{folder}/store/service-{number}/user-{number}.gpg")
    os.environ.update(environment)
    return (["pass", "show", f"service-{count // 2}/user-{count // 2}"],
            lambda number: f"printf 'secret\\n' | pass insert -e added/{number}")


def arca(folder, count):
    """Creates and unlocks a vault with `count` items; returns a reason instead if the kernel has no keyring."""
    vault = f"{folder}/bench.arca"
    run([FILLER, "fill", vault, f"{folder}/bench.key", str(count)])
    os.environ["ARCA_VAULT"] = vault
    os.environ["XDG_STATE_HOME"] = f"{folder}/state"
    unlock = subprocess.run([ARCA, "vault", "unlock", "--key-file", f"{folder}/bench.key"], capture_output=True, text=True)
    if unlock.returncode != 0:
        return None, None, unlock.stderr.strip()
    os.environ["ARCA_BENCH_SECRET"] = "secret"
    number = count // 2
    name = f"{f'service-{number}'.ljust(20, '.')}/{f'user-{number}'.ljust(14, '.')}"
    return ([ARCA, "vault", "get", "--field", "password", name],
            lambda number: [ARCA, "vault", "set", "--secret-from", "env:ARCA_BENCH_SECRET", f"added-{number}/user"], None)


def measure(folder, count, runs):
    reading, adding = {}, {}
    get, add, missing = arca(folder, count)
    if not missing:
        reading["arca"], adding["arca"] = get, add
    reading["keepassxc-cli"], adding["keepassxc-cli"] = keepassxc(folder, count)
    reading["pass"], adding["pass"] = password_store(folder, count)
    samples = {label: [] for label in reading}
    for _ in range(runs):
        for label, command in reading.items():
            samples[label].append(timed(command, folder))
    report(f"get, {count}", samples)
    samples = {label: [] for label in adding}
    for number in range(runs):
        for label, command in adding.items():
            samples[label].append(timed(command(number), folder))
    report(f"add, {count}", samples)
    if missing:
        print(f"left out: arca ({missing})")
    else:
        run([ARCA, "vault", "lock"])


def report(name, samples):
    medians = {label: statistics.median(seconds) for label, seconds in samples.items()}
    for label, median in medians.items():
        ratio = f"{medians['arca'] / median:8.3f}" if "arca" in medians and label != "arca" else ""
        print(f"{name:16}{label:16}{median * 1e3:10.2f}ms{ratio}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--items", default="10,1000,10000", help="how many items, one measurement each")
    parser.add_argument("--folder", default=None, help="a folder on the disk to measure; the temporary folder if not given")
    options = parser.parse_args()
    for program in ["keepassxc-cli", "pass", "gpg"]:
        if not shutil.which(program):
            sys.exit(f"{program} is missing: apt-get install keepassxc pass gnupg")
    print(f"{'benchmark':16}{'program':16}{'median':>12}{'ratio':>8}")
    for count in map(int, options.items.split(",")):
        with tempfile.TemporaryDirectory(dir=options.folder) as folder:
            try:
                measure(folder, count, options.runs)
            finally:
                subprocess.run(["gpgconf", "--homedir", f"{folder}/gnupg", "--kill", "all"], check=False)


if __name__ == "__main__":
    main()
