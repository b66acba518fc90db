internal import ArcaCore
internal import ArcaSystem

extension Database {
    /// Copies one consistent state of the vault to a new file, which appears complete or not at all.
    ///
    /// The copy has mode 0600 and no free pages, and does not reveal the order of insertion. `complete` modifies it
    /// before it gets its name. Throws `.duplicate` if the name exists, unless `replacing`.
    func backup(
        to target: BytePath, replacing: Bool = false, _ complete: (Database) throws -> Void
    ) throws {
        precondition(!isInTransaction, "a backup is a transaction by itself")
        try VaultFile.make(target, replacing: replacing) { hidden in
            let admission = VaultVFS.admit(hidden)
            scanLimit?.copy = hidden
            defer { scanLimit?.copy = nil }
            // As a blob, because the name may not be UTF-8.
            try doing("back up") {
                try statement("VACUUM INTO CAST(? AS TEXT)").run(.blob(hidden.bytes))
            }
            extendLifetime(admission)
            try complete(try Database(connecting: hidden, named: target.description))
        }
    }

    /// Rewrites the file without free pages.
    ///
    /// Needs as much space again while it runs; the temporary pages are encrypted like the file's. An error leaves the
    /// file unchanged.
    func vacuum() throws {
        precondition(!isInTransaction, "it is a transaction by itself")
        // Compacting would duplicate shared pages.
        if let damage = try damage().first { throw VaultError(.tampered, "cannot compact \(name): \(damage)") }
        // Memory would have to hold a complete copy.
        try execute("PRAGMA temp_store=FILE")
        defer { try? execute("PRAGMA temp_store=MEMORY") }
        try doing("compact") { try execute("VACUUM") }
    }

    /// Checks every page for damage that SQLite can detect; returns at most 20 messages, none for an intact file.
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
