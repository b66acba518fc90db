public import ArcaCodecs
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaSystem

/// Verifies signatures of all kinds after one policy: whom to trust, and for what.
///
/// Trust comes from the caller alone: never from the signature, its comments or its folder.
///
/// ```swift
/// var verifier = SignatureVerifier(time: now)
/// verifier.keys = try SignerKey.all(in: text.utf8).map { TrustedKey($0, name: "release.pub") }
/// let verdict = try verifier.verify(signatureBytes, reading: &reader)
/// guard verdict.isGood else { … verdict.reason … }
/// ```
public struct SignatureVerifier: Sendable {
    /// Keys that are trusted without a list; they come before ``signers``, also with a certificate.
    public var keys: [TrustedKey] = []
    /// Lists of who signs with which key, the first of which comes first.
    public var signers: [AllowedSigners] = []
    /// Who should have signed; nil for anybody who is listed.
    ///
    /// With a name ``keys`` do not count, which have none.
    public var signer: String?
    /// What SSH signatures have to be made for, and lines of ``signers`` to be for.
    public var namespace = SSHSignature.fileNamespace
    /// When it was signed, or now; seconds since 1970.
    ///
    /// Times in ``signers`` are compared with it.
    public var time: Int
    /// Keys that no longer count, even if they are trusted.
    public var revoked: [RevokedKeys] = []
    /// Whether minisign's signatures without a hash count.
    public var allowsLegacy = true
    /// Whether Arca's signatures of ``DetachedSignature/Version/v1`` count, which may be those of tokens.
    public var allowsVersion1 = false
    /// Whether a security key has to have been touched.
    public var requiresTouch = true

    /// Makes a verifier that trusts no key.
    ///
    /// - Parameter time: When it was signed, or now; seconds since 1970.
    public init(time: Int) { self.time = time }

    /// Verifies a signature over a message that is read piece by piece.
    ///
    /// A signature that cannot be read costs no reading of the message.
    ///
    /// - Parameters:
    ///   - signature: The signature's file.
    ///   - reader: The message.
    /// - Returns: The verdict.
    /// - Throws: What the reader throws.
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
    ///
    /// - Parameters:
    ///   - signature: The signature's file.
    ///   - bytes: The message.
    /// - Returns: The verdict.
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

    /// Verifies a message that begins with its signature (`signify -e`).
    ///
    /// - Parameter file: The whole file.
    /// - Returns: The verdict, and where the message begins; nil if there is no signature. Nothing of the message may be used
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

    /// Verifies a signature over a message that was taken in.
    ///
    /// - Parameters:
    ///   - file: The signature.
    ///   - message: All of the message, taken in as the signature's ``SignatureFile/messageForm``.
    /// - Returns: The verdict.
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
