public import ArcaCodecs
public import ArcaCore
public import ArcaCompression
public import ArcaContainers
public import ArcaCrypto

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Overloads that return `Data` where the context requires it: `let plaintext: Data = try AES.GCM.open(box, using:
// key)`. Otherwise the same calls return arrays. Properties cannot be overloaded like this: write `Data(box.combined)`.

extension AuthenticatedCipher {
    /// Verifies and decrypts a message, as the overload that returns an array does.
    @_disfavoredOverload
    public static func open(
        _ box: SealedBox, using key: SymmetricKey, authenticating aad: borrowing some Bytes = [] as [UInt8]
    ) throws(CryptoError) -> Data { Data(try open(box, using: key, authenticating: aad) as [UInt8]) }
}

extension Cipher {
    /// Encrypts a message, as the overload that returns an array does.
    @_disfavoredOverload
    public func encrypt(
        _ message: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes = [] as [UInt8],
        padding: Cipher.Padding? = nil
    ) throws(CryptoError) -> Data { Data(try encrypt(message, using: key, iv: iv, padding: padding) as [UInt8]) }

    /// Decrypts a ciphertext, as the overload that returns an array does.
    @_disfavoredOverload
    public func decrypt(
        _ ciphertext: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes = [] as [UInt8],
        padding: Cipher.Padding? = nil
    ) throws(CryptoError) -> Data { Data(try decrypt(ciphertext, using: key, iv: iv, padding: padding) as [UInt8]) }
}

extension AES.CBC {
    /// Encrypts a message, as the overload that returns an array does.
    @_disfavoredOverload
    public static func encrypt(
        _ message: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes,
        padding: Cipher.Padding = .pkcs7
    ) throws(CryptoError) -> Data { Data(try encrypt(message, using: key, iv: iv, padding: padding) as [UInt8]) }

    /// Decrypts a ciphertext, as the overload that returns an array does.
    @_disfavoredOverload
    public static func decrypt(
        _ ciphertext: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes,
        padding: Cipher.Padding = .pkcs7
    ) throws(CryptoError) -> Data { Data(try decrypt(ciphertext, using: key, iv: iv, padding: padding) as [UInt8]) }
}

extension SecureRandom {
    /// Generates random bytes, as the overload that returns an array does.
    @_disfavoredOverload
    public static func bytes(_ byteCount: Int) throws(CryptoError) -> Data { Data(try bytes(byteCount) as [UInt8]) }
}

extension TextCodec {
    /// Decodes text.
    ///
    /// - Throws: `CodecError` if the text is malformed.
    @_disfavoredOverload
    public func decode(_ text: String) throws(CodecError) -> Data { Data(try decode(text) as [UInt8]) }

    /// Decodes text given as bytes.
    ///
    /// - Throws: `CodecError` if the text is malformed.
    @_disfavoredOverload
    public func decode(_ text: borrowing some Bytes) throws(CodecError) -> Data { Data(try decode(text) as [UInt8]) }

    /// Decodes text with the standard codec.
    ///
    /// - Throws: `CodecError` if the text is malformed.
    @_disfavoredOverload
    public static func decode(_ text: String) throws(CodecError) -> Data { Data(try standard.decode(text) as [UInt8]) }

    /// Decodes text given as bytes with the standard codec.
    ///
    /// - Throws: `CodecError` if the text is malformed.
    @_disfavoredOverload
    public static func decode(_ text: borrowing some Bytes) throws(CodecError) -> Data {
        Data(try standard.decode(text) as [UInt8])
    }
}

extension Deflater {
    /// Compresses bytes in memory, as the overload that returns an array does.
    @_disfavoredOverload
    public static func deflate(
        _ bytes: borrowing some Bytes, format: CompressionFormat = .gzip, level: CompressionLevel = .standard
    ) throws(CompressionError) -> Data { Data(try deflate(bytes, format: format, level: level) as [UInt8]) }
}

extension Inflater {
    /// Decompresses data in memory, as the overload that returns an array does.
    @_disfavoredOverload
    public static func inflate(
        _ bytes: borrowing some Bytes, format: CompressionFormat? = nil, limits: InflateLimits = .standard
    ) throws(CompressionError) -> Data { Data(try inflate(bytes, format: format, limits: limits) as [UInt8]) }
}

extension ContainerFormat {
    /// Encrypts bytes in memory, as the overload that returns an array does.
    @_disfavoredOverload
    public func seal(_ plaintext: borrowing some Bytes) throws -> Data { Data(try seal(plaintext) as [UInt8]) }

    /// Decrypts a file in memory, as the overload that returns an array does.
    @_disfavoredOverload
    public func open(_ file: borrowing some Bytes) throws -> Data { Data(try open(file) as [UInt8]) }
}
