internal import ArcaCore
internal import CArcaLibcrypto

/// SM4-GCM and SM4-CCM, which libcrypto lacks before version 3.1: its GCM and counter mode over its SM4 blocks.
///
/// Source: SP 800-38D and SP 800-38C with the parameters of RFC 8998.
enum SM4Modes {
    /// Writes ciphertext and tag; the caller has checked all lengths.
    static func seal(
        _ message: Span<UInt8>, _ request: CipherRequest, to output: UnsafeMutablePointer<UInt8>
    ) throws(CryptoError) {
        let tag = output + message.count
        guard request.cipher.row.pointee.mode == .gcm else {
            let code = try codeCCM(message, request)
            try cryptCCM(message, request, to: output) { mask in
                for index in 0..<request.tagByteCount { tag[index] = code[index] ^ mask[index] }
            }
            return
        }
        try withGCM(request) { context in
            guard withStart(message, { CRYPTO_gcm128_encrypt(context, $0, output, message.count) }) == 0 else {
                return false
            }
            CRYPTO_gcm128_tag(context, tag, request.tagByteCount)
            return true
        }
    }

    /// Writes the plaintext; throws if the tag does not match, and the caller then wipes the output.
    static func open(
        _ sealed: Span<UInt8>, _ request: CipherRequest, to output: UnsafeMutablePointer<UInt8>
    ) throws(CryptoError) {
        let count = sealed.count - request.tagByteCount
        let (ciphertext, given) = (sealed.extracting(..<count), Array(bytes: sealed.extracting(count...)))
        guard request.cipher.row.pointee.mode == .gcm else {
            var expected: [UInt8] = []
            try cryptCCM(ciphertext, request, to: output) { mask in
                expected = zip(given, mask).map { $0 ^ $1 }
            }
            let plaintext = UnsafeBufferPointer(start: output, count: count)
            guard constantTimeEqual(try codeCCM(plaintext.span, request), expected) else {
                throw request.cipher.failure(encrypts: false)
            }
            return
        }
        try withGCM(request) { context in
            withStart(ciphertext) { CRYPTO_gcm128_decrypt(context, $0, output, count) } == 0
                && CRYPTO_gcm128_finish(context, given, given.count) == 0
        }
    }

    // MARK: GCM

    /// Runs `body` with a GCM context that has processed nonce and associated data.
    private static func withGCM(
        _ request: CipherRequest, _ body: (OpaquePointer) -> Bool
    ) throws(CryptoError) {
        var blocks = try context(.ecb, request)
        guard blocks.start(nil) else { throw backendError("cannot start \(request.cipher.name)") }
        let encrypt: block128_f = { input, output, key in
            var count: Int32 = 0
            _ = EVP_EncryptUpdate(key.map { OpaquePointer($0) }, output, &count, input, 16)
        }
        guard let context = CRYPTO_gcm128_new(UnsafeMutableRawPointer(blocks.pointer), encrypt) else {
            throw backendError("cannot start \(request.cipher.name)")
        }
        defer { CRYPTO_gcm128_release(context) }
        CRYPTO_gcm128_setiv(context, request.iv.baseAddress, request.iv.count)
        let aad = request.associatedData
        guard aad.isEmpty || CRYPTO_gcm128_aad(context, aad.baseAddress, aad.count) == 0, body(context) else {
            throw request.cipher.failure(encrypts: request.encrypts)
        }
    }

    // MARK: CCM

    /// The unencrypted tag: CBC-MAC of the lengths, the nonce, the associated data and the message (SP 800-38C, section
    /// 6.1).
    private static func codeCCM(_ message: Span<UInt8>, _ request: CipherRequest) throws(CryptoError) -> [UInt8] {
        let aad = request.associatedData
        let lengthByteCount = 15 - request.iv.count
        var header = [
            (aad.isEmpty ? 0 : 0x40) | UInt8((request.tagByteCount - 2) / 2) << 3 | UInt8(lengthByteCount - 1)
        ]
        header += Array(request.iv) + bigEndian(message.count, byteCount: lengthByteCount)
        if !aad.isEmpty {
            // Appendix A.2.2.
            header +=
                aad.count < 0xff00
                ? bigEndian(aad.count, byteCount: 2) : [0xff, 0xfe] + bigEndian(aad.count, byteCount: 4)
            header += Array(aad)
            header += [UInt8](repeating: 0, count: (16 - header.count % 16) % 16)
        }
        var chain = try context(.cbc, request)
        guard chain.start([UInt8](repeating: 0, count: 16)) else {
            throw backendError("cannot start \(request.cipher.name)")
        }
        let pieceByteCount = 4096
        var scratch = [UInt8](repeating: 0, count: pieceByteCount)
        defer { scratch.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) } }
        var code: [UInt8] = []
        /// Chains zero-padded bytes; the last block is the code so far.
        func chainAll(_ bytes: Span<UInt8>) -> Bool {
            var place = 0
            while place < bytes.count {
                let count = min(pieceByteCount, bytes.count - place)
                let padded = (count + 15) / 16 * 16
                for index in 0..<count { scratch[index] = bytes[place + index] }
                for index in count..<padded { scratch[index] = 0 }
                let isDone = scratch.withUnsafeMutableBufferPointer { space in
                    space.baseAddress.map { chain.update($0, padded, into: $0) == padded } ?? false
                }
                guard isDone else { return false }
                code = Array(scratch[padded - 16..<padded])
                place += count
            }
            return true
        }
        guard chainAll(header.span), chainAll(message) else {
            throw backendError("cannot compute \(request.cipher.name)")
        }
        return Array(code[..<request.tagByteCount])
    }

    /// Counter mode from the second block; passes the first block of the key stream, which masks the tag.
    private static func cryptCCM(
        _ input: Span<UInt8>, _ request: CipherRequest, to output: UnsafeMutablePointer<UInt8>,
        _ useMask: ([UInt8]) -> Void
    ) throws(CryptoError) {
        let lengthByteCount = 15 - request.iv.count
        let counter =
            [UInt8(lengthByteCount - 1)] + Array(request.iv) + [UInt8](repeating: 0, count: lengthByteCount)
        var stream = try context(.ctr, request)
        var mask = [UInt8](repeating: 0, count: 16)
        let isDone =
            stream.start(counter)
            && mask.withUnsafeMutableBufferPointer { space in
                space.baseAddress.map { stream.update($0, 16, into: $0) == 16 } ?? false
            } && withStart(input) { stream.update($0, input.count, into: output) } == input.count
        guard isDone else { throw backendError("cannot compute \(request.cipher.name)") }
        useMask(mask)
    }

    private static func context(_ mode: Cipher.Mode, _ request: CipherRequest) throws(CryptoError) -> CipherContext {
        try CipherContext(Cipher.known(.sm4, mode, keyByteCount: 16), request.lentKey, keepsKey: false, encrypts: true)
    }

    private static func bigEndian(_ number: Int, byteCount: Int) -> [UInt8] {
        (0..<byteCount).map { index in
            let shift = 8 * (byteCount - 1 - index)
            return shift < 64 ? UInt8(truncatingIfNeeded: number >> shift) : 0
        }
    }
}
