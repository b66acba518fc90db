internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto
internal import ArcaSystem

/// Strings of AESCrypt-ObjC: Base64 of AES-256-CBC with a zero IV, under the SHA-256 of the password.
///
/// Reading only: equal beginnings encrypt equally, a password is tried with one hash, and nothing authenticates the
/// text. It is here to get data out of apps that stored it so.
///
/// Source: the public source of github.com/Gurpartap/AESCrypt-ObjC.
public struct AESCryptObjC: ContainerFormat {
    /// The name by which options call the format.
    public static let name = "aescrypt-objc"
    /// The name for people.
    public static let title = "a string of AESCrypt-ObjC"
    /// False: a changed text decrypts to something else, or not at all.
    public static let isAuthenticated = false
    /// False: it is any Base64 text of whole blocks.
    public static let hasMagic = false

    /// The password's bytes.
    public let password: SecretBytes

    /// Makes a format.
    ///
    /// - Parameter password: Secret; UTF-8, any length.
    public init(password: SecretBytes) { self.password = password }

    /// Tells whether a short text is Base64 of whole blocks.
    ///
    /// - Parameter beginning: All of the text; of a longer one nothing can be told.
    /// - Returns: Whether it may be such a string.
    public static func recognizes(_ beginning: FileBeginning) -> Bool {
        guard beginning.isWhole, let sealed = beginning.decodedBase64 else { return false }
        return !sealed.bytes.isEmpty && sealed.bytes.count % 16 == 0
    }

    /// Refuses: nothing should be written in this form any more.
    ///
    /// - Parameters:
    ///   - input: Is not read.
    ///   - output: Is not written.
    /// - Throws: ``ContainerError`` with code `.unsupported`, always.
    public func seal<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ input: inout Input, into output: inout Output
    ) throws {
        throw ContainerError(.unsupported, "AESCrypt-ObjC strings are read only: they protect too little; use age")
    }

    /// Decrypts a string, in constant memory.
    ///
    /// - Parameters:
    ///   - input: Gives the Base64 text, with or without white space.
    ///   - output: Takes the plaintext, as trustworthy as anyone who could write the text.
    /// - Throws: ``ContainerError`` with code `.wrongKey` for a wrong password or damage, `.malformed` or `.truncated`
    ///   for text that is not Base64; or what the reader or the writer throws.
    public func open<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ input: inout Input, into output: inout Output
    ) throws {
        let key = SymmetricKey(copying: SHA256.hash(password))
        var text = Base64.standard.allowing(.whitespace).makeDecoder()
        var cipher: CipherStream? = try CipherStream(
            decrypting: UnauthenticatedCipher.aes256CBC, using: key, iv: [UInt8](repeating: 0, count: 16))
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
                    .wrongKey, "the text does not decrypt: wrong password, or damage (nothing authenticates it)")
            }
        }
    }
}
