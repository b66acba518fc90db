public import ArcaCore

/// A nonce of a cipher's usual length: `AES.GCM.Nonce`, 12 bytes.
///
/// Not secret, and never used twice with one key. What `seal` is given must be one of these or as long; another length
/// that the standard allows is asked for by name.
public struct CipherNonce<Algorithm: AuthenticatedCipher>: FixedLengthBytes {
    /// The nonce.
    public let bytes: [UInt8]

    /// Makes a random nonce.
    ///
    /// Ends the process where libcrypto has no randomness. Random nonces of 12 bytes serve for 2^32 messages under one
    /// key (SP 800-38D, section 8.3).
    public init() {
        do throws(CryptoError) {
            bytes = try SecureRandom.bytes(Self.byteCount)
        } catch {
            fatalError("\(error)")
        }
    }

    /// Makes a nonce of bytes that a protocol gives.
    ///
    /// - Parameter data: As many bytes as the cipher usually takes.
    /// - Throws: ``CryptoError`` with code `.invalidIVLength` for any other number.
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
    /// A nonce of the usual length.
    public typealias Nonce = CipherNonce<Self>
}
