import ArcaCore
import ArcaCrypto
import Testing

@Suite struct CipherSealTests {
    static let ciphers = Cipher.all.compactMap(\.aead)

    static func key(_ cipher: Cipher) -> SymmetricKey { SymmetricKey(copying: [UInt8](from: 1, cipher.keyByteCount)) }

    @Test("opens its own output at all lengths around blocks, with both kinds of output", arguments: ciphers)
    func roundTrips(aead: AEADCipher) throws {
        let cipher = aead.cipher
        let key = Self.key(cipher)
        let nonce = [UInt8](from: 7, cipher.ivByteCount)
        for count in Array(0...49) + [63, 64, 65, 127, 128, 129, 1000, 65537] {
            let message = [UInt8](from: count, count)
            for aad in [[], [1], [UInt8](from: 0, 17)] as [[UInt8]] {
                let sealed = try aead.seal(message, using: key, nonce: nonce, authenticating: aad)
                let isPadded = cipher.name.contains("CBC")
                #expect(sealed.count == (isPadded ? count / 16 * 16 + 16 : count) + cipher.tagByteCount)
                #expect(sealed.count == cipher.sealedByteCount(forMessage: count))
                #expect(try aead.open(sealed, using: key, nonce: nonce, authenticating: aad) == message)
                let into = try [UInt8](capacity: sealed.count + 1) { output throws(CryptoError) in
                    output.append(99)
                    try aead.seal(message, using: key, nonce: nonce, authenticating: aad, into: &output)
                }
                #expect(into == [99] + sealed)
                let back = try [UInt8](capacity: sealed.count + 1 - cipher.tagByteCount) { output throws(CryptoError) in
                    output.append(98)
                    try aead.open(sealed, using: key, nonce: nonce, authenticating: aad, into: &output)
                }
                #expect(back == [98] + message)
            }
        }
    }

    @Test("rejects any modified byte or truncation, and a wrong key, nonce or associated data", arguments: ciphers)
    func refusesChanges(aead: AEADCipher) throws {
        let cipher = aead.cipher
        let key = Self.key(cipher)
        let nonce = [UInt8](from: 7, cipher.ivByteCount)
        let aad = [UInt8]("context".utf8)
        let failed = CryptoError.code(.authenticationFailed)
        let sealed = try aead.seal([UInt8](from: 0, 40), using: key, nonce: nonce, authenticating: aad)
        for index in sealed.indices {
            for bit in 0..<8 {
                var changed = sealed
                changed[index] ^= 1 << bit
                #expect(throws: failed, "bit \(bit) of byte \(index)") {
                    try aead.open(changed, using: key, nonce: nonce, authenticating: aad)
                }
            }
        }
        for count in cipher.tagByteCount..<sealed.count {
            #expect(throws: failed) { try aead.open(sealed[..<count], using: key, nonce: nonce, authenticating: aad) }
        }
        for count in 0..<cipher.tagByteCount {
            #expect(throws: CryptoError.code(.invalidInputLength)) {
                try aead.open(sealed[..<count], using: key, nonce: nonce, authenticating: aad)
            }
        }
        #expect(throws: failed) { try aead.open(sealed + [0], using: key, nonce: nonce, authenticating: aad) }
        for wrong in [[], Array(aad.dropLast()), aad + [0]] as [[UInt8]] {
            #expect(throws: failed) { try aead.open(sealed, using: key, nonce: nonce, authenticating: wrong) }
        }
        let other = SymmetricKey(copying: [UInt8](from: 2, cipher.keyByteCount))
        #expect(throws: failed) { try aead.open(sealed, using: other, nonce: nonce, authenticating: aad) }
        for index in nonce.indices {
            var wrong = nonce
            wrong[index] ^= 0x80
            #expect(throws: failed) { try aead.open(sealed, using: key, nonce: wrong, authenticating: aad) }
        }
        // The key still opens the genuine message after all these failures.
        #expect(try aead.open(sealed, using: key, nonce: nonce, authenticating: aad) == [UInt8](from: 0, 40))
    }

    @Test("appends nothing and wipes the output if the tag does not match", arguments: ciphers)
    func wipesOnFailure(aead: AEADCipher) throws {
        let cipher = aead.cipher
        let key = Self.key(cipher)
        let nonce = [UInt8](from: 7, cipher.ivByteCount)
        var sealed = try aead.seal([UInt8](repeating: 0x41, count: 100), using: key, nonce: nonce)
        sealed[sealed.count - 1] ^= 1
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 200)
        defer { memory.deallocate() }
        memory.initialize(repeating: 0xee)
        var output = OutputSpan(buffer: memory, initializedCount: 0)
        output.append(1)
        do {
            try aead.open(sealed, using: key, nonce: nonce, into: &output)
            Issue.record("opened a changed message")
        } catch {
            #expect(error == CryptoError.code(.authenticationFailed))
        }
        #expect(output.finalize(for: memory) == 1)
        #expect(!memory.contains(0x41))
        #expect(memory[0] == 1 && memory[1 + sealed.count - cipher.tagByteCount] == 0xee)
    }

    @Test("names the valid lengths in errors")
    func namesLengths() throws {
        func reason(_ body: () throws(CryptoError) -> [UInt8]) -> String {
            do { return "\(try body())" } catch { return error.reason }
        }
        let gcm = try AEADCipher(named: "aes-256-gcm")
        let ccm = try AEADCipher(named: "aes-128-ccm")
        let cbc = try Cipher(named: "aes-128-cbc")
        let short = SymmetricKey(copying: [UInt8](from: 0, 16))
        let message = [UInt8](from: 0, 8)
        #expect(
            reason { () throws(CryptoError) in try gcm.seal(message, using: short, nonce: message) }
                == "AES-256-GCM takes a key of 32 bytes, not 16")
        #expect(
            reason { () throws(CryptoError) in try gcm.seal(message, using: Self.key(gcm.cipher)) }
                == "AES-256-GCM takes a nonce of 1 byte or more, not one of 0")
        #expect(
            reason { () throws(CryptoError) in try ccm.seal(message, using: short, nonce: [1] as [UInt8]) }
                == "AES-128-CCM takes a nonce of 7 to 13 bytes, not one of 1")
        #expect(
            reason { () throws(CryptoError) in try ccm.seal(message, using: short, nonce: message, tagByteCount: 5) }
                == "AES-128-CCM takes a tag of 4, 6, 8, 10, 12, 14, 16 bytes, not 5")
        #expect(
            reason { () throws(CryptoError) in try cbc.encrypt(message, using: short, iv: message) }
                == "AES-128-CBC takes an initialization vector of 16 bytes, not one of 8")
        #expect(
            reason { () throws(CryptoError) in
                try cbc.encrypt(message, using: short, iv: [UInt8](from: 0, 16), padding: Cipher.Padding.none)
            } == "AES-128-CBC encrypts multiples of 16 bytes without padding, not 8")
        #expect(
            reason { () throws(CryptoError) in
                try Cipher(named: "aes-128-ecb").encrypt(message, using: short, iv: message)
            } == "AES-128-ECB takes no initialization vector, not one of 8")
    }

    @Test("only ciphers with a tag have the operations of an AEAD")
    func vendsAEAD() throws {
        for cipher in Cipher.all {
            if cipher.isAuthenticated {
                #expect(try AEADCipher(named: cipher.name) == cipher.aead && cipher.aead?.cipher == cipher)
            } else {
                #expect(cipher.aead == nil)
                #expect(throws: CryptoError.code(.invalidParameter)) { try AEADCipher(named: cipher.name) }
            }
        }
    }

    @Test("encrypts and decrypts as it seals and opens without associated data", arguments: ciphers)
    func encrypts(aead: AEADCipher) throws {
        let cipher = aead.cipher
        let (key, nonce, message) = (Self.key(cipher), [UInt8](from: 7, cipher.ivByteCount), [UInt8](from: 0, 33))
        var sealed = try cipher.encrypt(message, using: key, iv: nonce)
        #expect(sealed == (try aead.seal(message, using: key, nonce: nonce)))
        #expect(try cipher.decrypt(sealed, using: key, iv: nonce) == message)
        #expect(try cipher.decryptSecret(sealed, using: key, iv: nonce) == SecretBytes(copying: message))
        #expect(throws: CryptoError.code(.invalidParameter)) {
            try cipher.encrypt(message, using: key, iv: nonce, padding: .pkcs7)
        }
        #expect(throws: CryptoError.code(.invalidInputLength)) {
            try cipher.decryptSecret([1] as [UInt8], using: key, iv: nonce)
        }
        sealed[0] ^= 1
        #expect(throws: CryptoError.code(.authenticationFailed)) { try cipher.decrypt(sealed, using: key, iv: nonce) }
        #expect(throws: CryptoError.code(.authenticationFailed)) {
            try cipher.decryptSecret(sealed, using: key, iv: nonce)
        }
    }

    @Test("supports concurrent use of one key")
    func servesThreads() async throws {
        let aead = AES.GCM.cipher
        let key = Self.key(aead.cipher)
        let nonce = [UInt8](from: 7, 12)
        let expected = try aead.seal([UInt8](from: 0, 100), using: key, nonce: nonce)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    var right = 0
                    for _ in 0..<200 {
                        let sealed = try aead.seal([UInt8](from: 0, 100), using: key, nonce: nonce)
                        let opened = try aead.open(sealed, using: key, nonce: nonce)
                        if sealed == expected, opened == [UInt8](from: 0, 100) { right += 1 }
                    }
                    return right
                }
            }
            for try await right in group { #expect(right == 200) }
        }
    }
}
