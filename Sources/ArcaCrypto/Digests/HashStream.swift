public import ArcaCore
internal import CArcaLibcrypto

/// An incremental hash computation in constant memory.
///
/// Copies are independent, so a common prefix needs to be hashed only once.
///
/// ```swift
/// var stream = try AnyHashFunction.sha256.stream()
/// stream.update("ab".utf8)
/// stream.update("c".utf8)
/// let digest = try stream.finalize()
/// ```
public struct HashStream: Sendable {
    /// The hash function.
    public let function: AnyHashFunction
    private var state: State

    /// Starts a computation.
    ///
    /// - Throws: ``CryptoError`` with code `.unsupported` if libcrypto's configuration does not provide the function.
    public init(_ function: AnyHashFunction) throws(CryptoError) {
        self.function = function
        if let plain = function.plain { state = State(plain) } else { state = try State(fetching: function) }
    }

    /// Starts a computation of a function that has a type; see ``StaticHashFunction``.
    init(provided function: AnyHashFunction) { self = provided { () throws(CryptoError) in try HashStream(function) } }

    /// Updates the hash with the next bytes; the split into parts does not affect the digest.
    @inlinable
    public mutating func update(_ bytes: borrowing some Bytes) {
        bytes.withBytes { span in take(span) }
    }

    @usableFromInline
    mutating func take(_ bytes: Span<UInt8>) {
        if !isKnownUniquelyReferenced(&state) { state = State(copying: state) }
        state.update(bytes)
    }

    /// The digest of the message so far; the computation can continue.
    ///
    /// - Parameter outputByteCount: Length of the digest in bytes for an extendable-output function; nil or the digest
    ///   length for others.
    /// - Returns: The digest.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for an unsupported length.
    public func finalize(outputByteCount: Int? = nil) throws(CryptoError) -> [UInt8] {
        let count = try function.checkedByteCount(outputByteCount)
        guard let digest = State(copying: state).finish(function, count) else {
            throw backendError("cannot compute \(function.name)")
        }
        return digest
    }

    func providedDigest() -> [UInt8] { provided { () throws(CryptoError) in try finalize() } }

    /// The shared state with copy-on-write.
    private final class State: @unchecked Sendable {
        private enum Kind {
            case plain(BlockHash, UnsafeMutableRawPointer)
            /// A provider's context, nil if allocation failed.
            case fetched(OpaquePointer?)
        }
        private let kind: Kind
        private var hasFailed = false

        init(_ plain: BlockHash) {
            let state = State.makeMemory()
            plain.start(state)
            kind = .plain(plain, state)
        }

        init(fetching function: AnyHashFunction) throws(CryptoError) {
            let digest = try Fetched.digest(function)
            ERR_clear_error()
            let context = EVP_MD_CTX_new()
            kind = .fetched(context)
            guard context != nil, EVP_DigestInit_ex2(context, digest, nil) == 1 else {
                throw backendError("cannot set up \(function.name)")
            }
        }

        init(copying other: State) {
            switch other.kind {
            case .plain(let plain, let state):
                let copy = State.makeMemory()
                copy.copyMemory(from: state, byteCount: BlockHash.contextByteCount)
                kind = .plain(plain, copy)
            case .fetched(let context):
                let copy = EVP_MD_CTX_new()
                kind = .fetched(copy)
                hasFailed = other.hasFailed || EVP_MD_CTX_copy_ex(copy, context) != 1
            }
        }

        func update(_ bytes: Span<UInt8>) {
            bytes.withUnsafeBytes { input in
                switch kind {
                case .plain(let plain, let state): plain.update(state, input.baseAddress, input.count)
                case .fetched(let context):
                    if EVP_DigestUpdate(context, input.baseAddress, input.count) != 1 { hasFailed = true }
                }
            }
        }

        /// The digest; nil after a failure, which is impossible for a plain function.
        func finish(_ function: AnyHashFunction, _ count: Int) -> [UInt8]? {
            var isDone = !hasFailed
            let digest = [UInt8](unsafeUninitializedCapacity: count) { space, written in
                switch kind {
                case .plain(let plain, let state):
                    plain.finish(state, UnsafeMutableRawPointer(space.baseAddress.unsafelyUnwrapped))
                case .fetched(let context):
                    isDone = isDone && context.map { function.finish($0, space) } ?? false
                }
                written = count
            }
            return isDone ? digest : nil
        }

        private static func makeMemory() -> UnsafeMutableRawPointer {
            .allocate(byteCount: BlockHash.contextByteCount, alignment: 16)
        }

        deinit {
            switch kind {
            case .plain(_, let state):
                OPENSSL_cleanse(state, BlockHash.contextByteCount)
                state.deallocate()
            case .fetched(let context): EVP_MD_CTX_free(context)
            }
        }
    }
}

extension AnyHashFunction {
    /// Starts an incremental computation.
    ///
    /// - Throws: ``CryptoError`` with code `.unsupported` if libcrypto's configuration does not provide the function.
    public func stream() throws(CryptoError) -> HashStream { try HashStream(self) }
}
