public import ArcaCore

/// A nonce of the cipher's default length: `AES.GCM.Nonce`, 12 bytes.
///
/// A nonce is not secret and must be unique for its key. `seal` also accepts plain bytes of that length; other lengths
/// require an explicit option.
public struct CipherNonce<Algorithm: AuthenticatedCipher>: FixedLengthBytes {
    /// The nonce's bytes.
    public let bytes: [UInt8]

    /// Creates a random nonce.
    ///
    /// Traps if libcrypto's random generator fails. Random 12-byte nonces are safe for 2^32 messages under one key (SP
    /// 800-38D, section 8.3).
    public init() {
        do throws(CryptoError) {
            bytes = try SecureRandom.bytes(Self.byteCount)
        } catch {
            fatalError("\(error)")
        }
    }

    /// Creates a nonce of the cipher's default length from bytes that a protocol specifies.
    ///
    /// - Throws: ``CryptoError`` with code `.invalidIVLength` for any other length.
    public init(data: borrowing some Bytes) throws(CryptoError) {
        bytes = Array(bytes: data)
        guard bytes.count == Self.byteCount else {
            throw CryptoError(
                .invalidIVLength,
                "\(Algorithm.cipher.cipher.name) takes a nonce of \(Self.byteCount) bytes, not \(bytes.count)")
        }
    }

    /// Length of a nonce in bytes.
    public static var byteCount: Int { Algorithm.cipher.cipher.ivByteCount }
}

extension AuthenticatedCipher {
    /// A nonce of the default length.
    public typealias Nonce = CipherNonce<Self>

    /// Encrypts and authenticates a message; without a nonce, which must be unique for the key, with a random one.
    ///
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength` or `.invalidInputLength`.
    public static func seal(
        _ message: borrowing some Bytes, using key: SymmetricKey, nonce: Nonce?,
        authenticating aad: borrowing some Bytes = [] as [UInt8]
    ) throws(CryptoError) -> SealedBox {
        guard let nonce else { return try seal(message, using: key, authenticating: aad) }
        return try seal(message, using: key, nonce: nonce.bytes, authenticating: aad)
    }
}
