internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto
internal import ArcaKeys

/// An SSH signature as written by `ssh-keygen -Y sign`: `-----BEGIN SSH SIGNATURE-----`.
///
/// The file alone proves nothing: the key in it still has to be looked up, for example in ``AllowedSigners``.
/// ``SignatureVerifier`` verifies the signature and looks up the key.
///
/// ```swift
/// let signature = try SSHSignature(file)
/// var message = try SignedMessage(.digest(signature.hash))
/// message.update(text)
/// let isIntact = try signature.isValid(for: message)
/// ```
///
/// Source: OpenSSH, PROTOCOL.sshsig.
public struct SSHSignature: Sendable, Hashable {
    /// The key that supposedly signed.
    public let key: SSHSignatureKey
    /// The certificate for ``key``, or nil if the file contains a plain key.
    public let certificate: SSHCertificate?
    /// The purpose of the signature, such as `file` or `git`; not empty and without NUL.
    public let namespace: String
    /// The hash function of the message: SHA-512 or SHA-256.
    public let hash: AnyHashFunction
    let value: Value
    /// The state reported by a security key when it signed, or nil for other keys.
    public let device: DeviceState?

    /// Flags and counter that a security key signs together with the message.
    public struct DeviceState: Sendable, Hashable {
        /// Bit 0: user presence (touch); bit 2: user verification.
        public let flags: UInt8
        /// The number of signatures the device has made.
        public let counter: UInt32

        /// Whether the user touched the device.
        public var isTouched: Bool { flags & 1 != 0 }
        /// Whether the device verified the user by PIN or biometrics.
        public var isUserVerified: Bool { flags & 4 != 0 }
    }

    enum Value: Sendable, Hashable {
        case ed25519([UInt8])
        /// r and s without leading zeros.
        case ecdsa(r: [UInt8], s: [UInt8])
        case rsa(AnyHashFunction, [UInt8])
    }

    /// Maximum size of a signature file: 64 KiB.
    public static let maximumByteCount = 65_536
    /// The first line of a signature file.
    public static let header = "-----BEGIN SSH SIGNATURE-----"
    static let footer = "-----END SSH SIGNATURE-----"
    static let magic = Array("SSHSIG".utf8)
    static let hashes: [(name: String, function: AnyHashFunction)] = [("sha512", .sha512), ("sha256", .sha256)]

    /// The hash function's name in the file: `sha512`.
    public var hashName: String { Self.hashes.first { $0.function == hash }?.name ?? hash.shortName }

    /// Whether a file begins like an SSH signature, with ``header``.
    public static func recognizes(_ file: borrowing some Bytes) -> Bool {
        file.withText { $0.begins(with: header.utf8) }
    }

    /// The armored file, 70 characters per line as written by ssh-keygen.
    public var text: String {
        let base64 = Base64(lines: LineWrapping(70, .lf, isExact: false)).encode(blob)
        return "\(Self.header)\n\(base64)\n\(Self.footer)\n"
    }

    /// The signature in SSH's binary form, without armor.
    public var blob: [UInt8] {
        SSHValue.encode([
            .bytes(Self.magic), .number(1), .string(certificate?.blob ?? key.blob), .text(namespace), .string([]),
            .text(hashName),
            .string(inner),
        ])
    }

    private var inner: [UInt8] { Self.encode(value, device, by: key) }

    /// A signature with its type, as RFC 4253, section 6.6, and the formats that embed it have it.
    static func encode(_ value: Value, _ device: DeviceState?, by key: SSHSignatureKey) -> [UInt8] {
        var fields: [SSHValue]
        switch value {
        case .ed25519(let bytes): fields = [.text(key.typeName), .string(bytes)]
        case .ecdsa(let r, let s):
            fields = [.text(key.typeName), .string(SSHValue.encode([.integer(r), .integer(s)]))]
        case .rsa(let hash, let bytes): fields = [.text(rsaName(hash)), .string(bytes)]
        }
        if let device { fields += [.bytes([device.flags]), .number(device.counter)] }
        return SSHValue.encode(fields)
    }

    static func rsaName(_ hash: AnyHashFunction) -> String { hash == .sha512 ? "rsa-sha2-512" : "rsa-sha2-256" }

    /// The signed data: namespace, hash function and digest.
    static func signedBytes(namespace: String, hashName: String, digest: [UInt8]) -> [UInt8] {
        SSHValue.encode([.bytes(magic), .text(namespace), .string([]), .text(hashName), .string(digest)])
    }

    /// Verifies the signature with the key in it, without checking whether to trust that key.
    ///
    /// - Parameter message: The complete message, in the form ``SignedMessage/Form/digest(_:)`` of ``hash``.
    /// - Returns: True if the signature is valid. Whether a security key was touched is not checked; see ``device``.
    /// - Throws: ``SignatureError`` `.invalidOption` for a message in another form, `.backendFailure`.
    public func isValid(for message: SignedMessage) throws(SignatureError) -> Bool {
        guard message.form == .digest(hash) else {
            throw SignatureError(.invalidOption, "the message has to be taken in by \(hash.name)")
        }
        let signed = Self.signedBytes(namespace: namespace, hashName: hashName, digest: try message.content())
        return try Self.isValid(value, device, key, signed: signed)
    }

    static func isValid(
        _ value: Value, _ device: DeviceState?, _ key: SSHSignatureKey, signed: [UInt8]
    ) throws(SignatureError) -> Bool {
        var signed = signed
        if let device, let application = key.application {
            let counter = (0..<4).map { UInt8(truncatingIfNeeded: device.counter >> (24 - 8 * UInt32($0))) }
            signed = SHA256.hash(application.utf8) + [device.flags] + counter + SHA256.hash(signed)
        }
        switch (value, key.key) {
        case (.ed25519(let bytes), .ed25519(let key)): return key.isValidSignature(bytes, for: signed)
        case (.rsa(let hash, let bytes), .rsa(let numbers, _)):
            return try SignatureError.wrap {
                try RSAPublicKey(numbers).isValidSignature(bytes, for: signed, padding: .pkcs1v15(hash))
            }
        case (.ecdsa(let r, let s), .elliptic(let key)):
            return try SSHECDSA.isValid(r: r, s: s, for: signed, key: key)
        default: return false
        }
    }
}
