internal import ArcaCore
import ArcaTestSupport
import Testing

@testable import ArcaCrypto

@Suite struct LongNonceGCMTests {
    /// PyCryptodome 3.23: `AES.new(key, AES.MODE_GCM, nonce=nonce)`; a 37-byte message, 21 bytes of associated data.
    static let peerAnswers: [(Int, Int, String)] = [
        (
            16, 129,
            "ef337b5d09a36e3e7f665b70458d50f7260694d3b8facca82d6e688de674acb3500506897cc42380e2914b3bdb1a27b5e63c2372a4"
        ),
        (
            16, 256,
            "e501eb6a21e283076e58cc6b43a5cd2a00d21630c2cf95f0c991c53c1cca284757ff39982a473670cc5434323c08a06422905bd0e6"
        ),
        (
            16, 1000,
            "6cdaa7627ef527be77bc044059ddefbc17210d175523122f638ffb78d747551df67e6a3cb19027200e62e9924d5d45024d34fed937"
        ),
        (
            16, 65536,
            "3e51774fdbd8b3ea513a4cad421da77eb87ab0f14d4963a7589101832d9b5eee1c126a7609f30bed350d7dc0015e7613a735609d2a"
        ),
        (
            24, 129,
            "42b22eebe14752ff37be2a3e25e9a89e325527ef11692b9fb4139a33b85e41c4bc9385478a41a61229292acb1188464f13df80dc3a"
        ),
        (
            24, 256,
            "c682afedebb9669b39bd9a0f5e2c5e6b11fa57266c399949115a469020dedee1bda294be68dbfbbef2ffe4e5ccb7e8a2524201a041"
        ),
        (
            24, 1000,
            "c0331e755406db92b364eef43034df99ddfee983e90da8b35f3ee94ea620945157362434352ef5fe123f7ee6ec044c572f15313bda"
        ),
        (
            24, 65536,
            "d65cd6c0144cf4691f1e55c631d434f14d18180dd8b5e389fc93e90a022d766a69271ebf1733d32d2686b7970514cb3c610ff12901"
        ),
        (
            32, 129,
            "76d12fedaa6e67793de936e9d53491969238df1baaccf06e434ed1fc6c1335aaa84699bf7344d425aa75c2b9864ff7ce14875f8865"
        ),
        (
            32, 256,
            "4cdc521dec1fbd961d95dc45fcfea33383205f296a55a6266a361bf2de9e9f9a62000db334e99965f28a993779a483f93ce91edecc"
        ),
        (
            32, 1000,
            "adaeb3069e7616825bf715c13dc5fe0f8788db5a154dc5ff519bd030b605edaf9350fb61baaec46c734b90afcacc75b6ef3200e2c7"
        ),
        (
            32, 65536,
            "1db0ae50e28b7c546c4df32622e2f6a4992e003779d5f14bfba4a5497dc40b440f668a7f5701181f92662ccbaed872a0849bf79233"
        ),
    ]

    @Test("agrees with PyCryptodome on nonces above libcrypto's limit", arguments: peerAnswers)
    func agreesWithPeer(keyByteCount: Int, nonceByteCount: Int, expected: String) throws {
        let key = SymmetricKey(copying: [UInt8](from: 1, keyByteCount))
        let (nonce, aad) = ([UInt8](from: 3, nonceByteCount), [UInt8](from: 9, 21))
        let box = try AES.GCM.seal(
            [UInt8](from: 100, 37), using: key, nonce: nonce, authenticating: aad, allowsUnusualNonce: true)
        #expect(box.ciphertext + box.tag == hex(expected))
        #expect(try AES.GCM.open(box, using: key, authenticating: aad) == [UInt8](from: 100, 37))
        let short = try AES.GCM.seal(
            [UInt8](from: 100, 37), using: key, nonce: nonce, authenticating: aad, tagByteCount: 12,
            allowsUnusualNonce: true)
        #expect(short.tag == Array(box.tag[..<12]))
        #expect(try AES.GCM.open(short, using: key, authenticating: aad) == [UInt8](from: 100, 37))
        for index in nonce.count..<box.combined.count {
            var changed = box.combined
            changed[index] ^= 1
            let wrong = try AES.GCM.SealedBox(combined: changed, nonceByteCount: nonce.count)
            #expect(throws: CryptoError.code(.authenticationFailed)) {
                try AES.GCM.open(wrong, using: key, authenticating: aad)
            }
        }
        #expect(throws: CryptoError.code(.authenticationFailed)) { try AES.GCM.open(box, using: key) }
    }

    @Test("agrees with libcrypto on supported nonces, at all lengths around blocks")
    func agreesWithLibcrypto() throws {
        let key = SymmetricKey(copying: [UInt8](from: 1, 32))
        for nonceByteCount in [1, 8, 11, 13, 16, 17, 60, 128] {
            for count in [0, 1, 15, 16, 17, 100] {
                let (nonce, aad) = ([UInt8](from: 3, nonceByteCount), [UInt8](from: 9, count))
                try compare(key, nonce, aad, [UInt8](from: 100, count))
            }
        }
    }

    @Test("wraps the 32-bit counter like libcrypto")
    func wrapsCounter() throws {
        let key = SymmetricKey(copying: [UInt8](from: 1, 16))
        // Found by search: the first counter block ends in fffe573e, 108,738 blocks before the counter wraps.
        let nonce = [0x7d, 0x16] + [UInt8](repeating: 0, count: 14)
        #expect(try LongNonceGCM.firstCounter(key, nonce.span).suffix(4) == hex("fffe573e"))
        for count in [108_736, 108_737, 108_738, 120_000] {
            try compare(key, nonce, [], [UInt8](repeating: 0, count: count * 16 + 5))
        }
    }

    private func compare(_ key: SymmetricKey, _ nonce: [UInt8], _ aad: [UInt8], _ message: [UInt8]) throws {
        let expected = try AES.GCM.seal(
            message, using: key, nonce: nonce, authenticating: aad, allowsUnusualNonce: true)
        let sealed = try run(key, nonce, aad, encrypts: true, count: message.count + 16) {
            request, output throws(CryptoError) in
            try LongNonceGCM.seal(message.span, request, to: output)
        }
        #expect(sealed == expected.ciphertext + expected.tag)
        let opened = try run(key, nonce, aad, encrypts: false, count: message.count) {
            request, output throws(CryptoError) in
            try LongNonceGCM.open(sealed.span, request, to: output)
        }
        #expect(opened == message)
    }

    private func run(
        _ key: SymmetricKey, _ nonce: [UInt8], _ aad: [UInt8], encrypts: Bool, count: Int,
        _ body: (CipherRequest, UnsafeMutablePointer<UInt8>) throws(CryptoError) -> Void
    ) throws -> [UInt8] {
        let cipher = try AES.GCM.cipher(keyByteCount: key.byteCount).cipher
        return try nonce.withUnsafeBufferPointer { nonce in
            try aad.withUnsafeBufferPointer { aad in
                let request = CipherRequest(cipher, key: key, iv: nonce, associatedData: aad, encrypts: encrypts)
                return try wipedOnFailure(capacity: count) { output throws(CryptoError) in
                    try body(request, output)
                    return count
                }
            }
        }
    }

    @Test("does not support streams")
    func refusesStreams() throws {
        let key = SymmetricKey(copying: [UInt8](from: 1, 16))
        do throws(CryptoError) {
            _ = try CipherStream(
                encrypting: Cipher(named: "aes-128-gcm"), using: key, iv: [UInt8](from: 3, 129),
                allowsUnusualNonce: true)
            Issue.record("a stream took a nonce of 129 bytes")
        } catch { #expect(error == CryptoError.code(.unsupported)) }
    }
}
