#!/usr/bin/env python3
"""Writes codes.json and uris.json of this folder; with --check compares. Codes come from Python's hmac, and those of the
RFCs are asserted to be what the RFCs print."""

import base64
import hmac
import json
import pathlib
import sys
from urllib.parse import quote

HERE = pathlib.Path(__file__).parent
HOTP = "755224 287082 359152 969429 338314 254676 287922 162583 399871 520489".split()
TOTP = {
    "sha1": "94287082 07081804 14050471 89005924 69279037 65353130".split(),
    "sha256": "46119246 68084774 67062674 91819424 90698825 77737706".split(),
    "sha512": "90693936 25091201 99943326 93441116 38618901 47863826".split(),
}
TIMES = [59, 1111111109, 1111111111, 1234567890, 2000000000, 20000000000]
LENGTHS = {"sha1": 20, "sha256": 32, "sha512": 64}


def code(key, algorithm, digits, counter):
    digest = hmac.new(key, counter.to_bytes(8, "big"), algorithm).digest()
    place = digest[-1] & 15
    value = int.from_bytes(digest[place:place + 4], "big") & 0x7FFFFFFF
    return str(value % 10**digits).zfill(digits)


def codes():
    digits = b"1234567890" * 7
    result = []

    def add(name, key, algorithm, count, expected=None, **step):
        counter = step["counter"] if "counter" in step else step["time"] // step["period"]
        made = code(key, algorithm, count, counter)
        assert expected in (None, made), (name, made, expected)
        step = {name: str(value) for name, value in step.items()}
        result.append({"id": name, "algorithm": algorithm, "key": key.hex(), "digits": count, **step, "code": made})

    for counter, expected in enumerate(HOTP):
        add(f"rfc4226-d-{counter}", digits[:20], "sha1", 6, expected, counter=counter)
    for algorithm, expected in TOTP.items():
        for time, text in zip(TIMES, expected):
            add(f"rfc6238-b-{algorithm}-{time}", digits[:LENGTHS[algorithm]], algorithm, 8, text, time=time, period=30)
    for algorithm in LENGTHS:
        for count in (6, 7, 8):
            for length in (1, 10, 64, 65, 128, 129, 200):
                key = bytes((17 * index + length) % 256 for index in range(length))
                add(f"own-{algorithm}-{count}-{length}", key, algorithm, count, counter=length * 1_000_003)
    for counter in (2**31, 2**32 - 1, 2**32, 2**63, 2**64 - 1):
        add(f"own-counter-{counter}", digits[:20], "sha1", 6, counter=counter)
    for period in (1, 29, 60, 3600):
        add(f"own-period-{period}", digits[:20], "sha256", 6, time=1_800_000_123, period=period)
    add("own-time-0", digits[:20], "sha1", 6, time=0, period=30)
    add("own-time-29", digits[:20], "sha1", 6, time=29, period=30)
    add("own-time-30", digits[:20], "sha1", 6, time=30, period=30)
    return result


def uris():
    key = b"Hello!\xde\xad\xbe\xef"
    secret = base64.b32encode(key).decode()
    assert secret == "JBSWY3DPEHPK3PXP"
    result = []
    defaults = {"kind": "time", "key": key.hex(), "algorithm": "sha1", "digits": 6, "period": 30, "counter": "0",
                "issuer": "", "account": ""}

    def accept(name, uri, **values):
        result.append({"id": name, "uri": uri, **defaults, **values, "result": "accept"})

    def reject(name, uri, offset, code="malformed"):
        result.append({"id": name, "uri": uri, "result": "reject", "code": code, "offset": offset})

    base = "otpauth://totp/"
    plain = f"{base}Example:alice@google.com?secret={secret}&issuer=Example"
    accept("wiki", plain, issuer="Example", account="alice@google.com")
    accept("wiki-acme", f"{base}ACME%20Co:john.doe@email.com?secret={secret}&issuer=ACME%20Co&algorithm=SHA1&digits=6&period=30",
           issuer="ACME Co", account="john.doe@email.com")
    accept("prefix-alone", f"{base}Big%20Corporation%3A%20alice%40bigco.com?secret={secret}", issuer="Big Corporation",
           account="alice@bigco.com")
    accept("parameter-alone", f"{base}alice?secret={secret}&issuer=Big%20Corporation", issuer="Big Corporation", account="alice")
    accept("no-names", f"{base}?secret={secret}")
    accept("no-slash", f"otpauth://totp?secret={secret}")
    accept("case", f"OTPAuth://TOTP/a?secret={secret}&algorithm=sha256", account="a", algorithm="sha256")
    accept("algorithm-hyphen", f"{base}a?secret={secret}&algorithm=HMAC-SHA-512", account="a", algorithm="sha512")
    accept("counter", f"otpauth://hotp/a?secret={secret}&counter=18446744073709551615&digits=8", kind="counter", account="a",
           counter=str(2**64 - 1), digits=8)
    accept("period", f"{base}a?secret={secret}&period=3600&digits=7", account="a", period=3600, digits=7)
    accept("spaced", f"{base}a?secret=jbsw%20y3dp-ehpk 3pxp", account="a")
    for length in range(1, 8):
        text = base64.b32encode(key[:length]).decode().rstrip("=")
        accept(f"unpadded-{length}", f"{base}a?secret={text}", account="a", key=key[:length].hex())
    accept("padded", f"{base}a?secret=JBSWY3DPEE%3D%3D%3D%3D%3D%3D", account="a", key=b"Hello!".hex())
    accept("unused-bits", f"{base}a?secret=JBSWY3DPEF", account="a", key=b"Hello!".hex())
    accept("utf8", f"{base}{quote('Bücher & mehr')}:{quote('jürgen')}?secret={secret}&issuer={quote('Bücher & mehr')}",
           issuer="Bücher & mehr", account="jürgen")
    accept("plus", f"{base}a+b?secret={secret}&issuer=c+d", issuer="c d", account="a+b")
    accept("colon-account", f"{base}Example:a%3Ab?secret={secret}&issuer=Example", issuer="Example", account="a:b")
    accept("colon-issuer", f"{base}x%3Ay:a?secret={secret}&issuer=x%3Ay", issuer="x:y", account="a")
    accept("empty-issuer", f"{base}a%3Ab?secret={secret}&issuer=", account="a:b")
    accept("unknown-parameter", f"{base}a?secret={secret}&image=https%3A%2F%2Fexample.com%2Fa.png", account="a")
    accept("counter-by-time", f"{base}a?secret={secret}&counter=7", account="a")

    reject("empty", "", 0)
    reject("other-scheme", f"https://totp/a?secret={secret}", 0)
    reject("near-scheme", f"otpauth\x1a//totp/a?secret={secret}", 0)
    reject("migration", "otpauth-migration://offline?data=CjEKCkhello", 0, "unsupported")
    reject("other-type", f"otpauth://yaotp/a?secret={secret}", 10)
    reject("longer-type", f"otpauth://totpx/a?secret={secret}", 10)
    reject("no-parameters", f"{base}alice", 20)
    reject("end-after-question", f"{base}a?", 17)
    reject("end-after-ampersand", f"{base}a?secret={secret}&", 41)
    reject("no-equals", f"{base}a?secret={secret}&digits", 41)
    reject("no-secret", f"{base}a?issuer=b", 25)
    reject("empty-secret", f"{base}a?secret=", 24)
    reject("secret-digit", f"{base}a?secret=JBSWY3DPEHPK1PXP", 24)
    reject("secret-length", f"{base}a?secret=JBSWY3DPE", 24)
    reject("secret-padding", f"{base}a?secret=JBSWY3DPEE%3D", 24)
    reject("secret-twice", f"{base}a?secret={secret}&secret={secret}", 41)
    reject("unknown-twice", f"{base}a?secret={secret}&x=1&x=2", 45)
    reject("algorithm", f"{base}a?secret={secret}&algorithm=MD5", 51, "unsupported")
    reject("algorithm-empty", f"{base}a?secret={secret}&algorithm=", 51, "unsupported")
    reject("encoder", f"{base}a?secret={secret}&encoder=steam", 49, "unsupported")
    for value in ("5", "9", "", "+6", "6.0", "0x6", "99999999999999999999"):
        reject(f"digits-{value}", f"{base}a?secret={secret}&digits={value}", 48)
    for value in ("0", "3601", "-30"):
        reject(f"period-{value}", f"{base}a?secret={secret}&period={value}", 48)
    reject("counter-missing", f"otpauth://hotp/a?secret={secret}", 40)
    reject("counter-large", f"otpauth://hotp/a?secret={secret}&counter=18446744073709551616", 49)
    accept("issuer-differs", f"{base}Example:a?secret={secret}&issuer=Other", issuer="Other", account="a")
    reject("fragment", f"{plain}#a", len(plain))
    reject("escape", f"{base}a%4?secret={secret}", 18)
    reject("escape-digit", f"{base}a%4g?secret={secret}", 18)
    reject("no-utf8", f"{base}%ff?secret={secret}", 15)
    return result


def main():
    good = True
    for name, subject, cases in (("codes", "one-time-password", codes()), ("uris", "otpauth", uris())):
        file = {"schema": 1, "vault": subject, "numberOfCases": len(cases), "cases": cases}
        lines = ",\n".join(json.dumps(case, ensure_ascii=True) for case in cases)
        head = json.dumps({**file, "cases": []})[:-2]
        text = f"{head}\n{lines}\n]}}\n"
        path = HERE / f"{name}.json"
        if "--check" in sys.argv[1:]:
            good = good and path.read_text() == text
        else:
            path.write_text(text)
    sys.exit(0 if good else 1)


main()
