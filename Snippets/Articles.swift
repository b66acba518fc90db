// The code of the articles in Documentation/Arca.docc that no example has; DocumentationTests compares them.
import Arca
import Foundation

// MARK: Getting started

func sealText() throws -> [UInt8] {
    let key = SymmetricKey(size: .bits256)
    let sealed = try AES.GCM.seal("attack at dawn".utf8, using: key)
    let opened = try AES.GCM.open(sealed, using: key)
    return opened
}

func sealFile(_ report: URL) throws {
    let identity = try Age.X25519Identity()
    var input = try FileReader(report)
    var output = try AtomicFile(report.appendingPathExtension("age"))
    try Age(recipients: [identity.recipient]).seal(&input, into: &output)
    try output.commit()
}

func refuse() {
    do {
        _ = try Base64.standard.decode("3q1=")
    } catch {
        print(error.code, error.offset ?? 0, error.hint ?? "")
    }
}

func keep(_ token: SecretBytes, at path: BytePath, _ passphrase: SecretBytes) throws {
    let vault = try Vault.create(at: path, slots: [.passphrase(passphrase)])
    try vault.service("github.com").set(token, for: "alice")
    let again = try vault.service("github.com").value(of: "alice")
    print(again == token)
}

// MARK: From CryptoKit

func fromCryptoKit(_ message: Data) throws -> Bool {
    let key = SymmetricKey(size: .bits256)
    let digest = SHA256.hash(data: message)
    let code = HMAC<SHA256>.authenticationCode(for: message, using: key)
    let box = try AES.GCM.seal(message, using: key)
    let plain: Data = try AES.GCM.open(box, using: key)
    let signer = Curve25519.Signing.PrivateKey()
    let signature = try signer.signature(for: digest)
    return plain == message && HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: message, using: key)
        && signer.publicKey.isValidSignature(signature, for: digest)
}

// MARK: From CryptoSwift

func fromCryptoSwift(_ message: [UInt8], _ password: SecretBytes, _ iv: [UInt8]) throws -> [String] {
    let digest = Base16.standard.encode(SHA256.hash(message))
    let check = Checksum.crc32(message)
    let key = try PBKDF2.deriveKey(from: password, salt: iv, iterations: 600_000)
    let old = try AES.CBC.encrypt(message, using: key, iv: iv)
    let plain = try AES.CBC.decrypt(old, using: key, iv: iv)
    let new = try AES.GCM.seal(plain, using: key)
    let hex = try Base16.standard.decode("00ff")
    return [digest, "\(check)", Base64.standard.encode(new.combined), Base16.standard.encode(hex)]
}

func inPieces(_ key: SymmetricKey, _ iv: [UInt8], _ pieces: [[UInt8]]) throws -> [UInt8] {
    var stream = try CipherStream(encrypting: Cipher(named: "aes-256-ctr"), using: key, iv: iv)
    var output: [UInt8] = []
    for piece in pieces { output += try stream.update(piece) }
    output += try stream.finish()
    return output
}

// MARK: From KeychainAccess

func fromKeychainAccess(_ vault: Vault, _ token: SecretBytes) throws {
    let keychain = vault.service("com.example.app")
    try keychain.set(token, for: "token")
    let again = try keychain.value(of: "token")
    try keychain.set(nil, for: "token")
    let all = try keychain.accounts()
    print(again == token, all)
}

func attributes(_ vault: Vault, _ password: SecretBytes) throws {
    var draft = ItemDraft(.init(server: "example.com", account: "alice", scheme: "https"), secret: ItemSecret(password))
    draft.attributes.label = "example.com (alice)"
    draft.attributes.expires = Vault.Timestamp(Date(timeIntervalSinceNow: 90 * 86_400))
    try vault.set(draft)
    for item in try vault.items(matching: VaultQuery(text: "example")) { print(item.name.account) }
}

func move(_ passwords: [String: String], _ scan: Data, into vault: Vault) throws {
    let drafts = passwords.map { account, password in
        ItemDraft(.init("com.example.app", account), secret: ItemSecret(SecretBytes(copying: password.utf8)))
    }
    try vault.set(drafts)
    try vault.attach(scan, as: "scan.pdf", mediaType: "application/pdf", to: .init("com.example.app", "alice"))
    let again: Data = try vault.attachment("scan.pdf", of: .init("com.example.app", "alice"))
    let password = String(try vault.secret(of: .init("com.example.app", "alice")).value)
    print(again == scan, password)
}

// MARK: Patterns in an app

/// The app's database: one row per user.
protocol Accounts: Sendable {
    func patternHash(of user: String) throws -> String?
    func setPatternHash(_ text: String, of user: String) throws
    func lockout(of user: String) throws -> [UInt8]?
    /// UPDATE accounts SET lockout = :record WHERE name = :user AND lockout IS :old; returns whether a row changed.
    func replaceLockout(_ old: [UInt8]?, by record: [UInt8], of user: String) throws -> Bool
}

struct PatternLogin {
    let accounts: any Accounts
    /// A secret of the server that is not in the database.
    let pepper: SymmetricKey

    func enroll(_ pattern: Pattern, as user: String) throws {
        try accounts.setPatternHash(PatternHash(hashing: pattern, pepper: pepper).text, of: user)
        try lockout(of: user).reset()
    }

    func isRight(_ pattern: Pattern, for user: String) throws -> Bool {
        guard let text = try accounts.patternHash(of: user) else { return false }
        let hash = try PatternHash(text)
        return try lockout(of: user).attempt { try hash.verify(pattern, pepper: pepper) }
    }

    func unlock(_ user: String) throws { try lockout(of: user).reset() }

    private func lockout(of user: String) throws -> Pattern.Lockout {
        let identifier = Array(SHA256.hash(user.utf8).prefix(16))
        return try Pattern.Lockout(identifier: identifier, key: pepper, clock: .system) {
            try accounts.lockout(of: user)
        } store: { record, old in
            try accounts.replaceLockout(old, by: record, of: user)
        }
    }
}

// MARK: Finding layers

func layers() {
    let report = LayerFinder().find("SGVsbG8sIHdvcmxkIQ==".utf8)
    if let best = report.best {
        print(best.recipe, best.confidence, best.content.name)
        print(String(decoding: report.output, as: UTF8.self))
    }
    for other in report.alternatives { print(other.recipe, other.confidence) }
}

func recipes(_ text: [UInt8], _ head: [UInt8]) throws -> [UInt8]? {
    let recipe = try LayerFinder.Recipe("base64,caesar(shift=3)")
    let plain = recipe.replay(text)
    let report = LayerFinder().find(beginning: head)
    let streams = try report.recipe?.layers.map { try $0.codec.makeStream(.decoding, $0.options) } ?? []
    return streams.isEmpty ? nil : plain
}

func decrypted(_ data: [UInt8]) throws -> [UInt8] {
    let report = try CipherFinder().find(data, keyText: SecretBytes(copying: "tulips".utf8))
    if let best = report.best {
        print(best.scheme.rule)
        let plaintext = best.plaintext
        return plaintext
    }
    return []
}

// MARK: Async servers

func pass(_ upload: AsyncStream<Data>, to recipient: Age.X25519Recipient) async throws -> Int {
    var count = 0
    for try await chunk in Age.seal(Deflater.deflate(upload), to: [recipient]) {
        count += chunk.count
    }
    return count
}

func look(_ path: BytePath, _ passphrase: SecretBytes) async throws -> ItemSecret {
    let vault = try await VaultActor.open(at: path, with: .passphrase(passphrase))
    return try await vault.withVault { vault in
        try vault.secret(of: .init("api", "deploy"))
    }
}

func hash(_ upload: AsyncStream<Data>, _ path: BytePath) async throws -> Bool {
    try await SHA256.hash(upload) == SHA256.hash(FileBytes(path))
}

actor Passwords {
    private let thread: ThreadExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    init() throws { thread = try ThreadExecutor() }

    func hash(_ password: SecretBytes) throws -> String { try PasswordHash(hashing: password).text }
}

// MARK: What is secret where

struct Member: Codable {
    var name: String
    var publicKey: Curve25519.Signing.PublicKey
    var password: PasswordHash
}

func secrets(_ typed: String) throws -> Bool {
    let password = SecretBytes(copying: typed.utf8)
    print(password)  // SecretBytes(8 bytes)
    let same = password == SecretBytes(copying: "correct!".utf8)
    let count = password.withBytes { bytes in bytes.count }
    return same && count == 8
}

print(try sealText().count)
refuse()
