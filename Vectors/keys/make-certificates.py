#!/usr/bin/env python3
"""Makes the certificates and stores of Tests/ArcaCLITests/Commands/Key/CertificateFixtures.swift, with fixed keys.

Usage: make-certificates.py > Tests/ArcaCLITests/Commands/Key/CertificateFixtures.swift   (needs cryptography)
"""
import base64
import datetime

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, x25519
from cryptography.hazmat.primitives.serialization import pkcs12
from cryptography.x509.oid import NameOID

authority = ed25519.Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
own = x25519.X25519PrivateKey.from_private_bytes(bytes(range(1, 33)))
curve = ec.derive_private_key(7, ec.SECP256R1())


def name(text):
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def certificate(subject, key, first, last, usage=None):
    builder = (
        x509.CertificateBuilder()
        .subject_name(name(subject))
        .issuer_name(name("Test CA"))
        .public_key(key)
        .serial_number(7)
        .not_valid_before(datetime.datetime(first, 1, 1))
        .not_valid_after(datetime.datetime(last, 1, 1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("example.org")]), False)
    )
    if usage:
        builder = builder.add_extension(usage, True)
    return builder.sign(authority, None)


signing = x509.KeyUsage(True, False, False, False, False, False, False, False, False)
public = own.public_key()
made = {
    "valid": certificate("Alice", public, 2020, 9999),
    "expired": certificate("Alice", public, 2010, 2020),
    "future": certificate("Alice", public, 2998, 2999),
    "signingOnly": certificate("Alice", public, 2020, 9999, signing),
    "curve": certificate("Carol", curve.public_key(), 2020, 9999),
}

print("/// Made by Vectors/keys/make-certificates.py with cryptography; the private half of Alice's key is 01, 02, … 20.")
print("enum CertificateFixtures {")
for title, value in made.items():
    pem = value.public_bytes(serialization.Encoding.PEM).decode()
    print(f'    static let {title} = """')
    print("".join(f"        {line}\n" for line in pem.splitlines()) + '\n        """')
pem = own.private_bytes(
    serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode()
print('    static let key = """')
print("".join(f"        {line}\n" for line in pem.splitlines()) + '\n        """')


def store(scheme, mac):
    encryption = (
        serialization.PrivateFormat.PKCS12.encryption_builder().kdf_rounds(100).key_cert_algorithm(scheme).hmac_hash(mac)
        .build(b"correct horse"))
    return pkcs12.serialize_key_and_certificates(
        b"carol", curve, made["curve"], [made["valid"]], encryption)


print("    /// Stores with the passphrase 'correct horse' in Base64: by scheme.")
print("    static let stores: [(name: String, base64: String)] = [")
for title, scheme, mac in [
    ("PBES2 AES-256", pkcs12.PBES.PBESv2SHA256AndAES256CBC, hashes.SHA256()),
    ("PBE SHA-1 3DES", pkcs12.PBES.PBESv1SHA1And3KeyTripleDESCBC, hashes.SHA1()),
]:
    text = base64.b64encode(store(scheme, mac)).decode()
    lines = [text[i : i + 100] for i in range(0, len(text), 100)]
    print(f'        (\n            "{title}",')
    print("            " + "\n                + ".join(f'"{line}"' for line in lines))
    print("        ),")
print("    ]\n}")
