// Exported: the modules of the types that public signatures of this module name.
@_exported public import ArcaCrypto

/// Finds how another program encrypted data: cipher, derivation of key and IV, padding, and the form of the data.
///
/// The search tries what programs do, likely schemes first: AES, DES, Triple-DES, SM4, Camellia, Blowfish and RC4 in
/// their modes; the key as text, hexadecimal digits or Base64, cut, filled up, hashed or derived; the IV given, zero,
/// in front of the data or made from the key. A tag, a MAC and known plaintext are proof; otherwise padding and the
/// plausibility of the text decide, with a calibrated confidence.
///
/// ```swift
/// let key = SecretBytes(copying: "0123456789abcdef".utf8)
/// let report = try CipherFinder().find("NVHZMQh0jDW1AzTTMSj0lQ==".utf8, keyText: key)
/// report.best?.scheme        // aes-128-ecb; key=utf8; data=base64>ciphertext
/// report.best?.plaintext     // hello
/// ```
///
/// A report contains the plaintext, but never the key. The same input always gives the same report.
public struct CipherFinder: Sendable {
    /// Limits on the work and memory of a search.
    public struct Limits: Sendable, Hashable {
        /// Maximum size of the data, in bytes; longer data is not searched.
        public var inputByteCount = 16 << 20
        /// Maximum number of bytes that are encrypted, hashed and evaluated, plus a fixed amount for each trial.
        ///
        /// It bounds the time: 512 MiB take about a second.
        public var workByteCount = 704 << 20
        /// Maximum cost of one derivation of a key from a passphrase, such as PBKDF2, in the same unit.
        ///
        /// Derivations that cost more are not tried. An iteration of PBKDF2 costs about 128 bytes per block of output.
        public var derivationByteCount = 256 << 20

        /// Creates the standard limits: 16 MiB of data, 704 MiB of work.
        public init() {}

        /// The standard limits.
        public static let standard = Limits()
    }

    /// The facts about the plaintext that are known before the search.
    public struct Knowledge: Sendable {
        /// The plaintext, or its beginning of at least 8 bytes; with it, a match is proof.
        public var plaintext: [UInt8]?
        /// A text that the plaintext contains.
        public var contained: [UInt8]?
        /// The text of the IV, as the other program has it: text, hexadecimal digits or Base64.
        public var ivText: [UInt8]?
        /// The text of the salt.
        public var saltText: [UInt8]?
        /// The cipher as a whole or its beginning: `aes`, `aes-256`, `aes-128-cbc`; nil to try all.
        public var cipher: String?

        /// Creates an empty set of facts.
        public init() {}
    }

    /// The limits of the search.
    public let limits: Limits
    /// Minimum confidence of the best reading; readings below it are alternatives.
    public static let minimumConfidence = LayerCertainty.threshold

    /// Creates a finder.
    public init(limits: Limits = .standard) { self.limits = limits }

    /// Finds how data was encrypted with a known key or passphrase.
    ///
    /// - Parameters:
    ///   - data: The data as bytes or in an encoding, at most ``Limits/inputByteCount`` bytes.
    ///   - keyText: The key or passphrase, exactly as the other program has it.
    ///   - knowledge: Other facts.
    /// - Returns: The report. It has no best reading if nothing fits.
    /// - Throws: ``CryptoError`` with code `.backendFailure` if libcrypto fails.
    public func find(
        _ data: borrowing some Bytes, keyText: SecretBytes, knowing knowledge: Knowledge = Knowledge()
    ) throws(CryptoError) -> Report {
        let data = [UInt8](bytes: data)
        guard data.count <= limits.inputByteCount else {
            return Report(notes: ["the data is larger than \(limits.inputByteCount) bytes: nothing was tried"])
        }
        guard !data.isEmpty else { return Report(notes: ["the data is empty"]) }
        var search = CipherSearch(data, keyText, knowledge, limits)
        search.run()
        return search.report
    }
}
