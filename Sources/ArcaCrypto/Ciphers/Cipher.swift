/// A cipher chosen at run time; where it is known when writing, use its type, such as ``AES/GCM``.
///
/// ```swift
/// let cipher = try Cipher(named: "aes-256-gcm")
/// let key = try SymmetricKey(bitCount: cipher.keyByteCount * 8)
/// let nonce = try SecureRandom.bytes(cipher.ivByteCount)
/// let sealed = try cipher.seal("attack at dawn".utf8, using: key, nonce: nonce)
/// ```
public struct Cipher: Sendable, Hashable {
    /// The algorithm under the mode.
    enum Primitive: Int, Sendable, CaseIterable { case aes, des, chaCha20, xAES, xChaCha20 }

    /// How the algorithm is applied to a message.
    enum Mode: Int, Sendable, CaseIterable {
        case ecb, cbc, ctr, ofb, cfb, cfb8, cfb1, gcm, ccm, siv, xts, kw, kwp, poly1305, eax, gcmSIV, cbcHMAC
    }

    /// How a message is brought to whole blocks.
    public enum Padding: String, Sendable, CaseIterable {
        /// Not at all: the message must be whole blocks.
        case none
        /// One to a block of bytes that each tell their number (RFC 5652, section 6.3).
        case pkcs7
    }

    /// Place in ``all``; also the key of every cache of libcrypto objects.
    let index: Int
    let primitive: Primitive
    let mode: Mode
    /// Length of the key in bytes; XTS and SIV take two AES keys in one.
    public let keyByteCount: Int
    /// Lengths of the initialisation vector or nonce that the standard allows; `0...0` when there is none.
    public let ivByteCounts: ClosedRange<Int>
    /// The usual length of the initialisation vector or nonce.
    public let ivByteCount: Int

    init(
        _ index: Int, _ primitive: Primitive, _ mode: Mode, key: Int, iv: Int, ivs: ClosedRange<Int>? = nil
    ) {
        self.index = index
        self.primitive = primitive
        self.mode = mode
        keyByteCount = key
        ivByteCount = iv
        ivByteCounts = ivs ?? iv...iv
    }

    /// Bytes of a block; 1 for modes that make a stream, which take messages of any length.
    public var blockByteCount: Int {
        switch mode {
        case .ecb, .cbc, .cbcHMAC: primitive == .des ? 8 : 16
        case .kw, .kwp: 8
        default: 1
        }
    }

    /// Lengths of the authentication tag that the standard allows; empty when nothing is authenticated by a tag.
    ///
    /// Source: SP 800-38D, section 5.2.1.2, SP 800-38C, appendix A.1, RFC 7518, section 5.2; EAX leaves the length open.
    public var tagByteCounts: [Int] {
        switch mode {
        case .gcm: primitive == .xAES ? [16] : [4, 8, 12, 13, 14, 15, 16]
        case .ccm: [4, 6, 8, 10, 12, 14, 16]
        case .eax: Array(4...16)
        case .siv, .poly1305, .gcmSIV, .cbcHMAC: [tagByteCount]
        default: []
        }
    }

    /// The usual length of the authentication tag, which is the longest; 0 when nothing is authenticated by a tag.
    public var tagByteCount: Int {
        switch mode {
        case .gcm, .ccm, .siv, .poly1305, .eax, .gcmSIV: 16
        case .cbcHMAC: keyByteCount / 2
        default: 0
        }
    }

    /// Whether opening detects a changed ciphertext: then `seal` and `open` are its operations, else `encrypt`, `decrypt`.
    public var isAuthenticated: Bool {
        switch mode {
        case .gcm, .ccm, .siv, .poly1305, .eax, .gcmSIV, .cbcHMAC: true
        default: false
        }
    }

    /// Whether it wraps keys (RFC 3394, RFC 5649): deterministic, checked, without IV.
    public var isKeyWrap: Bool { mode == .kw || mode == .kwp }

    /// Whether it no longer protects: ECB shows equal blocks, DES keys are found in hours, 3DES blocks are too short.
    public var isInsecure: Bool { mode == .ecb || primitive == .des }

    /// The paddings that make sense: both for ECB and CBC, none for the rest.
    public var paddings: [Padding] { takesPadding ? [.pkcs7, .none] : [.none] }

    package var takesPadding: Bool { mode == .ecb || mode == .cbc }

    /// Whether a ``CipherStream`` can compute it piece by piece; the others need the whole message at once.
    public var isStreamable: Bool {
        switch mode {
        case .ccm, .siv, .gcmSIV, .xts, .kw, .kwp: false
        default: true
        }
    }

    /// Whether both are the same cipher.
    public static func == (left: Cipher, right: Cipher) -> Bool { left.index == right.index }

    /// Hashes the cipher's identity.
    public func hash(into hasher: inout Swift.Hasher) { hasher.combine(index) }
}

extension Cipher: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}
