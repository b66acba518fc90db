internal import ArcaCrypto

/// A value in a program: bytes, or a text where a call says so.
indirect enum CodeValue {
    case variable(String)
    case bytes([UInt8])
    case call(CodeCall, [CodeValue])

    static func call(_ call: CodeCall, _ arguments: CodeValue...) -> CodeValue { .call(call, arguments) }
}

/// An operation that programs are made of; each language has an expression for it.
///
/// A text that is not in UTF-8 contains one byte per character (Latin-1).
enum CodeCall {
    // From texts to bytes.
    case utf8, utf16(isLittleEndian: Bool), latin1
    case fromHex, fromBase64, fromBase64URL
    /// Base64 with either alphabet, without padding or after `base64:`.
    case fromKeyBase64
    // From bytes to texts.
    case text, latin1Text, hex, upperHex, base64, base64URL, unpaddedBase64URL
    // From texts to texts.
    /// A part of a text with a separator.
    case element(Int, separator: String)
    /// Texts joined by a separator.
    case joined(separator: String)
    /// A member of a JSON object.
    case member(String)
    /// A JSON object of texts.
    case json(names: [String])
    // From bytes to bytes.
    /// From an offset to another; negative ones count from the end; nil is the end.
    case part(Int, Int?)
    case concatenated
    case resized(Int), repeated(Int), folded(Int)
    case hash(AnyHashFunction)
    /// Key and message.
    case hmac(AnyHashFunction)
    case sha1PRNG(Int)
    /// Secret and salt.
    case bytesToKey(AnyHashFunction, iterations: Int, byteCount: Int)
    case pbkdf2(AnyHashFunction, iterations: Int, byteCount: Int)
    case scrypt(logN: Int, r: Int, p: Int, byteCount: Int)
    /// Secret, salt and info.
    case hkdf(AnyHashFunction, byteCount: Int)
    case random(Int)
    case zeros(Int)
    /// Seconds since 1970, 8 bytes.
    case timestamp
    /// Key, IV if the mode has one, and data; an authenticated cipher appends its tag.
    case encrypt(CodeCipher), decrypt(CodeCipher)
    /// Fills up the last block, if it is not full.
    case filled(UInt8, block: Int)
    case withoutFill(UInt8)
    /// Fills up the last block; the last byte is the number of added bytes.
    case counted(block: Int, CodeFiller)
    case withoutCounted

    /// Whether the result is a text.
    var isText: Bool {
        switch self {
        case .text, .latin1Text, .hex, .upperHex, .base64, .base64URL, .unpaddedBase64URL, .element, .joined, .member,
            .json:
            true
        default: false
        }
    }
}

/// The bytes in front of the last byte of a padding.
enum CodeFiller {
    case zeros, random
    /// The number of added bytes, as in PKCS #7.
    case count
}

/// A cipher in the parts that names in languages are made of.
struct CodeCipher: Hashable {
    enum Family: String {
        case aes = "AES", des = "DES", tripleDES = "3DES", sm4 = "SM4", camellia = "Camellia", blowfish = "Blowfish",
            rc4 = "RC4", chaCha20 = "ChaCha20"
    }
    enum Mode: String {
        case ecb = "ECB", cbc = "CBC", cfb = "CFB", cfb8 = "CFB8", ofb = "OFB", ctr = "CTR", gcm = "GCM", poly1305 =
            "Poly1305", stream = ""
    }

    let family: Family
    let mode: Mode
    /// Length of the key in bytes; 24 for Triple-DES, also with two keys.
    let keyByteCount: Int
    let ivByteCount: Int
    let blockByteCount: Int
    /// Whether the cipher pads by PKCS #7.
    let pads: Bool

    /// A name for messages: `AES-CFB8`.
    var name: String { mode.rawValue.isEmpty ? family.rawValue : "\(family.rawValue)-\(mode.rawValue)" }
    /// A part of a function's name: `AESCBC`.
    var word: String { family == .tripleDES ? "TripleDES\(mode.rawValue)" : family.rawValue + mode.rawValue }
    var isAuthenticated: Bool { mode == .gcm || mode == .poly1305 }
    var hasIV: Bool { mode != .ecb && mode != .stream }
    /// Whether the mode is made of whole blocks.
    var hasBlocks: Bool { mode == .ecb || mode == .cbc }

    /// Takes a scheme's cipher apart.
    ///
    /// - Throws: ``CryptoError`` with code `.unsupported` for a cipher that there is no code for.
    init(_ scheme: CipherScheme) throws(CryptoError) {
        let cipher = scheme.cipher
        let words = cipher.name.split(separator: "-").map(String.init)
        let families: [String: Family] = [
            "AES": .aes, "DES": .des, "SM4": .sm4, "CAMELLIA": .camellia, "BF": .blowfish, "RC4": .rc4,
            "ChaCha20": .chaCha20,
        ]
        let mode = words.count == 1 ? Mode.stream : Mode(rawValue: words[words.count - 1])
        guard let family = families[words[0]], let mode, words.first != "ChaCha20" || mode == .poly1305,
            words.first != "RC4" || words.count == 1
        else {
            throw CryptoError(
                .unsupported, "there is no code for \(cipher.name)",
                hint: "there is for AES, DES, Triple-DES, SM4, Camellia, Blowfish, RC4 and ChaCha20-Poly1305")
        }
        let isTriple = family == .des && words[1].hasPrefix("EDE")
        self.family = isTriple ? .tripleDES : family
        self.mode = mode
        keyByteCount = isTriple ? 24 : cipher.keyByteCount
        ivByteCount = mode == .ctr ? cipher.ivByteCount : scheme.ivByteCount
        blockByteCount = family == .des || family == .blowfish ? 8 : family == .rc4 || family == .chaCha20 ? 1 : 16
        pads = scheme.padding == .pkcs7 && (mode == .ecb || mode == .cbc)
    }
}

extension CipherScheme {
    /// The derivation of the format of `openssl enc`, which CryptoJS has too; nil for other schemes.
    var saltedDerivation: Step? {
        guard iv == .derived, mac == nil, padding == cipher.paddings[0], key.text == .utf8, key.steps.count == 1,
            envelope.form == .concatenated,
            envelope.fields == [.constant(Array("Salted__".utf8)), .salt(8), .ciphertext].map({ Envelope.Field($0) })
        else { return nil }
        let count = cipher.keyByteCount + ivByteCount
        switch key.steps[0] {
        case .bytesToKey(_, _, .stored, count), .pbkdf2(_, _, .stored, count): return key.steps[0]
        default: return nil
        }
    }
}

/// Functions that encrypt and decrypt, in no particular language.
struct CodeProgram {
    enum Statement {
        case assign(String, CodeValue, isText: Bool)
        /// Fails unless a code is the expected one.
        case verify(String, String)
    }

    /// Parameters after the plaintext or data: the key, and IV and salt if both sides know them.
    var parameters: [String]
    var encryption: [Statement] = []
    var encrypted = CodeValue.bytes([])
    var decryption: [Statement] = []
    var decrypted = CodeValue.bytes([])
    /// Whether the data is a text.
    var isText = false
}
