public import ArcaCore
internal import CArcaLibcrypto

/// An unsigned integer of arbitrary size for checking and completing keys, wiped on release.
///
/// Divisions and inversions take libcrypto's constant-time paths. Comparisons do not: their results are public, such as
/// whether a key is consistent.
package final class BigNumber: @unchecked Sendable {  // Written in init only.
    fileprivate let pointer: OpaquePointer

    fileprivate init(adopting pointer: OpaquePointer) {
        self.pointer = pointer
        // With this flag on its operands, a modular operation runs in constant time.
        BN_set_flags(pointer, BN_FLG_CONSTTIME)
    }

    package convenience init(_ bytes: borrowing some Bytes) {
        self.init(
            adopting: bytes.withBytes { span in
                span.withUnsafeBufferPointer { bytes in
                    BigNumber.required(BN_bin2bn(bytes.baseAddress, Int32(bytes.count), nil))
                }
            })
    }

    package convenience init(_ word: UInt) {
        self.init(adopting: BigNumber.make { BN_set_word($0, word) })
    }

    /// The number of significant bits; 0 for zero.
    package var bitCount: Int { Int(BN_num_bits(pointer)) }

    package var byteCount: Int { (bitCount + 7) / 8 }

    /// The number of trailing zero bits; 0 for zero.
    package var trailingZeroBitCount: Int {
        (0..<bitCount).first { BN_is_bit_set(pointer, Int32($0)) == 1 } ?? 0
    }

    package var isOdd: Bool { BN_is_odd(pointer) == 1 }

    package var isZero: Bool { BN_is_zero(pointer) == 1 }

    package var isOne: Bool { BN_is_one(pointer) == 1 }

    /// The big-endian bytes, in memory that is wiped.
    package var secretBytes: SecretBytes {
        SecretBytes(byteCount: byteCount) { output in
            output.withUnsafeMutableBufferPointer { space, count in
                count = Int(BN_bn2binpad(pointer, space.baseAddress, Int32(space.count)))
            }
        }
    }

    package var bytes: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: byteCount) { space, count in
            count = max(Int(BN_bn2binpad(pointer, space.baseAddress, Int32(space.count))), 0)
        }
    }

    /// Whether the number is prime; the error probability is at most 2^-128, even for adversarial inputs.
    package var isPrime: Bool {
        BigNumber.withContext { BN_check_prime(pointer, $0, nil) } == 1
    }

    /// Whether an odd number above 3 passes Miller-Rabin tests with random bases.
    ///
    /// A composite number, even an adversarial one, passes each round with probability at most 1/4. A few rounds take a
    /// fraction of the time of ``isPrime``, which runs 64 or 128 rounds on a prime.
    package func isProbablyPrime(rounds: Int) -> Bool {
        let lessOne = self - BigNumber(1)
        let halvings = lessOne.trailingZeroBitCount
        let odd = lessOne >> halvings
        return (0..<rounds).allSatisfy { _ in
            var power = BigNumber(UInt.random(in: 2 ... .max)).power(odd, modulo: self)
            if power.isOne || power == lessOne { return true }
            for _ in 1..<max(halvings, 1) {
                power = power * power % self
                if power == lessOne { return true }
                if power.isOne { return false }
            }
            return false
        }
    }

    package static func + (left: BigNumber, right: BigNumber) -> BigNumber {
        BigNumber(adopting: make { BN_add($0, left.pointer, right.pointer) })
    }

    /// The difference; `right` must not be larger than `left`.
    package static func - (left: BigNumber, right: BigNumber) -> BigNumber {
        precondition(left >= right, "numbers here have no sign")
        return BigNumber(adopting: make { BN_sub($0, left.pointer, right.pointer) })
    }

    package static func * (left: BigNumber, right: BigNumber) -> BigNumber {
        BigNumber(
            adopting: withContext { context in make { BN_mul($0, left.pointer, right.pointer, context) } })
    }

    /// The quotient, rounded down; the divisor must not be zero.
    package static func / (left: BigNumber, right: BigNumber) -> BigNumber {
        precondition(!right.isZero, "division by zero")
        return BigNumber(
            adopting: withContext { context in make { BN_div($0, nil, left.pointer, right.pointer, context) } })
    }

    /// The remainder; the divisor must not be zero.
    package static func % (left: BigNumber, right: BigNumber) -> BigNumber {
        precondition(!right.isZero, "division by zero")
        return BigNumber(
            adopting: withContext { context in make { BN_div(nil, $0, left.pointer, right.pointer, context) } })
    }

    package static func >> (left: BigNumber, count: Int) -> BigNumber {
        BigNumber(adopting: make { BN_rshift($0, left.pointer, Int32(count)) })
    }

    /// The multiplicative inverse modulo `modulus`, or nil if there is none.
    package func inverse(modulo modulus: BigNumber) -> BigNumber? {
        ERR_clear_error()
        defer { ERR_clear_error() }
        return BigNumber.withContext { BN_mod_inverse(nil, pointer, modulus.pointer, $0) }
            .map { BigNumber(adopting: $0) }
    }

    /// `self` to the power of `exponent`, modulo an odd `modulus`.
    package func power(_ exponent: BigNumber, modulo modulus: BigNumber) -> BigNumber {
        precondition(modulus.isOdd, "the modulus is odd")
        return BigNumber(
            adopting: BigNumber.withContext { context in
                BigNumber.make {
                    BN_mod_exp_mont_consttime($0, pointer, exponent.pointer, modulus.pointer, context, nil)
                }
            })
    }

    package func commonDivisor(_ other: BigNumber) -> BigNumber {
        BigNumber(
            adopting: BigNumber.withContext { context in
                BigNumber.make { BN_gcd($0, pointer, other.pointer, context) }
            })
    }

    /// The remainder of a public number modulo a nonzero word.
    package func remainder(by word: UInt) -> UInt { UInt(BN_mod_word(pointer, word)) }

    /// Whether a public number is coprime to an odd `modulus`.
    ///
    /// Ten times as fast as libcrypto's greatest common divisor, which runs in constant time.
    package func isCoprime(to modulus: BigNumber) -> Bool {
        ERR_clear_error()
        defer { ERR_clear_error() }
        return BigNumber.withCopies(self, modulus) { number, odd, context in
            guard let inverse = BN_mod_inverse(nil, number, odd, context) else { return false }
            BN_free(inverse)
            return true
        }
    }

    /// Whether a public odd number above 2 divides 2^(n-1) - 1, as all primes and almost no composite numbers do.
    package var passesFermatTest: Bool {
        let lessOne = self - BigNumber(1)
        return BigNumber.withCopies(lessOne, self) { exponent, odd, context in
            BigNumber(adopting: BigNumber.make { BN_mod_exp_mont_word($0, 2, exponent, odd, context, nil) }).isOne
        }
    }

    /// Calls `body` with copies of public numbers that lack the constant-time flag.
    private static func withCopies(
        _ first: BigNumber, _ second: BigNumber, _ body: (OpaquePointer, OpaquePointer, OpaquePointer) -> Bool
    ) -> Bool {
        let (first, second) = (required(BN_dup(first.pointer)), required(BN_dup(second.pointer)))
        defer {
            BN_free(first)
            BN_free(second)
        }
        return withContext { body(first, second, $0) }
    }

    /// These operations fail only when out of memory, which traps as elsewhere in Swift.
    private static func required(_ pointer: OpaquePointer?) -> OpaquePointer {
        guard let pointer else { fatalError("no memory for a number") }
        return pointer
    }

    private static func make(_ operation: (OpaquePointer) -> Int32) -> OpaquePointer {
        let result = required(BN_secure_new())
        guard operation(result) == 1 else { fatalError("no memory for a number") }
        return result
    }

    private static func withContext<Result>(_ body: (OpaquePointer) -> Result) -> Result {
        let context = required(BN_CTX_secure_new())
        defer { BN_CTX_free(context) }
        return body(context)
    }

    deinit { BN_clear_free(pointer) }
}

extension BigNumber: Comparable {
    package static func == (left: BigNumber, right: BigNumber) -> Bool { BN_cmp(left.pointer, right.pointer) == 0 }

    package static func < (left: BigNumber, right: BigNumber) -> Bool { BN_cmp(left.pointer, right.pointer) < 0 }
}

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
