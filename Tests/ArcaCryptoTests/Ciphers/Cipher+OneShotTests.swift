internal import ArcaCore
import ArcaCrypto
import Testing

@Suite struct CipherOneShotTests {
    static let ciphers = Cipher.all.filter { !$0.isAuthenticated && !$0.isKeyWrap }

    static func parts(_ cipher: Cipher) -> (SymmetricKey, [UInt8]) {
        (SymmetricKey(copying: [UInt8](from: 1, cipher.keyByteCount)), [UInt8](from: 0xf8, cipher.ivByteCount))
    }

    @Test("decrypts its own output at all lengths around blocks", arguments: ciphers)
    func roundTrips(cipher: Cipher) throws {
        let (key, iv) = Self.parts(cipher)
        for padding in cipher.paddings {
            for count in Array(0...49) + [255, 256, 257, 4096, 4097] {
                let message = [UInt8](from: count, count)
                let isXTS = cipher.name.hasSuffix("XTS")
                let isWhole = padding != .none || count.isMultiple(of: cipher.blockByteCount)
                guard isWhole, !isXTS || count >= 16 else {
                    #expect(throws: CryptoError.code(.invalidInputLength)) {
                        try cipher.encrypt(message, using: key, iv: iv, padding: padding)
                    }
                    #expect(throws: CryptoError.code(.invalidInputLength)) {
                        try cipher.decrypt(message, using: key, iv: iv, padding: padding)
                    }
                    continue
                }
                let encrypted = try cipher.encrypt(message, using: key, iv: iv, padding: padding)
                let block = cipher.blockByteCount
                let fills = [.zero, .spaces].contains(padding)
                let padded = fills ? (count + block - 1) / block * block : (count / block + 1) * block
                #expect(encrypted.count == (padding == .none ? count : padded), "\(padding)")
                #expect(try cipher.decrypt(encrypted, using: key, iv: iv, padding: padding) == message)
                #expect(count < 16 || encrypted != message)
            }
        }
    }

    @Test("pads by default where padding is supported, unless disabled", arguments: ciphers)
    func honorsPadding(cipher: Cipher) throws {
        let (key, iv) = Self.parts(cipher)
        let message = [UInt8](from: 0, 32)
        let usual = try cipher.encrypt(message, using: key, iv: iv)
        let bare = try cipher.encrypt(message, using: key, iv: iv, padding: Cipher.Padding.none)
        #expect(Array(usual[..<32]) == bare)
        guard cipher.paddings.contains(.pkcs7) else {
            #expect(usual == bare)
            #expect(throws: CryptoError.code(.invalidParameter)) {
                try cipher.encrypt(message, using: key, iv: iv, padding: .pkcs7)
            }
            #expect(throws: CryptoError.code(.invalidParameter)) {
                try cipher.decrypt(message, using: key, iv: iv, padding: .pkcs7)
            }
            return
        }
        // Decrypted without padding, the message ends in a block of bytes with its length.
        let seen = try cipher.decrypt(usual, using: key, iv: iv, padding: Cipher.Padding.none)
        let block = cipher.blockByteCount
        #expect(seen == message + [UInt8](repeating: UInt8(block), count: block))
    }

    @Test("depends on every byte of key and IV", arguments: ciphers)
    func usesKeyAndIV(cipher: Cipher) throws {
        let (key, iv) = Self.parts(cipher)
        let message = [UInt8](from: 0, 32)
        let right = try cipher.encrypt(message, using: key, iv: iv)
        for index in 0..<cipher.keyByteCount {
            var bytes = [UInt8](from: 1, cipher.keyByteCount)
            // The lowest bit of each byte of a DES key is ignored.
            bytes[index] ^= 0x80
            #expect(try cipher.encrypt(message, using: SymmetricKey(copying: bytes), iv: iv) != right, "byte \(index)")
        }
        for index in iv.indices {
            var bytes = iv
            bytes[index] ^= 1
            #expect(try cipher.encrypt(message, using: key, iv: bytes) != right, "byte \(index) of the IV")
        }
    }

    @Test("pads as the standards and other programs do")
    func padding() throws {
        let (key, iv) = Self.parts(.aes128CBC)
        func end(_ padding: Cipher.Padding, _ count: Int) throws -> [UInt8] {
            let message = [UInt8](repeating: 0x41, count: count)
            let encrypted = try Cipher.aes128CBC.encrypt(message, using: key, iv: iv, padding: padding)
            let padded = try Cipher.aes128CBC.decrypt(encrypted, using: key, iv: iv, padding: Cipher.Padding.none)
            #expect(Array(padded.prefix(count)) == message)
            return Array(padded.dropFirst(count))
        }
        let zeros = [UInt8](repeating: 0, count: 16)
        #expect(try end(.zero, 13) == [0, 0, 0])
        #expect(try end(.zero, 16).isEmpty)
        #expect(try end(.zero, 0).isEmpty)
        #expect(try end(.spaces, 14) == [0x20, 0x20])
        #expect(try end(.iso7816, 13) == [0x80, 0, 0])
        #expect(try end(.iso7816, 15) == [0x80])
        #expect(try end(.iso7816, 16) == [0x80] + zeros.dropLast())
        #expect(try end(.x923, 13) == [0, 0, 3])
        #expect(try end(.x923, 16) == zeros.dropLast() + [16])
        #expect(try end(.iso10126, 13).last == 3)
        #expect(try end(.iso10126, 0).count == 16)
        #expect(try end(.iso10126, 0) != end(.iso10126, 0))
    }

    @Test(
        "rejects invalid padding of every kind, as a whole and in a stream",
        arguments: [
            (.iso7816, [0x81]), (.iso7816, [0x80, 1]), (.iso7816, [UInt8](repeating: 0, count: 16)), (.x923, [1, 2]),
            (.x923, [0]), (.x923, [17]), (.iso10126, [0]), (.iso10126, [17]), (.iso10126, [255]),
        ] as [(Cipher.Padding, [UInt8])])
    func refusesPaddings(padding: Cipher.Padding, end: [UInt8]) throws {
        let (key, iv) = Self.parts(.aes128CBC)
        let plaintext = [UInt8](repeating: 0x41, count: 32 - end.count) + end
        let encrypted = try Cipher.aes128CBC.encrypt(plaintext, using: key, iv: iv, padding: Cipher.Padding.none)
        #expect(throws: CryptoError.code(.decryptionFailed)) {
            try Cipher.aes128CBC.decrypt(encrypted, using: key, iv: iv, padding: padding)
        }
        #expect(throws: CryptoError.code(.decryptionFailed)) {
            var stream = try CipherStream(decrypting: .aes128CBC, using: key, iv: iv, padding: padding)
            _ = try stream.update(encrypted)
            _ = try stream.finish()
        }
    }

    @Test("fails with one error for any invalid padding and returns nothing")
    func refusesPadding() throws {
        for cipher in Cipher.all where cipher.paddings.contains(.pkcs7) {
            let (key, iv) = Self.parts(cipher)
            let block = cipher.blockByteCount
            for end in [[0], [UInt8(block + 1)], [0xff], [1, 2], [2, 3, 3]] as [[UInt8]] {
                let plaintext = [UInt8](repeating: 0x41, count: 2 * block - end.count) + end
                let encrypted = try cipher.encrypt(plaintext, using: key, iv: iv, padding: Cipher.Padding.none)
                do {
                    _ = try cipher.decrypt(encrypted, using: key, iv: iv)
                    Issue.record("\(cipher) took the padding \(end)")
                } catch {
                    #expect(error == CryptoError.code(.decryptionFailed))
                    #expect(error.reason == "\(cipher): wrong key or initialization vector, or the data was changed")
                }
            }
        }
    }

    @Test("rejects keys and IVs of all other lengths", arguments: Cipher.all)
    func refusesLengths(cipher: Cipher) throws {
        let (key, iv) = Self.parts(cipher)
        for count in 0...70 {
            let bytes = [UInt8](from: 1, count)
            if count != cipher.keyByteCount {
                #expect(throws: CryptoError.code(.invalidKeyLength), "key of \(count)") {
                    try cipher.encrypt([1] as [UInt8], using: SymmetricKey(copying: bytes), iv: iv)
                }
            }
            if !cipher.ivByteCounts.contains(count) {
                #expect(throws: CryptoError.code(.invalidIVLength), "IV of \(count)") {
                    try cipher.encrypt([1] as [UInt8], using: key, iv: bytes)
                }
            }
        }
    }

    @Test("gives the same results for static types as for names")
    func servesStaticTypes() throws {
        let message = [UInt8](from: 0, 40)
        let aes = SymmetricKey(copying: [UInt8](from: 1, 24))
        let iv = [UInt8](from: 9, 16)
        func named(_ name: String, _ key: SymmetricKey, _ iv: [UInt8]) throws -> [UInt8] {
            try Cipher(named: name).encrypt(message, using: key, iv: iv)
        }
        #expect(try AES.CBC.encrypt(message, using: aes, iv: iv) == named("aes-192-cbc", aes, iv))
        #expect(try AES.CTR.encrypt(message, using: aes, iv: iv) == named("aes-192-ctr", aes, iv))
        #expect(try AES.OFB.encrypt(message, using: aes, iv: iv) == named("aes-192-ofb", aes, iv))
        #expect(try AES.CFB.encrypt(message, using: aes, iv: iv) == named("aes-192-cfb", aes, iv))
        for (bits, name) in [(128, "cfb"), (8, "cfb8"), (1, "cfb1")] {
            let encrypted = try AES.CFB.encrypt(message, using: aes, iv: iv, segmentBitCount: bits)
            #expect(try encrypted == named("aes-192-\(name)", aes, iv))
            #expect(try AES.CFB.decrypt(encrypted, using: aes, iv: iv, segmentBitCount: bits) == message)
        }
        #expect(throws: CryptoError.code(.invalidParameter)) {
            try AES.CFB.encrypt(message, using: aes, iv: iv, segmentBitCount: 64)
        }
        #expect(try Insecure.AES.ECB.encrypt(message, using: aes) == named("aes-192-ecb", aes, []))
        #expect(try Insecure.AES.ECB.decrypt(named("aes-192-ecb", aes, []), using: aes) == message)
        #expect(try AES.CBC.decrypt(named("aes-192-cbc", aes, iv), using: aes, iv: iv) == message)
        #expect(try AES.CTR.decrypt(named("aes-192-ctr", aes, iv), using: aes, iv: iv) == message)
        #expect(try AES.OFB.decrypt(named("aes-192-ofb", aes, iv), using: aes, iv: iv) == message)
        let short = Array(iv[..<8])
        let single = SymmetricKey(copying: [UInt8](from: 1, 8))
        let triple = SymmetricKey(copying: [UInt8](from: 1, 24))
        for (cipher, name, key) in [
            (Insecure.DES.cbc, "des-cbc", single), (Insecure.DES.ofb, "des-ofb", single),
            (Insecure.DES.cfb, "des-cfb", single), (Insecure.DES.ecb, "des-ecb", single),
            (Insecure.TripleDES.cbc, "des-ede3-cbc", triple), (Insecure.TripleDES.ofb, "des-ede3-ofb", triple),
            (Insecure.TripleDES.cfb, "des-ede3-cfb", triple), (Insecure.TripleDES.ecb, "des-ede3-ecb", triple),
        ] {
            let iv = Array(short[..<cipher.ivByteCount])
            #expect(try cipher.encrypt(message, using: key, iv: iv) == named(name, key, iv))
            let other = cipher.keyByteCount == 8 ? triple : single
            #expect(throws: CryptoError.code(.invalidKeyLength)) { try cipher.encrypt(message, using: other, iv: iv) }
        }
    }
}
