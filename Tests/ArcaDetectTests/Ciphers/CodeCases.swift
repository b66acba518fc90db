import ArcaCodecs
import ArcaCore
import ArcaCrypto
import ArcaDetect

/// A scheme with inputs and a message, for code in all languages.
struct CodeCase: Sendable {
    let number: Int
    let scheme: CipherScheme
    let keyText: String
    let ivText: String?
    let saltText: String?
    let message: String

    var inputs: CipherScheme.Inputs {
        CipherScheme.Inputs(
            keyText: SecretBytes(copying: keyText.utf8), ivText: ivText.map { Array($0.utf8) },
            saltText: saltText.map { Array($0.utf8) })
    }

    /// Cases for all notations, with texts that have the forms and lengths of the scheme.
    static let all: [CodeCase] = notations.enumerated().compactMap { index, notation in
        (try? CipherScheme(notation)).map { CodeCase($0, number: index) }
    }

    private init(_ scheme: CipherScheme, number: Int) {
        self.number = number
        self.scheme = scheme
        let digits = "0123456789abcdef0123456789ABCDEF0123456789abcdef0123456789abcdef"
        func text(_ derivation: CipherScheme.Derivation, _ count: Int) -> String {
            var count = count
            if case .part(let range)? = derivation.steps.first { count = max(count, range.upperBound) }
            switch derivation.text {
            case .hexadecimal: return String(digits.prefix(2 * count))
            case .base64:
                let bytes = (0..<UInt8(count)).map { $0 &* 37 &+ 250 }
                return number.isMultiple(of: 2)
                    ? Base64.standard.encode(bytes) : "base64:" + Base64.urlUnpadded.encode(bytes)
            default:
                guard derivation.steps.isEmpty else { return "Schlüssel zum Tor, Nr. \(number)" }
                return String("MySecretKey12345bf3c199c2470cb477d907b1e0917c17b".prefix(count))
            }
        }
        keyText = text(scheme.key, scheme.cipher.keyByteCount)
        if case .given(let derivation) = scheme.iv {
            ivText = text(derivation, scheme.ivByteCount)
        } else {
            ivText = nil
        }
        let notation = scheme.description
        saltText = notation.contains(",given:hex") ? "5c0744b940dfafee" : notation.contains(",given:") ? "pepper" : nil
        let messages = [
            "hello world", "Grüße aus 北京 {\"id\": 1}", "sixteen bytes ok", String(repeating: "long text ", count: 7),
        ]
        let message = messages[number % messages.count]
        let isWhole = scheme.padding == .none && scheme.cipher.blockByteCount > 1
        self.message = isWhole ? "sixteen bytes ok" : message
    }

    static let notations = [
        // Keys of texts, and what PHP and Java do to them.
        "aes-128-cbc; key=utf8; data=base64>iv,ciphertext",
        "aes-192-cbc; key=utf8; data=base64>iv,ciphertext",
        "aes-256-cbc; key=utf8; data=base64>iv,ciphertext",
        "aes-256-cbc; key=utf8; data=iv,ciphertext",
        "aes-128-ecb; key=utf8; data=base64>ciphertext",
        "aes-256-ecb; key=utf8; data=hex>ciphertext",
        "aes-128-ecb; key=utf8|resize(16); data=HEX>ciphertext",
        "aes-128-cbc; key=utf8|repeat(16); iv=zero(16); data=base64>ciphertext",
        "aes-128-ecb; key=utf8|fold(16); data=HEX>ciphertext",
        "aes-128-ecb; key=utf8|sha1prng(16); data=hex>ciphertext",
        "aes-256-ecb; key=utf8|sha1prng(32); data=hex>ciphertext",
        "aes-128-cbc; key=utf16le|resize(16); iv=key; data=base64>ciphertext",
        "aes-128-cbc; key=utf16be|resize(16); iv=key; data=base64>ciphertext",
        "aes-128-cbc; key=hex; data=base64>iv,ciphertext",
        "aes-256-cbc; key=hex; iv=given:hex; data=base64>ciphertext",
        "aes-256-cbc; key=base64; iv=given:base64; data=base64url>ciphertext",
        "aes-128-cbc; key=utf8; iv=given:utf8; data=base64url-unpadded>ciphertext",
        "aes-128-cbc; key=utf8; iv=0x30313233343536373839616263646566; data=base64>ciphertext",
        "aes-128-cbc; key=utf8; iv=0xfffefdfcfbfaf9f8f7f6f5f4f3f2f1f0; data=base64>ciphertext",
        "aes-256-cbc; key=utf8; iv=keytext:utf8|part(0,16); data=base64>ciphertext",
        "aes-256-cbc; key=utf8; iv=key|part(16,32); data=base64>ciphertext",
        // Hashed keys.
        "aes-128-cbc; key=utf8|md5; iv=zero(16); data=base64>ciphertext",
        "aes-256-cbc; key=utf8|md5|hex; data=base64>iv,ciphertext",
        "aes-256-cbc; key=utf8|md5|HEX; iv=keytext:utf8|md5; data=base64>ciphertext",
        "aes-128-ecb; key=utf8|sha1|part(0,16); data=base64>ciphertext",
        "aes-256-cbc; key=utf8|sha256; iv=keytext:utf8|md5|hex|part(0,16); data=base64>ciphertext",
        "aes-256-cbc; key=utf8|sha256; data=hex>iv,ciphertext",
        "aes-256-cbc; key=utf8|sha512|hex|part(0,32); iv=keytext:utf8|sha512|hex|part(32,48); data=base64>ciphertext",
        "aes-256-cbc; key=utf8|sha256|base64|part(0,32); data=base64>iv,ciphertext",
        "aes-192-cbc; key=utf8|sha384|part(0,24); data=base64>iv,ciphertext",
        // Paddings.
        "aes-128-cbc; padding=zero; key=utf8; iv=zero(16); data=base64>ciphertext",
        "aes-128-ecb; padding=zero; key=utf8|resize(16); data=base64>ciphertext",
        "aes-128-ecb; padding=spaces; key=utf8; data=base64>ciphertext",
        "aes-128-cbc; padding=iso7816; key=utf8; data=base64>iv,ciphertext",
        "aes-128-cbc; padding=iso10126; key=utf8; data=base64>iv,ciphertext",
        "aes-128-cbc; padding=x923; key=utf8; data=base64>iv,ciphertext",
        "aes-128-cbc; padding=none; key=utf8; data=base64>iv,ciphertext",
        "des-cbc; padding=zero; key=utf8; iv=key; data=base64>ciphertext",
        // Other modes.
        "aes-128-cfb; key=utf8; data=base64>iv,ciphertext",
        "aes-256-cfb; key=utf8|sha256; data=iv,ciphertext",
        "aes-128-cfb8; key=utf8; data=base64>iv,ciphertext",
        "aes-256-cfb8; key=utf8; iv=zero(16); data=hex>ciphertext",
        "aes-128-ofb; key=utf8; data=base64>iv,ciphertext",
        "aes-256-ofb; key=utf8|sha256; data=base64>iv,ciphertext",
        "aes-128-ctr; key=utf8; data=hex>iv,ciphertext",
        "aes-256-ctr; key=utf8; iv=given:utf8; data=base64>ciphertext",
        "aes-256-ctr; key=hex; nonce=8; data=base64>iv,ciphertext",
        "aes-128-ctr; key=utf8; nonce=12; counter=32,1; data=base64>iv,ciphertext",
        "aes-128-cfb; padding=pkcs7; key=utf8; data=base64>iv,ciphertext",
        "aes-128-ctr; padding=pkcs7; key=utf8; data=base64>iv,ciphertext",
        "aes-128-ofb; padding=zero; key=utf8; data=base64>iv,ciphertext",
        // Authenticated ciphers.
        "aes-256-gcm; key=utf8; data=base64>iv,ciphertext,tag",
        "aes-128-gcm; key=hex; data=hex>iv,ciphertext,tag",
        "aes-256-gcm; key=utf8|sha256; data=iv,ciphertext,tag",
        "aes-256-gcm; key=utf8; data=base64>iv,tag,ciphertext",
        "aes-256-gcm; key=utf8; nonce=16; data=separated(0x3a)>iv.hex,tag.hex,ciphertext.hex",
        "aes-256-gcm; key=utf8; data=separated(0x2e)>iv.base64,ciphertext.base64,tag.base64",
        "aes-256-gcm; key=utf8; data=json(iv,content,tag)>iv.hex,ciphertext.hex,tag.hex",
        "aes-256-gcm; key=utf8|pbkdf2(sha512,21,stored,32); nonce=16; data=base64>salt(64),iv,tag,ciphertext",
        "aes-256-gcm; key=utf8|scrypt(10,8,1,stored,32); data=base64>salt(16),iv,ciphertext,tag",
        "chacha20-poly1305; key=hex; data=base64>iv,ciphertext,tag",
        // Envelopes.
        "aes-256-cbc; key=utf8; data=separated(0x3a)>iv.hex,ciphertext.hex",
        "aes-256-cbc; key=utf8; data=separated(0x3a)>ciphertext.base64,iv.base64",
        "aes-256-cbc; key=base64; data=base64>separated(0x2d2d69762d2d)>ciphertext.base64,iv",
        "aes-256-cbc; key=utf8; data=iv.hex,ciphertext.base64",
        "aes-128-cbc; key=utf8; data=base64>hex>iv,ciphertext",
        "aes-128-cbc; key=utf8; iv=zero(16); data=base64>ciphertext.hex",
        "aes-256-cbc; key=utf8; data=json(iv,value)>iv.base64,ciphertext.base64",
        // Derivations.
        "aes-256-cbc; key=utf8|bytestokey(md5,1,stored,48); iv=derived; "
            + "data=base64>0x53616c7465645f5f,salt(8),ciphertext",
        "aes-256-cbc; key=utf8|bytestokey(sha256,1,stored,48); iv=derived; "
            + "data=base64>0x53616c7465645f5f,salt(8),ciphertext",
        "aes-256-cbc; key=utf8|pbkdf2(sha256,20,stored,48); iv=derived; "
            + "data=base64>0x53616c7465645f5f,salt(8),ciphertext",
        "des-ede3-cbc; key=utf8|bytestokey(md5,1,stored,32); iv=derived; "
            + "data=base64>0x53616c7465645f5f,salt(8),ciphertext",
        "aes-192-cbc; key=utf8|bytestokey(md5,1,none,40); iv=derived; data=hex>ciphertext",
        "des-cbc; key=utf8|bytestokey(md5,10,stored,16); iv=derived; data=base64>salt(8),ciphertext",
        "aes-256-cbc; key=utf8|pbkdf2(sha1,11,given:utf8,32); iv=zero(16); data=base64>ciphertext",
        "aes-256-cbc; key=utf8|pbkdf2(sha1,10,given:hex,32); data=hex>iv,ciphertext",
        "aes-128-cbc; key=utf8|pbkdf2(sha1,20,stored,16); data=base64>salt(16),iv,ciphertext",
        "aes-256-cbc; key=utf8|md5|pbkdf2(sha256,10,stored,32); data=base64>salt(16),iv,ciphertext",
        "aes-256-cbc; key=utf8|pbkdf2(sha512,10,stored,48); iv=derived; data=hex>salt(16),ciphertext",
        "aes-256-cbc; key=utf8|pbkdf2(sha256,10,keytext,32); iv=zero(16); data=base64>ciphertext",
        "aes-256-cbc; key=utf8|pbkdf2(sha256,10,0x73616c74,32); iv=zero(16); data=base64>ciphertext",
        "aes-192-cbc; key=utf8|scrypt(10,8,1,0x73616c74,24); iv=zero(16); data=hex>ciphertext",
        "aes-256-cbc; key=hex|hkdf(sha256,0x73616c74,0x656e63,32); data=base64>iv,ciphertext",
        "aes-256-gcm; key=utf8|hkdf(sha256,none,0x,32); data=base64>iv,ciphertext,tag",
        // MACs.
        "aes-256-cbc; key=base64; mac=sha256,encodedIVAndCiphertext,base64; "
            + "data=base64>json(iv,value,mac)>iv.base64,ciphertext.base64,mac.hex",
        "aes-128-cbc; key=base64|part(16,32); mac=sha256,preceding,base64|part(0,16); "
            + "data=base64url>0x80,timestamp,iv,ciphertext,mac",
        "aes-256-cbc; key=utf8; mac=sha256,ciphertext,utf8; data=base64>iv,mac,ciphertext",
        "aes-256-cbc; key=utf8|sha256; mac=sha512,ivAndCiphertext,utf8; data=base64>iv,ciphertext,mac",
        "aes-256-cbc; key=utf8|pbkdf2(sha1,11,0x73616c74,32); mac=sha1,signedText,utf8|sha256; "
            + "data=base64>separated(0x2d2d)>ciphertext.base64,iv.base64",
        // Old and other ciphers.
        "des-ecb; key=utf8; data=base64>ciphertext",
        "des-cbc; key=utf8; iv=key; data=hex>ciphertext",
        "des-ede3-ecb; key=utf8; data=hex>ciphertext",
        "des-ede3-cbc; key=utf8; data=base64>iv,ciphertext",
        "des-ede-cbc; key=utf8; iv=zero(8); data=base64>ciphertext",
        "des-ede-ecb; key=utf8|md5; data=base64>ciphertext",
        "rc4; key=utf8; data=base64>ciphertext",
        "bf-cbc; key=utf8; iv=zero(8); data=base64>ciphertext",
        "camellia-128-cbc; key=utf8; iv=zero(16); data=base64>ciphertext",
        "camellia-256-cbc; key=utf8; data=base64>iv,ciphertext",
        "sm4-cbc; key=hex; iv=given:hex; data=hex>ciphertext",
        "sm4-ecb; key=utf8; data=base64>ciphertext",
        "sm4-ctr; key=hex; data=base64>iv,ciphertext",
    ]
}
