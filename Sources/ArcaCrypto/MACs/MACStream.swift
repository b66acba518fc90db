public import ArcaCore
internal import CArcaLibcrypto

/// A message authentication code being computed piece by piece, in constant memory.
public struct MACStream: ~Copyable, Sendable {
    private let function: MACFunction
    private let byteCount: Int
    private let context: Context

    /// Starts a computation.
    ///
    /// - Parameters:
    ///   - function: Which code.
    ///   - key: Secret, of a length that the function takes.
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

    /// Takes the next piece of the message in.
    ///
    /// - Parameter bytes: Any number of bytes; where the message is cut does not matter.
    @inlinable
    public mutating func update(_ bytes: borrowing some Bytes) { bytes.withBytes { span in take(span) } }

    @usableFromInline
    mutating func take(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { input in
            if EVP_MAC_update(context.pointer, input.baseAddress, input.count) != 1 { context.hasFailed = true }
        }
    }

    /// The code of all that was taken in.
    ///
    /// - Returns: The code; not secret.
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

    /// Whether a code is that of everything taken in, in a time that does not depend on how much of it is right.
    ///
    /// - Parameter code: The code to check.
    /// - Returns: Whether it is; a code of another length is wrong.
    /// - Throws: ``CryptoError`` with code `.backendFailure`.
    public consuming func isValid(_ code: borrowing some Bytes) throws(CryptoError) -> Bool {
        constantTimeEqual(try finalize(), code)
    }

    /// Owns the libcrypto context; only one stream ever holds it.
    private final class Context: @unchecked Sendable {
        let pointer: OpaquePointer
        var hasFailed = false

        init(_ pointer: OpaquePointer) { self.pointer = pointer }

        deinit { EVP_MAC_CTX_free(pointer) }
    }
}
