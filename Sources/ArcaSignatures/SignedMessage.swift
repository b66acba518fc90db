public import ArcaCore
public import ArcaCrypto

/// A message that is to be signed or verified, taken in piece by piece.
///
/// A signature over a hash needs the digest alone, so the message's size does not matter. ``Form/whole`` is for Ed25519
/// without a hash (signify, legacy signatures of minisign), which needs the message in memory.
public struct SignedMessage: Sendable {
    /// What a signature needs of its message.
    public enum Form: Sendable, Hashable {
        /// The digest by a hash function.
        case digest(HashFunction)
        /// All bytes.
        case whole
    }

    /// The longest message that is held in memory unless another limit is given: 1 GiB.
    public static let maximumWholeByteCount = 1 << 30

    /// What is kept of the message.
    public let form: Form
    /// Bytes taken in so far.
    public private(set) var byteCount = 0
    /// Whether a message that has to be held in memory was longer than the limit; it cannot be verified or signed.
    public private(set) var isTooLong = false
    private let limit: Int
    private var stream: HashStream?
    private var whole: [UInt8] = []

    /// Makes an empty message.
    ///
    /// - Parameters:
    ///   - form: What is kept of it: ``SignatureFile/messageForm``, ``SigningKey/messageForm(_:)``.
    ///   - limit: The most bytes of a message that is held in memory.
    /// - Throws: ``SignatureError`` `.backendFailure` when libcrypto does not offer the hash function.
    public init(_ form: Form, limit: Int = maximumWholeByteCount) throws(SignatureError) {
        self.form = form
        self.limit = limit
        if case .digest(let function) = form { stream = try SignatureError.wrap { try function.stream() } }
    }

    /// Takes in the next piece.
    ///
    /// - Parameter bytes: Any number of bytes; where the message is cut does not matter.
    public mutating func update(_ bytes: borrowing some Bytes) {
        bytes.withBytes { bytes in
            byteCount += bytes.count
            if stream != nil {
                stream?.update(bytes)
            } else if byteCount > limit {
                isTooLong = true
                whole = []
            } else if !isTooLong {
                whole.append(contentsOf: bytes)
            }
        }
    }

    /// Takes in all that a reader has.
    ///
    /// A message that is too long to be held is not read to its end.
    ///
    /// - Parameter reader: The message, or the rest of it.
    /// - Throws: What the reader throws.
    public mutating func update<Reader: ByteReader & ~Copyable>(
        reading reader: inout Reader
    ) throws(Reader.Failure) {
        while !isTooLong {
            let piece = try [UInt8](capacity: 1 << 17) { output throws(Reader.Failure) in
                try reader.read(into: &output)
            }
            guard !piece.isEmpty else { return }
            update(piece)
        }
    }

    /// The digest, or the message itself.
    func content() throws(SignatureError) -> [UInt8] {
        if let stream { return try SignatureError.wrap { try stream.finalize() } }
        guard !isTooLong else {
            throw SignatureError(
                .costTooHigh,
                "a message of more than \(limit) bytes, which this kind of signature needs in memory as a whole")
        }
        return whole
    }
}
