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

// Results as `Data`, where `Data` is asked for: `let plaintext: Data = try AES.GCM.open(box, using: key)`. Everywhere else the
// same calls return arrays. Properties cannot be had twice: `Data(box.combined)`.

extension AuthenticatedCipher {
    /// Checks and decrypts a message.
    ///
    /// - Parameters:
    ///   - box: Nonce, ciphertext and tag.
    ///   - key: The key it was sealed with.
    ///   - aad: The associated data it was sealed with.
    /// - Returns: The plaintext, only when the tag is right.
    /// - Throws: `CryptoError` as `open` that returns an array.
    @_disfavoredOverload
    public static func open(
        _ box: SealedBox, using key: SymmetricKey, authenticating aad: borrowing some Bytes = [] as [UInt8]
    ) throws(CryptoError) -> Data { Data(try open(box, using: key, authenticating: aad) as [UInt8]) }
}

extension EncryptingCipher {
    /// Encrypts a message.
    ///
    /// - Parameters:
    ///   - message: Of a length that the cipher takes.
    ///   - key: Secret.
    ///   - iv: The initialization vector.
    ///   - padding: Nil for the cipher's usual padding.
    /// - Returns: The ciphertext.
    /// - Throws: `CryptoError` as `encrypt` that returns an array.
    @_disfavoredOverload
    public func encrypt(
        _ message: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes = [] as [UInt8],
        padding: Cipher.Padding? = nil
    ) throws(CryptoError) -> Data { Data(try encrypt(message, using: key, iv: iv, padding: padding) as [UInt8]) }

    /// Decrypts a ciphertext.
    ///
    /// - Parameters:
    ///   - ciphertext: Of a length that the cipher takes.
    ///   - key: The key it was encrypted with.
    ///   - iv: The initialization vector it was encrypted with.
    ///   - padding: The padding it was encrypted with.
    /// - Returns: The plaintext.
    /// - Throws: `CryptoError` as `decrypt` that returns an array.
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
    ///   - message: Any length; whole blocks without padding.
    ///   - key: Secret.
    ///   - iv: One block, random.
    ///   - padding: PKCS#7, or none.
    /// - Returns: The ciphertext.
    /// - Throws: `CryptoError` as `encrypt` that returns an array.
    @_disfavoredOverload
    public static func encrypt(
        _ message: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes,
        padding: Cipher.Padding = .pkcs7
    ) throws(CryptoError) -> Data { Data(try encrypt(message, using: key, iv: iv, padding: padding) as [UInt8]) }

    /// Decrypts a ciphertext.
    ///
    /// - Parameters:
    ///   - ciphertext: Whole blocks.
    ///   - key: The key it was encrypted with.
    ///   - iv: The initialization vector it was encrypted with.
    ///   - padding: The padding it was encrypted with.
    /// - Returns: The plaintext.
    /// - Throws: `CryptoError` as `decrypt` that returns an array.
    @_disfavoredOverload
    public static func decrypt(
        _ ciphertext: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes,
        padding: Cipher.Padding = .pkcs7
    ) throws(CryptoError) -> Data { Data(try decrypt(ciphertext, using: key, iv: iv, padding: padding) as [UInt8]) }
}

extension SecureRandom {
    /// Draws random bytes.
    ///
    /// - Parameter byteCount: How many, 0 or more.
    /// - Returns: `byteCount` bytes.
    /// - Throws: `CryptoError` as `bytes` that returns an array.
    @_disfavoredOverload
    public static func bytes(_ byteCount: Int) throws(CryptoError) -> Data { Data(try bytes(byteCount) as [UInt8]) }
}

extension TextCodec {
    /// Decodes text.
    ///
    /// - Parameter text: The whole encoded text.
    /// - Returns: The bytes that it stands for.
    /// - Throws: When the text is malformed.
    @_disfavoredOverload
    public func decode(_ text: String) throws(CodecError) -> Data { Data(try decode(text) as [UInt8]) }

    /// Decodes text, as bytes.
    ///
    /// - Parameter text: The whole encoded text.
    /// - Returns: The bytes that it stands for.
    /// - Throws: When the text is malformed.
    @_disfavoredOverload
    public func decode(_ text: borrowing some Bytes) throws(CodecError) -> Data { Data(try decode(text) as [UInt8]) }

    /// Decodes text with the standard codec.
    ///
    /// - Parameter text: The whole encoded text.
    /// - Returns: The bytes that it stands for.
    /// - Throws: When the text is malformed.
    @_disfavoredOverload
    public static func decode(_ text: String) throws(CodecError) -> Data { Data(try standard.decode(text) as [UInt8]) }

    /// Decodes text, as bytes, with the standard codec.
    ///
    /// - Parameter text: The whole encoded text.
    /// - Returns: The bytes that it stands for.
    /// - Throws: When the text is malformed.
    @_disfavoredOverload
    public static func decode(_ text: borrowing some Bytes) throws(CodecError) -> Data {
        Data(try standard.decode(text) as [UInt8])
    }
}

extension Deflater {
    /// Compresses bytes in one place.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - format: How the blocks are wrapped.
    ///   - level: How hard it searches.
    /// - Returns: The compressed data.
    /// - Throws: `CompressionError` as `deflate` that returns an array.
    @_disfavoredOverload
    public static func deflate(
        _ bytes: borrowing some Bytes, format: CompressionFormat = .gzip, level: CompressionLevel = .standard
    ) throws(CompressionError) -> Data { Data(try deflate(bytes, format: format, level: level) as [UInt8]) }
}

extension Inflater {
    /// Decompresses data in one place.
    ///
    /// - Parameters:
    ///   - bytes: The compressed data, with nothing behind it.
    ///   - format: The format; nil to tell it by the first byte.
    ///   - limits: How much may come out.
    /// - Returns: The content.
    /// - Throws: `CompressionError` as `inflate` that returns an array.
    @_disfavoredOverload
    public static func inflate(
        _ bytes: borrowing some Bytes, format: CompressionFormat? = nil, limits: InflateLimits = .standard
    ) throws(CompressionError) -> Data { Data(try inflate(bytes, format: format, limits: limits) as [UInt8]) }
}

extension ContainerFormat {
    /// Encrypts bytes in memory.
    ///
    /// - Parameter plaintext: Any length.
    /// - Returns: The encrypted file.
    /// - Throws: `ContainerError` as `seal` that returns an array.
    @_disfavoredOverload
    public func seal(_ plaintext: borrowing some Bytes) throws -> Data { Data(try seal(plaintext) as [UInt8]) }

    /// Decrypts a file in memory.
    ///
    /// - Parameter file: The whole file.
    /// - Returns: The plaintext, complete.
    /// - Throws: `ContainerError` as `open` that returns an array.
    @_disfavoredOverload
    public func open(_ file: borrowing some Bytes) throws -> Data { Data(try open(file) as [UInt8]) }
}
