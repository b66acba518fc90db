internal import ArcaKernels
internal import CArcaLibcrypto

/// POLYVAL, the hash of AES-GCM-SIV (RFC 8452, section 3), computed with libcrypto's GHASH.
///
/// With the bytes of key and blocks reversed, POLYVAL is GHASH under the key times x (RFC 8452, appendix A).
/// Libcrypto's GHASH derives its key by encrypting a zero block. At the end it multiplies in the lengths it counted and
/// adds the encrypted counter block. The "cipher" here always outputs the key, so both terms are known and are replaced
/// with POLYVAL's lengths.
enum Polyval {
    private static let blocksAtOnce = 256

    /// POLYVAL of associated data and message, each zero-padded to whole blocks, and their lengths.
    ///
    /// `key` and `output` are 16 bytes each and secret.
    static func hash(
        _ key: UnsafePointer<UInt8>, _ aad: Span<UInt8>, _ message: Span<UInt8>,
        into output: UnsafeMutablePointer<UInt8>
    ) throws(CryptoError) {
        var reversed = (UInt64(0), UInt64(0))
        reverseBlocks(key, into: &reversed, blockCount: 1)
        let element = FieldElement(&reversed).timesX
        element.store(to: &reversed)
        defer { OPENSSL_cleanse(&reversed, 16) }
        let isDone = withUnsafeMutablePointer(to: &reversed) { keyPointer in
            let giveKey: block128_f = { _, target, key in
                guard let target, let key else { return }
                UnsafeMutableRawPointer(target).copyMemory(from: key, byteCount: 16)
            }
            guard let context = CRYPTO_gcm128_new(keyPointer, giveKey) else { return false }
            defer { CRYPTO_gcm128_release(context) }
            CRYPTO_gcm128_setiv(context, [UInt8](repeating: 0, count: 12), 12)
            guard take(aad, context), take(message, context) else { return false }
            CRYPTO_gcm128_tag(context, output, 16)
            return true
        }
        guard isDone else { throw backendError("cannot compute POLYVAL") }
        correct(output, element, aadByteCount: aad.count, messageByteCount: message.count)
    }

    private static func take(_ bytes: Span<UInt8>, _ context: OpaquePointer) -> Bool {
        let most = min(blocksAtOnce, (bytes.count + 15) / 16) * 16
        return withUnsafeTemporaryAllocation(byteCount: max(most, 16), alignment: 16) { buffer in
            let turned = buffer.baseAddress.unsafelyUnwrapped
            // GCM-SIV hashes the plaintext, not the ciphertext.
            defer { OPENSSL_cleanse(turned, most) }
            return withStart(bytes) { start in
                var place = 0
                while place < bytes.count {
                    let whole = min(bytes.count - place, most) / 16
                    reverseBlocks(start + place, into: turned, blockCount: whole)
                    if whole == 0 {
                        for index in 0..<16 {
                            let byte = place + index < bytes.count ? start[place + index] : 0
                            turned.storeBytes(of: byte, toByteOffset: 15 - index, as: UInt8.self)
                        }
                    }
                    let count = max(whole, 1) * 16
                    guard CRYPTO_gcm128_aad(context, turned, count) == 0 else { return false }
                    place += count
                }
                return true
            }
        }
    }

    /// Corrects GCM's tag to POLYVAL's result.
    private static func correct(
        _ output: UnsafeMutablePointer<UInt8>, _ key: FieldElement, aadByteCount: Int, messageByteCount: Int
    ) {
        let blocks = (aadByteCount + 15) / 16 + (messageByteCount + 15) / 16
        // GCM counted all blocks as associated data and no ciphertext. POLYVAL's reversed length block begins with the
        // message length.
        let difference = FieldElement(
            high: UInt64(blocks) * 128 ^ UInt64(messageByteCount) * 8, low: UInt64(aadByteCount) * 8)
        let hash = FieldElement(output) + key + key.times(public: difference)
        var stored = (UInt64(0), UInt64(0))
        hash.store(to: &stored)
        reverseBlocks(&stored, into: output, blockCount: 1)
        OPENSSL_cleanse(&stored, 16)
    }
}

/// A polynomial in GF(2^128) in GHASH bit order: the first bit is the coefficient of 1 (SP 800-38D, section 6.3).
private struct FieldElement {
    let high: UInt64
    let low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    init(_ bytes: UnsafeRawPointer) {
        high = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
        low = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }

    func store(to bytes: UnsafeMutableRawPointer) {
        bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
        bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
    }

    /// The product with x, branch-free.
    var timesX: FieldElement {
        // x^128 = x^7 + x^2 + x + 1
        let carry = (0 &- (low & 1)) & 0xe1 << 56
        return FieldElement(high: high >> 1 ^ carry, low: high << 63 | low >> 1)
    }

    /// The product with a public element; `self` may be secret.
    func times(public other: FieldElement) -> FieldElement {
        var product = FieldElement(high: 0, low: 0)
        var power = self
        for index in 0..<128 {
            let word = index < 64 ? other.high : other.low
            if word >> (63 - index % 64) & 1 == 1 { product = product + power }
            power = power.timesX
        }
        return product
    }

    static func + (left: FieldElement, right: FieldElement) -> FieldElement {
        FieldElement(high: left.high ^ right.high, low: left.low ^ right.low)
    }
}
