import ArcaCore
import ArcaCrypto
import Testing

@Suite struct CipherSecretsTests {
    @Test("decrypts to the same bytes as the array form, with and without padding", arguments: [0, 1, 15, 16, 17, 100])
    func agrees(count: Int) throws {
        let message = (0..<count).map { UInt8($0) }
        let iv = [UInt8](repeating: 3, count: 16)
        for name in ["aes-256-cbc", "aes-128-ctr", "des-ede3-cbc"] {
            let cipher = try Cipher(named: name)
            let key = try SymmetricKey(bitCount: cipher.keyByteCount * 8)
            let iv = Array(iv[..<cipher.ivByteCount])
            let sealed = try cipher.encrypt(message, using: key, iv: iv)
            #expect(try cipher.decryptSecret(sealed, using: key, iv: iv) == SecretBytes(copying: message))
            if cipher.paddings.count > 1 {
                let padded = try cipher.decryptSecret(sealed, using: key, iv: iv, padding: Cipher.Padding.none)
                #expect(padded.count == sealed.count)
            }
        }
    }

    @Test("rejects invalid input like the array form")
    func refuses() throws {
        let cipher = try Cipher(named: "aes-256-cbc")
        let key = try SymmetricKey(bitCount: 256)
        let iv = [UInt8](repeating: 3, count: 16)
        func code(_ cipher: Cipher, _ bytes: [UInt8], _ key: SymmetricKey, _ iv: [UInt8]) -> CryptoError.Code? {
            do {
                _ = try cipher.decryptSecret(bytes, using: key, iv: iv)
                return nil
            } catch { return error.code }
        }
        #expect(code(cipher, [1, 2, 3], key, iv) == .invalidInputLength)
        #expect(code(cipher, iv, key, []) == .invalidIVLength)
        #expect(code(cipher, iv, try SymmetricKey(bitCount: 128), iv) == .invalidKeyLength)
        let sealed = try cipher.encrypt([UInt8](repeating: 9, count: 20), using: key, iv: iv)
        var wrong = sealed
        wrong[15] ^= 0x80
        #expect(code(cipher, wrong, key, iv) == .decryptionFailed)
    }
}
