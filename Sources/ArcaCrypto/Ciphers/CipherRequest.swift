public import ArcaCore

/// The parameters of an encryption or decryption, except the message.
///
/// Its pointers and key are valid during one call only.
@usableFromInline
struct CipherRequest {
    var cipher: Cipher
    var lentKey: LentKey
    var iv: UnsafeBufferPointer<UInt8>
    let associatedData: UnsafeBufferPointer<UInt8>
    let tagByteCount: Int
    /// Nil for the cipher's default padding.
    let padding: Cipher.Padding?
    let encrypts: Bool
    let allowsUnusualNonce: Bool

    @usableFromInline
    init(
        _ cipher: Cipher, key: borrowing SymmetricKey, iv: UnsafeBufferPointer<UInt8>,
        associatedData: UnsafeBufferPointer<UInt8> = UnsafeBufferPointer(start: nil, count: 0),
        tagByteCount: Int? = nil, padding: Cipher.Padding? = nil, encrypts: Bool, allowsUnusualNonce: Bool = false
    ) {
        self.cipher = cipher
        lentKey = LentKey(key)
        self.iv = iv
        self.associatedData = associatedData
        self.tagByteCount = tagByteCount ?? cipher.tagByteCount
        self.padding = padding
        self.encrypts = encrypts
        self.allowsUnusualNonce = allowsUnusualNonce
    }

    var key: SymmetricKey { lentKey.key }

    var ivStart: UnsafePointer<UInt8>? { iv.isEmpty ? nil : iv.baseAddress }
}

extension Cipher {
    @inlinable
    func withRequest<Result>(
        key: SymmetricKey, nonce: borrowing some Bytes, associatedData: borrowing some Bytes, tagByteCount: Int?,
        seals: Bool, allowsUnusualNonce: Bool = false, _ body: (CipherRequest) throws(CryptoError) -> Result
    ) throws(CryptoError) -> Result {
        defer { withExtendedLifetime(key) {} }
        return try nonce.withBytes { nonce throws(CryptoError) in
            try associatedData.withBytes { data throws(CryptoError) in
                try nonce.withUnsafeBufferPointer { nonce throws(CryptoError) in
                    try data.withUnsafeBufferPointer { data throws(CryptoError) in
                        try body(
                            CipherRequest(
                                self, key: key, iv: nonce, associatedData: data, tagByteCount: tagByteCount,
                                encrypts: seals, allowsUnusualNonce: allowsUnusualNonce))
                    }
                }
            }
        }
    }

    @inlinable
    func withRequest<Result>(
        key: SymmetricKey, iv: borrowing some Bytes, padding: Padding?, encrypts: Bool,
        _ body: (CipherRequest) throws(CryptoError) -> Result
    ) throws(CryptoError) -> Result {
        defer { withExtendedLifetime(key) {} }
        return try iv.withBytes { iv throws(CryptoError) in
            try iv.withUnsafeBufferPointer { iv throws(CryptoError) in
                try body(CipherRequest(self, key: key, iv: iv, padding: padding, encrypts: encrypts))
            }
        }
    }
}

// MARK: Checks

/// Checks shared by all operations, before they process the message.
extension CipherRequest {
    func checkKey() throws(CryptoError) {
        guard lentKey.byteCount == cipher.keyByteCount else {
            throw CryptoError(
                .invalidKeyLength,
                "\(cipher.name) takes a key of \(cipher.keyByteCount) bytes, not \(lentKey.byteCount)")
        }
        if cipher.row.pointee.traits.contains(.keysDiffer) { try checkHalvesDiffer() }
        if cipher.row.pointee.engine != .libcrypto { try Libcrypto.checkOwn(cipher.name) }
    }

    /// SP 800-38E and FIPS 140 IG A.9: equal halves void the protection by the tweak.
    private func checkHalvesDiffer() throws(CryptoError) {
        let areEqual = key.withBytes { bytes in
            constantTimeEqual(bytes.extracting(..<(bytes.count / 2)), bytes.extracting((bytes.count / 2)...))
        }
        guard !areEqual else {
            throw CryptoError(.invalidParameter, "the two halves of a key for \(cipher.name) must differ")
        }
    }

    func checkSealing(messageByteCount: Int, nonceByteCount: Int) throws(CryptoError) {
        try checkKey()
        try checkNonce(nonceByteCount)
        try cipher.checkTag(tagByteCount)
        try cipher.checkMessage(messageByteCount, nonceByteCount: nonceByteCount)
        try cipher.checkAssociatedData(associatedData.count)
    }

    func checkNonce(_ byteCount: Int) throws(CryptoError) {
        guard byteCount != cipher.ivByteCount else { return }
        try cipher.checkIV(byteCount)
        guard !encrypts || allowsUnusualNonce || !cipher.row.pointee.traits.contains(.usualNonceOnly) else {
            throw CryptoError(
                .invalidIVLength,
                "\(cipher.name) takes a nonce of \(cipher.ivByteCount) bytes, not \(byteCount), unless another length is "
                    + "asked for")
        }
    }

    func checkedPadding() throws(CryptoError) -> Cipher.Padding {
        guard let padding else { return cipher.takesPadding ? .pkcs7 : .none }
        guard padding == .none || cipher.takesPadding else {
            throw CryptoError(.invalidParameter, "\(cipher.name) takes no padding, because it needs none")
        }
        return padding
    }
}

extension Cipher {
    func checkIV(_ byteCount: Int) throws(CryptoError) {
        guard byteCount != ivByteCount, !ivByteCounts.contains(byteCount) else { return }
        let (least, most) = (ivByteCounts.lowerBound, ivByteCounts.upperBound)
        let right =
            switch (least, most) {
            case (0, 0): "takes no initialization vector"
            case (least, least): "takes an initialization vector of \(least) bytes"
            case (1, _): "takes a nonce of 1 byte or more"
            case (0, _): "takes a nonce of up to \(most) bytes"
            default: "takes a nonce of \(least) to \(most) bytes"
            }
        throw CryptoError(.invalidIVLength, "\(name) \(right), not one of \(byteCount)")
    }

    func checkTag(_ byteCount: Int) throws(CryptoError) {
        // Checks the default length first because searching the others is slower.
        guard byteCount != tagByteCount, !tagByteCounts.contains(byteCount) else { return }
        let right = tagByteCounts.map { "\($0)" }.joined(separator: ", ")
        throw CryptoError(.invalidTagLength, "\(name) takes a tag of \(right) bytes, not \(byteCount)")
    }

    func checkAssociatedData(_ byteCount: Int) throws(CryptoError) {
        let maximum = row.pointee.maximumAssociatedDataByteCount
        guard byteCount <= maximum else {
            throw CryptoError(
                .invalidInputLength, "\(name) takes \(maximum) bytes of associated data at most, not \(byteCount)")
        }
    }

    func checkMessage(_ byteCount: Int, nonceByteCount: Int) throws(CryptoError) {
        var maximum = row.pointee.messages.most
        if row.pointee.traits.contains(.encodesLengths) {
            maximum = min(maximum, (1 << (8 * min(15 - nonceByteCount, 7))) - 1)
        }
        guard byteCount <= maximum else {
            throw CryptoError(
                .invalidInputLength,
                "\(name) with a nonce of \(nonceByteCount) bytes takes \(maximum) bytes at most, not \(byteCount)")
        }
    }

    func checkInput(_ byteCount: Int, padding: Padding, encrypts: Bool) throws(CryptoError) {
        if encrypts, padding != .none { return }
        let lengths = encrypts ? row.pointee.messages : row.pointee.ciphertexts
        let least = padding.mayBeEmpty ? lengths.least : blockByteCount
        guard byteCount >= least, byteCount <= lengths.most,
            lengths.multiple == 1 || byteCount.isMultiple(of: lengths.multiple)
        else {
            var right = lengths.multiple == 1 ? "\(least) bytes or more" : "multiples of \(lengths.multiple) bytes"
            if lengths.multiple > 1, least > 0 { right += ", at least \(least)" }
            if lengths.most < .max { right += ", at most \(lengths.most)" }
            if takesPadding, padding == .none { right += " without padding" }
            throw CryptoError(
                .invalidInputLength, "\(name) \(encrypts ? "encrypts" : "decrypts") \(right), not \(byteCount)")
        }
    }
}

/// Calls `body` with a non-null pointer, even for no bytes, because libcrypto gives nil a special meaning.
@inline(__always)
func withStart<Result: ~Copyable, Failure: Error>(
    _ bytes: Span<UInt8>, _ body: (UnsafePointer<UInt8>) throws(Failure) -> Result
) throws(Failure) -> Result {
    guard !bytes.isEmpty else {
        var nothing: UInt8 = 0
        return try withUnsafePointer(to: &nothing, body)
    }
    return try bytes.withUnsafeBufferPointer { buffer throws(Failure) in
        try body(buffer.baseAddress.unsafelyUnwrapped)
    }
}
