public import ArcaCore

/// X-Wing, a hybrid of ML-KEM-768 and X25519: secure as long as either of them is.
///
/// Use it for data that must stay confidential for many years. ML-KEM is believed to resist quantum computers, which
/// X25519 does not; X25519 is proven in practice, which ML-KEM is not yet. HPKE calls it MLKEM768-X25519.
///
/// ```swift
/// let own = try XWingMLKEM768X25519.PrivateKey()
/// let sent = try own.publicKey.encapsulate()
/// let secret = try own.decapsulate(sent.encapsulated)
/// ```
///
/// Source: draft-connolly-cfrg-xwing-kem-06; draft-ietf-hpke-pq, KEM 0x647a.
public enum XWingMLKEM768X25519 {
    /// Length of public keys, in bytes: 1184 of ML-KEM-768, then 32 of X25519.
    public static let publicKeyByteCount = 1216
    /// Length of ciphertexts, in bytes: 1088 of ML-KEM-768, then 32 of X25519.
    public static let ciphertextByteCount = 1120
    /// Length of the seed that a private key is stored as, in bytes.
    public static let seedByteCount = 32

    static let name = "MLKEM768-X25519"
    private static let publicSplit = MLKEM768.publicKeyByteCount
    private static let ciphertextSplit = MLKEM768.ciphertextByteCount

    /// An X-Wing public key.
    public struct PublicKey: KEMPublicKey {
        let postQuantum: MLKEM768.PublicKey
        let classical: Curve25519.KeyAgreement.PublicKey

        /// Creates a key from its bytes.
        ///
        /// - Parameter rawRepresentation: The public key, 1216 bytes. A low-order X25519 part is rejected during
        ///   encapsulation.
        /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, or `.invalidKey` for an ML-KEM part with a
        ///   coefficient that is not less than 3329.
        public init(rawRepresentation: borrowing some Bytes) throws(CryptoError) {
            try checkLength(rawRepresentation, name, byteCount: publicKeyByteCount, half: "public")
            (postQuantum, classical) = try rawRepresentation.withBytes { bytes throws(CryptoError) in
                (
                    try MLKEM768.PublicKey(rawRepresentation: bytes.extracting(..<publicSplit)),
                    try Curve25519.KeyAgreement.PublicKey(rawRepresentation: bytes.extracting(publicSplit...))
                )
            }
        }

        init(_ postQuantum: MLKEM768.PublicKey, _ classical: Curve25519.KeyAgreement.PublicKey) {
            self.postQuantum = postQuantum
            self.classical = classical
        }

        /// The key's bytes, 1216.
        public var rawRepresentation: [UInt8] { postQuantum.rawRepresentation + classical.rawRepresentation }

        /// Creates a random secret and its ciphertext.
        ///
        /// - Returns: A 32-byte secret and a 1120-byte ciphertext.
        /// - Throws: ``CryptoError`` with code `.backendFailure` if the random generator fails, `.invalidKey` for a
        ///   low-order X25519 part.
        public func encapsulate() throws(CryptoError) -> KEM.EncapsulationResult {
            try encapsulate(message: SecretBytes(randomByteCount: 32), ephemeral: .init())
        }

        /// ``encapsulate()`` with given random values, for test vectors.
        package func encapsulate(
            message: SecretBytes, ephemeral: Curve25519.KeyAgreement.PrivateKey
        ) throws(CryptoError) -> KEM.EncapsulationResult {
            let first = try postQuantum.encapsulate(message: message)
            let second = try ephemeral.sharedSecretFromKeyAgreement(with: classical)
            let share = ephemeral.publicKey.rawRepresentation
            return KEM.EncapsulationResult(
                sharedSecret: combine(first.sharedSecret, second, share: share, publicKey: classical.rawRepresentation),
                encapsulated: first.encapsulated + share)
        }
    }

    /// An X-Wing private key, stored as its seed; copies share the same memory, which is wiped with the last copy.
    public struct PrivateKey: KEMPrivateKey {
        private let postQuantum: MLKEM768.PrivateKey
        private let classical: Curve25519.KeyAgreement.PrivateKey
        /// The seed, 32 secret bytes.
        public let seedRepresentation: SecretBytes
        /// The public key.
        public let publicKey: PublicKey

        /// Generates a random key and tests it.
        ///
        /// - Throws: ``CryptoError`` with code `.backendFailure` if the random generator fails or the key fails the
        ///   test.
        public init() throws(CryptoError) {
            try self.init(seedRepresentation: SecretBytes(randomByteCount: seedByteCount))
            let trial = try publicKey.encapsulate()
            guard try decapsulate(trial.encapsulated) == trial.sharedSecret else {
                throw CryptoError(.backendFailure, "the new \(name) key does not work: this build is broken")
            }
        }

        /// Creates a key from its seed.
        ///
        /// - Parameters:
        ///   - seedRepresentation: 32 secret random bytes; all values are valid.
        ///   - publicKey: The expected public key; nil to skip the comparison.
        /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, or `.invalidKey` if the public key does not match.
        public init(seedRepresentation: SecretBytes, publicKey: PublicKey? = nil) throws(CryptoError) {
            try checkLength(seedRepresentation, name, byteCount: seedByteCount, half: "private")
            let seeds = seedRepresentation.withBytes { SecretKeccak.shake256($0, outputByteCount: 96) }
            let (first, second) = seeds.withBytes {
                (SecretBytes(copying: $0.extracting(..<64)), SecretBytes(copying: $0.extracting(64...)))
            }
            self.seedRepresentation = seedRepresentation
            postQuantum = try MLKEM768.PrivateKey(seedRepresentation: first)
            classical = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: second)
            self.publicKey = PublicKey(postQuantum.publicKey, classical.publicKey)
            guard publicKey == nil || publicKey == self.publicKey else {
                throw CryptoError(.invalidKey, "the \(name) public key is not that of the seed")
            }
        }

        /// Creates a key from its seed and verifies the digest of its public key.
        ///
        /// - Parameter integrityCheckedRepresentation: 64 secret bytes: ``seedRepresentation`` followed by SHA3-256 of
        ///   the public key.
        /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, or `.invalidKey` if the digest does not match.
        public init(integrityCheckedRepresentation: SecretBytes) throws(CryptoError) {
            try self.init(seedRepresentation: try KEMSeed.split(integrityCheckedRepresentation, name, seedByteCount))
            try KEMSeed.check(integrityCheckedRepresentation, publicKey.rawRepresentation, name)
        }

        /// ``seedRepresentation`` followed by SHA3-256 of the public key, 64 secret bytes.
        public var integrityCheckedRepresentation: SecretBytes {
            KEMSeed.join(seedRepresentation, publicKey.rawRepresentation)
        }

        /// Decapsulates a ciphertext to its secret; a modified ML-KEM part gives a pseudorandom secret (implicit
        /// rejection).
        ///
        /// - Parameter encapsulated: The ciphertext, 1120 bytes.
        /// - Returns: The secret, 32 bytes.
        /// - Throws: ``CryptoError`` with code `.invalidInputLength`, or `.invalidKey` for a low-order X25519 part, as
        ///   RFC 9180, section 7.1.4, requires.
        public func decapsulate(_ encapsulated: borrowing some Bytes) throws(CryptoError) -> SymmetricKey {
            try encapsulated.withBytes { bytes throws(CryptoError) in
                guard bytes.count == ciphertextByteCount else {
                    throw CryptoError(
                        .invalidInputLength,
                        "\(name) has ciphertexts of \(ciphertextByteCount) bytes; found \(bytes.count)")
                }
                let share = bytes.extracting(ciphertextSplit...)
                let first = try postQuantum.decapsulate(bytes.extracting(..<ciphertextSplit))
                let second = try classical.sharedSecretFromKeyAgreement(with: .init(rawRepresentation: share))
                return combine(
                    first, second, share: [UInt8](capacity: share.count) { $0.append(contentsOf: share) },
                    publicKey: publicKey.classical.rawRepresentation)
            }
        }
    }

    /// The combined secret: SHA3-256(ss_M ‖ ss_X ‖ ct_X ‖ pk_X ‖ label).
    ///
    /// ML-KEM's ciphertext and key need not be included: its secret already depends on them.
    private static func combine(
        _ first: SymmetricKey, _ second: SharedSecret, share: [UInt8], publicKey: [UInt8]
    ) -> SymmetricKey {
        let input = SecretBytes(byteCount: 4 * 32 + label.count) { input in
            first.withBytes { input.append(contentsOf: $0) }
            second.withBytes { input.append(contentsOf: $0) }
            input.append(contentsOf: share.span)
            input.append(contentsOf: publicKey.span)
            input.append(contentsOf: label.span)
        }
        return SymmetricKey(input.withBytes { SecretKeccak.sha3_256($0) })
    }

    /// `\.//^\`, ASCII art of a wing; hashed last since draft 05.
    private static let label = Array(#"\.//^\"#.utf8)
}

extension XWingMLKEM768X25519.PrivateKey: Equatable, Redacted {
    /// Compares the seeds in constant time.
    public static func == (left: Self, right: Self) -> Bool { left.seedRepresentation == right.seedRepresentation }

    /// The type of the key, never its content.
    public var description: String { "\(XWingMLKEM768X25519.name) private key" }
}
