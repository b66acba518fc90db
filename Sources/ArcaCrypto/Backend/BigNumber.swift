package import ArcaCore
internal import CArcaLibcrypto

/// An unsigned number of any size, wiped with its last user; what keys are checked and completed with.
///
/// Divisions and inversions take libcrypto's constant-time paths. Comparisons do not: they answer questions whose
/// answers are public, such as whether a key is consistent.
package final class BigNumber: @unchecked Sendable {  // Written in init only.
    fileprivate let pointer: OpaquePointer

    fileprivate init(adopting pointer: OpaquePointer) {
        self.pointer = pointer
        // Set on the operands of a modular operation, it selects the constant-time code.
        BN_set_flags(pointer, BN_FLG_CONSTTIME)
    }

    /// Makes a number from its bytes, the highest first.
    package convenience init(_ bytes: borrowing some Bytes) {
        self.init(
            adopting: bytes.withBytes { span in
                span.withUnsafeBufferPointer { bytes in
                    BigNumber.required(BN_bin2bn(bytes.baseAddress, Int32(bytes.count), nil))
                }
            })
    }

    /// Makes a number of a machine word.
    package convenience init(_ word: UInt) {
        self.init(adopting: BigNumber.make { BN_set_word($0, word) })
    }

    /// How many bits the number has without leading zeros; 0 for zero.
    package var bitCount: Int { Int(BN_num_bits(pointer)) }

    /// How many bytes the number takes.
    package var byteCount: Int { (bitCount + 7) / 8 }

    /// How many zero bits stand at the low end; 0 for zero.
    package var trailingZeroBitCount: Int {
        (0..<bitCount).first { BN_is_bit_set(pointer, Int32($0)) == 1 } ?? 0
    }

    /// Whether it is odd.
    package var isOdd: Bool { BN_is_odd(pointer) == 1 }

    /// Whether it is zero.
    package var isZero: Bool { BN_is_zero(pointer) == 1 }

    /// Whether it is one.
    package var isOne: Bool { BN_is_one(pointer) == 1 }

    /// The number's bytes, the highest first, in memory that is wiped.
    package var secretBytes: SecretBytes {
        SecretBytes(byteCount: byteCount) { output in
            output.withUnsafeMutableBufferPointer { space, count in
                count = Int(BN_bn2binpad(pointer, space.baseAddress, Int32(space.count)))
            }
        }
    }

    /// The number's bytes, the highest first, for numbers that are no secret.
    package var bytes: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: byteCount) { space, count in
            count = max(Int(BN_bn2binpad(pointer, space.baseAddress, Int32(space.count))), 0)
        }
    }

    /// Whether the number is prime, wrong with a chance of at most 2^-128 even for numbers made to deceive.
    package var isPrime: Bool {
        BigNumber.withContext { BN_check_prime(pointer, $0, nil) } == 1
    }

    /// Whether an odd number above 3 passes the test of Miller and Rabin with random bases.
    ///
    /// A composite number passes each round with a chance of at most 1 in 4, also one that was made to deceive. A few
    /// rounds take a fraction of the time of ``isPrime``, which makes 64 or 128 of them when the number is prime.
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

    /// The sum.
    package static func + (left: BigNumber, right: BigNumber) -> BigNumber {
        BigNumber(adopting: make { BN_add($0, left.pointer, right.pointer) })
    }

    /// The difference; the right number must not be larger.
    package static func - (left: BigNumber, right: BigNumber) -> BigNumber {
        precondition(left >= right, "numbers here have no sign")
        return BigNumber(adopting: make { BN_sub($0, left.pointer, right.pointer) })
    }

    /// The product.
    package static func * (left: BigNumber, right: BigNumber) -> BigNumber {
        BigNumber(
            adopting: withContext { context in make { BN_mul($0, left.pointer, right.pointer, context) } })
    }

    /// The quotient, rounded down; the right number must not be zero.
    package static func / (left: BigNumber, right: BigNumber) -> BigNumber {
        precondition(!right.isZero, "division by zero")
        return BigNumber(
            adopting: withContext { context in make { BN_div($0, nil, left.pointer, right.pointer, context) } })
    }

    /// The remainder; the right number must not be zero.
    package static func % (left: BigNumber, right: BigNumber) -> BigNumber {
        precondition(!right.isZero, "division by zero")
        return BigNumber(
            adopting: withContext { context in make { BN_div(nil, $0, left.pointer, right.pointer, context) } })
    }

    /// The quotient by a power of two, rounded down.
    package static func >> (left: BigNumber, count: Int) -> BigNumber {
        BigNumber(adopting: make { BN_rshift($0, left.pointer, Int32(count)) })
    }

    /// The number that gives 1 when multiplied with this one, modulo `modulus`; nil if absent.
    package func inverse(modulo modulus: BigNumber) -> BigNumber? {
        ERR_clear_error()
        defer { ERR_clear_error() }
        return BigNumber.withContext { BN_mod_inverse(nil, pointer, modulus.pointer, $0) }
            .map { BigNumber(adopting: $0) }
    }

    /// This number to the power of `exponent`, modulo an odd `modulus`.
    package func power(_ exponent: BigNumber, modulo modulus: BigNumber) -> BigNumber {
        precondition(modulus.isOdd, "the modulus is odd")
        return BigNumber(
            adopting: BigNumber.withContext { context in
                BigNumber.make {
                    BN_mod_exp_mont_consttime($0, pointer, exponent.pointer, modulus.pointer, context, nil)
                }
            })
    }

    /// The greatest common divisor of two numbers.
    package func commonDivisor(_ other: BigNumber) -> BigNumber {
        BigNumber(
            adopting: BigNumber.withContext { context in
                BigNumber.make { BN_gcd($0, pointer, other.pointer, context) }
            })
    }

    /// The remainder by a word other than zero, for numbers that are no secret.
    package func remainder(by word: UInt) -> UInt { UInt(BN_mod_word(pointer, word)) }

    /// Whether no prime divides both this number and an odd `modulus`, for numbers that are no secret.
    ///
    /// Libcrypto's greatest common divisor takes constant time, ten times this.
    package func isCoprime(to modulus: BigNumber) -> Bool {
        ERR_clear_error()
        defer { ERR_clear_error() }
        return BigNumber.withCopies(self, modulus) { number, odd, context in
            guard let inverse = BN_mod_inverse(nil, number, odd, context) else { return false }
            BN_free(inverse)
            return true
        }
    }

    /// Whether an odd number above 2 divides 2^(n-1) - 1, as all primes and hardly any other numbers do; no secret.
    package var passesFermatTest: Bool {
        let lessOne = self - BigNumber(1)
        return BigNumber.withCopies(lessOne, self) { exponent, odd, context in
            BigNumber(adopting: BigNumber.make { BN_mod_exp_mont_word($0, 2, exponent, odd, context, nil) }).isOne
        }
    }

    /// Passes copies without the flag that selects the constant-time code: for numbers that are no secret.
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

    /// Libcrypto reports only a lack of memory for the operations here, which ends the process as elsewhere in Swift.
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
    /// Whether both are the same number.
    package static func == (left: BigNumber, right: BigNumber) -> Bool { BN_cmp(left.pointer, right.pointer) == 0 }

    /// Whether the left number is smaller.
    package static func < (left: BigNumber, right: BigNumber) -> Bool { BN_cmp(left.pointer, right.pointer) < 0 }
}
