public import ArcaCodecs

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
