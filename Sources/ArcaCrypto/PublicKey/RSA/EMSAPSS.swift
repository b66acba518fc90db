/// The PSS encoding with SHAKE, which libcrypto does not support.
///
/// All of it is public: salt and digest can be recovered from any signature.
///
/// Source: RFC 8017, section 9.1; RFC 8702, section 2.2: the mask is SHAKE output instead of MGF1.
struct EMSAPSS {
    let parameters: RSAPSSParameters
    /// The length of the encoding in bits: one less than the modulus.
    let bitCount: Int

    private var byteCount: Int { (bitCount + 7) / 8 }
    private var hashByteCount: Int { parameters.hash.digestByteCount }
    /// Selects the bits of the first byte that belong to the encoding.
    private var firstMask: UInt8 { 0xff >> UInt8(8 * byteCount - bitCount) }

    func encode(_ digest: [UInt8], salt: [UInt8]) throws(CryptoError) -> [UInt8] {
        let hash = try self.hash(digest, salt)
        var block = [UInt8](repeating: 0, count: byteCount - hashByteCount - salt.count - 2) + [1] + salt
        try mask(&block, seed: hash)
        block[0] &= firstMask
        return block + hash + [0xbc]
    }

    /// Whether an encoding matches a digest; nil accepts any salt length.
    func isValid(_ encoding: [UInt8], for digest: [UInt8], saltByteCount: Int?) throws(CryptoError) -> Bool {
        guard encoding.count == byteCount, encoding.count >= hashByteCount + 2, encoding.last == 0xbc,
            encoding[0] & ~firstMask == 0
        else { return false }
        var block = Array(encoding[..<(byteCount - hashByteCount - 1)])
        let hash = Array(encoding[block.count..<block.count + hashByteCount])
        try mask(&block, seed: hash)
        block[0] &= firstMask
        guard let start = block.firstIndex(where: { $0 != 0 }), block[start] == 1 else { return false }
        let salt = Array(block[(start + 1)...])
        guard saltByteCount == nil || salt.count == saltByteCount else { return false }
        return try self.hash(digest, salt) == hash
    }

    private func hash(_ digest: [UInt8], _ salt: [UInt8]) throws(CryptoError) -> [UInt8] {
        try parameters.hash.hash([UInt8](repeating: 0, count: 8) + digest + salt)
    }

    private func mask(_ block: inout [UInt8], seed: [UInt8]) throws(CryptoError) {
        let mask = try parameters.maskHash.hash(seed, outputByteCount: block.count)
        for index in block.indices { block[index] ^= mask[index] }
    }
}
