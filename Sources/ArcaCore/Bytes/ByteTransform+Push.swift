// The push forms of transforms: bytes in, bytes out, nothing to be reserved.

extension ByteTransform {
    /// Takes the next bytes of the stream and returns what can be said so far.
    ///
    /// - Parameter bytes: The next bytes, any number.
    /// - Returns: The output, which may be empty.
    /// - Throws: When the bytes are malformed, the position being that in the whole stream; the transform is spent.
    @inlinable
    public mutating func update(_ bytes: borrowing some Bytes) throws(CodecError) -> [UInt8] {
        try bytes.withBytes { (span) throws(CodecError) in
            try [UInt8](capacity: maximumOutputCount(for: span.count)) { (output) throws(CodecError) in
                try update(span, into: &output)
            }
        }
    }

    /// Ends the stream and returns the rest.
    ///
    /// - Returns: The rest of the output, which may be empty.
    /// - Throws: When the stream ends too early.
    @inlinable
    public mutating func finish() throws(CodecError) -> [UInt8] {
        try [UInt8](capacity: maximumOutputCount(for: 0)) { (output) throws(CodecError) in try finish(into: &output) }
    }
}

extension InfallibleByteTransform {
    /// Takes the next bytes of the stream and returns what can be said so far.
    ///
    /// - Parameter bytes: The next bytes, any number.
    /// - Returns: The output, which may be empty.
    @inlinable
    public mutating func update(_ bytes: borrowing some Bytes) -> [UInt8] {
        bytes.withBytes { span in
            [UInt8](capacity: maximumOutputCount(for: span.count)) { output in update(span, into: &output) }
        }
    }

    /// Ends the stream and returns the rest.
    ///
    /// - Returns: The rest of the output, which may be empty.
    @inlinable
    public mutating func finish() -> [UInt8] {
        [UInt8](capacity: maximumOutputCount(for: 0)) { output in finish(into: &output) }
    }
}
