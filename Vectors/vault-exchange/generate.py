#!/usr/bin/env python3
"""Writes the exports of other password managers in this folder: generate.py (in this folder, Python 3.11, openssl)."""
import base64, hashlib, hmac, io, json, subprocess, zipfile


def archive(name, files, stored=()):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as out:
        for path, content in files:
            info = zipfile.ZipInfo(path, (2026, 11, 1, 12, 0, 0))
            info.compress_type = zipfile.ZIP_STORED if path in stored else zipfile.ZIP_DEFLATED
            out.writestr(info, content)
    open(name, "wb").write(buffer.getvalue())


def onepassword():
    traits = {"keyboard": "default", "correction": "default", "capitalization": "default"}

    def field(title, kind, value, id=""):
        return {"title": title, "id": id, "value": {kind: value}, "indexAtSource": 0, "guarded": False,
                "multiline": False, "dontGenerate": False, "inputTraits": traits}

    def item(category, title, state="active", favorite=0, overview=None, **details):
        return {"uuid": "u" + title, "favIndex": favorite, "createdAt": 1700000000, "updatedAt": 1700500000,
                "state": state, "categoryUuid": category,
                "details": {"loginFields": [], "notesPlain": "", "sections": [], "passwordHistory": []} | details,
                "overview": {"subtitle": "", "title": title, "url": "", "ps": 0} | (overview or {})}

    def section(*fields, title=""):
        return {"title": title, "name": "s1", "fields": list(fields)}

    login = item(
        "001", "Example", favorite=1,
        overview={"url": "https://example.com/login", "tags": ["work", "web"], "urls": [
            {"label": "website", "url": "https://example.com/login"}, {"label": "", "url": "https://shop.example"}]},
        loginFields=[
            {"value": "alice", "id": "", "name": "user", "fieldType": "T", "designation": "username"},
            {"value": "pä\"ss", "id": "", "name": "pass", "fieldType": "P", "designation": "password"},
            {"value": "1234", "id": "pin", "name": "pin", "fieldType": "P"},
            {"value": "", "id": "terms", "name": "terms", "fieldType": "C"},
            {"value": "DE", "id": "country", "name": "country", "fieldType": "T"}],
        notesPlain="recovery: 0000",
        sections=[section(
            field("one-time password", "totp", "otpauth://totp/Example:alice?secret=JBSWY3DPEHPK3PXP&issuer=Example"),
            field("answer", "concealed", "Rex"), field("empty", "concealed", None),
            field("since", "date", 1700000000), field("valid", "monthYear", 203011),
            field("mail", "email", {"email_address": "alice@example.com", "provider": None}),
            field("home", "address", {"street": "Main St 1", "city": "Bern", "country": "ch", "zip": "3000", "state": ""}),
            field("panel", "url", "https://bob:hunter2@example.com"), field("odd", "newKind", {"a": 1}),
            field("contract", "file", {"fileName": "contract.txt", "documentId": "doc1", "decryptedSize": 5}),
            title="Security")],
        passwordHistory=[{"value": "middle", "time": 1700300000}, {"value": "oldest", "time": 1700100000}])
    key = item("114", "Deploy", sections=[section(field("private key", "sshKey", {
        "privateKey": "PRIVATE", "metadata": {"privateKey": "PRIVATE", "publicKey": "ssh-ed25519 AAAA",
                                              "fingerprint": "SHA256:x", "keyType": "ed25519"}}))])
    items = [
        login, key,
        item("002", "Card", sections=[section(
            field("number", "creditCardNumber", "4111111111111111", "ccnum"), field("type", "creditCardType", "visa"),
            field("verification number", "concealed", "123", "cvv"), field("expiry date", "monthYear", 203001))]),
        item("003", "Note", notesPlain="the text"),
        item("005", "Bare", password="only"),
        item("006", "Scan", documentAttributes={"fileName": "scan.bin", "documentId": "doc2", "decryptedSize": 4096}),
        item("006", "Lost", documentAttributes={"fileName": "lost.bin", "documentId": "none", "decryptedSize": 1}),
        item("106", "Pass", sections=[section(field("number", "string", "X123", "number"),
                                              field("country", "string", "CH", "issuing_country"))]),
        item("110", "Server", sections=[section(field("URL", "string", "ssh://host.example", "url"),
                                                field("username", "string", "root", "username"),
                                                field("password", "concealed", "toor", "password"))]),
        item("112", "API", sections=[section(field("username", "string", "bot", "username"),
                                             field("credential", "concealed", "tok", "credential"))]),
        item("999", "Future", sections=[section(field("x", "string", "y"))]),
        item("001", "Old", state="archived", loginFields=[
            {"value": "x", "id": "", "name": "p", "fieldType": "P", "designation": "password"}]),
        item("001", "Passkey", passkey={"type": "webauthn", "privateKey": "secret"}),
        item("001", "Gone", state="trashed"),
    ]
    data = {"accounts": [{"attrs": {"accountName": "A", "name": "A", "email": "", "uuid": "a", "domain": ""},
                          "vaults": [{"attrs": {"uuid": "v", "desc": "", "name": "Private", "type": "P"},
                                      "items": items}]}]}
    archive("1password.1pux", [
        ("export.attributes", json.dumps({"version": 3, "description": "1Password Unencrypted Export",
                                          "createdAt": 1700600000})),
        ("export.data", json.dumps(data, ensure_ascii=False)), ("files/", b""),
        ("files/doc1__contract.txt", b"hello"), ("files/doc2__scan.bin", bytes(range(256)) * 16),
        ("files/avatar.png", b"png")], stored={"files/doc1__contract.txt", "files/"})


def bitwarden():
    passphrase, salt, iterations = "correct horse", base64.b64encode(bytes(range(16))).decode(), 1000
    root = hashlib.pbkdf2_hmac("sha256", passphrase.encode(), salt.encode(), iterations, 32)
    # HKDF-Expand of one block (RFC 5869, section 2.3).
    encryption, authentication = (hmac.digest(root, info + b"\x01", "sha256") for info in (b"enc", b"mac"))

    def seal(text, iv):
        ciphertext = subprocess.run(["openssl", "enc", "-aes-256-cbc", "-K", encryption.hex(), "-iv", iv.hex()],
                                    input=text.encode(), capture_output=True, check=True).stdout
        parts = iv, ciphertext, hmac.digest(authentication, iv + ciphertext, "sha256")
        return "2." + "|".join(base64.b64encode(part).decode() for part in parts)

    items = {"encrypted": False, "folders": [{"id": "f1", "name": "Work"}], "items": [
        {"id": "i1", "folderId": "f1", "type": 1, "name": "Example", "notes": "remark", "favorite": False,
         "creationDate": "2024-01-01T00:00:00.000Z", "revisionDate": "2024-05-01T10:00:00.000Z",
         "fields": [{"name": "pin", "value": "1234", "type": 1}],
         "login": {"uris": [{"match": None, "uri": "https://example.com/login"}], "username": "alice",
                   "password": "pä\"ss", "totp": "JBSWY3DPEHPK3PXP"}},
        {"id": "i2", "type": 2, "name": "Note", "notes": "the text", "secureNote": {"type": 0}}]}
    document = {"encrypted": True, "passwordProtected": True, "salt": salt, "kdfType": 0, "kdfIterations": iterations,
                "kdfMemory": None, "kdfParallelism": None,
                "encKeyValidation_DO_NOT_EDIT": seal("0b5a1b44-3c86-4d9b-a2b6-5d1f7c9e0a11", bytes(16)),
                "data": seal(json.dumps(items, indent=2, ensure_ascii=False), bytes(range(16, 32)))}
    open("bitwarden-protected.json", "w").write(json.dumps(document, indent=2) + "\n")


if __name__ == "__main__":
    onepassword()
    bitwarden()
