public import ArcaCore

/// An encrypted file format together with the passphrase, keys and options for sealing and opening.
///
/// A format handles bytes in memory as well as streams of any size, in constant memory.
///
/// ```swift
/// let format = OpenSSLEnc(passphrase: passphrase)
/// let sealed = try format.seal(message)
/// let opened = try format.open(sealed)
/// ```
public protocol ContainerFormat: Sendable {
    /// The name in command-line options: `openssl`.
    static var name: String { get }

    /// The display name: `a file of openssl enc`.
    static var title: String { get }

    /// Whether opening detects every modification of the file.
    static var isAuthenticated: Bool { get }

    /// Whether files begin with bytes that are unlikely in other files.
    static var hasMagic: Bool { get }

    /// Whether a file appears to be in this format.
    ///
    /// - Parameter beginning: The first ``FormatDetector/byteCount`` bytes of the file, or the whole file if shorter.
    /// - Returns: The result; always false for a format that cannot be recognized.
    static func recognizes(_ beginning: FileBeginning) -> Bool

    /// Encrypts a stream.
    ///
    /// - Parameters:
    ///   - input: The source of the plaintext.
    ///   - output: The destination of the encrypted file.
    /// - Throws: ``ContainerError``, or errors of the reader or writer.
    func seal<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ input: inout Input, into output: inout Output) throws

    /// Decrypts a stream.
    ///
    /// An authenticated format writes only verified bytes. If an error is thrown, discard the output: it is at
    /// most a prefix of the plaintext.
    ///
    /// - Parameters:
    ///   - input: The source of the encrypted file.
    ///   - output: The destination of the plaintext.
    /// - Throws: ``ContainerError``, or errors of the reader or writer.
    func open<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ input: inout Input, into output: inout Output) throws
}

extension ContainerFormat {
    /// Encrypts bytes.
    ///
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
    /// - Throws: ``ContainerError``; no partial plaintext is returned.
    public func open(_ file: borrowing some Bytes) throws -> [UInt8] {
        var input = MemoryReader([UInt8](bytes: file))
        var output = MemoryWriter()
        try open(&input, into: &output)
        return output.bytes
    }
}

/// A format that can decrypt a range without reading everything before it.
public protocol RandomAccessFormat: ContainerFormat {
    /// Decrypts a range and reads only the header, the last chunk and the chunks in the range.
    ///
    /// All written bytes are verified. The end of the file is verified as well, so truncation is always detected.
    ///
    /// - Parameters:
    ///   - part: The range of the plaintext.
    ///   - input: The source of the encrypted file.
    ///   - byteCount: The length of the encrypted file.
    ///   - output: The destination of the range.
    /// - Throws: ``ContainerError``, or errors of the reader or writer.
    func open<Input: RandomAccessReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ part: ByteRange, of input: borrowing Input, byteCount: Int, into output: inout Output) throws
}

extension RandomAccessFormat {
    /// Decrypts a range of a file in memory.
    ///
    /// - Parameters:
    ///   - part: The range of the plaintext.
    ///   - file: The encrypted file.
    /// - Returns: The plaintext of the range.
    /// - Throws: ``ContainerError``.
    public func open(_ part: ByteRange, of file: borrowing some Bytes) throws -> [UInt8] {
        let bytes = [UInt8](bytes: file)
        var output = MemoryWriter()
        try open(part, of: MemoryReader(bytes), byteCount: bytes.count, into: &output)
        return output.bytes
    }
}
