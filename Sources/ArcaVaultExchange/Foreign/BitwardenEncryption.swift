internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaVault

/// The encryption of Bitwarden's password-protected exports.
///
/// PBKDF2-HMAC-SHA-256 of the passphrase, with the text of the salt, gives a key; or Argon2id with its SHA-256. HKDF expands it to one key for
/// AES-256-CBC and one for HMAC-SHA-256 over IV and ciphertext. The text `2.IV|CIPHERTEXT|MAC` has each part in Base64.
/// A second such text, of a random value, shows whether the passphrase is right.
///
/// Source: Bitwarden's documentation, "Encrypted exports", and its clients' source text of 2026 (`EncString`,
/// `BitwardenPasswordProtectedImporter`, `deriveKeyFromPassword`).
struct BitwardenEncryption {
    /// The iterations of new exports, Bitwarden's default and OWASP's recommendation.
    static let iterations = 600_000

    private let encryption: SymmetricKey
    private let authentication: SymmetricKey

    enum Derivation {
        case pbkdf2(iterations: Int)
        case argon2id(Argon2.Cost)

        /// Reads the parameters of an export; Bitwarden counts memory in MiB.
        init(_ root: JSONField) throws {
            switch try root["kdfType"].int {
            case 0: self = .pbkdf2(iterations: try root["kdfIterations"].int)
            case 1:
                let memory = try root["kdfMemory"].int
                guard 1...1 << 20 ~= memory else {
                    throw root["kdfMemory"].error("should be 1 to 1048576 MiB, not \(memory)")
                }
                self = .argon2id(
                    try Argon2.Cost(
                        memoryKiB: memory << 10, passes: root["kdfIterations"].int, lanes: root["kdfParallelism"].int))
            case let other:
                throw VaultError(
                    .unsupported, "the key of the export is derived by a function (\(other)) that is not known",
                    hint: "set Bitwarden's KDF algorithm to PBKDF2 or Argon2id and export again")
            }
        }

        fileprivate func check(_ limits: CostLimits) throws {
            switch self {
            case .pbkdf2(let iterations): try limits.check(pbkdf2Iterations: iterations)
            case .argon2id(let cost): try limits.check(argon2: cost)
            }
        }

        fileprivate func derive(_ passphrase: SecretBytes, salt: String) throws -> SymmetricKey {
            switch self {
            case .pbkdf2(let iterations):
                try PBKDF2.deriveKey(from: passphrase, salt: salt.utf8, iterations: iterations)
            case .argon2id(let cost):
                try Argon2.deriveKey(
                    from: passphrase, salt: SHA256.hash(salt.utf8), cost: cost, memoryLimit: cost.memoryByteCount)
            }
        }
    }

    init(_ passphrase: SecretBytes, salt: String, _ derivation: Derivation) throws {
        let key = try derivation.derive(passphrase, salt: salt)
        (encryption, authentication) = try key.withBytes { key in
            try (
                HKDF<SHA256>.expand(pseudoRandomKey: key, info: "enc".utf8, outputByteCount: 32),
                HKDF<SHA256>.expand(pseudoRandomKey: key, info: "mac".utf8, outputByteCount: 32)
            )
        }
    }

    /// Decrypts the items of an export; the result is the JSON of an unencrypted one.
    ///
    /// - Throws: ``VaultError`` with code `.locked` without a passphrase, `.wrongCredential` for a wrong one,
    ///   `.costTooHigh`, `.tampered` for damaged items, or `.unsupported`.
    static func open(_ root: JSONField, _ opening: ImportedItems.Opening) throws -> SecretBytes {
        guard try root["passwordProtected"].ifNotNull?.bool == true else {
            throw VaultError(
                .unsupported, "the export is encrypted for one Bitwarden account, and only that account can open it",
                hint: "export again from Bitwarden, as .json (Encrypted) with the type 'Password protected'")
        }
        let derivation = try Derivation(root)
        let salt = try root["salt"].string
        let validation = try Parts(root["encKeyValidation_DO_NOT_EDIT"])
        let data = try Parts(root["data"])
        guard let passphrase = opening.passphrase else { throw VaultError.needsPassphrase }
        try derivation.check(opening.limits)
        let keys = try BitwardenEncryption(passphrase, salt: salt, derivation)
        guard keys.isValid(validation) else {
            throw VaultError(.wrongCredential, "wrong passphrase of the export")
        }
        guard keys.isValid(data) else { throw VaultError(.tampered, "the encrypted items were changed or damaged") }
        return try Cipher.aes256CBC.decryptSecret(data.ciphertext, using: keys.encryption, iv: data.iv)
    }

    /// Encrypts a text as `2.IV|CIPHERTEXT|MAC`.
    func seal(_ text: borrowing some Bytes) throws -> String {
        let iv = try SecureRandom.bytes(16)
        let ciphertext = try Cipher.aes256CBC.encrypt(text, using: encryption, iv: iv)
        let mac = HMAC<SHA256>.authenticationCode(for: iv + ciphertext, using: authentication)
        let parts = [iv, ciphertext, Array(bytes: mac)].map { Base64.standard.encode($0) }
        return "2." + parts.joined(separator: "|")
    }

    private func isValid(_ parts: Parts) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(
            parts.mac, authenticating: parts.iv + parts.ciphertext, using: authentication)
    }

    private struct Parts {
        let iv: [UInt8]
        let ciphertext: [UInt8]
        let mac: [UInt8]

        init(_ field: JSONField) throws {
            let text = try field.string
            guard text.utf8.starts(with: "2.".utf8) else {
                throw CodecError(
                    .unsupported,
                    "\(field.path) is encrypted in a way that is not known; expected AES-256-CBC with HMAC")
            }
            let parts = text.utf8.dropFirst(2).split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
            guard parts.count == 3 else { throw field.error("is not 2.IV|CIPHERTEXT|MAC") }
            do {
                iv = try Base64.standard.decode(Array(parts[0]))
                ciphertext = try Base64.standard.decode(Array(parts[1]))
                mac = try Base64.standard.decode(Array(parts[2]))
            } catch {
                throw field.error("is not Base64: \(error.reason)")
            }
            guard iv.count == 16, mac.count == 32, !ciphertext.isEmpty, ciphertext.count.isMultiple(of: 16) else {
                throw field.error("has parts of wrong lengths")
            }
        }
    }
}

extension VaultError {
    /// The error for an encrypted file without a passphrase.
    static let needsPassphrase = VaultError(.locked, "the file is encrypted: it needs its passphrase")
}
