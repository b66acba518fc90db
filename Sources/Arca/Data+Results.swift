public import ArcaCodecs
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
    /// Verifies and decrypts a message.
    ///
    /// - Parameters:
    ///   - box: Nonce, ciphertext and tag.
    ///   - key: The key used to seal it.
    ///   - aad: The associated data used to seal it.
    /// - Returns: The plaintext, after the tag was verified.
    /// - Throws: `CryptoError` as the overload that returns an array.
    @_disfavoredOverload
    public static func open(
        _ box: SealedBox, using key: SymmetricKey, authenticating aad: borrowing some Bytes = [] as [UInt8]
    ) throws(CryptoError) -> Data { Data(try open(box, using: key, authenticating: aad) as [UInt8]) }
}

extension EncryptingCipher {
    /// Encrypts a message.
    ///
    /// - Parameters:
    ///   - message: The message, of a length that the cipher supports.
    ///   - key: The key; secret.
    ///   - iv: The initialization vector.
    ///   - padding: The padding, or nil for the cipher's default.
    /// - Returns: The ciphertext.
    /// - Throws: `CryptoError` as the overload that returns an array.
    @_disfavoredOverload
    public func encrypt(
        _ message: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes = [] as [UInt8],
        padding: Cipher.Padding? = nil
    ) throws(CryptoError) -> Data { Data(try encrypt(message, using: key, iv: iv, padding: padding) as [UInt8]) }

    /// Decrypts a ciphertext.
    ///
    /// - Parameters:
    ///   - ciphertext: The ciphertext, of a length that the cipher supports.
    ///   - key: The key used to encrypt.
    ///   - iv: The initialization vector used to encrypt.
    ///   - padding: The padding used to encrypt.
    /// - Returns: The plaintext.
    /// - Throws: `CryptoError` as the overload that returns an array.
    @_disfavoredOverload
    public func decrypt(
        _ ciphertext: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes = [] as [UInt8],
        padding: Cipher.Padding? = nil
    ) throws(CryptoError) -> Data { Data(try decrypt(ciphertext, using: key, iv: iv, padding: padding) as [UInt8]) }
}

extension CipherBlockChaining {
    /// Encrypts a message.
    ///
    /// - Parameters:
    ///   - message: The message, of any length; whole blocks if there is no padding.
    ///   - key: The key; secret.
    ///   - iv: The initialization vector: one block, random.
    ///   - padding: PKCS#7 or none.
    /// - Returns: The ciphertext.
    /// - Throws: `CryptoError` as the overload that returns an array.
    @_disfavoredOverload
    public static func encrypt(
        _ message: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes,
        padding: Cipher.Padding = .pkcs7
    ) throws(CryptoError) -> Data { Data(try encrypt(message, using: key, iv: iv, padding: padding) as [UInt8]) }

    /// Decrypts a ciphertext.
    ///
    /// - Parameters:
    ///   - ciphertext: The ciphertext, in whole blocks.
    ///   - key: The key used to encrypt.
    ///   - iv: The initialization vector used to encrypt.
    ///   - padding: The padding used to encrypt.
    /// - Returns: The plaintext.
    /// - Throws: `CryptoError` as the overload that returns an array.
    @_disfavoredOverload
    public static func decrypt(
        _ ciphertext: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes,
        padding: Cipher.Padding = .pkcs7
    ) throws(CryptoError) -> Data { Data(try decrypt(ciphertext, using: key, iv: iv, padding: padding) as [UInt8]) }
}

extension SecureRandom {
    /// Generates random bytes.
    ///
    /// - Parameter byteCount: The number of bytes, 0 or more.
    /// - Returns: `byteCount` bytes.
    /// - Throws: `CryptoError` as the overload that returns an array.
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
    /// Compresses bytes in memory.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - format: The compression format.
    ///   - level: The compression level.
    /// - Returns: The compressed data.
    /// - Throws: `CompressionError` as the overload that returns an array.
    @_disfavoredOverload
    public static func deflate(
        _ bytes: borrowing some Bytes, format: CompressionFormat = .gzip, level: CompressionLevel = .standard
    ) throws(CompressionError) -> Data { Data(try deflate(bytes, format: format, level: level) as [UInt8]) }
}

extension Inflater {
    /// Decompresses data in memory.
    ///
    /// - Parameters:
    ///   - bytes: The compressed data, without trailing data.
    ///   - format: The format, or nil to detect it from the first byte.
    ///   - limits: The maximum size of the output.
    /// - Returns: The content.
    /// - Throws: `CompressionError` as the overload that returns an array.
    @_disfavoredOverload
    public static func inflate(
        _ bytes: borrowing some Bytes, format: CompressionFormat? = nil, limits: InflateLimits = .standard
    ) throws(CompressionError) -> Data { Data(try inflate(bytes, format: format, limits: limits) as [UInt8]) }
}

extension ContainerFormat {
    /// Encrypts bytes in memory.
    ///
    /// - Throws: `ContainerError` as the overload that returns an array.
    @_disfavoredOverload
    public func seal(_ plaintext: borrowing some Bytes) throws -> Data { Data(try seal(plaintext) as [UInt8]) }

    /// Decrypts a file in memory.
    ///
    /// - Returns: The complete plaintext.
    /// - Throws: `ContainerError` as the overload that returns an array.
    @_disfavoredOverload
    public func open(_ file: borrowing some Bytes) throws -> Data { Data(try open(file) as [UInt8]) }
}
