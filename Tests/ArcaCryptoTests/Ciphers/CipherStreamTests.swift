import ArcaCore
import Testing

@testable import ArcaCrypto

@Suite struct CipherStreamTests {
    static let ciphers = Cipher.all.filter(\.isStreamable)

    /// The output for `message` split at `cuts`.
    static func run(_ stream: consuming CipherStream, _ message: [UInt8], cuts: [Int]) throws -> [UInt8] {
        var output: [UInt8] = []
        var start = 0
        for cut in cuts + [message.count] {
            let piece = message[start..<cut]
            start = cut
            output += try [UInt8](capacity: stream.maximumByteCount(forUpdate: piece.count)) {
                out throws(CryptoError) in
                try stream.update(piece, into: &out)
            }
        }
        let capacity = CipherStream.maximumFinalByteCount
        let end = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: capacity)
        defer { end.deallocate() }
        var span = OutputSpan(buffer: end, initializedCount: 0)
        try stream.finish(into: &span)
        let count = span.finalize(for: end)
        return output + end[..<count]
    }

    @Test("gives the one-shot result for any two splits", arguments: ciphers)
    func agreesWithOneShot(cipher: Cipher) throws {
        let key = SymmetricKey(copying: [UInt8](from: 1, cipher.keyByteCount))
        let iv = [UInt8](from: 9, cipher.ivByteCount)
        for padding in cipher.paddings {
            for count in [0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 48] {
                guard padding != .none || count.isMultiple(of: cipher.blockByteCount) else { continue }
                let message = [UInt8](from: count, count)
                let expected = try cipher.encrypt(message, using: key, iv: iv, padding: padding)
                for first in 0...count {
                    for second in stride(from: first, through: count, by: 5) {
                        let encrypted = try Self.run(
                            CipherStream(encrypting: cipher, using: key, iv: iv, padding: padding), message,
                            cuts: [first, second])
                        // The filler of ISO 10126 is random.
                        #expect(
                            padding == .iso10126 || encrypted == expected, "\(count) bytes cut at \(first), \(second)")
                        guard !cipher.isAuthenticated else { continue }
                        let (left, right) = (min(first, expected.count), min(second, expected.count))
                        let back = try Self.run(
                            CipherStream(decrypting: cipher, using: key, iv: iv, padding: padding), expected,
                            cuts: [left, right])
                        #expect(back == message, "\(count) bytes cut at \(left), \(right)")
                    }
                }
            }
        }
    }

    @Test("authenticates associated data and truncates the tag when encrypting")
    func sealsInPieces() throws {
        let message = [UInt8](from: 0, 100)
        let aad = [UInt8]("context".utf8)
        for name in ["aes-128-gcm", "aes-256-gcm", "chacha20-poly1305", "aes-128-eax"] {
            let aead = try AEADCipher(named: name)
            let cipher = aead.cipher
            let key = SymmetricKey(copying: [UInt8](from: 1, cipher.keyByteCount))
            for nonceByteCount in name.hasPrefix("aes") ? [1, 8, 12, 60, 128] : [12] {
                let nonce = [UInt8](from: 5, nonceByteCount)
                for tag in name.hasPrefix("aes") ? [4, 12, 16] : [16] {
                    let stream = try CipherStream(
                        encrypting: cipher, using: key, iv: nonce, authenticating: aad, tagByteCount: tag,
                        allowsUnusualNonce: true)
                    let sealed = try Self.run(stream, message, cuts: [33])
                    #expect(
                        sealed
                            == (try aead.seal(
                                message, using: key, nonce: nonce, authenticating: aad, tagByteCount: tag,
                                allowsUnusualNonce: true)))
                    #expect(
                        try aead.open(sealed, using: key, nonce: nonce, authenticating: aad, tagByteCount: tag)
                            == message)
                }
            }
        }
    }

    @Test("discards a dropped stream's nonce length before the key's next message", arguments: [1, 16, 128])
    func dropsStreamWithOtherNonce(nonceByteCount: Int) throws {
        let (cipher, aead) = (Cipher.aes256GCM, AES.GCM.cipher)
        let used = SymmetricKey(copying: [UInt8](from: 1, 32))
        let fresh = SymmetricKey(copying: [UInt8](from: 1, 32))
        let (nonce, other) = ([UInt8](from: 5, 12), [UInt8](from: 7, nonceByteCount))
        let sealed = try aead.seal([1, 2, 3] as [UInt8], using: fresh, nonce: nonce)
        // Dropped before the end, with and without part of the message.
        for part in [[], [UInt8](from: 0, 20)] {
            var stream = try CipherStream(encrypting: cipher, using: used, iv: other, allowsUnusualNonce: true)
            _ = try [UInt8](capacity: 20) { output throws(CryptoError) in try stream.update(part, into: &output) }
            _ = consume stream
            #expect(try aead.seal([1, 2, 3] as [UInt8], using: used, nonce: nonce) == sealed)
        }
        // Finished with a tag of the wrong length, which libcrypto never sees.
        let stream = try CipherStream(decryptingUnverified: cipher, using: used, iv: other.span, authenticating: Span())
        #expect(Self.opened(stream, [], tag: [0, 0, 0, 0]) == nil)
        #expect(try aead.open(sealed, using: used, nonce: nonce) == [1, 2, 3])
    }

    @Test("verifies the tag of withheld plaintext", arguments: ciphers.compactMap(\.aead))
    func opensUnverified(aead: AEADCipher) throws {
        let cipher = aead.cipher
        let key = SymmetricKey(copying: [UInt8](from: 1, cipher.keyByteCount))
        let (nonce, aad) = ([UInt8](from: 5, cipher.ivByteCount), [UInt8](from: 6, 3))
        let message = [UInt8](from: 0, 100)
        let sealed = try aead.seal(message, using: key, nonce: nonce, authenticating: aad)
        let end = sealed.count - cipher.tagByteCount
        for changed in [nil, 0, 99, end, sealed.count - 1] as [Int?] {
            var bytes = sealed
            if let changed { bytes[changed] ^= 1 }
            let plaintext = Self.opened(
                try CipherStream(decryptingUnverified: cipher, using: key, iv: nonce.span, authenticating: aad.span),
                bytes[..<end], tag: bytes[end...])
            #expect(plaintext == (changed == nil ? message : nil), "byte \(changed ?? 0) changed")
        }
        // A shorter tag than agreed is invalid, even if its bytes match.
        let stream = try CipherStream(
            decryptingUnverified: cipher, using: key, iv: nonce.span, authenticating: aad.span)
        #expect(Self.opened(stream, sealed[..<end], tag: sealed[end..<end + 4]) == nil)
    }

    /// The plaintext of a ciphertext in two parts; nil if the tag does not match.
    static func opened(
        _ stream: consuming CipherStream, _ ciphertext: ArraySlice<UInt8>, tag: ArraySlice<UInt8>
    ) -> [UInt8]? {
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(
            capacity: ciphertext.count + 3 * CipherStream.maximumFinalByteCount)
        defer { memory.deallocate() }
        var output = OutputSpan(buffer: memory, initializedCount: 0)
        do throws(CryptoError) {
            try stream.update(ciphertext.prefix(60), into: &output)
            try stream.update(ciphertext.dropFirst(60), into: &output)
            try stream.finish(verifying: tag.span, into: &output)
            let count = output.finalize(for: memory)
            return Array(memory[..<count])
        } catch {
            _ = output.finalize(for: memory)
            #expect(error.code == .authenticationFailed || error.code == .invalidTagLength)
            return nil
        }
    }

    @Test("rejects ciphers without streaming, and decryption with authenticated ciphers", arguments: Cipher.all)
    func refusesUnstreamable(cipher: Cipher) throws {
        let key = SymmetricKey(copying: [UInt8](from: 1, cipher.keyByteCount))
        let iv = [UInt8](from: 9, cipher.ivByteCount)
        let canEncrypt = (try? Self.run(CipherStream(encrypting: cipher, using: key, iv: iv), [], cuts: [])) != nil
        #expect(canEncrypt == cipher.isStreamable)
        do throws(CryptoError) {
            _ = try CipherStream(decrypting: cipher, using: key, iv: iv)
            #expect(cipher.isStreamable && !cipher.isAuthenticated)
        } catch {
            #expect(error == CryptoError.code(.unsupported))
            #expect(!cipher.isStreamable || cipher.isAuthenticated)
        }
    }

    @Test("rejects wrong lengths and options when the stream is created")
    func refusesOptions() throws {
        let cbc = try Cipher(named: "aes-256-cbc")
        let ctr = try Cipher(named: "aes-256-ctr")
        let key = SymmetricKey(copying: [UInt8](from: 1, 32))
        let iv = [UInt8](from: 9, 16)
        func code(_ make: () throws(CryptoError) -> CryptoError.Code?) -> CryptoError.Code? {
            do { return try make() } catch { return error.code }
        }
        #expect(
            code { () throws(CryptoError) in
                _ = try CipherStream(encrypting: ctr, using: key, iv: iv, authenticating: [1] as [UInt8])
                return nil
            } == .invalidParameter)
        #expect(
            code { () throws(CryptoError) in
                _ = try CipherStream(encrypting: ctr, using: key, iv: iv, padding: .pkcs7)
                return nil
            } == .invalidParameter)
        #expect(
            code { () throws(CryptoError) in
                _ = try CipherStream(decrypting: cbc, using: key, iv: iv.dropLast())
                return nil
            } == .invalidIVLength)
        #expect(
            code { () throws(CryptoError) in
                _ = try CipherStream(decrypting: cbc, using: SymmetricKey(copying: iv), iv: iv)
                return nil
            } == .invalidKeyLength)
        #expect(
            code { () throws(CryptoError) in
                _ = try CipherStream(encrypting: .aes256GCM, using: key, iv: iv[..<12], tagByteCount: 3)
                return nil
            } == .invalidTagLength)
        #expect(
            code { () throws(CryptoError) in
                _ = try CipherStream(encrypting: .aes256GCM, using: key, iv: iv)
                return nil
            } == .invalidIVLength)
    }

    @Test("rejects a partial block by length, and invalid padding with a single error")
    func refusesEnds() throws {
        let cbc = try Cipher(named: "aes-256-cbc")
        let key = SymmetricKey(copying: [UInt8](from: 1, 32))
        let iv = [UInt8](from: 9, 16)
        let encrypted = try cbc.encrypt([UInt8](from: 0, 40), using: key, iv: iv)
        for count in [0, 1, 15, 17, 47] {
            #expect(throws: CryptoError.code(.invalidInputLength)) {
                try Self.run(CipherStream(decrypting: cbc, using: key, iv: iv), Array(encrypted[..<count]), cuts: [])
            }
        }
        #expect(throws: CryptoError.code(.decryptionFailed)) {
            try Self.run(CipherStream(decrypting: cbc, using: key, iv: iv), Array(encrypted[..<32]), cuts: [])
        }
        #expect(throws: CryptoError.code(.invalidInputLength)) {
            try Self.run(
                CipherStream(encrypting: cbc, using: key, iv: iv, padding: Cipher.Padding.none), [1, 2, 3], cuts: [])
        }
    }
}
