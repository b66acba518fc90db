internal import CArcaLibcrypto
public import ArcaCodecs

extension HashFunction {
    /// The digest of bytes in one place.
    @usableFromInline
    func digest(_ bytes: Span<UInt8>, _ outputByteCount: Int?) throws(CryptoError) -> [UInt8] {
        let count = try checkedByteCount(outputByteCount)
        if let direct = BlockHash(self) { return direct.digest(bytes, count) }
        let context = try ThreadDigests.fresh(self)
        var isDone = false
        let digest = [UInt8](unsafeUninitializedCapacity: count) { space, written in
            isDone = bytes.withUnsafeBufferPointer { input in
                EVP_DigestUpdate(context, input.baseAddress, input.count) == 1
            }
            isDone = isDone && finish(context, space)
            written = count
        }
        guard isDone else { throw backendError("cannot compute \(name)") }
        return digest
    }

    /// Takes a context's digest, `space.count` bytes of it.
    func finish(_ context: OpaquePointer, _ space: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        isExtendable
            ? EVP_DigestFinalXOF(context, space.baseAddress, space.count) == 1
            : EVP_DigestFinal_ex(context, space.baseAddress, nil) == 1
    }
}
