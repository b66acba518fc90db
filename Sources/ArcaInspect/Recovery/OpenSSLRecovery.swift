public import ArcaCore
internal import ArcaDetect
public import ArcaContainers
public import ArcaCrypto

/// Finds the cipher and key derivation of an `openssl enc` file, which stores neither, by trying the usual ones.
///
/// A combination counts only if its result is text or a known format beyond what chance explains; correct padding alone
/// occurs once in 256 times. If several count, the most likely must lead the next by the same margin, or none is
/// returned: CTR, CFB and OFB agree in the first block, and the rest sometimes passes for text.
///
/// ```swift
/// let recovery = OpenSSLRecovery()
/// if let format = try recovery.recover(beginning, passphrase: passphrase) { … }
/// ```
public struct OpenSSLRecovery: Sendable {
    /// The ciphers to try.
    public var ciphers: [Cipher]
    /// The key derivations to try, cheap ones first.
    public var derivations: [OpenSSLEnc.Derivation]

    /// Minimum evidence beyond chance, in bits: more than the number of combinations accounts for.
    private static let evidenceBits = 30.0
    /// Number of bytes that are decrypted and evaluated.
    private static let sampleByteCount = 4096

    /// Creates a recovery.
    ///
    /// - Parameters:
    ///   - ciphers: The ciphers to try, or nil for AES and DES in the modes of `openssl enc`.
    ///   - derivations: The key derivations to try, or nil for the usual ones, up to 600,000 iterations of PBKDF2.
    public init(ciphers: [Cipher]? = nil, derivations: [OpenSSLEnc.Derivation]? = nil) {
        self.ciphers = ciphers ?? Self.usualCiphers
        self.derivations = derivations ?? Self.usualDerivations
    }

    /// The ciphers tried by default.
    public static let usualCiphers: [Cipher] = [
        "aes-256-cbc", "aes-128-cbc", "aes-192-cbc", "des-ede3-cbc", "des-cbc", "aes-256-ctr", "aes-128-ctr",
        "aes-192-ctr", "aes-256-ecb", "aes-128-ecb", "aes-256-cfb", "aes-128-cfb", "aes-256-ofb", "aes-128-ofb",
        "des-ede3-ecb", "des-ecb",
    ].compactMap { try? Cipher(named: $0) }

    /// The key derivations tried by default.
    public static let usualDerivations: [OpenSSLEnc.Derivation] =
        [AnyHashFunction.sha256, .md5, .sha512, .sha1].map { .bytesToKey($0) }
        + [(AnyHashFunction.sha256, 10_000), (.sha512, 10_000), (.sha1, 10_000), (.sha256, 1000), (.sha256, 100_000)]
        .map { .pbkdf2($0.0, iterations: $0.1) }
        + [(AnyHashFunction.sha512, 100_000), (.sha256, 600_000), (.sha512, 600_000)].map {
            .pbkdf2($0.0, iterations: $0.1)
        }

    /// Tries all combinations.
    ///
    /// - Parameters:
    ///   - beginning: The first bytes of a salted file, armored or not.
    ///   - passphrase: Secret.
    /// - Returns: The format that matches, or nil if none does, if several do and none is far likelier than the others,
    ///   or if the file is not salted.
    /// - Throws: `CryptoError`, ``ContainerError``.
    public func recover(_ beginning: FileBeginning, passphrase: SecretBytes) throws -> OpenSSLEnc? {
        var file = beginning
        if let decoded = beginning.decodedBase64 { file = decoded }
        guard file.starts(with: OpenSSLEnc.magic), file.bytes.count > 16 else { return nil }
        let salt = Array(file.bytes[8..<16])
        let sealed = Array(file.bytes[16...])
        let keyed = ciphers.map { $0.keyByteCount + $0.ivByteCount }.max() ?? 0
        var found: [(format: OpenSSLEnc, sample: [UInt8], evidence: Double)] = []
        for derivation in derivations {
            // With both functions a shorter key is a prefix of a longer one, so one call serves all ciphers.
            let material = try Self.derive(derivation, passphrase, salt: salt, byteCount: keyed)
            for cipher in ciphers {
                guard let (sample, evidence) = Self.open(sealed, isWhole: file.isWhole, cipher, material),
                    !found.contains(where: { $0.sample == sample })
                else { continue }
                let format = try OpenSSLEnc(passphrase: passphrase, cipher: cipher, derivation: derivation)
                found.append((format, sample, evidence))
            }
        }
        found.sort { $0.evidence > $1.evidence }
        guard let best = found.first else { return nil }
        return best.evidence - (found.dropFirst().first?.evidence ?? 0) >= Self.evidenceBits ? best.format : nil
    }

    private static func derive(
        _ derivation: OpenSSLEnc.Derivation, _ passphrase: SecretBytes, salt: [UInt8], byteCount: Int
    ) throws(CryptoError) -> SymmetricKey {
        switch derivation {
        case .bytesToKey(let hash):
            try Insecure.BytesToKey.deriveKey(
                from: passphrase, salt: salt, using: hash, keyByteCount: byteCount, ivByteCount: 0
            ).key
        case .pbkdf2(let hash, let iterations):
            try PBKDF2.deriveKey(
                from: passphrase, salt: salt, using: hash, iterations: iterations, outputByteCount: byteCount)
        }
    }

    /// Decrypts a sample; returns it with its evidence beyond chance in bits, or nil if it makes no sense.
    private static func open(
        _ sealed: [UInt8], isWhole: Bool, _ cipher: Cipher, _ material: SymmetricKey
    ) -> (sample: [UInt8], evidence: Double)? {
        let block = cipher.takesPadding ? cipher.blockByteCount : 1
        if isWhole, sealed.count % block != 0 { return nil }
        let (key, iv) = material.withBytes { span in
            (
                SymmetricKey(copying: span.extracting(..<cipher.keyByteCount)),
                [UInt8](bytes: span.extracting(cipher.keyByteCount..<cipher.keyByteCount + cipher.ivByteCount))
            )
        }
        let reachesEnd = isWhole && sealed.count <= sampleByteCount
        let sample = reachesEnd ? sealed[...] : sealed.prefix(min(sampleByteCount, sealed.count / block * block))
        guard
            var plaintext = try? cipher.decrypt(
                sample, using: key, iv: iv, padding: cipher.takesPadding ? Cipher.Padding.none : nil)
        else { return nil }
        var evidence = 0.0
        if reachesEnd, cipher.takesPadding {
            guard let last = plaintext.last, (1...UInt8(block)).contains(last), plaintext.count >= Int(last),
                plaintext.suffix(Int(last)).allSatisfy({ $0 == last })
            else { return nil }
            plaintext.removeLast(Int(last))
            evidence = 8 * Double(last)
        }
        let plausibility = Plausibility(plaintext)
        if let format = plausibility.format {
            evidence += Double(format.evidenceBits)
        } else if plausibility.isText {
            evidence += 8 * Double(plaintext.count) - plausibility.bits
        } else if !plaintext.isEmpty {
            return nil
        }
        return evidence >= evidenceBits ? (plaintext, evidence) : nil
    }
}

extension ContainerFormat {
    /// Decrypts a file whose format was guessed and is not authenticated.
    ///
    /// Padding alone accepts one wrong password in 256, so the content decides.
    ///
    /// - Parameter input: The encrypted file.
    /// - Returns: The plaintext, or nil if it is neither empty, nor text, nor a known format.
    /// - Throws: The errors of ``ContainerFormat/open(_:into:)``.
    public func openRecognizable<Input: ByteReader & ~Copyable>(_ input: inout Input) throws -> [UInt8]? {
        var plaintext = MemoryWriter()
        try open(&input, into: &plaintext)
        return plaintext.bytes.isEmpty || Plausibility(plaintext.bytes).isRecognized ? plaintext.bytes : nil
    }
}
