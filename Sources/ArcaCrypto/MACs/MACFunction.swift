public import ArcaCore

/// A MAC function selected at run time.
///
/// If it is known at compile time, use ``HMAC``, ``CMAC``, ``GMAC``, ``KMAC128`` or ``KMAC256``.
public struct MACFunction: Sendable, Hashable {
    enum Kind: Hashable { case hmac(AnyHashFunction), cmac, gmac, kmac128, kmac256 }
    let kind: Kind

    /// HMAC (RFC 2104, FIPS 198-1) with a hash function.
    ///
    /// - Parameter function: Any hash function except SHAKE, for which HMAC is not defined.
    /// - Returns: The MAC function.
    /// - Throws: ``CryptoError`` with code `.unsupported` for SHAKE.
    public static func hmac(_ function: AnyHashFunction) throws(CryptoError) -> MACFunction {
        guard !function.isExtendable else {
            throw CryptoError(.unsupported, "HMAC is not defined with \(function.name); use KMAC")
        }
        return MACFunction(kind: .hmac(function))
    }

    /// AES-CMAC (NIST SP 800-38B, RFC 4493); keys of 16, 24 or 32 bytes, 16-byte MACs.
    public static let cmac = MACFunction(kind: .cmac)
    /// AES-GMAC (NIST SP 800-38D); keys of 16, 24 or 32 bytes, 16-byte MACs, and a nonce that must never repeat.
    public static let gmac = MACFunction(kind: .gmac)
    /// KMAC128 (NIST SP 800-185); MACs of any length, 32 bytes by default.
    public static let kmac128 = MACFunction(kind: .kmac128)
    /// KMAC256 (NIST SP 800-185); MACs of any length, 64 bytes by default.
    public static let kmac256 = MACFunction(kind: .kmac256)

    /// The standard's name: `HMAC-SHA-256`, `AES-CMAC`, `KMAC128`.
    public var name: String {
        switch kind {
        case .hmac(let function): "HMAC-\(function.name)"
        case .cmac: "AES-CMAC"
        case .gmac: "AES-GMAC"
        case .kmac128: "KMAC128"
        case .kmac256: "KMAC256"
        }
    }

    var libcryptoName: String {
        switch kind {
        case .hmac: "HMAC"
        case .cmac: "CMAC"
        case .gmac: "GMAC"
        case .kmac128: "KMAC-128"
        case .kmac256: "KMAC-256"
        }
    }

    /// Default length of a MAC in bytes.
    public var byteCount: Int {
        switch kind {
        case .hmac(let function): function.digestByteCount
        case .cmac, .gmac: 16
        case .kmac128: 32
        case .kmac256: 64
        }
    }

    /// Finds a function by any common name: `hmac-sha256`, `HMAC-SHA3-512`, `cmac`, `aes-gmac`, `kmac128`.
    ///
    /// - Parameter name: The name; case, hyphens and underscores are ignored.
    /// - Throws: ``CryptoError`` with code `.unknownAlgorithm`, or `.unsupported` for HMAC with SHAKE.
    public init(named name: String) throws(CryptoError) {
        let key = name.lowercased().filter { $0 != "-" && $0 != "_" }
        switch key {
        case "cmac", "aescmac", "cmacaes": self = .cmac
        case "gmac", "aesgmac", "gmacaes": self = .gmac
        case "kmac128": self = .kmac128
        case "kmac256": self = .kmac256
        default:
            guard key.hasPrefix("hmac"), key.count > 4 else {
                throw CryptoError(
                    .unknownAlgorithm,
                    "unknown message authentication code \(name); there are hmac-HASH, cmac, gmac, kmac128, kmac256"
                )
            }
            self = try .hmac(AnyHashFunction(named: String(key.dropFirst(4))))
        }
    }

    private init(kind: Kind) { self.kind = kind }

    /// The parameters of a MAC other than key and message.
    public struct Options: Sendable, Hashable {
        /// The nonce for GMAC: 1 to 128 bytes, preferably 12, unique for the key; not secret.
        public var nonce: [UInt8]?
        /// The customization string for KMAC: up to 512 bytes for domain separation; not secret.
        public var customization: [UInt8]
        /// Length of the MAC in bytes; nil for ``MACFunction/byteCount``.
        ///
        /// Any length from 1 for KMAC; other MACs are truncated to at least 4 bytes.
        public var outputByteCount: Int?

        /// Creates options; omitted ones do not apply.
        public init(nonce: [UInt8]? = nil, customization: [UInt8] = [], outputByteCount: Int? = nil) {
            self.nonce = nonce
            self.customization = customization
            self.outputByteCount = outputByteCount
        }
    }

    /// Computes a MAC.
    ///
    /// - Parameters:
    ///   - message: The message, of any length.
    ///   - key: The secret key: 16, 24 or 32 bytes for AES, 4 to 512 for KMAC, any length for HMAC.
    ///   - options: Nonce, customization and length.
    /// - Returns: The MAC.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.invalidIVLength` or `.invalidParameter`.
    @inlinable
    public func code(
        for message: borrowing some Bytes, using key: SymmetricKey, options: Options = Options()
    ) throws(CryptoError) -> [UInt8] {
        try message.withBytes { span throws(CryptoError) in try compute(span, key, options) }
    }

    /// Verifies a MAC in constant time, with the key and options that it was computed with.
    ///
    /// A MAC of another length than that in `options` is invalid.
    ///
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.invalidIVLength` or `.invalidParameter`.
    public func isValid(
        _ code: borrowing some Bytes, for message: borrowing some Bytes, using key: SymmetricKey,
        options: Options = Options()
    ) throws(CryptoError) -> Bool {
        constantTimeEqual(try self.code(for: message, using: key, options: options), code)
    }
}

extension MACFunction: CustomStringConvertible {
    /// The standard's name.
    public var description: String { name }
}
