internal import ArcaCore
internal import CArcaLibcrypto

/// A running HMAC of a provider, for ``HMAC`` if ``Libcrypto/requireProperties(_:)`` is in force.
final class ProvidedHMAC: @unchecked Sendable {  // Shared only for reading; ``HMAC`` copies it before a change.
    private let function: AnyHashFunction
    private let context: OpaquePointer?
    private var hasFailed = false

    init(_ function: AnyHashFunction, _ key: SymmetricKey) throws(CryptoError) {
        self.function = function
        context = try MACFunction.hmac(function).makeContext(key, MACFunction.Options())
    }

    init(copying other: ProvidedHMAC) {
        function = other.function
        context = EVP_MAC_CTX_dup(other.context)
        hasFailed = other.hasFailed || context == nil
    }

    deinit { EVP_MAC_CTX_free(context) }

    func update(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { bytes in
            if EVP_MAC_update(context, bytes.baseAddress, bytes.count) != 1 { hasFailed = true }
        }
    }

    /// The code of the message so far; the computation can continue.
    func finished() throws(CryptoError) -> [UInt8] {
        let copy = ProvidedHMAC(copying: self)
        var count = 0
        var isDone = !copy.hasFailed
        let code = [UInt8](unsafeUninitializedCapacity: function.digestByteCount) { space, written in
            isDone = isDone && EVP_MAC_final(copy.context, space.baseAddress, &count, space.count) == 1
            written = count
        }
        guard isDone, count == function.digestByteCount else {
            throw backendError("cannot compute HMAC-\(function.name)")
        }
        return code
    }
}
