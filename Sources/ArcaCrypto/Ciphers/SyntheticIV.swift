internal import ArcaCore

/// AES-SIV (RFC 5297) built from libcrypto's CMAC and counter mode.
///
/// Libcrypto's AES-SIV is not used: it skips empty messages and empty associated data, which the standard distinguishes
/// from absent ones.
enum SyntheticIV {
    /// Length of the synthetic initialization vector, which is the tag, in bytes.
    static let byteCount = 16

    /// Writes IV and ciphertext; the caller has checked the key's length.
    static func seal(
        _ message: Span<UInt8>, key: SymmetricKey, strings: [[UInt8]], to output: UnsafeMutablePointer<UInt8>
    ) throws(CryptoError) {
        try Libcrypto.checkOwn("AES-SIV")
        let iv = try makeIV(message, key, strings)
        for (index, byte) in iv.enumerated() { output[index] = byte }
        try count(message, key, iv, into: output + byteCount)
    }

    /// Writes the plaintext; throws if the IV does not match, and the caller then wipes the output.
    static func open(
        _ sealed: Span<UInt8>, key: SymmetricKey, strings: [[UInt8]], to output: UnsafeMutablePointer<UInt8>
    ) throws(CryptoError) {
        try Libcrypto.checkOwn("AES-SIV")
        let given = Array(bytes: sealed.extracting(..<byteCount))
        let message = sealed.extracting(byteCount...)
        try count(message, key, given, into: output)
        let plaintext = UnsafeBufferPointer(start: output, count: message.count)
        guard constantTimeEqual(try makeIV(plaintext.span, key, strings), given) else {
            throw CryptoError(.authenticationFailed, "AES-SIV: wrong key, or the data was changed")
        }
    }

    /// Counter mode with the second half of the key (RFC 5297, section 2.5).
    private static func count(
        _ input: Span<UInt8>, _ key: SymmetricKey, _ iv: [UInt8], into output: UnsafeMutablePointer<UInt8>
    ) throws(CryptoError) {
        guard !input.isEmpty else { return }
        var counter = iv
        // Two bits are cleared so implementations need no more than 32-bit additions.
        counter[8] &= 0x7f
        counter[12] &= 0x7f
        let half = key.half(1)
        defer { withExtendedLifetime(half) {} }
        var context = try CipherContext(AES.cipher(.ctr, keyByteCount: half.byteCount), LentKey(half), encrypts: true)
        let isDone = withStart(counter.span) { context.start($0) }
        guard isDone, withStart(input, { context.update($0, input.count, into: output) }) == input.count else {
            throw backendError("cannot compute AES-SIV")
        }
    }

    /// S2V of the associated strings and the message with the first half of the key (RFC 5297, section 2.4).
    private static func makeIV(
        _ message: Span<UInt8>, _ key: SymmetricKey, _ strings: [[UInt8]]
    ) throws(CryptoError) -> [UInt8] {
        // Section 2.6: the number of bits in a block, minus two.
        guard strings.count <= 126 else {
            throw CryptoError(.invalidParameter, "AES-SIV takes 126 associated strings at most, not \(strings.count)")
        }
        let mac = try RunningMAC(.cmac, key.half(0))
        var sum = try mac.code([UInt8](repeating: 0, count: 16).span)
        for string in strings {
            sum = doubled(sum)
            let part = try mac.code(string.span)
            for index in 0..<16 { sum[index] ^= part[index] }
        }
        if message.count >= 16 {
            // XORs the sum into the last 16 bytes.
            for index in 0..<16 { sum[index] ^= message[message.count - 16 + index] }
            return try mac.code(message.extracting(..<(message.count - 16)), sum.span)
        }
        sum = doubled(sum)
        for index in 0..<message.count { sum[index] ^= message[index] }
        sum[message.count] ^= 0x80
        return try mac.code(sum.span)
    }

    /// Multiplication by x in GF(2^128) (section 2.3), branch-free.
    private static func doubled(_ block: [UInt8]) -> [UInt8] {
        let carry = (0 &- (block[0] >> 7)) & 0x87
        return (0..<16).map { index in
            index < 15 ? block[index] << 1 | block[index + 1] >> 7 : block[15] << 1 ^ carry
        }
    }
}

extension SymmetricKey {
    func half(_ index: Int) -> SymmetricKey {
        withBytes { bytes in
            SymmetricKey(copying: bytes.extracting(bytes.count / 2 * index..<bytes.count / 2 * (index + 1)))
        }
    }
}
