internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto

/// The box that all of age's own kinds put the file key in: ChaCha20-Poly1305 under a key of its own, nonce zero.
enum AgeKeyBox {
    static let fileKeyByteCount = 16
    static let byteCount = fileKeyByteCount + 16
    private static let nonce = [UInt8](repeating: 0, count: 12)

    /// Wraps a file key; the key is used this once, so the nonce may be fixed.
    static func seal(_ fileKey: SymmetricKey, using key: SymmetricKey) throws(CryptoError) -> [UInt8] {
        try ChaChaPoly.cipher.seal(fileKey, using: key, nonce: nonce)
    }

    /// Unwraps a file key; nil when the key does not fit.
    ///
    /// The length is checked first: a longer body could be made to open under several keys (a partitioning oracle).
    static func open(_ stanza: Age.Stanza, using key: () throws -> SymmetricKey) throws -> SymmetricKey? {
        try checkLength(stanza)
        let key = try key()
        return try ifFitting { output throws(CryptoError) in
            try ChaChaPoly.cipher.open(stanza.body, using: key, nonce: nonce, into: &output)
        }
    }

    /// Throws unless the body is as long as a box.
    static func checkLength(_ stanza: Age.Stanza) throws(ContainerError) {
        guard stanza.body.count == byteCount else {
            throw ContainerError(
                .malformed,
                "stanza \(stanza.type): expected a body of \(byteCount) bytes, found \(stanza.body.count)")
        }
    }

    /// The file key that `open` writes; nil when the box is another's.
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
    /// Throws unless there are so many arguments.
    func checkArgumentCount(_ count: Int) throws(ContainerError) {
        guard arguments.count == count else {
            throw ContainerError(
                .malformed,
                "stanza \(type): expected \(count) argument\(count == 1 ? "" : "s"), found \(arguments.count)")
        }
    }

    /// The bytes of an argument that is canonical Base64 of a fixed length.
    func bytes(ofArgument index: Int, count: Int, _ what: String) throws(ContainerError) -> [UInt8] {
        guard let bytes = try? Age.base64.decode(arguments[index]), bytes.count == count else {
            throw ContainerError(
                .malformed, "stanza \(type): the \(what) is not canonical Base64 of \(count) bytes")
        }
        return bytes
    }
}
