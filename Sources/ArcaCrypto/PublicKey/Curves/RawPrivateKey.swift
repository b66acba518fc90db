internal import ArcaCodecs

/// A private key that is plain bytes, and libcrypto's form of it; one memory for all copies.
final class RawPrivateKey: Sendable {
    let bytes: SecretBytes
    let handle: PublicKeyHandle

    /// Takes bytes of the algorithm's length.
    init(_ bytes: SecretBytes, algorithm: String, byteCount: Int) throws(CryptoError) {
        try checkLength(bytes, algorithm, byteCount, "private")
        self.bytes = bytes
        handle = try bytes.withBytes { span throws(CryptoError) in
            try PublicKeyHandle(algorithm, raw: span, isPrivate: true)
        }
    }
}

/// Refuses a key of another length than the algorithm's.
func checkLength(
    _ key: borrowing some Bytes, _ algorithm: String, _ byteCount: Int, _ half: String
) throws(CryptoError) {
    let found = key.withBytes { $0.count }
    guard found == byteCount else {
        throw CryptoError(
            .invalidKeyLength, "\(algorithm) has \(half) keys of \(byteCount) bytes; found \(found)")
    }
}
