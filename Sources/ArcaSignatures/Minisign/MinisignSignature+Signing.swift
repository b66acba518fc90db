public import ArcaCore
internal import ArcaCrypto
internal import ArcaSystem

extension MinisignSignature {
    /// Signs a message.
    ///
    /// - Parameters:
    ///   - message: The complete message, in the form ``SignedMessage/Form/digest(_:)`` of BLAKE2b-512.
    ///   - key: The secret key.
    ///   - trustedComment: One line of fewer than 8,174 bytes, without control characters other than tabs; it is
    ///     signed.
    ///   - untrustedComment: One line of fewer than 1,005 bytes; it is not signed.
    /// - Throws: ``SignatureError`` `.invalidOption` for an invalid comment or a message in another form,
    ///   `.backendFailure`.
    public init(
        of message: SignedMessage, using key: MinisignSecretKey, trustedComment: String,
        untrustedComment: String = "signature from minisign secret key"
    ) throws(SignatureError) {
        guard message.form == .digest(.blake2b) else {
            throw SignatureError(.invalidOption, "minisign signs the message's digest by BLAKE2b-512")
        }
        try SignatureText.check(comment: trustedComment, maximum: SignatureText.maximumTrustedByteCount - 17)
        try SignatureText.check(comment: untrustedComment, maximum: SignatureText.maximumUntrustedByteCount - 19)
        let content = try message.content()
        let (signature, global) = try SignatureError.wrap {
            let signature = try key.privateKey.signature(for: content)
            return (signature, try key.privateKey.signature(for: signature + trustedComment.utf8))
        }
        self.init(
            keyNumber: key.number, isPrehashed: true, signature: signature, untrustedComment: untrustedComment,
            trustedComment: trustedComment, globalSignature: global)
    }

    /// The trusted comment minisign writes by default: timestamp, file name and `hashed`.
    ///
    /// - Parameters:
    ///   - time: Seconds since 1970.
    ///   - fileName: The last path component, or nil to omit it. Control characters are escaped.
    /// - Returns: `timestamp:1780315200`, `file:notes.txt` and `hashed`, separated by tabs.
    public static func standardComment(time: Int, fileName: String?) -> String {
        let name = fileName.map { "\tfile:" + String(printable: $0.utf8) } ?? ""
        return "timestamp:\(time)\(name)\thashed"
    }
}
