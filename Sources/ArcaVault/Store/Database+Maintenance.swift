internal import ArcaCodecs
internal import ArcaSystem

extension Database {
    /// Copies the vault, as one state of it, into a new file that appears whole or not at all.
    ///
    /// The copy holds no freed pages and no order of insertion.
    ///
    /// - Parameters:
    ///   - target: The file to make, mode 0600.
    ///   - replacing: Whether a file that is there is replaced.
    ///   - complete: Changes what has to differ in the copy, before it gets its name.
    /// - Throws: ``VaultError``: `.duplicate` when the name is taken; `.busy`; `.systemFailed`; what `complete` throws.
    func backup(
        to target: BytePath, replacing: Bool = false, _ complete: (Database) throws -> Void
    ) throws {
        precondition(!isInTransaction, "a backup is a transaction by itself")
        try VaultFile.make(target, replacing: replacing) { hidden in
            let admission = VaultVFS.admit(hidden)
            scanLimit?.copy = hidden
            defer { scanLimit?.copy = nil }
            // A blob first, since the name need not be UTF-8.
            try doing("back up") {
                try statement("VACUUM INTO CAST(? AS TEXT)").run(.blob(hidden.bytes))
            }
            extendLifetime(admission)
            try complete(try Database(connecting: hidden, named: target.description))
        }
    }

    /// Rewrites the file without the pages that are free.
    ///
    /// It takes as much space again while it runs, for pages that are sealed as they are in the file.
    ///
    /// - Throws: ``VaultError``: `.busy`; `.systemFailed`, after which the file is as before.
    func vacuum() throws {
        precondition(!isInTransaction, "it is a transaction by itself")
        // Rows that share pages would be multiplied.
        if let damage = try damage().first { throw VaultError(.tampered, "cannot compact \(name): \(damage)") }
        // In memory it could take all of that.
        try execute("PRAGMA temp_store=FILE")
        defer { try? execute("PRAGMA temp_store=MEMORY") }
        try doing("compact") { try execute("VACUUM") }
    }

    /// Looks through every page of the file for damage that SQLite can see.
    ///
    /// - Returns: SQLite's words on each, at most 20; nothing for a sound file.
    /// - Throws: ``VaultError``: `.busy`; `.systemFailed`.
    func damage() throws -> [String] {
        var findings: [String] = []
        do {
            try statement("PRAGMA integrity_check(20)").forEach { row in
                findings.append(try row.text(0))
            }
        } catch let error as VaultError where error.code == .tampered {
            findings.append(error.reason)
        }
        return findings == ["ok"] ? [] : findings
    }
}
