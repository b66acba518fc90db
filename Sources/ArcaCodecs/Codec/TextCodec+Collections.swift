public import ArcaCore

// Encoding of noncontiguous bytes, which are copied once.

extension TextCodec {
    /// Encodes the bytes of any collection, such as a reversed or lazy one, as a string.
    ///
    /// - Parameter bytes: Any bytes; contiguous storage is read in place.
    /// - Returns: The text.
    /// - Throws: If the codec cannot encode the bytes.
    @inlinable
    @_disfavoredOverload
    public func encode(_ bytes: some Collection<UInt8>) throws(EncodingFailure) -> String {
        try encode(Array(bytes))
    }

    /// Encodes any collection of bytes and returns the text as bytes.
    ///
    /// - Returns: The text as ASCII bytes.
    /// - Throws: If the codec cannot encode the bytes.
    @inlinable
    @_disfavoredOverload
    public func encodeToBytes(_ bytes: some Collection<UInt8>) throws(EncodingFailure) -> [UInt8] {
        try encodeToBytes(Array(bytes))
    }

    /// Decodes text from any collection of bytes.
    ///
    /// - Throws: If the text is malformed.
    @inlinable
    @_disfavoredOverload
    public func decode(_ text: some Collection<UInt8>) throws(CodecError) -> [UInt8] { try decode(Array(text)) }

    /// Decodes a substring.
    ///
    /// - Throws: If the text is malformed.
    @inlinable
    public func decode(_ text: Substring) throws(CodecError) -> [UInt8] { try decode(text.utf8) }

    /// Encodes the bytes of any collection as a string, with the standard codec.
    ///
    /// - Throws: If the codec cannot encode the bytes.
    @inlinable
    @_disfavoredOverload
    public static func encode(_ bytes: some Collection<UInt8>) throws(EncodingFailure) -> String {
        try standard.encode(Array(bytes))
    }

    /// Encodes any collection of bytes and returns the text as bytes, with the standard codec.
    ///
    /// - Returns: The text as ASCII bytes.
    /// - Throws: If the codec cannot encode the bytes.
    @inlinable
    @_disfavoredOverload
    public static func encodeToBytes(_ bytes: some Collection<UInt8>) throws(EncodingFailure) -> [UInt8] {
        try standard.encodeToBytes(Array(bytes))
    }

    /// Decodes text from any collection of bytes, with the standard codec.
    ///
    /// - Throws: If the text is malformed.
    @inlinable
    @_disfavoredOverload
    public static func decode(_ text: some Collection<UInt8>) throws(CodecError) -> [UInt8] {
        try standard.decode(Array(text))
    }

    /// Decodes a substring, with the standard codec.
    ///
    /// - Throws: If the text is malformed.
    @inlinable
    public static func decode(_ text: Substring) throws(CodecError) -> [UInt8] { try standard.decode(text.utf8) }
}
