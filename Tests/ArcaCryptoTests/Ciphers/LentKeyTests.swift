internal import ArcaCore
import ArcaCrypto
import Testing

/// Calls that hold the last reference to a key: contexts must not outlive it.
@Suite("Key lifetime")
struct LentKeyTests {
    private static let message = [UInt8](repeating: 5, count: 100)
    private static let bytes = [UInt8](repeating: 7, count: 64)

    private static func key(_ cipher: Cipher) -> SymmetricKey {
        // XTS requires two different halves.
        SymmetricKey(copying: [9] + bytes.prefix(cipher.keyByteCount - 1))
    }

    @Test("a stream continues after its key is released", arguments: Cipher.all.filter(\.isStreamable))
    func streams(_ cipher: Cipher) throws {
        let iv = [UInt8](repeating: 3, count: cipher.ivByteCount)
        let padding: Cipher.Padding = .none
        let message = Array(Self.message.prefix(96))
        var stream = try CipherStream(
            encrypting: cipher, using: Self.key(cipher), iv: iv, padding: cipher.isAuthenticated ? nil : padding)
        // Another key may reuse the first one's memory.
        var others = (0..<50).map { _ in Self.key(cipher) }
        var result = try stream.update(message[..<40])
        others.removeAll()
        result += try stream.update(message[40...])
        result += try stream.finish()
        let key = Self.key(cipher)
        #expect(result == (try cipher.encrypt(message, using: key, iv: iv, padding: padding)))
    }

    @Test("a call with a temporary key gives the same result as with a retained one", arguments: Cipher.all)
    func calls(_ cipher: Cipher) throws {
        let iv = [UInt8](repeating: 3, count: cipher.ivByteCount)
        let message = Array(Self.message.prefix(96))
        let kept = Self.key(cipher)
        func crypt(_ key: SymmetricKey) throws -> [UInt8] {
            try cipher.encrypt(message, using: key, iv: iv)
        }
        let expected = try crypt(kept)
        for _ in 0..<20 { #expect(try crypt(Self.key(cipher)) == expected) }
        #expect(try cipher.decrypt(expected, using: Self.key(cipher), iv: iv) == message)
    }

    @Test("concurrent use and release of a shared key gives the same results as one thread")
    func threads() async throws {
        let nonce = [UInt8](repeating: 1, count: 12)
        let expected = try AES.GCM.seal(Self.message, using: Self.key(AES.GCM.cipher.cipher), nonce: nonce)
        for _ in 0..<20 {
            let key = Self.key(AES.GCM.cipher.cipher)
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        (0..<50).allSatisfy { _ in
                            (try? AES.GCM.seal(Self.message, using: key, nonce: nonce)) == expected
                                && (try? AES.GCM.open(expected, using: key)) == Self.message
                        }
                    }
                }
                for await isRight in group { #expect(isRight) }
            }
        }
    }
}
