internal import ArcaCore
import ArcaContainers
import ArcaCrypto
import ArcaInspect
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

    @Test("finds every usual key derivation", arguments: OpenSSLRecovery.usualDerivations)
    func findsDerivations(derivation: OpenSSLEnc.Derivation) throws {
        let file = try Self.seal(Self.text, "aes-256-cbc", derivation)
        // The last run tries all expensive derivations; other runs only cheap ones and their own.
        let isLast = derivation == OpenSSLRecovery.usualDerivations.last
        let others = OpenSSLRecovery.usualDerivations.filter {
            if case .pbkdf2(_, let count) = $0 { isLast || count <= 10_000 || $0 == derivation } else { true }
        }
        let recovery = OpenSSLRecovery(
            ciphers: [try Cipher(named: "aes-256-cbc"), try Cipher(named: "aes-128-cbc")], derivations: others)
        #expect(try recovery.recover(file, passphrase: Self.passphrase)?.derivation == derivation)
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
