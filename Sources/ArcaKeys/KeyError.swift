/// Why a key could not be read or written: what was wrong, where, and what would be right.
public struct KeyError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure, stable names that callers can match.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Kind: String {
            case malformed, unsupported, passphraseNeeded, wrongPassphrase, costTooHigh, invalidKey, notAKey
            case wrongKind, invalidOption, backendFailure
        }
        private let kind: Kind

        /// Bytes that do not follow the format's grammar.
        public static let malformed = Code(kind: .malformed)
        /// An algorithm or a feature of the format that Arca does not have.
        public static let unsupported = Code(kind: .unsupported)
        /// An encrypted key for which no passphrase was given.
        public static let passphraseNeeded = Code(kind: .passphraseNeeded)
        /// An encrypted key that the passphrase does not open; damage cannot be told from that.
        public static let wrongPassphrase = Code(kind: .wrongPassphrase)
        /// A key derivation that would take more memory or time than allowed.
        public static let costTooHigh = Code(kind: .costTooHigh)
        /// Numbers of a key that contradict each other or cannot be used.
        public static let invalidKey = Code(kind: .invalidKey)
        /// Content that is no key in any known form.
        public static let notAKey = Code(kind: .notAKey)
        /// A key of another kind than what was asked for, or that the format has no place for.
        public static let wrongKind = Code(kind: .wrongKind)
        /// Options that do not fit the format or each other.
        public static let invalidOption = Code(kind: .invalidOption)
        /// A failure inside libcrypto that no input explains.
        public static let backendFailure = Code(kind: .backendFailure)

        /// The code's name, as in the constants above.
        public var description: String { kind.rawValue }
    }

    /// What kind of failure it is.
    public let code: Code
    /// Byte offset in the structure that was being read, after its text form is decoded.
    public let offset: Int?
    /// What was wrong, in lower case, without a full stop.
    public let reason: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - offset: Byte offset in the structure, if it has a place there.
    ///   - reason: What was wrong and what would be right, lower case, no full stop.
    public init(_ code: Code, at offset: Int? = nil, _ reason: String) {
        self.code = code
        self.offset = offset
        self.reason = reason
    }

    /// The reason, with the offset where there is one.
    public var description: String { offset.map { "\(reason) at offset \($0)" } ?? reason }
}

extension KeyError: Equatable {
    /// Whether code and offset agree; the wording does not count.
    public static func == (left: KeyError, right: KeyError) -> Bool {
        left.code == right.code && left.offset == right.offset
    }
}
