internal import ArcaCore
internal import ArcaKernels
internal import CArcaLibcrypto

/// AES-GCM-SIV (RFC 8452) built from libcrypto's AES and GHASH; libcrypto only supports it from version 3.2.
///
/// AES derives separate keys for each nonce. The tag is the encrypted hash of the message, and counter mode starts at
/// the tag, so the whole message must be available.
enum GaloisSIV {
    private static let tagByteCount = 16
    private static let blocksAtOnce = 256

    /// Writes ciphertext and tag; the caller has checked all lengths.
    static func seal(
        _ message: Span<UInt8>, _ request: CipherRequest, to output: UnsafeMutablePointer<UInt8>
    ) throws(CryptoError) {
        let keys = try Keys(request.key, request.iv.span)
        let tag = try keys.tag(message, request)
        try keys.count(message, tag, into: output)
        for index in 0..<tagByteCount { output[message.count + index] = tag[index] }
    }

    /// Writes the plaintext; throws if the tag does not match, and the caller then wipes the output.
    static func open(
        _ sealed: Span<UInt8>, _ request: CipherRequest, to output: UnsafeMutablePointer<UInt8>
    ) throws(CryptoError) {
        let keys = try Keys(request.key, request.iv.span)
        let count = sealed.count - tagByteCount
        let given = Array(bytes: sealed.extracting(count...))
        try keys.count(sealed.extracting(..<count), given, into: output)
        let plaintext = UnsafeBufferPointer(start: output, count: count)
        guard constantTimeEqual(try keys.tag(plaintext.span, request), given) else {
            throw request.cipher.failure(encrypts: false)
        }
    }

    /// The keys of one nonce (RFC 8452, section 4).
    private struct Keys {
        let authentication: SecretBytes
        let encryption: SymmetricKey

        init(_ key: SymmetricKey, _ nonce: Span<UInt8>) throws(CryptoError) {
            let words = 2 + key.byteCount / 8
            var blocks: [UInt8] = []
            for word in 0..<words { blocks += [UInt8(word), 0, 0, 0] + Array(bytes: nonce) }
            let ecb = try AES.cipher(.ecb, keyByteCount: key.byteCount)
            var derived = try ecb.encrypt(blocks, using: key, padding: Cipher.Padding.none)
            defer { derived.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) } }
            // The first half of each block.
            func secret(_ range: Range<Int>) -> SecretBytes {
                SecretBytes(byteCount: range.count * 8) { output in
                    for word in range { for index in 0..<8 { output.append(derived[16 * word + index]) } }
                }
            }
            authentication = secret(0..<2)
            encryption = SymmetricKey(secret(2..<words))
        }

        /// The tag of a message (section 4): the hash XOR the nonce, encrypted with AES.
        func tag(_ message: Span<UInt8>, _ request: CipherRequest) throws(CryptoError) -> [UInt8] {
            var block = [UInt8](repeating: 0, count: 16)
            defer { block.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) } }
            try authentication.withBytes { key throws(CryptoError) in
                try withStart(key) { (key) throws(CryptoError) in
                    try block.withUnsafeMutableBufferPointer { (block) throws(CryptoError) in
                        try Polyval.hash(
                            key, request.associatedData.span, message, into: block.baseAddress.unsafelyUnwrapped)
                    }
                }
            }
            for index in 0..<12 { block[index] ^= request.iv[index] }
            block[15] &= 0x7f
            return try AES.cipher(.ecb, keyByteCount: encryption.byteCount)
                .encrypt(block, using: encryption, padding: Cipher.Padding.none)
        }

        /// Counter mode from the tag with a leading 32-bit counter, unlike libcrypto's counter mode.
        func count(
            _ input: Span<UInt8>, _ tag: [UInt8], into output: UnsafeMutablePointer<UInt8>
        ) throws(CryptoError) {
            guard !input.isEmpty else { return }
            var counter = tag
            counter[15] |= 0x80
            let ecb = try AES.cipher(.ecb, keyByteCount: encryption.byteCount)
            var context = try CipherContext(ecb, LentKey(encryption), encrypts: true)
            let most = min(GaloisSIV.blocksAtOnce, (input.count + 15) / 16)
            let isDone =
                context.start(nil)
                && withStart(input) { start in
                    output.update(from: start, count: input.count)
                    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16 * most) { space in
                        let stream = space.baseAddress.unsafelyUnwrapped
                        defer { OPENSSL_cleanse(stream, 16 * most) }
                        var place = 0
                        while place < input.count {
                            let count = min(input.count - place, 16 * most)
                            let blocks = (count + 15) / 16
                            countBlocks(into: stream, counter: &counter, blockCount: blocks)
                            guard context.update(stream, 16 * blocks, into: stream) == 16 * blocks else { return false }
                            xorBytes(output + place, stream, count: count)
                            place += count
                        }
                        return true
                    }
                }
            guard isDone else { throw backendError("cannot compute AES-GCM-SIV") }
        }
    }
}
