import Arca

/// Users and the hashes of their passwords.
///
/// A hash takes a tenth of a second by design. The actor has a thread of its own, which makes two promises: the pool of
/// tasks is never held up, and no more than one hash is computed at a time, however many log in at once.
actor Accounts {
    private struct Account: Codable {
        var hash: PasswordHash
        var failures = 0
    }

    private let vault: VaultActor
    private let thread: ThreadExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// What new hashes cost. A real server takes `.standard`; this one is run by tests.
    private let scheme: PasswordHash.Scheme
    /// What the password of nobody is checked against, so that the time does not tell which names there are.
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
            // Two requests for one name may be here at the same time; the vault does one after the other.
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
        // The cost was raised since: now that the password is known, hash it again.
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
