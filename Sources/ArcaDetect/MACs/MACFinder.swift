@_exported public import ArcaCrypto

/// Finds how another program signed a request: the canonical text, the place of the secret, the function and encoding.
///
/// The message is a request, a URL, a form, a JSON object, lines of parameters or any text. The search combines
/// canonical texts (parameters sorted or in order, compact JSON, lines of method, path, timestamp and body), places of
/// the secret, functions (MD5, SHA-1, SHA-2 and SM3, plain or as HMAC) and encodings. AWS Signature 4, OAuth 1, WeChat
/// Pay, Alipay, Stripe, Slack and many others are such combinations. A result of 64 bits or more is proof.
///
/// ```swift
/// let secret = SecretBytes(copying: "192006250b4c09247ec02edce69f6a2d".utf8)
/// let report = try MACFinder().find("b=2&a=1", signature: "…", secret: secret)
/// report.best?.rule          // parameters sorted by name; joined as a=1&b=2; then &key=‹secret›; MD5
/// report.best?.text          // a=1&b=2&key=‹secret›
/// ```
///
/// The result never contains the secret. The same input always gives the same report.
public struct MACFinder: Sendable {
    /// Limits on the work and memory of a search.
    public struct Limits: Sendable, Hashable {
        /// Maximum size of the message, in bytes; a longer one is not searched.
        public var inputByteCount = 1 << 20
        /// Maximum number of parameters; more are only tried as they are.
        public var parameterCount = 1024
        /// Maximum size of a JSON object that is written in other ways, in bytes.
        public var jsonByteCount = 64 << 10
        /// Maximum number of bytes that are written or hashed, plus a fixed amount for each trial; it bounds the time.
        public var workByteCount = 128 << 20

        /// Creates the standard limits: 1 MiB of message, 1024 parameters, 128 MiB of work.
        public init() {}

        /// The standard limits.
        public static let standard = Limits()
    }

    /// A named value that belongs to the request, such as a timestamp that was sent in a header.
    public struct Field: Sendable, Hashable {
        /// The name; `method` and `url` complete the request, others are headers.
        public let name: String
        /// The value.
        public let value: [UInt8]

        /// Creates a field from a name and a value.
        public init(_ name: String, _ value: borrowing some Bytes) {
            self.name = name
            self.value = [UInt8](bytes: value)
        }
    }

    /// The limits of the search.
    public let limits: Limits
    /// Minimum confidence of the best reading; readings below it are alternatives.
    public static let minimumConfidence = 0.99

    /// Creates a finder.
    public init(limits: Limits = .standard) { self.limits = limits }

    /// Finds how a message was signed with a shared secret.
    ///
    /// - Parameters:
    ///   - message: The message, at most ``Limits/inputByteCount`` bytes.
    ///   - signature: The signature as text: hexadecimal digits or Base64, or a header such as `t=1492774577,v1=…`; nil
    ///     if the message contains it.
    ///   - secret: The shared secret, exactly as it was issued.
    ///   - fields: Other values of the request.
    /// - Returns: The report. It has no best reading if nothing matches.
    /// - Throws: ``CryptoError`` with code `.unsupported` if libcrypto's configuration does not provide a function.
    public func find(
        _ message: borrowing some Bytes, signature: String? = nil, secret: SecretBytes, fields: [Field] = []
    ) throws(CryptoError) -> Report {
        try find([UInt8](bytes: message), signature, .secret(secret), fields)
    }

    /// Finds the text that an RSA signature belongs to, such as Alipay's RSA2 and WeChat Pay's.
    ///
    /// - Parameters:
    ///   - message: The message, at most ``Limits/inputByteCount`` bytes.
    ///   - signature: The signature as text; nil if the message contains it.
    ///   - publicKey: The signer's public key; PKCS #1 v1.5 padding with SHA-1, SHA-256 or SHA-512 is tried.
    ///   - fields: Other values of the request.
    /// - Returns: The report. It has no best reading if nothing matches.
    /// - Throws: ``CryptoError`` with code `.invalidKey` for a key that is restricted to another padding.
    public func find(
        _ message: borrowing some Bytes, signature: String? = nil, publicKey: RSAPublicKey, fields: [Field] = []
    ) throws(CryptoError) -> Report {
        try find([UInt8](bytes: message), signature, .publicKey(publicKey), fields)
    }

    private func find(
        _ message: [UInt8], _ signature: String?, _ key: MACSearch.Key, _ fields: [Field]
    ) throws(CryptoError) -> Report {
        guard message.count <= limits.inputByteCount else {
            return Report(notes: ["the message is larger than \(limits.inputByteCount) bytes: nothing was tried"])
        }
        var request = MACRequest(message, fields, limits)
        let signatures = MACSignature.all(signature, in: &request)
        var search = MACSearch(request, signatures, key, limits)
        try search.run()
        return search.report
    }
}
