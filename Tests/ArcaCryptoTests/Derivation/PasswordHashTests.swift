internal import ArcaTestSupport
import ArcaCore
import ArcaCrypto
import Testing

@Suite struct PasswordHashTests {
    static let weak = try? PasswordHash.Scheme.scrypt(Scrypt.Cost(logN: 10))

    // passlib 1.7.4: scrypt.using(rounds=10, salt=bytes(range(16))), pbkdf2_sha256.using(rounds=29000, salt=…),
    // pbkdf2_sha512.using(rounds=1000, salt=bytes(range(240, 256))), each .hash('password'). The formats with i are the
    // same values in the PHC format's Base64.
    static let scrypt = "$scrypt$ln=10,r=8,p=1$AAECAwQFBgcICQoLDA0ODw$OnwHgqTb31Q6zXxSL+hT2bNKu4ryelxll0iM3yKBQLU"
    static let pbkdf2 = "$pbkdf2-sha256$29000$AAECAwQFBgcICQoLDA0ODw$oQniwjLkYbajNGr0RGSng8udgXKplgpN15LZNV56KTQ"
    static let pbkdf2SHA512 =
        "$pbkdf2-sha512$1000$8PHy8/T19vf4.fr7/P3./w$7JpjqKnxCfKupr7RXyhBzOyaiDby3r66zVaV0PpzTHeAv/Rhegfu5r6FVr4bD7pDGkeRerZdnt6Zcqjq6quNSw"
    // argon2 0~20190702 of Debian: argon2 SALT -id -t 2 -k 256 -p 1 and the like; the first has no version in its text.
    static let argon2 = [
        "$argon2i$m=256,t=2,p=2$c29tZXNhbHQ$tsEVYKap1h6scGt5ovl9aLRGOqOth+AMB+KwHpDFZPs",
        "$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$iekCn0Y3spW+sCcFanM2xBT63UP2sghkUoHLIUpWRS8",
        "$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc",
    ]
    static let stored =
        argon2 + [
            scrypt, pbkdf2, pbkdf2SHA512,
            "$pbkdf2-sha256$i=29000$AAECAwQFBgcICQoLDA0ODw$oQniwjLkYbajNGr0RGSng8udgXKplgpN15LZNV56KTQ",
            "$pbkdf2-sha256$i=29000,l=32$AAECAwQFBgcICQoLDA0ODw$oQniwjLkYbajNGr0RGSng8udgXKplgpN15LZNV56KTQ",
            "$pbkdf2-sha512$i=1000$8PHy8/T19vf4+fr7/P3+/w$7JpjqKnxCfKupr7RXyhBzOyaiDby3r66zVaV0PpzTHeAv/Rhegfu5r6FVr4bD7pDGkeRerZdnt6Zcqjq6quNSw",
        ]

    @Test("verifies passlib's hashes, and rejects other passwords", arguments: stored)
    func verifiesStoredHashes(text: String) throws {
        let hash = try PasswordHash(text)
        #expect(hash.text == text && "\(hash)" == text)
        #expect(try hash.verify("password".utf8))
        #expect(try !hash.verify("passwore".utf8))
        #expect(try !hash.verify("".utf8))
        #expect(try !hash.verify("password ".utf8))
    }

    @Test("parses scheme, salt and hash")
    func readsParts() throws {
        let hash = try PasswordHash(Self.scrypt)
        #expect(hash.scheme == .scrypt(try Scrypt.Cost(logN: 10, r: 8, p: 1)))
        #expect(hash.salt == Array(0..<16))
        #expect(hash.hash.count == 32)
        #expect(try PasswordHash(Self.pbkdf2).scheme == .pbkdf2(.sha256, iterations: 29000))
        #expect(try PasswordHash(Self.pbkdf2SHA512).salt == Array(240...255))
    }

    @Test("parses variant, version and cost of Argon2")
    func readsArgon2() throws {
        let cost = try Argon2.Cost(memoryKiB: 256, passes: 2, lanes: 2)
        #expect(try PasswordHash(Self.argon2[0]).scheme == .argon2(cost, variant: .i, version: .v10))
        #expect(try PasswordHash(Self.argon2[2]).scheme == .argon2(cost))
        #expect(try PasswordHash(Self.argon2[2]).salt == Array("somesalt".utf8))
        #expect(try PasswordHash(Self.argon2[2]).needsRehash(for: .argon2()))
        #expect(try !PasswordHash(Self.argon2[2]).needsRehash(for: .argon2(cost)))
        #expect(try PasswordHash(Self.argon2[1]).needsRehash(for: .argon2(cost)))
        let made = try PasswordHash(hashing: "a".utf8, scheme: .argon2(.interactive))
        #expect(made.text.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$") && made.hash.count == 32)
    }

    @Test(
        "rejects malformed strings of Argon2, and costs above the limits",
        arguments: [
            ("$argon2id$v=18$m=256,t=2,p=1", CryptoError.Code.unsupported),
            ("$argon2id$v=19$m=256,t=2", .invalidFormat),
            ("$argon2id$v=19$t=2,m=256,p=1", .invalidFormat), ("$argon2id$v=19$m=256,t=2,p=1,x=1", .invalidFormat),
            ("$argon2id$v=019$m=256,t=2,p=1", .invalidFormat), ("$argon2id$v=19$m=63,t=2,p=1", .invalidParameter),
            ("$argon2id$v=19$m=256,t=0,p=1", .invalidParameter), ("$argon2id$v=19$m=256,t=1,p=33", .invalidParameter),
            ("$argon2id$v=19$m=1048577,t=1,p=1", .costTooHigh), ("$argon2id$v=19$m=1048576,t=17,p=1", .costTooHigh),
            ("$argon2id$v=19$m=99999999999999999999,t=1,p=1", .invalidFormat),
            ("$argon2id$v=19$m=4294967296,t=1,p=1", .invalidParameter),
        ])
    func refusesArgon2(start: String, code: CryptoError.Code) {
        let rest = "$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc"
        #expect(throws: CryptoError.self) { try PasswordHash(start + rest) }
        do { _ = try PasswordHash(start + rest) } catch { #expect(error.code == code, "\(error)") }
        for (salt, hash) in [("c29tZXNhbA", "bQk8UB/VmZZF4Oo79iDXuA"), ("c29tZXNhbHQ", "bQk8UB/VmZZF4Oo")] {
            #expect(throws: CryptoError.self) { try PasswordHash("$argon2id$v=19$m=256,t=2,p=1$\(salt)$\(hash)") }
        }
    }

    @Test("agrees with PHP's password_hash in both directions", .enabled(if: Peer.has("php")))
    func agreesWithPHP() throws {
        let cost = try Argon2.Cost(memoryKiB: 512, passes: 2)
        let ours = try [Argon2.Variant.id, .i].map { variant in
            try PasswordHash(hashing: "Ωμέγα".utf8, scheme: .argon2(cost, variant: variant)).text
        }
        let script = """
            foreach (array_slice($argv, 1) as $hash) {
                echo json_encode([password_verify('Ωμέγα', $hash), password_verify('Ωμέγ', $hash)]), "\n";
            }
            foreach ([PASSWORD_ARGON2ID, PASSWORD_ARGON2I] as $kind) {
                echo password_hash('Ωμέγα', $kind, ['memory_cost' => 300, 'time_cost' => 3, 'threads' => 1]), "\n";
            }
            """
        let lines = try Peer.output(["php", "-r", script, "--"] + ours).split(separator: "\n").map(String.init)
        #expect(lines.count == 4 && lines.prefix(2) == ["[true,false]", "[true,false]"])
        for line in lines.dropFirst(2) {
            #expect(try PasswordHash(line).verify("Ωμέγα".utf8), "\(line)")
            #expect(try !PasswordHash(line).verify("Ωμέγ".utf8), "\(line)")
        }
    }

    @Test("agrees with the argon2 command", .enabled(if: Peer.has("argon2")))
    func agreesWithArgon2() throws {
        for (option, variant) in [("-id", Argon2.Variant.id), ("-i", .i), ("-d", .d)] {
            let text = try Peer.run(
                ["argon2", "somesaltsomesalt", option, "-t", "2", "-k", "321", "-p", "3", "-l", "24", "-e"],
                input: Array("password".utf8)
            ).text
            let hash = try PasswordHash(text.split(separator: "\n").map(String.init)[0])
            #expect(hash.scheme == .argon2(try Argon2.Cost(memoryKiB: 321, passes: 2, lanes: 3), variant: variant))
            #expect(try hash.verify("password".utf8) && !hash.verify("passwore".utf8))
        }
    }

    @Test("writes hashes that it can parse and verify, with a fresh salt each time")
    func writesHashes() throws {
        let schemes: [PasswordHash.Scheme] = [
            try #require(Self.weak), try .pbkdf2(.sha256, iterations: 10), try .pbkdf2(.sha512, iterations: 11),
            .argon2(try Argon2.Cost(memoryKiB: 64, passes: 1, lanes: 2)),
            .argon2(try Argon2.Cost(memoryKiB: 64, passes: 2), variant: .i, version: .v10),
            .argon2(try Argon2.Cost(memoryKiB: 64, passes: 1), variant: .d),
        ]
        for scheme in schemes {
            let hash = try PasswordHash(hashing: "päss".utf8, scheme: scheme)
            let read = try PasswordHash(hash.text)
            #expect(read.scheme == scheme)
            #expect(read.salt == hash.salt)
            #expect(read.hash == hash.hash)
            #expect(try read.verify("päss".utf8))
            #expect(try !read.verify("pass".utf8))
            #expect(try PasswordHash(hashing: "päss".utf8, scheme: scheme).salt != hash.salt)
        }
        #expect(try PasswordHash(hashing: [1]).text.hasPrefix("$scrypt$ln=17,r=8,p=1$"))
        #expect(try PasswordHash(hashing: [1], scheme: schemes[1]).text.hasPrefix("$pbkdf2-sha256$i=10$"))
    }

    @Test(
        "rejects malformed strings and reports the offset",
        arguments: [
            ("scrypt$ln=10", 0), ("$scrypt$v=1$ln=10,r=8,p=1$SALT$HASH", 8), ("$scrypt$r=8,ln=10,p=1$SALT$HASH", 8),
            ("$scrypt$ln=10,r=8$SALT$HASH", 18), ("$scrypt$ln=10,r=8,p=1,x=1$SALT$HASH", 22),
            ("$scrypt$ln=010,r=8,p=1$SALT$HASH", 11), ("$scrypt$SALT$HASH", 8), ("$scrypt$ln=10,r=8,p=1$SALT", 44),
            ("$scrypt$ln=10,r=8,p=1", 21), ("$scrypt$ln=10,r=8,p=1$SALT$HASH$", 88),
            ("$scrypt$ln=10,r=8,p=1$SALT$HASH=", 88),
            ("$scrypt$ln=10,r=8,p=1$AAECAwQFBgcICQoLDA0O$HASH", 22), ("$scrypt$ln=10,r=8,p=1$SALT$SALT", 45),
            ("$scrypt$ln=10,r=8,p=1$SALT$HASHSALT", 45), ("$pbkdf2-sha256$i=029000$SALT$HASH", 17),
            ("$pbkdf2-sha256$i=29000,l=31$SALT$HASH", 25), ("$pbkdf2-sha256$i=29000,x=32$SALT$HASH", 23),
            ("$pbkdf2-sha256$029000$SALT$HASH", 15), ("$pbkdf2-sha256$29000$SALT$H+SH", 44),
            ("$pbkdf2-sha256$29000x$SALT$HASH", 15), ("$pbkdf2-sha256$29000$SALT$SALT", 44),
            ("$pbkdf2-sha256$29000$A$HASH", 22), ("$pbkdf2-sha256$-1$SALT$HASH", 15), ("$pbkdf2-sha256$$SALT$HASH", 15),
            ("$pbkdf2-sha256$i=29000$SALT$.ASH", 46),
        ])
    func refusesMalformedStrings(form: String, offset: Int) throws {
        let salt = "AAECAwQFBgcICQoLDA0ODw"
        let hash = "oQniwjLkYbajNGr0RGSng8udgXKplgpN15LZNV56KTQ"
        var text = ""
        // String.replacingOccurrences needs Foundation.
        for field in form.split(separator: "$", omittingEmptySubsequences: false).enumerated() {
            if field.offset > 0 { text += "$" }
            switch field.element {
            case "SALT": text += salt
            case "HASH": text += hash
            case "HASH=": text += hash + "="
            case "HASHSALT": text += hash.dropLast() + salt
            case "H+SH": text += "+" + hash.dropFirst()
            case ".ASH": text += "." + hash.dropFirst()
            default: text += field.element
            }
        }
        #expect(throws: CryptoError.code(.invalidFormat, at: offset)) { try PasswordHash(text) }
    }

    @Test("rejects other functions", arguments: ["$yescrypt$v=19$m=65536,t=3,p=1$AA$AA", "$2b$12$AAAAAAAA", "$x"])
    func refusesOtherFunctions(text: String) {
        #expect(throws: CryptoError.code(.unsupported)) { try PasswordHash(text) }
    }

    @Test(
        "rejects costs above the default limits, unless the limits are raised",
        arguments: [
            ("ln=21,r=8,p=1", CryptoError.Code.costTooHigh), ("ln=10,r=17,p=1", .costTooHigh),
            ("ln=10,r=8,p=5", .costTooHigh), ("ln=20,r=16,p=1", .costTooHigh), ("ln=9,r=8,p=1", .invalidParameter),
            ("ln=0,r=8,p=1", .invalidParameter), ("ln=10,r=0,p=1", .invalidParameter),
            ("ln=62,r=8,p=1", .costTooHigh), ("ln=10,r=9223372036854775807,p=9223372036854775807", .invalidParameter),
        ])
    func refusesCosts(parameters: String, code: CryptoError.Code) {
        let rest = "AAECAwQFBgcICQoLDA0ODw$OnwHgqTb31Q6zXxSL+hT2bNKu4ryelxll0iM3yKBQLU"
        #expect(throws: CryptoError(code, "")) { try PasswordHash("$scrypt$\(parameters)$\(rest)") }
    }

    @Test("applies custom limits")
    func takesOtherLimits() throws {
        let tight = CostLimits(scryptLogN: 11...20, pbkdf2Iterations: 1...28999)
        #expect(throws: CryptoError.code(.invalidParameter)) { try PasswordHash(Self.scrypt, limits: tight) }
        #expect(throws: CryptoError.code(.costTooHigh)) { try PasswordHash(Self.pbkdf2, limits: tight) }
        let wide = CostLimits(scryptLogN: 1...20)
        _ = try PasswordHash("$scrypt$ln=4" + Self.scrypt.dropFirst(13), limits: wide)
    }

    @Test("reports hashes that are weaker than required")
    func tellsNeedOfRehash() throws {
        let hash = try PasswordHash(Self.scrypt)
        #expect(hash.needsRehash())
        #expect(!hash.needsRehash(for: .scrypt(try Scrypt.Cost(logN: 10))))
        #expect(hash.needsRehash(for: .scrypt(try Scrypt.Cost(logN: 10, p: 2))))
        #expect(hash.needsRehash(for: try .pbkdf2(.sha256, iterations: 1)))
        let old = try PasswordHash(Self.pbkdf2)
        #expect(old.needsRehash())
        #expect(!old.needsRehash(for: try .pbkdf2(.sha256, iterations: 29000)))
        #expect(old.needsRehash(for: try .pbkdf2(.sha256, iterations: 29001)))
        #expect(old.needsRehash(for: try .pbkdf2(.sha512, iterations: 1)))
    }

    @Test("rejects an empty password and unsupported schemes")
    func refusesParameters() {
        #expect(throws: CryptoError.code(.invalidParameter)) { try PasswordHash(hashing: [UInt8]()) }
        #expect(throws: CryptoError.code(.invalidParameter)) { try PasswordHash.Scheme.pbkdf2(.md5, iterations: 1) }
        #expect(throws: CryptoError.code(.invalidParameter)) { try PasswordHash.Scheme.pbkdf2(.sha256, iterations: 0) }
    }

    @Test(
        "agrees with passlib in both directions", .enabled(if: Peer.hasPython(module: "passlib")))
    func agreesWithPasslib() throws {
        let ours = try PasswordHash(hashing: "Ωμέγα".utf8, scheme: try #require(Self.weak)).text
        let script = """
            import sys
            from passlib.hash import scrypt, pbkdf2_sha256, pbkdf2_sha512
            print(scrypt.verify('Ωμέγα', sys.argv[1]), scrypt.verify('Ωμέγ', sys.argv[1]))
            print(scrypt.using(rounds=11, salt_size=20).hash('Ωμέγα'))
            print(scrypt.using(rounds=10, block_size=4, parallelism=3).hash('Ωμέγα'))
            for size in range(16, 49):
                print(pbkdf2_sha256.using(rounds=size, salt_size=size).hash('Ωμέγα'))
                print(pbkdf2_sha512.using(rounds=size, salt_size=size).hash('Ωμέγα'))
            """
        let lines = try Peer.output(["python3", "-c", script, ours]).split(separator: "\n").map(String.init)
        #expect(lines.first == "True False")
        #expect(lines.count == 3 + 2 * 33)
        for line in lines.dropFirst() {
            #expect(try PasswordHash(line).verify("Ωμέγα".utf8), "\(line)")
            #expect(try !PasswordHash(line).verify("Ωμέγ".utf8), "\(line)")
        }
    }

    @Test("handles modified strings without a crash, and accepts only canonical ones")
    func takesChangedStrings() throws {
        let alphabet = Array("$=,.+/-0123456789Aalnpriv\n\u{0}é".utf8)
        var random = Repeatable(172)
        for text in Self.stored {
            for _ in 0..<3000 {
                var bytes = Array(text.utf8)
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let index = Int.random(in: 0..<bytes.count, using: &random)
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: bytes[index] = alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
                    case 1: bytes.insert(alphabet[Int.random(in: 0..<alphabet.count, using: &random)], at: index)
                    default: bytes.remove(at: index)
                    }
                }
                let changed = String(decoding: bytes, as: UTF8.self)
                guard let hash = try? PasswordHash(changed) else { continue }
                let isArgon2 = changed.hasPrefix("$argon2")
                #expect((isArgon2 ? 8...48 : 16...48).contains(hash.salt.count), "\(changed)")
                let counts = isArgon2 ? Array(12...64) : [32, 64]
                #expect(hash.text == changed && counts.contains(hash.hash.count), "\(changed)")
            }
        }
    }
}
