public import ArcaCore
internal import ArcaPlatform

/// Why the operating system refused something: which call on which thing, and its reason.
public struct SystemError: ArcaError {
    /// Which failure it is, by what a user can do about it.
    public let code: SystemErrorCode
    /// The `errno` value, 0 if there is none.
    public let number: Int32
    /// What was wrong, in lower case, without a full stop: `cannot open notes.txt: no such file or directory`.
    public let reason: String

    /// Makes an error that no system call reported.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - reason: What was wrong, lower case, no full stop.
    public init(_ code: SystemErrorCode, _ reason: String) {
        self.code = code
        self.number = 0
        self.reason = reason
    }

    /// Makes an error of an `errno` value.
    ///
    /// - Parameters:
    ///   - number: The value of `errno` right after the failing call.
    ///   - action: What was tried, such as `cannot open notes.txt`.
    public init(errno number: Int32, _ action: String) {
        self.code = SystemErrorCode(errno: number)
        self.number = number
        var text = strerror(number).map { String(cString: $0) } ?? "error \(number)"
        if let first = text.first, text.dropFirst().first?.isLowercase == true {
            text = first.lowercased() + text.dropFirst()
        }
        self.reason = "\(action): \(text)"
    }

    /// No place: the reason names the file.
    public var place: ErrorPlace? { nil }
    /// No hint.
    public var hint: String? { nil }

    /// Whether code and number agree; the wording does not count.
    public static func == (left: SystemError, right: SystemError) -> Bool {
        left.code == right.code && left.number == right.number
    }

    /// Hashes code and number.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(number)
    }
}

/// The failures that ``SystemError`` tells apart, stable names that callers can match.
public enum SystemErrorCode: String, ErrorCode {
    /// No such file or folder.
    case notFound
    /// Not allowed by the file's mode or owner.
    case permissionDenied
    /// A folder where a file is needed.
    case isDirectory
    /// A file where a folder is needed.
    case notDirectory
    /// Something is already there.
    case exists
    /// The disk is full, or a quota or file-size limit is reached.
    case noSpace
    /// The reader of a pipe is gone.
    case brokenPipe
    /// Output and input are one file.
    case sameFile
    /// A signal ended the call.
    case interrupted
    /// Not offered by this system.
    case unsupported
    /// There is no terminal to ask on.
    case noTerminal
    /// A child process ended with a failure.
    case childFailed
    /// Longer or larger than a stated limit.
    case limitExceeded
    /// A path that leads out of where it may lead.
    case unsafePath
    /// Any other failure.
    case failed

    /// The kind of failure that the code belongs to: most are failures of input or output, also a file that is not there.
    public var kind: ErrorKind {
        switch self {
        case .noTerminal: .locked
        case .brokenPipe: .brokenPipe
        case .sameFile: .wrongUse
        default: .inputOutput
        }
    }

    /// The code for a failure of this kind in a module below.
    public init(kind: ErrorKind) { self = .failed }

    /// The code of an `errno` value.
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
