public import ArcaCodecs

/// A format of encrypted files, as a value that holds what sealing and opening need: passphrase, keys, options.
///
/// One value serves bytes in memory and streams of any size, which take constant memory.
///
/// ```swift
/// let format = OpenSSLEnc(passphrase: passphrase)
/// let sealed = try format.seal(message)
/// let opened = try format.open(sealed)
/// ```
public protocol ContainerFormat: Sendable {
    /// The name by which options call the format: `openssl`.
    static var name: String { get }

    /// The name for people: `a file of openssl enc`.
    static var title: String { get }

    /// Whether opening finds every change of the file.
    static var isAuthenticated: Bool { get }

    /// Whether a file of the format begins with bytes that hardly any other file begins with.
    static var hasMagic: Bool { get }

    /// Tells whether a file is of this format.
    ///
    /// - Parameter beginning: The file's first bytes: ``FormatDetector/byteCount``, or all of a shorter one.
    /// - Returns: Whether it is; always false for a format that nothing shows.
    static func recognizes(_ beginning: FileBeginning) -> Bool

    /// Encrypts a stream.
    ///
    /// - Parameters:
    ///   - input: Gives the plaintext.
    ///   - output: Takes the encrypted file.
    /// - Throws: ``ContainerError``, or what the reader or the writer throws.
    func seal<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ input: inout Input, into output: inout Output) throws

    /// Decrypts a stream.
    ///
    /// An authenticated format writes only what it has checked. Whatever was written before an error is a beginning of
    /// the plaintext at most, and is to be thrown away.
    ///
    /// - Parameters:
    ///   - input: Gives the encrypted file.
    ///   - output: Takes the plaintext.
    /// - Throws: ``ContainerError``, or what the reader or the writer throws.
    func open<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ input: inout Input, into output: inout Output) throws
}

extension ContainerFormat {
    /// Encrypts bytes.
    ///
    /// - Parameter plaintext: Any length.
    /// - Returns: The encrypted file.
    /// - Throws: ``ContainerError``.
    public func seal(_ plaintext: borrowing some Bytes) throws -> [UInt8] {
        var input = MemoryReader([UInt8](bytes: plaintext))
        var output = MemoryWriter()
        try seal(&input, into: &output)
        return output.bytes
    }

    /// Decrypts a whole file.
    ///
    /// - Parameter file: The encrypted file.
    /// - Returns: The plaintext.
    /// - Throws: ``ContainerError``; never part of the plaintext.
    public func open(_ file: borrowing some Bytes) throws -> [UInt8] {
        var input = MemoryReader([UInt8](bytes: file))
        var output = MemoryWriter()
        try open(&input, into: &output)
        return output.bytes
    }
}
