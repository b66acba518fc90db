internal import ArcaCore
internal import ArcaCrypto
internal import ArcaVault

/// The team key of one epoch and the keys derived from it, which encrypt records and authenticate the set of records.
///
/// The name commits to the key, so members can check that all have the same one. Removing a member starts a new epoch,
/// whose key decrypts the previous one and thereby all records.
///
/// Source: Documentation/TEAM-VAULT.md, section 2.
final class TeamKeys: Sendable {
    static let byteCount = 32
    static let nameByteCount = 16
    /// The size of the header before a record's ciphertext: key name, nonce and tag.
    static let headByteCount = nameByteCount + PreparedXAES.nonceByteCount + PreparedXAES.tagByteCount
    private static let label = Array("arca.team.v1\0".utf8)

    let number: UInt32
    let secret: SecretBytes
    /// 16 bytes, public.
    let name: [UInt8]
    private let vault: [UInt8]
    private let record: PreparedXAES
    private let previous: PreparedXAES
    private let root: PreparedHMAC

    /// Derives the keys from 32 random bytes; throws `.tampered` for another size.
    init(_ secret: SecretBytes, number: UInt32, vault: [UInt8]) throws {
        guard secret.count == Self.byteCount else {
            throw VaultError(.tampered, "a team's key has \(secret.count) bytes, not \(Self.byteCount)")
        }
        (self.secret, self.number, self.vault) = (secret, number, vault)
        let code = HMAC<SHA256>.authenticationCode(
            for: Array("arca.team.v1/kid\0".utf8) + vault + number.bigEndianBytes, using: SymmetricKey(secret))
        let name = Array(code.bytes.prefix(Self.nameByteCount))
        self.name = name
        func key(_ purpose: String) throws -> SymmetricKey {
            try HKDF<SHA256>.deriveKey(
                inputKeyMaterial: secret, salt: vault, info: Array("arca.team.v1/\(purpose)\0".utf8) + name,
                outputByteCount: 32)
        }
        record = try PreparedXAES(key("record"))
        previous = try PreparedXAES(key("previous"))
        root = try PreparedHMAC(key("root"))
    }

    // MARK: Records

    /// The digest of a record, as named in commits.
    static func digest(_ name: TeamRecord.Name, _ body: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.update(Array("arca.record.v1\0".utf8) + [name.kind])
        hash.update(name.key)
        hash.update(body)
        return hash.finalize().bytes
    }

    /// A record's share of the sum over all records; only members can compute it.
    func leaf(_ name: TeamRecord.Name, _ digest: [UInt8]) -> UInt128 {
        root.prefix(([name.kind] + name.key).span, digest.span)
    }

    /// Encrypts a padded plaintext as a record's body.
    func seal(_ padded: SecretBytes, as name: TeamRecord.Name) throws -> [UInt8] {
        try self.name + Self.seal(padded, under: record, authenticating: associatedData(name))
    }

    /// Decrypts a body; returns the padded plaintext.
    func open(_ body: [UInt8], as name: TeamRecord.Name) throws -> SecretBytes {
        guard body.count > Self.headByteCount, body.starts(with: self.name) else { throw Self.damaged }
        return try Self.open(
            Array(body.dropFirst(Self.nameByteCount)), under: record, authenticating: associatedData(name))
    }

    private func associatedData(_ name: TeamRecord.Name) -> [UInt8] {
        Self.label + [name.kind] + vault + self.name + name.key
    }

    // MARK: Epochs

    /// Encrypts the previous epoch's key for all holders of this one.
    func seal(previous keys: TeamKeys) throws -> [UInt8] {
        try keys.name + Self.seal(keys.secret, under: previous, authenticating: Self.label + [0] + vault + keys.name)
    }

    func openPrevious(_ sealed: [UInt8]) throws -> TeamKeys {
        guard sealed.count == Self.headByteCount + Self.byteCount, number > 1 else { throw Self.damaged }
        let name = Array(sealed.prefix(Self.nameByteCount))
        let secret = try Self.open(
            Array(sealed.dropFirst(Self.nameByteCount)), under: previous,
            authenticating: Self.label + [0] + vault + name)
        let keys = try TeamKeys(secret, number: number - 1, vault: vault)
        guard keys.name == name else { throw Self.damaged }
        return keys
    }

    // MARK: Sealing

    /// Returns nonce, tag and ciphertext.
    static func seal(_ plain: SecretBytes, under key: PreparedXAES, authenticating aad: [UInt8]) throws -> [UInt8] {
        let nonce = try SecureRandom.bytes(PreparedXAES.nonceByteCount)
        return try plain.withBytes { plain in
            try [UInt8](capacity: PreparedXAES.nonceByteCount + PreparedXAES.tagByteCount + plain.count) { output in
                output.append(contentsOf: nonce.span)
                try key.seal(plain, nonce: nonce.span, authenticating: aad.span, into: &output)
            }
        }
    }

    static func open(_ sealed: [UInt8], under key: PreparedXAES, authenticating aad: [UInt8]) throws -> SecretBytes {
        let (nonce, head) = (PreparedXAES.nonceByteCount, PreparedXAES.nonceByteCount + PreparedXAES.tagByteCount)
        guard sealed.count >= head else { throw damaged }
        let ciphertext = sealed.span.extracting(droppingFirst: head)
        return try SecretBytes(byteCount: ciphertext.count) { output in
            do {
                try key.open(
                    ciphertext, tag: sealed.span.extracting(nonce..<head), nonce: sealed.span.extracting(first: nonce),
                    authenticating: aad.span, into: &output)
            } catch let error as CryptoError where error.code == .authenticationFailed {
                throw damaged
            }
        }
    }

    static let damaged = VaultError(.forged, "a record of the team's log does not open: it was changed")
}

/// All team keys of a file, found by name.
struct TeamKeyring: Sendable {
    /// In epoch order; never empty.
    private(set) var all: [TeamKeys]

    /// Creates a keyring from keys of consecutive epochs in order; nil for others.
    init?(_ all: [TeamKeys]) {
        guard !all.isEmpty, zip(all, all.dropFirst()).allSatisfy({ $0.number + 1 == $1.number }) else { return nil }
        self.all = all
    }

    var newest: TeamKeys { all[all.count - 1] }

    mutating func append(_ keys: TeamKeys) { all.append(keys) }

    func open(_ body: [UInt8], as name: TeamRecord.Name) throws -> SecretBytes {
        guard let keys = all.last(where: { body.starts(with: $0.name) }) else { throw TeamKeys.damaged }
        return try keys.open(body, as: name)
    }
}
