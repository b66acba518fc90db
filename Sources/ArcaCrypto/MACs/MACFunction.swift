public import ArcaCore

/// A message authentication code chosen at run time; where it is known when writing, use ``HMAC``, ``CMAC``, ``GMAC``,
/// ``KMAC128`` or ``KMAC256``.
public struct MACFunction: Sendable, Hashable {
    enum Kind: Hashable { case hmac(HashFunction), cmac, gmac, kmac128, kmac256 }
    let kind: Kind

    /// HMAC (RFC 2104, FIPS 198-1) with a hash function.
    ///
    /// - Parameter function: Any function but SHAKE, which has no HMAC.
    /// - Returns: The code's function.
    /// - Throws: ``CryptoError`` with code `.unsupported` for an extendable function.
    public static func hmac(_ function: HashFunction) throws(CryptoError) -> MACFunction {
        guard !function.isExtendable else {
            throw CryptoError(.unsupported, "HMAC is not defined with \(function.name); use KMAC")
        }
        return MACFunction(kind: .hmac(function))
    }

    /// AES-CMAC (NIST SP 800-38B, RFC 4493); keys of 16, 24 or 32 bytes, codes of 16.
    public static let cmac = MACFunction(kind: .cmac)
    /// AES-GMAC (NIST SP 800-38D); keys of 16, 24 or 32 bytes, codes of 16, and a nonce that must never repeat.
    public static let gmac = MACFunction(kind: .gmac)
    /// KMAC128 (NIST SP 800-185); codes of any length, 32 bytes by default.
    public static let kmac128 = MACFunction(kind: .kmac128)
    /// KMAC256 (NIST SP 800-185); codes of any length, 64 bytes by default.
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

    /// The name that libcrypto knows the function by.
    var libcryptoName: String {
        switch kind {
        case .hmac: "HMAC"
        case .cmac: "CMAC"
        case .gmac: "GMAC"
        case .kmac128: "KMAC-128"
        case .kmac256: "KMAC-256"
        }
    }

    /// Length of a code in bytes when none is asked for.
    public var byteCount: Int {
        switch kind {
        case .hmac(let function): function.digestByteCount
        case .cmac, .gmac: 16
        case .kmac128: 32
        case .kmac256: 64
        }
    }

    /// Finds a function by the names that people write: `hmac-sha256`, `HMAC-SHA3-512`, `cmac`, `aes-gmac`, `kmac128`.
    ///
    /// - Parameter name: The name; case, hyphens and slashes do not count.
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
            self = try .hmac(HashFunction(named: String(key.dropFirst(4))))
        }
    }

    private init(kind: Kind) { self.kind = kind }

    /// What a code depends on besides key and message.
    public struct Options: Sendable, Hashable {
        /// For GMAC only: 1 to 128 bytes, best 12, never used twice with one key; not secret.
        public var nonce: [UInt8]?
        /// For KMAC only: text that separates one use from another, at most 512 bytes; not secret.
        public var customization: [UInt8]
        /// Bytes of code wanted; nil for the full ``MACFunction/byteCount``.
        ///
        /// KMAC takes any length from 1; of the others the first bytes are given, at least 4.
        public var outputByteCount: Int?

        /// Makes options; what is left out does not apply.
        public init(nonce: [UInt8]? = nil, customization: [UInt8] = [], outputByteCount: Int? = nil) {
            self.nonce = nonce
            self.customization = customization
            self.outputByteCount = outputByteCount
        }
    }

    /// Computes a code.
    ///
    /// - Parameters:
    ///   - message: Any length.
    ///   - key: Secret; for AES 16, 24 or 32 bytes, for KMAC 4 to 512, for HMAC any length.
    ///   - options: Nonce, customization and length.
    /// - Returns: The code; not secret.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.invalidIVLength` or `.invalidParameter`.
    @inlinable
    public func code(
        for message: borrowing some Bytes, using key: SymmetricKey, options: Options = Options()
    ) throws(CryptoError) -> [UInt8] {
        try message.withBytes { span throws(CryptoError) in try compute(span, key, options) }
    }

    /// Whether a code is that of a message, in a time that does not depend on how much of it is right.
    ///
    /// - Parameters:
    ///   - code: The code to check, of the length that `options` ask for.
    ///   - message: Any length.
    ///   - key: Secret, as for making the code.
    ///   - options: As for making the code.
    /// - Returns: Whether it is; a code of another length is wrong.
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
