public import ArcaCore
public import ArcaKeys
internal import ArcaCrypto

/// A detached signature of any supported format.
///
/// ```swift
/// let signature = try SignatureFile(bytes)
/// var message = try SignedMessage(signature.messageForm)
/// ```
public enum SignatureFile: Sendable, Hashable {
    /// An OpenSSH signature.
    case ssh(SSHSignature)
    /// A minisign signature.
    case minisign(MinisignSignature)
    /// A signify signature.
    case signify(SignifySignature)
    /// Arca's RSA signature.
    case arca(DetachedSignature)

    /// Maximum size of a signature file: 64 KiB.
    public static let maximumByteCount = 65_536

    /// Parses a signature file and detects its format.
    ///
    /// - Parameter file: The whole file, at most ``maximumByteCount`` bytes.
    /// - Throws: ``SignatureError`` `.malformed`; `.unsupported` for formats that are detected but not verified, see
    ///   ``SignatureFormat/foreignCommand(signature:file:)``.
    public init(_ file: borrowing some Bytes) throws(SignatureError) {
        self = try file.withText { bytes throws(SignatureError) in
            guard let format = SignatureFormat(detecting: bytes) else {
                throw SignatureError(.malformed, "not a signature in any known format")
            }
            guard format.isVerified else {
                throw SignatureError(.unsupported, "\(format.name) signatures are not supported")
            }
            guard bytes.count <= Self.maximumByteCount else {
                throw SignatureError(
                    .malformed, "a signature file of \(bytes.count) bytes; at most \(Self.maximumByteCount) are read")
            }
            switch format {
            case .ssh: return .ssh(try SSHSignature(bytes))
            case .minisign: return .minisign(try MinisignSignature(bytes))
            case .signify: return .signify(try SignifySignature(bytes))
            default:
                return .arca(
                    try bytes.withBytes { bytes throws(SignatureError) in
                        do throws(KeyError) {
                            return try DetachedSignature(bytes)
                        } catch { throw SignatureError(wrapping: error) }
                    })
            }
        }
    }

    /// The detected format.
    public var format: SignatureFormat {
        switch self {
        case .ssh: .ssh
        case .minisign: .minisign
        case .signify: .signify
        case .arca: .arca
        }
    }

    /// The form in which the message must be read.
    public var messageForm: SignedMessage.Form {
        switch self {
        case .ssh(let signature): .digest(signature.hash)
        case .minisign(let signature): signature.messageForm
        case .signify: .whole
        case .arca(let signature): .digest(signature.padding.hash)
        }
    }

    /// The name of the message's hash function, or nil for Ed25519 without a hash.
    public var hashName: String? {
        guard case .digest(let function) = messageForm else { return nil }
        return function.name
    }
}
