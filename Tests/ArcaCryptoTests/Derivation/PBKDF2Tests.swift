internal import ArcaTestSupport
import ArcaCore
import ArcaCrypto
import Testing

@Suite struct PBKDF2Tests {
    struct Case: Sendable, CustomTestStringConvertible {
        let hash: AnyHashFunction
        let passphrase: String
        let salt: String
        let iterations: Int
        let expected: String

        var testDescription: String { "\(hash.name), \(passphrase), \(iterations)" }
    }

    // RFC 6070; RFC 7914, section 11, for SHA-256. The vector with 2^24 iterations is in Vectors/pbkdf2.
    static let published = [
        Case(
            hash: .sha1, passphrase: "password", salt: "salt", iterations: 1,
            expected: "0c60c80f961f0e71f3a9b524af6012062fe037a6"),
        Case(
            hash: .sha1, passphrase: "password", salt: "salt", iterations: 2,
            expected: "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957"),
        Case(
            hash: .sha1, passphrase: "password", salt: "salt", iterations: 4096,
            expected: "4b007901b765489abead49d926f721d065a429c1"),
        Case(
            hash: .sha1, passphrase: "passwordPASSWORDpassword", salt: "saltSALTsaltSALTsaltSALTsaltSALTsalt",
            iterations: 4096, expected: "3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038"),
        Case(
            hash: .sha1, passphrase: "pass\0word", salt: "sa\0lt", iterations: 4096,
            expected: "56fa6aa75548099dcc37d7f03425e0c3"),
        Case(
            hash: .sha256, passphrase: "passwd", salt: "salt", iterations: 1,
            expected:
                "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783"
        ),
        Case(
            hash: .sha256, passphrase: "Password", salt: "NaCl", iterations: 80000,
            expected:
                "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d"
        ),
    ]

    @Test("matches the test vectors of RFC 6070 and RFC 7914", arguments: published)
    func derivesPublishedVectors(test: Case) throws {
        let expected = hex(test.expected)
        let key = try PBKDF2.deriveKey(
            from: test.passphrase.utf8, salt: test.salt.utf8, using: test.hash, iterations: test.iterations,
            outputByteCount: expected.count)
        #expect([UInt8](bytes: key) == expected)
    }

    // Python's names of the functions.
    static let pythonNames: [AnyHashFunction: String] = [
        .sha1: "sha1", .sha224: "sha224", .sha256: "sha256", .sha384: "sha384", .sha512: "sha512", .md5: "md5",
        .sha512t224: "sha512_224", .sha512t256: "sha512_256", .sha3_224: "sha3_224", .sha3_256: "sha3_256",
        .sha3_384: "sha3_384", .sha3_512: "sha3_512", .sm3: "sm3", .ripemd160: "ripemd160", .blake2b: "blake2b512",
        .blake2s: "blake2s256",
    ]

    @Test(
        "agrees with Python at lengths around a block and a digest",
        .enabled(if: Peer.hasPython(module: "hashlib")), arguments: AnyHashFunction.all.filter { !$0.isExtendable })
    func agreesWithPython(function: AnyHashFunction) throws {
        let name = try #require(Self.pythonNames[function])
        let block = function.blockByteCount
        var script = "import hashlib\n"
        var ours: [String] = []
        for count in [0, 1, block - 1, block, block + 1, 3 * block] {
            for output in [1, function.digestByteCount, function.digestByteCount + 1, 150] {
                let passphrase = [UInt8](repeating: UInt8(truncatingIfNeeded: count), count: count)
                let salt = [UInt8](repeating: 7, count: count % 17)
                let key = try PBKDF2.deriveKey(
                    from: passphrase, salt: salt, using: function, iterations: 3, outputByteCount: output)
                ours.append(hexText([UInt8](bytes: key)))
                script += "print(hashlib.pbkdf2_hmac('\(name)', bytes.fromhex('\(hexText(passphrase))'), "
                script += "bytes.fromhex('\(hexText(salt))'), 3, \(output)).hex())\n"
            }
        }
        let theirs = try Peer.output(["python3", "-c", script]).split(separator: "\n").map(String.init)
        #expect(ours == theirs)
    }

    @Test("a series gives the same keys as separate calls", arguments: AnyHashFunction.all.filter { !$0.isExtendable })
    func continues(hash: AnyHashFunction) throws {
        let series = try PBKDF2.Series(from: "password".utf8, salt: "saltsalt".utf8, using: hash, outputByteCount: 50)
        for count in [1, 2, 3, 3, 1000] {
            let key = try PBKDF2.deriveKey(
                from: "password".utf8, salt: "saltsalt".utf8, using: hash, iterations: count, outputByteCount: 50)
            #expect(try series.key(iterations: count) == key, "\(count)")
        }
        #expect(throws: CryptoError.code(.invalidParameter)) { try series.key(iterations: 999) }
    }

    @Test("defaults to SHA-256 and 32 bytes")
    func hasDefaults() throws {
        let key = try PBKDF2.deriveKey(from: "passwd".utf8, salt: "salt".utf8, iterations: 1)
        #expect([UInt8](bytes: key) == hex("55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"))
    }

    @Test("rejects zero iterations, lengths out of range and SHAKE", arguments: [0, -1, Int.min])
    func refusesParameters(number: Int) {
        let wrong = CryptoError.code(.invalidParameter)
        #expect(throws: wrong) { try PBKDF2.deriveKey(from: [1], salt: [2], iterations: number) }
        #expect(throws: wrong) { try PBKDF2.deriveKey(from: [1], salt: [2], iterations: 1, outputByteCount: number) }
        #expect(throws: wrong) {
            try PBKDF2.deriveKey(from: [1], salt: [2], using: .sha1, iterations: 1, outputByteCount: 20 << 32)
        }
        #expect(throws: wrong) { try PBKDF2.deriveKey(from: [1], salt: [2], using: .shake256, iterations: 1) }
    }
}
