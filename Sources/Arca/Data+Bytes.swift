public import ArcaCodecs
public import ArcaCrypto

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Data: ByteSource {
    /// Lends the data's bytes.
    @inlinable
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(span) }
}

// What APIs of Foundation and swift-crypto take as bytes.
extension SymmetricKey: ContiguousBytes {}
extension HashDigest: ContiguousBytes {}
extension HashedAuthenticationCode: ContiguousBytes {}
extension CipherNonce: ContiguousBytes {}

extension AuthenticatedCipher {
    /// Checks and decrypts a message, where the result is to be `Data`.
    ///
    /// - Parameters:
    ///   - box: Nonce, ciphertext and tag.
    ///   - key: The key it was sealed with.
    ///   - aad: The associated data it was sealed with.
    /// - Returns: The plaintext, only when the tag is right.
    /// - Throws: `CryptoError` as `open` that returns an array.
    @_disfavoredOverload
    public static func open(
        _ box: SealedBox, using key: SymmetricKey, authenticating aad: borrowing some Bytes = [] as [UInt8]
    ) throws(CryptoError) -> Data {
        let plaintext: [UInt8] = try open(box, using: key, authenticating: aad)
        return Data(plaintext)
    }
}
