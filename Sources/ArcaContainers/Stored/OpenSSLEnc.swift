public import ArcaCore
public import ArcaCrypto
internal import ArcaSystem

/// Files as `openssl enc` writes and reads them: `Salted__`, eight bytes of salt, and ciphertext that nothing
/// authenticates.
///
/// **Anyone who can change such a file can change what it decrypts to.** It is for exchanging files with scripts that use
/// `openssl`; for anything else take an authenticated format. The file says nothing about cipher and key derivation, so
/// they must be known to read it.
///
/// ```swift
/// let format = try OpenSSLEnc(passphrase: passphrase, cipher: Cipher(named: "aes-256-ctr"))
/// let file = try format.seal("hello".utf8)
/// ```
///
/// reads the same as `openssl enc -d -aes-256-ctr -pbkdf2 -iter 600000 -md sha256`.
///
/// Source: OpenSSL, manual page openssl-enc(1); its `apps/enc.c` defines the form.
public struct OpenSSLEnc: ContainerFormat {
    /// How a passphrase becomes key and initialization vector.
    public enum Derivation: Sendable, Hashable {
        /// PBKDF2 over an HMAC, as with `-pbkdf2 -iter N -md HASH`.
        case pbkdf2(HashFunction, iterations: Int)
        /// One round of hashing, as `openssl enc` does without `-pbkdf2`: guessed at billions of tries a second.
        ///
        /// The hash is SHA-256 since OpenSSL 1.1.0, MD5 before.
        case bytesToKey(HashFunction)

        /// PBKDF2 with SHA-256 and 600,000 iterations: what we write unless told otherwise.
        public static let standard = Derivation.pbkdf2(.sha256, iterations: 600_000)
    }

    /// The name by which options call the format.
    public static let name = "openssl"
    /// False: a changed file decrypts to something else, or not at all.
    public static let isAuthenticated = false
    /// The name for people.
    public static let title = "a file of openssl enc"
    /// True, but for a file without salt.
    public static let hasMagic = true

    /// The secret bytes that the key is derived from.
    public let passphrase: SecretBytes
    /// The cipher: one that is streamable and authenticates nothing.
    public let cipher: Cipher
    /// How the key is derived.
    public let derivation: Derivation
    /// Whether there is a salt, and with it a header.
    public let isSalted: Bool
    /// Whether the file is Base64 in lines of 64; reading tells a salted one by itself.
    public let isArmored: Bool

    /// What is wrong with a file that should be salted.
    package static let notSalted = ContainerError(
        .malformed, at: 0, "the file does not begin with Salted__, as openssl enc writes unless told -nosalt")

    package static let magic = Array("Salted__".utf8)
    static let armoredMagic = Array("U2FsdGVkX1".utf8)
    static let saltByteCount = 8
    /// Enough to tell ``magic`` from ``armoredMagic``.
    static let recognitionByteCount = 10

    /// Makes a format with everything that a file does not say.
    ///
    /// - Parameters:
    ///   - passphrase: Secret; the exact bytes, not empty.
    ///   - cipher: AES, DES or 3DES in CBC, CTR, CFB, OFB or ECB; AES-256-CBC unless told otherwise.
    ///   - derivation: How the key is derived.
    ///   - isSalted: Whether there is a salt; without one, equal passphrases give equal keys.
    ///   - isArmored: Whether sealing writes Base64, and opening an unsalted file reads it.
    /// - Throws: ``ContainerError`` with code `.invalidOption` for a cipher that `openssl enc` does not have, an empty
    ///   passphrase, or no iterations.
    public init(
        passphrase: SecretBytes, cipher: Cipher? = nil, derivation: Derivation = .standard, isSalted: Bool = true,
        isArmored: Bool = false
    ) throws(ContainerError) {
        let cipher = cipher ?? UnauthenticatedCipher.aes256CBC.cipher
        guard cipher.isStreamable, !cipher.isAuthenticated else {
            throw ContainerError(
                .invalidOption,
                "openssl enc does not have \(cipher.name); take AES, DES or 3DES in CBC, CTR, CFB, OFB or ECB")
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

    /// Tells whether a file begins as a salted one does, as bytes or as Base64.
    ///
    /// - Parameter beginning: The file's first ten bytes or more, or all of a shorter file.
    /// - Returns: Whether it does; an unsalted file has nothing to be recognized by.
    public static func recognizes(_ beginning: FileBeginning) -> Bool {
        beginning.starts(with: magic) || beginning.starts(with: armoredMagic)
    }

    /// Encrypts a stream, in constant memory.
    ///
    /// - Parameters:
    ///   - input: Gives the plaintext.
    ///   - output: Takes the file.
    /// - Throws: ``ContainerError``, ``CryptoError``, or what the reader or the writer throws.
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
    /// What it writes is as trustworthy as anyone who could write the file: nothing is authenticated.
    ///
    /// - Parameters:
    ///   - input: Gives the file.
    ///   - output: Takes the plaintext.
    /// - Throws: ``ContainerError`` with code `.wrongKey` for a wrong passphrase, wrong parameters or damage, which the
    ///   format cannot tell apart; `.truncated` for a file that ends in its header, `.malformed` for one without header
    ///   or with bad Base64; or what the reader or the writer throws.
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

    /// Key and initialization vector for a salt, nil for none.
    func deriveKey(salt: [UInt8]?) throws(CryptoError) -> (key: SymmetricKey, iv: [UInt8]) {
        switch derivation {
        case .bytesToKey(let hash):
            let result = try Insecure.BytesToKey.deriveKey(
                from: passphrase, salt: salt, using: hash, keyByteCount: cipher.keyByteCount,
                ivByteCount: cipher.ivByteCount)
            return (result.key, result.iv)
        case .pbkdf2(let hash, let iterations):
            // openssl draws key and IV from one stream.
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
