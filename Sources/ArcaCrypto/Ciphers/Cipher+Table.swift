extension Cipher {
    enum Primitive: Int {
        case aes, des, sm4, chaCha20, xAES, xChaCha20, camellia, aria, seed, blowfish, cast5, rc2, rc4, desx

        /// Whether it is in libcrypto's legacy provider.
        var isLegacy: Bool { self.rawValue >= Primitive.seed.rawValue }
    }

    enum Mode: Int, CaseIterable {
        case ecb, cbc, ctr, ofb, cfb, cfb8, cfb1, gcm, ccm, siv, xts, kw, kwp, poly1305, eax, gcmSIV, cbcHMAC, stream

        /// The mode's part of a cipher name: `CBC`, `GCM-SIV`.
        var name: String { Self.names[rawValue] }

        // In case order. Swift could print the case names, but only by reflection, again for each row of the table.
        private static let names = [
            "ECB", "CBC", "CTR", "OFB", "CFB", "CFB8", "CFB1", "GCM", "CCM", "SIV", "XTS", "KW", "KWP", "POLY1305",
            "EAX", "GCM-SIV", "CBCHMAC", "",
        ]
    }

    enum Engine {
        case libcrypto
        /// This module's code, built from other libcrypto ciphers.
        case syntheticIV, encryptThenMAC, galoisSIV, extendedNonce, composedXTS, sm4Modes
    }

    struct Traits: OptionSet {
        let rawValue: UInt16

        static let pads = Traits(rawValue: 1)
        static let streams = Traits(rawValue: 2)
        static let takesMessageAtOnce = Traits(rawValue: 4)
        /// Encodes the lengths of nonce, tag and message in the first block; the message length has 15 - n bytes for an
        /// n-byte nonce.
        static let encodesLengths = Traits(rawValue: 8)
        static let wrapsKeys = Traits(rawValue: 16)
        static let insecure = Traits(rawValue: 32)
        static let twoKeys = Traits(rawValue: 64)
        static let keysDiffer = Traits(rawValue: 128)
        /// Requires an explicit option for nonces of other than the default length.
        static let usualNonceOnly = Traits(rawValue: 256)
    }

    struct Lengths {
        var least = 0
        var most = Int.max
        var multiple = 1
    }

    struct Row {
        var index = 0
        let name: String
        let libcryptoName: String
        let primitive: Primitive
        let mode: Mode
        let keyByteCount: Int
        let ivByteCount: Int
        let ivByteCounts: ClosedRange<Int>
        let blockByteCount: Int
        let tagByteCounts: [Int]
        let tagByteCount: Int
        /// Lengths of messages and ciphertexts, excluding the tag and padding.
        let messages: Lengths
        let ciphertexts: Lengths
        let maximumAssociatedDataByteCount: Int
        let engine: Engine
        let traits: Traits

        init(
            _ primitive: Primitive, _ mode: Mode, key: Int, iv: Int = 0, ivs: ClosedRange<Int>? = nil, block: Int = 1,
            tags: [Int] = [], messages: Lengths = Lengths(), ciphertexts: Lengths? = nil,
            associatedData: Int = .max, _ engine: Engine = .libcrypto, _ traits: Traits = []
        ) {
            (name, libcryptoName) = Row.names(primitive, mode, keyByteCount: key, traits: traits)
            self.primitive = primitive
            self.mode = mode
            keyByteCount = key
            ivByteCount = iv
            ivByteCounts = ivs ?? iv...iv
            blockByteCount = block
            tagByteCounts = tags
            tagByteCount = tags.last ?? 0
            self.messages = messages
            self.ciphertexts = ciphertexts ?? messages
            maximumAssociatedDataByteCount = associatedData
            self.engine = engine
            self.traits = traits
        }
    }

    /// All ciphers in display order: authenticated ones first, insecure ones last.
    public static let all: [Cipher] = Array(table.prefix { !$0.isForeign })

    /// Ciphers that Arca has only to read files of other programs, such as `openssl enc`: Camellia, ARIA, SM4, plain
    /// ChaCha20; and SEED, Blowfish, CAST5, RC2, RC4 and DESX, which need libcrypto's legacy provider.
    ///
    /// ``init(named:)`` finds them.
    public static let foreign: [Cipher] = Array(table.dropFirst(all.count))

    private static let table: [Cipher] = {
        let rows = sealingRows + wrappingRows + encryptingRows + foreignRows
        let table = UnsafeMutablePointer<Row>.allocate(capacity: rows.count)
        for (index, row) in rows.enumerated() {
            (table + index).initialize(to: row)
            table[index].index = index
        }
        return rows.indices.map { Cipher(row: UnsafePointer(table + $0)) }
    }()

    private static var sealingRows: [Row] {
        let keys = [32, 24, 16]
        // SP 800-38D, sections 5.2.1.1 and 5.2.1.2: nonces of 1 to 2^64 - 1 bits; the upper limit is larger than
        // memory.
        return keys.map {
            Row(
                .aes, .gcm, key: $0, iv: 12, ivs: 1...Int(Int32.max), tags: [4, 8, 12, 13, 14, 15, 16],
                messages: Lengths(most: 1 << 36 - 32), .libcrypto, [.streams, .usualNonceOnly])
        }
            // RFC 8439, section 2.8.
            + [
                Row(
                    .chaCha20, .poly1305, key: 32, iv: 12, tags: [16], messages: Lengths(most: 1 << 38 - 64),
                    .libcrypto, .streams)
            ]
            // SP 800-38C, appendix A.1; libcrypto takes message and associated data in one call each, up to 31-bit
            // lengths.
            + keys.map {
                Row(
                    .aes, .ccm, key: $0, iv: 12, ivs: 7...13, tags: [4, 6, 8, 10, 12, 14, 16],
                    messages: Lengths(most: Int(Int32.max)), associatedData: CipherContext.maximumCallByteCount,
                    .libcrypto, [.takesMessageAtOnce, .encodesLengths])
            }
            // draft-irtf-cfrg-xchacha-03; C2SP, `XAES-256-GCM.md`.
            + [
                Row(
                    .xChaCha20, .poly1305, key: 32, iv: 24, tags: [16], messages: Lengths(most: 1 << 38 - 64),
                    .extendedNonce, .streams),
                Row(
                    .xAES, .gcm, key: 32, iv: 24, tags: [16], messages: Lengths(most: 1 << 36 - 32), .extendedNonce,
                    .streams),
            ]
            // RFC 8452, section 6. AES-192 is an OpenSSL extension: the same construction with a longer derived key.
            + keys.map {
                Row(
                    .aes, .gcmSIV, key: $0, iv: 12, tags: [16], messages: Lengths(most: 1 << 36),
                    associatedData: 1 << 36, .galoisSIV)
            }
            // EAX does not limit the lengths of nonce and tag.
            + keys.map {
                Row(
                    .aes, .eax, key: $0, iv: 16, ivs: 0...Int(Int32.max), tags: Array(4...16), .encryptThenMAC,
                    .streams)
            }
            // RFC 7518, section 5.2.
            + keys.map {
                Row(.aes, .cbcHMAC, key: 2 * $0, iv: 16, block: 16, tags: [$0], .encryptThenMAC, [.streams, .twoKeys])
            }
            // RFC 8998, section 2, with the limits of AES.
            + [
                Row(
                    .sm4, .gcm, key: 16, iv: 12, ivs: 1...Int(Int32.max), tags: [4, 8, 12, 13, 14, 15, 16],
                    messages: Lengths(most: 1 << 36 - 32), .sm4Modes, .usualNonceOnly),
                Row(
                    .sm4, .ccm, key: 16, iv: 12, ivs: 7...13, tags: [4, 6, 8, 10, 12, 14, 16],
                    messages: Lengths(most: Int(Int32.max)), associatedData: CipherContext.maximumCallByteCount,
                    .sm4Modes, .encodesLengths),
            ]
            // RFC 5297.
            + keys.map { Row(.aes, .siv, key: 2 * $0, tags: [16], .syntheticIV, .twoKeys) }
    }

    /// Key wrap; libcrypto's calls are limited to 31-bit lengths.
    private static var wrappingRows: [Row] {
        let keys = [32, 24, 16]
        let traits: Traits = [.takesMessageAtOnce, .wrapsKeys]
        // RFC 3394, section 2: at least two semiblocks. Libcrypto accepts less and returns no output.
        let most = Int(Int32.max) - 15
        return keys.map {
            Row(
                .aes, .kw, key: $0, block: 8, messages: Lengths(least: 16, most: most, multiple: 8),
                ciphertexts: Lengths(least: 24, most: most, multiple: 8), .libcrypto, traits)
        }
            // RFC 5649, section 4.1.
            + keys.map {
                Row(
                    .aes, .kwp, key: $0, block: 8, messages: Lengths(least: 1, most: most),
                    ciphertexts: Lengths(least: 16, most: most, multiple: 8), .libcrypto, traits)
            }
    }

    private static var encryptingRows: [Row] {
        // IEEE 1619-2007, section 5.1: at least one block; SP 800-38E: at most 2^20 blocks per data unit. Neither
        // standard has AES-192, nor does libcrypto.
        let xts = [32, 24, 16].map {
            Row(
                .aes, .xts, key: 2 * $0, iv: 16, messages: Lengths(least: 16, most: 16 << 20),
                $0 == 24 ? .composedXTS : .libcrypto, [.takesMessageAtOnce, .twoKeys, .keysDiffer])
        }
        let modes: [Mode] = [.cbc, .cfb, .cfb8, .cfb1, .ofb]
        func row(_ primitive: Primitive, _ mode: Mode, _ key: Int, _ block: Int) -> Row {
            let hasBlocks = mode == .cbc || mode == .ecb
            return Row(
                primitive, mode, key: key, iv: mode == .ecb ? 0 : block, block: hasBlocks ? block : 1,
                messages: Lengths(multiple: hasBlocks ? block : 1), .libcrypto,
                Traits.streams.union(hasBlocks ? .pads : []).union(primitive == .des || mode == .ecb ? .insecure : []))
        }
        let aes = ([.ctr] + modes + [.ecb]).flatMap { mode in [32, 24, 16].map { row(.aes, mode, $0, 16) } }
        let sm4 = [Mode.ctr, .cbc, .cfb, .ofb, .ecb].map { row(.sm4, $0, 16, 16) }
        let des = [24, 16, 8].flatMap { key in (modes + [.ecb]).map { row(.des, $0, key, 8) } }
        return xts + aes + sm4 + des
    }

    private var isForeign: Bool {
        row.pointee.mode == .stream || row.pointee.primitive.rawValue > Primitive.xChaCha20.rawValue
    }

    private static var foreignRows: [Row] {
        func row(_ primitive: Primitive, _ mode: Mode, _ key: Int, _ block: Int) -> Row {
            let hasBlocks = mode == .cbc || mode == .ecb
            return Row(
                primitive, mode, key: key, iv: mode == .ecb ? 0 : block, block: hasBlocks ? block : 1,
                messages: Lengths(multiple: hasBlocks ? block : 1), .libcrypto,
                Traits.streams.union(hasBlocks ? .pads : [])
                    .union(block == 8 || mode == .ecb ? .insecure : []))
        }
        let modes: [Mode] = [.cbc, .ctr, .cfb, .ofb, .ecb]
        let wide = [Primitive.camellia, .aria].flatMap { primitive in
            [32, 24, 16].flatMap { key in modes.map { row(primitive, $0, key, 16) } }
        }
        let legacyModes: [Mode] = [.cbc, .cfb, .ofb, .ecb]
        let legacy = [(Primitive.seed, 16), (.blowfish, 8), (.cast5, 8), (.rc2, 8)].flatMap { primitive, block in
            legacyModes.map { row(primitive, $0, 16, block) }
        }
        let streams = [Row(.chaCha20, .stream, key: 32, iv: 16, .libcrypto, .streams)]
        let rc4 = [16, 5].map { Row(.rc4, .stream, key: $0, .libcrypto, [.streams, .insecure]) }
        return streams + wide + legacy
            + [row(.rc2, .cbc, 8, 8), row(.rc2, .cbc, 5, 8), row(.desx, .cbc, 24, 8)] + rc4
    }

    static func find(_ primitive: Primitive, _ mode: Mode, keyByteCount: Int) -> Cipher? {
        guard keyByteCount.isMultiple(of: 8), 8...64 ~= keyByteCount else { return nil }
        return byParts[place(primitive, mode, keyByteCount)]
    }

    static func known(_ primitive: Primitive, _ mode: Mode, keyByteCount: Int) -> Cipher {
        guard let cipher = find(primitive, mode, keyByteCount: keyByteCount) else {
            preconditionFailure("the table has no such cipher")
        }
        return cipher
    }

    /// Ciphers by primitive, mode and key length; looked up on every call of a static type.
    private static let byParts: [Cipher?] = {
        var table = [Cipher?](repeating: nil, count: place(.xChaCha20, .ecb, 0) + Mode.allCases.count * 9)
        for cipher in all {
            table[place(cipher.row.pointee.primitive, cipher.row.pointee.mode, cipher.keyByteCount)] = cipher
        }
        return table
    }()

    private static func place(_ primitive: Primitive, _ mode: Mode, _ keyByteCount: Int) -> Int {
        (primitive.rawValue * Mode.allCases.count + mode.rawValue) * 9 + keyByteCount / 8
    }
}
