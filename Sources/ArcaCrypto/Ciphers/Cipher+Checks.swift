internal import ArcaCodecs

/// What every operation checks before it touches the message.
extension Cipher {
    func checkKey(_ key: SymmetricKey) throws(CryptoError) {
        _ = try requiring(keyByteCount: key.byteCount)
        if mode == .xts { try checkHalvesDiffer(key) }
    }

    /// The cipher itself, if it takes a key of that length.
    func requiring(keyByteCount count: Int) throws(CryptoError) -> Cipher {
        guard count == keyByteCount else {
            throw CryptoError(.invalidKeyLength, "\(name) takes a key of \(keyByteCount) bytes, not \(count)")
        }
        return self
    }

    func checkIV(_ byteCount: Int) throws(CryptoError) {
        guard !ivByteCounts.contains(byteCount) else { return }
        let (least, most) = (ivByteCounts.lowerBound, ivByteCounts.upperBound)
        let right =
            switch (least, most) {
            case (0, 0): "takes no IV"
            case (least, least): "takes an IV of \(least) bytes"
            case (1, _): "takes a nonce of 1 byte or more"
            case (0, _): "takes a nonce of up to \(most) bytes"
            default: "takes a nonce of \(least) to \(most) bytes"
            }
        throw CryptoError(.invalidIVLength, "\(name) \(right), not one of \(byteCount)")
    }

    func checkTag(_ byteCount: Int) throws(CryptoError) {
        // The usual length first: looking through the others takes a while.
        guard byteCount != tagByteCount, !tagByteCounts.contains(byteCount) else { return }
        let right = tagByteCounts.map { "\($0)" }.joined(separator: ", ")
        throw CryptoError(.invalidTagLength, "\(name) takes a tag of \(right) bytes, not \(byteCount)")
    }

    /// The padding asked for, or else the usual one.
    func checked(_ padding: Padding?) throws(CryptoError) -> Padding {
        guard let padding else { return takesPadding ? .pkcs7 : .none }
        guard padding == .none || takesPadding else {
            throw CryptoError(.invalidParameter, "\(name) needs no padding, so it takes none")
        }
        return padding
    }

    /// Whether a message, or a ciphertext when not `encrypts`, has a length that the mode can have.
    func checkInput(_ byteCount: Int, padding: Padding, encrypts: Bool) throws(CryptoError) {
        // Put together only for an error.
        var subject: String { "\(name) \(encrypts ? "encrypts" : "decrypts")" }
        switch mode {
        case .ecb, .cbc:
            if encrypts, padding == .pkcs7 { return }
            guard byteCount.isMultiple(of: blockByteCount) else {
                throw CryptoError(
                    .invalidInputLength,
                    "\(subject) multiples of \(blockByteCount) bytes\(encrypts ? " without padding" : ""), not \(byteCount)"
                )
            }
            guard byteCount > 0 || padding == .none else {
                throw CryptoError(
                    .invalidInputLength, "\(subject) at least one block of \(blockByteCount) bytes with padding, not 0")
            }
        case .xts:
            // IEEE 1619-2007, section 5.1: at least one block and, by SP 800-38E, at most 2^20 blocks a data unit.
            guard 16...(16 << 20) ~= byteCount else {
                throw CryptoError(.invalidInputLength, "\(subject) data units of 16 bytes to 16 MiB, not \(byteCount)")
            }
        case .kw:
            // RFC 3394, section 2: two or more semiblocks. Libcrypto also takes less and gives nothing back.
            let least = encrypts ? 16 : 24
            guard byteCount >= least, byteCount.isMultiple(of: 8), byteCount <= Int(Int32.max) - 8 else {
                throw CryptoError(
                    .invalidInputLength, "\(subject) multiples of 8 bytes, at least \(least), not \(byteCount)")
            }
        case .kwp:
            // RFC 5649, section 4.1: a length that fits 32 bits; libcrypto's calls take 31.
            let most = Int(Int32.max) - 15
            guard encrypts ? 1...most ~= byteCount : 16...most ~= byteCount && byteCount.isMultiple(of: 8) else {
                let right = encrypts ? "1 byte or more" : "multiples of 8 bytes, at least 16"
                throw CryptoError(.invalidInputLength, "\(subject) \(right), not \(byteCount)")
            }
        default: return
        }
    }

    /// SP 800-38E and FIPS 140 IG A.9: equal halves undo the protection of the tweak.
    private func checkHalvesDiffer(_ key: SymmetricKey) throws(CryptoError) {
        let areEqual = key.withBytes { bytes in
            constantTimeEqual(bytes.extracting(..<(bytes.count / 2)), bytes.extracting((bytes.count / 2)...))
        }
        guard !areEqual else {
            throw CryptoError(.invalidParameter, "the two halves of a key for \(name) must differ")
        }
    }
}

/// Lends the start of bytes; none at all also have one, for libcrypto takes nil for something else.
@inline(__always)
func withStart<Result, Failure: Error>(
    _ bytes: Span<UInt8>, _ body: (UnsafePointer<UInt8>) throws(Failure) -> Result
) throws(Failure) -> Result {
    guard !bytes.isEmpty else {
        var nothing: UInt8 = 0
        return try withUnsafePointer(to: &nothing, body)
    }
    return try bytes.withUnsafeBufferPointer { buffer throws(Failure) in
        // Not empty, so there is a start.
        try body(buffer.baseAddress.unsafelyUnwrapped)
    }
}
