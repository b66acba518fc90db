#!/usr/bin/env python3
"""Finds data-dependent jumps, conditional moves (cmov), addresses and divisions in x86-64 objects.

    scripts/decisions-on-data.py OBJECT...

`scripts/check-constant-time` runs it. Values that a function loads from memory are data. A finding is a jump, a cmov or an
address that depends on data or on a mask hidden from the optimizer, and any division. The analysis follows registers and
whole words on the stack. Called functions are analyzed separately; their results count as pointers and counts. The functions
are those of PLAIN and MIXED below, by demangled name. Each must be found, and so must each fault of PLANTED, or nothing is
proven.
"""
import re
import subprocess
import sys

# Functions that receive all data through pointers: any loaded value, of any width, is data.
PLAIN = [
    r"MLKEMPacking\.(encode|decode|message|polynomial|compress4|compress5|compress10|compress11|decompress4|decompress5"
    r"|decompress10|decompress11)\(",
    r"MLKEMTransform\.(multiply|transpose)\(",
    r"MLDSAPacking\.(packHighs|packMask|packSmall|packLow|packHigh|unpackMask|unpackSmall)\(",
    r"MLDSATransform\.(forward|backward|multiply)\(",
    r"MLDSARing\.exceeds\(",
    r"MLDSARounding\.(decompose|makeHints)\(",
    r"AVX2\.(transformMLDSA|invertMLDSA|multiplyMLDSA)\(",
    r"Keccak\.permute\(",
    r"ScalarCandidate\.(shiftRight|isInRange)\(",
    r"argon2Compress\(",
    r"AVX2\.compressArgon2\(",
    r"AVX2\.permuteFour\(",
    r"AVX512\.permuteFour\(",
]
# Functions that also load pointers and counts: 64-bit values that are copied or compared, at an address without an
# index. All other values are data, including the result of MLKEMMask.opaque.
MIXED = [
    r"MLKEMTransform\.(forward|backward|prepare)\(",
    r"MLKEM\.(encrypt|decrypt|encapsulate|decapsulate|makeKeyPair|keys|rejection|expandSeed|encodeVector|decodeVector)\(",
    r"MLKEMSampling\.noise\(",
    r"MLDSA\.(makeKeyPair|commit|respondLow|respondMask|respondHint|expandSeed|hash)\(",
    r"MLDSASampling\.mask\(",
    r"Keccak\.(sha3_256|shake256)\(",
]
# Planted faults that must be found: function, kind of finding.
PLANTED = [
    (r"plantedMessage\(", {"jump", "choice"}),
    (r"plantedDivision\(", {"division"}),
    (r"plantedSelection\(", {"choice", "jump"}),
    (r"plantedTable\(", {"address"}),
]
# Names that must match a pattern with several alternatives.
EXPECTED = re.compile(r"\(([^()]*)\)\\\(")

REGISTERS = {}
for letter in "abcd":
    for name in (f"r{letter}x", f"e{letter}x", f"{letter}x", f"{letter}l", f"{letter}h"):
        REGISTERS[name] = f"r{letter}x"
for stem in ("si", "di", "bp", "sp"):
    for name in (f"r{stem}", f"e{stem}", stem, f"{stem}l"):
        REGISTERS[name] = f"r{stem}"
for number in range(8, 16):
    for suffix in ("", "d", "w", "b"):
        REGISTERS[f"r{number}{suffix}"] = f"r{number}"
for number in range(32):
    for size in "xyz":
        REGISTERS[f"{size}mm{number}"] = f"v{number}"

FLAG_WRITERS = re.compile(
    r"^(add|adc|sub|sbb|cmp|test|and|or|xor|neg|inc|dec|shl|shr|sar|sal|shld|shrd|rol|ror|imul|mul|bt|bts|btr|btc|popcnt|andn"
    r"|bsf|bsr|tzcnt|lzcnt|blsr|blsi|bextr|ptest|vptest|comis[sd]|ucomis[sd]|cmpxchg|xadd)[bwlq]?$")
READ_ONLY = re.compile(r"^(cmp|test|bt|ptest|vptest|u?comis[sd])[bwlq]?$")
# The last operand is written, not read.
MOVES = re.compile(
    r"^(mov(?![hl])|lea|v(?!pternlog|pshld|pshrd|fn?m|perm[ti]2)|pshuf[dhl]|set|rorx|popcnt|tzcnt|lzcnt|andn|shlx|shrx|sarx|bextr"
    r"|pmovmskb)")
WIDE = re.compile(r"^%r([a-d]x|[sd]i|bp|\d+)$")
JUMP = re.compile(r"^j(?!mp)[a-z]+$")
CALLER_SAVED = ["rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11"] + [f"v{number}" for number in range(32)]


class Instruction:
    """A line from objdump: address, operation, operands."""

    def __init__(self, address, text):
        self.address, self.text = address, text.strip()
        words = re.sub(r"^((cs|ds|es|ss|data16|lock|rep|repz|repnz|notrack|bnd)\s+)+", "", self.text).split(None, 1)
        self.is_string = bool(re.match(r"^rep\S*\s+(movs|stos)", self.text))
        self.operation = words[0] if words else "nop"
        rest = words[1] if len(words) > 1 else ""
        rest = re.sub(r"\s+(<.*|#.*)$", "", rest)
        self.operands = re.findall(r"(?:[^,()]|\([^)]*\))+", rest)
        self.operands = [operand.strip() for operand in self.operands if operand.strip()]
        target = re.match(r"^([0-9a-f]+)$", self.operands[0]) if self.operands else None
        self.target = int(target.group(1), 16) if target else None
        self.callee = ""


def memory(operand):
    """The registers of an address, or None for other operands."""
    match = re.match(r"^\*?(?:%[a-z]s:)?-?(?:0x)?[0-9a-f]*\(([^)]*)\)", operand)
    if match:
        return [REGISTERS[name] for name in re.findall(r"%([a-z0-9]+)", match.group(1)) if name in REGISTERS]
    return None


def register(operand):
    match = re.match(r"^\*?%([a-z0-9]+)", operand)
    return REGISTERS.get(match.group(1), match.group(1)) if match else None


def slot(operand):
    """The name of a stack slot, or None."""
    match = re.match(r"^(-?(?:0x[0-9a-f]+)?)\(%(rsp|rbp)\)$", operand)
    return f"{match.group(2)}{match.group(1)}" if match else None


class Function:
    """A function's code, and its findings."""

    def __init__(self, name):
        self.name, self.code, self.findings = name, [], set()

    def check(self, is_plain):
        self.is_plain = is_plain
        self.has_frame = any(line.text.split() == ["mov", "%rsp,%rbp"] for line in self.code[:8])
        places = {line.address: index for index, line in enumerate(self.code)}
        states = {0: frozenset()}
        waiting = [0]
        while waiting:
            index = waiting.pop()
            line = self.code[index]
            after = self.step(line, set(states[index]))
            for following in self.following(index, line, places):
                before = states.get(following)
                if before is None or not after <= before:
                    states[following] = frozenset(after | (before or frozenset()))
                    waiting.append(following)
        return self.findings

    def following(self, index, line, places):
        result = []
        if line.operation.startswith("j") and line.target in places:
            result.append(places[line.target])
        ends = ("jmp", "ret", "retq", "ud2", "hlt")
        if line.operation not in ends and index + 1 < len(self.code):
            result.append(index + 1)
        return result

    def find(self, kind, line):
        self.findings.add((kind, line.address, line.text))

    def value(self, operand, data, line, is_load):
        """Whether an operand is data; a data-dependent address is a finding."""
        parts = memory(operand)
        if parts is None:
            return register(operand) in data if register(operand) else False
        if line.operation.startswith(("lea", "nop")):
            return any(part in data for part in parts)
        if any(part in data for part in parts):
            self.find("address", line)
        place = slot(operand)
        # Arguments on the stack, above the frame, are pointers and counts.
        if place and (place.startswith("rsp") or self.has_frame):
            return place in data
        if "rip" in operand:
            # Constants.
            return False
        return is_load and (self.is_plain or not self.is_pointer_load(line, parts))

    def is_pointer_load(self, line, parts):
        if len(parts) != 1:
            return False
        if line.operation in ("call", "jmp", "push", "cmpq", "testq"):
            return True
        return line.operation in ("mov", "cmp", "test") and any(WIDE.match(operand) for operand in line.operands)

    def step(self, line, data):
        operation, operands = line.operation, line.operands
        if operation.startswith("nop") or operation in ("ret", "ud2", "endbr64", "vzeroupper", "xchg") and (
                len(operands) == 2 and operands[0] == operands[1] or not operands):
            return data
        if re.match(r"^v?i?div", operation):
            self.find("division", line)
        if operation.startswith("call"):
            for name in CALLER_SAVED:
                data.discard(name)
            data.discard("flags")
            if "opaque" in line.callee:
                data.add("rax")
            return data
        if JUMP.match(operation):
            if "flags" in data:
                self.find("jump", line)
            return data
        if operation.startswith("jmp"):
            if operands and operands[0].startswith("*") and self.value(operands[0], data, line, True):
                self.find("jump", line)
            return data
        if not operands:
            if operation in ("cltq", "cwtl", "cltd", "cqto", "cqo", "cwtd") and "rax" in data:
                data.add("rdx")
            return data
        if line.is_string:
            if "rcx" in data:
                self.find("jump", line)
            return data
        sources, target = operands[:-1], operands[-1]
        if operation == "xchg" and any(register(operand) in data for operand in operands):
            data.update(name for name in map(register, operands) if name)
        # xor or sub of a register with itself gives zero.
        is_zero = len(operands) > 1 and re.match(r"^v?p?(xor|sub)", operation) and len(set(operands[:2])) == 1
        # A multiplication with three operands only writes the last one.
        is_move = bool(MOVES.match(operation)) and len(operands) > 1 or operation.startswith(("set", "pop")) or (
            operation.startswith("imul") and len(operands) == 3)
        found = False if is_zero else any([self.value(source, data, line, True) for source in sources])
        if operation == "push":
            return data
        if not is_zero and (not is_move or (operation.startswith("v") and "{" in target)):
            found = self.value(target, data, line, True) or found
        elif memory(target) is not None:
            self.value(target, data, line, False)
        if re.match(r"^(shl|shr|sar|rol|ror)", operation) and len(operands) == 1:
            found = self.value(target, data, line, True)
        if operation.startswith("cmov"):
            if "flags" in data:
                self.find("choice", line)
            found = found or "flags" in data
        if re.match(r"^(set|adc|sbb)", operation):
            found = found or "flags" in data
        if re.match(r"^i?mul", operation) and len(operands) == 1:
            found = found or "rax" in data
            for name in ("rax", "rdx"):
                (data.add if found else data.discard)(name)
            (data.add if found else data.discard)("flags")
            return data
        if FLAG_WRITERS.match(operation):
            (data.add if found else data.discard)("flags")
            if READ_ONLY.match(operation):
                return data
        name = slot(target) if memory(target) is not None else register(target)
        # Writing part of a register keeps the rest; the rest after `set` is never read.
        is_part = is_move and re.match(r"^%([a-d][lh]|[sd]il|[bs]pl|r\d+b|[a-ds][xi]|r\d+w)$", target) and (
            operation.startswith(("mov", "set")))
        if name and name not in ("rsp", "rbp"):
            if found:
                data.add(name)
            elif not is_part or operation.startswith("set"):
                data.discard(name)
        return data


def functions(path):
    """The object's functions by demangled name."""
    text = subprocess.run(["objdump", "-d", "-r", "-w", "--no-show-raw-insn", path], capture_output=True, text=True,
                          check=True).stdout
    found, names = [], ()
    for line in text.splitlines():
        header = re.match(r"^[0-9a-f]+ <(.*)>:$", line)
        if header:
            found.append(Function(header.group(1)))
            continue
        parts = line.split("\t")
        if found and len(parts) >= 2 and re.match(r"^\s*[0-9a-f]+:$", parts[0]):
            instruction = Instruction(int(parts[0].strip()[:-1], 16), parts[1])
            instruction.callee = " ".join(parts[2:])
            found[-1].code.append(instruction)
    if found:
        names = subprocess.run(["swift", "demangle", "--simplified", "--compact"], text=True, capture_output=True, check=True,
                               input="\n".join(function.name for function in found)).stdout.splitlines()
    for function, name in zip(found, names):
        function.name = re.sub(r"^(function signature specialization .* of |generic specialization .* of "
                               r"|specialized |merged |static )+", "", name)
    return [function for function in found if function.code]


def main(paths):
    if not paths:
        sys.exit(__doc__)
    seen, failed, planted = set(), False, {pattern: set() for pattern, _ in PLANTED}
    plain, mixed = [re.compile("^(static )?" + part) for part in PLAIN], [re.compile("^(static )?" + part) for part in MIXED]
    for path in paths:
        for function in functions(path):
            for pattern in planted:
                if re.match(pattern, function.name):
                    planted[pattern] |= {kind for kind, _, _ in function.check(True)}
            is_plain = any(pattern.match(function.name) for pattern in plain)
            if not is_plain and not any(pattern.match(function.name) for pattern in mixed):
                continue
            seen.add(function.name.split("(")[0])
            for kind, address, text in sorted(function.check(is_plain)):
                failed = True
                print(f"decisions-on-data: {kind} in {function.name}, {path}: {address:x}: {text}", file=sys.stderr)
    for pattern, kinds in PLANTED:
        if not planted[pattern] & kinds:
            failed = True
            print(f"decisions-on-data: the planted fault of {pattern[:-2]} was not found", file=sys.stderr)
    for pattern in PLAIN + MIXED:
        stem = re.sub(r"\\", "", pattern.split("(")[0])
        alternatives = EXPECTED.search(pattern)
        for name in [stem + part for part in alternatives.group(1).split("|")] if alternatives else [stem.rstrip("(")]:
            if name not in seen:
                failed = True
                print(f"decisions-on-data: {name} was not found", file=sys.stderr)
    if failed:
        sys.exit(1)
    print(f"decisions-on-data: {len(seen)} functions decide nothing by data, and planted faults are found")


main(sys.argv[1:])
