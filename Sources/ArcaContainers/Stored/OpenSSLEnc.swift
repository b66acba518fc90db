public import ArcaCore
public import ArcaCrypto
internal import ArcaSystem

/// The file format of `openssl enc`: `Salted__`, eight bytes of salt, and unauthenticated ciphertext.
///
/// **Anyone who can modify such a file can modify its plaintext.** Use it to exchange files with scripts that call
/// `openssl`, and an authenticated format for everything else. The file does not record the cipher or the key
/// derivation, so they must be known to read it.
///
/// ```swift
/// let format = try OpenSSLEnc(passphrase: passphrase, cipher: Cipher(named: "aes-256-ctr"))
/// let file = try format.seal("hello".utf8)
/// ```
///
/// This file can be read with `openssl enc -d -aes-256-ctr -pbkdf2 -iter 600000 -md sha256`.
///
/// Source: OpenSSL, manual page openssl-enc(1); its `apps/enc.c` defines the format.
public struct OpenSSLEnc: ContainerFormat {
    /// The derivation of key and IV from a passphrase.
    public enum Derivation: Sendable, Hashable {
        /// PBKDF2 with HMAC, as with `-pbkdf2 -iter N -md HASH`.
        case pbkdf2(AnyHashFunction, iterations: Int)
        /// A single round of hashing, as in `openssl enc` without `-pbkdf2`. An attacker can try billions of
        /// passphrases a second.
        ///
        /// OpenSSL 1.1.0 and later use SHA-256, earlier versions MD5.
        case bytesToKey(AnyHashFunction)

        /// The default: PBKDF2 with SHA-256 and 600,000 iterations.
        public static let standard = Derivation.pbkdf2(.sha256, iterations: 600_000)
    }

    /// The name in command-line options.
    public static let name = "openssl"
    /// False: a modified file decrypts to something else or fails.
    public static let isAuthenticated = false
    /// The display name.
    public static let title = "a file of openssl enc"
    /// True, except for files without a salt.
    public static let hasMagic = true

    /// The passphrase.
    public let passphrase: SecretBytes
    /// The cipher, which must support streaming and be unauthenticated.
    public let cipher: Cipher
    /// The key derivation.
    public let derivation: Derivation
    /// Whether files have a salt, and hence a header.
    public let isSalted: Bool
    /// Whether the file is Base64 in lines of 64 characters; opening detects this for salted files.
    public let isArmored: Bool

    package static let notSalted = ContainerError(
        .malformed, at: 0, "the file does not begin with Salted__, as openssl enc writes unless told -nosalt")

    package static let magic = Array("Salted__".utf8)
    static let armoredMagic = Array("U2FsdGVkX1".utf8)
    static let saltByteCount = 8
    /// Sufficient to distinguish ``magic`` and ``armoredMagic``.
    static let recognitionByteCount = 10

    /// Creates a format with all parameters that a file does not record.
    ///
    /// - Parameters:
    ///   - passphrase: The passphrase, not empty; secret. Its exact bytes are used.
    ///   - cipher: a cipher of `openssl enc`, also one of ``Cipher/foreign``; AES-256-CBC by default.
    ///   - derivation: The key derivation.
    ///   - isSalted: Whether to use a salt. Without one, equal passphrases give equal keys.
    ///   - isArmored: Whether sealing writes Base64, and opening an unsalted file reads it.
    /// - Throws: ``ContainerError`` `.invalidOption` for a cipher that `openssl enc` does not support, an empty
    ///   passphrase, or zero iterations.
    public init(
        passphrase: SecretBytes, cipher: Cipher? = nil, derivation: Derivation = .standard, isSalted: Bool = true,
        isArmored: Bool = false
    ) throws(ContainerError) {
        let cipher = cipher ?? .aes256CBC
        guard cipher.isStreamable, !cipher.isAuthenticated else {
            throw ContainerError(
                .invalidOption,
                "openssl enc does not have \(cipher.name); use an unauthenticated cipher such as AES-256-CTR")
        }
        guard !passphrase.isEmpty else { throw ContainerError(.invalidOption, "the passphrase is empty") }
        if case .pbkdf2(_, let iterations) = derivation, iterations < 1 {
            throw ContainerError(.invalidOption, "PBKDF2 needs one iteration or more, not \(iterations)")
        }
        self.passphrase = passphrase
        self.cipher = cipher
        self.derivation = derivation
        self.isSalted = isSalted
        self.isArmored = isArmored
    }

    /// Whether a file begins like a salted one, in binary or Base64.
    ///
    /// - Parameter beginning: The first ten bytes of the file or more, or the whole file if shorter.
    /// - Returns: The result; always false for an unsalted file.
    public static func recognizes(_ beginning: FileBeginning) -> Bool {
        beginning.starts(with: magic) || beginning.starts(with: armoredMagic)
    }

    /// Encrypts a stream, in constant memory.
    ///
    /// - Parameters:
    ///   - input: The source of the plaintext.
    ///   - output: The destination of the file.
    /// - Throws: ``ContainerError``, ``CryptoError``, or errors of the reader or writer.
    public func seal<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ input: inout Input, into output: inout Output
    ) throws {
        let sealer = try OpenSSLEncSealer(self)
        try ChunkPipeline.transform(&input, into: &output, maximumOutputCount: sealer.maximumByteCount) {
            piece, isLast, space in
            try sealer.update(piece, into: &space)
            if isLast { try sealer.finish(into: &space) }
        }
    }

    /// Decrypts a stream, in constant memory.
    ///
    /// The plaintext is not authenticated: anyone who can write the file controls it.
    ///
    /// - Parameters:
    ///   - input: The source of the file.
    ///   - output: The destination of the plaintext.
    /// - Throws: ``ContainerError`` `.wrongKey` for a wrong passphrase, wrong parameters or damage, which the format
    ///   cannot distinguish; `.truncated` for a file that ends in its header, `.malformed` for a missing header or
    ///   invalid Base64; or errors of the reader or writer.
    public func open<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ input: inout Input, into output: inout Output
    ) throws {
        let opener = OpenSSLEncOpener(self)
        try ChunkPipeline.transform(&input, into: &output, maximumOutputCount: opener.maximumByteCount) {
            piece, isLast, space in
            try opener.update(piece, into: &space)
            if isLast { try opener.finish(into: &space) }
        }
    }

    func deriveKey(salt: [UInt8]?) throws(CryptoError) -> (key: SymmetricKey, iv: [UInt8]) {
        switch derivation {
        case .bytesToKey(let hash):
            let result = try Insecure.BytesToKey.deriveKey(
                from: passphrase, salt: salt, using: hash, keyByteCount: cipher.keyByteCount,
                ivByteCount: cipher.ivByteCount)
            return (result.key, result.iv)
        case .pbkdf2(let hash, let iterations):
            // openssl takes key and IV from a single output.
            let both = try PBKDF2.deriveKey(
                from: passphrase, salt: salt ?? [], using: hash, iterations: iterations,
                outputByteCount: cipher.keyByteCount + cipher.ivByteCount)
            return both.withBytes { span in
                let key = SymmetricKey(copying: span.extracting(..<cipher.keyByteCount))
                return (key, [UInt8](bytes: span.extracting(cipher.keyByteCount...)))
            }
        }
    }
}
