public import ArcaCore

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

/// A format of which a part can be decrypted without what comes before it.
public protocol RandomAccessFormat: ContainerFormat {
    /// Decrypts a part of a file, reading only what that needs: the header, the end, which tells the length, and the
    /// chunks that the part lies in.
    ///
    /// Everything that is written was checked, and so was the end of the file: a truncated file is refused whatever
    /// the part.
    ///
    /// - Parameters:
    ///   - part: Which bytes of the plaintext.
    ///   - input: Gives the encrypted file.
    ///   - byteCount: The encrypted file's length.
    ///   - output: Takes the bytes of the part.
    /// - Throws: ``ContainerError``, or what the reader or the writer throws.
    func open<Input: RandomAccessReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ part: ByteRange, of input: borrowing Input, byteCount: Int, into output: inout Output) throws
}

extension RandomAccessFormat {
    /// Decrypts a part of a file in memory.
    ///
    /// - Parameters:
    ///   - part: Which bytes of the plaintext.
    ///   - file: The encrypted file.
    /// - Returns: The part.
    /// - Throws: ``ContainerError``.
    public func open(_ part: ByteRange, of file: borrowing some Bytes) throws -> [UInt8] {
        let bytes = [UInt8](bytes: file)
        var output = MemoryWriter()
        try open(part, of: MemoryReader(bytes), byteCount: bytes.count, into: &output)
        return output.bytes
    }
}
