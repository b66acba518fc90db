public import ArcaCore
public import ArcaCrypto

/// A PKCS #12 store of private keys and certificates: `.p12`, `.pfx`.
///
/// The MAC is verified before any content is used. Supports DER with a passphrase. Stores in BER, and stores signed or
/// encrypted with public keys, are rejected. A part with an unsupported cipher, common for certificates in older files,
/// is skipped if a private key is found without it.
///
/// ```swift
/// let key = try PKCS12(file, passphrase: passphrase).keys[0].key
/// ```
///
/// Source: RFC 7292; RFC 9579 for PBMAC1.
public struct PKCS12: Sendable {
    /// A private key in a store.
    public struct Key: Sendable {
        /// The key.
        public let key: AnyPrivateKey
        /// The friendly name, or nil if absent.
        public let name: String?
        /// The encryption of the key, or nil if the key itself is not encrypted.
        public let encryption: String?
    }

    /// A certificate in a store, unverified.
    public struct Certificate: Sendable {
        /// The certificate.
        public let certificate: X509Certificate
        /// The friendly name, or nil if absent.
        public let name: String?
    }

    /// The private keys, in file order.
    public let keys: [Key]
    /// The certificates, in file order.
    public let certificates: [Certificate]
    /// The integrity protection of the store, such as `HMAC-SHA-256, 2048 iterations`, or nil if there is none.
    public let integrity: String?

    /// Reads a store.
    ///
    /// - Parameters:
    ///   - file: The whole file in DER; secret.
    ///   - passphrase: The passphrase in UTF-8, possibly empty. With nil, the empty passphrase is tried if that is
    ///     cheap.
    ///   - limits: The maximum cost of one key derivation. The total is limited to 2,000,000 iterations.
    /// - Throws: ``KeyError``: `.passphraseNeeded`; `.wrongPassphrase`; `.malformed`, also if the passphrase is right
    ///   but the MAC shows that the store was modified; `.costTooHigh`; `.unsupported`; `.notAKey` for a store without
    ///   keys and certificates.
    public init(
        _ file: borrowing some Bytes, passphrase: SecretBytes? = nil, limits: CostLimits = .keys
    ) throws(KeyError) {
        self = try file.withBytes { bytes throws(KeyError) in
            guard let passphrase else {
                var limits = limits
                let most = PKCS12.largestGuessCost
                limits.pbkdf2Iterations =
                    min(limits.pbkdf2Iterations.lowerBound, most)...min(limits.pbkdf2Iterations.upperBound, most)
                do throws(KeyError) {
                    return try PKCS12(bytes, SecretBytes(copying: [UInt8]()), limits)
                } catch {
                    guard error.code == .wrongPassphrase || error.code == .costTooHigh else { throw error }
                    throw KeyError(.passphraseNeeded, "the store is encrypted: it needs a passphrase")
                }
            }
            return try PKCS12(bytes, passphrase, limits)
        }
    }

    /// The maximum iteration count for trying the empty passphrase unasked.
    private static let largestGuessCost = 100_000

    private init(_ bytes: Span<UInt8>, _ passphrase: SecretBytes, _ limits: CostLimits) throws(KeyError) {
        var reader = DERReader(bytes)
        var store = try reader.sequence(in: bytes)
        try reader.finish()
        let place = store.offset
        guard try store.smallInteger(in: bytes) == 3 else {
            throw KeyError(.malformed, at: place, "a PKCS #12 store of another version than 3")
        }
        let content = try PKCS12Reader.data(&store, in: bytes)
        let mac = store.isAtEnd ? nil : try PKCS12MAC(&store, in: bytes)
        try store.finish()
        var parts = PKCS12Reader(passphrase: passphrase, limits: limits)
        integrity = mac?.description
        let isIntact = try mac?.isValid(bytes.extracting(content), &parts)
        do throws(KeyError) {
            try parts.readAll(DERReader(content), in: bytes)
        } catch {
            guard isIntact == false, error.code == .unsupported else { throw error }
            throw KeyError.wrongPassphrase
        }
        guard isIntact ?? true else {
            guard parts.hasDecrypted else { throw KeyError.wrongPassphrase }
            throw KeyError(
                .malformed, "the store was changed: the passphrase opens it, but its MAC does not match its content")
        }
        guard !parts.keys.isEmpty || !parts.certificates.isEmpty else {
            throw parts.unsupported ?? KeyError(.notAKey, "the PKCS #12 store contains no key and no certificate")
        }
        keys = parts.keys
        certificates = parts.certificates
    }

    /// Whether the bytes begin like a store: version 3 and a content type.
    static func recognizes(_ bytes: Span<UInt8>) -> Bool {
        var reader = DERReader(bytes)
        guard var store = try? reader.sequence(in: bytes), (try? store.smallInteger(in: bytes)) == 3,
            var content = try? store.sequence(in: bytes)
        else { return isBER(bytes) }
        return (try? content.objectIdentifier(in: bytes)) != nil
    }

    /// Whether the bytes begin like a store in BER with indefinite lengths: SEQUENCE, version 3, SEQUENCE.
    static func isBER(_ bytes: Span<UInt8>) -> Bool {
        let start: [UInt8] = [0x30, 0x80, 2, 1, 3, 0x30]
        return bytes.count > start.count && start.indices.allSatisfy { bytes[$0] == start[$0] }
    }
}
