internal import ArcaCodecs
internal import ArcaCompression
internal import ArcaCrypto

struct SpeedSubject {
    enum Group: String, CaseIterable {
        case digests, macs, ciphers, codecs, derivation

        var title: String {
            switch self {
            case .digests: "Digests and checksums"
            case .macs: "Message authentication codes"
            case .ciphers: "Ciphers, encrypting, and random bytes"
            case .codecs: "Codecs"
            case .derivation: "Key derivation"
            }
        }
    }

    enum Work {
        /// Work on a message of any length, measured as throughput.
        case message(([UInt8]) throws -> Void)
        /// Work without a message, measured as time.
        case whole(() throws -> Void)
    }

    /// The name that selects the subject and its variants.
    let name: String
    let label: String
    let group: Group
    let work: Work

    static func all() throws -> [SpeedSubject] {
        try digests + macs() + ciphers() + codecs + derivations()
    }

    private static var digests: [SpeedSubject] {
        AnyHashFunction.all.map { function in
            message(.digests, function.shortName) { _ = try function.hash($0) }
        } + [
            message(.digests, "crc32") { _ = Checksum.crc32($0) },
            message(.digests, "adler32") { _ = Checksum.adler32($0) },
        ]
    }

    private static func macs() throws -> [SpeedSubject] {
        let key = try SymmetricKey(bitCount: 256)
        return try ["hmac-sha256", "hmac-sha512", "cmac", "kmac256"].map { name in
            let function = try MACFunction(named: name)
            return message(.macs, name) { _ = try function.code(for: $0, using: key) }
        }
    }

    private static func ciphers() throws -> [SpeedSubject] {
        let names = [
            "aes-256-gcm", "aes-128-gcm", "chacha20-poly1305", "aes-256-ccm", "aes-256-ctr", "aes-256-cbc",
            "aes-256-xts",
            "des-ede3-cbc",
        ]
        let measured = try names.map { name in
            let cipher = try Cipher(named: name)
            let key = try SymmetricKey(bitCount: 8 * cipher.keyByteCount)
            let iv = try SecureRandom.bytes(cipher.ivByteCount)
            return message(.ciphers, name) { _ = try cipher.encrypt($0, using: key, iv: iv) }
        }
        return measured + [message(.ciphers, "random") { _ = try SecureRandom.bytes($0.count) }]
    }

    private static var codecs: [SpeedSubject] {
        both("base16", Base16.standard) + both("base32", Base32.standard) + both("base64", Base64.standard)
            + both("ascii85", Ascii85.standard) + both("z85", Z85.standard)
    }

    private static func derivations() throws -> [SpeedSubject] {
        let passphrase = Array("correct horse battery staple".utf8)
        let salt = try SecureRandom.bytes(16)
        let pbkdf2 = [(AnyHashFunction.sha1, 10_000), (.sha256, 600_000), (.sha512, 210_000)].map {
            function, iterations in
            whole("pbkdf2", "pbkdf2-\(function.shortName), \(iterations) iterations") {
                _ = try PBKDF2.deriveKey(
                    from: passphrase, salt: salt, using: function, iterations: iterations,
                    outputByteCount: function.digestByteCount)
            }
        }
        let scrypt = [Scrypt.Cost.interactive, .standard].map { cost in
            let memory = ByteCount.text(cost.tableByteCount)
            return whole("scrypt", "scrypt, N = 2^\(cost.logN), r = \(cost.r), p = \(cost.p), \(memory)") {
                _ = try Scrypt.deriveKey(from: passphrase, salt: salt, cost: cost)
            }
        }
        let argon2 = [Argon2.Cost.interactive, .standard].map { cost in
            let label = "argon2id, \(cost.passes) passes, \(cost.lanes) lanes, \(ByteCount.text(cost.memoryByteCount))"
            return whole("argon2id", label) { _ = try Argon2.deriveKey(from: passphrase, salt: salt, cost: cost) }
        }
        let hkdf = whole("hkdf", "hkdf-sha256, 32 bytes") {
            _ = try HKDF<SHA256>.deriveKey(inputKeyMaterial: passphrase, salt: salt, outputByteCount: 32)
        }
        return [hkdf] + pbkdf2 + scrypt + argon2
    }

    private static func message(
        _ group: Group, _ name: String, label: String? = nil, _ body: @escaping ([UInt8]) throws -> Void
    ) -> SpeedSubject {
        SpeedSubject(name: name, label: label ?? name, group: group, work: .message(body))
    }

    private static func whole(_ name: String, _ label: String, _ body: @escaping () throws -> Void) -> SpeedSubject {
        SpeedSubject(name: name, label: label, group: .derivation, work: .whole(body))
    }

    /// Both directions of a codec; decoding counts its output bytes.
    private static func both<Codec: TextCodec>(_ name: String, _ codec: Codec) -> [SpeedSubject] {
        // Decoding reads the same message, encoded once per size.
        var texts: [Int: [UInt8]] = [:]
        return [
            message(.codecs, name, label: "\(name) encode") { _ = try codec.encodeToBytes($0) },
            message(.codecs, name, label: "\(name) decode") { bytes in
                let text = try texts[bytes.count] ?? codec.encodeToBytes(bytes)
                texts[bytes.count] = text
                _ = try codec.decode(text)
            },
        ]
    }
}
