// What the README shows; every build compiles it, and DocumentationTests compares the two.
import Arca

let key = SymmetricKey(size: .bits256)
let sealed = try AES.GCM.seal("attack at dawn".utf8, using: key)  // XChaChaPoly, AES.GCMSIV, XAES256GCM alike
let opened = try AES.GCM.open(sealed, using: key)
let code = HMAC<SHA256>.authenticationCode(for: "message".utf8, using: key)

let bytes = try Base64.standard.decode("3q0=")  // strict: "3q1=" throws, with offset and what would be right

let identity = try Age.X25519Identity()  // or a passphrase, or an SSH key
let file = try Age(recipients: [identity.recipient]).seal("for your eyes".utf8)
let letter = try Age(identities: [identity]).open(file)

let rsa = try RSAPrivateKey(bitCount: 3072)  // or RSAPrivateKey(file: pem), of any form
let signature = try rsa.signature(for: "message".utf8)  // PSS with SHA-256
let isGood = try rsa.publicKey.isValidSignature(signature, for: "message".utf8)
let wrapped = try rsa.publicKey.encrypt(key)  // OAEP with SHA-256

let vault = try Vault.inMemory()  // or Vault.open(at: path, with: .passphrase(passphrase))
try vault.service("github.com").set(SecretBytes(randomByteCount: 16), for: "alice")
let entries = try vault.items(matching: VaultQuery(text: "github"))  // attributes; no secret is opened

// Not in the README.
let digest = SHA256.hash("abc".utf8)
let distant = try XAES256GCM.seal("attack at dawn".utf8, using: key)
let unwrapped = try rsa.decrypt(wrapped)

let chunked = try ChunkedEncryption(key: key, context: "backup".utf8)
let backup = try chunked.seal([UInt8](repeating: 1, count: 100_000))
let part = try chunked.open(ByteRange("50000-50099"), of: backup)  // reads the chunks it needs
let kind = Inspector.inspect(InspectedData(file, byteCount: file.count)).name

let signer = try AnyKey(JWK.encode(.privateKey(.ed25519(Curve25519.Signing.PrivateKey())))).privateKey().ed25519()
let line = try OpenSSHPublicKey(.ed25519(signer.publicKey), comment: "me").text  // "ssh-ed25519 AAAA… me"
let locked = try PKCS8.encrypt(.ed25519(signer), passphrase: SecretBytes(randomByteCount: 16))

let small = ShortString.compress("https://www.example.com/index.html".utf8)  // 5 bytes
let url = try ShortString.decompress(small)

try vault.update(.init("github.com", "alice")) { $0.attributes.comment = "the new one" }

let pattern = try Pattern(dots: [0, 3, 6, 7, 8])
let stored = try PatternHash(hashing: pattern, pepper: key)
let isRight = try stored.verify(pattern, pepper: key)

print(
    Base16.standard.encode(digest), String(decoding: opened, as: UTF8.self), bytes, Base16.standard.encode(code),
    letter.count, isGood,
    unwrapped)
print(distant.combined.count, part.count, kind, line, locked.count)
print(url.count, isRight, entries.count)
