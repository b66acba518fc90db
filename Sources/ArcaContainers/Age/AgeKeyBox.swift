internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto

/// The wrapping of the file key in age's native stanzas: ChaCha20-Poly1305 with a single-use key and a zero nonce.
enum AgeKeyBox {
    static let fileKeyByteCount = 16
    static let byteCount = fileKeyByteCount + 16
    private static let nonce = [UInt8](repeating: 0, count: 12)

    /// The wrapping key is used only once, so the nonce can be fixed.
    static func seal(_ fileKey: SymmetricKey, using key: SymmetricKey) throws(CryptoError) -> [UInt8] {
        try ChaChaPoly.cipher.seal(fileKey, using: key, nonce: nonce)
    }

    /// Unwraps a file key; nil if the wrapping key does not match.
    ///
    /// The length is checked first: a longer body could be crafted to open with several keys (partitioning oracle).
    static func open(_ stanza: Age.Stanza, using key: () throws -> SymmetricKey) throws -> SymmetricKey? {
        try checkLength(stanza)
        let key = try key()
        return try ifFitting { output throws(CryptoError) in
            try ChaChaPoly.cipher.open(stanza.body, using: key, nonce: nonce, into: &output)
        }
    }

    static func checkLength(_ stanza: Age.Stanza) throws(ContainerError) {
        guard stanza.body.count == byteCount else {
            throw ContainerError(
                .malformed,
                "stanza \(stanza.type): expected a body of \(byteCount) bytes, found \(stanza.body.count)")
        }
    }

    /// The file key that `open` writes; nil if it fails to decrypt.
    static func ifFitting(
        _ open: (inout OutputSpan<UInt8>) throws(CryptoError) -> Void
    ) throws(CryptoError) -> SymmetricKey? {
        do {
            return SymmetricKey(try SecretBytes(byteCount: fileKeyByteCount, initializingWith: open))
        } catch {
            guard error.code == .authenticationFailed else { throw error }
            return nil
        }
    }
}

extension Age.Stanza {
    func checkArgumentCount(_ count: Int) throws(ContainerError) {
        guard arguments.count == count else {
            throw ContainerError(
                .malformed,
                "stanza \(type): expected \(count) argument\(count == 1 ? "" : "s"), found \(arguments.count)")
        }
    }

    func bytes(ofArgument index: Int, count: Int, _ what: String) throws(ContainerError) -> [UInt8] {
        guard let bytes = try? Age.base64.decode(arguments[index]), bytes.count == count else {
            throw ContainerError(
                .malformed, "stanza \(type): the \(what) is not canonical Base64 of \(count) bytes")
        }
        return bytes
    }
}
