internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto

/// A private key in OpenSSH's own form, `openssh-key-v1`, which may be encrypted; its public half never is.
///
/// ```swift
/// let file = try OpenSSHPrivateKey(pem: text.utf8)
/// if known.contains(file.publicKey) { let key = try file.open(passphrase: file.isEncrypted ? ask() : nil).key }
/// ```
///
/// Source: OpenSSH, PROTOCOL.key.
public struct OpenSSHPrivateKey: Sendable {
    /// What `ssh-keygen` writes between BEGIN and END.
    public static let pemLabel = "OPENSSH PRIVATE KEY"

    static let magic = Array("openssh-key-v1\0".utf8)

    /// A private key and the comment that lies beside it.
    public struct Content: Sendable {
        /// The key: RSA, Ed25519, or ECDSA on a NIST curve.
        public let key: AnyPrivateKey
        /// The comment, which is encrypted with the key; empty when there is none.
        public let comment: String
    }

    /// The public half as it stands before the private one.
    public let publicKey: AnyPublicKey
    /// How the private half is encrypted; nil when it is not.
    let scheme: OpenSSHEncryption?
    /// The private half, encrypted or not.
    private let section: SecretBytes

    /// Whether a passphrase is needed.
    public var isEncrypted: Bool { scheme != nil }

    /// Cipher and derivation with its cost: `AES-256-CTR, bcrypt 24 rounds`; nil when it is not encrypted.
    public var encryptionDescription: String? { scheme?.description }

    /// Reads a key out of its binary form; the private half is looked at by ``open(passphrase:limits:)``.
    ///
    /// - Parameter bytes: The whole file without PEM around it; secret unless encrypted.
    /// - Throws: ``KeyError`` `.malformed`, `.unsupported` for several keys in one file or a type, a cipher or a
    ///   derivation that is not known, `.invalidKey`.
    public init(_ bytes: borrowing some Bytes) throws(KeyError) {
        self = try bytes.withBytes { bytes throws(KeyError) in try OpenSSHPrivateKey(span: bytes) }
    }

    /// Reads a key out of its text form.
    ///
    /// - Parameter text: The text between `-----BEGIN OPENSSH PRIVATE KEY-----` and its end, these lines included.
    /// - Throws: ``KeyError`` as ``init(_:)``, and `.malformed` for what is not one such block.
    public init(pem text: borrowing some Bytes) throws(KeyError) {
        self = try text.withBytes { text throws(KeyError) in
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

    /// Takes the private half out.
    ///
    /// - Parameters:
    ///   - passphrase: Secret bytes, 1 or more; nil for a key that is not encrypted, whose passphrase is not looked at.
    ///   - limits: What the key derivation may cost, which the file dictates.
    /// - Returns: The private key, whose halves have been seen to belong together, and the comment.
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
            // A file whose halves differ would let one key be shown and another one be used.
            guard try key.publicKey == publicKey else {
                throw KeyError(.invalidKey, "the private half of the file does not belong to its public half")
            }
            return Content(key: key, comment: comment)
        }
    }
}

extension OpenSSHPrivateKey: CustomStringConvertible, CustomReflectable {
    /// The kind of key, never the content.
    public var description: String { "OpenSSHPrivateKey(\(publicKey.algorithmName))" }

    /// A mirror without children, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
