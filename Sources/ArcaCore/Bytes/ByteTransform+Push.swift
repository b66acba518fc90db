// The push form of transforms: takes bytes and returns bytes, without a preallocated buffer.

extension ByteTransform {
    /// Processes the next bytes of the stream and returns the output available so far.
    ///
    /// - Returns: The output, which may be empty.
    /// - Throws: If the bytes are malformed, with the position in the whole stream. The transform cannot be used
    ///   afterwards.
    @inlinable
    public mutating func update(_ bytes: borrowing some Bytes) throws(CodecError) -> [UInt8] {
        try bytes.withBytes { (span) throws(CodecError) in
            try [UInt8](capacity: maximumOutputCount(for: span.count)) { (output) throws(CodecError) in
                try update(span, into: &output)
            }
        }
    }

    /// Ends the stream and returns the remaining output.
    ///
    /// - Returns: The output, which may be empty.
    /// - Throws: If the stream ends too early.
    @inlinable
    public mutating func finish() throws(CodecError) -> [UInt8] {
        try [UInt8](capacity: maximumOutputCount(for: 0)) { (output) throws(CodecError) in try finish(into: &output) }
    }
}

extension InfallibleByteTransform {
    /// Processes the next bytes of the stream and returns the output available so far.
    ///
    /// - Returns: The output, which may be empty.
    @inlinable
    public mutating func update(_ bytes: borrowing some Bytes) -> [UInt8] {
        bytes.withBytes { span in
            [UInt8](capacity: maximumOutputCount(for: span.count)) { output in update(span, into: &output) }
        }
    }

    /// Ends the stream and returns the remaining output.
    @inlinable
    public mutating func finish() -> [UInt8] {
        [UInt8](capacity: maximumOutputCount(for: 0)) { output in finish(into: &output) }
    }
}
