internal import ArcaCore
internal import ArcaSystem

extension Vault {
    /// Records an access of another program, before the answer is given; does nothing without a state folder.
    ///
    /// - Throws: ``VaultError`` if the access cannot be recorded; the caller must then refuse it.
    package func record(_ access: Access) throws(VaultError) { try record([access]) }

    func record(_ accesses: [Access]) throws(VaultError) {
        try VaultError.wrap {
            let (log, keys) = try accessLog()
            try log?.append(accesses, with: keys)
        }
    }

    /// Records an access while the vault is locked; returns false if this machine has no log of the vault.
    @discardableResult
    package static func recordWithoutKeys(
        _ access: Access, by vault: [UInt8], in folder: StateFolder? = .standard
    ) throws(VaultError) -> Bool {
        guard let folder else { return true }
        return try VaultError.wrap { try AccessLog(of: vault, in: folder).append(access) }
    }

    /// The recorded accesses on this machine, oldest first, and the number of records that this key does not open.
    package func accesses() throws(VaultError) -> (accesses: [Access], unreadableCount: Int) {
        try VaultError.wrap {
            let (log, keys) = try accessLog()
            return try log?.accesses(with: keys) ?? ([], 0)
        }
    }

    /// Forgets the recorded accesses on this machine.
    package func removeAccesses() throws(VaultError) {
        try VaultError.wrap { try accessLog().log?.remove() }
    }

    private func accessLog() throws -> (log: AccessLog?, keys: EpochKeys) {
        let keys = try read { $0.keys.subkeys }
        return (withEngine { $0.options.stateFolder }.map { AccessLog(of: identifier, in: $0) }, keys)
    }
}
