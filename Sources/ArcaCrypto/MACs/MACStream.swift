public import ArcaCore
internal import CArcaLibcrypto

/// An incremental MAC computation in constant memory.
public struct MACStream: ~Copyable, Sendable {
    private let function: MACFunction
    private let byteCount: Int
    private let context: Context

    /// Starts a computation.
    ///
    /// - Parameters:
    ///   - function: The MAC function.
    ///   - key: The secret key, of a length that the function supports.
    ///   - options: Nonce, customization and length.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.invalidIVLength` or `.invalidParameter`.
    public init(
        _ function: MACFunction, key: SymmetricKey, options: MACFunction.Options = MACFunction.Options()
    ) throws(CryptoError) {
        let byteCount = try function.check(options)
        let context = try function.makeContext(key, options)
        self.function = function
        self.byteCount = byteCount
        self.context = Context(context)
    }

    /// Updates the MAC with the next bytes; the split into parts does not affect it.
    @inlinable
    public mutating func update(_ bytes: borrowing some Bytes) { bytes.withBytes { span in take(span) } }

    @usableFromInline
    mutating func take(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { input in
            if EVP_MAC_update(context.pointer, input.baseAddress, input.count) != 1 { context.hasFailed = true }
        }
    }

    /// The MAC of the message.
    ///
    /// - Throws: ``CryptoError`` with code `.backendFailure`.
    public consuming func finalize() throws(CryptoError) -> [UInt8] {
        var isDone = !context.hasFailed
        let code = [UInt8](unsafeUninitializedCapacity: max(byteCount, function.byteCount)) { space, written in
            var length = 0
            isDone = isDone && EVP_MAC_final(context.pointer, space.baseAddress, &length, space.count) == 1
            written = min(byteCount, length)
        }
        guard isDone, code.count == byteCount else { throw backendError("cannot compute \(function.name)") }
        return code
    }

    /// Verifies the MAC of the message in constant time; a MAC of another length is invalid.
    ///
    /// - Throws: ``CryptoError`` with code `.backendFailure`.
    public consuming func isValid(_ code: borrowing some Bytes) throws(CryptoError) -> Bool {
        constantTimeEqual(try finalize(), code)
    }

    /// Owns the libcrypto context, which only one stream holds.
    private final class Context: @unchecked Sendable {
        let pointer: OpaquePointer
        var hasFailed = false

        init(_ pointer: OpaquePointer) { self.pointer = pointer }

        deinit { EVP_MAC_CTX_free(pointer) }
    }
}
