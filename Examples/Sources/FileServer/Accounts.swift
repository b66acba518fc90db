import Arca

/// Users and their password hashes.
///
/// A hash takes a tenth of a second by design. The actor runs on its own thread, so hashing never blocks the shared
/// pool, and only one hash is computed at a time, no matter how many clients log in.
actor Accounts {
    private struct Account: Codable {
        var hash: PasswordHash
        var failures = 0
    }

    private let vault: VaultActor
    private let thread: ThreadExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// The cost of new hashes.
    ///
    /// A real server uses `.standard`; this one is run by tests.
    private let scheme: PasswordHash.Scheme
    /// Checked for unknown names, so the response time does not reveal which names exist.
    private let nobody: PasswordHash

    init(_ vault: VaultActor) throws {
        self.vault = vault
        thread = try ThreadExecutor()
        scheme = .scrypt(try Scrypt.Cost(logN: 12, r: 8, p: 1))
        nobody = try PasswordHash(hashing: SecretBytes(randomByteCount: 16), scheme: scheme)
    }

    func add(_ user: String, _ password: SecretBytes) async throws {
        let account = Account(hash: try PasswordHash(hashing: password, scheme: scheme))
        try await vault.withVault { vault in
            // Concurrent requests for one name are serialized by the vault.
            guard try vault.read(Account.self, as: user) == nil else { throw FileServer.Refusal.conflict }
            try vault.save(account, as: user)
        }
    }

    func check(_ user: String, _ password: SecretBytes) async throws -> Bool {
        guard let account = try await vault.withVault({ try $0.read(Account.self, as: user) }) else {
            _ = try nobody.verify(password)
            return false
        }
        let isRight = try account.hash.verify(password)
        // The cost has been raised: rehash now that the password is known.
        let new =
            isRight && account.hash.needsRehash(for: scheme)
            ? try PasswordHash(hashing: password, scheme: scheme) : nil
        if new != nil || !isRight || account.failures > 0 {
            try await vault.withVault { vault in
                try vault.update(Account.self, as: user) { account in
                    account.failures = isRight ? 0 : account.failures + 1
                    if let new { account.hash = new }
                }
            }
        }
        return isRight
    }

    func failures(of user: String) async throws -> Int {
        try await vault.withVault { try $0.read(Account.self, as: user)?.failures ?? 0 }
    }
}
