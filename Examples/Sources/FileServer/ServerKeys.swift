import Arca

/// The server's keys, in a vault with a key file.
///
/// The file is mounted where the server runs; the vault alone is useless to a thief.
struct ServerKeys {
    let vault: VaultActor
    let signing: Curve25519.Signing.PrivateKey
    /// Decrypts the files; encrypting needs only its recipient.
    let storage: Age.X25519Identity
    let cookies: SymmetricKey
    let audit: SymmetricKey

    init(at path: BytePath, _ keyFile: VaultKeyFile) async throws {
        // A server on one machine has no other copy to compare with; a service with several machines should keep its
        // state folder.
        let options = Vault.OpenOptions(stateFolder: nil)
        do {
            vault = try await VaultActor.open(at: path, with: .keyFile(keyFile), options: options)
        } catch let error as VaultError where error.code == .notFound {
            vault = try await VaultActor.create(at: path, slots: [.keyFile(keyFile)], options: options)
            try await vault.withVault { vault in
                let keys = vault.service("server")
                try keys.set(Curve25519.Signing.PrivateKey().rawRepresentation, for: "signing")
                try keys.set(SecretBytes(copying: Age.X25519Identity().text), for: "storage")
                try keys.set(SecretBytes(randomByteCount: 32), for: "cookies")
                try keys.set(SecretBytes(randomByteCount: 32), for: "audit")
            }
        }
        // A single call on the vault's thread.
        (signing, storage, cookies, audit) = try await vault.withVault { vault in
            func secret(_ name: String) throws -> SecretBytes { try vault.secret(of: .init("server", name)).value }
            return (
                try Curve25519.Signing.PrivateKey(rawRepresentation: secret("signing")),
                try Age.X25519Identity(secret("storage")), SymmetricKey(data: try secret("cookies")),
                SymmetricKey(data: try secret("audit"))
            )
        }
    }
}
