internal import ArcaCore
package import ArcaCrypto

package struct ChunkKeys: Sendable {
    package let key: SymmetricKey
    /// The nonce of chunk 0; its last bytes are combined with the chunk number.
    package let baseNonce: [UInt8]
    /// The bytes that follow the salt and commit the file to its key.
    package let commitment: [UInt8]
    private let cipher: AEADCipher

    package init(_ suite: ChunkedSuite, _ input: SymmetricKey, salt: [UInt8], context: [UInt8]) throws {
        guard salt.count == ChunkedEncryption.saltByteCount else {
            throw ContainerError(.invalidOption, "expected a salt of 24 bytes, found \(salt.count)")
        }
        cipher = try suite.cipher()
        let info =
            Array("c2sp.org/chunked-encryption@v1+\(suite.algorithm.rawValue)".utf8) + [0] + salt + context
        let (keyEnd, nonceEnd) = (cipher.cipher.keyByteCount, cipher.cipher.keyByteCount + cipher.cipher.ivByteCount)
        let all = try HKDFFunction(suite.hash).expand(
            uniformKey: input, info: info, outputByteCount: nonceEnd + ChunkedEncryption.commitmentByteCount)
        (key, baseNonce, commitment) = all.withBytes { span in
            (
                SymmetricKey(copying: span.extracting(..<keyEnd)),
                [UInt8](bytes: span.extracting(keyEnd..<nonceEnd)), [UInt8](bytes: span.extracting(nonceEnd...))
            )
        }
    }

    func seal(_ bytes: Span<UInt8>, _ index: Int, into output: inout OutputSpan<UInt8>) throws {
        try cipher.seal(bytes, using: key, nonce: nonce(index), into: &output)
    }

    /// Appends nothing if the chunk was modified.
    func open(_ sealed: Span<UInt8>, _ index: Int, into output: inout OutputSpan<UInt8>) throws {
        let nonce = try nonce(index)
        do {
            try cipher.open(sealed, using: key, nonce: nonce, into: &output)
        } catch {
            guard error.code == .authenticationFailed else { throw error }
            throw ContainerError(
                .tampered, at: ChunkedEncryption.offset(index), "chunk \(index + 1) was changed, moved or cut")
        }
    }

    private func nonce(_ index: Int) throws -> [UInt8] {
        guard index < ChunkedEncryption.maximumChunkCount else {
            throw ContainerError(
                .unsupported, at: ChunkedEncryption.offset(index), "the file has more than 2^38 chunks")
        }
        var nonce = baseNonce
        for place in 0..<5 { nonce[nonce.count - 1 - place] ^= UInt8(truncatingIfNeeded: index >> (8 * place)) }
        return nonce
    }
}
