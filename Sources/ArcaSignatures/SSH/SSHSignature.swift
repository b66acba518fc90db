public import ArcaCodecs
public import ArcaCrypto
internal import ArcaKeys

/// A signature as `ssh-keygen -Y sign` writes it: `-----BEGIN SSH SIGNATURE-----`.
///
/// Nothing in the file proves anything by itself: the key in it only says which key to look up, by ``AllowedSigners`` for
/// instance. ``SignatureVerifier`` does all of it.
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
    /// The key that is said to have signed.
    public let key: SSHSignatureKey
    /// The certificate that stands in the place of the key, which is for ``key``; nil for a plain key.
    public let certificate: SSHCertificate?
    /// What the signature is for: `file`, `git`; one byte or more, and any text without a zero byte.
    public let namespace: String
    /// What the message was hashed with: SHA-512 or SHA-256.
    public let hash: HashFunction
    /// The signature by itself.
    let value: Value
    /// What a security key says of how it signed; nil for other keys.
    public let device: DeviceState?

    /// What a security key signs together with the message.
    public struct DeviceState: Sendable, Hashable {
        /// Bit 0: somebody touched the device; bit 2: it verified the person.
        public let flags: UInt8
        /// How many signatures the device has made.
        public let counter: UInt32

        /// Whether somebody touched the device.
        public var isTouched: Bool { flags & 1 != 0 }
        /// Whether the device asked for a PIN or a finger.
        public var isUserVerified: Bool { flags & 4 != 0 }
    }

    /// The signature by itself, of each kind of key.
    enum Value: Sendable, Hashable {
        case ed25519([UInt8])
        /// r and s, without leading zeros.
        case ecdsa(r: [UInt8], s: [UInt8])
        case rsa(HashFunction, [UInt8])
    }

    /// The longest file that is read: 64 KiB.
    public static let maximumByteCount = 65_536
    /// What files begin with.
    public static let header = "-----BEGIN SSH SIGNATURE-----"
    static let footer = "-----END SSH SIGNATURE-----"
    static let magic = Array("SSHSIG".utf8)
    static let hashes: [(name: String, function: HashFunction)] = [("sha512", .sha512), ("sha256", .sha256)]

    /// The hash function's name as the format has it: `sha512`.
    public var hashName: String { Self.hashes.first { $0.function == hash }?.name ?? hash.shortName }

    init(
        key: SSHSignatureKey, certificate: SSHCertificate? = nil, namespace: String, hash: HashFunction, value: Value,
        device: DeviceState? = nil
    ) {
        self.key = key
        self.certificate = certificate
        self.namespace = namespace
        self.hash = hash
        self.value = value
        self.device = device
    }

    /// Reads a file, strictly: nothing before or after the armor, every field checked, numbers in their shortest form.
    ///
    /// - Parameter file: The whole file, at most ``maximumByteCount``; lines end in LF or CR LF.
    /// - Throws: ``SignatureError`` `.malformed`; `.unsupported` for another version, hash function or kind of key, for SHA-1
    ///   and for RSA below 2,048 bits.
    public init(_ file: borrowing some Bytes) throws(SignatureError) {
        let blob = try file.withBytes { file throws(SignatureError) in try Self.unarmor(file) }
        try self.init(blob: blob)
    }

    /// Whether a text begins as these files do.
    ///
    /// - Parameter file: The file or its beginning.
    /// - Returns: Whether it begins with ``header``.
    public static func recognizes(_ file: borrowing some Bytes) -> Bool {
        file.withBytes { $0.begins(with: header.utf8) }
    }

    /// The file: armor of 70 characters a line, as ssh-keygen writes it.
    public var text: String {
        let base64 = Base64(lines: LineWrapping(70, .lf, isExact: false)).encode(blob)
        return "\(Self.header)\n\(base64)\n\(Self.footer)\n"
    }

    /// What the armor holds.
    public var blob: [UInt8] {
        SSHValue.encode([
            .bytes(Self.magic), .number(1), .string(certificate?.blob ?? key.blob), .text(namespace), .string([]),
            .text(hashName),
            .string(inner),
        ])
    }

    /// The signature field.
    private var inner: [UInt8] {
        var fields: [SSHValue]
        switch value {
        case .ed25519(let bytes): fields = [.text(key.typeName), .string(bytes)]
        case .ecdsa(let r, let s):
            fields = [.text(key.typeName), .string(SSHValue.encode([.integer(r), .integer(s)]))]
        case .rsa(let hash, let bytes): fields = [.text(Self.rsaName(hash)), .string(bytes)]
        }
        if let device { fields += [.bytes([device.flags]), .number(device.counter)] }
        return SSHValue.encode(fields)
    }

    static func rsaName(_ hash: HashFunction) -> String { hash == .sha512 ? "rsa-sha2-512" : "rsa-sha2-256" }

    /// What the key signs: the namespace, the hash function's name and the digest, bound together.
    static func signedBytes(namespace: String, hashName: String, digest: [UInt8]) -> [UInt8] {
        SSHValue.encode([.bytes(magic), .text(namespace), .string([]), .text(hashName), .string(digest)])
    }

    /// Whether the signature fits a message and the key in it; whose key that is, is not looked at.
    ///
    /// - Parameter message: All of the message, taken in as ``SignedMessage/Form/digest(_:)`` of ``hash``.
    /// - Returns: Whether it fits. Whether a security key was touched is not decided here: see ``device``.
    /// - Throws: ``SignatureError`` `.invalidOption` for a message taken in otherwise, `.backendFailure`.
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
