public import ArcaCore

/// Distinguishes primes from composite numbers.
///
/// Source: FIPS 186-5, appendix B.3.1 (Miller-Rabin with random bases).
public enum Primality {
    /// The longest number that is tested; a test takes a time that grows with the cube of the length.
    public static let maximumBitCount = 16_384

    /// Whether a number is prime.
    ///
    /// Random bases are used, 64 of them or 128 over 2,048 bits, so that no number can be prepared to pass.
    ///
    /// - Parameter number: An unsigned number, the highest byte first, at most ``maximumBitCount`` bits; may be secret.
    /// - Returns: Whether it is prime: always true for a prime, and true for a composite number with a chance of at most
    ///   2^-128.
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
