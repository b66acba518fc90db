internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto
internal import ArcaSystem

/// Strings of AESCrypt-ObjC: Base64 of AES-256-CBC with a zero IV and the SHA-256 of the password as the key.
///
/// Read only, for recovering data from apps that used it. Equal prefixes encrypt equally, a single hash is enough to
/// test a password, and the text is not authenticated.
///
/// Source: the public source of github.com/Gurpartap/AESCrypt-ObjC.
public struct AESCryptObjC: ContainerFormat {
    /// The name in command-line options.
    public static let name = "aescrypt-objc"
    /// The display name.
    public static let title = "a string of AESCrypt-ObjC"
    /// False: a modified text decrypts to something else or fails.
    public static let isAuthenticated = false
    /// False: any Base64 text of whole blocks matches.
    public static let hasMagic = false

    /// The password in UTF-8; secret.
    public let password: SecretBytes

    /// Creates a format.
    ///
    /// - Parameter password: The password in UTF-8, of any length; secret.
    public init(password: SecretBytes) { self.password = password }

    /// Whether a short text is Base64 of whole blocks.
    ///
    /// - Parameter beginning: The whole text. Longer texts are never recognized.
    /// - Returns: Whether it could be such a string.
    public static func recognizes(_ beginning: FileBeginning) -> Bool {
        guard beginning.isWhole, let sealed = beginning.decodedBase64 else { return false }
        return !sealed.bytes.isEmpty && sealed.bytes.count % 16 == 0
    }

    /// Always throws: this format is too weak for new data.
    ///
    /// - Parameters:
    ///   - input: Not read.
    ///   - output: Not written.
    /// - Throws: ``ContainerError`` `.unsupported`, always.
    public func seal<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ input: inout Input, into output: inout Output
    ) throws {
        throw ContainerError(.unsupported, "AESCrypt-ObjC strings are read only: they protect too little; use age")
    }

    /// Decrypts a string, in constant memory.
    ///
    /// - Parameters:
    ///   - input: The source of the Base64 text, with or without white space.
    ///   - output: The destination of the plaintext, which is not authenticated.
    /// - Throws: ``ContainerError`` `.wrongKey` for a wrong password or damage, `.malformed` or `.truncated` for
    ///   invalid Base64; or errors of the reader or writer.
    public func open<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ input: inout Input, into output: inout Output
    ) throws {
        let key = SymmetricKey(copying: SHA256.hash(password))
        var text = Base64.standard.allowing(.whitespace).makeDecoder()
        var cipher: CipherStream? = try CipherStream(
            decrypting: Cipher.aes256CBC, using: key, iv: [UInt8](repeating: 0, count: 16))
        try ChunkPipeline.transform(
            &input, into: &output, maximumOutputCount: { $0 + CipherStream.maximumFinalByteCount }
        ) { piece, isLast, space in
            do {
                let sealed = try [UInt8](capacity: text.maximumOutputCount(for: piece.count)) { bytes in
                    try text.update(piece, into: &bytes)
                    if isLast { try text.finish(into: &bytes) }
                }
                try cipher?.update(sealed, into: &space)
                if isLast { try cipher.take()?.finish(into: &space) }
            } catch let error as CodecError {
                throw ContainerError(.malformed, at: error.position?.offset, "bad Base64: \(error.reason)")
            } catch is CryptoError {
                throw ContainerError(
                    .wrongKey, "the text does not decrypt: wrong password, or damage (not authenticated)")
            }
        }
    }
}
