internal import ArcaCore
internal import ArcaCrypto

/// The chunks that a payload consists of: each encrypted and authenticated by itself, its number and whether it is the
/// last one bound in, so that none can be dropped, added, moved or cut off.
///
/// Source: age-encryption.org/v1, "Payload" (a variant of STREAM, Hoang and others 2015).
struct AgePayload: Sendable {
    /// Plaintext of every chunk but the last, which may be shorter; it is empty only when all is.
    static let chunkByteCount = 64 * 1024
    static let tagByteCount = 16
    static let sealedByteCount = chunkByteCount + tagByteCount
    static let nonceByteCount = 16

    private let key: SymmetricKey

    /// Derives the payload's key; `nonce` are the 16 bytes behind the header.
    init(fileKey: SymmetricKey, nonce: [UInt8]) throws(CryptoError) {
        key = try HKDF<SHA256>.deriveKey(
            inputKeyMaterial: fileKey, salt: nonce, info: "payload".utf8, outputByteCount: 32)
    }

    /// Appends the sealed chunk.
    func seal(
        _ chunk: Span<UInt8>, index: Int, isLast: Bool, into output: inout OutputSpan<UInt8>
    ) throws(CryptoError) {
        try ChaChaPoly.cipher.seal(chunk, using: key, nonce: Self.nonce(index, isLast), into: &output)
    }

    /// Appends the chunk's plaintext, or nothing; false when it was not sealed like that.
    func open(
        _ sealed: Span<UInt8>, index: Int, isLast: Bool, into output: inout OutputSpan<UInt8>
    ) throws(CryptoError) -> Bool {
        guard sealed.count >= Self.tagByteCount else { return false }
        do {
            try ChaChaPoly.cipher.open(sealed, using: key, nonce: Self.nonce(index, isLast), into: &output)
            return true
        } catch  where error.code == .authenticationFailed {
            return false
        }
    }

    /// Appends the plaintext of a chunk that is followed by others, or by none, in the file; `place` is for errors.
    ///
    /// Where a chunk is sound by itself and only its place is wrong, its plaintext is appended before the error, as other
    /// implementations do: it is authentic, and where something is wrong shows in what came out.
    func open(
        _ sealed: Span<UInt8>, index: Int, isLast: Bool, place: Int?, into output: inout OutputSpan<UInt8>
    ) throws {
        if isLast, sealed.count <= Self.tagByteCount {
            return try openShortest(sealed, index: index, place: place, into: &output)
        }
        if try open(sealed, index: index, isLast: isLast, into: &output) { return }
        let isWhole = sealed.count == Self.sealedByteCount
        if isWhole, try open(sealed, index: index, isLast: !isLast, into: &output) {
            throw isLast
                ? ContainerError(
                    .truncated, at: place.map { $0 + sealed.count }, "the file ends where another chunk should begin")
                : ContainerError(
                    .tampered, at: place.map { $0 + sealed.count }, "something stands behind the last chunk")
        }
        throw ContainerError(
            .tampered, at: place,
            isWhole
                ? "chunk \(index) was changed or moved"
                : "chunk \(index), the last one, was changed or cut off")
    }

    /// A last chunk without plaintext, which only an empty payload has.
    private func openShortest(
        _ sealed: Span<UInt8>, index: Int, place: Int?, into output: inout OutputSpan<UInt8>
    ) throws {
        guard sealed.count == Self.tagByteCount else {
            throw ContainerError(.truncated, at: place.map { $0 + sealed.count }, "the file ends within chunk \(index)")
        }
        guard try open(sealed, index: index, isLast: true, into: &output) else {
            throw ContainerError(.tampered, at: place, "chunk \(index), the last one, was changed or cut off")
        }
        guard index == 0 else {
            throw ContainerError(.malformed, at: place, "the last chunk is empty, which only an empty payload's may be")
        }
    }

    /// 11 bytes of the chunk's number, one that tells the last chunk: never twice with one key.
    private static func nonce(_ index: Int, _ isLast: Bool) -> [UInt8] {
        var nonce: [UInt8] = [0, 0, 0]
        withUnsafeBytes(of: UInt64(index).bigEndian) { nonce += $0 }
        nonce.append(isLast ? 1 : 0)
        return nonce
    }

    // MARK: Sizes

    /// How many chunks take so many bytes, and how much plaintext they hold if they are sound; nil when none can.
    static func counts(sealed byteCount: Int) -> (chunks: Int, byteCount: Int)? {
        let chunks = (byteCount + sealedByteCount - 1) / sealedByteCount
        guard chunks > 0, byteCount - (chunks - 1) * sealedByteCount >= tagByteCount else { return nil }
        return (chunks, byteCount - chunks * tagByteCount)
    }
}

extension Age.Header {
    /// How much plaintext a binary file of so many bytes holds if it is sound; nil for a length that no file has.
    package func plaintextByteCount(ofFile byteCount: Int) -> Int? {
        AgePayload.counts(sealed: byteCount - self.byteCount - AgePayload.nonceByteCount)?.byteCount
    }
}
