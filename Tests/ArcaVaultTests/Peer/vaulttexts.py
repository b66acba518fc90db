"""Key files and recovery codes as people keep them: section 8.3 of Documentation/VAULT-FORMAT.md."""
import hashlib

from vaultformat import Malformed, want

CROCKFORD, BECH32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ", "qpzry9x8gf2tvdw0s3jn54khce6mua7l"


def regroup(data, size_in, size_out):
    """Groups of bits as groups of another size, zeros at the end."""
    bits = "".join(f"{one:0{size_in}b}" for one in data)
    return [int(bits[place:place + size_out].ljust(size_out, "0"), 2) for place in range(0, len(bits), size_out)]


def bech32_checksum(prefix, data):
    """BIP 173: of `data` before the checksum, or 1 of data with a right one."""
    value = 1
    for symbol in [ord(c) >> 5 for c in prefix] + [0] + [ord(c) & 31 for c in prefix] + data:
        top, value = value >> 25, (value & 0x1ffffff) << 5 ^ symbol
        for bit, generator in enumerate((0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3)):
            value ^= generator if top >> bit & 1 else 0
    return value


def key_file_text(key):
    data = regroup(key, 8, 5)
    check = bech32_checksum("arca-key-file-", data + [0] * 6) ^ 1
    symbols = data + [check >> 5 * (5 - i) & 31 for i in range(6)]
    return ("arca-key-file-1" + "".join(BECH32[one] for one in symbols)).upper() + "\n"


def read_key_file(line):
    line = line.removesuffix("\n").removesuffix("\r") if line.endswith("\n") else line
    start, symbols = line[:15], [BECH32.find(one) for one in line[15:].lower()]
    want(start == "ARCA-KEY-FILE-1" and line == line.upper() and len(symbols) == 58 and -1 not in symbols
         and bech32_checksum("arca-key-file-", symbols) == 1 and not symbols[51] & 15, "no key file", Malformed)
    return bytes(regroup(symbols[:52], 5, 8)[:32])


def recovery_text(code):
    check = hashlib.sha256(b"arca.recovery.v1\0" + code).digest()
    symbols = "".join(CROCKFORD[one] for one in regroup(code, 8, 5) + regroup(check[:3], 8, 5)[:4])
    return "-".join(symbols[place:place + 5] for place in range(0, 30, 5))


def read_recovery(line):
    line = "".join(one for one in line.upper() if not one.isspace() and one not in "-‐‑‒–—―")
    line = line.translate(str.maketrans("ILO", "110"))
    symbols = [CROCKFORD.find(one) for one in line]
    want(len(symbols) == 30 and -1 not in symbols, "no recovery code", Malformed)
    code = bytes(regroup(symbols[:26], 5, 8)[:16])
    want(recovery_text(code).replace("-", "") == line, "a recovery code with a mistake in it", Malformed)
    return code
