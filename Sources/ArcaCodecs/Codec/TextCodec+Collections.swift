public import ArcaCore

// Encoding of bytes that do not lie next to each other: they are copied once.

extension TextCodec {
    /// Encodes the bytes of any collection, such as a reversed or lazy one, as a string.
    ///
    /// - Parameter bytes: Any bytes; what lies in one place is read there.
    /// - Returns: The text.
    /// - Throws: When the encoding has no form for the bytes.
    @inlinable
    @_disfavoredOverload
    public func encode(_ bytes: some Collection<UInt8>) throws(EncodingFailure) -> String {
        try encode(Array(bytes))
    }

    /// Encodes the bytes of any collection as the bytes of the text.
    ///
    /// - Parameter bytes: Any bytes.
    /// - Returns: The text's bytes, which are ASCII.
    /// - Throws: When the encoding has no form for the bytes.
    @inlinable
    @_disfavoredOverload
    public func encodeToBytes(_ bytes: some Collection<UInt8>) throws(EncodingFailure) -> [UInt8] {
        try encodeToBytes(Array(bytes))
    }

    /// Decodes text whose bytes are any collection.
    ///
    /// - Parameter text: The whole text, as bytes.
    /// - Returns: The bytes that it stands for.
    /// - Throws: When the text is malformed.
    @inlinable
    @_disfavoredOverload
    public func decode(_ text: some Collection<UInt8>) throws(CodecError) -> [UInt8] { try decode(Array(text)) }

    /// Decodes a part of a text.
    ///
    /// - Parameter text: The whole encoded text.
    /// - Returns: The bytes that it stands for.
    /// - Throws: When the text is malformed.
    @inlinable
    public func decode(_ text: Substring) throws(CodecError) -> [UInt8] { try decode(text.utf8) }

    /// Encodes the bytes of any collection as a string, with the standard codec.
    ///
    /// - Parameter bytes: Any bytes.
    /// - Returns: The text.
    /// - Throws: When the encoding has no form for the bytes.
    @inlinable
    @_disfavoredOverload
    public static func encode(_ bytes: some Collection<UInt8>) throws(EncodingFailure) -> String {
        try standard.encode(Array(bytes))
    }

    /// Encodes the bytes of any collection as the bytes of the text, with the standard codec.
    ///
    /// - Parameter bytes: Any bytes.
    /// - Returns: The text's bytes, which are ASCII.
    /// - Throws: When the encoding has no form for the bytes.
    @inlinable
    @_disfavoredOverload
    public static func encodeToBytes(_ bytes: some Collection<UInt8>) throws(EncodingFailure) -> [UInt8] {
        try standard.encodeToBytes(Array(bytes))
    }

    /// Decodes text whose bytes are any collection, with the standard codec.
    ///
    /// - Parameter text: The whole text, as bytes.
    /// - Returns: The bytes that it stands for.
    /// - Throws: When the text is malformed.
    @inlinable
    @_disfavoredOverload
    public static func decode(_ text: some Collection<UInt8>) throws(CodecError) -> [UInt8] {
        try standard.decode(Array(text))
    }

    /// Decodes a part of a text, with the standard codec.
    ///
    /// - Parameter text: The whole encoded text.
    /// - Returns: The bytes that it stands for.
    /// - Throws: When the text is malformed.
    @inlinable
    public static func decode(_ text: Substring) throws(CodecError) -> [UInt8] { try standard.decode(text.utf8) }
}
