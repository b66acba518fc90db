internal import ArcaCore
internal import ArcaCrypto
internal import ArcaVault

/// The second encryption of a KeePass database: one key stream for all protected values, in document order.
///
/// Source: keepass.info, "KDBX 4", inner header.
final class KDBXStream {
    private enum Cipher {
        case salsa20(Salsa20)
        case chaCha20(Box)
    }
    private let cipher: Cipher

    /// Holds the stream, which cannot be copied.
    private final class Box {
        var stream: CipherStream

        init(_ stream: consuming CipherStream) { self.stream = stream }
    }

    static let chaCha20 = 3

    /// Starts the key stream.
    ///
    /// - Parameters:
    ///   - identifier: The number of the cipher in the file.
    ///   - key: The secret key in the file, of any length.
    /// - Throws: ``VaultError`` with code `.unsupported` for another cipher.
    init(_ identifier: Int, key: SecretBytes) throws {
        switch identifier {
        case 2:
            // The nonce is fixed, because each key is used once.
            cipher = .salsa20(
                try Salsa20(
                    key: SymmetricKey(SHA256.secret(of: [key])),
                    nonce: [0xe8, 0x30, 0x09, 0x4b, 0x97, 0x20, 0x5d, 0x2a]
                ))
        case Self.chaCha20:
            let digest = SHA512.secret(of: [key])
            let (secret, nonce) = digest.withBytes {
                (SymmetricKey(copying: $0.extracting(..<32)), Array(bytes: $0.extracting(32..<44)))
            }
            cipher = .chaCha20(Box(try KDBXStream.chaCha20(secret, nonce: nonce)))
        default:
            throw VaultError(
                .unsupported,
                "the protected values of the database are encrypted with "
                    + (identifier == 1 ? "ARC4" : "a cipher (\(identifier)) that is not known"),
                hint: "save the database again with a newer KeePass or KeePassXC")
        }
    }

    /// ChaCha20 with a nonce of 12 bytes, from block 0.
    static func chaCha20(_ key: SymmetricKey, nonce: [UInt8]) throws -> CipherStream {
        try CipherStream(encrypting: ArcaCrypto.Cipher(named: "chacha20"), using: key, iv: [0, 0, 0, 0] + nonce)
    }

    /// Encrypts or decrypts the next protected value.
    func apply(_ value: SecretBytes) throws -> SecretBytes {
        try SecretBytes(byteCount: value.count) { output in
            try value.withBytes { value in
                switch cipher {
                case .salsa20(let stream): stream.update(value, into: &output)
                case .chaCha20(let box): try box.stream.update(value, into: &output)
                }
            }
        }
    }
}
