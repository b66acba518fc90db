/// Why a cryptographic operation was refused or failed: what was wrong and what would be right.
public struct CryptoError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure, stable names that callers can match.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Kind: String {
            case unknownAlgorithm, unsupported, invalidKeyLength, invalidIVLength, invalidTagLength
            case invalidInputLength, invalidParameter, authenticationFailed, decryptionFailed, costTooHigh
            case invalidFormat, invalidKey, wrongState, backendFailure
        }
        private let kind: Kind

        /// A name that no algorithm has.
        public static let unknownAlgorithm = Code(kind: .unknownAlgorithm)
        /// Something that the linked libcrypto does not offer.
        public static let unsupported = Code(kind: .unsupported)
        /// A key of the wrong length.
        public static let invalidKeyLength = Code(kind: .invalidKeyLength)
        /// An initialisation vector or nonce of the wrong length.
        public static let invalidIVLength = Code(kind: .invalidIVLength)
        /// An authentication tag of the wrong length.
        public static let invalidTagLength = Code(kind: .invalidTagLength)
        /// A message or ciphertext of a length that the operation does not take.
        public static let invalidInputLength = Code(kind: .invalidInputLength)
        /// Any other parameter out of its range.
        public static let invalidParameter = Code(kind: .invalidParameter)
        /// A tag that does not fit: wrong key, wrong associated data, or changed ciphertext.
        public static let authenticationFailed = Code(kind: .authenticationFailed)
        /// Unauthenticated ciphertext that does not decrypt: wrong key or changed ciphertext.
        public static let decryptionFailed = Code(kind: .decryptionFailed)
        /// A key derivation that would take more memory or time than allowed.
        public static let costTooHigh = Code(kind: .costTooHigh)
        /// Text that does not follow its grammar, such as a PHC string.
        public static let invalidFormat = Code(kind: .invalidFormat)
        /// A key whose numbers contradict each other, or that must not be used for what was asked.
        public static let invalidKey = Code(kind: .invalidKey)
        /// A call that does not fit what was called before, such as an update after the end.
        public static let wrongState = Code(kind: .wrongState)
        /// A failure inside libcrypto that no input explains.
        public static let backendFailure = Code(kind: .backendFailure)

        /// The code's name, as in the constants above.
        public var description: String { kind.rawValue }
    }

    /// What kind of failure it is.
    public let code: Code
    /// Byte offset in the input, for failures that have a place in it.
    public let offset: Int?
    /// What was wrong, in lower case, without a full stop.
    public let reason: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - offset: Byte offset in the input, if it has a place there.
    ///   - reason: What was wrong and what would be right, lower case, no full stop.
    public init(_ code: Code, at offset: Int? = nil, _ reason: String) {
        self.code = code
        self.offset = offset
        self.reason = reason
    }

    /// The reason, with the offset where there is one.
    public var description: String { offset.map { "\(reason) at offset \($0)" } ?? reason }
}

extension CryptoError: Equatable {
    /// Whether code and offset agree; the wording does not count.
    public static func == (left: CryptoError, right: CryptoError) -> Bool {
        left.code == right.code && left.offset == right.offset
    }
}
