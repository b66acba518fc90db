import Arca

/// The keys of a server, in a vault that a key file opens: the file is mounted where the server runs, the vault is not
/// worth stealing without it.
struct ServerKeys {
    let vault: VaultActor
    /// Signs tokens.
    let signing: Curve25519.Signing.PrivateKey
    /// Opens the files; sealing needs its public half only.
    let storage: Age.X25519Identity
    /// Seals cookies.
    let cookies: SymmetricKey
    /// Chains the audit log.
    let audit: SymmetricKey

    init(at path: BytePath, _ keyFile: VaultKeyFile) async throws {
        // A server on one machine has nothing to compare the vault with; a service of several keeps its state folder.
        let options = Vault.OpenOptions(stateFolder: nil)
        do {
            vault = try await VaultActor.open(at: path, with: .keyFile(keyFile), options: options)
        } catch let error as VaultError where error.code == .notFound {
            vault = try await VaultActor.create(at: path, slots: [.keyFile(keyFile)], options: options)
            try await vault.withVault { vault in
                let keys = vault["server"]
                try keys.set(Curve25519.Signing.PrivateKey().rawRepresentation, for: "signing")
                try keys.set(SecretBytes(copying: Age.X25519Identity().text), for: "storage")
                try keys.set(SecretBytes(randomByteCount: 32), for: "cookies")
                try keys.set(SecretBytes(randomByteCount: 32), for: "audit")
            }
        }
        // One turn on the vault's thread for all of them.
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
