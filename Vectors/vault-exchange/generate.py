#!/usr/bin/env python3
"""Writes the exports of other password managers in this folder: generate.py (in this folder, Python 3.11, openssl, argon2-cffi)."""
import base64, hashlib, hmac, io, json, subprocess, zipfile
from argon2.low_level import Type, hash_secret_raw


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
    passphrase, salt = "correct horse", base64.b64encode(bytes(range(16))).decode()
    root = hashlib.pbkdf2_hmac("sha256", passphrase.encode(), salt.encode(), 1000, 32)
    bitwarden_file("bitwarden-protected.json", salt, root, (0, 1000, None, None))
    # Bitwarden's minimum: 2 passes over 16 MiB; the salt is hashed.
    hashed = hashlib.sha256(salt.encode()).digest()
    root = hash_secret_raw(passphrase.encode(), hashed, 2, 16 << 10, 3, 32, Type.ID)
    bitwarden_file("bitwarden-argon2id.json", salt, root, (1, 2, 16, 3))


def bitwarden_file(name, salt, root, kdf):
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
    archive("bitwarden.zip", [("data.json", json.dumps(items)), ("attachments/i1/a.txt", "one"),
                              ("attachments/i2/b.txt", "two"), ("attachments/gone/c.txt", "three")])
    document = {"encrypted": True, "passwordProtected": True, "salt": salt, "kdfType": kdf[0],
                "kdfIterations": kdf[1], "kdfMemory": kdf[2], "kdfParallelism": kdf[3],
                "encKeyValidation_DO_NOT_EDIT": seal("0b5a1b44-3c86-4d9b-a2b6-5d1f7c9e0a11", bytes(16)),
                "data": seal(json.dumps(items, indent=2, ensure_ascii=False), bytes(range(16, 32)))}
    open(name, "w").write(json.dumps(document, indent=2) + "\n")


def protonpass():
    def item(kind, name, content, state=1, extra=(), **other):
        return {"itemId": name, "shareId": "s", "data": {
            "metadata": {"name": name, "note": "note of " + name, "itemUuid": "u"}, "extraFields": list(extra),
            "type": kind, "content": content}, "state": state, "aliasEmail": None, "contentFormatVersion": 6,
            "createTime": 1700000000, "modifyTime": 1700500000, "pinned": False} | other

    extra = [{"fieldName": "pin", "type": "hidden", "data": {"content": "1234"}},
             {"fieldName": "color", "type": "text", "data": {"content": "blue"}},
             {"fieldName": "second", "type": "totp", "data": {"totpUri": "otpauth://totp/b?secret=JBSWY3DPEHPK3PXP"}}]
    items = [
        item("login", "Example", {"itemEmail": "alice@example.com", "itemUsername": "alice", "password": "pä\"ss",
                                  "urls": ["https://example.com/login"], "autofillUrls": [
                                      {"url": "https://example.com/login", "mode": 0}, {"url": "https://shop.example", "mode": 1}],
                                  "passkeys": [{"keyId": "x"}],
                                  "totpUri": "otpauth://totp/Example:alice?secret=JBSWY3DPEHPK3PXP&issuer=Example"},
             extra=extra, pinned=True, files=["a/b.u1.txt", "f1"], folderId="f2"),
        item("login", "Old", {"username": "bob", "password": "p", "urls": [], "totpUri": "", "passkeys": []},
             files=["ab12cd34ab12cd34"]),
        item("login", "Mail", {"itemEmail": "carol@example.com", "itemUsername": "", "password": "q", "urls": [],
                               "totpUri": ""}),
        item("note", "Note", {}),
        item("alias", "Alias", {}, aliasEmail="x.y@alias.example"),
        item("creditCard", "Card", {"cardholderName": "A", "cardType": 0, "number": "4111", "verificationNumber": "123",
                                    "expirationDate": "2030-01", "pin": "9999"}),
        item("identity", "Me", {"fullName": "A B", "socialSecurityNumber": "078", "email": "",
                                "extraPersonalDetails": [{"fieldName": "x", "type": "text", "data": {"content": "y"}}],
                                "extraSections": [{"sectionName": "S", "sectionFields": [
                                    {"fieldName": "h", "type": "hidden", "data": {"content": "z"}}]}]}),
        item("sshKey", "Key", {"privateKey": "PRIVATE", "publicKey": "ssh-ed25519 AAAA", "sections": []}),
        item("wifi", "Home", {"ssid": "net", "password": "wlan", "security": 2, "sections": []}),
        item("future", "Future", {"thing": "value"}),
        item("login", "Gone", {"password": "p"}, state=2),
    ]
    data = {"version": "1.30.0", "userId": "u", "encrypted": False,
            "vaults": {"v1": {"name": "Personal", "description": "", "display": {"color": 0, "icon": 0}, "items": items,
                              "folders": [{"folderId": "f1", "name": "Web", "parentFolderId": None},
                                          {"folderId": "f2", "name": "Shops", "parentFolderId": "f1"},
                                          {"folderId": "f3", "name": "Circle", "parentFolderId": "f3"}]}}}
    archive("protonpass.zip", [
        ("Proton Pass/data.json", json.dumps(data, ensure_ascii=False)), ("Proton Pass/files/a_b.u1.txt", "one"),
        ("Proton Pass/files/ab12cd34ab12cd34-old-note.txt", "two")])


def cxf():
    def url64(data):
        return base64.urlsafe_b64encode(data).decode().rstrip("=")

    def field(value, kind="string", **other):
        return {"fieldType": kind, "value": value} | other

    def item(id, title, *credentials, **other):
        return {"id": url64(id), "creationAt": 1700000000, "modifiedAt": 1700500000, "title": title,
                "credentials": list(credentials)} | other

    def credential(kind, **members):
        return {"type": kind} | members

    items = [
        item(b"1", "Example", credential("basic-auth", username=field("alice"), password=field("pä\"ss", "concealed-string")),
             credential("totp", secret="JBSWY3DPEHPK3PXP", period=30, digits=6, username="alice", algorithm="sha1",
                        issuer="Example & Co"),
             credential("note", content=field("remark")),
             credential("passkey", credentialId="AA", rpId="example.com", username="alice", userDisplayName="A",
                        userHandle="AA", key="AA"),
             credential("custom-fields", label="More", fields=[
                 field("blue", label="color"), field("1234", "concealed-string", label="pin"),
                 field("odd", "future-type", label="odd")]),
             scope={"urls": ["https://example.com/login"], "androidApps": [{"bundleId": "com.example"}]},
             favorite=True, tags=["a", "b"]),
        item(b"2", "Card", credential("credit-card", number=field("4111", "concealed-string"), fullName=field("A"),
                                      expiryDate=field("2030-01", "year-month"))),
        item(b"3", "Note", credential("note", content=field("the text"))),
        item(b"4", "Key", credential("ssh-key", keyType="ssh-ed25519", privateKey=url64(bytes(range(100))),
                                     keyComment="me")),
        item(b"5", "Net", credential("wifi", ssid=field("net"), passphrase=field("wlan", "concealed-string"),
                                     networkSecurityType=field("wpa3-personal", "wifi-network-security-type"))),
        item(b"6", "API", credential("api-key", key=field("tok", "concealed-string"), username=field("bot"),
                                     url=field("https://api.example"))),
        item(b"7", "Passport", credential("passport", passportNumber=field("X1"), fullName=field("A"))),
        item(b"8", "Future", credential("hologram", data="x")),
        item(b"9", "File", *[
            credential("file", id=url64(name.encode()), name=name, decryptedSize=3,
                       integrityHash=url64(hashlib.sha256(b"one").digest())) for name in ["a.txt", "b.txt", "c.txt"]]),
    ]
    collections = [{"id": url64(b"c"), "title": "Work", "items": [{"item": url64(b"1")}], "subCollections": [
        {"id": url64(b"d"), "title": "Servers", "items": [{"item": url64(b"4")}]}]}]
    document = {"version": {"major": 1, "minor": 0}, "exporterRpId": "example.com", "exporterDisplayName": "Example",
                "timestamp": 1700600000, "accounts": [{"id": url64(b"a"), "username": "", "email": "",
                                                       "collections": collections, "items": items}]}
    text = json.dumps(document, indent=1, ensure_ascii=False) + "\n"
    open("cxf.json", "w").write(text)
    archive("cxf.zip", [("index.json", text), ("documents/" + url64(b"a.txt"), "one"),
                        ("documents/" + url64(b"b.txt"), "two")])


if __name__ == "__main__":
    onepassword()
    bitwarden()
    protonpass()
    cxf()
