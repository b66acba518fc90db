internal import ArcaCore
internal import ArcaCrypto

/// OpenSSH's encryption of the private half: always bcrypt_pbkdf, with a named cipher.
struct OpenSSHEncryption: Sendable, CustomStringConvertible {
    let cipherName: String
    let cipher: Cipher
    let salt: [UInt8]
    let rounds: Int

    /// The supported ciphers; written keys use the first one.
    private static let ciphers: [(name: String, cipher: Cipher)] = [
        ("aes256-ctr", .aes256CTR), ("aes192-ctr", .aes192CTR), ("aes128-ctr", .aes128CTR),
        ("aes256-cbc", .aes256CBC), ("aes192-cbc", .aes192CBC), ("aes128-cbc", .aes128CBC),
        ("3des-cbc", Insecure.TripleDES.cbc),
    ]

    static func read(_ reader: inout SSHReader, in bytes: Span<UInt8>) throws(KeyError) -> OpenSSHEncryption? {
        let cipherName = try reader.text(in: bytes)
        let place = reader.offset
        let derivation = try reader.text(in: bytes)
        let options = try reader.string(in: bytes)
        guard (cipherName == "none") == (derivation == "none") else {
            throw KeyError(.malformed, at: place, "a cipher without key derivation, or a derivation without cipher")
        }
        if cipherName == "none" {
            guard options.isEmpty else { throw KeyError(.malformed, at: place, "options without a key derivation") }
            return nil
        }
        guard derivation == "bcrypt" else {
            throw KeyError(.unsupported, at: place, "a key derivation other than bcrypt in an OpenSSH key")
        }
        guard let cipher = ciphers.first(where: { $0.name == cipherName })?.cipher else {
            throw KeyError(
                .unsupported,
                "an OpenSSH key encrypted by another cipher than AES-CTR, AES-CBC or 3DES; "
                    + "'ssh-keygen -p -Z aes256-ctr' changes it")
        }
        var inner = SSHReader(options)
        let salt = [UInt8](bytes: bytes.extracting(try inner.string(in: bytes)))
        let rounds = try inner.number(in: bytes)
        try inner.finish()
        guard !salt.isEmpty, rounds > 0 else {
            throw KeyError(.malformed, at: options.lowerBound, "a key derivation without salt or rounds")
        }
        return OpenSSHEncryption(cipherName: cipherName, cipher: cipher, salt: salt, rounds: rounds)
    }

    static func fresh(rounds: Int) throws(KeyError) -> OpenSSHEncryption {
        guard rounds >= 1, rounds <= Int(UInt32.max) else {
            throw KeyError(.invalidOption, "bcrypt takes 1 round or more, not \(rounds)")
        }
        let salt = try KeyError.wrap { try SecureRandom.bytes(16) }
        return OpenSSHEncryption(
            cipherName: ciphers[0].name, cipher: ciphers[0].cipher, salt: salt, rounds: rounds)
    }

    var options: [UInt8] { SSHValue.encode([.string(salt), .number(UInt32(rounds))]) }

    var description: String { "\(cipher.name), bcrypt \(rounds) rounds" }

    func encrypt(_ plain: SecretBytes, passphrase: SecretBytes) throws(KeyError) -> [UInt8] {
        try KeyError.wrap {
            let (key, iv) = try derive(passphrase)
            return try cipher.encrypt(plain, using: key, iv: iv, padding: Cipher.Padding.none)
        }
    }

    func decrypt(
        _ section: SecretBytes, passphrase: SecretBytes, limits: CostLimits
    ) throws(KeyError) -> SecretBytes {
        // OpenSSH does not allow empty passphrases, so this one is wrong.
        guard !passphrase.isEmpty else { throw KeyError.wrongPassphrase }
        return try KeyError.wrap {
            try limits.check(bcryptRounds: rounds)
            let (key, iv) = try derive(passphrase)
            return try cipher.decryptSecret(section, using: key, iv: iv, padding: Cipher.Padding.none)
        }
    }

    private func derive(_ passphrase: SecretBytes) throws(CryptoError) -> (key: SymmetricKey, iv: [UInt8]) {
        let count = cipher.keyByteCount
        let both = try BcryptPBKDF.deriveKey(
            from: passphrase, salt: salt, rounds: rounds, outputByteCount: count + cipher.ivByteCount)
        return both.withBytes { bytes in
            (SymmetricKey(copying: bytes.extracting(..<count)), [UInt8](bytes: bytes.extracting(count...)))
        }
    }
}

extension Cipher {
    /// The padding block size: that of the underlying block cipher, even in stream modes.
    var paddingBlockByteCount: Int { ivByteCount }
}
