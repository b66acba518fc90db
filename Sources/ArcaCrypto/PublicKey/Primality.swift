public import ArcaCore

/// Primality testing.
///
/// Source: FIPS 186-5, appendix B.3.1 (Miller-Rabin with random bases).
public enum Primality {
    /// The maximum size of a number; the time of a test grows with the cube of the size.
    public static let maximumBitCount = 16_384

    /// Whether a number is prime.
    ///
    /// Uses 64 random bases, or 128 above 2,048 bits, so no composite number can be constructed to pass.
    ///
    /// - Parameter number: A big-endian unsigned number of at most ``maximumBitCount`` bits; may be secret.
    /// - Returns: Whether the number is prime: always true for a prime, and true for a composite number with
    ///   probability at most 2^-128.
    /// - Throws: ``CryptoError`` with code `.invalidInputLength` for a number that is too long.
    public static func isPrime(_ number: borrowing some Bytes) throws(CryptoError) -> Bool {
        try number.withBytes { span throws(CryptoError) in
            guard span.count <= maximumBitCount / 8 else {
                throw CryptoError(
                    .invalidInputLength,
                    "a number of \(span.count) bytes is not tested; at most \(maximumBitCount / 8)")
            }
            return BigNumber(span).isPrime
        }
    }
}
