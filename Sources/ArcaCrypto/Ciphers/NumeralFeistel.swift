internal import ArcaKernels
internal import CArcaLibcrypto

/// The rounds of FF1 (SP 800-38G, algorithms 7 and 8): a Feistel network on the two halves of a number.
///
/// The round function is the last block of AES-CBC over tweak, round and half. Its first block depends only on the
/// lengths, so it is computed once and used as the IV for the rest.
final class NumeralFeistel {
    private let radix: NumeralRadix
    private let left, right: Int
    /// Byte lengths of a half's number (b) and of the sum's other term (d).
    private let halfByteCount, sumByteCount: Int
    /// Tweak, zeros, round and the number of a half, in whole blocks.
    private let input: UnsafeMutableBufferPointer<UInt8>
    private let limbs, digits: UnsafeMutableBufferPointer<UInt16>
    private let output: UnsafeMutableBufferPointer<UInt8>
    private var firstBlock = [UInt8](repeating: 0, count: 16)
    private let ecb: Cipher
    private let cbc: Cipher
    private let key: SymmetricKey

    /// Prepares for messages of `count` numerals; the caller has checked lengths and radix.
    init(
        _ key: SymmetricKey, _ cbc: Cipher, _ radix: Int, _ count: Int, _ tweak: Span<UInt8>
    ) throws(CryptoError) {
        try Libcrypto.checkOwn("AES-FF1")
        self.key = key
        self.cbc = cbc
        ecb = try AES.cipher(.ecb, keyByteCount: key.byteCount)
        self.radix = NumeralRadix(radix)
        left = count / 2
        right = count - count / 2
        limbs = .allocate(capacity: right + 2 * 16)
        digits = .allocate(capacity: right)
        limbs.initialize(repeating: 0)
        digits.initialize(repeating: UInt16(radix - 1))
        // The byte length of the largest number in the longer half.
        let most = limbs.baseAddress.unsafelyUnwrapped
        numberFromDigits(
            digits.baseAddress.unsafelyUnwrapped, count: right, self.radix, into: most, limbCount: right)
        let highest = (0..<right).last { most[$0] != 0 } ?? 0
        halfByteCount = 2 * highest + (most[highest] > 0xff ? 2 : 1)
        sumByteCount = (halfByteCount + 3) / 4 * 4 + 4
        let inputByteCount = (tweak.count + halfByteCount + 1 + 15) / 16 * 16
        input = .allocate(capacity: inputByteCount)
        input.initialize(repeating: 0)
        for index in 0..<tweak.count { input[index] = tweak[index] }
        output = .allocate(capacity: max(inputByteCount, (sumByteCount + 15) / 16 * 16))
        output.initialize(repeating: 0)
        firstBlock = try ecb.encrypt(
            NumeralFeistel.parameters(radix, count, tweak.count), using: key, padding: Cipher.Padding.none)
    }

    /// P: version, method, rounds and all lengths.
    private static func parameters(_ radix: Int, _ count: Int, _ tweakByteCount: Int) -> [UInt8] {
        func big(_ number: Int, _ byteCount: Int) -> [UInt8] {
            (0..<byteCount).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        return [1, 2, 1] + big(radix, 3) + [10, UInt8(truncatingIfNeeded: count / 2)] + big(count, 4)
            + big(tweakByteCount, 4)
    }

    func run(_ numerals: [UInt16], encrypts: Bool) throws(CryptoError) -> [UInt16] {
        var context = try CipherContext(cbc, LentKey(key), encrypts: true)
        var stretching = try CipherContext(ecb, LentKey(key), encrypts: true)
        var failed = !stretching.start(nil)
        let result = [UInt16](unsafeUninitializedCapacity: numerals.count) { space, written in
            let start = space.baseAddress.unsafelyUnwrapped
            for (index, numeral) in numerals.enumerated() { start[index] = numeral }
            for step in 0..<10 where !failed {
                let round = encrypts ? step : 9 - step
                // Even rounds modify the left half.
                let (changed, count) = round % 2 == 0 ? (start, left) : (start + left, right)
                let (other, otherCount) = round % 2 == 0 ? (start + left, right) : (start, left)
                failed = !runFunction(&context, &stretching, round: round, half: other, count: otherCount)
                takeSum(count)
                let sum = digits.baseAddress.unsafelyUnwrapped
                if encrypts {
                    addDigits(changed, sum, count: count, radix)
                } else {
                    subtractDigits(changed, sum, count: count, radix)
                }
            }
            written = numerals.count
        }
        guard !failed else { throw backendError("cannot compute AES-FF1") }
        return result
    }

    /// Writes S, the round function of one half, to `output`.
    private func runFunction(
        _ context: inout CipherContext, _ stretching: inout CipherContext, round: Int,
        half: UnsafePointer<UInt16>, count: Int
    ) -> Bool {
        let (input, output) = (input.baseAddress.unsafelyUnwrapped, output.baseAddress.unsafelyUnwrapped)
        let inputByteCount = self.input.count
        let number = limbs.baseAddress.unsafelyUnwrapped
        let limbCount = (halfByteCount + 1) / 2
        numberFromDigits(half, count: count, radix, into: number, limbCount: limbCount)
        input[inputByteCount - halfByteCount - 1] = UInt8(round)
        for index in 0..<halfByteCount {
            input[inputByteCount - 1 - index] = UInt8(
                truncatingIfNeeded: number[index / 2] >> (8 * (UInt16(index) & 1)))
        }
        guard firstBlock.withUnsafeBufferPointer({ context.start($0.baseAddress) }),
            context.update(input, inputByteCount, into: output) == inputByteCount
        else { return false }
        // R is the last block; S continues with the encryption of R ⊕ j.
        output.update(from: output + inputByteCount - 16, count: 16)
        for block in 1..<max(1, (sumByteCount + 15) / 16) {
            let place = output + 16 * block
            place.update(from: output, count: 16)
            place[15] ^= UInt8(truncatingIfNeeded: block)
            place[14] ^= UInt8(truncatingIfNeeded: block >> 8)
            guard stretching.update(place, 16, into: place) == 16 else { return false }
        }
        return true
    }

    private func takeSum(_ count: Int) {
        let limbCount = sumByteCount / 2
        for index in 0..<limbCount {
            limbs[index] =
                UInt16(output[sumByteCount - 1 - 2 * index]) | UInt16(output[sumByteCount - 2 - 2 * index]) << 8
        }
        digitsFromNumber(
            limbs.baseAddress.unsafelyUnwrapped, limbCount: limbCount, radix,
            into: digits.baseAddress.unsafelyUnwrapped, count: count)
    }

    deinit {
        OPENSSL_cleanse(input.baseAddress, input.count)
        OPENSSL_cleanse(output.baseAddress, output.count)
        OPENSSL_cleanse(limbs.baseAddress, limbs.count * 2)
        OPENSSL_cleanse(digits.baseAddress, digits.count * 2)
        input.deallocate()
        output.deallocate()
        limbs.deallocate()
        digits.deallocate()
    }
}
