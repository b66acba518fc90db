internal import ArcaTestSupport
internal import Foundation
import ArcaCodecs
import ArcaCore
import ArcaCrypto
import ArcaKeys
import Testing

@Suite struct PKCS8Tests {
    private static func family(_ name: String) throws -> PeerKeys.Family { try #require(PeerKeys.family(name)) }

    @Test("openssl opens our encrypted keys with every derivation", .enabled(if: PeerKeys.canRun))
    func isOpenedByOpenSSL() throws {
        let encryptions: [(KeyEncryption, String)] = [
            (.standard, "AES-256-CBC, scrypt N=2^14 r=15 p=4"),
            (.scrypt(try Scrypt.Cost(logN: 4, r: 2, p: 3)), "AES-256-CBC, scrypt N=2^4 r=2 p=3"),
            (.pbkdf2(iterations: 7), "AES-256-CBC, PBKDF2 SHA-256 7 iterations"),
            (.pbkdf2(.sha512, iterations: 8), "AES-256-CBC, PBKDF2 SHA-512 8 iterations"),
            (.pbkdf2(.sha3_256, iterations: 9), "AES-256-CBC, PBKDF2 SHA3-256 9 iterations"),
        ]
        let family = try Self.family("rsa")
        let key = try AnyKey(family.pkcs8).privateKey()
        for (encryption, description) in encryptions {
            let der = try PKCS8.encrypt(key, passphrase: PeerKeys.passphrase, encryption: encryption)
            #expect(try PKCS8.scheme(encrypted: der).description == description)
            #expect(try PKCS8.scheme(encrypted: der).isWeak == false)
            #expect(try PKCS8.privateKey(encrypted: der, passphrase: PeerKeys.passphrase) == key)
            // OpenSSL 3.0 has no identifiers for PBKDF2 with SHA-3.
            guard !description.contains("SHA3") else { continue }
            try Peer.inFolder { folder in
                try Data(der).write(to: folder.appendingPathComponent("key.der"))
                let answer = try Peer.run(
                    [
                        "openssl", "pkcs8", "-topk8", "-nocrypt", "-inform", "DER", "-in", "key.der", "-passin",
                        "pass:correct horse",
                        "-outform", "DER",
                    ], in: folder)
                #expect(answer.status == 0 && answer.output == family.pkcs8, "\(description): \(answer.errors)")
            }
        }
    }

    @Test("X-Wing keys are accepted in one encoding only")
    func xWing() throws {
        let key = try XWingMLKEM768X25519.PrivateKey()
        let seed = Array(bytes: key.seedRepresentation)
        let half = key.publicKey.rawRepresentation
        let identifier = DERValue.objectIdentifier(ASN1ObjectIdentifier(1, 3, 6, 1, 4, 1, 62253, 25722))
        let algorithm = DERValue.sequence([identifier])
        func pkcs8(_ content: DERValue, _ algorithm: DERValue? = nil, version: Int = 0, _ more: [DERValue] = [])
            -> [UInt8]
        {
            DERValue.sequence([.integer(version), algorithm ?? DERValue.sequence([identifier]), content] + more)
                .encoded()
        }
        let good = pkcs8(.octetString(seed))
        #expect(try PKCS8.privateKey(der: good) == .xWing(key))
        #expect(try Array(bytes: PKCS8.encode(.xWing(key))) == good)
        func publicHalf(_ bytes: [UInt8]) -> DERValue {
            .primitive(.context(1, isConstructed: false), [0] + bytes)
        }
        #expect(try PKCS8.privateKey(der: pkcs8(.octetString(seed), version: 1, [publicHalf(half)])) == .xWing(key))
        let other = try XWingMLKEM768X25519.PrivateKey().publicKey.rawRepresentation
        let withNull = DERValue.sequence([identifier, .null])
        for wrong in [
            pkcs8(.octetString(seed.dropLast())), pkcs8(.octetString(seed + [0])), pkcs8(.octetString([UInt8]())),
            pkcs8(.octetString(DERValue.octetString(seed))), pkcs8(.octetString(seed), withNull),
            pkcs8(.octetString(seed), version: 1, [publicHalf(other)]),
            pkcs8(.octetString(seed), version: 1, [publicHalf(half.dropLast())]),
        ] {
            #expect(throws: KeyError.self) { try PKCS8.privateKey(der: wrong) }
        }

        let spki = DERValue.sequence([algorithm, .bitString(half)]).encoded()
        #expect(try SPKI.publicKey(der: spki) == .xWing(key.publicKey))
        #expect(try SPKI.encode(.xWing(key.publicKey)) == spki)
        // The first coefficient is 4095; all must be below 3329.
        let unreduced = [0xff, half[1] | 0x0f] + half[2...]
        for wrong in [
            DERValue.sequence([algorithm, .bitString(half.dropLast())]),
            DERValue.sequence([algorithm, .bitString(half + [0])]),
            DERValue.sequence([withNull, .bitString(half)]),
            DERValue.sequence([algorithm, .bitString(Array(unreduced))]),
            DERValue.sequence([algorithm, .primitive(.bitString, [1] + half.dropLast() + [half[1215] & 0xfe])]),
        ] {
            #expect(throws: KeyError.self) { try SPKI.publicKey(der: wrong.encoded()) }
        }
    }

    @Test("two encryptions share neither salt nor IV, and an empty passphrase is rejected")
    func isFresh() throws {
        let key = AnyPrivateKey.ed25519(Curve25519.Signing.PrivateKey())
        let encryption = KeyEncryption.pbkdf2(iterations: 1)
        let first = try PKCS8.encrypt(key, passphrase: PeerKeys.passphrase, encryption: encryption)
        #expect(try PKCS8.encrypt(key, passphrase: PeerKeys.passphrase, encryption: encryption) != first)
        #expect(throws: KeyError.code(.invalidOption)) {
            try PKCS8.encrypt(key, passphrase: SecretBytes(copying: [UInt8]()))
        }
        for hash in [AnyHashFunction.md5, .sha1, .blake2b, .shake256] {
            #expect(throws: KeyError.code(.unsupported), "\(hash)") {
                try PKCS8.encrypt(key, passphrase: PeerKeys.passphrase, encryption: .pbkdf2(hash, iterations: 1))
            }
        }
    }

    @Test(
        "exchanges keys with Python in both directions",
        .enabled(if: PeerKeys.canRun && Peer.hasPython(module: "cryptography")))
    func agreesWithPython() throws {
        for name in ["rsa", "ed25519", "ed448", "x25519", "x448", "P-256", "P-521", "secp256k1"] {
            let family = try Self.family(name)
            let key = try AnyKey(family.pkcs8).privateKey()
            let encrypted = try PKCS8.encrypt(
                key, passphrase: PeerKeys.passphrase, encryption: .pbkdf2(iterations: 1000))
            let answer = try Peer.python(
                """
                from cryptography.hazmat.primitives.serialization import *
                plain = bytes.fromhex("\(hexText(family.pkcs8))")
                one = load_der_private_key(bytes.fromhex("\(hexText(encrypted))"), b"correct horse")
                spki = one.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
                locked = BestAvailableEncryption(b"correct horse")
                forms = [one.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, locked),
                    one.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())]
                try: forms.append(one.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, locked))
                except ValueError: pass
                try: forms.append(one.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption()))
                except ValueError: pass
                except Exception as error: raise
                print(spki.hex())
                for form in forms: print(form.hex())
                """)
            #expect(answer.status == 0, "\(name): \(answer.errors)")
            let lines = answer.lines.map { hex(String($0)) }
            #expect(lines.first == family.spki, "\(name)")
            #expect(lines.count >= 3, "\(name)")
            for form in lines.dropFirst() {
                let back = try AnyKey(form, passphrase: PeerKeys.passphrase)
                #expect(try PKCS8.encode(back.privateKey()) == SecretBytes(copying: family.pkcs8), "\(name)")
            }
        }
    }

    @Test("reads PBES1 with DES, which openssl writes with its legacy provider only")
    func readsPBES1() throws {
        let seed = hex("30c265cbd14ec438d1df033d3a45aacbde12070987f8ff32c606154b93338356")
        // openssl pkcs8 -topk8 -v1 SCHEME -iter 1000 -provider legacy -provider default, for one Ed25519 key.
        let files = [
            (
                "DES-CBC, PBKDF1 MD5 1000 iterations",
                "MFcwGwYJKoZIhvcNAQUDMA4ECCiTMqrQ5vptAgID6AQ4yY3CyWxpWR9MPQChCpqb"
                    + "86xrWJylUGb8NVwCwf50Ks4ToqPfRX4LVTWTeeaiYiWUlGD8r2sObJ8="
            ),
            (
                "DES-CBC, PBKDF1 SHA-1 1000 iterations",
                "MFcwGwYJKoZIhvcNAQUKMA4ECAVEww5IkMk9AgID6AQ40aQulsosXI5k+t0tEIAe"
                    + "JDIIIvbBY8CzPqB9grQAwoTOmhYmAouIlDi3v5jMAguTeYPgaNsyyCQ="
            ),
        ]
        for (description, text) in files {
            let der = try Base64.standard.decode(text)
            let scheme = try PKCS8.scheme(encrypted: der)
            #expect(scheme.description == description && scheme.isWeak)
            let key = try PKCS8.privateKey(encrypted: der, passphrase: PeerKeys.passphrase)
            #expect(try key.ed25519().rawRepresentation == SecretBytes(copying: seed))
            for passphrase in ["correct horsE", "", "correct horse "] {
                #expect(throws: KeyError.code(.wrongPassphrase)) {
                    try PKCS8.privateKey(encrypted: der, passphrase: SecretBytes(copying: passphrase.utf8))
                }
            }
        }
        func der(saltByteCount: Int) -> [UInt8] {
            let parameters = DERValue.sequence([.octetString([UInt8](repeating: 1, count: saltByteCount)), .integer(9)])
            let scheme = DERValue.objectIdentifier(ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 5, 3))
            return DERValue.sequence([.sequence([scheme, parameters]), .octetString([UInt8](repeating: 2, count: 8))])
                .encoded()
        }
        _ = try PKCS8.scheme(encrypted: der(saltByteCount: 8))
        for count in [0, 7, 9] {
            #expect {
                try PKCS8.scheme(encrypted: der(saltByteCount: count))
            } throws: {
                ($0 as? KeyError)?.code == .malformed
            }
        }
        // RC2, which no provider here supports.
        let rc2 =
            "MFcwGwYJKoZIhvcNAQUGMA4ECM2uEHypdBC6AgID6AQ4r6flzgwzS+Z1jThodOgo"
            + "gAqc+vw1QbCsbenk5NNmUCuF9gP1OSG7/LUs4X8yJHMcYmPGbTNIopM="
        #expect(throws: KeyError.code(.unsupported)) { try PKCS8.scheme(encrypted: Base64.standard.decode(rc2)) }
    }

    @Test("a public half next to the private key must belong to it")
    func checksPublicHalf() throws {
        let key = Curve25519.Signing.PrivateKey()
        func der(_ publicHalf: [UInt8], version: Int = 1) -> [UInt8] {
            DERValue.sequence([
                .integer(version), .sequence([.objectIdentifier(ASN1ObjectIdentifier(1, 3, 101, 112))]),
                .octetString(.octetString(key.rawRepresentation)),
                .bitString(publicHalf, tag: .context(1, isConstructed: false)),
            ]).encoded()
        }
        let own = key.publicKey.rawRepresentation
        #expect(try PKCS8.privateKey(der: der(own)) == .ed25519(key))
        #expect(throws: KeyError.code(.invalidKey)) { try PKCS8.privateKey(der: der([UInt8](repeating: 1, count: 32))) }
        // Version 0 has no field for it.
        #expect(throws: KeyError.self) { try PKCS8.privateKey(der: der(own, version: 0)) }
        #expect(throws: KeyError.self) { try PKCS8.privateKey(der: der(own, version: 2)) }
    }

    @Test("RSA numbers must be positive and minimal, the version known, and no bytes trailing")
    func refusesPKCS1() throws {
        let numbers = try AnyKey(Self.family("rsa").pkcs8).privateKey().rsa().numbers
        let der = [UInt8](bytes: PKCS1.encode(numbers))
        #expect(try PKCS1.privateNumbers(der: der) == numbers)
        // 30 82 LL LL 02 01 00: the version; then 02 82 01 01 00: the modulus and its leading zero.
        var changed = der
        changed[6] = 2
        #expect(throws: KeyError.code(.malformed, at: 4)) { try PKCS1.privateNumbers(der: changed) }
        changed = der
        changed[6] = 1
        #expect(throws: KeyError.self, "version 1 without further primes") { try PKCS1.privateNumbers(der: changed) }
        changed = der
        changed[11] = 0x80
        #expect(throws: KeyError.code(.malformed, at: 7), "a negative modulus") {
            try PKCS1.privateNumbers(der: changed)
        }
        changed = der
        changed[12] = 0
        #expect(throws: KeyError.code(.malformed, at: 7), "two zeros") { try PKCS1.privateNumbers(der: changed) }
        #expect(throws: KeyError.code(.malformed, at: der.count)) { try PKCS1.privateNumbers(der: der + [0]) }
        let publicDER = PKCS1.encode(numbers.publicNumbers)
        #expect(try PKCS1.publicNumbers(der: publicDER) == numbers.publicNumbers)
        #expect(throws: KeyError.self) { try PKCS1.publicNumbers(der: der) }
        for count in der.indices {
            #expect(throws: KeyError.self, "\(count)") { try PKCS1.privateNumbers(der: der[..<count]) }
        }
    }

    @Test("names unsupported algorithms, and rejects parameters where none are allowed")
    func refusesAlgorithms() throws {
        func spki(_ algorithm: [DERValue], _ key: [UInt8]) -> [UInt8] {
            DERValue.sequence([.sequence(algorithm), .bitString(key)]).encoded()
        }
        let dsa = spki([.objectIdentifier(ASN1ObjectIdentifier(1, 2, 840, 10040, 4, 1))], [1])
        do {
            _ = try SPKI.publicKey(der: dsa)
            Issue.record("a DSA key was read")
        } catch { #expect(error.code == .unsupported && error.reason.contains("DSA")) }
        let ed25519 = ASN1ObjectIdentifier(1, 3, 101, 112)
        let point = [UInt8](repeating: 2, count: 32)
        #expect(try SPKI.publicKey(der: spki([.objectIdentifier(ed25519)], point)).algorithmName == "Ed25519")
        #expect(throws: KeyError.self) { try SPKI.publicKey(der: spki([.objectIdentifier(ed25519), .null], point)) }
        #expect(throws: KeyError.code(.invalidKey)) {
            try SPKI.publicKey(der: spki([.objectIdentifier(ed25519)], point + [1]))
        }
        let elliptic = ASN1ObjectIdentifier(1, 2, 840, 10045, 2, 1)
        for (curve, point) in [
            (EllipticCurve.p256.identifier, [4] + [UInt8](repeating: 1, count: 63)),
            (EllipticCurve.p256.identifier, [0]), (EllipticCurve.p256.identifier, []),
            (ASN1ObjectIdentifier(1, 2, 3), [4] + [UInt8](repeating: 1, count: 64)),
        ] as [(ASN1ObjectIdentifier, [UInt8])] {
            #expect(throws: KeyError.self) {
                try SPKI.publicKey(der: spki([.objectIdentifier(elliptic), .objectIdentifier(curve)], point))
            }
        }
    }

    @Test("keys restricted to PSS keep their parameters, and are rejected by PKCS #1 and OpenSSH")
    func keepsRestrictions() throws {
        let family = try Self.family("rsa-pss")
        let key = try AnyKey(family.pkcs8).privateKey()
        let expected = RSAPSSParameters(hash: .sha512, maskHash: .sha256, saltByteCount: 11)
        #expect(try key.rsa().restriction?.parameters == expected)
        #expect(try key.publicKey.rsa().restriction?.parameters == expected)
        #expect(try AnyKey(Self.family("rsa-pss-any").pkcs8).privateKey().rsa().restriction == RSAKeyRestriction())
        for format in [KeyFormat.pkcs1, .openssh] {
            #expect(throws: KeyError.code(.wrongKind), "\(format)") {
                try AnyKey.Content.privateKey(key).encoded(as: format)
            }
        }
    }

    @Test("a passphrase is rejected if the format cannot be encrypted")
    func refusesPassphrases() throws {
        let content = AnyKey.Content.privateKey(try AnyKey(Self.family("rsa").pkcs8).privateKey())
        for format in [KeyFormat.pkcs1, .jwk, .spki] {
            #expect(throws: KeyError.code(.invalidOption), "\(format)") {
                try content.encoded(as: format, passphrase: PeerKeys.passphrase)
            }
        }
        #expect(throws: KeyError.code(.invalidOption)) {
            try content.publicHalf().encoded(as: .openssh, passphrase: PeerKeys.passphrase)
        }
        #expect(throws: KeyError.code(.wrongKind)) { try content.publicHalf().encoded(as: .pkcs8) }
        #expect(throws: KeyError.code(.wrongKind)) {
            try AnyKey.Content.symmetric(SymmetricKey(bitCount: 128)).encoded(as: .pkcs8)
        }
    }

    @Test("reads a key for an operation in one line", .enabled(if: PeerKeys.canRun))
    func readsOnOneLine() throws {
        let family = try Self.family("rsa")
        let signature = try RSAPrivateKey(file: family.files[2].bytes, passphrase: PeerKeys.passphrase)
            .signature(for: "message".utf8)
        #expect(try RSAPublicKey(file: family.spki).isValidSignature(signature, for: "message".utf8))
        #expect(throws: KeyError.code(.wrongKind)) { try RSAPrivateKey(file: family.spki) }
        #expect(throws: KeyError.code(.wrongKind)) { try RSAPublicKey(file: Self.family("ed25519").spki) }
    }

    @Test("the standard cost takes the recommended time for scrypt, within openssl's memory limit")
    func standardCost() throws {
        let cost = try Scrypt.Cost(logN: 14, r: 15, p: 4)
        #expect(cost.memoryByteCount <= 32 << 20)
        #expect(cost.n * cost.r * cost.p >= Scrypt.Cost.standard.n * Scrypt.Cost.standard.r * 9 / 10)
        try CostLimits.keys.check(cost)
        // Keys of Arca 0.2 and minisign are read without asking.
        try CostLimits.keys.check(Scrypt.Cost(logN: 14, r: 8, p: 4))
        try CostLimits.keys.check(.sensitive)
        try CostLimits.keys.check(pbkdf2Iterations: 600_000)
        try CostLimits.keys.check(bcryptRounds: 100)
    }

    @Test("costs of half a minute are rejected by default")
    func highCosts() throws {
        let limits = CostLimits.keys(upTo: 23)
        for limit in [CostLimits.keys, limits] {
            func check(_ body: () throws -> Void) {
                if limit.bcryptRounds == limits.bcryptRounds {
                    #expect(throws: Never.self) { try body() }
                } else {
                    #expect(throws: CryptoError.code(.costTooHigh)) { try body() }
                }
            }
            check { try limit.check(bcryptRounds: 2048) }
            check { try limit.check(Scrypt.Cost(logN: 20, r: 8, p: 4)) }
            check { try limit.check(Scrypt.Cost(logN: 22)) }
            check { try limit.check(pbkdf2Iterations: 10_000_000) }
        }
    }
}
