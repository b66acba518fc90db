internal import ArcaCore
import ArcaCrypto
import ArcaTestSupport
import Testing

@Suite struct AESGCMTests {
    /// McGrew and Viega, "The Galois/Counter Mode of Operation (GCM)", appendix B; case 6 has a 60-byte IV.
    struct Case: Sendable {
        let id: Int
        let key, nonce, aad, plaintext, ciphertext, tag: String
    }
    static let key = "feffe9928665731c6d6a8f9467308308"
    static let aad = "feedfacedeadbeeffeedfacedeadbeefabaddad2"
    static let plaintext =
        "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5"
        + "aa0de657ba637b39"
    static let zeros = "00000000000000000000000000000000"
    static let cases = [
        Case(
            id: 1, key: zeros, nonce: "000000000000000000000000", aad: "", plaintext: "", ciphertext: "",
            tag: "58e2fccefa7e3061367f1d57a4e7455a"),
        Case(
            id: 2, key: zeros, nonce: "000000000000000000000000", aad: "", plaintext: zeros,
            ciphertext: "0388dace60b6a392f328c2b971b2fe78", tag: "ab6e47d42cec13bdf53a67b21257bddf"),
        Case(
            id: 4, key: key, nonce: "cafebabefacedbaddecaf888", aad: aad, plaintext: plaintext,
            ciphertext:
                "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e21d514b25466931c7d8f6a5aac84aa05"
                + "1ba30b396a0aac973d58e091",
            tag: "5bc94fbc3221a5db94fae95ae7121a47"),
        Case(
            id: 5, key: key, nonce: "cafebabefacedbad", aad: aad, plaintext: plaintext,
            ciphertext:
                "61353b4c2806934a777ff51fa22a4755699b2a714fcdc6f83766e5f97b6c742373806900e49f24b22b097544d4896b42"
                + "4989b5e1ebac0f07c23f4598",
            tag: "3612d2e79e3b0785561be14aaca2fccb"),
        Case(
            id: 6, key: key,
            nonce:
                "9313225df88406e555909c5aff5269aa6a7a9538534f7da1e4c303d2a318a728c3c0c95156809539fcf0e2429a6b525416ae"
                + "dbf5a0de6a57a637b39b",
            aad: aad, plaintext: plaintext,
            ciphertext:
                "8ce24998625615b603a033aca13fb894be9112a5c3a211a8ba262a3cca7e2ca701e4a9a4fba43c90ccdcb281d48c7c6f"
                + "d62875d2aca417034c34aee5",
            tag: "619cc5aefffe0bfa462af43c1699d050"),
        Case(
            id: 13, key: zeros + zeros, nonce: "000000000000000000000000", aad: "", plaintext: "", ciphertext: "",
            tag: "530f8afbc74536b9a963b4f1c4cb738b"),
        Case(
            id: 14, key: zeros + zeros, nonce: "000000000000000000000000", aad: "", plaintext: zeros,
            ciphertext: "cea7403d4d606b6e074ec5d3baf39d18", tag: "d0d1c8a799996bf0265b98b5d48ab919"),
    ]

    @Test("matches the specification's test vectors, with nonces of 8, 12 and 60 bytes", arguments: cases)
    func knownAnswers(test: Case) throws {
        let key = SymmetricKey(hex: test.key)
        let (nonce, aad) = (hex(test.nonce), hex(test.aad))
        let plaintext = hex(test.plaintext)
        // Twice, because the second message reuses the first one's context.
        for _ in 0..<2 {
            let box = try AES.GCM.seal(
                plaintext, using: key, nonce: nonce, authenticating: aad, allowsUnusualNonce: true)
            #expect(box.ciphertext == hex(test.ciphertext))
            #expect(box.tag == hex(test.tag))
            #expect(box.nonce == nonce)
            #expect(try AES.GCM.open(box, using: key, authenticating: aad) == plaintext)
        }
    }

    @Test("keeps nonce lengths apart when they alternate on one key")
    func mixesNonceLengths() throws {
        let key = SymmetricKey(hex: Self.key)
        for test in [Self.cases[2], Self.cases[3], Self.cases[2], Self.cases[4], Self.cases[3], Self.cases[2]] {
            let box = try AES.GCM.seal(
                hex(test.plaintext), using: key, nonce: hex(test.nonce),
                authenticating: hex(test.aad), allowsUnusualNonce: true)
            #expect(box.tag == hex(test.tag), "case \(test.id)")
            #expect(try AES.GCM.open(box, using: key, authenticating: hex(test.aad)).count == 60)
        }
    }

    @Test("draws a fresh nonce for each message")
    func drawsNonces() throws {
        let key = try SymmetricKey(bitCount: 256)
        var nonces: Set<[UInt8]> = []
        for _ in 0..<1000 {
            let box = try AES.GCM.seal("x".utf8, using: key)
            #expect(box.nonce.count == 12 && box.combined.count == 29)
            nonces.insert(box.nonce)
        }
        #expect(nonces.count == 1000)
    }

    @Test("rejects lengths that GCM does not support and names the valid ones")
    func refusesLengths() throws {
        let key = SymmetricKey(hex: Self.key)
        let nonce = [UInt8](repeating: 1, count: 12)
        let message = [UInt8]("abc".utf8)
        #expect(throws: CryptoError.code(.invalidIVLength)) {
            try AES.GCM.seal(message, using: key, nonce: [] as [UInt8], allowsUnusualNonce: true)
        }
        for count in [1, 8, 11, 13, 16, 129] {
            let unusual = [UInt8](repeating: 1, count: count)
            let wrong = CryptoError.code(.invalidIVLength)
            #expect(throws: wrong) { try AES.GCM.seal(message, using: key, nonce: unusual) }
            #expect(throws: wrong) {
                try AEADCipher(named: "aes-128-gcm").seal(message, using: key, nonce: unusual)
            }
            let cipher = try AEADCipher(named: "aes-128-gcm")
            #expect(throws: wrong) {
                _ = try [UInt8](capacity: 32) { output throws(CryptoError) in
                    try cipher.seal(message, using: key, nonce: unusual, into: &output)
                }
            }
            let sealed = try [UInt8](capacity: 32) { output throws(CryptoError) in
                try cipher.seal(message, using: key, nonce: unusual, allowsUnusualNonce: true, into: &output)
            }
            #expect(sealed == (try cipher.seal(message, using: key, nonce: unusual, allowsUnusualNonce: true)))
        }
        #expect(throws: CryptoError.code(.invalidTagLength)) { try AES.GCM.seal(message, using: key, tagByteCount: 17) }
        #expect(throws: CryptoError.code(.invalidTagLength)) { try AES.GCM.seal(message, using: key, tagByteCount: 0) }
        #expect(throws: CryptoError.code(.invalidTagLength)) { try AES.GCM.seal(message, using: key, tagByteCount: 5) }
        for count in [0, 15, 17, 23, 25, 31, 33, 64, 1000] {
            let wrong = SymmetricKey(copying: [UInt8](repeating: 0, count: count))
            #expect(throws: CryptoError.code(.invalidKeyLength)) {
                try AES.GCM.seal(message, using: wrong, nonce: nonce)
            }
        }
        do {
            _ = try AES.GCM.seal(message, using: SymmetricKey(copying: [1, 2, 3] as [UInt8]))
            Issue.record("a key of 3 bytes was taken")
        } catch {
            #expect(error.reason == "AES-GCM takes a key of 16 or 24 or 32 bytes, not 3")
        }
    }

    @Test("truncates and accepts a short tag only on request", arguments: [4, 8, 12, 13, 14, 15, 16])
    func truncatesTag(count: Int) throws {
        let test = Self.cases[2]
        let (key, nonce) = (SymmetricKey(hex: test.key), hex(test.nonce))
        let aad = hex(test.aad)
        let box = try AES.GCM.seal(
            hex(test.plaintext), using: key, nonce: nonce, authenticating: aad, tagByteCount: count)
        #expect(box.tag == Array(hex(test.tag)[..<count]))
        #expect(try AES.GCM.open(box, using: key, authenticating: aad) == hex(test.plaintext))
        let again = try AES.GCM.SealedBox(combined: box.combined, tagByteCount: count)
        #expect(again == box)
        #expect(try AES.GCM.open(again, using: key, authenticating: aad) == hex(test.plaintext))
        if count < 16 {
            #expect(throws: CryptoError.code(.authenticationFailed)) {
                try AES.GCM.open(AES.GCM.SealedBox(combined: box.combined), using: key, authenticating: aad)
            }
            #expect(throws: CryptoError.code(.invalidTagLength)) {
                try AES.GCM.SealedBox(nonce: box.nonce, ciphertext: box.ciphertext, tag: box.tag)
            }
        }
    }
}
