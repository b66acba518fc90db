/// Why the vault could not do what was asked: what is wrong, where, and what would be right.
///
/// No secret and no name of an item stands in an error's reason unless the caller gave that name.
public struct VaultError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure, stable names that callers can match.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Kind: String {
            case wrongCredential, tampered, olderFile, forked, malformed, unsupported, locked, notFound, duplicate
            case invalidArgument, readOnly, costTooHigh, busy, systemFailed
        }
        private let kind: Kind

        /// A passphrase, key or code that opens no slot.
        public static let wrongCredential = Code(kind: .wrongCredential)
        /// A file that was changed by something else than Arca, or that was damaged.
        public static let tampered = Code(kind: .tampered)
        /// A whole older file in the vault's place.
        public static let olderFile = Code(kind: .olderFile)
        /// A file whose past differs from the one that this machine saw: two copies were written to.
        public static let forked = Code(kind: .forked)
        /// Bytes or text that do not follow their format's grammar, or no vault at all.
        public static let malformed = Code(kind: .malformed)
        /// Something that a newer Arca wrote, or that this machine's libraries lack.
        public static let unsupported = Code(kind: .unsupported)
        /// A vault without its key: not unlocked, locked again, or rotated meanwhile.
        public static let locked = Code(kind: .locked)
        /// An item, a version, a field, an attachment or a slot that is not there.
        public static let notFound = Code(kind: .notFound)
        /// A name that another item or attachment has.
        public static let duplicate = Code(kind: .duplicate)
        /// A value that the vault does not take.
        public static let invalidArgument = Code(kind: .invalidArgument)
        /// A change of a vault that was opened for reading alone.
        public static let readOnly = Code(kind: .readOnly)
        /// A key derivation that would take more memory or time than allowed.
        public static let costTooHigh = Code(kind: .costTooHigh)
        /// Another process that holds the file for longer than the wait allows.
        public static let busy = Code(kind: .busy)
        /// The operating system or SQLite failed: a full disk, a failing disk, missing rights.
        public static let systemFailed = Code(kind: .systemFailed)

        /// The code's name, as in the constants above.
        public var description: String { kind.rawValue }
    }

    /// What kind of failure it is.
    public let code: Code
    /// Byte offset in the text or data that was read, for failures that have a place there.
    public let offset: Int?
    /// What is wrong and what would be right, in lower case, without a full stop.
    public let reason: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - offset: Byte offset in the data, if it has a place there.
    ///   - reason: What is wrong and what would be right, lower case, no full stop.
    public init(_ code: Code, at offset: Int? = nil, _ reason: String) {
        self.code = code
        self.offset = offset
        self.reason = reason
    }

    /// The reason, with the offset where there is one.
    public var description: String { offset.map { "\(reason) at offset \($0)" } ?? reason }
}

extension VaultError: Equatable {
    /// Whether code and offset agree; the wording does not count.
    public static func == (left: VaultError, right: VaultError) -> Bool {
        left.code == right.code && left.offset == right.offset
    }
}
