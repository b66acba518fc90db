internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaTestSupport

@testable import ArcaSignatures

/// Deterministic keys, and shortcuts for signing and verifying.
enum TestKeys {
    static func ed25519(_ seed: UInt64) throws -> Curve25519.Signing.PrivateKey {
        var random = Repeatable(seed)
        return try Curve25519.Signing.PrivateKey(rawRepresentation: SecretBytes(copying: random.bytes(32)))
    }

    static func ssh(_ seed: UInt64 = 1) throws -> SigningKey { try SigningKey(.ed25519(ed25519(seed))) }

    static let rsa = Result { try SigningKey(AnyPrivateKey.rsa(RSAPrivateKey(bitCount: 2048).numbers, nil)) }

    static let time = 1_780_315_200

    /// A verifier that trusts one key.
    static func verifier(_ key: SignerKey, origin: String = "key") -> SignatureVerifier {
        var verifier = SignatureVerifier(time: time)
        verifier.keys = [TrustedKey(key, name: origin)]
        return verifier
    }

    static func sign(
        _ message: String, _ key: SigningKey, _ change: (inout SigningOptions) -> Void = { _ in }
    ) throws -> SignatureFile {
        var options = SigningOptions(time: time, fileName: "notes.txt")
        change(&options)
        var reader = MemoryReader(Array(message.utf8))
        return try key.sign(reading: &reader, options: options)
    }
}

extension SignatureVerifier {
    func verify(_ signature: String, of message: String) -> SignatureVerdict {
        verify(signature.utf8, of: message.utf8)
    }
}

/// A copy with one byte changed.
func flipped(_ bytes: [UInt8], at place: Int, _ mask: UInt8 = 1) -> [UInt8] {
    var bytes = bytes
    bytes[place] ^= mask
    return bytes
}
