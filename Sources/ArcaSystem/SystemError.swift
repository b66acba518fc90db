#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Why the operating system refused something: which call on which thing, and its reason.
public struct SystemError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure, by what a user can do about them.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Kind: String {
            case notFound, permissionDenied, isDirectory, notDirectory, exists, noSpace, brokenPipe, sameFile
            case interrupted, unsupported, noTerminal, childFailed, limitExceeded, unsafePath, failed
        }
        private let kind: Kind

        /// No such file or folder.
        public static let notFound = Code(kind: .notFound)
        /// Not allowed by the file's mode or owner.
        public static let permissionDenied = Code(kind: .permissionDenied)
        /// A folder where a file is needed.
        public static let isDirectory = Code(kind: .isDirectory)
        /// A file where a folder is needed.
        public static let notDirectory = Code(kind: .notDirectory)
        /// Something is already there.
        public static let exists = Code(kind: .exists)
        /// The disk is full, or a quota or file-size limit is reached.
        public static let noSpace = Code(kind: .noSpace)
        /// The reader of a pipe is gone.
        public static let brokenPipe = Code(kind: .brokenPipe)
        /// Output and input are one file.
        public static let sameFile = Code(kind: .sameFile)
        /// A signal ended the call.
        public static let interrupted = Code(kind: .interrupted)
        /// Not offered by this system.
        public static let unsupported = Code(kind: .unsupported)
        /// There is no terminal to ask on.
        public static let noTerminal = Code(kind: .noTerminal)
        /// A child process ended with a failure.
        public static let childFailed = Code(kind: .childFailed)
        /// Longer or larger than a stated limit.
        public static let limitExceeded = Code(kind: .limitExceeded)
        /// A path that leads out of where it may lead.
        public static let unsafePath = Code(kind: .unsafePath)
        /// Any other failure.
        public static let failed = Code(kind: .failed)

        /// The code's name, as in the constants above.
        public var description: String { kind.rawValue }

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

        private init(kind: Kind) { self.kind = kind }
    }

    /// What kind of failure it is.
    public let code: Code
    /// The `errno` value, 0 where there is none.
    public let number: Int32
    /// What was wrong, in lower case, without a full stop: `cannot open notes.txt: no such file or directory`.
    public let reason: String

    /// Makes an error that no system call reported.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - reason: What was wrong, lower case, no full stop.
    public init(_ code: Code, _ reason: String) {
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
        self.code = Code(errno: number)
        self.number = number
        var text = strerror(number).map { String(cString: $0) } ?? "error \(number)"
        if let first = text.first, text.dropFirst().first?.isLowercase == true {
            text = first.lowercased() + text.dropFirst()
        }
        self.reason = "\(action): \(text)"
    }

    /// The reason.
    public var description: String { reason }
}

extension SystemError: Equatable {
    /// Whether code and number agree; the wording does not count.
    public static func == (left: SystemError, right: SystemError) -> Bool {
        left.code == right.code && left.number == right.number
    }
}
