public import ArcaCodecs
internal import CArcaLibcrypto

/// What ``Cipher/seal(_:using:nonce:authenticating:tagByteCount:)`` and its kin do once they have spans.
extension Cipher {
    @usableFromInline
    func sealed(
        _ message: Span<UInt8>, _ key: SymmetricKey, _ nonce: Span<UInt8>, _ aad: Span<UInt8>, _ tagByteCount: Int?
    ) throws(CryptoError) -> [UInt8] {
        let tagByteCount = tagByteCount ?? self.tagByteCount
        try checkSeal(message.count, key, nonce.count, aad.count, tagByteCount)
        let count = sealedByteCount(forMessage: message.count, tagByteCount: tagByteCount)
        return try wipedOnFailure(capacity: count) { (output) throws(CryptoError) in
            try withStart(nonce) { (nonceStart) throws(CryptoError) in
                try seal(message, key, nonceStart, nonce.count, aad, tagByteCount, output)
            }
            return count
        }
    }

    @usableFromInline
    func seal(
        _ message: Span<UInt8>, _ key: SymmetricKey, _ nonce: Span<UInt8>, _ aad: Span<UInt8>, _ tagByteCount: Int?,
        into output: inout OutputSpan<UInt8>
    ) throws(CryptoError) {
        let tagByteCount = tagByteCount ?? self.tagByteCount
        try checkSeal(message.count, key, nonce.count, aad.count, tagByteCount)
        let count = sealedByteCount(forMessage: message.count, tagByteCount: tagByteCount)
        try wipedOnFailure(appendingTo: &output, upTo: count) { (out) throws(CryptoError) in
            try withStart(nonce) { (nonceStart) throws(CryptoError) in
                try seal(message, key, nonceStart, nonce.count, aad, tagByteCount, out)
            }
            return count
        }
    }

    /// Nonce, ciphertext and tag in one array.
    @usableFromInline
    func sealedWithNonce(
        _ message: Span<UInt8>, _ key: SymmetricKey, _ nonce: Span<UInt8>, _ aad: Span<UInt8>, _ tagByteCount: Int
    ) throws(CryptoError) -> [UInt8] {
        try checkSeal(message.count, key, nonce.count, aad.count, tagByteCount)
        let count = nonce.count + sealedByteCount(forMessage: message.count, tagByteCount: tagByteCount)
        return try wipedOnFailure(capacity: count) { (output) throws(CryptoError) in
            withStart(nonce) { output.update(from: $0, count: nonce.count) }
            try seal(message, key, output, nonce.count, aad, tagByteCount, output + nonce.count)
            return count
        }
    }

    /// Random nonce, ciphertext and tag in one array.
    @usableFromInline
    func sealedWithRandomNonce(
        _ message: Span<UInt8>, _ key: SymmetricKey, _ aad: Span<UInt8>, _ tagByteCount: Int
    ) throws(CryptoError) -> [UInt8] {
        try checkSeal(message.count, key, ivByteCount, aad.count, tagByteCount)
        let count = ivByteCount + sealedByteCount(forMessage: message.count, tagByteCount: tagByteCount)
        return try wipedOnFailure(capacity: count) { (output) throws(CryptoError) in
            try SecureRandom.fill(UnsafeMutableBufferPointer(start: output, count: ivByteCount))
            try seal(message, key, output, ivByteCount, aad, tagByteCount, output + ivByteCount)
            return count
        }
    }

    @usableFromInline
    func opened(
        _ sealed: Span<UInt8>, _ key: SymmetricKey, _ nonce: Span<UInt8>, _ aad: Span<UInt8>, _ tagByteCount: Int?
    ) throws(CryptoError) -> [UInt8] {
        let tagByteCount = tagByteCount ?? self.tagByteCount
        let most = try checkOpen(sealed.count, key, nonce.count, aad.count, tagByteCount)
        return try wipedOnFailure(capacity: most) { (output) throws(CryptoError) in
            try open(sealed, key, nonce, aad, tagByteCount, output)
        }
    }

    @usableFromInline
    func open(
        _ sealed: Span<UInt8>, _ key: SymmetricKey, _ nonce: Span<UInt8>, _ aad: Span<UInt8>, _ tagByteCount: Int?,
        into output: inout OutputSpan<UInt8>
    ) throws(CryptoError) {
        let tagByteCount = tagByteCount ?? self.tagByteCount
        let most = try checkOpen(sealed.count, key, nonce.count, aad.count, tagByteCount)
        try wipedOnFailure(appendingTo: &output, upTo: most) { (out) throws(CryptoError) in
            try open(sealed, key, nonce, aad, tagByteCount, out)
        }
    }

    private func checkSeal(
        _ messageByteCount: Int, _ key: SymmetricKey, _ nonceByteCount: Int, _ aadByteCount: Int, _ tagByteCount: Int
    ) throws(CryptoError) {
        guard isAuthenticated else {
            throw CryptoError(
                .invalidParameter, "\(name) authenticates nothing by a tag: encrypt and decrypt are its operations")
        }
        try checkKey(key)
        try checkIV(nonceByteCount)
        try checkTag(tagByteCount)
        try checkMessage(messageByteCount, nonceByteCount)
        try checkAssociatedData(aadByteCount)
    }

    /// Whether an authenticated cipher takes so much associated data; the others take any.
    func checkAssociatedData(_ byteCount: Int) throws(CryptoError) {
        let most =
            switch mode {
            // Libcrypto takes it in one call, whose length would be cut to 31 bits.
            case .ccm: CipherContext.mostPerCall
            // RFC 8452, section 6.
            case .gcmSIV: 1 << 36
            default: Int.max
            }
        guard byteCount <= most else {
            throw CryptoError(
                .invalidInputLength, "\(name) takes \(most) bytes of associated data at most, not \(byteCount)")
        }
    }

    /// Whether an authenticated cipher takes so long a message; the others take any.
    func checkMessage(_ messageByteCount: Int, _ nonceByteCount: Int) throws(CryptoError) {
        // SP 800-38D, section 5.2.1.1; SP 800-38C, appendix A.1; RFC 8439, section 2.8; RFC 8452, section 6.
        let most =
            switch mode {
            case .gcm: (1 << 36) - 32
            case .ccm: min(Int(Int32.max), (1 << (8 * min(15 - nonceByteCount, 7))) - 1)
            case .poly1305: (1 << 38) - 64
            case .gcmSIV: 1 << 36
            default: Int.max
            }
        guard messageByteCount <= most else {
            throw CryptoError(
                .invalidInputLength,
                "\(name) with a nonce of \(nonceByteCount) bytes takes \(most) bytes at most, not \(messageByteCount)")
        }
    }

    private func checkOpen(
        _ sealedByteCount: Int, _ key: SymmetricKey, _ nonceByteCount: Int, _ aadByteCount: Int, _ tagByteCount: Int
    ) throws(CryptoError) -> Int {
        try checkSeal(max(0, sealedByteCount - tagByteCount), key, nonceByteCount, aadByteCount, tagByteCount)
        guard sealedByteCount >= tagByteCount else {
            throw CryptoError(
                .invalidInputLength,
                "\(sealedByteCount) bytes are less than the \(name) tag of \(tagByteCount)")
        }
        return sealedByteCount - tagByteCount
    }

    /// Writes ciphertext and tag.
    private func seal(
        _ message: Span<UInt8>, _ key: SymmetricKey, _ nonce: UnsafePointer<UInt8>, _ nonceByteCount: Int,
        _ aad: Span<UInt8>, _ tagByteCount: Int, _ output: UnsafeMutablePointer<UInt8>
    ) throws(CryptoError) {
        switch mode {
        case .siv: return try SyntheticIV.seal(message, key, aad.isEmpty ? [] : [Array(bytes: aad)], output)
        case .eax, .cbcHMAC:
            let nonce = UnsafeBufferPointer(start: nonce, count: nonceByteCount)
            return try EncryptThenMAC.seal(self, message, key, nonce.span, aad, tagByteCount, output)
        case .gcmSIV:
            let nonce = UnsafeBufferPointer(start: nonce, count: nonceByteCount)
            return try GaloisSIV.seal(message, key, nonce.span, aad, output)
        case _ where hasExtendedNonce:
            let nonce = UnsafeBufferPointer(start: nonce, count: nonceByteCount)
            let inner = try ExtendedNonce(self, key, nonce.span)
            return try inner.cipher.seal(
                message, inner.key, inner.nonce, inner.nonce.count, aad, tagByteCount, output)
        case _ where needsLongNonce(nonceByteCount):
            let nonce = UnsafeBufferPointer(start: nonce, count: nonceByteCount)
            return try LongNonceGCM.seal(message, key, nonce.span, aad, tagByteCount, output)
        default: break
        }
        var context = try context(key, encrypts: true, nonceByteCount, tagByteCount)
        try start(&context, nonce, nonceByteCount, message.count, aad)
        let isDone = withStart(message) { start in
            let written =
                mode == .ccm
                ? context.updateOnce(start, message.count, into: output)
                : context.update(start, message.count, into: output)
            return written == message.count && context.finish(into: output + message.count) == 0
                && context.getTag(output + message.count, tagByteCount)
        }
        guard isDone else { throw failure(true) }
        try finish(&context, nonceByteCount)
    }

    /// Writes the plaintext and returns its length; throws when the tag does not fit, and the caller then wipes what was
    /// written.
    private func open(
        _ sealed: Span<UInt8>, _ key: SymmetricKey, _ nonce: Span<UInt8>, _ aad: Span<UInt8>, _ tagByteCount: Int,
        _ output: UnsafeMutablePointer<UInt8>
    ) throws(CryptoError) -> Int {
        let count = sealed.count - tagByteCount
        switch mode {
        case .siv:
            try SyntheticIV.open(sealed, key, aad.isEmpty ? [] : [Array(bytes: aad)], output)
            return count
        case .eax, .cbcHMAC: return try EncryptThenMAC.open(self, sealed, key, nonce, aad, tagByteCount, output)
        case .gcmSIV:
            try GaloisSIV.open(sealed, key, nonce, aad, output)
            return count
        case _ where hasExtendedNonce:
            let inner = try ExtendedNonce(self, key, nonce)
            return try inner.cipher.open(sealed, inner.key, inner.nonce.span, aad, tagByteCount, output)
        case _ where needsLongNonce(nonce.count):
            try LongNonceGCM.open(sealed, key, nonce, aad, tagByteCount, output)
            return count
        default: break
        }
        var context = try context(key, encrypts: false, nonce.count, tagByteCount)
        try withStart(sealed) { (sealedStart) throws(CryptoError) in
            // CCM must know the tag before it starts, the others before they end.
            guard context.setTag(sealedStart + count, tagByteCount) else { throw backendError("cannot start \(name)") }
            try withStart(nonce) { (nonceStart) throws(CryptoError) in
                try start(&context, nonceStart, nonce.count, count, aad)
            }
            let isDone =
                mode == .ccm
                ? context.updateOnce(sealedStart, count, into: output) == count
                : context.update(sealedStart, count, into: output) == count
                    && context.finish(into: output + count) == 0
            guard isDone else { throw failure(false) }
        }
        try finish(&context, nonce.count)
        return count
    }

    private func needsLongNonce(_ byteCount: Int) -> Bool { mode == .gcm && byteCount > LongNonceGCM.libcryptoLimit }

    func context(
        _ key: SymmetricKey, encrypts: Bool, _ nonceByteCount: Int, _ tagByteCount: Int
    ) throws(CryptoError) -> CipherContext {
        mode == .ccm
            ? try CipherContext(
                self, key, encrypts: encrypts, .init(ivByteCount: nonceByteCount, tagByteCount: tagByteCount))
            : try CipherContext(self, key, encrypts: encrypts)
    }

    /// Begins a message: nonce, for CCM the total length, associated data.
    func start(
        _ context: inout CipherContext, _ nonce: UnsafePointer<UInt8>?, _ nonceByteCount: Int, _ messageByteCount: Int,
        _ aad: Span<UInt8>
    ) throws(CryptoError) {
        if mode == .gcm, nonceByteCount != ivByteCount {
            guard !needsLongNonce(nonceByteCount) else {
                throw CryptoError(
                    .unsupported,
                    "a stream of \(name) takes a nonce of \(LongNonceGCM.libcryptoLimit) bytes at most, "
                        + "not \(nonceByteCount)")
            }
            guard context.setIVByteCount(nonceByteCount) else { throw backendError("cannot start \(name)") }
        }
        var isDone = context.start(nonce)
        if mode == .ccm {
            isDone = isDone && context.updateOnce(nil, messageByteCount, into: nil) != nil
        }
        if !aad.isEmpty {
            isDone = isDone && withStart(aad) { context.update($0, aad.count, into: nil) } != nil
        }
        guard isDone else { throw backendError("cannot start \(name)") }
    }

    /// Brings a context back to the form that it is kept in.
    func finish(_ context: inout CipherContext, _ nonceByteCount: Int) throws(CryptoError) {
        guard mode == .gcm, nonceByteCount != ivByteCount else { return }
        guard context.setIVByteCount(ivByteCount) else { throw backendError("cannot reset \(name)") }
    }
}
