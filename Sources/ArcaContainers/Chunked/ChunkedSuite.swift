public import ArcaCrypto

/// The cipher and hash function of C2SP chunked encryption; files do not name them.
///
/// Source: c2sp.org/chunked-encryption, section "Key derivation".
public struct ChunkedSuite: Sendable, Hashable {
    /// The ciphers, named as in IANA's registry of AEAD algorithms.
    enum Algorithm: String, CaseIterable {
        case aes128GCM = "AEAD_AES_128_GCM"
        case aes256GCM = "AEAD_AES_256_GCM"
        case chaCha20Poly1305 = "AEAD_CHACHA20_POLY1305"
    }

    let algorithm: Algorithm
    /// The hash function of the key derivation.
    public let hash: AnyHashFunction

    /// AES-128-GCM with a 16-byte key, and SHA-512.
    public static let aes128GCM = ChunkedSuite(.aes128GCM, .sha512)
    /// AES-256-GCM with a 32-byte key, and SHA-512; known as Cobblestone-256.
    public static let aes256GCM = ChunkedSuite(.aes256GCM, .sha512)
    /// AES-128-GCM with a 16-byte key, and SHA-256, as recommended by the specification.
    public static let aes128GCMWithSHA256 = ChunkedSuite(.aes128GCM, .sha256)
    /// AES-256-GCM with a 32-byte key, and SHA-256.
    public static let aes256GCMWithSHA256 = ChunkedSuite(.aes256GCM, .sha256)
    /// ChaCha20-Poly1305 with a 32-byte key, and SHA-512.
    public static let chaCha20Poly1305 = ChunkedSuite(.chaCha20Poly1305, .sha512)
    /// ChaCha20-Poly1305 with a 32-byte key, and SHA-256.
    public static let chaCha20Poly1305WithSHA256 = ChunkedSuite(.chaCha20Poly1305, .sha256)

    /// All suites, starting with the defaults for sealing.
    public static let all: [ChunkedSuite] = [
        .aes256GCM, .aes128GCM, .aes256GCMWithSHA256, .aes128GCMWithSHA256, .chaCha20Poly1305,
        .chaCha20Poly1305WithSHA256,
    ]

    /// Finds a suite by the names of its parts, or returns nil for other names.
    ///
    /// - Parameters:
    ///   - algorithm: The IANA name of the cipher: `AEAD_AES_128_GCM`, `AEAD_AES_256_GCM`, `AEAD_CHACHA20_POLY1305`.
    ///   - hash: SHA-256 or SHA-512.
    public init?(algorithm: String, hash: AnyHashFunction) {
        let found = ChunkedSuite.all.first { $0.algorithm.rawValue == algorithm && $0.hash == hash }
        guard let found else { return nil }
        self = found
    }

    private init(_ algorithm: Algorithm, _ hash: AnyHashFunction) {
        self.algorithm = algorithm
        self.hash = hash
    }

    /// The length of the input key and of the cipher's key, in bytes.
    public var keyByteCount: Int { algorithm == .aes128GCM ? 16 : 32 }

    /// The display name: `AES-256-GCM with SHA-512`.
    public var name: String {
        let cipher =
            switch algorithm {
            case .aes128GCM: "AES-128-GCM"
            case .aes256GCM: "AES-256-GCM"
            case .chaCha20Poly1305: "ChaCha20-Poly1305"
            }
        return "\(cipher) with \(hash.name)"
    }

    func cipher() throws(CryptoError) -> AEADCipher {
        switch algorithm {
        case .aes128GCM, .aes256GCM: try AES.GCM.cipher(keyByteCount: keyByteCount)
        case .chaCha20Poly1305: ChaChaPoly.cipher
        }
    }
}
