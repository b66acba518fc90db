// Exported: the modules of the types that public signatures of this module name.
@_exported public import ArcaCore

/// A cryptographic failure: the problem and the valid value.
public typealias CryptoError = CodedError<CryptoErrorCode>

/// Stable codes of ``CryptoError`` that callers can match.
public enum CryptoErrorCode: String, ErrorCode {
    /// An unknown algorithm name.
    case unknownAlgorithm
    /// An operation or algorithm that the linked libcrypto does not support.
    case unsupported
    /// A key of the wrong length.
    case invalidKeyLength
    /// An initialization vector or nonce of the wrong length.
    case invalidIVLength
    /// An authentication tag of the wrong length.
    case invalidTagLength
    /// A message or ciphertext of a length that the operation does not accept.
    case invalidInputLength
    /// Any other parameter out of range.
    case invalidParameter
    /// A tag mismatch: wrong key, wrong associated data, or modified ciphertext.
    case authenticationFailed
    /// Unauthenticated ciphertext that does not decrypt: wrong key or modified ciphertext.
    case decryptionFailed
    /// A key derivation that exceeds the memory or time limit.
    case costTooHigh
    /// Text that does not match its grammar, such as a PHC string.
    case invalidFormat
    /// A key with inconsistent numbers, or one that is not allowed for the operation.
    case invalidKey
    /// A call in the wrong order, such as an update after finalization.
    case wrongState
    /// An unexpected failure inside libcrypto.
    case backendFailure

    /// The category of the failure.
    public var kind: ErrorKind {
        switch self {
        case .authenticationFailed, .decryptionFailed: .wrongKey
        case .invalidFormat, .invalidInputLength: .malformed
        case .costTooHigh: .tooCostly
        case .backendFailure: .internalFailure
        default: .wrongUse
        }
    }

    /// Creates a code for a failure of this category in a lower-level module.
    public init(kind: ErrorKind) {
        self =
            switch kind {
            case .wrongKey: .decryptionFailed
            case .tampered: .authenticationFailed
            case .malformed, .truncated: .invalidFormat
            case .unsupported: .unsupported
            case .tooCostly: .costTooHigh
            case .wrongUse: .invalidParameter
            default: .backendFailure
            }
    }
}

/// CryptoKit's name for ``CryptoError``.
public typealias CryptoKitError = CryptoError

// CryptoKit's cases, for `catch` and for comparison.
extension CodedError<CryptoErrorCode> {
    /// A tag mismatch: wrong key, wrong associated data, or modified ciphertext.
    public static var authenticationFailure: Self { Self(.authenticationFailed, "the authentication failed") }
    /// A wrapped key with another wrapping key, or modified.
    public static var unwrapFailure: Self { authenticationFailure }
    /// A key of the wrong length.
    public static var incorrectKeySize: Self { Self(.invalidKeyLength, "incorrect key size") }
    /// A parameter out of range.
    public static var invalidParameter: Self { Self(.invalidParameter, "invalid parameter") }
}
