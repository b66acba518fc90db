public import ArcaCore

/// A signature file format, detected from its content because many formats share the extension `.sig`.
public enum SignatureFormat: String, Sendable, Hashable, CaseIterable {
    /// OpenSSH: `-----BEGIN SSH SIGNATURE-----`.
    case ssh
    /// minisign, four lines.
    case minisign
    /// signify, two lines.
    case signify
    /// Arca's RSA format (``DetachedSignature``), four lines.
    case arca
    /// signify signature in a gzip header (`signify -z`); detected only.
    case signifyGzip = "signify-gzip"
    /// OpenPGP detached signature; detected only.
    case openPGP = "openpgp"
    /// OpenPGP cleartext signature; detected only.
    case openPGPText = "openpgp-text"
    /// CMS (PKCS #7); detected only.
    case cms
    /// Sigstore bundle; detected only.
    case sigstore

    /// The number of bytes that ``init(detecting:)`` examines.
    public static let detectionByteCount = 65_536

    /// Whether Arca can verify this format.
    public var isVerified: Bool {
        switch self {
        case .ssh, .minisign, .signify, .arca: true
        case .signifyGzip, .openPGP, .openPGPText, .cms, .sigstore: false
        }
    }

    /// The display name: `SSH`, `minisign`, `OpenPGP`.
    public var name: String {
        switch self {
        case .ssh: "SSH"
        case .minisign: "minisign"
        case .signify: "signify"
        case .arca: "Arca RSA"
        case .signifyGzip: "signify gzip"
        case .openPGP: "OpenPGP"
        case .openPGPText: "OpenPGP cleartext"
        case .cms: "CMS"
        case .sigstore: "Sigstore"
        }
    }

    /// A command of another program that verifies a format Arca does not support.
    ///
    /// - Parameters:
    ///   - signature: The name of the signature file.
    ///   - file: The name of the signed file.
    /// - Returns: A shell command with unquoted file names, or nil if Arca verifies the format.
    public func foreignCommand(signature: String, file: String) -> String? {
        switch self {
        case .openPGP: "gpg --verify \(signature) \(file)"
        case .openPGPText: "gpg --verify \(signature)"
        case .cms: "openssl cms -verify -binary -inform PEM -in \(signature) -content \(file)"
        case .sigstore: "cosign verify-blob --bundle \(signature) \(file)"
        case .signifyGzip: "signify -V -z -x \(signature)"
        default: nil
        }
    }

    /// Detects the format of a file from its first ``detectionByteCount`` bytes; nil if it is not a signature.
    public init?(detecting bytes: borrowing some Bytes) {
        guard let format = bytes.withText({ Self.detect($0.extracting(first: Self.detectionByteCount)) }) else {
            return nil
        }
        self = format
    }

    private static func detect(_ bytes: Span<UInt8>) -> SignatureFormat? {
        if SSHSignature.recognizes(bytes) { return .ssh }
        if bytes.begins(with: "untrusted comment:".utf8) { return numbered(bytes) }
        if bytes.begins(with: "arca signature ".utf8) { return .arca }
        for (header, format) in headers where bytes.begins(with: "-----BEGIN \(header)-----".utf8) { return format }
        if isGzip(bytes) { return .signifyGzip }
        if isPGPPacket(bytes) { return .openPGP }
        if isCMS(bytes) { return .cms }
        return isSigstore(bytes) ? .sigstore : nil
    }

    private static let headers: [(StaticString, SignatureFormat)] = [
        ("PGP SIGNATURE", .openPGP), ("PGP SIGNED MESSAGE", .openPGPText), ("SIGNED MESSAGE", .cms), ("PKCS7", .cms),
        ("CMS", .cms),
    ]

    /// Two lines are a signify signature, unless the algorithm is minisign's `ED`.
    private static func numbered(_ text: Span<UInt8>) -> SignatureFormat {
        let lines = SignatureText.lines(text, maximum: 3)
        let isLong = lines.count > 2 && text.extracting(lines[2]).begins(with: "trusted comment:".utf8)
        // `ED` in Base64.
        return isLong || lines.count > 1 && text.extracting(lines[1]).begins(with: "RU".utf8) ? .minisign : .signify
    }

    /// Whether it is a gzip file with a signature as its comment (RFC 1952, section 2.3).
    private static func isGzip(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.begins(with: [0x1f, 0x8b, 8]), bytes.count > 12, bytes[3] & 0x10 != 0 else { return false }
        var offset = 10
        if bytes[3] & 4 != 0 { offset += 2 + Int(bytes[10]) + Int(bytes[11]) << 8 }
        if bytes[3] & 8 != 0 {
            while offset < bytes.count, bytes[offset] != 0 { offset += 1 }
            offset += 1
        }
        return bytes.begins(with: "untrusted comment:".utf8, at: offset)
    }

    /// Whether it begins with an OpenPGP signature packet (RFC 9580, section 4.2).
    private static func isPGPPacket(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count > 12 else { return false }
        let bodyOffset: Int? =
            switch bytes[0] {
            case 0x88: 2
            case 0x89: 3
            case 0x8a: 5
            case 0xc2: bytes[1] < 192 ? 2 : bytes[1] < 224 ? 3 : bytes[1] == 255 ? 6 : nil
            default: nil
            }
        guard let bodyOffset else { return false }
        return [3, 4, 6].contains(bytes[bodyOffset]) && (bytes[bodyOffset + 1] < 0x20 || bytes[bodyOffset] == 3)
    }

    /// Whether it is DER that begins with the OID id-signedData (RFC 5652, section 5.1).
    private static func isCMS(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count > 2, bytes[0] == UInt8(ascii: "0") else { return false }
        let offset = bytes[1] < 0x80 ? 2 : 2 + Int(bytes[1] & 0x7f)
        return offset <= 6
            && bytes.begins(with: [6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 2], at: offset)
    }

    private static func isSigstore(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.leadingSpaceCount < bytes.count, bytes[bytes.leadingSpaceCount] == .leftBrace else {
            return false
        }
        let name = Array("application/vnd.dev.sigstore.bundle".utf8)
        return bytes.indices.contains { bytes[$0] == name[0] && bytes.begins(with: name, at: $0) }
    }
}
