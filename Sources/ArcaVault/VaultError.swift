public import ArcaCore

/// An error of the vault, with its location and the expected value where known.
///
/// The reason never contains a secret, and an item's name only if the caller gave it.
public typealias VaultError = CodedError<VaultErrorCode>

/// The kinds of failure of a ``VaultError``, with stable names that callers can match.
public enum VaultErrorCode: String, ErrorCode {
    /// A passphrase, key or code that does not open a slot.
    case wrongCredential
    /// A file that is damaged or was changed by another program than Arca.
    case tampered
    /// An older version of the whole file in place of the vault.
    case olderFile
    /// A file with a different history than the one seen on this machine: two copies were changed.
    case forked
    /// Bytes or text that violate their format, or a file that is not a vault.
    case malformed
    /// A feature of a newer Arca, or one that this machine's libraries lack.
    case unsupported
    /// A vault without its key: never unlocked, or locked again.
    case locked
    /// Too many wrong patterns; the delay has not elapsed, and other credentials still work.
    case lockedOut
    /// A vault that was rotated since it was opened or unlocked.
    case rotated
    /// A missing item, version, field, attachment or slot.
    case notFound
    /// A name already used by another item or attachment.
    case duplicate
    /// A value that the vault does not accept.
    case invalidArgument
    /// A change to a vault opened read-only.
    case readOnly
    /// A change that the rules of a shared vault do not allow this user.
    case notAllowed
    /// Data of a shared vault that its server rolled back, changed, forged or forked.
    case forged
    /// A server that cannot be reached, or a lost connection.
    case unreachable
    /// A key derivation that exceeds the memory or time limit.
    case costTooHigh
    /// Another process holds the file for longer than the wait allows.
    case busy
    /// A failure of the operating system or SQLite: a full disk, a failing disk, missing rights.
    case systemFailed

    /// The general kind of the failure.
    public var kind: ErrorKind {
        switch self {
        case .wrongCredential: .wrongKey
        case .tampered, .olderFile, .forked, .forged: .tampered
        case .malformed: .malformed
        case .unsupported: .unsupported
        case .costTooHigh: .tooCostly
        case .locked, .lockedOut, .rotated: .locked
        case .notFound: .notFound
        case .busy: .busy
        case .systemFailed, .unreachable: .inputOutput
        case .duplicate: .exists
        default: .wrongUse
        }
    }

    /// The code for a failure of this kind from a lower module.
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
    /// The error for holders of a previous epoch's key.
    static let rotated = VaultError(
        .rotated, "the vault has a new key since it was unlocked (it was rotated); unlock it again")
}
