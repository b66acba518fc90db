internal import ArcaTestSupport
import ArcaCore
import ArcaCrypto
import Testing

@Suite struct RSAEncryptionTests {
    static let hashes: [AnyHashFunction] = [.sha1, .sha224, .sha256, .sha384, .sha512, .sha512t256]

    @Test("decrypts its own output with every pair of SHA-1 and SHA-2", arguments: hashes)
    func roundTrips(hash: AnyHashFunction) throws {
        let key = try RSAKeyTests.key.get()
        for maskHash in Self.hashes {
            let padding = RSAEncryptionPadding.oaep(.init(hash: hash, maskHash: maskHash, label: "to: alice".utf8))
            let most = try #require(key.publicKey.maximumMessageByteCount(padding))
            #expect(most == 256 - 2 * hash.digestByteCount - 2)
            for count in [0, 1, most] {
                let message = [UInt8](repeating: 7, count: count)
                let sealed = try key.publicKey.encrypt(message, padding: padding)
                #expect(sealed.count == 256)
                #expect(try key.publicKey.encrypt(message, padding: padding) != sealed)
                #expect(try constantTimeEqual(key.decrypt(sealed, padding: padding), message))
            }
            #expect(throws: CryptoError.code(.invalidInputLength)) {
                try key.publicKey.encrypt([UInt8](repeating: 7, count: most + 1), padding: padding)
            }
        }
    }

    @Test("reports the maximum message length")
    func statesLimit() throws {
        let key = try RSAKeyTests.key.get().publicKey
        let error = #expect(throws: CryptoError.self) { try key.encrypt([UInt8](repeating: 0, count: 191)) }
        #expect(
            error?.reason == "one block of RSA with 2048 bits and OAEP with SHA-256 takes at most 190 bytes, not 191")
        #expect(key.maximumMessageByteCount() == 190 && key.maximumMessageByteCount(.pkcs1v15) == 245)
        let short = try RSAPublicKey(modulus: [UInt8](repeating: 0xff, count: 64), exponent: [3])
        #expect(short.maximumMessageByteCount() == nil)
        #expect(throws: CryptoError.code(.invalidKeyLength)) { try short.encrypt([1]) }
    }

    @Test("decrypts only with the same key, hashes and label, and gives one error for every mismatch")
    func refusesOthers() throws {
        let key = try RSAKeyTests.key.get()
        let padding = RSAEncryptionPadding.oaep(.init(label: [1]))
        var sealed = try key.publicKey.encrypt("secret".utf8, padding: padding)
        var errors: [CryptoError] = []
        func refuses(_ key: RSAPrivateKey, _ padding: RSAEncryptionPadding) {
            if let error = #expect(throws: CryptoError.self, performing: { try key.decrypt(sealed, padding: padding) })
            {
                errors.append(error)
            }
        }
        refuses(key, .oaep)
        refuses(key, .oaep(.init(label: [2])))
        refuses(key, .oaep(.init(hash: .sha384, label: [1])))
        refuses(key, .oaep(.init(maskHash: .sha1, label: [1])))
        // Also below the other key's modulus, whichever is larger.
        let other = try RSAPrivateKey(bitCount: 2056)
        let widened = [0] + sealed
        #expect(throws: CryptoError.code(.decryptionFailed)) { try other.decrypt(widened, padding: padding) }
        sealed[255] ^= 1
        refuses(key, padding)
        #expect(errors.count == 5 && errors.allSatisfy { $0.code == .decryptionFailed })
        #expect(Set(errors.map(\.reason)).count == 1)
    }

    @Test("rejects keys restricted to signatures, and OAEP with SHAKE")
    func refusesKeysAndHashes() throws {
        let key = try RSAKeyTests.key.get()
        let restricted = try RSAPrivateKey(key.numbers, restriction: RSAKeyRestriction())
        let sealed = try key.publicKey.encrypt([1])
        #expect(throws: CryptoError.code(.invalidKey)) { try restricted.publicKey.encrypt([1]) }
        #expect(throws: CryptoError.code(.invalidKey)) { try restricted.decrypt(sealed) }
        #expect(throws: CryptoError.code(.unsupported)) {
            try key.publicKey.encrypt([1], padding: .oaep(.init(hash: .shake128)))
        }
    }

    @Test("exchanges messages with Python in both directions", .enabled(if: Peer.hasPython(module: "cryptography")))
    func exchangesWithPython() throws {
        let key = try RSAKeyTests.key.get()
        let theirs = try Peer.python(
            """
            from cryptography.hazmat.primitives.asymmetric import rsa, padding
            from cryptography.hazmat.primitives import hashes
            key = rsa.RSAPublicNumbers(65537, 0x\(hexText(key.publicKey.modulus))).public_key()
            oaep = padding.OAEP(padding.MGF1(hashes.SHA1()), hashes.SHA384(), b'label')
            print(key.encrypt(b'hello', oaep).hex())
            print(key.encrypt(b'hello', padding.PKCS1v15()).hex())
            """)
        let padding = RSAEncryptionPadding.oaep(.init(hash: .sha384, maskHash: .sha1, label: "label".utf8))
        let blocks = theirs.lines.map { hex(String($0)) }
        #expect(try constantTimeEqual(key.decrypt(blocks[0], padding: padding), "hello".utf8))
        #expect(try constantTimeEqual(key.decrypt(blocks[1], padding: .pkcs1v15), "hello".utf8))
        let secrets = [key.numbers.privateExponent, key.numbers.prime1, key.numbers.prime2].map {
            hexText([UInt8](bytes: $0))
        }
        let ours = try Peer.python(
            """
            from cryptography.hazmat.primitives.asymmetric import rsa, padding
            from cryptography.hazmat.primitives import hashes
            d, p, q = 0x\(secrets[0]), 0x\(secrets[1]), 0x\(secrets[2])
            public = rsa.RSAPublicNumbers(65537, p * q)
            key = rsa.RSAPrivateNumbers(p, q, d, d % (p - 1), d % (q - 1), pow(q, -1, p), public).private_key()
            oaep = padding.OAEP(padding.MGF1(hashes.SHA1()), hashes.SHA384(), b'label')
            print(key.decrypt(bytes.fromhex('\(hexText(try key.publicKey.encrypt("to you".utf8, padding: padding)))'), oaep))
            print(key.decrypt(bytes.fromhex('\(hexText(try key.publicKey.encrypt("to you".utf8, padding: .pkcs1v15)))'),
                padding.PKCS1v15()))
            """)
        #expect(ours.text == "b'to you'\nb'to you'\n")
    }
}
