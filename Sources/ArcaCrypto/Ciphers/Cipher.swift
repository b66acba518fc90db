public import ArcaCodecs

/// A cipher chosen at run time; where it is known when writing, use its type, such as ``AES/GCM``.
///
/// A cipher that authenticates seals and opens, any other one encrypts and decrypts; the wrong call is an error at run
/// time. ``AEADCipher`` and ``UnauthenticatedCipher`` have one pair of calls only.
///
/// ```swift
/// let cipher = try Cipher(named: "aes-256-gcm")
/// let key = try SymmetricKey(bitCount: cipher.keyByteCount * 8)
/// let nonce = try SecureRandom.bytes(cipher.ivByteCount)
/// let sealed = try cipher.seal("attack at dawn".utf8, using: key, nonce: nonce)
/// ```
public struct Cipher: @unchecked Sendable, Hashable {  // Rows are never written after the table was made, nor freed.
    /// How a message is brought to whole blocks.
    public enum Padding: String, Sendable, CaseIterable {
        /// Not at all: the message must be whole blocks.
        case none
        /// One to a block of bytes, each of which is their number (RFC 5652, section 6.3).
        case pkcs7
    }

    /// The row of the table that the cipher is.
    let row: UnsafePointer<Row>

    /// The name, OpenSSL's where it has one: `AES-256-GCM`, `DES-EDE3-CBC`, `AES-128-KW`.
    public var name: String { row.pointee.name }

    /// The name as commands take and print it: `aes-256-gcm`, `chacha20-poly1305`.
    public var shortName: String { name.lowercased() }

    /// Length of the key in bytes; XTS, SIV and CBC with HMAC take two keys in one.
    public var keyByteCount: Int { row.pointee.keyByteCount }

    /// The usual length in bytes of the initialization vector or nonce; 0 when there is none.
    public var ivByteCount: Int { row.pointee.ivByteCount }

    /// Lengths of the initialization vector or nonce that the standard allows; `0...0` when there is none.
    public var ivByteCounts: ClosedRange<Int> { row.pointee.ivByteCounts }

    /// Bytes of a block; 1 for modes that make a stream, which take messages of any length.
    public var blockByteCount: Int { row.pointee.blockByteCount }

    /// Lengths of the authentication tag that the standard allows; empty when nothing is authenticated by a tag.
    public var tagByteCounts: [Int] { row.pointee.tagByteCounts }

    /// The usual length of the authentication tag, which is the longest; 0 when nothing is authenticated by a tag.
    public var tagByteCount: Int { row.pointee.tagByteCount }

    /// Whether opening detects a changed ciphertext: then `seal` and `open` are its operations, else `encrypt`, `decrypt`.
    public var isAuthenticated: Bool { row.pointee.tagByteCount > 0 }

    /// Whether it wraps keys (RFC 3394, RFC 5649): deterministic, checked, without initialization vector.
    public var isKeyWrap: Bool { row.pointee.traits.contains(.wrapsKeys) }

    /// Whether it no longer protects: ECB shows equal blocks, DES keys are found in hours, 3DES blocks are too short.
    public var isInsecure: Bool { row.pointee.traits.contains(.insecure) }

    /// The paddings that make sense: both for ECB and CBC, none for the rest.
    public var paddings: [Padding] { takesPadding ? [.pkcs7, .none] : [.none] }

    package var takesPadding: Bool { row.pointee.traits.contains(.pads) }

    /// Whether a ``CipherStream`` can compute it piece by piece; the others need the whole message at once.
    public var isStreamable: Bool { row.pointee.traits.contains(.streams) }

    /// How long a message becomes by being sealed.
    ///
    /// - Parameters:
    ///   - messageByteCount: Length of the message.
    ///   - tagByteCount: Length of the tag, ``tagByteCount`` unless given.
    /// - Returns: Length of ciphertext and tag; only CBC with HMAC pads the message to whole blocks.
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

/// A cipher that authenticates: it seals and opens, and has no way to encrypt without a tag.
public struct AEADCipher: SealingCipher, Hashable {
    /// The cipher's row, with its name and lengths.
    public let cipher: Cipher

    /// Takes a cipher that authenticates.
    ///
    /// - Parameter cipher: One whose ``Cipher/isAuthenticated`` holds.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for another one.
    public init(_ cipher: Cipher) throws(CryptoError) {
        guard cipher.isAuthenticated else { throw cipher.sealsNothing }
        self.cipher = cipher
    }

    /// A row that is known to authenticate.
    init(trusted cipher: Cipher) { self.cipher = cipher }
}

/// A cipher that authenticates nothing, or wraps keys: it encrypts and decrypts.
public struct UnauthenticatedCipher: EncryptingCipher, Hashable {
    /// The cipher's row, with its name and lengths.
    public let cipher: Cipher

    /// Takes a cipher that encrypts without a tag.
    ///
    /// - Parameter cipher: One whose ``Cipher/isAuthenticated`` does not hold.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for another one.
    public init(_ cipher: Cipher) throws(CryptoError) {
        guard !cipher.isAuthenticated else { throw cipher.encryptsNothing }
        self.cipher = cipher
    }

    /// A row that is known to have no tag.
    init(trusted cipher: Cipher) { self.cipher = cipher }
}

extension Cipher: SealingCipher, EncryptingCipher {
    /// The cipher itself.
    public var cipher: Cipher { self }
}

extension Cipher {
    /// What `seal` and `open` say of a cipher without a tag.
    var sealsNothing: CryptoError {
        CryptoError(.invalidParameter, "\(name) has no authentication tag: use encrypt and decrypt")
    }

    /// What `encrypt` and `decrypt` say of a cipher with a tag.
    var encryptsNothing: CryptoError {
        CryptoError(.invalidParameter, "\(name) is authenticated: use seal and open")
    }
}
