public import ArcaCore

/// X-Wing, ML-KEM-768 and X25519 in one: a secret is safe as long as one of the two is.
///
/// What is kept today and read in fifteen years should be encrypted with it: ML-KEM is believed to withstand quantum
/// computers, which X25519 does not, and X25519 is well tried, which ML-KEM is not yet. HPKE calls it MLKEM768-X25519.
///
/// ```swift
/// let own = try XWingMLKEM768X25519.PrivateKey()
/// let sent = try own.publicKey.encapsulate()
/// let secret = try own.decapsulate(sent.encapsulated)
/// ```
///
/// Source: draft-connolly-cfrg-xwing-kem-06; draft-ietf-hpke-pq, KEM 0x647a.
public enum XWingMLKEM768X25519 {
    /// Length of public keys: 1184 bytes of ML-KEM-768, then 32 of X25519.
    public static let publicKeyByteCount = 1216
    /// Length of ciphertexts: 1088 bytes of ML-KEM-768, then 32 of X25519.
    public static let ciphertextByteCount = 1120
    /// Length of the seed that a private key is kept as.
    public static let seedByteCount = 32

    static let name = "MLKEM768-X25519"
    private static let publicSplit = MLKEM768.publicKeyByteCount
    private static let ciphertextSplit = MLKEM768.ciphertextByteCount

    /// A public key.
    public struct PublicKey: KEMPublicKey {
        let postQuantum: MLKEM768.PublicKey
        let classical: Curve25519.KeyAgreement.PublicKey

        /// Makes a key of its bytes.
        ///
        /// - Parameter rawRepresentation: 1216 bytes, not secret. An X25519 half of small order is refused when something is
        ///   encapsulated.
        /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, or `.invalidKey` for an ML-KEM half with a coefficient
        ///   that is not below 3329.
        public init(rawRepresentation: borrowing some Bytes) throws(CryptoError) {
            try checkLength(rawRepresentation, name, publicKeyByteCount, "public")
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

        /// The key's bytes: 1216.
        public var rawRepresentation: [UInt8] { postQuantum.rawRepresentation + classical.rawRepresentation }

        /// Makes a secret and its ciphertext, both new each time.
        ///
        /// - Returns: A secret of 32 bytes and a ciphertext of 1120 bytes.
        /// - Throws: ``CryptoError`` with code `.backendFailure` without randomness, `.invalidKey` for an X25519 half of small
        ///   order.
        public func encapsulate() throws(CryptoError) -> KEM.EncapsulationResult {
            try encapsulate(message: SecretBytes(randomByteCount: 32), ephemeral: .init())
        }

        /// As ``encapsulate()`` with the random values given, for vectors.
        package func encapsulate(
            message: SecretBytes, ephemeral: Curve25519.KeyAgreement.PrivateKey
        ) throws(CryptoError) -> KEM.EncapsulationResult {
            let first = try postQuantum.encapsulate(message: message)
            let second = try ephemeral.sharedSecretFromKeyAgreement(with: classical)
            let share = try ephemeral.publicKey.rawRepresentation
            return KEM.EncapsulationResult(
                sharedSecret: combine(first.sharedSecret, second, share, classical.rawRepresentation),
                encapsulated: first.encapsulated + share)
        }
    }

    /// A private key, kept as its seed; copies share one memory, which is wiped with the last of them.
    public struct PrivateKey: KEMPrivateKey {
        private let postQuantum: MLKEM768.PrivateKey
        private let classical: Curve25519.KeyAgreement.PrivateKey
        /// The 32 bytes that the key is made from, secret.
        public let seedRepresentation: SecretBytes
        /// The public half.
        public let publicKey: PublicKey

        /// Makes a random key, and tries it.
        ///
        /// - Throws: ``CryptoError`` with code `.backendFailure` without randomness, or when the key does not work.
        public init() throws(CryptoError) {
            try self.init(seedRepresentation: SecretBytes(randomByteCount: seedByteCount))
            let trial = try publicKey.encapsulate()
            guard try decapsulate(trial.encapsulated) == trial.sharedSecret else {
                throw CryptoError(.backendFailure, "the new \(name) key does not work: this build is broken")
            }
        }

        /// Makes a key of its seed.
        ///
        /// - Parameters:
        ///   - seedRepresentation: 32 secret random bytes; all values are good.
        ///   - publicKey: The public half where it is known, which is compared.
        /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, or `.invalidKey` when the public key is another one.
        public init(seedRepresentation: SecretBytes, publicKey: PublicKey? = nil) throws(CryptoError) {
            try checkLength(seedRepresentation, name, seedByteCount, "private")
            let seeds = seedRepresentation.withBytes { SecretKeccak.shake256($0, outputByteCount: 96) }
            let (first, second) = seeds.withBytes {
                (SecretBytes(copying: $0.extracting(..<64)), SecretBytes(copying: $0.extracting(64...)))
            }
            self.seedRepresentation = seedRepresentation
            postQuantum = try MLKEM768.PrivateKey(seedRepresentation: first)
            classical = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: second)
            self.publicKey = PublicKey(postQuantum.publicKey, try classical.publicKey)
            guard publicKey == nil || publicKey == self.publicKey else {
                throw CryptoError(.invalidKey, "the \(name) public key is not that of the seed")
            }
        }

        /// Makes a key of its seed and the digest of its public half, which is compared.
        ///
        /// - Parameter integrityCheckedRepresentation: 64 bytes, secret: ``seedRepresentation``, then SHA3-256 of the public
        ///   key.
        /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, or `.invalidKey` when the digest is another one.
        public init(integrityCheckedRepresentation: SecretBytes) throws(CryptoError) {
            try self.init(seedRepresentation: try KEMSeed.split(integrityCheckedRepresentation, name, seedByteCount))
            try KEMSeed.check(integrityCheckedRepresentation, publicKey.rawRepresentation, name)
        }

        /// ``seedRepresentation`` and SHA3-256 of the public key, 64 bytes, secret.
        public var integrityCheckedRepresentation: SecretBytes {
            KEMSeed.join(seedRepresentation, publicKey.rawRepresentation)
        }

        /// Finds the secret of a ciphertext; one whose ML-KEM part was changed gives a secret that nobody else has.
        ///
        /// - Parameter encapsulated: 1120 bytes.
        /// - Returns: 32 bytes, secret.
        /// - Throws: ``CryptoError`` with code `.invalidInputLength`; `.invalidKey` when the X25519 part is a point of small
        ///   order, as RFC 9180, section 7.1.4, has it.
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
                    first, second, [UInt8](capacity: share.count) { $0.append(contentsOf: share) },
                    publicKey.classical.rawRepresentation)
            }
        }
    }

    /// The secret of both: SHA3-256(ss_M ‖ ss_X ‖ ct_X ‖ pk_X ‖ label).
    ///
    /// ML-KEM's ciphertext and key need no place in it: its own secret depends on them.
    private static func combine(
        _ first: SymmetricKey, _ second: SharedSecret, _ share: [UInt8], _ publicKey: [UInt8]
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

    /// `\.//^\`, a picture of a wing; the last part since draft 05.
    private static let label = Array(#"\.//^\"#.utf8)
}

extension XWingMLKEM768X25519.PublicKey {
    /// Whether both have the same bytes.
    public static func == (left: Self, right: Self) -> Bool {
        left.postQuantum == right.postQuantum && left.classical == right.classical
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Swift.Hasher) { hasher.combine(rawRepresentation) }
}

extension XWingMLKEM768X25519.PrivateKey: Equatable {
    /// Whether both have the same seed, in a time that does not depend on it.
    public static func == (left: Self, right: Self) -> Bool { left.seedRepresentation == right.seedRepresentation }
}

extension XWingMLKEM768X25519.PrivateKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind of key, never the content.
    public var description: String { "\(XWingMLKEM768X25519.name) private key" }

    /// The kind of key, never the content.
    public var debugDescription: String { description }

    /// A mirror without children, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
