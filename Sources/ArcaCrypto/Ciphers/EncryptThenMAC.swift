internal import ArcaCore

/// The encrypt-then-MAC ciphers: AES-EAX and AES-CBC with HMAC.
///
/// EAX is counter mode that starts at the nonce's CMAC; its tag is the XOR of three CMACs (Bellare, Rogaway, Wagner:
/// The EAX Mode of Operation, 2004). CBC with HMAC uses the first half of the key for HMAC and half of the MAC as its
/// tag (RFC 7518, section 5.2). The tag is verified before decryption, so there is no padding oracle.
final class EncryptThenMAC {
    /// The inner encryption, with its own key and IV.
    let cipher: Cipher
    let key: SymmetricKey
    let iv: [UInt8]
    private let isEAX: Bool
    private let mac: RunningMAC
    /// EAX: XORed with the ciphertext's MAC.
    private var mask: [UInt8] = []
    /// CBC with HMAC: the end of the MAC's input.
    private var suffix: [UInt8] = []

    /// Authenticates nonce and associated data; the caller has checked all lengths.
    init(_ request: CipherRequest) throws(CryptoError) {
        let (key, nonce, aad) = (request.key, request.iv.span, request.associatedData.span)
        isEAX = request.cipher.row.pointee.mode == .eax
        if isEAX {
            cipher = try AES.cipher(.ctr, keyByteCount: key.byteCount)
            self.key = key
            mac = try RunningMAC(.cmac, key)
            iv = try mac.code(EncryptThenMAC.prefix(0).span, nonce)
            let bound = try mac.code(EncryptThenMAC.prefix(1).span, aad)
            mask = zip(iv, bound).map { $0 ^ $1 }
            mac.start()
            mac.update(EncryptThenMAC.prefix(2).span)
        } else {
            cipher = try AES.cipher(.cbc, keyByteCount: key.byteCount / 2)
            self.key = key.half(1)
            mac = try RunningMAC(EncryptThenMAC.hmac(keyByteCount: key.byteCount), key.half(0))
            iv = Array(bytes: nonce)
            mac.update(aad)
            mac.update(nonce)
            // The length of the associated data in bits, as 64 bits.
            suffix = withUnsafeBytes(of: (UInt64(aad.count) * 8).bigEndian) { Array($0) }
        }
    }

    func update(_ ciphertext: Span<UInt8>) { mac.update(ciphertext) }

    func finish(_ tagByteCount: Int) throws(CryptoError) -> [UInt8] {
        mac.update(suffix.span)
        var code = try mac.finish()
        if isEAX { for index in code.indices { code[index] ^= mask[index] } }
        return Array(code[..<tagByteCount])
    }

    func finish(verifying tag: Span<UInt8>) throws(CryptoError) -> Bool {
        constantTimeEqual(try finish(tag.count), tag)
    }

    static func seal(
        _ message: Span<UInt8>, _ request: CipherRequest, to output: UnsafeMutablePointer<UInt8>
    ) throws(CryptoError) {
        let parts = try EncryptThenMAC(request)
        let count = try parts.crypt(message, encrypts: true, to: output)
        parts.update(UnsafeBufferPointer(start: output, count: count).span)
        let tag = try parts.finish(request.tagByteCount)
        for index in tag.indices { output[count + index] = tag[index] }
    }

    /// Verifies the tag, then writes the plaintext and returns its length.
    static func open(
        _ sealed: Span<UInt8>, _ request: CipherRequest, to output: UnsafeMutablePointer<UInt8>
    ) throws(CryptoError) -> Int {
        let parts = try EncryptThenMAC(request)
        let ciphertext = sealed.extracting(..<(sealed.count - request.tagByteCount))
        parts.update(ciphertext)
        guard try parts.finish(verifying: sealed.extracting(ciphertext.count...)) else {
            throw request.cipher.failure(encrypts: false)
        }
        do {
            return try parts.crypt(ciphertext, encrypts: false, to: output)
        } catch {
            // The sender has the key but produced invalid padding.
            throw request.cipher.failure(encrypts: false)
        }
    }

    func started(encrypts: Bool) throws(CryptoError) -> CipherContext {
        let iv = iv
        return try iv.span.withUnsafeBufferPointer { iv throws(CryptoError) in
            try CipherRequest(cipher, key: key, iv: iv, encrypts: encrypts).started(messageByteCount: 0, pads: !isEAX)
        }
    }

    private func crypt(
        _ input: Span<UInt8>, encrypts: Bool, to output: UnsafeMutablePointer<UInt8>
    ) throws(CryptoError) -> Int {
        try iv.withUnsafeBufferPointer { iv throws(CryptoError) in
            try CipherRequest(cipher, key: key, iv: iv, encrypts: encrypts).crypt(
                input, isEAX ? .none : .pkcs7, to: output)
        }
    }

    /// The block that separates EAX's three CMACs.
    private static func prefix(_ number: UInt8) -> [UInt8] { [UInt8](repeating: 0, count: 15) + [number] }

    private static func hmac(keyByteCount: Int) throws(CryptoError) -> MACFunction {
        switch keyByteCount {
        case 32: try .hmac(.sha256)
        case 48: try .hmac(.sha384)
        default: try .hmac(.sha512)
        }
    }
}
