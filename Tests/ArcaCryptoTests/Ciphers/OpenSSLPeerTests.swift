import ArcaCrypto
import ArcaTestSupport
import Testing

/// `openssl enc` with explicit key and IV, in both directions, for all its modes.
@Suite(.enabled(if: ArcaTestSupport.Peer.has("openssl"))) struct OpenSSLPeerTests {
    static let ciphers = (Cipher.all + Cipher.foreign).filter { !$0.isAuthenticated && !$0.name.hasSuffix("XTS") }

    /// The output of `openssl enc` for `input`.
    static func openssl(
        _ cipher: Cipher, _ mode: String, _ key: [UInt8], _ iv: [UInt8], _ padding: Cipher.Padding, _ input: [UInt8]
    ) throws -> [UInt8] {
        var (name, key, iv) = (cipher.shortName, key, iv)
        if cipher.isKeyWrap {
            name = "id-aes\(cipher.keyByteCount * 8)-wrap" + (name.hasSuffix("kwp") ? "-pad" : "")
            iv = name.hasSuffix("pad") ? hex("a65959a6") : hex("a6a6a6a6a6a6a6a6")
        } else if name.hasPrefix("des-") {
            // OpenSSL's single DES needs another provider, and its two-key DES has fewer modes.
            name = "des-ede3-" + String(name.split(separator: "-").last ?? "")
            key = (0..<24).map { key[$0 % key.count] }
        }
        var command = ["openssl", "enc", mode, "-\(name)", "-K", hexText(key)]
        if Cipher.foreign.contains(cipher) { command += ["-provider", "legacy", "-provider", "default"] }
        if !iv.isEmpty { command += ["-iv", hexText(iv)] }
        if padding == .none { command += ["-nopad"] }
        let answer = try ArcaTestSupport.Peer.run(command, input: input)
        #expect(answer.status == 0, "\(answer.errors)")
        return answer.output
    }

    @Test("agrees with openssl enc in both directions", arguments: ciphers)
    func agrees(cipher: Cipher) throws {
        let bytes = [UInt8](from: 1, cipher.keyByteCount)
        let key = SymmetricKey(copying: bytes)
        let iv = [UInt8](from: 0xf9, cipher.ivByteCount)
        for padding in cipher.paddings where padding == .none || padding == .pkcs7 {
            for count in cipher.isKeyWrap ? [16, 32] : padding == .pkcs7 ? [0, 15, 16, 33] : [16, 48] {
                let message = [UInt8](from: count, count)
                let encrypted = try cipher.encrypt(message, using: key, iv: iv, padding: padding)
                #expect(try Self.openssl(cipher, "-e", bytes, iv, padding, message) == encrypted)
                #expect(try Self.openssl(cipher, "-d", bytes, iv, padding, encrypted) == message)
            }
        }
    }
}
