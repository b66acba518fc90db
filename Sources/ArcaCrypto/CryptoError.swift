public import ArcaCore

/// Why a cryptographic operation was refused or failed: what was wrong and what would be right.
public typealias CryptoError = CodedError<CryptoErrorCode>

/// The failures that ``CryptoError`` tells apart, stable names that callers can match.
public enum CryptoErrorCode: String, ErrorCode {
    /// A name that no algorithm has.
    case unknownAlgorithm
    /// Something that the linked libcrypto does not offer.
    case unsupported
    /// A key of the wrong length.
    case invalidKeyLength
    /// An initialization vector or nonce of the wrong length.
    case invalidIVLength
    /// An authentication tag of the wrong length.
    case invalidTagLength
    /// A message or ciphertext of a length that the operation does not take.
    case invalidInputLength
    /// Any other parameter out of its range.
    case invalidParameter
    /// A wrong tag: wrong key, wrong associated data, or changed ciphertext.
    case authenticationFailed
    /// Unauthenticated ciphertext that does not decrypt: wrong key or changed ciphertext.
    case decryptionFailed
    /// A key derivation that would take more memory or time than allowed.
    case costTooHigh
    /// Text that does not follow its grammar, such as a PHC string.
    case invalidFormat
    /// A key whose numbers contradict each other, or that must not be used for what was asked.
    case invalidKey
    /// A call in the wrong order, such as an update after the end.
    case wrongState
    /// A failure inside libcrypto that no input explains.
    case backendFailure

    /// The kind of failure that the code belongs to.
    public var kind: ErrorKind {
        switch self {
        case .authenticationFailed, .decryptionFailed: .wrongKey
        case .invalidFormat, .invalidInputLength: .malformed
        case .costTooHigh: .tooCostly
        case .backendFailure: .internalFailure
        default: .wrongUse
        }
    }

    /// The code for a failure of this kind in a module below.
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
