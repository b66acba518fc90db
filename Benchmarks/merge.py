#!/usr/bin/env python3
"""Merges the same random histories of two copies with arca and with keepassxc-cli, the clock of one copy an hour ahead, and counts the
lost values: written, not replaced by anyone who saw them, and in neither copy at the end.

    Benchmarks/merge.py [--histories N] [--seed N]

Values that KeePassXC keeps only in an entry's history count as lost and are listed separately: it does not report them.
"""
import argparse
import datetime
import json
import os
import random
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as XML

from commands import ARCA

STEPS, START, AHEAD = 14, 1_790_000_000, 3600


def run(argv, at, given="", **environment):
    """Runs a command at a given time; exits if it fails."""
    environment = {**os.environ, "TZ": "UTC", **environment}
    answer = subprocess.run(["faketime", "-f", f"@{text(at)}", *argv], input=given, capture_output=True, text=True, env=environment)
    if answer.returncode != 0:
        sys.exit(f"{argv} ended with status {answer.returncode}: {answer.stderr}")
    return answer.stdout


def text(at):
    return datetime.datetime.fromtimestamp(at, datetime.timezone.utc).strftime("%Y-%m-%d %H:%M:%S")


class Arca:
    """Two copies of a vault; values by item and field."""

    def __init__(self, folder):
        self.folder, self.names = folder, ("a", "b")
        self.call(0, START, "init", "--new-key-file", "k")

    def part(self):
        subprocess.run(["cp", "a", "b"], cwd=self.folder, check=True)

    def call(self, copy, at, *words, given=""):
        name = self.names[copy]
        key = [] if words[0] == "init" else ["--key-file", f"{self.folder}/k"]
        command = [ARCA, "vault", words[0], "--vault", f"{self.folder}/{name}", *key, *words[1:]]
        command = [word if word != "k" else f"{self.folder}/k" for word in command]
        return run(command, at, given, XDG_STATE_HOME=f"{self.folder}/state-{name}")

    def add(self, copy, at, item, password, comment):
        self.call(copy, at, "set", item, "--secret-from", "stdin", "--comment", comment, given=password)

    def change(self, copy, at, item, field, value):
        if field == "password":
            self.call(copy, at, "set", item, "--secret-from", "stdin", given=value)
        else:
            self.call(copy, at, "edit", item, "--comment", value)

    def remove(self, copy, at, item):
        self.call(copy, at, "rm", item)

    def merge(self, copy, at):
        self.call(copy, at, "merge", f"{self.folder}/{self.names[1 - copy]}")

    def shown(self, copy, at):
        values = {}
        for item in json.loads(self.call(copy, at, "export", "--format", "json"))["items"]:
            values[item["service"], "password"] = {item["secret"]}
            values[item["service"], "comment"] = {item["comment"]}
        for conflict in json.loads(self.call(copy, at, "conflicts", "--reveal", "--json"))["conflicts"]:
            values[conflict["service"], conflict["field"]] |= {choice["value"] for choice in conflict["choices"]}
        return values

    def kept(self, copy, at):
        return set()


class KeePassXC:
    """Two copies of a database."""

    def __init__(self, folder):
        self.paths = (f"{folder}/a.kdbx", f"{folder}/b.kdbx")
        run(["keepassxc-cli", "db-create", "-q", "-p", "-t", "100", self.paths[0]], START, "x\nx\n")

    def part(self):
        subprocess.run(["cp", *self.paths], check=True)

    def call(self, copy, at, verb, *words, given=""):
        return run(["keepassxc-cli", verb, "-q", *words[:-1], self.paths[copy], *words[-1:]], at, f"x\n{given}")

    def add(self, copy, at, item, password, comment):
        self.call(copy, at, "add", "-p", "--notes", comment, item, given=f"{password}\n")

    def change(self, copy, at, item, field, value):
        if field == "password":
            self.call(copy, at, "edit", "-p", item, given=f"{value}\n")
        else:
            self.call(copy, at, "edit", "--notes", value, item)

    def remove(self, copy, at, item):
        self.call(copy, at, "rm", item)

    def merge(self, copy, at):
        self.call(copy, at, "merge", "-s", self.paths[1 - copy])

    def entries(self, copy, at):
        root = XML.fromstring(run(["keepassxc-cli", "export", "-q", self.paths[copy]], at, "x\n"))
        bin_id = root.findtext("Meta/RecycleBinUUID")
        for group in root.iter("Group"):
            if group.findtext("UUID") != bin_id:
                yield from group.findall("Entry")

    @staticmethod
    def strings(entry):
        return {one.findtext("Key"): one.findtext("Value") or "" for one in entry.findall("String")}

    def shown(self, copy, at):
        values = {}
        for entry in self.entries(copy, at):
            found = self.strings(entry)
            values.setdefault((found["Title"], "password"), set()).add(found["Password"])
            values.setdefault((found["Title"], "comment"), set()).add(found["Notes"])
        return values

    def kept(self, copy, at):
        return {value for entry in self.entries(copy, at) for old in entry.findall("History/Entry") for value in self.strings(old).values()}


def history(peer, seed):
    """Plays a history; returns counts of values written after the fork, lost, and only in a history."""
    numbers, clock = random.Random(seed), START
    for number in range(4):
        peer.add(0, clock, f"i{number}", f"p{number}", f"c{number}")
    peer.part()
    written, replaced = set(), set()
    for step in range(STEPS):
        clock += 240
        copy = numbers.randrange(2)
        at = clock + (AHEAD if copy == 0 else 0)
        shown = peer.shown(copy, at)
        item, act = f"i{numbers.randrange(4)}", numbers.random()
        field = numbers.choice(["password", "comment"])
        if (item, field) not in shown or act > 0.92:
            peer.merge(copy, at)
        elif act > 0.84:
            peer.remove(copy, at, item)
            replaced |= shown[item, "password"] | shown[item, "comment"]
        else:
            value = f"v{step}"
            peer.change(copy, at, item, field, value)
            replaced |= shown[item, field]
            written.add(value)
    clock += 2 * AHEAD
    for copy in (0, 1, 0):
        peer.merge(copy, clock)
    views = [set().union(*peer.shown(copy, clock).values()) for copy in (0, 1)]
    lost = written - replaced - (views[0] & views[1])
    return len(written), len(lost), len(lost & peer.kept(0, clock)), views[0] != views[1]


parser = argparse.ArgumentParser()
parser.add_argument("--histories", type=int, default=20)
parser.add_argument("--seed", type=int, default=1)
options = parser.parse_args()
for kind in (Arca, KeePassXC):
    total, lost, kept, apart = 0, 0, 0, 0
    for seed in range(options.seed, options.seed + options.histories):
        with tempfile.TemporaryDirectory() as folder:
            one = history(kind(folder), seed)
            total, lost, kept, apart = total + one[0], lost + one[1], kept + one[2], apart + one[3]
    print(f"{kind.__name__:10} {options.histories} histories, {total} values written while apart: {lost} lost ({kept} of them in an "
          f"entry's history), {apart} histories whose copies differ in the end", flush=True)
