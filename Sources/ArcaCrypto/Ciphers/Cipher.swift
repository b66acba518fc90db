internal import ArcaCore

/// A cipher selected at run time; if it is known at compile time, use its type, such as ``AES/GCM``.
///
/// Every cipher encrypts and decrypts; ``aead`` also takes associated data and the length of the tag.
///
/// ```swift
/// let cipher = try Cipher(named: "aes-256-gcm")
/// let key = try SymmetricKey(bitCount: cipher.keyByteCount * 8)
/// let nonce = try SecureRandom.bytes(cipher.ivByteCount)
/// let sealed = try cipher.encrypt("attack at dawn".utf8, using: key, iv: nonce)
/// ```
public struct Cipher: @unchecked Sendable, Hashable {  // Rows are immutable after initialization and never freed.
    /// The padding of a message to whole blocks.
    public enum Padding: String, Sendable, CaseIterable {
        /// No padding: the message must be a multiple of the block size.
        case none
        /// PKCS#7: one byte to one block, each equal to the number of padding bytes (RFC 5652, section 6.3).
        case pkcs7
        /// Zeros up to a whole block, none after a whole block: mcrypt of PHP and MySQL's `DES_ENCRYPT`.
        ///
        /// Decryption removes all zeros of the last block, even those of the message.
        case zero
        /// Spaces up to a whole block, none after a whole block; as ambiguous as zeros.
        case spaces
        /// ISO/IEC 7816-4: the byte 80, then zeros to a whole block; also ISO/IEC 9797-1, method 2.
        case iso7816
        /// ISO 10126: random bytes, then the number of padding bytes; XML encryption and .NET.
        case iso10126
        /// ANSI X9.23: zeros, then the number of padding bytes.
        case x923
    }

    let row: UnsafePointer<Row>

    /// The name, as in OpenSSL if it has one: `AES-256-GCM`, `DES-EDE3-CBC`, `AES-128-KW`.
    public var name: String { row.pointee.name }

    /// The name for the command line: `aes-256-gcm`, `chacha20-poly1305`.
    public var shortName: String { name.lowercased() }

    /// Length of the key in bytes; XTS, SIV and CBC with HMAC use two concatenated keys.
    public var keyByteCount: Int { row.pointee.keyByteCount }

    /// Default length of the initialization vector or nonce, in bytes; 0 if the cipher has none.
    public var ivByteCount: Int { row.pointee.ivByteCount }

    /// Allowed lengths of the initialization vector or nonce, in bytes; `0...0` if the cipher has none.
    public var ivByteCounts: ClosedRange<Int> { row.pointee.ivByteCounts }

    /// Length of a block in bytes; 1 for stream modes, which accept messages of any length.
    public var blockByteCount: Int { row.pointee.blockByteCount }

    /// Allowed lengths of the authentication tag, in bytes; empty if the cipher has none.
    public var tagByteCounts: [Int] { row.pointee.tagByteCounts }

    /// Default and maximum length of the authentication tag, in bytes; 0 if the cipher has none.
    public var tagByteCount: Int { row.pointee.tagByteCount }

    /// Whether the cipher has a tag, so decryption detects every change.
    public var isAuthenticated: Bool { row.pointee.tagByteCount > 0 }

    /// The operations with associated data; nil if the cipher has no tag.
    public var aead: AEADCipher? { isAuthenticated ? AEADCipher(trusted: self) : nil }

    /// Whether it is a key wrap (RFC 3394, RFC 5649): deterministic, authenticated, without initialization vector.
    public var isKeyWrap: Bool { row.pointee.traits.contains(.wrapsKeys) }

    /// Whether the cipher is insecure: ECB reveals equal blocks, DES keys can be brute-forced, 3DES blocks are too
    /// short.
    public var isInsecure: Bool { row.pointee.traits.contains(.insecure) }

    /// The supported paddings: all for ECB and CBC, only none for the others.
    public var paddings: [Padding] {
        takesPadding ? [.pkcs7, .none, .zero, .spaces, .iso7816, .iso10126, .x923] : [.none]
    }

    package var takesPadding: Bool { row.pointee.traits.contains(.pads) }

    /// Whether ``CipherStream`` supports the cipher; the others need the whole message at once.
    public var isStreamable: Bool { row.pointee.traits.contains(.streams) }

    /// The length of a sealed message.
    ///
    /// - Parameters:
    ///   - messageByteCount: Length of the message in bytes.
    ///   - tagByteCount: Length of the tag in bytes; ``tagByteCount`` by default.
    /// - Returns: Length of ciphertext and tag; CBC with HMAC includes padding.
    public func sealedByteCount(forMessage messageByteCount: Int, tagByteCount: Int? = nil) -> Int {
        let messageByteCount = messageByteCount.addressable
        let block = blockByteCount
        let ciphertext =
            block == 1 || !isAuthenticated ? messageByteCount : (messageByteCount / block + 1) * block
        return ciphertext + (tagByteCount ?? self.tagByteCount).addressable
    }
}

extension Cipher: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}
