public import ArcaCore
public import ArcaCrypto

/// A message to sign or verify, read in pieces.
///
/// A signature over a hash needs only the digest, so messages of any size are possible. ``Form/whole`` is for Ed25519
/// without a hash (signify, legacy minisign signatures), which needs the message in memory.
public struct SignedMessage: Sendable {
    /// The part of the message that a signature needs.
    public enum Form: Sendable, Hashable {
        /// The digest computed with a hash function.
        case digest(AnyHashFunction)
        /// The whole message.
        case whole
    }

    /// Maximum size of a message that is held in memory, by default: 1 GiB.
    public static let maximumWholeByteCount = 1 << 30

    /// The form in which the message is kept.
    public let form: Form
    /// Number of bytes read so far.
    public private(set) var byteCount = 0
    /// Whether the message exceeds the limit for ``Form/whole``, so it cannot be verified or signed.
    public private(set) var isTooLong = false
    private let limit: Int
    private var stream: HashStream?
    private var whole: [UInt8] = []

    /// Creates an empty message.
    ///
    /// - Parameters:
    ///   - form: The form to keep: ``SignatureFile/messageForm``, ``SigningKey/messageForm(_:)``.
    ///   - limit: Maximum size of a message held in memory, in bytes.
    /// - Throws: ``SignatureError`` `.backendFailure` if libcrypto does not provide the hash function.
    public init(_ form: Form, limit: Int = maximumWholeByteCount) throws(SignatureError) {
        self.form = form
        self.limit = limit
        if case .digest(let function) = form { stream = try SignatureError.wrap { try function.stream() } }
    }

    /// Appends the next bytes of the message, in pieces of any size.
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

    /// Appends the remaining bytes of a reader; stops early if the message is too long to hold in memory.
    ///
    /// - Throws: The error of the reader.
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
