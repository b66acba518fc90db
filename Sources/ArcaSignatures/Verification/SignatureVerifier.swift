public import ArcaCore

/// Verifies signatures of any supported format according to one trust policy.
///
/// Trust comes only from the caller, never from the signature, its comments or its folder.
///
/// ```swift
/// var verifier = SignatureVerifier(time: now)
/// verifier.keys = try SignerKey.all(in: text.utf8).map { TrustedKey($0, name: "release.pub") }
/// let verdict = try verifier.verify(signatureBytes, reading: &reader)
/// guard verdict.isGood else { … verdict.reason … }
/// ```
public struct SignatureVerifier: Sendable {
    /// Keys trusted without a list; they take precedence over ``signers``, also for certificates.
    public var keys: [TrustedKey] = []
    /// Lists of trusted signers, in order of precedence.
    public var signers: [AllowedSigners] = []
    /// The expected signer, or nil for any listed signer.
    ///
    /// If set, ``keys`` are not used, because they have no principals.
    public var signer: String?
    /// The namespace that SSH signatures and lines of ``signers`` must match.
    public var namespace = SSHSignature.fileNamespace
    /// The signing time or the current time, in seconds since 1970.
    ///
    /// It is compared with the validity periods in ``signers``.
    public var time: Int
    /// Lists of revoked keys, which override all trust.
    public var revoked: [RevokedKeys] = []
    /// Whether to accept minisign's legacy signatures, which are not over a hash.
    public var allowsLegacy = true
    /// Whether to accept Arca's ``DetachedSignature/Version/v1``, which can be a token's signature.
    public var allowsVersion1 = false
    /// Whether to require that a security key was touched.
    public var requiresTouch = true

    /// Creates a verifier that trusts no key.
    public init(time: Int) { self.time = time }

    /// Verifies a signature over a message from a reader; if the signature is malformed, the message is not read.
    ///
    /// - Throws: The error of the reader.
    public func verify<Reader: ByteReader & ~Copyable>(
        _ signature: borrowing some Bytes, reading reader: inout Reader
    ) throws(Reader.Failure) -> SignatureVerdict {
        var message: SignedMessage
        let file: SignatureFile
        do throws(SignatureError) {
            file = try SignatureFile(signature)
            message = try SignedMessage(file.messageForm)
        } catch {
            return SignatureVerdict(error, format: SignatureFormat(detecting: signature))
        }
        try message.update(reading: &reader)
        return verify(file, of: message)
    }

    /// Verifies a signature over a message in memory.
    public func verify(_ signature: borrowing some Bytes, of bytes: borrowing some Bytes) -> SignatureVerdict {
        do throws(SignatureError) {
            let file = try SignatureFile(signature)
            var message = try SignedMessage(file.messageForm)
            message.update(bytes)
            return verify(file, of: message)
        } catch {
            return SignatureVerdict(error, format: SignatureFormat(detecting: signature))
        }
    }

    /// Verifies a message that follows its signature in one file (`signify -e`).
    ///
    /// - Returns: The verdict and the offset of the message, or nil if there is no signature. Do not use the message
    ///   unless the verdict is good.
    public func verify(embedded file: borrowing some Bytes) -> (verdict: SignatureVerdict, messageOffset: Int?) {
        do throws(SignatureError) {
            return try file.withBytes { bytes throws(SignatureError) in
                let (signature, offset) = try SignifySignature.embedded(in: bytes)
                var message = try SignedMessage(.whole)
                message.update(bytes.extracting(offset...))
                return (verify(.signify(signature), of: message), offset)
            }
        } catch {
            return (SignatureVerdict(error, format: .signify), nil)
        }
    }

    /// Verifies a signature over a message that was read before.
    ///
    /// The message must be complete, in the form ``SignatureFile/messageForm`` of the signature.
    public func verify(_ file: SignatureFile, of message: SignedMessage) -> SignatureVerdict {
        do throws(SignatureError) {
            switch file {
            case .ssh(let signature): return try verify(signature, message)
            case .minisign(let signature): return try verify(signature, message)
            case .signify(let signature): return try verify(signature, message)
            case .arca(let signature): return try verify(signature, message)
            }
        } catch {
            return SignatureVerdict(error, format: file.format)
        }
    }
}
