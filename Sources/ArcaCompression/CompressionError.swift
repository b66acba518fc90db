/// Why data could not be compressed or inflated: what is wrong and where.
public struct CompressionError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure, stable names that callers can match.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Kind: String {
            case truncated, corrupt, notCompressed, trailingData, limitExceeded, missingDictionary, backendFailure
        }
        private let kind: Kind

        /// Compressed data that ends too early.
        public static let truncated = Code(kind: .truncated)
        /// Compressed data that is damaged or fails its checksum.
        public static let corrupt = Code(kind: .corrupt)
        /// Data that does not begin as its format must, and never was compressed with it.
        public static let notCompressed = Code(kind: .notCompressed)
        /// Something after the end of the compressed data.
        public static let trailingData = Code(kind: .trailingData)
        /// Inflated data that is larger than a stated limit.
        public static let limitExceeded = Code(kind: .limitExceeded)
        /// Data that was compressed with a preset dictionary, which is not at hand.
        public static let missingDictionary = Code(kind: .missingDictionary)
        /// A failure inside zlib that no input explains, such as lack of memory.
        public static let backendFailure = Code(kind: .backendFailure)

        /// The code's name, as in the constants above.
        public var description: String { kind.rawValue }
    }

    /// What kind of failure it is.
    public let code: Code
    /// Bytes of the compressed data before the place where it was noticed.
    public let offset: Int?
    /// What is wrong, in lower case, without a full stop.
    public let reason: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - offset: Byte offset in the compressed data, if it has a place there.
    ///   - reason: What is wrong, lower case, no full stop.
    public init(_ code: Code, at offset: Int? = nil, _ reason: String) {
        self.code = code
        self.offset = offset
        self.reason = reason
    }

    /// The reason, with the offset where there is one.
    public var description: String { offset.map { "\(reason) at offset \($0)" } ?? reason }
}

extension CompressionError: Equatable {
    /// Whether code and offset agree; the wording does not count.
    public static func == (left: CompressionError, right: CompressionError) -> Bool {
        left.code == right.code && left.offset == right.offset
    }
}
