public import ArcaCore
public import ArcaCrypto

extension CipherScheme {
    /// Encrypts a message as the described program does; a stored IV and salt are drawn at random.
    ///
    /// - Parameters:
    ///   - plaintext: The message.
    ///   - inputs: Key text, and the texts of IV and salt if the scheme needs them.
    /// - Returns: The data in its envelope.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength` or `.invalidIVLength` if a derivation gives another
    ///   length than the cipher takes, `.invalidFormat` for a text of another form, `.invalidParameter` for a missing
    ///   text or an inconsistent scheme, or an error of the cipher or derivation.
    public func encrypt(_ plaintext: borrowing some Bytes, with inputs: Inputs) throws(CryptoError) -> [UInt8] {
        guard envelope.fields.count(where: { $0.content == .ciphertext }) == 1 else {
            throw CryptoError(.invalidParameter, "the data of a scheme has one ciphertext")
        }
        var parts = Parts()
        for field in envelope.fields {
            if case .salt(let count) = field.content { parts.salt = try SecureRandom.bytes(count) }
        }
        if iv == .stored { parts.iv = try SecureRandom.bytes(ivByteCount) }
        let (key, iv) = try keyAndIV(parts, inputs)
        parts.iv = iv
        let message = [UInt8](bytes: plaintext)
        if let aead = cipher.aead {
            let sealed = try aead.seal(
                message, using: key, nonce: iv, authenticating: inputs.associatedData, allowsUnusualNonce: true)
            let count = sealed.count - cipher.tagByteCount
            parts.ciphertext = Array(sealed[..<count])
            parts.tag = Array(sealed[count...])
        } else {
            parts.ciphertext = try crypt(message, key, iv, encrypts: true)
        }
        return try data(parts, inputs)
    }

    /// Decrypts data as the described program does.
    ///
    /// - Parameters:
    ///   - data: The data in its envelope.
    ///   - inputs: Key text, and the texts of IV and salt if the scheme needs them.
    /// - Returns: The message.
    /// - Throws: ``CryptoError`` with code `.authenticationFailed` for a tag or MAC that does not match,
    ///   `.decryptionFailed` for invalid padding, `.invalidFormat` or `.invalidInputLength` for data of another form,
    ///   or an error of ``encrypt(_:with:)``.
    public func decrypt(_ data: borrowing some Bytes, with inputs: Inputs) throws(CryptoError) -> [UInt8] {
        let parts = try parts(of: [UInt8](bytes: data))
        if let mac = parts.mac, self.mac != nil, try !constantTimeEqual(mac, code(for: parts, inputs)) {
            throw CryptoError(.authenticationFailed, "the MAC does not match: wrong key, or the data was changed")
        }
        let (key, iv) = try keyAndIV(parts, inputs)
        guard let aead = cipher.aead else { return try crypt(parts.ciphertext, key, iv, encrypts: false) }
        return try aead.open(
            parts.ciphertext + parts.tag, using: key, nonce: iv, authenticating: inputs.associatedData)
    }

    /// Derives key and IV.
    func keyAndIV(_ parts: Parts, _ inputs: Inputs) throws(CryptoError) -> (key: SymmetricKey, iv: [UInt8]) {
        let material = try key.bytes(of: inputs.keyText, inputs, salt: parts.salt)
        let count = cipher.keyByteCount
        let derived = iv == .derived ? ivByteCount : 0
        guard material.count == count + derived else {
            throw CryptoError(
                .invalidKeyLength, "the scheme's derivation gives \(material.count) bytes, not \(count + derived)")
        }
        let keyBytes = material.withBytes { SecretBytes(copying: $0.extracting(..<count)) }
        let iv: [UInt8]
        switch self.iv {
        case .none: iv = []
        case .stored: iv = parts.iv ?? []
        case .constant(let bytes): iv = bytes
        case .derived: iv = material.withBytes { [UInt8](bytes: $0.extracting(count...)) }
        case .given(let derivation):
            guard let text = inputs.ivText else {
                throw CryptoError(.invalidParameter, "the scheme needs an IV", hint: "give the other program's")
            }
            iv = Self.open(try derivation.bytes(of: SecretBytes(copying: text), inputs, salt: parts.salt))
        case .keyText(let derivation):
            iv = Self.open(try derivation.bytes(of: inputs.keyText, inputs, salt: parts.salt))
        case .key(let steps):
            iv = Self.open(try Derivation(.utf8, steps).bytes(of: keyBytes, inputs, salt: parts.salt))
        }
        guard iv.count == ivByteCount else {
            throw CryptoError(.invalidIVLength, "the scheme gives an IV of \(iv.count) bytes, not \(ivByteCount)")
        }
        return (SymmetricKey(keyBytes), iv)
    }

    /// An IV is not secret.
    private static func open(_ bytes: SecretBytes) -> [UInt8] { bytes.withBytes { [UInt8](bytes: $0) } }

    /// Encrypts or decrypts with a cipher without a tag.
    private func crypt(
        _ input: [UInt8], _ key: SymmetricKey, _ iv: [UInt8], encrypts: Bool
    ) throws(CryptoError) -> [UInt8] {
        if cipher.blockByteCount > 1 {
            return encrypts
                ? try cipher.encrypt(input, using: key, iv: iv, padding: padding)
                : try cipher.decrypt(input, using: key, iv: iv, padding: padding)
        }
        // CryptoJS pads for stream modes too.
        let block = max(cipher.ivByteCount, 1)
        var input = input
        if encrypts { input += try padding.bytes(afterMessage: input.count, block: block) }
        let output =
            if let counter { try counter.crypt(input, cipher, key, nonce: iv) } else {
                encrypts ? try cipher.encrypt(input, using: key, iv: iv) : try cipher.decrypt(input, using: key, iv: iv)
            }
        guard !encrypts, padding != .none else { return output }
        let last = Array(output.suffix(block))
        guard let count = last.withUnsafeBufferPointer({ padding.byteCount(inLastBlock: $0) }) else {
            throw CryptoError(.decryptionFailed, "the padding of \(cipher.name) is invalid")
        }
        return output.dropLast(count)
    }
}

extension CipherScheme.Counter {
    /// The first counter block.
    func firstBlock(nonce: [UInt8], byteCount: Int) -> [UInt8] {
        guard nonce.count < byteCount else { return nonce }
        var block = nonce + [UInt8](repeating: 0, count: byteCount - nonce.count)
        var value = start
        var index = byteCount - 1
        while value > 0, index >= nonce.count {
            block[index] = UInt8(value & 0xff)
            value >>= 8
            index -= 1
        }
        return block
    }

    /// Encrypts or decrypts: libcrypto counts up the whole block, so a shorter counter restarts after an overflow.
    func crypt(
        _ input: [UInt8], _ cipher: Cipher, _ key: SymmetricKey, nonce: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        var block = firstBlock(nonce: nonce, byteCount: cipher.ivByteCount)
        let width = bitCount / 8
        guard block.count == cipher.ivByteCount, 1...block.count ~= width else {
            throw CryptoError(.invalidParameter, "\(cipher.name) does not have this counter")
        }
        var left = 0
        for byte in block.suffix(width).prefix(8) { left = left << 8 | Int(byte) }
        // The number of blocks to the overflow of the last 32 or 64 bits; wider counters do not overflow.
        let limit = width > 4 ? Int.max : (1 << (8 * width)) - left
        guard limit < input.count / block.count + 1 else { return try cipher.encrypt(input, using: key, iv: block) }
        let head = try cipher.encrypt(input[..<(limit * block.count)], using: key, iv: block)
        for index in (block.count - width)..<block.count { block[index] = 0 }
        return head + (try cipher.encrypt(input[(limit * block.count)...], using: key, iv: block))
    }
}
