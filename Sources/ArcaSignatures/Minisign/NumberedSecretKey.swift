internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto

enum NumberedSecretKey {
    static func read(
        _ file: borrowing some Bytes, byteCount: Int, _ what: String
    ) throws(SignatureError) -> (comment: String, bytes: SecretBytes) {
        try file.withText { text throws(SignatureError) in
            let lines = SignatureText.lines(text, maximum: 2)
            guard lines.count == 2 else {
                throw SignatureError(.malformed, "not the two lines of \(what)")
            }
            let comment = try SignatureText.comment(
                text, lines[0], prefix: SignatureText.untrustedPrefix, maximum: SignatureText.maximumUntrustedByteCount)
            let bytes = try SignatureText.decode(
                text.extracting(lines[1]), at: lines[1].lowerBound, byteCount: byteCount, what)
            guard bytes.publicBytes(0..<2) == NumberedPublicKey.algorithm else {
                throw SignatureError(.unsupported, "a secret key of another algorithm than Ed25519")
            }
            return (comment, bytes)
        }
    }

    /// Creates a key from its seed and checks it against the public key in the file.
    static func privateKey(
        seed: SecretBytes, publicHalf: SecretBytes
    ) throws(SignatureError) -> Curve25519.Signing.PrivateKey {
        let key = try SignatureError.wrap { try Curve25519.Signing.PrivateKey(rawRepresentation: seed) }
        guard constantTimeEqual(key.publicKey.rawRepresentation, publicHalf) else {
            throw SignatureError(.invalidKey, "the public half of the key does not belong to its seed")
        }
        return key
    }

    static func joined(_ parts: [SecretBytes]) -> SecretBytes {
        SecretBytes(byteCount: parts.reduce(0) { $0 + $1.count }) { output in
            for part in parts { part.withBytes { output.append(contentsOf: $0) } }
        }
    }

    static func fileText(_ comment: String, _ bytes: SecretBytes) -> SecretBytes {
        let head = Array("\(SignatureText.untrustedPrefix)\(comment)\n".utf8)
        return SecretBytes(byteCount: head.count + Base64.standard.encodedCount(for: bytes.count) + 1) { output in
            output.append(contentsOf: head.span)
            bytes.withBytes { Base64.standard.encode($0, into: &output) }
            output.append(.newline)
        }
    }
}

extension SignatureError {
    static let passphraseNeeded = SignatureError(
        .passphraseNeeded, "the secret key is encrypted; a passphrase is needed")
    static let wrongPassphrase = SignatureError(.wrongPassphrase, "wrong passphrase, or the secret key is damaged")
}
