internal import ArcaCodecs
public import ArcaCore
internal import ArcaCrypto
public import ArcaKeys

/// A public key for SSH signatures: Ed25519, ECDSA on a NIST curve, RSA, or a security key (FIDO).
///
/// ```swift
/// let key = try SSHSignatureKey(line: "ssh-ed25519 AAAA… alice".utf8)
/// print(key.algorithmName, key.fingerprint)
/// ```
///
/// Source: RFC 4253, section 6.6; RFC 5656, section 3.1; RFC 8709, section 4; OpenSSH's PROTOCOL.u2f.
public struct SSHSignatureKey: Sendable {
    /// The key type: `ssh-ed25519`, `sk-ssh-ed25519@openssh.com`.
    public let typeName: String
    /// The key in SSH's binary form.
    public let blob: [UInt8]
    /// The key itself; for a security key, the key on the device.
    public let key: AnyPublicKey
    /// The application of a security key, usually `ssh:`, or nil for other keys.
    public let application: String?

    /// Minimum size of an RSA key in bits; shorter keys can be broken.
    public static let minimumRSABitCount = 2048

    /// Creates a signature key from another public key.
    ///
    /// - Throws: ``SignatureError`` `.wrongKind` for a key that OpenSSH does not support, `.unsupported` for RSA of
    ///   less than 2,048 bits, `.invalidKey`.
    public init(_ key: AnyPublicKey) throws(SignatureError) {
        self = try SSHSignatureKey(blob: try SignatureError.wrap { try OpenSSHPublicKey.blob(key) })
    }

    /// Parses a key in SSH's binary form.
    ///
    /// - Throws: ``SignatureError`` `.malformed`; `.unsupported` for DSA, certificates, RSA of less than 2,048 bits and
    ///   unknown types; `.invalidKey` for a point not on its curve.
    public init(blob: [UInt8]) throws(SignatureError) {
        var reader = SSHReader(0..<blob.count)
        var ahead = reader
        let name = try SignatureError.wrap { try ahead.text(in: blob.span) }
        guard !name.hasSuffix("-cert-v01@openssh.com") else {
            throw SignatureError(
                .unsupported, "a certificate of OpenSSH, where a plain key is expected")
        }
        if let plain = Self.plainName(name) {
            reader = ahead
            key = try SignatureError.wrap { try Self.securityKey(plain, &reader, in: blob.span) }
            application = try SignatureError.wrap { try reader.text(in: blob.span) }
        } else {
            application = nil
            key = try SignatureError.wrap { try OpenSSHBlob.decode(&reader, in: blob.span) }
        }
        try SignatureError.wrap { try reader.finish() }
        self.blob = blob
        typeName = name
        try Self.check(key)
    }

    /// Parses a key line: type, Base64 and optional comment, without `authorized_keys` options.
    ///
    /// - Parameter line: The line, with or without a line ending.
    /// - Throws: ``SignatureError`` as ``init(blob:)``.
    public init(line: borrowing some Bytes) throws(SignatureError) {
        let words = [UInt8](bytes: line).split { $0.isBlank || $0 == .newline || $0 == .carriageReturn }
        guard words.count >= 2 else {
            throw SignatureError(.malformed, "not a key line of OpenSSH: expected type and key in Base64")
        }
        try self.init(type: words[0], base64: words[1])
    }

    init(type: ArraySlice<UInt8>, base64: ArraySlice<UInt8>) throws(SignatureError) {
        try self.init(blob: Self.blob(type: type, base64: base64))
    }

    /// Decodes the key on a line and checks that it has the given type, known or not.
    static func blob(type: ArraySlice<UInt8>, base64: ArraySlice<UInt8>) throws(SignatureError) -> [UInt8] {
        let blob: [UInt8]
        do {
            blob = try Base64.standard.decode(base64)
        } catch {
            throw SignatureError(.malformed, "the key on the line is not Base64: \(error.reason)")
        }
        var reader = SSHReader(0..<blob.count)
        guard let name = try? reader.text(in: blob.span), Array(name.utf8) == Array(type) else {
            throw SignatureError(.malformed, "the key on the line is of another type than the word before it")
        }
        return blob
    }

    /// The type of the key on a security key, or nil for other types.
    private static func plainName(_ name: String) -> String? {
        switch name {
        case "sk-ssh-ed25519@openssh.com": "ssh-ed25519"
        case "sk-ecdsa-sha2-nistp256@openssh.com": "ecdsa-sha2-nistp256"
        default: nil
        }
    }

    private static func securityKey(
        _ plainName: String, _ reader: inout SSHReader, in blob: Span<UInt8>
    ) throws(KeyError) -> AnyPublicKey {
        if plainName == "ssh-ed25519" {
            let bytes = blob.extracting(try reader.string(in: blob))
            return .ed25519(try KeyError.wrap { try Curve25519.Signing.PublicKey(rawRepresentation: bytes) })
        }
        return .elliptic(try OpenSSHBlob.point(.p256, &reader, in: blob))
    }

    private static func check(_ key: AnyPublicKey) throws(SignatureError) {
        if case .elliptic(let key) = key { try SignatureError.wrap { try key.check() } }
        guard case .rsa(let numbers, _) = key else { return }
        guard numbers.bitCount >= minimumRSABitCount else {
            throw SignatureError(
                .unsupported, "an RSA key of \(numbers.bitCount) bits; \(minimumRSABitCount) or more are accepted")
        }
        _ = try SignatureError.wrap { try key.rsa() }
    }

    /// Whether the private key is on a security key, which requires touch.
    public var isSecurityKey: Bool { application != nil }

    /// The algorithm for display: `Ed25519`, `ECDSA P-256`, `RSA 3072`, `Ed25519 security key`.
    public var algorithmName: String {
        let name =
            switch key {
            case .rsa(let numbers, _): "RSA \(numbers.bitCount)"
            case .elliptic(let key): "ECDSA \(key.curve.name)"
            default: key.algorithmName
            }
        return isSecurityKey ? name + " security key" : name
    }

    /// The algorithm in ssh-keygen's messages: `ED25519`, `ECDSA`, `RSA`, `ED25519-SK`, `ECDSA-SK`.
    public var openSSHWord: String {
        let word =
            switch key {
            case .rsa: "RSA"
            case .elliptic: "ECDSA"
            default: "ED25519"
            }
        return isSecurityKey ? word + "-SK" : word
    }

    /// The fingerprint in ssh-keygen's notation: `SHA256:` and Base64 without padding.
    public var fingerprint: String { Self.fingerprint(of: blob) }

    static func fingerprint(of blob: [UInt8]) -> String {
        "SHA256:\(Base64(padding: .absent).encode(SHA256.hash(blob)))"
    }

    /// The key line, type and Base64, without a line ending.
    public var text: String { "\(typeName) \(Base64.standard.encode(blob))" }
}

extension SSHSignatureKey: Hashable {
    /// Compares the binary form.
    public static func == (left: Self, right: Self) -> Bool { left.blob == right.blob }

    /// Hashes the binary form.
    public func hash(into hasher: inout Hasher) { hasher.combine(blob) }
}

/// ECDSA in SSH's encoding: two integers; the curve determines the hash function.
///
/// Source: RFC 5656, sections 3.1.2 and 6.2.1.
enum SSHECDSA {
    static func isValid(
        r: [UInt8], s: [UInt8], for signed: [UInt8], key: EllipticPublicKey
    ) throws(SignatureError) -> Bool {
        try SignatureError.wrap {
            let signature: ECDSASignature
            do throws(CryptoError) {
                signature = try ECDSASignature(r: r, s: s, curve: key.curve)
            } catch {
                // A signature with r or s out of range is invalid.
                guard error.code == .invalidFormat else { throw error }
                return false
            }
            return try key.isValidSignature(signature, forDigest: key.curve.hash.hash(signed))
        }
    }

    static func signature(
        for signed: [UInt8], key: EllipticPrivateKey, isDeterministic: Bool
    ) throws(SignatureError) -> SSHSignature.Value {
        try SignatureError.wrap {
            let hash = key.publicKey.curve.hash
            let digest = try hash.hash(signed)
            let signature =
                try isDeterministic
                ? key.deterministicSignature(forDigest: digest, hash: hash) : key.signature(forDigest: digest)
            return .ecdsa(r: Array(signature.r.drop { $0 == 0 }), s: Array(signature.s.drop { $0 == 0 }))
        }
    }
}
