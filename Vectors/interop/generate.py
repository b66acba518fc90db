"""Cases by PyCryptodome and cryptography. Prints JSON lines; see SOURCE.md."""
import base64, hashlib, json, os, random, sys
import Crypto, cryptography
from Crypto.Cipher import AES, ARC4, Blowfish, ChaCha20_Poly1305, DES, DES3
from Crypto.Util.Padding import pad
from cryptography.fernet import Fernet
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

I = json.load(open("inputs.json"))
version = f"Python {sys.version.split()[0]}, PyCryptodome {Crypto.__version__}, cryptography {cryptography.__version__}"
count = 0
def text(n): return I["plaintexts"][n % len(I["plaintexts"])]
def pick(kind, n): return I[kind][n % len(I[kind])]
def emit(name, key, data, plain, encoding="base64", **more):
    global count
    count += 1
    if isinstance(data, bytes):
        data = {"base64": lambda: base64.b64encode(data).decode(), "hex": data.hex,
                "HEX": lambda: data.hex().upper(), "base64url": lambda: base64.urlsafe_b64encode(data).decode()}[encoding]()
    print(json.dumps({"name": name, "by": version, "key": key, "data": data, "plaintext": plain, **more}, ensure_ascii=False))
def nul(t, size=16): return t + b"\0" * (-len(t) % size)

n = 0
for key_kind in ["text16", "text24", "text32"]:
    for i in range(4):
        n += 1; k = pick(key_kind, i); p = text(n)
        if len(k) not in (16, 24, 32): k = k[:24]
        b = k.encode(); P = p.encode(); iv = os.urandom(16)
        emit("aes-cbc iv-first", k, iv + AES.new(b, AES.MODE_CBC, iv).encrypt(pad(P, 16)), p, ["base64", "hex"][i % 2])
        emit("aes-ecb", k, AES.new(b, AES.MODE_ECB).encrypt(pad(P, 16)), p, ["base64", "HEX"][i % 2])
        emit("aes-cbc zero iv", k, AES.new(b, AES.MODE_CBC, b"\0" * 16).encrypt(pad(P, 16)), p)
        emit("aes-cbc iv=key", k, AES.new(b, AES.MODE_CBC, b[:16]).encrypt(pad(P, 16)), p)
        c = AES.new(b, AES.MODE_CFB, iv)
        emit("aes-cfb8 iv-first", k, iv + c.encrypt(P), p)
        emit("aes-cfb128 iv-first", k, iv + AES.new(b, AES.MODE_CFB, iv, segment_size=128).encrypt(P), p)
        emit("aes-ofb iv-first", k, iv + AES.new(b, AES.MODE_OFB, iv).encrypt(P), p)
        c = AES.new(b, AES.MODE_CTR)
        emit("aes-ctr nonce8-first", k, c.nonce + c.encrypt(P), p)
        c = AES.new(b, AES.MODE_GCM); ct, tag = c.encrypt_and_digest(P)
        emit("aes-gcm nonce16 tag ct", k, c.nonce + tag + ct, p)
        c = AES.new(b, AES.MODE_GCM, nonce=os.urandom(12)); ct, tag = c.encrypt_and_digest(P)
        emit("aes-gcm nonce12 ct tag", k, c.nonce + ct + tag, p, ["base64", "base64url", "hex"][i % 3])
for i in range(6):
    k = pick("short", i); p = text(i + 3); P = p.encode(); iv = os.urandom(16)
    d = hashlib.sha256(k.encode()).digest()
    emit("aes-cbc sha256 iv-first", k, iv + AES.new(d, AES.MODE_CBC, iv).encrypt(pad(P, 16)), p)
    d = hashlib.md5(k.encode()).digest()
    emit("aes-ecb md5", k, AES.new(d, AES.MODE_ECB).encrypt(pad(P, 16)), p, "hex")
    d = hashlib.md5(k.encode()).hexdigest().encode()
    emit("aes-cbc md5hex iv-first", k, iv + AES.new(d, AES.MODE_CBC, iv).encrypt(pad(P, 16)), p)
    d = hashlib.sha256(k.encode()).digest()
    emit("aes-cbc sha256 iv=md5", k, AES.new(d, AES.MODE_CBC, hashlib.md5(k.encode()).digest()).encrypt(pad(P, 16)), p)
    d = nul(k.encode())[:16] if len(k) < 16 else k.encode()[:16]
    emit("aes-ecb nul key, nul padding", k, AES.new(d, AES.MODE_ECB).encrypt(nul(P)), p)
    emit("aes-cbc nul key, iv digits, x923", k, AES.new(d, AES.MODE_CBC, b"1234567890123456").encrypt(pad(P, 16, "x923")), p)
    emit("aes-cbc nul key, zero iv, iso7816", k, AES.new(d, AES.MODE_CBC, b"\0" * 16).encrypt(pad(P, 16, "iso7816")), p)
    salt = os.urandom(16)
    d = PBKDF2HMAC(hashes.SHA256(), 32, salt, 100000).derive(k.encode())
    emit("pbkdf2 sha256 100000, salt iv ct", k, salt + iv + AES.new(d, AES.MODE_CBC, iv).encrypt(pad(P, 16)), p)
    d = Scrypt(salt, 32, 2**14, 8, 1).derive(k.encode())
    c = AES.new(d, AES.MODE_GCM, nonce=iv[:12]); ct, tag = c.encrypt_and_digest(P)
    emit("scrypt 2^14, salt nonce ct tag", k, salt + iv[:12] + ct + tag, p)
    d = PBKDF2HMAC(hashes.SHA256(), 32, b"salt", 480000).derive(k.encode()) if i < 2 else None
    if d: emit("fernet pbkdf2 480000 salt given", k, Fernet(base64.urlsafe_b64encode(d)).encrypt(P).decode(), p, salt="salt")
for i in range(4):
    k = Fernet.generate_key().decode(); p = text(i + 5)
    emit("fernet", k, Fernet(k).encrypt(p.encode()).decode(), p)
for i in range(3):
    k = pick("text8", i); p = text(i + 7); P = p.encode(); b = k.encode(); iv = os.urandom(8)
    emit("des-ecb", k, DES.new(b, DES.MODE_ECB).encrypt(pad(P, 8)), p, ["base64", "hex", "HEX"][i])
    emit("des-cbc iv=key", k, DES.new(b, DES.MODE_CBC, b).encrypt(pad(P, 8)), p)
    emit("des-cbc iv-first", k, iv + DES.new(b, DES.MODE_CBC, iv).encrypt(pad(P, 8)), p)
    k = pick("text24", i)[:24]; b = k.encode()
    emit("des3-cbc zero iv", k, DES3.new(b, DES3.MODE_CBC, b"\0" * 8).encrypt(pad(P, 8)), p)
    emit("des3-ecb", k, DES3.new(b, DES3.MODE_ECB).encrypt(pad(P, 8)), p)
    k = "1029384756abcdef"; b = k.encode()
    emit("des3 two keys ecb", k, DES3.new(b, DES3.MODE_ECB).encrypt(pad(P, 8)), p)
    k = pick("text16", i); b = k.encode()
    emit("blowfish-cbc iv-first", k, iv + Blowfish.new(b, Blowfish.MODE_CBC, iv).encrypt(pad(P, 8)), p)
    emit("rc4", k, ARC4.new(b).encrypt(P), p)
    k = pick("text32", i); c = ChaCha20_Poly1305.new(key=k.encode(), nonce=os.urandom(12)); ct, tag = c.encrypt_and_digest(P)
    emit("chacha20-poly1305 nonce ct tag", k, c.nonce + ct + tag, p)
for i in range(2):
    for kind in ["hex16", "hex32"]:
        k = pick(kind, i); b = bytes.fromhex(k); p = text(i + 9); P = p.encode(); iv = os.urandom(16)
        emit("hex key, aes-cbc iv-first", k, iv + AES.new(b, AES.MODE_CBC, iv).encrypt(pad(P, 16)), p, "hex")
        emit("hex key, aes-ecb spaces", k, AES.new(b, AES.MODE_ECB).encrypt(P + b" " * (-len(P) % 16)), p + " " * (-len(P) % 16))
        emit("hex key, aes-cbc iv given", k, AES.new(b, AES.MODE_CBC, iv).encrypt(pad(P, 16)), p, iv=iv.hex())
        emit("hex key, aes-ctr iv given", k, AES.new(b, AES.MODE_CTR, nonce=b"", initial_value=iv).encrypt(P), p, iv=iv.hex())
    k = pick("base64_32", i); b = base64.b64decode(k); iv = os.urandom(16)
    emit("base64 key, aes-cbc iv given", k, AES.new(b, AES.MODE_CBC, iv).encrypt(pad(P, 16)), p, iv=base64.b64encode(iv).decode())
    emit("base64 key, wechat-like random first", k, AES.new(b, AES.MODE_CBC, b[:16]).encrypt(pad(P, 16)), p)
