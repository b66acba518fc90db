public import ArcaCodecs

extension Vault {
    /// The unlocked session of this vault, which every process of the user can open it by.
    public var session: SessionCache {
        SessionCache(of: identifier, folder: withEngine { $0.options.stateFolder })
    }

    /// Unlocks the vault for a time: its key goes into the kernel's keyring, and nothing on the disk.
    ///
    /// Before, all groups of items are checked against the vault's sums.
    ///
    /// - Parameter seconds: How long, 1 or more; use does not prolong it.
    /// - Throws: ``VaultError``: `.unsupported` where the kernel keyring is not available, `.systemFailed` when it is full or
    ///   does not keep the key, `.tampered`; `.olderFile` when it is unlocked with the key of a newer one; `.invalidArgument` for a time that is none.
    public func startSession(seconds: Int = SessionCache.standardSeconds) throws(VaultError) {
        guard (1...Int(UInt32.max)).contains(seconds) else {
            throw VaultError(.invalidArgument, "a vault is unlocked for 1 to \(UInt32.max) seconds, not \(seconds)")
        }
        let (key, generation) = try read { (transaction) throws(VaultError) in
            for group in 0..<SetSums.groupCount { _ = try transaction.checkGroup(group) }
            return (transaction.keys.vaultKey, transaction.state.generation)
        }
        try translatingAll { try session.start(key, generation: generation, seconds: seconds) }
    }
}
