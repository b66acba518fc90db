internal import ArcaCore
import ArcaContainers
import ArcaCrypto
internal import ArcaTestSupport
import Testing

@Suite struct AgePassphraseTests {
    private func format(_ text: String = "correct horse", logN: Int = 4) throws -> Age {
        let passphrase = try AgeFixtures.passphrase(text, logN: logN)
        return Age(recipients: [passphrase], identities: [passphrase])
    }

    /// A header with the given stanza and a MAC that is not checked before the key is found.
    private func file(_ stanza: String, body: String = String(repeating: "A", count: 43)) -> [UInt8] {
        let code = String(repeating: "A", count: 43)
        return Array("age-encryption.org/v1\n-> \(stanza)\n\(body)\n--- \(code)\n".utf8)
    }

    @Test("opens with the same bytes and no others")
    func roundTrip() throws {
        let file = try format().seal("secret".utf8)
        #expect(try format().open(file) == Array("secret".utf8))
        for wrong in ["correct hors", "correct horse ", "Correct horse"] {
            #expect(throws: ContainerError.code(.wrongKey)) { try format(wrong).open(file) }
        }
        let error = AgeFixtures.opened(file).error as? ContainerError
        #expect(
            error?.code == .wrongKey && error?.reason == "no identity fits: the file is encrypted with a passphrase")
        #expect(try Age.Opener(MemoryReader(file)).header.hasPassphrase)
    }

    @Test("writes the given work factor, 18 by default")
    func workFactor() throws {
        let file = try format(logN: 7).seal("x".utf8)
        #expect(try Age.Opener(MemoryReader(file)).header.stanzas[0].arguments[1] == "7")
        #expect(Age.Passphrase.defaultLogN == 18 && Age.Passphrase.defaultLargestLogN == 20)
        for logN in [0, 31, -1] {
            #expect(throws: ContainerError.code(.invalidOption)) { try AgeFixtures.passphrase(logN: logN) }
        }
        #expect(throws: ContainerError.code(.invalidOption)) { try AgeFixtures.passphrase("") }
    }

    @Test("rejects work factors above the limit before trying any")
    func limit() throws {
        let salt = String(repeating: "A", count: 22)
        for factor in ["21", "23", "64", "999", "1000", "99999999999999999999"] {
            #expect(throws: ContainerError.code(.costTooHigh)) { try format().open(file("scrypt \(salt) \(factor)")) }
        }
        let passphrase = try Age.Passphrase(SecretBytes(copying: "x".utf8), logN: 4, largestLogN: 5)
        let higher = try format("x", logN: 6).seal("x".utf8)
        #expect(throws: ContainerError.code(.costTooHigh)) { try Age(identities: [passphrase]).open(higher) }
        let asking = try Age.Passphrase(SecretBytes(copying: "x".utf8), logN: 4, largestLogN: 5) {
            $0.contains("limit of 5")
        }
        #expect(try Age(identities: [asking]).open(higher) == Array("x".utf8))
        let allowed = try format("x", logN: 5).seal("x".utf8)
        #expect(try Age(identities: [passphrase]).open(allowed) == Array("x".utf8))
    }

    @Test("rejects a stanza of another form")
    func malformed() throws {
        let salt = String(repeating: "A", count: 22)
        let stanzas = [
            "scrypt", "scrypt \(salt)", "scrypt \(salt) 4 4", "scrypt \(salt) 0", "scrypt \(salt) 04",
            "scrypt \(salt) +4", "scrypt \(salt) -4", "scrypt \(salt) 0x4", "scrypt \(salt) 4a", "scrypt \(salt)A 4",
            "scrypt \(salt)== 4", "scrypt \(salt.dropLast())B 4", "scrypt \(salt.dropLast()) 4",
        ]
        for stanza in stanzas {
            #expect(throws: ContainerError.code(.malformed), "\(stanza)") { try format().open(file(stanza)) }
        }
        for body in ["", String(repeating: "A", count: 42), String(repeating: "A", count: 46)] {
            #expect(throws: ContainerError.code(.malformed), "\(body)") {
                try format().open(file("scrypt \(salt) 4", body: body))
            }
        }
    }

    // Identity files are decrypted by separate code that keeps the plaintext in wiped memory.
    @Test("a truncated, extended or modified encrypted identity file yields no identity")
    func encryptedIdentities() throws {
        let comment = "# " + String(repeating: "x", count: 100) + "\n"
        let text = String(repeating: comment, count: 1300) + AgeFixtures.identityText + "\n"
        let file = try format().seal(text.utf8)
        func identities(_ file: [UInt8]) throws -> Age.IdentityFile {
            try Age.IdentityFile(file) { SecretBytes(copying: "correct horse".utf8) }
        }
        #expect(try identities(file).identities.count == 1)
        let start = try AgeFixtures.headerByteCount(file) + 16
        let chunk = AgeFixtures.sealedByteCount
        #expect(file.count > start + 2 * chunk, "three chunks")
        let ends = [start, start + chunk, start + 2 * chunk, file.count].flatMap { [$0 - 1, $0, $0 + 1] }
        for end in ends where end < file.count {
            #expect(throws: ContainerError.self, "cut off at \(end)") { try identities(Array(file[..<end])) }
        }
        for more in [[0], file[start..<start + chunk], file[(start + 2 * chunk)...]] {
            #expect(throws: ContainerError.self) { try identities(file + more) }
        }
        for place in [start - 1, start, start + chunk, file.count - 1] {
            var changed = file
            changed[place] ^= 1
            #expect(throws: ContainerError.self, "changed at \(place)") { try identities(changed) }
        }
        // Swapped chunks.
        var swapped = file
        swapped.replaceSubrange(start..<start + chunk, with: file[start + chunk..<start + 2 * chunk])
        swapped.replaceSubrange(start + chunk..<start + 2 * chunk, with: file[start..<start + chunk])
        #expect(throws: ContainerError.self) { try identities(swapped) }
    }
}
