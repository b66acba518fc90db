public import ArcaCore

extension Cipher.Row {
    /// The display name and libcrypto's name.
    ///
    /// Single DES is libcrypto's Triple-DES with the key repeated three times, which needs no legacy provider. Two-key
    /// Triple-DES has fewer modes in libcrypto than three-key.
    static func names(
        _ primitive: Cipher.Primitive, _ mode: Cipher.Mode, keyByteCount: Int, traits: Cipher.Traits
    ) -> (name: String, libcryptoName: String) {
        let aes = "AES-\(keyByteCount * (traits.contains(.twoKeys) ? 4 : 8))-"
        switch (primitive, mode) {
        case (.chaCha20, .stream): return ("ChaCha20", "ChaCha20")
        case (.chaCha20, _): return ("ChaCha20-Poly1305", "ChaCha20-Poly1305")
        case (.xChaCha20, _): return ("XChaCha20-Poly1305", "")
        case (.xAES, _): return ("XAES-256-GCM", "")
        case (.aes, .kw): return (aes + "KW", aes + "WRAP")
        case (.aes, .kwp): return (aes + "KWP", aes + "WRAP-PAD")
        // The algorithm names of RFC 7518.
        case (.aes, .cbcHMAC): return ("A\(keyByteCount * 4)CBC-HS\(keyByteCount * 8)", "")
        case (.aes, _): return (aes + mode.name, aes + mode.name)
        case (.sm4, _): return ("SM4-" + mode.name, "SM4-" + mode.name)
        case (.des, _):
            let family = keyByteCount == 8 ? "DES-" : keyByteCount == 16 ? "DES-EDE-" : "DES-EDE3-"
            return (family + mode.name, "DES-EDE3-" + mode.name)
        case (.camellia, _): return doubled("CAMELLIA-\(keyByteCount * 8)-\(mode.name)")
        case (.aria, _): return doubled("ARIA-\(keyByteCount * 8)-\(mode.name)")
        case (.seed, _): return doubled("SEED-\(mode.name)")
        case (.blowfish, _): return doubled("BF-\(mode.name)")
        case (.cast5, _): return doubled("CAST5-\(mode.name)")
        case (.rc2, _):
            return doubled(keyByteCount == 16 ? "RC2-\(mode.name)" : "RC2-\(keyByteCount * 8)-\(mode.name)")
        case (.rc4, _): return doubled(keyByteCount == 16 ? "RC4" : "RC4-\(keyByteCount * 8)")
        case (.desx, _): return doubled("DESX-\(mode.name)")
        }
    }

    private static func doubled(_ name: String) -> (String, String) { (name, name) }

    fileprivate var aliases: [String] {
        switch primitive {
        case .chaCha20 where mode == .stream: return ["chacha20"]
        case .chaCha20: return ["chacha20poly1305", "chachapoly", "chacha20poly"]
        case .xChaCha20: return ["xchacha20poly1305", "xchachapoly", "xchacha20poly"]
        case .xAES: return ["xaes256gcm", "xaesgcm"]
        case .aes, .des, .sm4: break
        default:
            // As in OpenSSL, a name without a mode means CBC.
            let names =
                [name] + (primitive == .blowfish ? ["blowfish" + name.dropFirst(2)] : [])
                + (primitive == .cast5 ? ["cast" + name.dropFirst(5)] : [])
            return names.flatMap {
                mode == .cbc ? [foldedName($0), foldedName(String($0.dropLast(4)))] : [foldedName($0)]
            }
        }
        if mode == .cbcHMAC {
            let (aes, hash) = (keyByteCount * 4, keyByteCount * 8)
            return ["a\(aes)cbchs\(hash)", "aes\(aes)cbchmacsha\(hash)", "aes\(aes)cbchs\(hash)"]
        }
        let modes =
            switch mode {
            case .cbc: ["cbc", ""]
            case .cfb: ["cfb", primitive == .des ? "cfb64" : "cfb128"]
            case .kw: ["kw", "wrap", "keywrap"]
            case .kwp: ["kwp", "wrappad", "keywrappad"]
            // OpenSSL's `des-ede` and `des-ede3` mean ECB; to avoid surprises, the mode is required here.
            default: [foldedName(mode.name)]
            }
        let families: [String] =
            switch (primitive, keyByteCount) {
            case (.aes, _): [foldedName(String(name.prefix(7)))]
            case (.sm4, _): ["sm4"]
            case (_, 8): ["des"]
            case (_, 16): ["desede", "3des2key", "tdes2key"]
            default: ["desede3", "des3", "3des", "tdes", "tripledes"]
            }
        var aliases: [String] = []
        for family in families {
            for mode in modes where !(mode.isEmpty && family.hasPrefix("desede")) {
                aliases.append(family + mode)
                if primitive == .aes { aliases.append("id" + family + mode) }
            }
        }
        return aliases
    }
}

extension Cipher {
    /// Finds a cipher by any common name: `aes-256-gcm`, `AES256-CBC`, `aes256`, `des3`, `aes128-wrap`.
    ///
    /// Case, hyphens, underscores, slashes, spaces and dots are ignored; a name without a mode means CBC, as in
    /// OpenSSL.
    ///
    /// - Throws: ``CryptoError`` with code `.unknownAlgorithm`; the message lists the names.
    public init(named name: String) throws(CryptoError) {
        guard let cipher = Cipher.byAlias[foldedName(name)] else {
            throw CryptoError(
                .unknownAlgorithm,
                "unknown cipher \(name); there are aes-256-gcm, chacha20-poly1305, xchacha20-poly1305, xaes-256-gcm, "
                    + "aes-128, -192 or -256 with gcm, gcm-siv, ccm, eax, siv, kw, kwp, xts, ctr, cbc, cfb, cfb8, cfb1, ofb or "
                    + "ecb, a128cbc-hs256, a192cbc-hs384, a256cbc-hs512, sm4 with gcm, ccm, ctr, cbc, cfb, ofb or ecb, and des, des-ede or des-ede3 with cbc, cfb, cfb8, cfb1, ofb or ecb; "
                    + "and for files of other programs camellia, aria, chacha20, seed, bf, cast5, rc2, rc4 and desx"
            )
        }
        self = cipher
    }

    private static let byAlias: [String: Cipher] = {
        var table: [String: Cipher] = [:]
        for cipher in all + foreign {
            for alias in cipher.row.pointee.aliases { table[alias] = cipher }
        }
        return table
    }()
}

extension Cipher {
    /// AES-256 in CBC mode.
    public static let aes256CBC = known(.aes, .cbc, keyByteCount: 32)
    /// AES-192 in CBC mode.
    public static let aes192CBC = known(.aes, .cbc, keyByteCount: 24)
    /// AES-128 in CBC mode.
    public static let aes128CBC = known(.aes, .cbc, keyByteCount: 16)
    /// AES-256 in counter mode.
    public static let aes256CTR = known(.aes, .ctr, keyByteCount: 32)
    /// AES-192 in counter mode.
    public static let aes192CTR = known(.aes, .ctr, keyByteCount: 24)
    /// AES-128 in counter mode.
    public static let aes128CTR = known(.aes, .ctr, keyByteCount: 16)
    static let aes256GCM = known(.aes, .gcm, keyByteCount: 32)
    static let chaCha20Poly1305 = known(.chaCha20, .poly1305, keyByteCount: 32)
}

/// Lowercases a name and drops hyphens, underscores, slashes, spaces and dots.
func foldedName(_ name: String) -> String {
    var folded = ""
    for character in name.unicodeScalars where !"-_/ .".unicodeScalars.contains(character) {
        folded.unicodeScalars.append(character.properties.lowercaseMapping.unicodeScalars.first ?? character)
    }
    return folded
}
