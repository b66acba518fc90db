public import ArcaCore
internal import ArcaCompression
public import ArcaCrypto
public import ArcaKeys

/// A decrypted token.
///
/// Decryption shows only that the token was for this key. With a symmetric key or a passphrase, the sender has the same
/// secret. With a public key, anyone may have created the token: to authenticate the sender, sign the message.
///
/// ```swift
/// let text = try JWE.encrypt(message, to: publicKey)
/// let token = try JWE(decrypting: text, keys: JWKSet(privateKey))
/// ```
///
/// Source: RFC 7516.
public struct JWE: Sendable {
    /// Limits on what a token may request in decryption.
    public struct Options: Sendable, Hashable {
        /// The allowed key management algorithms; nil for all that the keys allow.
        public var algorithms: Set<JWEAlgorithm>?
        /// Whether to accept RSA1_5; safe only if an attacker cannot observe whether decryption succeeds.
        public var allowsRSA15: Bool
        /// The maximum number of PBKDF2 iterations; 1,000,000 by default, which take about half a second.
        public var maximumIterations: Int
        /// The maximum size of a decompressed payload, which is held in memory: 0 to 1 GiB, 256 KiB by default.
        public var maximumInflatedByteCount: Int

        /// Creates options.
        public init(
            algorithms: Set<JWEAlgorithm>? = nil, allowsRSA15: Bool = false, maximumIterations: Int = 1_000_000,
            maximumInflatedByteCount: Int = 256 << 10
        ) {
            self.algorithms = algorithms
            self.allowsRSA15 = allowsRSA15
            self.maximumIterations = maximumIterations
            self.maximumInflatedByteCount = min(max(maximumInflatedByteCount, 0), 1 << 30)
        }
    }

    /// The header.
    public let header: JOSEHeader
    /// The plaintext.
    public let plaintext: SecretBytes
    /// The key management algorithm.
    public let algorithm: JWEAlgorithm
    /// The content encryption algorithm.
    public let encryption: JWEEncryption
    /// The caller's key that decrypted the token.
    public let key: JSONWebKey

    // MARK: Decryption

    /// Decrypts a token in compact form, and verifies its tag.
    ///
    /// - Parameters:
    ///   - text: The token: five parts separated by dots, without whitespace.
    ///   - keys: Private or symmetric keys; the token selects one by `kid`. A passphrase is a symmetric key.
    ///   - options: Limits on what the token may request.
    /// - Throws: ``JOSEError``: `.malformed`, `.unsupported`, `.algorithmNotAllowed`, `.wrongKeyType`, `.weakKey`,
    ///   `.unknownKey`, `.costTooHigh`, and `.notDecrypted` for a wrong key or a modified token.
    public init(
        decrypting text: borrowing some Bytes, keys: JWKSet, options: Options = Options()
    ) throws(JOSEError) {
        let parts = try Self.parts(text)
        header = try JOSEHeader(part: parts[0])
        // b64 is only for signatures, so no critical extension is supported.
        try header.check(known: [])
        let algorithm = try JWEAlgorithm(header, options)
        let name = try header.text("enc")
        guard let encryption = JWEEncryption(rawValue: name) else {
            throw JOSEError(.unsupported, "no content encryption is called \(JOSEHeader.shown(name))")
        }
        if let zip = header.members["zip"]?.string, zip != "DEF" {
            throw JOSEError(.unsupported, "no compression is called \(JOSEHeader.shown(zip))")
        }
        let wrapped = try CompactText.decode(parts[1], "key part")
        let iv = try CompactText.decode(parts[2], "initialization vector")
        let ciphertext = try CompactText.decode(parts[3], "ciphertext")
        let tag = try CompactText.decode(parts[4], "tag")
        try encryption.checkLengths(iv: iv, tag: tag)
        key = try keys.key(for: header) { key throws(JOSEError) in
            try algorithm.check(key, encryption, isEncrypting: false)
        }
        let contentKey = try algorithm.contentKey(wrapped, header, encryption: encryption, by: key, options: options)
        let opened = try encryption.open(
            iv: iv, ciphertext: ciphertext, tag: tag, using: contentKey, authenticating: parts[0])
        // After the tag is verified, so only a holder of the key can cause decompression.
        plaintext =
            header.members["zip"] == nil ? opened : try Self.inflated(opened, options.maximumInflatedByteCount)
        self.algorithm = algorithm
        self.encryption = encryption
    }

    /// Decrypts a token in compact form, like ``init(decrypting:keys:options:)`` for bytes.
    public init(decrypting text: String, keys: JWKSet, options: Options = Options()) throws(JOSEError) {
        try self.init(decrypting: text.utf8, keys: keys, options: options)
    }

    private static func parts(_ text: borrowing some Bytes) throws(JOSEError) -> [[UInt8]] {
        let isJSON = text.withBytes { text in text.count > 0 && text[0] == .leftBrace }
        guard !isJSON else { throw JOSEError(.unsupported, "this is JSON; encrypted tokens are read in compact form") }
        let parts = CompactText.parts(text)
        if parts?.count == 3 {
            throw JOSEError(.unsupported, "this is a signed token (JWS), which is not encrypted")
        }
        guard let parts, parts.count == 5 else {
            throw JOSEError(
                .malformed,
                "an encrypted token has 5 parts with dots between them; found \(parts.map { "\($0.count)" } ?? "more")")
        }
        return parts
    }

    /// Decompresses a payload up to a limit: 78 KB can expand to 60 MB.
    private static func inflated(_ compressed: SecretBytes, _ limit: Int) throws(JOSEError) -> SecretBytes {
        var inflater = Inflater(
            format: .deflate, limits: InflateLimits(maximumByteCount: limit, maximumRatio: nil))
        do {
            return try SecretBytes(byteCount: limit + 1) { output in
                let count = try compressed.withBytes { try inflater.inflate($0, into: &output) }
                try inflater.finish()
                guard count == compressed.count else {
                    throw JOSEError(.malformed, "extra data after the compressed payload")
                }
            }
        } catch {
            guard let error = error as? CompressionError else { throw JOSEError(wrapping: error) }
            throw error.code == .limitExceeded
                ? JOSEError(.costTooHigh, "the payload inflates to more than \(limit) bytes")
                : JOSEError(.malformed, "the payload is not deflated data: \(error.reason)")
        }
    }

    // MARK: Encryption

    /// Encrypts a message.
    ///
    /// - Parameters:
    ///   - message: Any bytes; the token reveals their length.
    ///   - key: The receiver's public key, or a shared symmetric key.
    ///   - algorithm: An algorithm that the key allows; nil for ``JWEAlgorithm/init(for:)``. A passphrase needs a PBES2
    ///     algorithm.
    ///   - encryption: The content encryption algorithm.
    ///   - type: The token's type (`typ`).
    ///   - contentType: The type of the message (`cty`); `JWT` for a nested signed JWT.
    ///   - iterations: The number of PBKDF2 iterations for a passphrase, 1,000 or more; some receivers accept at most
    ///     300,000 or less.
    ///   - extra: Additional header members, such as `apu` and `apv`; not `alg`, `enc`, `zip` or `crit`.
    /// - Returns: The token in compact form. It is never compressed, because the length would reveal something about
    ///   the content.
    /// - Throws: ``JOSEError`` `.wrongKeyType`, `.weakKey`, `.malformed` for an unusable key, `.unsupported` for
    ///   RSA1_5, `.invalidOption`.
    public static func encrypt(
        _ message: borrowing some Bytes, to key: JSONWebKey, algorithm: JWEAlgorithm? = nil,
        encryption: JWEEncryption = .a256GCM, type: String? = nil, contentType: String? = nil,
        iterations: Int = 210_000, header extra: JSONObject = JSONObject()
    ) throws(JOSEError) -> String {
        let algorithm = if let algorithm { algorithm } else { try JWEAlgorithm(for: key) }
        try algorithm.check(key, encryption, isEncrypting: true)
        var members = JSONObject()
        members["alg"] = .string(algorithm.rawValue)
        members["enc"] = .string(encryption.rawValue)
        members["kid"] = key.id.map(JSONValue.string)
        members["typ"] = type.map(JSONValue.string)
        members["cty"] = contentType.map(JSONValue.string)
        for member in extra.members {
            guard !["zip", "crit", "epk", "iv", "tag", "p2s", "p2c"].contains(member.name),
                members.append(member.name, member.value)
            else {
                throw JOSEError(.invalidOption, "the member \(JOSEHeader.shown(member.name)) is not set as others are")
            }
        }
        let (contentKey, wrapped) = try algorithm.freshKey(
            for: key, encryption, iterations: iterations, header: &members)
        let protected = CompactText.encode(JSONValue.object(members).text().utf8)
        let sealed = try encryption.seal(message, using: contentKey, authenticating: protected)
        return CompactText.joined(
            [protected] + [wrapped, sealed.iv, sealed.ciphertext, sealed.tag].map { CompactText.encode($0) })
    }
}
