internal import ArcaCodecs
internal import ArcaCompression
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaImages
internal import ArcaPatterns
internal import ArcaSystem
internal import ArcaVault

/// What the process tells its caller; thrown by a command that has said everything itself.
struct ExitStatus: Error, Hashable, Sendable {
    /// The number that the process ends with.
    let code: Int32
    /// The signal that the process ends by, where it does.
    private(set) var signal: Int32?

    /// Full success.
    static let success = ExitStatus(code: 0)
    /// Verification says no.
    static let mismatch = ExitStatus(code: 1)
    /// Wrong use of the command line.
    static let wrongUse = ExitStatus(code: 2)
    /// Wrong key or passphrase.
    static let wrongKey = ExitStatus(code: 3)
    /// Tampered or truncated data.
    static let tampered = ExitStatus(code: 4)
    /// Malformed input.
    static let malformed = ExitStatus(code: 5)
    /// The vault is locked and there is no way to ask.
    static let locked = ExitStatus(code: 6)
    /// Not found.
    static let notFound = ExitStatus(code: 7)
    /// Reading or writing failed.
    static let ioFailed = ExitStatus(code: 8)
    /// Nobody reads the output any more: the process ends by SIGPIPE, whose status a shell shows as this number.
    static let brokenPipe = ExitStatus(signal: 13)

    /// An end by a signal, which shells show as 128 and its number.
    init(signal: Int32) {
        code = 128 + signal
        self.signal = signal
    }

    /// Prints what the error says and returns its status.
    static func reporting(_ error: any Error, prefix: String = "") -> ExitStatus {
        let status = ExitStatus(of: error)
        // Who closes a pipe early wants no message.
        if status == .brokenPipe || error is ExitStatus { return status }
        // Names, columns and the like come from whoever made the data, and may hold what steers a terminal.
        let lines = text(of: error).split(separator: "\n", omittingEmptySubsequences: false)
        Messages.error(prefix + lines.map { String(printable: $0.utf8) }.joined(separator: "\n"))
        if let error = error as? UsageError, let hint = error.hint { Messages.hint(hint) }
        return status
    }

    /// The status that stands for an error.
    init(of error: any Error) {
        switch error {
        case let status as ExitStatus: self = status
        case is UsageError: self = .wrongUse
        case let error as CodecError: self = error.code == .truncated ? .tampered : .malformed
        case let error as CryptoError: self = ExitStatus(of: error)
        case let error as KeyError: self = ExitStatus(of: error)
        case let error as ContainerError: self = ExitStatus(of: error)
        case let error as CompressionError: self = ExitStatus(of: error)
        case let error as PatternError: self = ExitStatus(of: error)
        case let error as ImageError: self = ExitStatus(of: error)
        case let error as VaultError: self = ExitStatus(of: error)
        case let error as SystemError: self = ExitStatus(of: error)
        default: self = .ioFailed
        }
    }

    private init(of error: CryptoError) {
        switch error.code {
        case .authenticationFailed, .decryptionFailed: self = .wrongKey
        case .invalidFormat, .invalidInputLength, .costTooHigh: self = .malformed
        case .backendFailure, .wrongState: self = .ioFailed
        default: self = .wrongUse
        }
    }

    private init(of error: KeyError) {
        switch error.code {
        case .wrongPassphrase, .passphraseNeeded: self = .wrongKey
        case .wrongKind, .invalidOption: self = .wrongUse
        case .backendFailure: self = .ioFailed
        default: self = .malformed
        }
    }

    private init(of error: ContainerError) {
        switch error.code {
        case .wrongKey: self = .wrongKey
        case .tampered, .truncated: self = .tampered
        case .invalidOption: self = .wrongUse
        default: self = .malformed
        }
    }

    private init(of error: CompressionError) {
        switch error.code {
        case .truncated, .corrupt: self = .tampered
        case .backendFailure: self = .ioFailed
        default: self = .malformed
        }
    }

    private init(of error: PatternError) {
        switch error.code {
        case .pepperMissing, .pepperUnexpected: self = .wrongKey
        case .locked: self = .mismatch
        case .invalidGrid, .unknownRules, .tooLarge: self = .wrongUse
        default: self = .malformed
        }
    }

    private init(of error: ImageError) {
        switch error.code {
        case .wrongSecret: self = .wrongKey
        case .tampered, .truncated, .missingPart: self = .tampered
        case .invalidOption: self = .wrongUse
        case .notFound: self = .notFound
        default: self = .malformed
        }
    }

    private init(of error: VaultError) {
        switch error.code {
        case .wrongCredential: self = .wrongKey
        case .tampered, .olderFile, .forked: self = .tampered
        case .malformed, .unsupported, .costTooHigh: self = .malformed
        case .locked: self = .locked
        case .notFound: self = .notFound
        case .busy, .systemFailed: self = .ioFailed
        default: self = .wrongUse
        }
    }

    private init(of error: SystemError) {
        switch error.code {
        case .noTerminal: self = .locked
        case .brokenPipe: self = .brokenPipe
        case .sameFile: self = .wrongUse
        default: self = .ioFailed
        }
    }

    /// A status by number, as another program ended with.
    init(code: Int32) { self.code = code }

    /// What an error says, by the concrete types that commands throw.
    static func text(of error: any Error) -> String {
        switch error {
        case let error as UsageError: error.reason
        case let error as CodecError: error.description
        case let error as CryptoError: error.description
        case let error as KeyError: error.description
        case let error as ContainerError: error.description
        case let error as CompressionError: error.description
        case let error as PatternError: error.reason
        case let error as ImageError: error.description
        case let error as VaultError: error.description
        case let error as SystemError: error.reason
        default: "unexpected failure"
        }
    }
}
