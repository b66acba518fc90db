internal import ArcaCore

extension MACFinder {
    /// The result of a search.
    public struct Report: Sendable {
        /// The way the message was signed, or nil if none was found.
        public internal(set) var best: Reading?
        /// Readings of short signatures that may match by chance, most likely first.
        public internal(set) var alternatives: [Reading] = []
        /// The kind of the message: `an HTTP request`, `a JSON object`, `parameters`.
        public internal(set) var input = ""
        /// The number of computed signatures.
        public internal(set) var trialCount = 0
        /// The number of different canonical texts.
        public internal(set) var textCount = 0
        /// The attempts, and likely causes if nothing matched; each is a sentence in lower case.
        public internal(set) var notes: [String] = []
        /// Bytes written and hashed, plus a fixed amount for each trial.
        ///
        /// This measures the work independently of the machine.
        public internal(set) var workByteCount = 0
    }

    /// A way in which the signature can be computed.
    public struct Reading: Sendable, Hashable {
        /// The text that is hashed or signed.
        public let text: CanonicalText
        /// The rule in words, one step each.
        public let rule: [String]
        /// The function that computes the signature.
        public let function: Function
        /// The key of an HMAC, or nil.
        public let key: HMACKey?
        /// The form of the secret in the text and the key.
        public let secretForm: SecretForm
        /// The encoding of the signature.
        public let encoding: Encoding
        /// The range of the digest that is the signature; all of it unless it is truncated.
        public let range: Range<Int>
        /// The signature.
        public let signature: [UInt8]
        /// The probability that the match is not a coincidence, from 0 to 1; from 64 bits on it is proof.
        public internal(set) var confidence: Double
    }

    /// A function that computes signatures.
    public enum Function: Sendable, Hashable, CustomStringConvertible {
        /// A hash function.
        case hash(AnyHashFunction)
        /// HMAC with a hash function.
        case hmac(AnyHashFunction)
        /// RSA with PKCS #1 v1.5 padding and a hash function.
        case rsa(AnyHashFunction)

        /// The hash function.
        public var hash: AnyHashFunction {
            switch self {
            case .hash(let function), .hmac(let function), .rsa(let function): function
            }
        }

        /// The name: `MD5`, `HMAC-SHA-256`, `RSA with SHA-256 (PKCS #1 v1.5)`.
        public var description: String {
            switch self {
            case .hash(let function): function.name
            case .hmac(let function): "HMAC-\(function.name)"
            case .rsa(let function): "RSA with \(function.name) (PKCS #1 v1.5)"
            }
        }
    }

    /// The form in which the secret is used.
    public enum SecretForm: String, Sendable, Hashable, CaseIterable {
        /// The bytes of the secret.
        case text
        /// Without white space at both ends.
        case trimmed
        /// The bytes that it is the hexadecimal text of.
        case hexadecimal
        /// The bytes that it is the Base64 of, without a prefix such as `whsec_`.
        case base64
        /// The MD5 digest of the secret, in lower-case hexadecimal digits.
        case md5Digest
    }

    /// The key of an HMAC: a text with the secret, and messages that derive another key from it, one after the other.
    public struct HMACKey: Sendable, Hashable {
        /// The first key.
        public let text: CanonicalText
        /// Messages that derive further keys, usually none; each HMAC is the next key, as in AWS Signature 4.
        public let derivation: [[UInt8]]
    }

    /// The encoding of a signature.
    public enum Encoding: String, Sendable, Hashable {
        /// Hexadecimal digits, `0` to `f`.
        case lowerHex
        /// Hexadecimal digits, `0` to `F`.
        case upperHex
        /// Base64.
        case base64
        /// Base64URL.
        case base64URL
        /// Base64 of the hexadecimal digits.
        case base64OfHex
    }

    /// A canonical text: bytes with places where the secret is inserted.
    public struct CanonicalText: Sendable, Hashable, CustomStringConvertible {
        /// The bytes without the secret.
        public internal(set) var bytes: [UInt8]
        /// The offsets in ``bytes`` at which the secret is inserted, in ascending order.
        public internal(set) var secretOffsets: [Int]

        init(_ bytes: [UInt8], secretOffsets: [Int] = []) {
            self.bytes = bytes
            self.secretOffsets = secretOffsets
        }

        /// A template in which `\0` marks the secret.
        init(template: String) {
            self.init([])
            for byte in template.utf8 { if byte == 0 { appendSecret() } else { bytes.append(byte) } }
        }

        mutating func appendSecret() { secretOffsets.append(bytes.count) }

        mutating func append(_ other: CanonicalText) {
            secretOffsets += other.secretOffsets.map { $0 + bytes.count }
            bytes += other.bytes
        }

        /// The pieces between the places of the secret, one more than there are places.
        public var pieces: [ArraySlice<UInt8>] {
            zip([0] + secretOffsets, secretOffsets + [bytes.count]).map { bytes[$0..<$1] }
        }

        /// The text with `‹secret›` in place of the secret.
        public var description: String {
            pieces.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "‹secret›")
        }
    }
}
