public import ArcaCodecs

extension Cipher.Mode {
    /// The mode's part of a name: `CBC`, `GCM-SIV`.
    var name: String { self == .gcmSIV ? "GCM-SIV" : "\(self)".uppercased() }
}

extension Cipher {
    /// All ciphers, in the order in which they are listed to users: authenticated ones first, insecure ones last.
    public static let all: [Cipher] = {
        var all: [Cipher] = []
        func add(_ primitive: Primitive, _ mode: Mode, key: Int, iv: Int, ivs: ClosedRange<Int>? = nil) {
            all.append(Cipher(all.count, primitive, mode, key: key, iv: iv, ivs: ivs))
        }
        func addAES(_ mode: Mode, iv: Int, ivs: ClosedRange<Int>? = nil, keys: Int = 1) {
            for key in [32, 24, 16] { add(.aes, mode, key: key * keys, iv: iv, ivs: ivs) }
        }
        // SP 800-38D, section 5.2.1.1: 1 to 2^64 - 1 bits; what is beyond memory is cut off here.
        addAES(.gcm, iv: 12, ivs: 1...Int(Int32.max))
        add(.chaCha20, .poly1305, key: 32, iv: 12)
        addAES(.ccm, iv: 12, ivs: 7...13)
        add(.xChaCha20, .poly1305, key: 32, iv: 24)
        add(.xAES, .gcm, key: 32, iv: 24)
        // RFC 8452 has no AES-192, OpenSSL has: its way is the standard's with as much more derived key.
        addAES(.gcmSIV, iv: 12)
        addAES(.eax, iv: 16, ivs: 0...Int(Int32.max))
        addAES(.cbcHMAC, iv: 16, keys: 2)
        addAES(.siv, iv: 0, keys: 2)
        addAES(.kw, iv: 0)
        addAES(.kwp, iv: 0)
        addAES(.xts, iv: 16, keys: 2)
        for mode in [Mode.ctr, .cbc, .cfb, .cfb8, .cfb1, .ofb] { addAES(mode, iv: 16) }
        addAES(.ecb, iv: 0)
        for key in [24, 16, 8] {
            for mode in [Mode.cbc, .cfb, .cfb8, .cfb1, .ofb, .ecb] {
                add(.des, mode, key: key, iv: mode == .ecb ? 0 : 8)
            }
        }
        return all
    }()

    /// The name, OpenSSL's where it has one: `AES-256-GCM`, `DES-EDE3-CBC`, `AES-128-KW`.
    public var name: String {
        let mode = mode.name
        switch (primitive, keyByteCount) {
        case (.chaCha20, _): return "ChaCha20-Poly1305"
        case (.xChaCha20, _): return "XChaCha20-Poly1305"
        case (.xAES, _): return "XAES-256-GCM"
        // RFC 7518's own name for each.
        case (.aes, _) where self.mode == .cbcHMAC: return "A\(keyByteCount * 4)CBC-HS\(keyByteCount * 8)"
        case (.aes, _): return "AES-\(keyByteCount * (takesTwoKeys ? 4 : 8))-\(mode)"
        case (.des, 8): return "DES-\(mode)"
        case (.des, 16): return "DES-EDE-\(mode)"
        case (.des, _): return "DES-EDE3-\(mode)"
        }
    }

    /// Whether the key is two AES keys, one after the other.
    var takesTwoKeys: Bool { mode == .xts || mode == .siv || mode == .cbcHMAC }

    static let aes256GCM = all[0]
    static let chaCha20Poly1305 = all[3]
    static let aes256CCM = all[4]
    static let xChaCha20Poly1305 = all[7]
    static let xAES256GCM = all[8]
    static let aes256GCMSIV = all[9]
    static let aes256EAX = all[12]

    /// Finds a cipher by any of the names that people write: `aes-256-gcm`, `AES256-CBC`, `aes256`, `des3`, `aes128-wrap`.
    ///
    /// Case, hyphens, underscores and slashes do not count; a name without a mode means CBC, as for OpenSSL.
    ///
    /// - Parameter name: The name.
    /// - Throws: ``CryptoError`` with code `.unknownAlgorithm`; the reason tells how names are made.
    public init(named name: String) throws(CryptoError) {
        guard let cipher = Cipher.byAlias[Cipher.folded(name)] else {
            throw CryptoError(
                .unknownAlgorithm,
                "no cipher is called \(name); there are aes-256-gcm, chacha20-poly1305, xchacha20-poly1305, xaes-256-gcm, "
                    + "aes-128, -192 or -256 with gcm, gcm-siv, ccm, eax, siv, kw, kwp, xts, ctr, cbc, cfb, cfb8, cfb1, ofb or "
                    + "ecb, a128cbc-hs256, a192cbc-hs384, a256cbc-hs512, and des, des-ede or des-ede3 with cbc, cfb, cfb8, cfb1, ofb or ecb"
            )
        }
        self = cipher
    }

    /// The name as commands take and print it: `aes-256-gcm`, `chacha20-poly1305`.
    public var shortName: String { name.lowercased() }

    /// The cipher of a primitive, mode and key length, if there is one.
    static func find(_ primitive: Primitive, _ mode: Mode, keyByteCount: Int) -> Cipher? {
        guard keyByteCount.isMultiple(of: 8), keyByteCount <= 64 else { return nil }
        return byParts[place(primitive, mode, keyByteCount)].map { all[$0] }
    }

    /// Indices in ``all`` by primitive, mode and key length: asked on every call of a static type.
    private static let byParts: [Int?] = {
        var table = [Int?](repeating: nil, count: Primitive.allCases.count * Mode.allCases.count * 9)
        for cipher in all { table[place(cipher.primitive, cipher.mode, cipher.keyByteCount)] = cipher.index }
        return table
    }()

    private static func place(_ primitive: Primitive, _ mode: Mode, _ keyByteCount: Int) -> Int {
        (primitive.rawValue * Mode.allCases.count + mode.rawValue) * 9 + keyByteCount / 8
    }

    /// Every folded spelling, with the cipher that it means.
    private static let byAlias: [String: Cipher] = {
        var table: [String: Cipher] = [:]
        for cipher in all {
            for alias in cipher.aliases { table[alias] = cipher }
        }
        return table
    }()

    private var aliases: [String] {
        switch primitive {
        case .chaCha20: return ["chacha20poly1305", "chachapoly", "chacha20poly"]
        case .xChaCha20: return ["xchacha20poly1305", "xchachapoly", "xchacha20poly"]
        case .xAES: return ["xaes256gcm", "xaesgcm"]
        case .aes, .des: break
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
            // OpenSSL lets `des-ede` and `des-ede3` mean ECB, which nobody wants by accident: the mode is asked for.
            default: [Cipher.folded(mode.name)]
            }
        let families: [String] =
            switch (primitive, keyByteCount) {
            case (.aes, _): [Cipher.folded(String(name.prefix(7)))]
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

    private static func folded(_ name: String) -> String {
        var folded = ""
        for character in name.unicodeScalars where !"-_/ .".unicodeScalars.contains(character) {
            folded.unicodeScalars.append(character.properties.lowercaseMapping.unicodeScalars.first ?? character)
        }
        return folded
    }
}
