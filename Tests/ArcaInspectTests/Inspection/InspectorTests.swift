import ArcaCodecs
import ArcaCore
import ArcaDetect
internal import ArcaContainers
internal import ArcaCrypto
@testable import ArcaInspect
internal import ArcaTestSupport
internal import Foundation
import Testing

@Suite struct InspectorTests {
    static func inspect(_ bytes: [UInt8]) -> Inspection {
        Inspector.inspect(InspectedData(bytes, byteCount: bytes.count))
    }

    static func inspect(_ text: String) -> Inspection { inspect(Array(text.utf8)) }

    static func fact(_ inspection: Inspection, _ name: String) -> String? {
        inspection.facts.first { $0.name == name }.map { $0.value.string ?? $0.value.text() }
    }

    // MARK: Our own formats

    @Test("age: reports recipients, work factor, verdict and payload length, armored or not")
    func inspectsAge() throws {
        let passphrase = try Age.Passphrase(SecretBytes(copying: "x".utf8), logN: 10)
        for (isArmored, count) in [(false, 0), (true, 1), (false, 65536), (true, 65537), (false, 200_000)] {
            let file = try Age(recipients: [passphrase], isArmored: isArmored).seal([UInt8](repeating: 1, count: count))
            let inspection = Self.inspect(file)
            #expect(inspection.identifier == "age" && inspection.recipients.count == 1)
            #expect(inspection.recipients[0].hasPrefix("scrypt ") && inspection.recipients[0].hasSuffix(" 10"))
            #expect(inspection.derivations.first?.cost == "N = 2^10, r = 8, p = 1")
            #expect(inspection.derivations.first?.verdict == .weak)
            #expect(Self.fact(inspection, "plaintext bytes") == "\(count)")
        }
        let cut = Self.inspect("age-encryption.org/v1\n-> X25519 abc")
        #expect(cut.identifier == "age" && cut.notes == ["the header is damaged or cut"])
        #expect(Self.fact(Self.inspect("age-encryption.org/v2\n"), "version") == "v2")
    }

    @Test("age and vaults: reports whether a quantum computer could open them, and through which recipient or slot")
    func postQuantum() throws {
        let identity = try Age.HybridIdentity()
        let hybrid = Self.inspect(try Age(recipients: [identity.recipient], isArmored: true).seal([1]))
        #expect(Self.fact(hybrid, "post-quantum") == "yes" && hybrid.notes.isEmpty)
        #expect(hybrid.recipients[0].hasPrefix("mlkem768x25519 ") && hybrid.recipients[0].count < 60)
        let classical = Self.inspect(try Age(recipients: [Age.X25519Identity().recipient]).seal([1]))
        #expect(Self.fact(classical, "post-quantum") == "no" && classical.notes.isEmpty)
        let unknown = Self.inspect("age-encryption.org/v1\n-> new\n\n--- \(String(repeating: "A", count: 43))\n")
        #expect(Self.fact(unknown, "post-quantum") == "unknown")

        let vectors = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Vectors/vault").standardizedFileURL
        let file = [UInt8](try Data(contentsOf: vectors.appendingPathComponent("all-2.vault")))
        let vault = Self.inspect(file)
        #expect(vault.identifier == "arca-vault")
        #expect(Self.fact(vault, "format") == "2")
        #expect(vault.isEncrypted)
        let slots = vault.facts.first { $0.name == "slots" }?.value.array?.map { $0.string ?? "" }
        #expect(
            slots == [
                "passphrase", "key file", "passphrase and key file", "X25519 key", "RSA key", "recovery code",
                "gesture pattern",
            ])
        #expect(Self.fact(vault, "post-quantum") == "no")
        #expect(vault.notes.contains("a quantum computer could open 2 slots"))
    }

    @Test("openssl, RNCryptor and noise: reports only facts that the bytes reveal")
    func inspectsStoredForms() throws {
        let openssl = Self.inspect(Array("Salted__".utf8) + [UInt8](repeating: 7, count: 40))
        #expect(openssl.identifier == "openssl" && Self.fact(openssl, "salt") == "0707070707070707")
        #expect(Self.fact(openssl, "ciphertext bytes") == "32")
        let rncryptor = try RNCryptor3(passphrase: SecretBytes(copying: "x".utf8)).seal("hello".utf8)
        #expect(Self.inspect(rncryptor).identifier == "rncryptor")
        #expect(Self.inspect(rncryptor).derivations.first?.function == "PBKDF2-HMAC-SHA-1")
        #expect(Self.inspect(rncryptor + [1]).identifier != "rncryptor")
        // The chunked file begins with random bytes, which sometimes look like another format.
        var chunked: [UInt8]
        repeat {
            chunked = try ChunkedEncryption(key: SymmetricKey(bitCount: 256)).seal([UInt8](repeating: 0, count: 5000))
        } while !(5..<0x1a).contains(chunked[0])
        let noise = Self.inspect(chunked)
        #expect(noise.identifier == "binary" && noise.notes.contains { $0.contains("C2SP") })
    }

    @Test("reports costs beyond any machine, at any depth, and survives any number in a file")
    func enormousCosts() throws {
        for (logN, r) in [(49, 1000), (63, 8), (44, 1 << 20), (9_000_000_000, 1), (39, 1023), (18, 0)] {
            let text = "$scrypt$ln=\(logN),r=\(r),p=1$c2FsdHNhbHQ$aGFzaGhhc2g"
            let found = Self.inspect(text)
            #expect(found.derivations.first?.memoryByteCount == (logN == 39 ? 1023 << 46 : Int.max))
            #expect(found.derivations.first?.cost.hasPrefix("N = 2^\(logN), r = \(r)") == true)
            #expect(Self.inspect(Base64.standard.encode(text.utf8)).contents.first?.derivations == found.derivations)
        }
        // PKCS #8 by PBES2 with scrypt: N = 2^49, r = 1000.
        let key = try Base16.standard.decode(
            "305c304806092a864886f70d01050d303b302306092b06010401da47040b3016040401020304020702000000000000020203e8020101"
                + "301406082a864886f70d0307040801020304050607080410000102030405060708090a0b0c0d0e0f")
        #expect(Self.inspect(key).derivations.first?.memoryByteCount == .max)
        // The formats do not allow signs.
        for text in ["+12", "-5"] {
            #expect(Self.inspect("$scrypt$ln=\(text),r=8,p=1$c2FsdHNhbHQ$aGFzaGhhc2g").derivations.isEmpty)
            let age = "age-encryption.org/v1\n-> scrypt AAAAAAAAAAAAAAAAAAAAAA \(text)\n"
            let body = String(repeating: "A", count: 43) + "\n--- " + String(repeating: "A", count: 43) + "\n"
            let file = Self.inspect(age + body)
            #expect(file.recipients.count == 1 && file.derivations.isEmpty)
        }
    }

    @Test("a password hash has a derivation and is not encrypted")
    func hashesAreNotEncrypted() {
        let hash = Self.inspect("$2y$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW")
        #expect(hash.derivations.first?.verdict == .strong && !hash.isEncrypted)
    }

    @Test("inspects each layer once, so more layers do not double the work")
    func looksUnderLayersOnce() {
        var text =
            Array("nothing but noise of 16 bytes: ".utf8) + (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
        for _ in 0..<3 { text = Array(Base64.standard.encode(text).utf8) }
        var calls = 0
        func inspect(_ data: InspectedData, _ depth: Int) -> Inspection? {
            calls += 1
            return BaseNInspector.inspect(data) { depth < 6 ? inspect($0, depth + 1) : nil }
                ?? Inspection("binary", "data")
        }
        _ = inspect(InspectedData(text, byteCount: text.count), 0)
        #expect(calls == 4)
    }

    @Test("inspects the content of nested Base64")
    func looksUnderBase64() throws {
        let file = try RNCryptor3(passphrase: SecretBytes(copying: "x".utf8)).seal("hello".utf8)
        let once = Base64.standard.encode(file)
        let twice = Base64.pem.encode(once.utf8)
        #expect(Self.inspect(once).contents.first?.identifier == "rncryptor")
        #expect(Self.inspect(twice).contents.first?.contents.first?.identifier == "rncryptor")
        let text = Self.inspect("VGhlIHF1aWNrIGJyb3duIGZveCBqdW1wcyBvdmVyIHRoZSBsYXp5IGRvZw==")
        #expect(text.identifier == "encoded" && text.contents.first?.identifier == "text")
    }

    // MARK: Keys and certificates, as openssl and ssh-keygen make them

    static func openssl(_ command: String) throws -> [UInt8] {
        let answer = try Peer.run(["sh", "-c", command])
        #expect(answer.status == 0, "\(answer.errors)")
        return answer.output
    }

    @Test(
        "recognizes keys and certificates in PEM and DER", .enabled(if: Peer.has("openssl")),
        arguments: [
            ("genpkey -algorithm ed25519", "pkcs8", ["algorithm": "Ed25519"]),
            ("genpkey -algorithm rsa -pkeyopt rsa_keygen_bits:1024", "pkcs8", ["algorithm": "RSA", "bits": "1024"]),
            ("ecparam -genkey -noout -name prime256v1", "ec-private-key", ["curve": "P-256"]),
            ("genrsa -traditional 1024", "rsa-private-key", ["bits": "1024"]),
            (
                "req -x509 -newkey ed25519 -nodes -subj /CN=example.org/O=Test -keyout /dev/null", "certificate",
                ["subject": "O=Test,CN=example.org", "algorithm": "Ed25519", "signature": "Ed25519"]
            ),
            (
                "req -new -newkey ed25519 -nodes -subj /CN=example.org -keyout /dev/null", "certificate-request",
                ["subject": "CN=example.org"]
            ),
        ])
    func inspectsKeys(command: String, kind: String, facts: [String: String]) throws {
        let pem = Self.inspect(try Self.openssl("openssl \(command) 2>/dev/null"))
        let inspection = try #require(pem.contents.first)
        #expect(pem.identifier == "pem" && inspection.identifier == kind)
        for (name, value) in facts { #expect(Self.fact(inspection, name) == value, "\(name)") }
    }

    @Test("recognizes public keys", .enabled(if: Peer.has("openssl")))
    func inspectsPublicKeys() throws {
        let make = "openssl genpkey -algorithm rsa -pkeyopt rsa_keygen_bits:1024 2>/dev/null"
        let spki = Self.inspect(try Self.openssl("\(make) | openssl pkey -pubout -outform der"))
        #expect(spki.identifier == "spki")
        #expect(Self.fact(spki, "bits") == "1024")
        #expect(!spki.notes.isEmpty)
        let pkcs1 = Self.inspect(try Self.openssl("\(make) | openssl rsa -RSAPublicKey_out -outform der 2>/dev/null"))
        #expect(pkcs1.identifier == "rsa-public-key" && Self.fact(pkcs1, "bits") == "1024")
    }

    @Test(
        "encrypted keys: reports cipher, derivation and verdict", .enabled(if: Peer.has("openssl")),
        arguments: [
            (
                "pkcs8 -topk8 -v2 aes-256-cbc -iter 600000", "AES-256-CBC", "PBKDF2-HMAC-SHA-256",
                DerivationReport.Verdict.strong
            ),
            ("pkcs8 -topk8 -v2 aes-128-cbc -v2prf hmacWithSHA1 -iter 5000", "AES-128-CBC", "PBKDF2-HMAC-SHA-1", .weak),
            ("pkcs8 -topk8 -scrypt", "AES-256-CBC", "scrypt", .fair),
            ("pkcs8 -topk8 -v1 PBE-SHA1-3DES", "3DES-CBC", "PKCS #12", .weak),
            ("rsa -traditional -aes256", "AES-256-CBC", "MD5", .none),
        ])
    func inspectsEncryptedKeys(
        command: String, cipher: String, function: String, verdict: DerivationReport.Verdict
    ) throws {
        let make = "openssl genpkey -algorithm rsa -pkeyopt rsa_keygen_bits:1024 2>/dev/null"
        let out = command.hasPrefix("rsa") ? "-passout pass:x" : "-passout pass:x"
        let pem = Self.inspect(try Self.openssl("\(make) | openssl \(command) \(out) 2>/dev/null"))
        let inspection = pem.contents.first ?? pem
        #expect(Self.fact(inspection, "cipher") == cipher)
        #expect(inspection.derivations.first?.function == function && inspection.derivations.first?.verdict == verdict)
    }

    @Test("recognizes SSH keys", .enabled(if: Peer.has("ssh-keygen")))
    func inspectsSSHKeys() throws {
        try Peer.inFolder { folder in
            func make(_ options: String) throws -> (Inspection, Inspection) {
                let script = "rm -f k k.pub; ssh-keygen -q -f k -C comment \(options)"
                #expect(try Peer.run(["sh", "-c", script], in: folder).status == 0)
                let (secret, open) = (folder.appendingPathComponent("k"), folder.appendingPathComponent("k.pub"))
                return (
                    Self.inspect([UInt8](try Data(contentsOf: secret))),
                    Self.inspect([UInt8](try Data(contentsOf: open)))
                )
            }
            let (secret, open) = try make("-t ed25519 -N secret -a 24")
            let inner = try #require(secret.contents.first)
            #expect(inner.identifier == "openssh-key" && Self.fact(inner, "cipher") == "aes256-ctr")
            #expect(inner.derivations.first?.cost == "24 rounds" && inner.derivations.first?.verdict == .fair)
            #expect(open.identifier == "ssh-public-key" && Self.fact(open, "comment") == "comment")
            let (plain, rsa) = try make("-t rsa -b 2048 -N ''")
            #expect(plain.contents.first?.notes == ["not encrypted"] && Self.fact(rsa, "bits") == "2048")
        }
    }

    // MARK: gpg, KeePass

    @Test("gpg files: reports recipients, passphrases and keys", .enabled(if: Peer.has("gpg")))
    func inspectsOpenPGP() throws {
        try Peer.inFolder { folder in
            func gpg(_ arguments: String) throws -> [UInt8] {
                let script = """
                    export GNUPGHOME="$PWD/home"; mkdir -p -m 700 home
                    printf hello | gpg --batch --quiet --no-tty --pinentry-mode loopback --passphrase x \(arguments)
                    """
                let answer = try Peer.run(["sh", "-c", script], in: folder)
                #expect(answer.status == 0, "\(answer.errors)")
                return answer.output
            }
            let secret = Self.inspect(try gpg("-c --cipher-algo AES256 --s2k-count 65011712"))
            #expect(secret.identifier == "pgp" && secret.recipients == ["passphrase"])
            #expect(
                Self.fact(secret, "cipher") == "AES-256" && secret.derivations.first?.cost == "65011712 bytes hashed")
            #expect(secret.derivations.first?.verdict == .fair)
            let armored = Self.inspect(try gpg("-c -a --s2k-mode 0"))
            #expect(armored.contents.first?.derivations.first?.verdict == DerivationReport.Verdict.none)
            // gpg waits only a few seconds for its agent to start.
            _ = try Peer.run(["sh", "-c", "GNUPGHOME=\"$PWD/home\" gpgconf --launch gpg-agent"], in: folder)
            _ = try gpg("--quick-gen-key 'Test <test@example.org>' future-default default never")
            let sealed = Self.inspect(try gpg("-e --trust-model always -r test@example.org"))
            #expect(sealed.recipients.first?.hasPrefix("ECDH key ") == true)
            let key = try #require(Self.inspect(try gpg("-a --export")).contents.first)
            #expect(Self.fact(key, "user") == "Test <test@example.org>")
            #expect(Self.fact(key, "public key")?.hasPrefix("EdDSA") == true)
            _ = try Peer.run(["sh", "-c", "GNUPGHOME=\"$PWD/home\" gpgconf --kill all"], in: folder)
        }
    }

    @Test("KeePass databases: reports version, cipher and key derivation", .enabled(if: Peer.has("keepassxc-cli")))
    func inspectsKeePass() throws {
        try Peer.inFolder { folder in
            let script = "printf 'x\\nx\\n' | keepassxc-cli db-create -q -p -t 100 db.kdbx"
            #expect(try Peer.run(["sh", "-c", script], in: folder).status == 0)
            let file = try Data(contentsOf: folder.appendingPathComponent("db.kdbx"))
            let inspection = Self.inspect([UInt8](file))
            #expect(inspection.identifier == "kdbx" && Self.fact(inspection, "cipher") == "AES-256-CBC")
            #expect(Self.fact(inspection, "version")?.isEmpty == false && inspection.derivations.count == 1)
        }
    }

    @Test("KeePass headers: recognizes Argon2id with ChaCha20, and AES-KDF of version 3")
    func inspectsKeePassHeaders() {
        func field(_ type: UInt8, _ value: [UInt8], wide: Bool) -> [UInt8] {
            [type, UInt8(value.count & 255), UInt8(value.count >> 8)] + (wide ? [0, 0] : []) + value
        }
        func item(_ type: UInt8, _ name: String, _ value: [UInt8]) -> [UInt8] {
            [type, UInt8(name.utf8.count), 0, 0, 0] + Array(name.utf8) + [UInt8(value.count), 0, 0, 0] + value
        }
        let magic = hex("03d9a29a67fb4bb5")
        let dictionary =
            [0, 1] + item(0x42, "$UUID", hex("9e298b1956db4773b23dfc3ec6f0a1e6"))
            + item(0x05, "M", [0, 0, 0, 4, 0, 0, 0, 0]) + item(0x05, "I", [3, 0, 0, 0, 0, 0, 0, 0])
            + item(0x04, "P", [4, 0, 0, 0]) + [0]
        let four = magic + [0, 0, 4, 0] + field(2, hex("d6038a2b8b6f4cb5a524339a31dbb59a"), wide: true)
        let modern = Self.inspect(four + field(11, dictionary, wide: true) + field(0, [13, 10, 13, 10], wide: true))
        #expect(Self.fact(modern, "cipher") == "ChaCha20" && modern.notes.isEmpty)
        #expect(modern.derivations.first?.function == "Argon2id" && modern.derivations.first?.verdict == .strong)
        #expect(modern.derivations.first?.cost == "65536 KiB, 3 passes, 4 lanes")
        let three = magic + [1, 0, 3, 0] + field(2, hex("31c1f2e6bf714350be5805216afc5aff"), wide: false)
        let old = Self.inspect(
            three + field(6, [0x60, 0xea, 0, 0, 0, 0, 0, 0], wide: false) + field(0, [13, 10], wide: false))
        #expect(old.derivations.first?.cost == "60000 rounds" && old.derivations.first?.verdict == .weak)
        #expect(Self.inspect(four).notes == ["the header is damaged or cut"])
    }

    // MARK: Tokens, hashes, others

    @Test(
        "password hashes: reports function and cost",
        arguments: [
            ("$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHQ$aGFzaA", "argon2id", DerivationReport.Verdict.strong),
            ("$argon2i$v=19$m=1024,t=1,p=1$c2FsdHNhbHQ$aGFzaA", "argon2i", .weak),
            ("$scrypt$ln=17,r=8,p=1$c2FsdA$aGFzaA", "scrypt", .strong),
            ("$scrypt$ln=14,r=8,p=1$c2FsdA$aGFzaA", "scrypt", .fair),
            ("$pbkdf2-sha256$i=600000$c2FsdA$aGFzaA", "PBKDF2-HMAC-SHA-256", .strong),
            ("$pbkdf2-sha512$10000$c2FsdA$aGFzaA\n", "PBKDF2-HMAC-SHA-512", .weak),
            ("$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW", "bcrypt", .strong),
            ("$2y$08$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW", "bcrypt", .weak),
            ("$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjlO", "SHA-512-crypt", .weak),
            ("$1$salt$qJH7.N4xYta3aEG/dfqo/0", "MD5-crypt", .weak),
        ])
    func inspectsHashes(text: String, function: String, verdict: DerivationReport.Verdict) {
        let inspection = Self.inspect(text)
        #expect(inspection.identifier == "phc" && inspection.derivations.first?.function == function)
        #expect(inspection.derivations.first?.verdict == verdict)
    }

    @Test(
        "password hashes of WordPress, Django, LDAP and /etc/shadow: reports function and cost",
        arguments: [
            ("$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0", "phpass with MD5", DerivationReport.Verdict.weak),
            ("$H$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0", "phpass with MD5", .weak),
            ("$wp$2y$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW", "bcrypt", .strong),
            ("pbkdf2_sha256$600000$abc$X2hAM6RAwv1kmnR5SrLqEfC1NZyULnLpUU1UJDHj4YE=", "PBKDF2-HMAC-SHA-256", .strong),
            ("bcrypt_sha256$$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW", "bcrypt", .strong),
            ("argon2$argon2id$v=19$m=102400,t=2,p=8$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA", "argon2id", .strong),
            ("scrypt:32768:8:1$salt$5891b5b522d5df086d0ff0b110fbd9d2", "scrypt", .fair),
            ("{SSHA}dYpYTSrsPxrIt2BC6EgwNd5u3sVV4mI1\n", "SHA-1", .none),
            ("{SHA}8zKPpGdKNwzSXgr/KmlZZgbgCd8=", "SHA-1", .none),
            ("{CRYPT}$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjlO", "SHA-512-crypt", .weak),
            ("root:$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjlO:18000:0:99999:7:::\n", "SHA-512-crypt", .weak),
            ("web:$apr1$salt$qJH7.N4xYta3aEG/dfqo/0", "MD5-crypt", .weak),
        ])
    func inspectsHashesOfPrograms(text: String, function: String, verdict: DerivationReport.Verdict) {
        let inspection = Self.inspect(text)
        #expect(inspection.identifier == "phc" && inspection.derivations.first?.function == function)
        #expect(inspection.derivations.first?.verdict == verdict && !inspection.isEncrypted)
    }

    @Test("reports the accounts of a shadow file, and no hash in other text")
    func inspectsAccounts() {
        let file = Self.inspect(
            "root:!$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjlO:18000:0:99999:7:::\ndaemon:*:18000:0:99999:7:::\n"
                + "me:$1$salt$qJH7.N4xYta3aEG/dfqo/0:18000:0:99999:7:::\n")
        #expect(file.name == "password hashes of 2 accounts" && !file.isEncrypted)
        #expect(file.contents.map { Self.fact($0, "account") } == ["root", "me"])
        for text in ["$zxcvbn$", "$zxcvbn$x", "$1$", "$P$short", "{SSHA}short", "a$b$c", "{x}", "name: $value$", "$5"] {
            #expect(Self.inspect(text).identifier != "phc", "\(text)")
        }
    }

    @Test(
        "names Java key stores, and the command that converts them",
        arguments: [("jks", 0xfe, 0xed), ("jceks", 0xce, 0xce)])
    func inspectsJavaKeyStores(name: String, first: UInt8, second: UInt8) {
        let bytes = [first, second, first, second, 0, 0, 0, 2, 0, 0, 0, 1] + Array(repeating: UInt8(7), count: 100)
        let inspection = Inspector.inspect(InspectedData(bytes, byteCount: bytes.count))
        #expect(inspection.identifier == name && Self.fact(inspection, "opened by")?.hasPrefix("keytool ") == true)
        #expect(inspection.notes.isEmpty)
    }

    @Test("tokens: reports algorithm, cipher, claims and iterations")
    func inspectsTokens() {
        func token(_ parts: String...) -> String {
            parts.map { Base64.urlUnpadded.encode($0.utf8) }.joined(separator: ".")
        }
        let jwt = Self.inspect(token(#"{"alg":"HS256","typ":"JWT"}"#, #"{"iss":"me","exp":1700000000}"#, "tag"))
        #expect(jwt.identifier == "jwt" && Self.fact(jwt, "signature") == "HS256")
        #expect(Self.fact(jwt, "iss") == "me" && Self.fact(jwt, "exp") == "2023-11-14T22:13:20Z")
        let unsigned = Self.inspect(token(#"{"alg":"none"}"#, #"{"iss":"me"}"#, ""))
        #expect(unsigned.notes == ["it is not signed: anybody can have written it"])
        let jwe = Self.inspect(
            token(
                #"{"alg":"PBES2-HS256+A128KW","enc":"A256GCM","p2c":4096,"p2s":"c2FsdA"}"#, "key", "iv", "text", "tag"))
        #expect(jwe.identifier == "jwe" && Self.fact(jwe, "cipher") == "A256GCM")
        #expect(jwe.derivations.first?.cost == "4096 iterations" && jwe.derivations.first?.verdict == .weak)
        #expect(Self.inspect("eyJhbGciOiJIUzI1NiJ9.x").identifier != "jwt")
    }

    @Test("images: reports facts from the header, the metadata and the end of the file")
    func inspectsImages() throws {
        let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Vectors/images/samples")
        func inspect(_ name: String) throws -> Inspection {
            Self.inspect([UInt8](try Data(contentsOf: samples.appendingPathComponent(name))))
        }
        for (file, identifier, name) in [
            ("rgb.jpg", "jpeg", "JPEG image"), ("lossy.webp", "webp", "WebP image"),
            ("still.heic", "heic", "HEIF image"), ("still.avif", "avif", "AVIF image"),
            ("rgb.tiff", "tiff", "TIFF image"), ("rgb.bmp", "bmp", "BMP image"),
            ("icon.ico", "ico", "Windows icon"), ("size.svg", "svg", "SVG image"),
        ] {
            let inspection = try inspect(file)
            #expect(inspection.identifier == identifier && inspection.name == name)
            #expect(Self.fact(inspection, "width") != nil && inspection.notes.isEmpty, "\(file)")
        }
        #expect(Self.fact(try inspect("rgba.png"), "color") == "rgb with alpha, 8 bits per channel")
        #expect(Self.fact(try inspect("animated.gif"), "frames") != nil)
        #expect(Self.fact(try inspect("camera.jpg"), "metadata")?.contains("gps") == true)
        #expect(try inspect("cut.jpg").notes.contains { $0.contains("the file ends before its end marker") })
        #expect(try inspect("tail.png").notes.contains { $0.contains("follow the end of the image") })
        // For a prefix of a longer file, the missing end is not a defect.
        let cut = [UInt8](try Data(contentsOf: samples.appendingPathComponent("cut.jpg")))
        let head = Inspector.inspect(InspectedData(cut, byteCount: 9_000_000))
        #expect(head.identifier == "jpeg")
        #expect(Self.fact(head, "width") != nil)
        #expect(head.notes.isEmpty)
        #expect(Self.inspect(Array("8BPS".utf8) + [UInt8](repeating: 0, count: 30)).identifier == "psd")
    }

    @Test("recognizes images, compressed data and databases")
    func inspectsOthers() {
        let png = Self.inspect(hex("89504e470d0a1a0a0000000d49484452000001000000008008060000005c72a866"))
        #expect(png.identifier == "png")
        #expect(Self.fact(png, "width") == "256")
        #expect(Self.fact(png, "height") == "128")
        let gif = Self.inspect(Array("GIF89a".utf8) + [10, 0, 20, 0, 0, 0, 0])
        #expect(Self.fact(gif, "width") == "10" && Self.fact(gif, "height") == "20")
        let jpeg = Self.inspect(hex("ffd8ffe000104a46494600010100000100010000ffc0001108012c01900301220002110103110100"))
        #expect(Self.fact(jpeg, "width") == "400" && Self.fact(jpeg, "height") == "300")
        let gzip = Self.inspect(hex("1f8b080880a55a6500036e616d6500cb48cdc9c907008610a63605000000"))
        #expect(
            gzip.identifier == "gzip" && Self.fact(gzip, "name") == "name" && Self.fact(gzip, "plaintext bytes") == "5")
        var database = Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 84)
        (database[16], database[18], database[31], database[59], database[98], database[97]) = (16, 2, 3, 1, 0xc8, 0x2e)
        let sqlite = Self.inspect(database)
        #expect(Self.fact(sqlite, "page bytes") == "4096" && Self.fact(sqlite, "pages") == "3")
        #expect(Self.fact(sqlite, "journal") == "write-ahead log" && !sqlite.notes.isEmpty)
        let crypt = Self.inspect(hex("4145530200") + [0, 0] + [UInt8](repeating: 9, count: 50))
        #expect(crypt.identifier == "aescrypt" && crypt.derivations.first?.verdict == .weak)
        let zip = Self.inspect(hex("504b0304140001000800000021000000000000000000000000000400000066696c65"))
        #expect(Self.fact(zip, "cipher") == "ZipCrypto" && Self.fact(zip, "first entry") == "file")
    }

    @Test("classifies noise as binary data, with very few exceptions in two thousand samples")
    func namesNoise() {
        var random = Repeatable(11)
        var others: [String] = []
        for _ in 0..<2000 {
            let inspection = Self.inspect(random.bytes(Int.random(in: 60...300, using: &random)))
            if inspection.identifier != "binary" { others.append(inspection.identifier) }
        }
        #expect(others.count <= 4, "\(others)")
    }

    @Test("survives truncated and damaged input")
    func survivesDamage() throws {
        var random = Repeatable(7)
        let seeds: [[UInt8]] = [
            Array("age-encryption.org/v1\n-> scrypt c2FsdA 18\n".utf8), hex("03d9a29a67fb4bb500000400020200aabb"),
            hex("8c0d04090308aabbccddeeff0011ff"), Array("$argon2id$v=19$m=99999999999999,t=3,p=4$a$b".utf8),
            hex("4145530200ffff00"), hex("308201a2300d06092a864886f70d0101"), hex("ffd8ffe000004a46ffff"),
            Array("openssh-key-v1\0".utf8) + [0, 0, 0, 255], hex("504b0304"), Array("$scrypt$ln=99,r=8,p=1$a$b".utf8),
        ]
        for seed in seeds {
            for _ in 0..<200 {
                var bytes = seed + random.bytes(Int.random(in: 0...40, using: &random))
                bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= UInt8.random(in: 0...255, using: &random)
                bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
                _ = Self.inspect(bytes)
            }
        }
        #expect(Self.inspect([]).identifier == "empty")
    }

    @Test(
        "nested layers are searched once, not once per layer",
        arguments: [
            String(repeating: "data:,", count: 80_000),
            (0..<7).reduce(String(repeating: "plain words of a letter ", count: 3_000)) { text, _ in
                Base64.standard.encode(Array(text.utf8))
            },
        ])
    func layersAtOnce(text: String) {
        let bytes = Array(text.utf8)
        func seconds(_ body: () -> Void) -> Double {
            let start = ThreadClock.seconds
            body()
            return ThreadClock.seconds - start
        }
        let search = seconds { _ = LayerFinder().find(bytes) }
        // Without the results of the first search it takes seven searches.
        let inspection = seconds { _ = Inspector.inspect(InspectedData(bytes, byteCount: bytes.count)) }
        #expect(inspection < 3 * search, "\(inspection) s, a search alone \(search) s")
    }
}
