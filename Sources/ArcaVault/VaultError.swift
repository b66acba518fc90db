public import ArcaCore

/// Why the vault could not do what was asked: what is wrong, where, and what would be right.
///
/// No secret and no name of an item stands in an error's reason unless the caller gave that name.
public typealias VaultError = CodedError<VaultErrorCode>

/// The failures that ``VaultError`` tells apart, stable names that callers can match.
public enum VaultErrorCode: String, ErrorCode {
    /// A passphrase, key or code that opens no slot.
    case wrongCredential
    /// A file that was changed by another program than Arca, or that was damaged.
    case tampered
    /// A whole older file in the vault's place.
    case olderFile
    /// A file whose past differs from the one that this machine saw: two copies were written to.
    case forked
    /// Bytes or text that do not follow their format's grammar, or not a vault at all.
    case malformed
    /// Something that a newer Arca wrote, or that this machine's libraries lack.
    case unsupported
    /// A vault without its key: not unlocked, or locked again.
    case locked
    /// A vault that got a new key since it was opened or unlocked.
    case rotated
    /// An item, a version, a field, an attachment or a slot that is not there.
    case notFound
    /// A name that another item or attachment has.
    case duplicate
    /// A value that the vault does not take.
    case invalidArgument
    /// A change of a vault that was opened for reading only.
    case readOnly
    /// Something that one's role in a team does not allow.
    case notAllowed
    /// A log that its store set back, changed, forged or forked.
    case forged
    /// A server that cannot be reached, or that broke off.
    case unreachable
    /// A key derivation that would take more memory or time than allowed.
    case costTooHigh
    /// Another process that holds the file for longer than the wait allows.
    case busy
    /// The operating system or SQLite failed: a full disk, a failing disk, missing rights.
    case systemFailed

    /// The kind of failure that the code belongs to.
    public var kind: ErrorKind {
        switch self {
        case .wrongCredential: .wrongKey
        case .tampered, .olderFile, .forked, .forged: .tampered
        case .malformed: .malformed
        case .unsupported: .unsupported
        case .costTooHigh: .tooCostly
        case .locked, .rotated: .locked
        case .notFound: .notFound
        case .busy: .busy
        case .systemFailed, .unreachable: .inputOutput
        case .duplicate: .exists
        default: .wrongUse
        }
    }

    /// The code for a failure of this kind in a module below.
    public init(kind: ErrorKind) {
        self =
            switch kind {
            case .wrongKey, .refused: .wrongCredential
            case .tampered, .truncated: .tampered
            case .malformed: .malformed
            case .unsupported: .unsupported
            case .tooCostly: .costTooHigh
            case .locked: .locked
            case .notFound: .notFound
            case .exists: .duplicate
            case .busy: .busy
            case .inputOutput, .brokenPipe, .internalFailure: .systemFailed
            default: .invalidArgument
            }
    }
}

extension VaultError {
    /// What to say to those who have the key of an epoch that is over.
    static let rotated = VaultError(
        .rotated, "the vault has a new key since it was unlocked (it was rotated); unlock it again")
}
