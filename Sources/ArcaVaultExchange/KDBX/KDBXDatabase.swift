internal import ArcaCompression
internal import ArcaContainers
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaVault

/// A KeePass database, opened and verified.
///
/// Version 4 is authenticated before anything is decrypted. Version 3 has no MAC: the first bytes of the decrypted
/// content show that the key is right, each block has a hash, and the XML has one of the header.
///
/// Source: keepass.info, "KDBX 4" and "KDBX File Format Specification".
struct KDBXDatabase {
    /// The decrypted content: in version 4 an inner header and XML, in version 3 XML.
    let content: SecretBytes
    /// The XML in the content.
    private(set) var xml: Range<Int>
    /// The attachments in the content, by number; version 3 has them in the XML.
    private(set) var attachments: [Range<Int>] = []
    let stream: KDBXStream
    /// SHA-256 of the header, if the XML must prove it.
    let headerHash: [UInt8]?

    /// Opens a database.
    ///
    /// - Throws: ``VaultError`` with code `.locked` without passphrase and key file, `.wrongCredential` for wrong ones,
    ///   `.costTooHigh`, `.tampered`, `.malformed` or `.unsupported`.
    init(_ bytes: Span<UInt8>, _ opening: ImportedItems.Opening) throws {
        guard let header = KDBXHeader(bytes) else {
            throw VaultError(.malformed, at: 0, "the file is not a KeePass database (KDBX)")
        }
        guard 3...4 ~= header.major else {
            throw VaultError(
                .unsupported, "the database is of version \(header.major).\(header.minor); expected 3 or 4",
                hint: "save it again with a newer KeePass or KeePassXC")
        }
        let start = try Self.verifiedEnd(of: header, bytes)
        let lock = try Lock(header)
        guard opening.passphrase != nil || opening.keyFile != nil else { throw VaultError.needsPassphrase }
        let keys = try KDBXKeys(
            passphrase: opening.passphrase, keyFile: opening.keyFile, lock.derivation, masterSeed: lock.masterSeed,
            limits: opening.limits)
        if header.major >= 4 {
            content = try lock.open4(bytes, headerByteCount: start, keys)
            headerHash = nil
            var inner = KDBXInnerHeader()
            try content.withBytes { try inner.read($0, largestCount: PartLimits(byteCount: bytes.count).parts) }
            (xml, attachments) = (inner.end..<content.count, inner.attachments)
            stream = try KDBXStream(inner.stream, key: inner.key)
        } else {
            content = try lock.open3(bytes.extracting(start...), keys)
            headerHash = SHA256.hash(bytes.extracting(..<start))
            xml = 0..<content.count
            guard let identifier = header.number(.stream, byteCount: 4), let key = header[.streamKey] else {
                throw VaultError(.malformed, "the header of the database has no key for protected values")
            }
            stream = try KDBXStream(identifier, key: SecretBytes(copying: key))
        }
    }

    /// The end of the header; in version 4, of its hash and MAC.
    private static func verifiedEnd(of header: KDBXHeader, _ bytes: Span<UInt8>) throws -> Int {
        if let end = header.byteCount, header.major >= 4, bytes.count >= end + 64 {
            // Before its fields mean anything.
            guard constantTimeEqual(SHA256.hash(bytes.extracting(..<end)), bytes.extracting(end..<end + 32)) else {
                throw VaultError(.tampered, at: 0, "the header of the database was changed or damaged")
            }
        }
        if let damage = header.damage {
            throw VaultError(.malformed, at: 0, "the header of the database is damaged: \(damage)")
        }
        guard let end = header.byteCount, header.major < 4 || bytes.count >= end + 64 else {
            throw VaultError(.malformed, at: bytes.count, "the database was cut: it has only a header")
        }
        return end
    }

    /// The parameters of the encryption, from the header.
    private struct Lock {
        let derivation: KDBXHeader.Derivation
        let masterSeed: [UInt8]
        private let isChaCha20: Bool
        private let iv: [UInt8]
        private let isCompressed: Bool
        private let startBytes: [UInt8]

        init(_ header: KDBXHeader) throws {
            switch header.encryption {
            case .aes256CBC: isChaCha20 = false
            case .chaCha20: isChaCha20 = true
            case .other(let name):
                throw VaultError(
                    .unsupported, "the database is encrypted with \(name); expected AES-256-CBC or ChaCha20",
                    hint: "set its encryption to AES or ChaCha20 in KeePass or KeePassXC, and save it")
            case nil: throw VaultError(.malformed, "the header of the database names no encryption")
            }
            let compression = header.number(.compression, byteCount: 4)
            guard let derivation = header.derivation, let seed = header[.masterSeed], seed.count == 32,
                let iv = header[.iv], iv.count == (isChaCha20 ? 12 : 16), let compression, compression < 2
            else {
                throw VaultError(
                    .malformed, "the header of the database is damaged: a field is missing or has a wrong value")
            }
            self.derivation = derivation
            masterSeed = seed
            self.iv = iv
            isCompressed = compression == 1
            startBytes = header[.startBytes] ?? []
            guard header.major >= 4 || startBytes.count == 32 else {
                throw VaultError(.malformed, "the header of the database is damaged: it has no start bytes")
            }
        }

        func open4(_ bytes: Span<UInt8>, headerByteCount: Int, _ keys: KDBXKeys) throws -> SecretBytes {
            var mac = keys.mac(ofBlock: KDBXKeys.header)
            mac.update(data: bytes.extracting(..<headerByteCount))
            let start = headerByteCount + 64
            guard constantTimeEqual(mac.finalize(), bytes.extracting(start - 32..<start)) else {
                throw KDBXDatabase.wrongKey("")
            }
            let blocks = try KDBXBlocks.authenticated(from: start, of: bytes, keys)
            return try decompressed(decrypted(bytes, blocks, keys.encryption) { _ in })
        }

        func open3(_ bytes: Span<UInt8>, _ keys: KDBXKeys) throws -> SecretBytes {
            // The first bytes, and the hash and length of the last block.
            guard bytes.count >= 32 + 40 else { throw VaultError(.tampered, "the database was cut") }
            let plain = try decrypted(bytes, [0..<bytes.count], keys.encryption) { first in
                guard constantTimeEqual(first.extracting(..<32), startBytes) else {
                    throw KDBXDatabase.wrongKey(", or the beginning of the database was damaged")
                }
            }
            return try decompressed(plain.withBytes { try KDBXBlocks.hashed($0.extracting(32...)) })
        }

        /// Decrypts parts in sequence; `check` sees the content before anything is known of its end.
        private func decrypted(
            _ bytes: Span<UInt8>, _ parts: [Range<Int>], _ key: SymmetricKey, check: (Span<UInt8>) throws -> Void
        ) throws -> SecretBytes {
            let byteCount = parts.reduce(0) { $0 + $1.count }
            return try SecretBytes(byteCount: byteCount + CipherStream.maximumFinalByteCount) { output in
                var stream = try cipher(key)
                for part in parts { try stream.update(bytes.extracting(part), into: &output) }
                try check(output.span)
                do throws(CryptoError) {
                    try stream.finish(into: &output)
                } catch {
                    throw VaultError(.tampered, "the database was cut or damaged: its end is not as encrypted")
                }
            }
        }

        private func cipher(_ key: SymmetricKey) throws -> CipherStream {
            guard !isChaCha20 else { return try KDBXStream.chaCha20(key, nonce: iv) }
            return try CipherStream(decrypting: .aes256CBC, using: key, iv: iv)
        }

        private func decompressed(_ plain: SecretBytes) throws -> SecretBytes {
            guard isCompressed else { return plain }
            return try plain.withBytes { plain in
                guard plain.count >= 18,
                    let byteCount = LittleEndianReader.number(plain.extracting((plain.count - 4)...))
                else { throw VaultError(.malformed, "the content of the database is not gzip") }
                let largest = min(ImportedItems.largestByteCount, max(16 << 20, plain.count * 32))
                guard byteCount <= largest else {
                    throw VaultError(
                        .malformed, "the content of the database has \(byteCount) bytes, above the limit of \(largest)")
                }
                do {
                    var inflater = Inflater(format: .gzip, limits: InflateLimits(maximumByteCount: byteCount))
                    // One more byte: a full output would leave gzip's trailer unread.
                    let content = try SecretBytes(byteCount: byteCount + 1) { output in
                        let read = try inflater.inflate(plain, into: &output)
                        try inflater.finish()
                        guard read == plain.count, output.count == byteCount else {
                            throw CompressionError(.corrupt, "the length is wrong")
                        }
                    }
                    return content
                } catch let error as CompressionError {
                    throw VaultError(.malformed, "the content of the database is not gzip: \(error.reason)")
                }
            }
        }
    }

    private static func wrongKey(_ otherwise: String) -> VaultError {
        VaultError(
            .wrongCredential, "wrong passphrase or key file\(otherwise)",
            hint: "a database that also needs a hardware key cannot be opened; remove it in KeePassXC first")
    }
}

/// The numbers of entries and other parts that a file may have: each takes much more memory than bytes of the file.
struct PartLimits {
    /// Entries and older versions; the compressed length of a real one is more than 32 bytes.
    var entries: Int
    /// Fields and attachments.
    var parts: Int

    init(byteCount: Int) {
        entries = max(25_000, byteCount / 32)
        parts = max(100_000, byteCount / 4)
    }
}
