public import ArcaCore
public import ArcaKeys
internal import ArcaCrypto
internal import ArcaSystem

/// A signature from a file of its own, of any kind that Arca verifies.
///
/// ```swift
/// let signature = try SignatureFile(bytes)
/// var message = try SignedMessage(signature.messageForm)
/// ```
public enum SignatureFile: Sendable, Hashable {
    /// OpenSSH's.
    case ssh(SSHSignature)
    /// minisign's.
    case minisign(MinisignSignature)
    /// signify's.
    case signify(SignifySignature)
    /// Arca's own, by RSA.
    case arca(DetachedSignature)

    /// The most bytes of a signature's file that are read: 64 KiB.
    public static let maximumByteCount = 65_536

    /// Reads a file, whose kind is detected from its content.
    ///
    /// - Parameter file: The whole file, at most ``maximumByteCount`` bytes.
    /// - Throws: ``SignatureError`` `.malformed`; `.unsupported` for kinds that are only named: see
    ///   ``SignatureFormat/foreignCommand(signature:file:)``.
    public init(_ file: borrowing some Bytes) throws(SignatureError) {
        self = try file.withBytes { bytes throws(SignatureError) in
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

    /// The kind.
    public var format: SignatureFormat {
        switch self {
        case .ssh: .ssh
        case .minisign: .minisign
        case .signify: .signify
        case .arca: .arca
        }
    }

    /// What has to be known of the message.
    public var messageForm: SignedMessage.Form {
        switch self {
        case .ssh(let signature): .digest(signature.hash)
        case .minisign(let signature): signature.messageForm
        case .signify: .whole
        case .arca(let signature): .digest(signature.padding.hash)
        }
    }

    /// The name of the hash function that the message goes through; nil for Ed25519 over the message itself.
    public var hashName: String? {
        guard case .digest(let function) = messageForm else { return nil }
        return function.name
    }
}
