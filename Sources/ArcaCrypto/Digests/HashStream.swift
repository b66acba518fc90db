public import ArcaCore
internal import CArcaLibcrypto

/// A hash being computed piece by piece, in constant memory.
///
/// Copies are independent: a common prefix is hashed once and continued differently.
///
/// ```swift
/// var stream = try HashFunction.sha256.stream()
/// stream.update("ab".utf8)
/// stream.update("c".utf8)
/// let digest = try stream.finalize()
/// ```
public struct HashStream: Sendable {
    /// The function that is computed.
    public let function: HashFunction
    private var state: State

    /// Starts a computation.
    ///
    /// - Parameter function: The hash function.
    /// - Throws: ``CryptoError`` with code `.unsupported` when libcrypto's configuration does not offer the function.
    public init(_ function: HashFunction) throws(CryptoError) {
        self.function = function
        if let plain = function.plain { state = State(plain) } else { state = try State(fetching: function) }
    }

    /// Starts a computation of a function that libcrypto has as a plain one.
    init(plain function: HashFunction) {
        guard let plain = function.plain else { preconditionFailure("\(function.name) is not a plain function") }
        self.function = function
        state = State(plain)
    }

    /// Takes in the next piece of the message.
    ///
    /// - Parameter bytes: Any number of bytes; where the message is cut does not matter.
    @inlinable
    public mutating func update(_ bytes: borrowing some Bytes) {
        bytes.withBytes { span in take(span) }
    }

    @usableFromInline
    mutating func take(_ bytes: Span<UInt8>) {
        if !isKnownUniquelyReferenced(&state) { state = State(copying: state) }
        state.update(bytes)
    }

    /// The digest of everything taken in; the stream can continue afterwards.
    ///
    /// - Parameter outputByteCount: For an extendable function, the length wanted; for the others nil or the digest's.
    /// - Returns: The digest.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for a length that the function does not have.
    public func finalize(outputByteCount: Int? = nil) throws(CryptoError) -> [UInt8] {
        let count = try function.checkedByteCount(outputByteCount)
        guard let digest = State(copying: state).finish(function, count) else {
            throw backendError("cannot compute \(function.name)")
        }
        return digest
    }

    /// The digest of a plain function.
    func plainDigest() -> [UInt8] {
        guard let digest = State(copying: state).finish(function, function.digestByteCount) else {
            preconditionFailure("\(function.name) is not a plain function")
        }
        return digest
    }

    /// A state of libcrypto's; a value of ``HashStream`` changes it only while it is the only owner.
    private final class State: @unchecked Sendable {
        private enum Kind {
            /// A plain function and the memory of its state.
            case plain(BlockHash, UnsafeMutableRawPointer)
            /// A context of a provider, nil when there was no memory for it.
            case fetched(OpaquePointer?)
        }
        private let kind: Kind
        private var hasFailed = false

        init(_ plain: BlockHash) {
            let state = State.makeMemory()
            plain.start(state)
            kind = .plain(plain, state)
        }

        init(fetching function: HashFunction) throws(CryptoError) {
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

        /// The digest; nil after a failure, which a plain function does not have.
        func finish(_ function: HashFunction, _ count: Int) -> [UInt8]? {
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

extension HashFunction {
    /// Starts a computation of this function that takes the message piece by piece.
    ///
    /// - Returns: A stream that has taken nothing in.
    /// - Throws: ``CryptoError`` with code `.unsupported` when libcrypto's configuration does not offer the function.
    public func stream() throws(CryptoError) -> HashStream { try HashStream(self) }
}
