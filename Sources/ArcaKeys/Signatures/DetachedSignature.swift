internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto

/// An RSA signature in a separate file that also records the algorithm and the key.
///
/// The file consists of four lines, each ended by LF. The encoding is canonical:
///
/// ```text
/// arca signature v2
/// algorithm: pss hash=sha256 mask=sha256 salt=32
/// key: <SHA-256 of the public key's SubjectPublicKeyInfo, 64 hexadecimal digits>
/// signature: <Base64>
/// ```
///
/// With PKCS#1 v1.5 the second line is `algorithm: pkcs1 hash=sha256`. The contents are not trusted: the caller
/// supplies the key, and insecure hash functions are rejected unless explicitly allowed.
///
/// The key signs `arca signature v2`, a zero byte, the hash function's name as in the second line, a zero byte, and the
/// message's digest. No token, certificate or SSH signature starts with this prefix, so a signature made for another
/// purpose is never valid for a file, nor the reverse. ``Version/v1`` signed the message itself, like PS256 tokens and
/// `openssl dgst`. Such files are read but not written, and verified only on request.
///
/// ```swift
/// let file = try DetachedSignature(of: message, using: privateKey).text
/// let isGood = try DetachedSignature(file.utf8).isValid(for: message, using: publicKey)
/// ```
public struct DetachedSignature: Sendable, Hashable {
    /// The versions of the format.
    public enum Version: Int, Sendable, Hashable, CaseIterable {
        /// The message itself is signed, as in other formats.
        case v1 = 1
        /// A prefix, the hash function's name and the message's digest are signed.
        case v2 = 2

        /// The first line of a file.
        public var firstLine: String { "arca signature v\(rawValue)" }
    }

    /// The version; new signatures have ``Version/v2``.
    public let version: Version
    /// The signature padding.
    public let padding: RSASignaturePadding
    /// SHA-256 of the public key as `SubjectPublicKeyInfo`, 32 bytes.
    public let keyID: [UInt8]
    /// The raw signature.
    public let signature: [UInt8]

    /// The maximum length of a signature file, in bytes.
    public static let largestByteCount = 4096

    /// Signs a message.
    ///
    /// - Parameters:
    ///   - message: The message, of any length.
    ///   - key: The private key.
    ///   - padding: The padding; nil for PSS with SHA-256, or the padding that the key is restricted to.
    /// - Throws: ``KeyError`` `.invalidOption` for a padding that the key does not allow or is too short for, or a hash
    ///   function that signatures do not support.
    public init(
        of message: borrowing some Bytes, using key: RSAPrivateKey, padding: RSASignaturePadding? = nil
    ) throws(KeyError) {
        let padding = padding ?? key.publicKey.standardPadding
        let digest = try DetachedSignature.digest(message, padding)
        try self.init(ofDigest: digest, using: key, padding: padding)
    }

    /// Signs a message given its digest by `padding.hash`, for example of a file that was read in chunks.
    ///
    /// - Throws: ``KeyError``, as ``init(of:using:padding:)`` does.
    public init(
        ofDigest digest: borrowing some Bytes, using key: RSAPrivateKey, padding: RSASignaturePadding
    ) throws(KeyError) {
        version = .v2
        self.padding = padding
        let signed = try Self.signedDigest(of: digest, version, padding)
        do { signature = try key.signature(forDigest: signed, padding: padding) } catch {
            // The padding is the caller's choice, unlike one in a file.
            throw error.code.kind == .wrongUse ? KeyError(.invalidOption, error.reason) : KeyError(wrapping: error)
        }
        keyID = try KeyFingerprint(AnyPublicKey(key.publicKey)).spki
    }

    /// Reads a file.
    ///
    /// - Parameter file: The whole file, at most ``largestByteCount`` bytes.
    /// - Throws: ``KeyError`` `.malformed` for anything but the format above, `.unsupported` for an unknown hash
    ///   function.
    public init(_ file: borrowing some Bytes) throws(KeyError) {
        let bytes = [UInt8](bytes: file)
        guard bytes.count <= DetachedSignature.largestByteCount else {
            throw KeyError(.malformed, "a signature file of \(bytes.count) bytes is too long to be one")
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 5, let version = Version.allCases.first(where: { $0.firstLine == lines[0] }) else {
            throw KeyError(
                .malformed, "not a signature file, which has four lines and begins with '\(Version.v2.firstLine)'")
        }
        self.version = version
        let values = try zip(lines[1...], ["algorithm", "key", "signature"]).map { line, name throws(KeyError) in
            guard line.hasPrefix(name + ": ") else {
                throw KeyError(.malformed, "the signature file lacks the line '\(name): …'")
            }
            return String(line.dropFirst(name.count + 2))
        }
        padding = try DetachedSignature.padding(values[0])
        do {
            keyID = try Base16.standard.decode(values[1])
            signature = try Base64.standard.decode(values[2])
        } catch {
            throw KeyError(.malformed, "the signature file is damaged: \(error.reason)")
        }
        // The encoding is canonical: equal signatures have identical files.
        guard keyID.count == 32, Array(text.utf8) == bytes else {
            throw KeyError(.malformed, "the signature file is not written as it should be")
        }
    }

    /// The content of the file.
    public var text: String {
        """
        \(version.firstLine)
        algorithm: \(DetachedSignature.name(padding))
        key: \(Base16.standard.encode(keyID))
        signature: \(Base64.standard.encode(signature))

        """
    }

    /// Whether ``keyID`` is the fingerprint of this key, so the file names it as the signing key.
    ///
    /// - Throws: ``KeyError`` `.unsupported` for a key that has no fingerprint.
    public func names(_ key: RSAPublicKey) throws(KeyError) -> Bool {
        try KeyFingerprint(AnyPublicKey(key)).spki == keyID
    }

    /// Whether the signature is valid for a message.
    ///
    /// - Parameters:
    ///   - message: Any length.
    ///   - key: The expected signer's key; the key named in the file is not trusted.
    ///   - allowingInsecureHash: Whether to accept SHA-1 and MD5, which are open to collisions.
    ///   - allowingVersion1: Whether to accept ``Version/v1``, which can be a token's signature.
    /// - Returns: Whether it is valid.
    /// - Throws: ``KeyError`` as ``isValid(forDigest:using:allowingInsecureHash:allowingVersion1:)``.
    public func isValid(
        for message: borrowing some Bytes, using key: RSAPublicKey, allowingInsecureHash: Bool = false,
        allowingVersion1: Bool = false
    ) throws(KeyError) -> Bool {
        try isValid(
            forDigest: DetachedSignature.digest(message, padding), using: key,
            allowingInsecureHash: allowingInsecureHash, allowingVersion1: allowingVersion1)
    }

    /// Whether the signature is valid for a message given its digest.
    ///
    /// - Parameters:
    ///   - digest: The message's digest, computed with the hash function of ``padding``.
    ///   - key: The expected signer's key; the key named in the file is not trusted.
    ///   - allowingInsecureHash: Whether to accept SHA-1 and MD5, which are open to collisions.
    ///   - allowingVersion1: Whether to accept ``Version/v1``, which can be a token's signature.
    /// - Returns: Whether it is valid.
    /// - Throws: ``KeyError`` with code `.unsupported` for version 1, or for a hash function that is broken or
    ///   unsuitable for signatures; `.invalidKey` if the key does not allow the padding.
    public func isValid(
        forDigest digest: borrowing some Bytes, using key: RSAPublicKey, allowingInsecureHash: Bool = false,
        allowingVersion1: Bool = false
    ) throws(KeyError) -> Bool {
        guard allowingVersion1 || version != .v1 else {
            throw KeyError(
                .unsupported, "a signature file of version 1, whose signature may have been made for another purpose")
        }
        guard allowingInsecureHash || !padding.hash.isInsecure else {
            throw KeyError(
                .unsupported, "the signature is made with \(padding.hash.name), which no longer proves who signed")
        }
        let signed = try Self.signedDigest(of: digest, version, padding)
        return try KeyError.wrap { try key.isValidSignature(signature, forDigest: signed, padding: padding) }
    }

    /// The digest to be signed for a message's digest.
    private static func signedDigest(
        of digest: borrowing some Bytes, _ version: Version, _ padding: RSASignaturePadding
    ) throws(KeyError) -> [UInt8] {
        let digest = [UInt8](bytes: digest)
        guard version != .v1 else { return digest }
        let prefix = Array("\(version.firstLine)\0\(padding.hash.shortName)\0".utf8)
        return try self.digest(prefix + digest, padding)
    }

    private static func digest(
        _ message: borrowing some Bytes, _ padding: RSASignaturePadding
    ) throws(KeyError) -> [UInt8] {
        try KeyError.wrap { try padding.hash.hash(message) }
    }

    private static func name(_ padding: RSASignaturePadding) -> String {
        guard let pss = padding.pssParameters else { return "pkcs1 hash=\(padding.hash.shortName)" }
        return "pss hash=\(pss.hash.shortName) mask=\(pss.maskHash.shortName) salt=\(pss.saltByteCount)"
    }

    private static func padding(_ name: String) throws(KeyError) -> RSASignaturePadding {
        let words = name.split(separator: " ", omittingEmptySubsequences: false)
        func value(_ index: Int, _ label: String) throws(KeyError) -> String {
            guard words.indices.contains(index), words[index].hasPrefix(label + "=") else {
                throw KeyError(.malformed, "the signature file names an algorithm that is not known")
            }
            return String(words[index].dropFirst(label.count + 1))
        }
        func hash(_ index: Int, _ label: String) throws(KeyError) -> AnyHashFunction {
            let name = try value(index, label)
            // The name is not quoted: it may be anything.
            guard let function = try? AnyHashFunction(named: name) else {
                throw KeyError(.unsupported, "the signature file names a hash function that is not known")
            }
            return function
        }
        if words.count == 2, words[0] == "pkcs1" { return .pkcs1v15(try hash(1, "hash")) }
        guard words.count == 4, words[0] == "pss", let salt = Int(try value(3, "salt")), (0...65_535).contains(salt)
        else { throw KeyError(.malformed, "the signature file names an algorithm that is not known") }
        return .pss(
            RSAPSSParameters(hash: try hash(1, "hash"), maskHash: try hash(2, "mask"), saltByteCount: salt))
    }
}
