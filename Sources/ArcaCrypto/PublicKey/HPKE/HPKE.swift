internal import ArcaCore

/// Hybrid public key encryption: encrypts messages to the owner of a private key.
///
/// ```swift
/// var sender = try HPKE.Sender(recipientKey: publicKey, ciphersuite: suite, info: "example.com/upload 1".utf8)
/// let sealed = try sender.seal("hello".utf8)                  // goes with sender.encapsulatedKey
/// var recipient = try HPKE.Recipient(
///     privateKey: own, ciphersuite: suite, info: "example.com/upload 1".utf8, encapsulatedKey: received)
/// let message = try recipient.open(sealed)
/// ```
///
/// Source: RFC 9180.
public enum HPKE {
    // CryptoKit's names.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The key encapsulation mechanism, which transports a secret to the recipient.
    public enum KEM: UInt16, Sendable, CaseIterable {
        /// DHKEM(P-256, HKDF-SHA256).
        case P256_HKDF_SHA256 = 0x0010
        /// DHKEM(P-384, HKDF-SHA384).
        case P384_HKDF_SHA384 = 0x0011
        /// DHKEM(P-521, HKDF-SHA512).
        case P521_HKDF_SHA512 = 0x0012
        /// DHKEM(X25519, HKDF-SHA256).
        case Curve25519_HKDF_SHA256 = 0x0020
        /// ``XWingMLKEM768X25519``, which resists quantum computers.
        case XWingMLKEM768X25519 = 0x647a

        /// The hash function of a Diffie-Hellman KEM, whose secrets have the length of a digest.
        var hash: AnyHashFunction {
            switch self {
            case .P384_HKDF_SHA384: .sha384
            case .P521_HKDF_SHA512: .sha512
            case .P256_HKDF_SHA256, .Curve25519_HKDF_SHA256, .XWingMLKEM768X25519: .sha256
            }
        }
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The key derivation function.
    public enum KDF: UInt16, Sendable, CaseIterable {
        /// HKDF with SHA-256.
        case HKDF_SHA256 = 0x0001
        /// HKDF with SHA-384.
        case HKDF_SHA384 = 0x0002
        /// HKDF with SHA-512.
        case HKDF_SHA512 = 0x0003

        var hash: AnyHashFunction {
            switch self {
            case .HKDF_SHA256: .sha256
            case .HKDF_SHA384: .sha384
            case .HKDF_SHA512: .sha512
            }
        }
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The cipher of the messages.
    public enum AEAD: UInt16, Sendable, CaseIterable {
        /// AES-128-GCM.
        case AES_GCM_128 = 0x0001
        /// AES-256-GCM.
        case AES_GCM_256 = 0x0002
        /// ChaCha20-Poly1305.
        case chaChaPoly = 0x0003
        /// None: for contexts that only export secrets.
        case exportOnly = 0xffff

        var keyByteCount: Int {
            switch self {
            case .AES_GCM_128: 16
            case .AES_GCM_256, .chaChaPoly: 32
            case .exportOnly: 0
            }
        }

        func cipher() throws(CryptoError) -> AEADCipher {
            switch self {
            case .AES_GCM_128, .AES_GCM_256: try AES.GCM.cipher(keyByteCount: keyByteCount)
            case .chaChaPoly: ChaChaPoly.cipher
            case .exportOnly:
                throw CryptoError(.wrongState, "this HPKE ciphersuite exports secrets and encrypts no messages")
            }
        }
    }

    /// A combination of KEM, KDF and AEAD; both sides must use the same.
    public struct Ciphersuite: Sendable, Hashable {
        /// The key encapsulation mechanism.
        public let kem: KEM
        /// The key derivation function.
        public let kdf: KDF
        /// The cipher of the messages.
        public let aead: AEAD

        /// Creates a ciphersuite.
        public init(kem: KEM, kdf: KDF, aead: AEAD) {
            self.kem = kem
            self.kdf = kdf
            self.aead = aead
        }

        // swift-format-ignore: AlwaysUseLowerCamelCase
        /// X25519, HKDF-SHA256, ChaCha20-Poly1305.
        public static let Curve25519_SHA256_ChachaPoly = Self(
            kem: .Curve25519_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .chaChaPoly)
        /// P-256, HKDF-SHA256, AES-256-GCM.
        public static let P256_SHA256_AES_GCM_256 = Self(
            kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_256)
        /// P-384, HKDF-SHA384, AES-256-GCM.
        public static let P384_SHA384_AES_GCM_256 = Self(
            kem: .P384_HKDF_SHA384, kdf: .HKDF_SHA384, aead: .AES_GCM_256)
        /// P-521, HKDF-SHA512, AES-256-GCM.
        public static let P521_SHA512_AES_GCM_256 = Self(
            kem: .P521_HKDF_SHA512, kdf: .HKDF_SHA512, aead: .AES_GCM_256)
        /// ML-KEM-768 with X25519, HKDF-SHA256, AES-256-GCM.
        public static let XWingMLKEM768X25519_SHA256_AES_GCM_256 = Self(
            kem: .XWingMLKEM768X25519, kdf: .HKDF_SHA256, aead: .AES_GCM_256)

        /// `HPKE` and the three algorithm identifiers (RFC 9180, section 5.1).
        var identifier: [UInt8] {
            Array("HPKE".utf8) + [kem.rawValue, kdf.rawValue, aead.rawValue].flatMap(bigEndian)
        }

        /// Requires the key's KEM; nil for a curve that HPKE does not use.
        func require(_ kem: KEM?) throws(CryptoError) {
            guard self.kem == kem else {
                let found = kem.map { "\($0)" } ?? "another curve"
                throw CryptoError(.invalidKey, "the HPKE ciphersuite takes keys of \(self.kem), not of \(found)")
            }
        }
    }

    static func bigEndian(_ number: UInt16) -> [UInt8] { [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)] }
}

extension HPKE {
    struct LabeledKDF {
        private let hkdf: HKDFFunction
        private let identifier: [UInt8]

        init(_ hash: AnyHashFunction, identifier: [UInt8]) throws(CryptoError) {
            hkdf = try HKDFFunction(hash)
            self.identifier = identifier
        }

        func extract(
            salt: borrowing some Bytes, _ label: String, _ material: borrowing some Bytes
        ) throws(CryptoError) -> SymmetricKey {
            let prefix = Array("HPKE-v1".utf8) + identifier + Array(label.utf8)
            let input = material.withBytes { material in
                SecretBytes(byteCount: prefix.count + material.count) { input in
                    input.append(contentsOf: prefix.span)
                    input.append(contentsOf: material)
                }
            }
            return try hkdf.extract(inputKeyMaterial: input, salt: salt)
        }

        func expand(
            _ key: SymmetricKey, _ label: String, info: borrowing some Bytes, byteCount: Int
        ) throws(CryptoError) -> SymmetricKey {
            // The length is hashed as two bytes; HKDF's limit is lower.
            guard byteCount >= 1, byteCount <= hkdf.maximumByteCount else {
                throw CryptoError(
                    .invalidParameter, "HPKE exports 1 to \(hkdf.maximumByteCount) bytes here, not \(byteCount)")
            }
            var input = HPKE.bigEndian(UInt16(byteCount)) + Array("HPKE-v1".utf8) + identifier + Array(label.utf8)
            info.withBytes { info in info.withUnsafeBufferPointer { input += $0 } }
            return try hkdf.expand(pseudoRandomKey: key, info: input, outputByteCount: byteCount)
        }
    }
}
