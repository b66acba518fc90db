public import ArcaCore
internal import CArcaLibcrypto

/// The implementation of ``AEADCipher``.
extension CipherRequest {
    @usableFromInline
    func sealed(_ message: Span<UInt8>) throws(CryptoError) -> [UInt8] {
        let count = try checkedSealedByteCount(message)
        return try wipedOnFailure(capacity: count) { output throws(CryptoError) in
            try seal(message, to: output)
            return count
        }
    }

    @usableFromInline
    func seal(_ message: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CryptoError) {
        let count = try checkedSealedByteCount(message)
        try append(message, upTo: count, to: &output) { output throws(CryptoError) in
            try seal(message, to: output)
            return count
        }
    }

    /// Nonce, ciphertext and tag in one array; the nonce is either the request's or random with the default length.
    @usableFromInline
    func combined(_ message: Span<UInt8>, drawsNonce: Bool) throws(CryptoError) -> [UInt8] {
        let count = try checkedCombinedByteCount(message, drawsNonce: drawsNonce)
        return try wipedOnFailure(capacity: count) { output throws(CryptoError) in
            try combine(message, drawsNonce: drawsNonce, to: output)
            return count
        }
    }

    /// Appends nonce, ciphertext and tag.
    @usableFromInline
    func combine(
        _ message: Span<UInt8>, drawsNonce: Bool, into output: inout OutputSpan<UInt8>
    ) throws(CryptoError) {
        let count = try checkedCombinedByteCount(message, drawsNonce: drawsNonce)
        try append(message, upTo: count, to: &output) { output throws(CryptoError) in
            try combine(message, drawsNonce: drawsNonce, to: output)
            return count
        }
    }

    @usableFromInline
    func opened(_ sealed: Span<UInt8>) throws(CryptoError) -> [UInt8] {
        let maximum = try checkedOpenedByteCount(sealed)
        return try wipedOnFailure(capacity: maximum) { output throws(CryptoError) in try open(sealed, to: output) }
    }

    @usableFromInline
    func open(_ sealed: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CryptoError) {
        let maximum = try checkedOpenedByteCount(sealed)
        try append(sealed, upTo: maximum, to: &output) { output throws(CryptoError) in
            try open(sealed, to: output)
        }
    }

    /// Appends what `fill` writes; rejects input that overlaps it, because not every mode reads before it writes.
    private func append(
        _ input: Span<UInt8>, upTo byteCount: Int, to output: inout OutputSpan<UInt8>,
        _ fill: (UnsafeMutablePointer<UInt8>) throws(CryptoError) -> Int
    ) throws(CryptoError) {
        let overlaps = output.withUnsafeMutableBufferPointer { space, count in
            input.withUnsafeBufferPointer { input in
                guard let start = input.baseAddress, let target = space.baseAddress else { return false }
                let room = UnsafePointer(target + count)
                return !input.isEmpty && start < room + byteCount && room < start + input.count
            }
        }
        guard !overlaps else { throw CryptoError(.invalidParameter, "the input of \(cipher.name) overlaps its output") }
        try wipedOnFailure(appendingTo: &output, upTo: byteCount, fill)
    }

    private func checkedCombinedByteCount(_ message: Span<UInt8>, drawsNonce: Bool) throws(CryptoError) -> Int {
        let nonceByteCount = drawsNonce ? cipher.ivByteCount : iv.count
        try checkSealing(messageByteCount: message.count, nonceByteCount: nonceByteCount)
        return nonceByteCount + cipher.sealedByteCount(forMessage: message.count, tagByteCount: tagByteCount)
    }

    private func combine(
        _ message: Span<UInt8>, drawsNonce: Bool, to output: UnsafeMutablePointer<UInt8>
    ) throws(CryptoError) {
        let nonce = UnsafeMutableBufferPointer(start: output, count: drawsNonce ? cipher.ivByteCount : iv.count)
        if drawsNonce { try SecureRandom.fill(nonce) } else { _ = nonce.update(fromContentsOf: iv) }
        var request = self
        request.iv = UnsafeBufferPointer(nonce)
        try request.seal(message, to: output + nonce.count)
    }

    private func checkedSealedByteCount(_ message: Span<UInt8>) throws(CryptoError) -> Int {
        try checkSealing(messageByteCount: message.count, nonceByteCount: iv.count)
        return cipher.sealedByteCount(forMessage: message.count, tagByteCount: tagByteCount)
    }

    private func checkedOpenedByteCount(_ sealed: Span<UInt8>) throws(CryptoError) -> Int {
        let count = sealed.count - tagByteCount
        try checkSealing(messageByteCount: max(0, count), nonceByteCount: iv.count)
        guard count >= 0 else {
            throw CryptoError(
                .invalidInputLength,
                "expected at least \(tagByteCount) bytes for the \(cipher.name) tag, found \(sealed.count)")
        }
        return count
    }

    // MARK: Implementation

    private func seal(_ message: Span<UInt8>, to output: UnsafeMutablePointer<UInt8>) throws(CryptoError) {
        switch cipher.row.pointee.engine {
        case .syntheticIV: try SyntheticIV.seal(message, key: key, strings: strings, to: output)
        case .encryptThenMAC: try EncryptThenMAC.seal(message, self, to: output)
        case .galoisSIV: try GaloisSIV.seal(message, self, to: output)
        case .sm4Modes: try SM4Modes.seal(message, self, to: output)
        case .extendedNonce:
            try withInnerRequest { inner throws(CryptoError) in try inner.seal(message, to: output) }
        case .libcrypto, .composedXTS:
            if iv.count > LongNonceGCM.libcryptoLimit { return try LongNonceGCM.seal(message, self, to: output) }
            try sealByLibcrypto(message, to: output)
        }
    }

    /// Writes the plaintext and returns its length; throws if the tag does not match, and the caller then wipes the
    /// output.
    private func open(_ sealed: Span<UInt8>, to output: UnsafeMutablePointer<UInt8>) throws(CryptoError) -> Int {
        switch cipher.row.pointee.engine {
        case .syntheticIV: try SyntheticIV.open(sealed, key: key, strings: strings, to: output)
        case .encryptThenMAC: return try EncryptThenMAC.open(sealed, self, to: output)
        case .galoisSIV: try GaloisSIV.open(sealed, self, to: output)
        case .sm4Modes: try SM4Modes.open(sealed, self, to: output)
        case .extendedNonce:
            return try withInnerRequest { inner throws(CryptoError) in try inner.open(sealed, to: output) }
        case .libcrypto, .composedXTS:
            if iv.count > LongNonceGCM.libcryptoLimit {
                try LongNonceGCM.open(sealed, self, to: output)
            } else {
                try openByLibcrypto(sealed, to: output)
            }
        }
        return sealed.count - tagByteCount
    }

    /// The associated data as SIV's list of strings.
    private var strings: [[UInt8]] { associatedData.isEmpty ? [] : [Array(associatedData)] }

    private func sealByLibcrypto(_ message: Span<UInt8>, to output: UnsafeMutablePointer<UInt8>) throws(CryptoError) {
        var context = try started(messageByteCount: message.count, keepsKey: false)
        let takesMessageAtOnce = cipher.row.pointee.traits.contains(.takesMessageAtOnce)
        let isDone = withStart(message) { start in
            let written =
                takesMessageAtOnce
                ? context.updateOnce(start, message.count, into: output)
                : context.update(start, message.count, into: output)
            return written == message.count && context.finish(into: output + message.count) == 0
                && context.getTag(output + message.count, tagByteCount)
        }
        guard isDone else { throw cipher.failure(encrypts: true) }
        try context.restoreIVByteCount(cipher)
    }

    private func openByLibcrypto(_ sealed: Span<UInt8>, to output: UnsafeMutablePointer<UInt8>) throws(CryptoError) {
        let count = sealed.count - tagByteCount
        let takesMessageAtOnce = cipher.row.pointee.traits.contains(.takesMessageAtOnce)
        var context = try withStart(sealed) { start throws(CryptoError) in
            try started(messageByteCount: count, tag: start + count, keepsKey: false)
        }
        let isDone = withStart(sealed) { start in
            takesMessageAtOnce
                ? context.updateOnce(start, count, into: output) == count
                : context.update(start, count, into: output) == count && context.finish(into: output + count) == 0
        }
        guard isDone else { throw cipher.failure(encrypts: false) }
        try context.restoreIVByteCount(cipher)
    }

    /// A context that has processed nonce and associated data, preceded by the expected tag when opening.
    ///
    /// `keepsKey` is true if the context may outlive the request.
    func started(
        messageByteCount: Int, tag: UnsafePointer<UInt8>? = nil, pads: Bool = false, keepsKey: Bool = true
    ) throws(CryptoError) -> CipherContext {
        let encodesLengths = cipher.row.pointee.traits.contains(.encodesLengths)
        var context = try CipherContext(
            cipher, lentKey, keepsKey: keepsKey, encrypts: encrypts,
            encodesLengths
                ? .init(pads: false, ivByteCount: iv.count, tagByteCount: tagByteCount) : .init(pads: pads))
        // CCM needs the tag before it starts, the other modes only at the end.
        if let tag, !context.setTag(tag, tagByteCount) { throw backendError("cannot start \(cipher.name)") }
        if !encodesLengths, iv.count != cipher.ivByteCount, !context.setIVByteCount(iv.count) {
            throw backendError("cannot start \(cipher.name)")
        }
        var isDone = context.start(ivStart)
        if encodesLengths { isDone = isDone && context.updateOnce(nil, messageByteCount, into: nil) != nil }
        if !associatedData.isEmpty, let start = associatedData.baseAddress {
            isDone = isDone && context.update(start, associatedData.count, into: nil) != nil
        }
        guard isDone else { throw backendError("cannot start \(cipher.name)") }
        return context
    }
}

extension Cipher {
    /// A single error for any failure on input of valid length.
    func failure(encrypts: Bool) -> CryptoError {
        if encrypts { return backendError("cannot encrypt with \(name)") }
        // Libcrypto's reasons could distinguish the failures.
        ERR_clear_error()
        return isKeyWrap || isAuthenticated
            ? CryptoError(.authenticationFailed, "\(name): wrong key, or the data was changed")
            : CryptoError(.decryptionFailed, "\(name): wrong key or initialization vector, or the data was changed")
    }
}
