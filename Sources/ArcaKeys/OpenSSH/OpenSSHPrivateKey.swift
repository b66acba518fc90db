internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto

/// A private key in OpenSSH's format, `openssh-key-v1`.
///
/// Only the private half can be encrypted.
///
/// ```swift
/// let file = try OpenSSHPrivateKey(pem: text.utf8)
/// if known.contains(file.publicKey) { let key = try file.open(passphrase: file.isEncrypted ? ask() : nil).key }
/// ```
///
/// Source: OpenSSH, PROTOCOL.key.
public struct OpenSSHPrivateKey: Sendable {
    /// The PEM label that `ssh-keygen` writes.
    public static let pemLabel = "OPENSSH PRIVATE KEY"

    static let magic = Array("openssh-key-v1\0".utf8)

    /// A private key and its comment.
    public struct Content: Sendable {
        /// The key: RSA, Ed25519, or ECDSA on a NIST curve.
        public let key: AnyPrivateKey
        /// The comment, encrypted together with the key; empty if there is none.
        public let comment: String
    }

    /// The public half, which is never encrypted.
    public let publicKey: AnyPublicKey
    let scheme: OpenSSHEncryption?
    private let section: SecretBytes

    /// Whether the private half is encrypted and a passphrase is needed.
    public var isEncrypted: Bool { scheme != nil }

    /// The cipher, the derivation and its cost, such as `AES-256-CTR, bcrypt 24 rounds`, or nil if unencrypted.
    public var encryptionDescription: String? { scheme?.description }

    /// Reads the binary form; the private half is parsed by ``open(passphrase:limits:)``.
    ///
    /// - Parameter bytes: The whole file, without PEM; secret unless encrypted.
    /// - Throws: ``KeyError`` `.malformed`, `.unsupported` for several keys in one file or for an unknown type, cipher
    ///   or derivation, `.invalidKey`.
    public init(_ bytes: borrowing some Bytes) throws(KeyError) {
        self = try bytes.withText { bytes throws(KeyError) in try OpenSSHPrivateKey(span: bytes) }
    }

    /// Reads the PEM form.
    ///
    /// - Parameter text: The PEM block, including the BEGIN and END lines.
    /// - Throws: ``KeyError``, as ``init(_:)`` does; `.malformed` unless there is exactly one such block.
    public init(pem text: borrowing some Bytes) throws(KeyError) {
        self = try text.withText { text throws(KeyError) in
            let section = try KeyPEM.onlySection(in: text)
            guard section.label == OpenSSHPrivateKey.pemLabel else {
                throw KeyError(.wrongKind, "this is a block \(section.label), not \(OpenSSHPrivateKey.pemLabel)")
            }
            return try OpenSSHPrivateKey(try KeyPEM.secret(section, in: text))
        }
    }

    private init(span bytes: Span<UInt8>) throws(KeyError) {
        guard bytes.count >= OpenSSHPrivateKey.magic.count,
            OpenSSHPrivateKey.magic.indices.allSatisfy({ bytes[$0] == OpenSSHPrivateKey.magic[$0] })
        else { throw KeyError(.malformed, at: 0, "not an OpenSSH private key: it does not begin with openssh-key-v1") }
        var reader = SSHReader(OpenSSHPrivateKey.magic.count..<bytes.count)
        scheme = try OpenSSHEncryption.read(&reader, in: bytes)
        let place = reader.offset
        let keyCount = try reader.number(in: bytes)
        guard keyCount == 1 else {
            throw KeyError(.unsupported, at: place, "\(keyCount) keys in one file, where OpenSSH writes one")
        }
        let publicRange = try reader.string(in: bytes)
        var publicReader = SSHReader(publicRange)
        publicKey = try OpenSSHBlob.decode(&publicReader, in: bytes)
        try publicReader.finish()
        let privateRange = try reader.string(in: bytes)
        try reader.finish()
        let block = scheme?.cipher.paddingBlockByteCount ?? 8
        guard !privateRange.isEmpty, privateRange.count.isMultiple(of: block) else {
            throw KeyError(
                .malformed, at: privateRange.lowerBound, "the private half is not whole blocks of \(block) bytes")
        }
        section = SecretBytes(copying: bytes.extracting(privateRange))
    }

    /// Decrypts and parses the private half.
    ///
    /// - Parameters:
    ///   - passphrase: The passphrase, at least 1 byte; secret. Ignored for an unencrypted key.
    ///   - limits: The maximum cost of the key derivation. The file chooses its parameters.
    /// - Returns: The private key, checked against the public half, and the comment.
    /// - Throws: ``KeyError`` `.passphraseNeeded`, `.wrongPassphrase`, `.costTooHigh`, `.malformed`, `.invalidKey`.
    public func open(passphrase: SecretBytes? = nil, limits: CostLimits = .keys) throws(KeyError) -> Content {
        guard let scheme else { return try content(section) }
        guard let passphrase else { throw KeyError.passphraseNeeded }
        let plain = try scheme.decrypt(section, passphrase: passphrase, limits: limits)
        return try content(plain)
    }

    private func content(_ plain: SecretBytes) throws(KeyError) -> Content {
        try plain.withBytes { bytes throws(KeyError) in
            var reader = SSHReader(0..<bytes.count)
            let first = try reader.number(in: bytes)
            guard try reader.number(in: bytes) == first else {
                throw isEncrypted
                    ? KeyError.wrongPassphrase : KeyError(.malformed, at: 0, "two check numbers that differ")
            }
            let key = try OpenSSHPrivateKey.privateKey(&reader, in: bytes)
            let comment = try reader.text(in: bytes)
            for (index, place) in reader.rest.enumerated() {
                guard bytes[place] == UInt8(truncatingIfNeeded: index + 1) else {
                    throw KeyError(.malformed, at: place, "padding other than 1, 2, 3 … after the private half")
                }
            }
            // If the halves differed, one key would be shown and another one used.
            guard try key.publicKey == publicKey else {
                throw KeyError(.invalidKey, "the private half of the file does not belong to its public half")
            }
            return Content(key: key, comment: comment)
        }
    }
}

extension OpenSSHPrivateKey: Redacted {
    /// The kind of key, never its content.
    public var description: String { "OpenSSHPrivateKey(\(publicKey.algorithmName))" }
}
