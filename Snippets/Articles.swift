// The code of the articles in Documentation/Arca.docc that no example or test has; DocumentationTests compares them.
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

func findScheme(_ data: [UInt8]) throws {
    let report = try CipherFinder().find(data, keyText: SecretBytes(copying: "tulips".utf8))
    if let best = report.best {
        print(best.scheme.rule)
        let plaintext = best.plaintext
        let code = try best.scheme.code(in: .php)
        print(plaintext.count, code)
    }
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

// MARK: Providers

func requireFIPS() {
    do {
        try Libcrypto.requireProperties("fips=yes")
    } catch {
        print(error.reason, error.hint ?? "")  // no active provider offers SHA-256 with them
        exit(1)
    }
}

// MARK: Tokens and key sets

struct Claims: Codable { var iss, aud, sub: String }

func issue(_ signer: P256.Signing.PrivateKey) throws -> (token: String, published: String) {
    let key = JSONWebKey(.privateKey(.init(signer)), id: "2026-11", use: "sig")
    let claims = Claims(iss: "https://id.example", aud: "app", sub: "amy")
    let token = try JSONWebToken.sign(claims, using: key, type: "at+jwt", expiresIn: .seconds(900))
    return (token, try JWKSet(key).publicJSON)
}

func verify(_ text: String, _ published: Data) throws -> Claims {
    let policy = JWTPolicy(issuer: "https://id.example", audience: "app", type: "at+jwt", leeway: 5)
    return try JSONWebToken(verifying: text, keys: JWKSet(published), policy: policy).decode()
}

// MARK: Mail

func build(_ pdf: [UInt8]) throws -> [UInt8] {
    var mail = try MIMEMessage(
        from: "Jörg Müller <jm@example.org>", to: "amy@example.org", subject: "Grüße", text: "Anbei die Rechnung.\n")
    mail.attachments.append(.init(name: "Rechnung für Amy.pdf", content: pdf))
    return try mail.encoded()
}

func read(_ bytes: [UInt8], into folder: URL) throws {
    let mail = try MIMEMessage(bytes, strictness: .lenient, charsets: SystemCharsets())
    print(mail.from, mail.subject, mail.text ?? "no text", mail.remarks.map(\.text))
    var names = AttachmentName()
    for attachment in mail.attachments {
        let name = names.unique(attachment.safeName)
        try Data(attachment.content).write(to: folder.appendingPathComponent(name))
    }
}

func parts(_ bytes: [UInt8]) throws {
    let tree = try MIMEPart(bytes, limits: MessageLimits(depth: 8, partCount: 100, partByteCount: 25 << 20))
    for part in tree.leaves { print(part.head.path, part.head.mediaType, part.body.count) }
}

// MARK: One-time passwords

func enrollOTP(_ user: String) throws -> (stored: SecretBytes, shown: SecretBytes) {
    let key = try SecretBytes(randomByteCount: 20)
    let generator = try OTPGenerator(.time, key: key, issuer: "Example", account: user)
    return (key, generator.uri)  // the URI is the content of the QR code
}

func acceptsOTP(_ typed: String, _ key: SecretBytes, after last: UInt64?) throws -> UInt64? {
    try OTPGenerator(.time, key: key).verify(typed.utf8, window: 1, after: last)
}

func codeOTP(_ uri: SecretBytes) throws -> String {
    let code = try OTPGenerator(uri: uri).code()
    return "\(String(code.digits)), \(code.secondsLeft ?? 0) s left"
}

// MARK: Logging

/// The part of swift-log's `Logger` that the app uses.
protocol AppLog: Sendable { func warning(_ message: String, metadata: [String: String]) }

func logged(_ path: BytePath, _ passphrase: SecretBytes, _ log: any AppLog) throws -> Vault {
    var options = Vault.OpenOptions()
    options.notes = { note in log.warning("\(note)", metadata: ["vault": "\(path)"]) }
    do {
        return try Vault.open(at: path, with: .passphrase(passphrase), options: options)
    } catch let error as any ArcaError {
        log.warning(error.message, metadata: ["code": error.codeName, "kind": error.kind.rawValue])
        throw error
    }
}

// MARK: Lines per task

func tokens(_ signer: P256.Signing.PrivateKey, _ claims: Claims, _ trusted: JWKSet, _ policy: JWTPolicy) throws
    -> Claims
{
    let key = JSONWebKey(.privateKey(.init(signer)), id: "2026-11", use: "sig")
    let token = try JSONWebToken.sign(claims, using: key, expiresIn: .seconds(900))

    return try JSONWebToken(verifying: token, keys: trusted, policy: policy).decode(as: Claims.self)
}

func message(_ text: [UInt8], _ key: SymmetricKey) throws -> [UInt8] {
    let box = try AES.GCM.seal(text, using: key)
    return try AES.GCM.open(box, using: key)
}

func file(_ url: URL, to recipient: Age.X25519Recipient) throws {
    var input = try FileReader(url)
    var output = try AtomicFile(url.appendingPathExtension("age"))
    try Age(recipients: [recipient]).seal(&input, into: &output)
    try output.commit()
}

func item(_ path: BytePath, _ passphrase: SecretBytes, _ token: SecretBytes) throws -> SecretBytes? {
    let keychain = try Vault.open(at: path, with: .passphrase(passphrase)).service("com.example.app")
    try keychain.set(token, for: "token")
    return try keychain.value(of: "token")
}

func mail(_ pdf: [UInt8]) throws -> String? {
    var mail = try MIMEMessage(from: "a@example.org", to: "b@example.org", subject: "Grüße", text: "Hallo\n")
    mail.attachments.append(.init(name: "größe.pdf", content: pdf))
    let bytes = try mail.encoded()

    return try MIMEMessage(bytes).text
}

print(try sealText().count)
refuse()
