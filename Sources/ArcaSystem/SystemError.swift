// Exported: the modules of the types that public signatures of this module name.
@_exported public import ArcaCore
internal import ArcaPlatform

/// A failed system call: the action, the file, and the system's reason.
public struct SystemError: ArcaError {
    /// The failure, classified by possible remedies.
    public let code: SystemErrorCode
    /// The `errno` value, or 0 if there is none.
    public let number: Int32
    /// The reason in lower case, without a full stop: `cannot open notes.txt: no such file or directory`.
    public let reason: String

    /// Creates an error that does not come from a system call; the reason is in lower case, without a full stop.
    public init(_ code: SystemErrorCode, _ reason: String) {
        self.code = code
        self.number = 0
        self.reason = reason
    }

    /// Creates an error from the value of `errno` immediately after a failed call.
    ///
    /// `action` is the attempted action, such as `cannot open notes.txt`.
    public init(errno number: Int32, _ action: String) {
        self.code = SystemErrorCode(errno: number)
        self.number = number
        var text = strerror(number).map { String(cString: $0) } ?? "error \(number)"
        if let first = text.first, text.dropFirst().first?.isLowercase == true {
            text = first.lowercased() + text.dropFirst()
        }
        self.reason = "\(action): \(text)"
    }

    /// Always nil: the reason names the file.
    public var place: ErrorPlace? { nil }
    /// Always nil.
    public var hint: String? { nil }

    /// Whether code and number are equal; the wording is ignored.
    public static func == (left: SystemError, right: SystemError) -> Bool {
        left.code == right.code && left.number == right.number
    }

    /// Hashes code and number.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(number)
    }
}

/// The codes of ``SystemError``; their names are stable and can be matched.
public enum SystemErrorCode: String, ErrorCode {
    /// The file or folder does not exist.
    case notFound
    /// The file's mode or owner does not allow it.
    case permissionDenied
    /// A folder in place of a file.
    case isDirectory
    /// A file in place of a folder.
    case notDirectory
    /// The file already exists.
    case exists
    /// The disk is full, or a quota or file-size limit is reached.
    case noSpace
    /// The reader of a pipe has closed it.
    case brokenPipe
    /// Output and input are the same file.
    case sameFile
    /// A signal interrupted the call.
    case interrupted
    /// Not supported by this system.
    case unsupported
    /// No terminal is available for a prompt.
    case noTerminal
    /// A child process failed.
    case childFailed
    /// A stated limit was exceeded.
    case limitExceeded
    /// A path that leaves its permitted folder.
    case unsafePath
    /// Any other failure.
    case failed

    /// The kind of failure; most codes, including `.notFound`, are input or output failures.
    public var kind: ErrorKind {
        switch self {
        case .noTerminal: .locked
        case .brokenPipe: .brokenPipe
        case .sameFile: .wrongUse
        default: .inputOutput
        }
    }

    /// Creates the code for a failure of this kind in a lower-level module.
    public init(kind: ErrorKind) { self = .failed }

    init(errno number: Int32) {
        switch number {
        case ENOENT: self = .notFound
        case EACCES, EPERM, EROFS: self = .permissionDenied
        case EISDIR: self = .isDirectory
        case ENOTDIR: self = .notDirectory
        case EEXIST: self = .exists
        case ENOSPC, EDQUOT, EFBIG: self = .noSpace
        case EPIPE: self = .brokenPipe
        case EINTR: self = .interrupted
        case ENOSYS, EOPNOTSUPP, ENOTSUP: self = .unsupported
        default: self = .failed
        }
    }
}
