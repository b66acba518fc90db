internal import ArcaCore
import ArcaTestSupport
import Testing

@testable import ArcaCrypto

@Suite struct AESCCMTests {
    /// SP 800-38C, appendix C.
    struct Case: Sendable {
        let id: Int
        let nonce: String
        let aad, plaintext: [UInt8]
        let ciphertext, tag: String
    }
    static let key = "404142434445464748494a4b4c4d4e4f"
    static let cases = [
        Case(
            id: 1, nonce: "10111213141516", aad: Array(from: 0, 8), plaintext: Array(from: 0x20, 4),
            ciphertext: "7162015b", tag: "4dac255d"),
        Case(
            id: 2, nonce: "1011121314151617", aad: Array(from: 0, 16), plaintext: Array(from: 0x20, 16),
            ciphertext: "d2a1f0e051ea5f62081a7792073d593d", tag: "1fc64fbfaccd"),
        Case(
            id: 3, nonce: "101112131415161718191a1b", aad: Array(from: 0, 20), plaintext: Array(from: 0x20, 24),
            ciphertext: "e3b201a9f5b71a7a9b1ceaeccd97e70b6176aad9a4428aa5", tag: "484392fbc1b09951"),
        Case(
            id: 4, nonce: "101112131415161718191a1b1c", aad: Array(from: 0, 65536), plaintext: Array(from: 0x20, 32),
            ciphertext: "69915dad1e84c6376a68c2967e4dab615ae0fd1faec44cc484828529463ccf72",
            tag: "b4ac6bec93e8598e7f0dadbcea5b"),
    ]

    @Test("matches the standard's test vectors when all use one key", arguments: [[0, 1, 2, 3], [3, 2, 1, 0, 0]])
    func knownAnswers(order: [Int]) throws {
        let key = SymmetricKey(hex: Self.key)
        for index in order + order {
            let test = Self.cases[index]
            let tag = hex(test.tag)
            let nonce = hex(test.nonce)
            let box = try AES.CCM.seal(
                test.plaintext, using: key, nonce: nonce, authenticating: test.aad, tagByteCount: tag.count)
            #expect(box.ciphertext == hex(test.ciphertext), "example \(test.id)")
            #expect(box.tag == tag, "example \(test.id)")
            #expect(try AES.CCM.open(box, using: key, authenticating: test.aad) == test.plaintext)
            let again = try AES.CCM.SealedBox(
                combined: box.combined, nonceByteCount: nonce.count, tagByteCount: tag.count)
            #expect(try AES.CCM.open(again, using: key, authenticating: test.aad) == test.plaintext)
        }
    }

    @Test("seals an empty message, with and without associated data")
    func sealsNothing() throws {
        // PyCryptodome 3.23: AES.new(key, AES.MODE_CCM, nonce=bytes(12), mac_len=16)
        let key = SymmetricKey(hex: Self.key)
        let nonce = [UInt8](repeating: 0, count: 12)
        let bare = try AES.CCM.seal([] as [UInt8], using: key, nonce: nonce)
        #expect(bare.tag == hex("a6d716d847004f2f0ef424d3c4ed859c"))
        let bound = try AES.CCM.seal([] as [UInt8], using: key, nonce: nonce, authenticating: "abc".utf8)
        #expect(bound.tag == hex("028f5d0b413d51842d4803eb82ac9238"))
        #expect(try AES.CCM.open(bare, using: key).isEmpty)
        #expect(try AES.CCM.open(bound, using: key, authenticating: "abc".utf8).isEmpty)
        #expect(throws: CryptoError.code(.authenticationFailed)) { try AES.CCM.open(bound, using: key) }
    }

    @Test("limits the message length by the nonce length: 65,535 bytes for 13")
    func limitsMessage() throws {
        let key = SymmetricKey(hex: Self.key)
        let nonce = [UInt8](repeating: 0, count: 13)
        let most = [UInt8](repeating: 7, count: 65535)
        let box = try AES.CCM.seal(most, using: key, nonce: nonce)
        #expect(try AES.CCM.open(box, using: key) == most)
        #expect(throws: CryptoError.code(.invalidInputLength)) {
            try AES.CCM.seal(most + [7], using: key, nonce: nonce)
        }
        #expect(try AES.CCM.seal(most + [7], using: key, nonce: nonce.dropLast()).ciphertext.count == 65536)
    }

    @Test("rejects nonce and tag lengths that CCM does not support")
    func refusesLengths() throws {
        let key = SymmetricKey(hex: Self.key)
        for count in [0, 6, 14] {
            #expect(throws: CryptoError.code(.invalidIVLength)) {
                try AES.CCM.seal("abc".utf8, using: key, nonce: [UInt8](repeating: 0, count: count))
            }
        }
        for count in [0, 2, 3, 5, 15, 17] {
            #expect(throws: CryptoError.code(.invalidTagLength)) {
                try AES.CCM.seal("abc".utf8, using: key, tagByteCount: count)
            }
        }
    }
    @Test("rejects more associated data than one libcrypto call accepts")
    func refusesLongAssociatedData() throws {
        let ccm = AES.CCM.cipher.cipher
        try ccm.checkAssociatedData(1 << 30)
        #expect(throws: CryptoError.code(.invalidInputLength)) { try ccm.checkAssociatedData((1 << 30) + 1) }
        try Cipher.aes256GCM.checkAssociatedData((1 << 30) + 1)
    }
}
