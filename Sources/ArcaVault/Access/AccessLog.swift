internal import ArcaCore
internal import ArcaCrypto
internal import ArcaSystem

/// The file in which this machine records what other programs asked of a vault.
///
/// Records are sealed to a public key (HPKE), so appending needs no key of the vault, and reading needs the opened
/// vault: names of items and servers are as secret as in the vault. Anyone who can write the file can delete or forge
/// records, so the log does not testify against programs that run as the user.
///
/// Source: Documentation/VAULT-FORMAT.md, section 9.5; RFC 9180.
struct AccessLog: Sendable {
    /// Maximum size; the oldest records give way.
    static let largestByteCount = 256 << 10

    private static let magic = Array("arca.access.v1\0".utf8)
    private static let suite = HPKE.Ciphersuite.Curve25519_SHA256_ChachaPoly
    private static let keyByteCount = 32
    private static let headByteCount = magic.count + 4 + keyByteCount

    private let vault: [UInt8]
    private let folder: BytePath

    init(of vault: [UInt8], in folder: Vault.StateFolder) {
        self.vault = vault
        self.folder = folder.path.appending("access")
    }

    private var path: BytePath { folder.appending(Vault.StateFolder.name(of: vault)) }

    /// The parts of the file.
    private struct Contents {
        var epoch: UInt32
        var key: [UInt8]
        var records: [[UInt8]] = []

        var encoded: [UInt8] {
            records.reduce(into: magic + epoch.bigEndianBytes + key) { bytes, record in
                bytes += UInt16(record.count).bigEndianBytes + record
            }
        }
    }

    /// Appends a record without the vault's keys; false if this machine has no log of the vault.
    func append(_ access: Access) throws -> Bool {
        guard try read() != nil else { return false }
        return try whileLocked {
            guard var contents = try read() else { return false }
            try append([access], to: &contents)
            try write(contents)
            return true
        }
    }

    /// Appends records, with the keys of the opened vault.
    ///
    /// Records under the key of another epoch, which these keys do not open, are dropped.
    func append(_ accesses: [Access], with keys: EpochKeys) throws {
        let key = try Self.privateKey(keys)
        try whileLocked {
            var contents = Contents(epoch: keys.epoch, key: key.publicKey.rawRepresentation)
            if let known = try read(), known.epoch == contents.epoch { contents.records = known.records }
            try append(accesses, to: &contents)
            try write(contents)
        }
    }

    /// Opens all records, oldest first, and counts those that do not open.
    func accesses(with keys: EpochKeys) throws -> (accesses: [Access], unreadableCount: Int) {
        guard let contents = try read() else { return ([], 0) }
        let key = try Self.privateKey(keys)
        let info = info(contents.epoch)
        let found = contents.records.map { record in Self.open(record, key, info) }
        let accesses = found.compactMap(\.self)
        return (accesses, found.count - accesses.count)
    }

    /// Removes the log.
    func remove() throws {
        do {
            try Folder.removeFile(path)
        } catch {
            guard error.code == .notFound || error.code == .notDirectory else { throw error }
        }
    }

    // MARK: Sealing

    private static func privateKey(_ keys: EpochKeys) throws -> Curve25519.KeyAgreement.PrivateKey {
        let extracted = try HKDF<SHA256>.extract(inputKeyMaterial: keys.bytes, salt: magic + keys.vault)
        let seed = try HKDF<SHA256>.expand(
            pseudoRandomKey: extracted, info: keys.epoch.bigEndianBytes, outputByteCount: keyByteCount)
        return try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: seed)
    }

    private func info(_ epoch: UInt32) -> [UInt8] { Self.magic + vault + epoch.bigEndianBytes }

    private func append(_ accesses: [Access], to contents: inout Contents) throws {
        let key = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: contents.key)
        for access in accesses {
            let plain = access.encoded
            let padded = [UInt8](capacity: LengthBuckets.bucket(forContent: plain.count)) { output in
                output.append(contentsOf: plain.span)
                LengthBuckets.pad(&output)
            }
            var sender = try HPKE.Sender(
                recipientKey: key, ciphersuite: Self.suite, info: info(contents.epoch))
            contents.records.append(try sender.encapsulatedKey + sender.seal(padded))
        }
        var byteCount = Self.headByteCount + contents.records.reduce(0) { $0 + 2 + $1.count }
        var droppedCount = 0
        while byteCount > Self.largestByteCount {
            byteCount -= 2 + contents.records[droppedCount].count
            droppedCount += 1
        }
        contents.records.removeFirst(droppedCount)
    }

    private static func open(
        _ record: [UInt8], _ key: Curve25519.KeyAgreement.PrivateKey, _ info: [UInt8]
    ) -> Access? {
        guard
            var recipient = try? HPKE.Recipient(
                privateKey: key, ciphersuite: suite, info: info, encapsulatedKey: Array(record.prefix(keyByteCount))),
            let padded = try? recipient.open(Array(record.dropFirst(keyByteCount))),
            let count = try? LengthBuckets.contentByteCount(of: padded.span)
        else { return nil }
        return Access(Array(padded.prefix(count)))
    }

    // MARK: File

    private func whileLocked<Result>(_ body: () throws -> Result) throws -> Result {
        try Folder.createPrivate(folder)
        return try Folder.whileLocked(folder, body)
    }

    /// The file's parts; nil if there is none, or it is not a log.
    private func read() throws -> Contents? {
        let bytes: [UInt8]
        do {
            var file = try FileReader(path, followingLinks: false)
            bytes = try file.readAll(limit: Self.largestByteCount)
        } catch {
            switch error.code {
            case .notFound, .notDirectory, .limitExceeded, .isDirectory: return nil
            default: throw error
            }
        }
        guard bytes.count >= Self.headByteCount, bytes.starts(with: Self.magic) else { return nil }
        let head = bytes[Self.magic.count..<Self.headByteCount]
        var contents = Contents(
            epoch: head.prefix(4).bigEndianNumber(), key: Array(head.dropFirst(4)))
        var rest = bytes[Self.headByteCount...]
        while rest.count > 2 {
            let count = Int(rest.prefix(2).bigEndianNumber() as UInt16)
            rest = rest.dropFirst(2)
            guard count > 0, count <= rest.count else { break }
            contents.records.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return contents
    }

    private func write(_ contents: Contents) throws {
        var file = try AtomicFile(path, secret: true)
        try file.write(contents.encoded)
        try file.commit(isDurable: false)
    }
}
