#!/usr/bin/env python3
"""Decrypts a password-protected export of Bitwarden: decrypt-bitwarden.py FILE PASSPHRASE (Python 3.11, openssl)."""
import base64, hashlib, hmac, json, subprocess, sys

file = json.load(open(sys.argv[1]))
assert file["encrypted"] and file["passwordProtected"] and file["kdfType"] == 0 and file["kdfIterations"] >= 600_000
root = hashlib.pbkdf2_hmac("sha256", sys.argv[2].encode(), file["salt"].encode(), file["kdfIterations"], 32)
encryption, authentication = (hmac.digest(root, info + b"\x01", "sha256") for info in (b"enc", b"mac"))


def open_text(text):
    kind, _, parts = text.partition(".")
    iv, ciphertext, mac = (base64.b64decode(part, validate=True) for part in parts.split("|"))
    assert kind == "2" and hmac.compare_digest(mac, hmac.digest(authentication, iv + ciphertext, "sha256"))
    return subprocess.run(["openssl", "enc", "-d", "-aes-256-cbc", "-K", encryption.hex(), "-iv", iv.hex()],
                          input=ciphertext, capture_output=True, check=True).stdout


open_text(file["encKeyValidation_DO_NOT_EDIT"])
sys.stdout.buffer.write(open_text(file["data"]))
