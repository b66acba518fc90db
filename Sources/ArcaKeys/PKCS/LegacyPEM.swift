internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto

/// The encryption of legacy PEM files, `Proc-Type: 4,ENCRYPTED`; read only.
///
/// The key is derived with a single pass of MD5, which gives almost no protection against guessing the passphrase.
///
/// Source: RFC 1421, section 4.6.1.1; OpenSSL, PEM_read_bio_PrivateKey(3), "PEM ENCRYPTION FORMAT".
struct LegacyPEM: CustomStringConvertible {
    private let cipher: Cipher
    private let iv: [UInt8]

    /// Named as in OpenSSL.
    private static let ciphers: [Cipher] = [
        .aes256CBC, .aes192CBC, .aes128CBC, Insecure.TripleDES.cbc, Insecure.DES.cbc,
    ]

    /// Nil if the block is not encrypted.
    init?(_ section: PEMSection) throws(KeyError) {
        func value(_ name: String) -> String? { section.headers.first { $0.name == name }?.value }
        guard let type = value("Proc-Type") else { return nil }
        guard type == "4,ENCRYPTED" else {
            throw KeyError(.unsupported, at: section.range.lowerBound, "a Proc-Type other than 4,ENCRYPTED")
        }
        let parts = (value("DEK-Info") ?? "").split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let iv = try? Base16.standard.allowing(.letterCase).decode(String(parts[1])) else {
            throw KeyError(
                .malformed, at: section.range.lowerBound,
                "the header DEK-Info with a cipher and an initialization vector in Base16 is missing or malformed")
        }
        guard let cipher = LegacyPEM.ciphers.first(where: { $0.name == parts[0] }) else {
            throw KeyError(
                .unsupported, at: section.range.lowerBound,
                "a key encrypted with a cipher other than "
                    + LegacyPEM.ciphers.map(\.name).joined(separator: ", "))
        }
        guard iv.count == cipher.ivByteCount else {
            throw KeyError(
                .malformed, at: section.range.lowerBound,
                "\(cipher.name) has an initialization vector of \(cipher.ivByteCount) bytes, not \(iv.count)")
        }
        self.cipher = cipher
        self.iv = iv
    }

    var description: String { "\(cipher.name), MD5 once" }

    func decrypt(_ ciphertext: SecretBytes, passphrase: SecretBytes) throws(KeyError) -> SecretBytes {
        guard !ciphertext.isEmpty, ciphertext.count.isMultiple(of: cipher.blockByteCount) else {
            throw KeyError(.malformed, "the encrypted key is not whole blocks of \(cipher.name)")
        }
        do {
            // The salt is the first half of the AES IV.
            let derived = try Insecure.BytesToKey.deriveKey(
                from: passphrase, salt: Array(iv[..<8]), using: .md5, keyByteCount: cipher.keyByteCount, ivByteCount: 0)
            return try cipher.decryptSecret(ciphertext, using: derived.key, iv: iv)
        } catch {
            throw error.code == .decryptionFailed ? KeyError.wrongPassphrase : KeyError(wrapping: error)
        }
    }
}
