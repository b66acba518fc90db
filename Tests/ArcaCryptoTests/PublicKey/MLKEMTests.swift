internal import ArcaTestSupport
internal import Foundation
import ArcaCore
import ArcaCrypto
import Testing

@Suite struct MLKEMTests {
    private static let isLong = ProcessInfo.processInfo.environment["ARCA_LONG_TESTS"] != nil

    /// Digests over many generated keys, ciphertexts and secrets.
    ///
    /// Two independent implementations agree on them; those of ML-KEM-768 are in Go's tests (C2SP/CCTV describes the method).
    @Test("matches other implementations over hundreds of keys")
    func accumulated() throws {
        try #expect(
            accumulated(MLKEM512.self, 100) == "449120c6e320ef3e9fbfa2316e5f2d2e1e6dd37d8ff5d086d5d2db7d42aff0a1")
        try #expect(
            accumulated(MLKEM768.self, 100) == "8d65b902f28edc683cebee2872962fd165a4d197c9e24ec74caa4470270df0b7")
        try #expect(
            accumulated(MLKEM1024.self, 100) == "c3ffe9ebecfa479c142656cbfbc6417efa05b77e994fe538eef4daed166363df")
    }

    @Test("matches other implementations over thousands of keys", .enabled(if: isLong))
    func accumulatedLong() throws {
        try #expect(
            accumulated(MLKEM512.self, 10000) == "705dcffc87f4e67e35a09dcaa31772e86f3341bd3ccf1e78a5fef99ae6a35a13")
        try #expect(
            accumulated(MLKEM768.self, 10000) == "f959d18d3d1180121433bf0e05f11e7908cf9d03edc150b2b07cb90bef5bc1c1")
        try #expect(
            accumulated(MLKEM1024.self, 10000) == "e3bf82b013307b2e9d47dde791ff6dfc82e694e6382404abdb948b908b75bad5")
    }

    private func accumulated<Parameters: MLKEMParameterSet>(_ set: Parameters.Type, _ count: Int) throws -> String {
        let step = 96 + set.ciphertextByteCount
        let random = try SHAKE128.hash([], outputByteCount: count * step)
        var sum = SHAKE128()
        for index in 0..<count {
            let part = random[(index * step)..<((index + 1) * step)]
            let at = part.startIndex
            let key = try set.PrivateKey(seedRepresentation: SecretBytes(copying: part.prefix(64)))
            let sent = try key.publicKey.encapsulate(message: SecretBytes(copying: part[(at + 64)..<(at + 96)]))
            try #require(try key.decapsulate(sent.encapsulated) == sent.sharedSecret)
            sum.update(key.publicKey.rawRepresentation)
            sum.update(key.expandedRepresentation)
            sum.update(sent.encapsulated)
            sum.update(sent.sharedSecret)
            sum.update(try key.decapsulate(part[(at + 96)...]))
            if index % 50 == 0 {
                // The expanded key gives the same secrets.
                let other = try ExpandedMLKEMPrivateKey<Parameters>(key.expandedRepresentation)
                #expect(try other.decapsulate(sent.encapsulated) == sent.sharedSecret)
                #expect(try other.decapsulate(part[(at + 96)...]) == key.decapsulate(part[(at + 96)...]))
            }
        }
        return hexText(try sum.finalize(outputByteCount: 32))
    }

    @Test("rejects a public key with any coefficient that is not reduced")
    func refusesCoefficients() throws {
        let key = try MLKEM512.PrivateKey(seedRepresentation: SecretBytes(copying: [UInt8](repeating: 7, count: 64)))
        let good = key.publicKey.rawRepresentation
        for coefficient in [0, 1, 254, 255, 256, 510, 511] {
            for value in [3329, 3330, 4095] {
                var bytes = good
                let place = coefficient / 2 * 3
                if coefficient % 2 == 0 {
                    bytes[place] = UInt8(value & 255)
                    bytes[place + 1] = bytes[place + 1] & 0xf0 | UInt8(value >> 8)
                } else {
                    bytes[place + 1] = bytes[place + 1] & 0x0f | UInt8(value & 15) << 4
                    bytes[place + 2] = UInt8(value >> 4)
                }
                #expect(throws: CryptoError.code(.invalidKey)) { try MLKEM512.PublicKey(rawRepresentation: bytes) }
            }
        }
        #expect(try MLKEM512.PublicKey(rawRepresentation: good) == key.publicKey)
    }

    @Test("accepts only keys, seeds and ciphertexts of the parameter set's lengths")
    func refusesLengths() throws {
        try refusesLengths(MLKEM512.self, 800, 768)
        try refusesLengths(MLKEM768.self, 1184, 1088)
        try refusesLengths(MLKEM1024.self, 1568, 1568)
    }

    private func refusesLengths<Parameters: MLKEMParameterSet>(
        _ set: Parameters.Type, _ publicCount: Int, _ count: Int
    ) throws {
        #expect(set.publicKeyByteCount == publicCount && set.ciphertextByteCount == count)
        for wrong in [0, publicCount - 1, publicCount + 1] {
            #expect(throws: CryptoError.code(.invalidKeyLength)) {
                try set.PublicKey(rawRepresentation: [UInt8](repeating: 0, count: wrong))
            }
        }
        for wrong in [0, 32, 63, 65] {
            #expect(throws: CryptoError.code(.invalidKeyLength)) {
                try set.PrivateKey(seedRepresentation: SecretBytes(copying: [UInt8](repeating: 0, count: wrong)))
            }
        }
        let key = try set.PrivateKey()
        for wrong in [0, count - 1, count + 1] {
            #expect(throws: CryptoError.code(.invalidInputLength)) {
                try key.decapsulate([UInt8](repeating: 0, count: wrong))
            }
        }
        let short = key.expandedRepresentation.withBytes { SecretBytes(copying: $0.extracting(droppingLast: 1)) }
        #expect(throws: CryptoError.code(.invalidKeyLength)) { try ExpandedMLKEMPrivateKey<Parameters>(short) }
    }

    @Test("rejects a modified ciphertext with a secret that depends on every byte of it and on the key")
    func rejectsImplicitly() throws {
        let key = try MLKEM768.PrivateKey()
        let sent = try key.publicKey.encapsulate()
        var secrets: Set<[UInt8]> = [bytes(sent.sharedSecret)]
        let places = [0, 1, 543, 959, 960, 1086, 1087]
        for place in places {
            var changed = sent.encapsulated
            changed[place] ^= 1
            let secret = try key.decapsulate(changed)
            #expect(try secret == key.decapsulate(changed))
            secrets.insert(bytes(secret))
        }
        #expect(secrets.count == places.count + 1)
        let other = try MLKEM768.PrivateKey()
        #expect(try other.decapsulate(sent.encapsulated) != sent.sharedSecret)
    }

    private func bytes(_ key: SymmetricKey) -> [UInt8] {
        key.withBytes { span in [UInt8](capacity: span.count) { $0.append(contentsOf: span) } }
    }

    @Test("checks a seed against its public key or digest")
    func integrity() throws {
        let (key, other) = (try MLKEM768.PrivateKey(), try MLKEM768.PrivateKey())
        #expect(key != other)
        #expect(try MLKEM768.PrivateKey(seedRepresentation: key.seedRepresentation, publicKey: key.publicKey) == key)
        #expect(throws: CryptoError.code(.invalidKey)) {
            try MLKEM768.PrivateKey(seedRepresentation: key.seedRepresentation, publicKey: other.publicKey)
        }
        let checked = key.integrityCheckedRepresentation
        #expect(checked.count == 96)
        #expect(try MLKEM768.PrivateKey(integrityCheckedRepresentation: checked) == key)
        // The half z does not affect the public key: modifying it only changes the secrets of rejected ciphertexts.
        for place in [0, 31, 64, 95] {
            let changed = checked.withBytes { span in
                var bytes = [UInt8](capacity: span.count) { $0.append(contentsOf: span) }
                bytes[place] ^= 1
                return SecretBytes(copying: bytes)
            }
            #expect(throws: CryptoError.code(.invalidKey)) {
                try MLKEM768.PrivateKey(integrityCheckedRepresentation: changed)
            }
        }
        #expect(throws: CryptoError.code(.invalidKeyLength)) {
            try MLKEM768.PrivateKey(integrityCheckedRepresentation: key.seedRepresentation)
        }
    }

    @Test("rejects an expanded key with a digest or public key that does not match")
    func refusesExpanded() throws {
        let key = try MLKEM512.PrivateKey()
        for place in [768, 1567, 1568, 1599] {
            let changed = key.expandedRepresentation.withBytes { span in
                var bytes = [UInt8](capacity: span.count) { $0.append(contentsOf: span) }
                bytes[place] ^= 1
                return SecretBytes(copying: bytes)
            }
            #expect(throws: CryptoError.code(.invalidKey)) { try ExpandedMLKEMPrivateKey<MLKEM512>(changed) }
        }
    }

    @Test("accepts an expanded key with a coefficient that is not reduced modulo q")
    func expandedModulus() throws {
        // Adds q to coefficient 0 of t̂ if it fits in 12 bits; FIPS 203, section 7.3, only checks length and digest.
        for start in (0...255).map({ UInt8($0) }) {
            let key = try MLKEM512.PrivateKey(
                seedRepresentation: SecretBytes(copying: [UInt8](repeating: start, count: 64)))
            var bytes = key.expandedRepresentation.withBytes { [UInt8](bytes: $0) }
            let value = Int(bytes[768]) | Int(bytes[769] & 15) << 8
            guard value + 3329 < 4096 else { continue }
            bytes[768] = UInt8(truncatingIfNeeded: value + 3329)
            bytes[769] = bytes[769] & 0xf0 | UInt8((value + 3329) >> 8)
            bytes.replaceSubrange(1568..<1600, with: SHA3_256.hash(Array(bytes[768..<1568])))
            let changed = try ExpandedMLKEMPrivateKey<MLKEM512>(SecretBytes(copying: bytes))
            // Encapsulated for a key with another digest, so the correct result is implicit rejection: the same twice,
            // and no trap.
            let sent = try key.publicKey.encapsulate().encapsulated
            #expect(try changed.decapsulate(sent) == changed.decapsulate(sent))
            #expect(throws: CryptoError.code(.invalidKey)) {
                try MLKEM512.PublicKey(rawRepresentation: bytes[768..<1568])
            }
            return
        }
        Issue.record("no seed has a small coefficient")
    }

    @Test("prints no secret")
    func prints() throws {
        let key = try MLKEM768.PrivateKey()
        #expect("\(key)" == "ML-KEM-768 private key")
        #expect(Mirror(reflecting: key).children.isEmpty)
    }
}

/// CCTV's and RFC 9935's samples, if present.
@Suite(.enabled(if: SharedSamples.arePresent)) struct MLKEMSampleTests {
    @Test("rejects all of CCTV's keys with a coefficient that is too large")
    func modulus() throws {
        let text = try Peer.run(["gunzip", "-c", SharedSamples.url("ml-kem/cctv/modulus-512.txt.gz").path]).text
        let lines = text.split(separator: "\n")
        #expect(lines.count > 100)
        for line in lines {
            let bytes = hex(String(line))
            #expect(throws: CryptoError.code(.invalidKey)) { try MLKEM512.PublicKey(rawRepresentation: bytes) }
        }
    }

    @Test("matches CCTV's ciphertexts that begin with zeros, and those that need many samples")
    func cctv() throws {
        for name in ["strcmp", "unluckysample"] {
            let text = String(decoding: try SharedSamples.data("ml-kem/cctv/\(name)-768.txt"), as: UTF8.self)
            var values: [String: [UInt8]] = [:]
            for line in text.split(separator: "\n") {
                let parts = line.split(separator: " = ")
                if parts.count == 2 { values[String(parts[0])] = hex(String(parts[1])) }
            }
            let (dk, ciphertext) = (try #require(values["dk"]), try #require(values["c"]))
            let key = try ExpandedMLKEMPrivateKey<MLKEM768>(SecretBytes(copying: dk))
            let secret = SymmetricKey(copying: try #require(values["K"]))
            #expect(try key.decapsulate(ciphertext) == secret)
            guard let message = values["m"], let publicKey = values["ek"] else { continue }
            let sent = try MLKEM768.PublicKey(rawRepresentation: publicKey)
                .encapsulate(message: SecretBytes(copying: message))
            #expect(sent.encapsulated == ciphertext && sent.sharedSecret == secret)
        }
    }
}
