/// AES-GCM with nonces above libcrypto's limit of 128 bytes, composed of libcrypto's GCM, CTR and ECB.
///
/// A 12-byte nonce directly gives the first counter block J0; any other nonce is hashed (SP 800-38D, section 7.1, step
/// 2). The hash comes from GCM itself: with a fixed nonce N, sealing the message that encrypts to C gives the tag
/// GHASH(A, C) ⊕ E(N‖1), and E(N‖1) is one ECB block. Nothing computed under N is output, so N can be fixed. This takes
/// four passes, but such nonces only occur in test vectors.
enum LongNonceGCM {
    /// The maximum nonce length of libcrypto, in bytes.
    static let libcryptoLimit = 128

    /// N‖1: a zero nonce and the tag's counter.
    private static let fixedBlock: [UInt8] = [UInt8](repeating: 0, count: 15) + [1]

    /// Writes ciphertext and tag; the caller has checked all lengths.
    static func seal(
        _ message: Span<UInt8>, _ request: CipherRequest, to output: UnsafeMutablePointer<UInt8>
    ) throws(CryptoError) {
        try Libcrypto.checkOwn("GCM with a nonce of \(request.iv.count) bytes")
        let first = try firstCounter(request.key, request.iv.span)
        try count(message, request.key, first, into: output)
        let ciphertext = UnsafeBufferPointer(start: output, count: message.count)
        let tag = try tag(request, first, ciphertext.span)
        for index in 0..<request.tagByteCount { output[message.count + index] = tag[index] }
    }

    static func open(
        _ sealed: Span<UInt8>, _ request: CipherRequest, to output: UnsafeMutablePointer<UInt8>
    ) throws(CryptoError) {
        let ciphertext = sealed.extracting(..<(sealed.count - request.tagByteCount))
        try Libcrypto.checkOwn("GCM with a nonce of \(request.iv.count) bytes")
        let first = try firstCounter(request.key, request.iv.span)
        let tag = try tag(request, first, ciphertext)
        let given = sealed.extracting(ciphertext.count...)
        guard constantTimeEqual(tag.span.extracting(..<request.tagByteCount), given) else {
            throw request.cipher.failure(encrypts: false)
        }
        try count(ciphertext, request.key, first, into: output)
    }

    /// J0: GHASH of the nonce, with the same padding and length block as a ciphertext.
    static func firstCounter(_ key: SymmetricKey, _ nonce: Span<UInt8>) throws(CryptoError) -> [UInt8] {
        try hash(key, Span(), nonce)
    }

    private static func tag(
        _ request: CipherRequest, _ first: [UInt8], _ ciphertext: Span<UInt8>
    ) throws(CryptoError) -> [UInt8] {
        let hash = try hash(request.key, request.associatedData.span, ciphertext)
        let mask = try cipher(.ecb, request.key).encrypt(first, using: request.key, padding: Cipher.Padding.none)
        return zip(hash, mask).map { $0 ^ $1 }
    }

    private static func hash(
        _ key: SymmetricKey, _ aad: Span<UInt8>, _ ciphertext: Span<UInt8>
    ) throws(CryptoError) -> [UInt8] {
        // The message that GCM under N encrypts to the ciphertext; XOR with the key stream is its own inverse.
        let message = try cipher(.ctr, key).encrypt(ciphertext, using: key, iv: fixedBlock.dropLast() + [2])
        let nonce = fixedBlock[..<12]
        let gcm = try AES.GCM.cipher(keyByteCount: key.byteCount)
        let sealed = try gcm.seal(message, using: key, nonce: nonce, authenticating: aad)
        let mask = try cipher(.ecb, key).encrypt(fixedBlock, using: key, padding: Cipher.Padding.none)
        return zip(sealed[ciphertext.count...], mask).map { $0 ^ $1 }
    }

    /// Counter mode from the block after `first`; only the last 32 bits are incremented, and wrap around.
    static func count(
        _ input: Span<UInt8>, _ key: SymmetricKey, _ first: [UInt8], into output: UnsafeMutablePointer<UInt8>
    ) throws(CryptoError) {
        let counter = first[12...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } &+ 1
        // Blocks until the 32-bit counter wraps, unlike libcrypto's 128-bit counter.
        let blocks = (1 << 32) - Int(counter)
        let split = min(input.count, blocks * 16)
        let ctr = try cipher(.ctr, key)
        var iv = Array(first[..<12]) + (0..<4).map { UInt8(truncatingIfNeeded: counter >> (24 - 8 * $0)) }
        func run(_ part: Span<UInt8>, into output: UnsafeMutablePointer<UInt8>) throws(CryptoError) {
            _ = try iv.withUnsafeBufferPointer { iv throws(CryptoError) in
                try CipherRequest(ctr, key: key, iv: iv, encrypts: true).crypt(part, .none, to: output)
            }
        }
        try run(input.extracting(..<split), into: output)
        guard split < input.count else { return }
        iv = Array(first[..<12]) + [0, 0, 0, 0]
        try run(input.extracting(split...), into: output + split)
    }

    private static func cipher(_ mode: Cipher.Mode, _ key: SymmetricKey) throws(CryptoError) -> Cipher {
        try AES.cipher(mode, keyByteCount: key.byteCount)
    }
}
