internal import ArcaCore
internal import ArcaCrypto

/// The payload chunks of a file, authenticated individually.
///
/// Each chunk is bound to its number and to whether it is the last one, so chunks cannot be dropped, added, moved or
/// truncated.
///
/// Source: age-encryption.org/v1, "Payload" (a variant of STREAM, Hoang and others 2015).
struct AgePayload: Sendable {
    /// The last chunk may be shorter; it is empty only in an empty payload.
    static let chunkByteCount = 64 * 1024
    static let tagByteCount = 16
    static let sealedByteCount = chunkByteCount + tagByteCount
    static let nonceByteCount = 16

    private let key: SymmetricKey

    /// `nonce` is the 16 bytes that follow the header.
    init(fileKey: SymmetricKey, nonce: [UInt8]) throws(CryptoError) {
        key = try HKDF<SHA256>.deriveKey(
            inputKeyMaterial: fileKey, salt: nonce, info: "payload".utf8, outputByteCount: 32)
    }

    func seal(
        _ chunk: Span<UInt8>, index: Int, isLast: Bool, into output: inout OutputSpan<UInt8>
    ) throws(CryptoError) {
        try ChaChaPoly.cipher.seal(chunk, using: key, nonce: Self.nonce(index, isLast), into: &output)
    }

    /// Appends the plaintext of a chunk, or returns false and appends nothing if it does not verify.
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

    /// Appends the plaintext of a chunk.
    ///
    /// `isLast` is its position in the file; `place` is its offset for errors.
    ///
    /// If the chunk is authentic but `isLast` does not match, its plaintext is appended before the error is thrown.
    /// Other implementations do the same, and the output shows where the file is damaged.
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
                    .tampered, at: place.map { $0 + sealed.count }, "extra data after the last chunk")
        }
        throw ContainerError(
            .tampered, at: place,
            isWhole
                ? "chunk \(index) was changed or moved"
                : "chunk \(index), the last one, was changed or cut off")
    }

    /// Opens an empty last chunk, which only an empty payload may contain.
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

    /// The chunk number (11 bytes) and the last-chunk flag: never repeated with one key.
    private static func nonce(_ index: Int, _ isLast: Bool) -> [UInt8] {
        var nonce: [UInt8] = [0, 0, 0]
        withUnsafeBytes(of: UInt64(index).bigEndian) { nonce += $0 }
        nonce.append(isLast ? 1 : 0)
        return nonce
    }

    // MARK: Sizes

    /// The chunk count and plaintext length for `byteCount` sealed bytes; nil for an impossible length.
    static func counts(sealed byteCount: Int) -> (chunks: Int, byteCount: Int)? {
        let chunks = (byteCount + sealedByteCount - 1) / sealedByteCount
        guard chunks > 0, byteCount - (chunks - 1) * sealedByteCount >= tagByteCount else { return nil }
        return (chunks, byteCount - chunks * tagByteCount)
    }
}

extension Age.Header {
    /// The plaintext length of a binary file of `byteCount` bytes, if intact; nil for an impossible length.
    package func plaintextByteCount(ofFile byteCount: Int) -> Int? {
        AgePayload.counts(sealed: byteCount - self.byteCount - AgePayload.nonceByteCount)?.byteCount
    }
}
