internal import ArcaCompression
internal import ArcaCore
import ArcaContainers
import ArcaCrypto
import ArcaInspect
internal import ArcaSystem
internal import ArcaTestSupport
import Testing

@Suite struct OpenSSLRecoveryTests {
    static let passphrase = SecretBytes(copying: "correct horse".utf8)
    static let text = Array("Meet me at the old bridge at noon, and bring the map with you.\n".utf8)

    /// Cheap derivations only, for use in many tests.
    static let quick = OpenSSLRecovery(
        derivations: OpenSSLRecovery.usualDerivations.filter {
            if case .pbkdf2(_, let count) = $0 { count <= 1000 } else { true }
        })

    static func seal(
        _ message: [UInt8], _ cipher: String, _ derivation: OpenSSLEnc.Derivation, isArmored: Bool = false
    ) throws -> FileBeginning {
        let format = try OpenSSLEnc(
            passphrase: passphrase, cipher: Cipher(named: cipher), derivation: derivation, isArmored: isArmored)
        let file = try format.seal(message)
        return FileBeginning(file.prefix(65536), isWhole: file.count < 65536)
    }

    @Test("finds the cipher of text", arguments: OpenSSLRecovery.usualCiphers.map(\.shortName), [false, true])
    func findsCiphers(cipher: String, isArmored: Bool) throws {
        let file = try Self.seal(Self.text, cipher, .bytesToKey(.sha256), isArmored: isArmored)
        let format = try #require(try Self.quick.recover(file, passphrase: Self.passphrase))
        #expect(format.cipher.shortName == cipher && format.derivation == .bytesToKey(.sha256))
    }

    @Test("distinguishes modes that agree in the first block, for any salt", arguments: ["ctr", "cfb", "ofb"])
    func tellsModesApart(mode: String) throws {
        var random = Repeatable(23)
        let recovery = OpenSSLRecovery(derivations: [.bytesToKey(.sha256)])
        let cipher = try Cipher(named: "aes-256-\(mode)")
        for number in 0..<1000 {
            let salt = random.bytes(8)
            let keys = try Insecure.BytesToKey.deriveKey(
                from: Self.passphrase, salt: salt, using: .sha256, keyByteCount: 32, ivByteCount: 16)
            let sealed = try cipher.encrypt(Self.text, using: keys.key, iv: keys.iv) as [UInt8]
            let file = FileBeginning(Array("Salted__".utf8) + salt + sealed, isWhole: true)
            #expect(try recovery.recover(file, passphrase: Self.passphrase)?.cipher == cipher, "\(number)")
        }
    }

    static let someDerivations: [OpenSSLEnc.Derivation] =
        OpenSSLRecovery.usualHashes.flatMap { [.bytesToKey($0), .pbkdf2($0, iterations: 10_000)] }
        + [1000, 65_536, 100_000, 600_000, 1_000_000].map { .pbkdf2(.sha256, iterations: $0) }

    @Test("finds every usual hash function, and low and high iteration counts", arguments: someDerivations)
    func findsDerivations(derivation: OpenSSLEnc.Derivation) throws {
        let file = try Self.seal(Self.text, "aes-256-cbc", derivation)
        let recovery = OpenSSLRecovery(ciphers: [try Cipher(named: "aes-256-cbc"), try Cipher(named: "aes-128-cbc")])
        #expect(try recovery.recover(file, passphrase: Self.passphrase)?.derivation == derivation)
    }

    @Test("finds compressed data of any length", arguments: ["aes-256-cbc", "aes-256-ctr", "des-ede3-cbc", "chacha20"])
    func findsCompressed(cipher: String) throws {
        var random = Repeatable(39)
        for count in [1, 100, 4096, 5000, 70_000, 300_000] {
            let words = (0..<count).map { _ in Self.text[Int(random.bytes(1)[0]) % Self.text.count] }
            for content in [words, random.bytes(count)] {
                for format in [CompressionFormat.gzip, .zlib] where format == .gzip || count > 100 {
                    let file = try Self.seal(
                        try Deflater.deflate(content, format: format), cipher, .bytesToKey(.sha256))
                    #expect(
                        try Self.quick.recover(file, passphrase: Self.passphrase)?.cipher.shortName == cipher,
                        "\(format) of \(count) bytes")
                }
            }
        }
    }

    @Test(
        "finds text in other charsets",
        arguments: [
            ("GBK", "今天的会议改到下午三点,请不要忘记。"), ("GB18030", "数据库的备份在服务器上,明天再看。"),
            ("Big5", "今天的會議改到下午三點,請不要忘記。"), ("Shift_JIS", "今日の会議は午後三時からです。よろしくお願いします。"),
            ("ISO-8859-1", "Die Prüfung für Übungen fällt heute aus, schöne Grüße."),
            ("UTF-16LE", "今天的会议改到下午三点,请不要忘记。"), ("UTF-16BE", "The meeting is at three o'clock."),
        ])
    func findsCharsets(charset: String, text: String) throws {
        let bytes = try SystemCharsets().encode(text, charset: charset)
        for cipher in ["aes-256-cbc", "aes-128-ctr", "rc4"] {
            let file = try Self.seal(bytes, cipher, .bytesToKey(.md5))
            #expect(try Self.quick.recover(file, passphrase: Self.passphrase)?.cipher.shortName == cipher, "\(cipher)")
        }
    }

    @Test(
        "finds text of 14 bytes in other charsets, next to two bytes of padding",
        arguments: [
            ("GBK", "今天的会议改到"), ("Big5", "今天的會議改到"), ("Shift_JIS", "今日の会議は午"), ("EUC-JP", "明日は京都へ行"),
            ("EUC-KR", "오늘 회의는 세"), ("UTF-16LE", "数据库的备份在"), ("UTF-16BE", "The mee"),
        ])
    func findsShortText(charset: String, text: String) throws {
        let bytes = try SystemCharsets().encode(text, charset: charset)
        #expect(14...15 ~= bytes.count)
        let file = try Self.seal(bytes, "aes-256-cbc", .pbkdf2(.sha256, iterations: 1000))
        #expect(try Self.quick.recover(file, passphrase: Self.passphrase)?.cipher.shortName == "aes-256-cbc")
    }

    @Test("finds a file without a salt, also in Base64", arguments: [false, true])
    func findsUnsalted(isArmored: Bool) throws {
        let format = try OpenSSLEnc(
            passphrase: Self.passphrase, cipher: Cipher(named: "camellia-256-cbc"),
            derivation: .pbkdf2(.sha512, iterations: 1000), isSalted: false, isArmored: isArmored)
        let file = FileBeginning(try format.seal(Self.text), isWhole: true)
        let found = try #require(try Self.quick.recover(file, passphrase: Self.passphrase, isSalted: false))
        #expect(found.cipher == format.cipher && found.derivation == format.derivation)
        #expect(try found.open(file.bytes) == Self.text)
    }

    @Test("a header that several modes share does not decide between them", arguments: ["ctr", "cfb", "ofb"])
    func leavesSharedHeaders(mode: String) throws {
        var random = Repeatable(5)
        let header = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + Array("SQLite format 3\0".utf8)
        for message in [header.prefix(8) + random.bytes(500), header.suffix(16) + random.bytes(500)] {
            let file = try Self.seal(Array(message), "aes-256-\(mode)", .bytesToKey(.sha256))
            for ciphers in [nil, try ["ctr", "cfb", "ofb"].map { try Cipher(named: "aes-256-\($0)") }] {
                let recovery = OpenSSLRecovery(ciphers: ciphers, derivations: [.bytesToKey(.sha256)])
                #expect(try recovery.recover(file, passphrase: Self.passphrase) == nil)
            }
        }
    }

    @Test("repeated ciphertext is not evidence")
    func ignoresRepetition() throws {
        var random = Repeatable(11)
        let zeros = try Self.seal([UInt8](repeating: 0, count: 5000), "aes-128-ecb", .bytesToKey(.md5))
        #expect(try Self.quick.recover(zeros, passphrase: Self.passphrase)?.cipher.shortName == "aes-128-ecb")
        let wrong = SecretBytes(copying: "wrong horse".utf8)
        #expect(try Self.quick.recover(zeros, passphrase: wrong) == nil)
        // Periods of one byte, of blocks, and of no multiple of a block.
        for period in [1, 8, 16, 17, 48] {
            let body = Array(repeatElement(random.bytes(period), count: 960 / period).joined().prefix(944))
            let file = FileBeginning(Array("Salted__".utf8) + random.bytes(8) + body, isWhole: true)
            #expect(try Self.quick.recover(file, passphrase: wrong) == nil, "\(period)")
            let unsalted = FileBeginning(body, isWhole: true)
            #expect(try Self.quick.recover(unsalted, passphrase: wrong, isSalted: false) == nil, "\(period)")
        }
    }

    @Test("finds formats of which only a header is known, before noise, and cut compressed data")
    func findsHeaders() throws {
        var random = Repeatable(12)
        let gzip = try Deflater.deflate(
            (0..<20_000).map { _ in Self.text[Int(random.bytes(1)[0]) % Self.text.count] }, format: .gzip)
        let zstd: [UInt8] = [0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x58, 0x45, 0x0b, 0x01]
        let lz4: [UInt8] = [0x04, 0x22, 0x4d, 0x18, 0x64, 0x40, 0xa7]
        let flac = Array("fLaC".utf8) + [0, 0, 0, 34]
        for content in [
            Array(gzip.prefix(5000)), zstd + random.bytes(900), lz4 + random.bytes(900), flac + random.bytes(900),
        ] {
            let file = try Self.seal(content, "aes-256-cbc", .pbkdf2(.sha256, iterations: 1000))
            #expect(try Self.quick.recover(file, passphrase: Self.passphrase)?.cipher.shortName == "aes-256-cbc")
        }
    }

    @Test("accepts text, known formats and long files, but not noise")
    func weighsContents() throws {
        var random = Repeatable(1)
        let png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + random.bytes(500)
        let long = Array(repeatElement(Self.text, count: 3000).joined())
        for message in [[], png, long, Array("short note".utf8)] {
            let file = try Self.seal(message, "aes-128-cbc", .bytesToKey(.md5))
            #expect(
                try Self.quick.recover(file, passphrase: Self.passphrase)?.cipher.shortName == "aes-128-cbc",
                "\(message.count) bytes")
        }
        for count in [1, 16, 31, 1000] {
            let file = try Self.seal(random.bytes(count), "aes-256-ctr", .bytesToKey(.sha256))
            #expect(try Self.quick.recover(file, passphrase: Self.passphrase) == nil, "\(count) bytes of noise")
        }
    }

    @Test("two thousand wrong passphrases find nothing")
    func refusesWrongPassphrases() throws {
        let recovery = OpenSSLRecovery(derivations: [.bytesToKey(.sha256), .bytesToKey(.md5)])
        // Fixed seed: in a few hundred thousand tries, noise once passes for content, and a test must not be a lottery.
        var random = Repeatable(7)
        for (cipher, count) in [("aes-256-cbc", 32), ("aes-256-ctr", 20)] {
            let file = FileBeginning(Array("Salted__".utf8) + random.bytes(8 + count), isWhole: true)
            for number in 0..<1000 {
                let wrong = SecretBytes(copying: "wrong \(number)".utf8)
                #expect(try recovery.recover(file, passphrase: wrong) == nil, "\(cipher) \(number)")
            }
        }
    }

    @Test("finds nothing in files without a salt or with a header alone")
    func refusesOthers() throws {
        for text in ["", "Salted__", "Salted__12345678", "hello, world, this is no salted file"] {
            let beginning = FileBeginning(text.utf8, isWhole: true)
            #expect(try Self.quick.recover(beginning, passphrase: Self.passphrase) == nil)
        }
    }
}
