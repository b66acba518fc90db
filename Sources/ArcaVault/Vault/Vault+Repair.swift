public import ArcaCore
public import ArcaSystem

extension Vault {
    /// What a repair did with one thing that was damaged.
    public struct RepairStep: Sendable, Hashable {
        /// What it did; the raw values stand in reports.
        public enum Code: String, Sendable, Hashable, CaseIterable {
            /// A flipped bit was flipped back: the record is exactly as it was written.
            case corrected
            /// The record or attachment was put back from the backup, exactly as the vault had it.
            case restored
            /// The newest older version that opens became the current one, as a new version.
            case reverted
            /// Older versions that do not open were removed.
            case trimmed
            /// An attachment that does not open was removed.
            case detached
            /// A record was removed, and nothing of its item is left.
            case removed
            /// An item of a group that could not be proven was accepted as it is; it may be an older version.
            case accepted
        }

        /// What it did.
        public let code: Code
        /// The item, where that can be told.
        public let item: VaultItem.Name?
        /// What is known of it, for people, lower case, no full stop.
        public let detail: String
    }

    /// What a repair did, and what the vault is after it.
    public struct RepairReport: Sendable, Hashable {
        /// What was done, in that order.
        public let steps: [RepairStep]
        /// What is still wrong.
        public let verification: VerificationReport
    }

    /// Mends a damaged vault, in one transaction.
    ///
    /// What can be had exactly as it was is put back first: records with one flipped bit, and, from a backup, records and
    /// attachments that are exactly those that the vault's sums ask for. Only with `rest` comes the remainder: it receives
    /// a copy of the vault as it was (a damaged backup, from which a later repair can take records); then the newest older
    /// version takes the place of an item that is lost, from the history or the backup, and what is left is removed.
    /// Where that leaves open which versions an attacker may have put back, every item of the group is named.
    ///
    /// - Parameters:
    ///   - backup: A backup of this vault, open as one.
    ///   - rest: The file that receives the damaged vault, mode 0600; nil to change only what comes back exactly.
    /// - Returns: What was done, and what is still wrong.
    /// - Throws: ``VaultError`` with code `.invalidArgument` for a backup of another vault; `.duplicate` where `rest` exists;
    ///   `.tampered` for a vault whose state, slots or log are damaged, or whose pages SQLite cannot read; `.busy` when
    ///   the vault was changed meanwhile; or as ``add(_:)-(ItemDraft)``.
    public func repair(from backup: Vault? = nil, keepingRestIn rest: BytePath? = nil) throws(VaultError)
        -> RepairReport
    {
        if let backup, backup.identifier != identifier {
            throw VaultError(.invalidArgument, "the backup is of another vault")
        }
        var copied: UInt64?
        if let rest {
            copied = try status.generation
            try self.backup(to: rest, acceptsDamage: true)
        }
        let steps = try VaultError.wrap {
            func steps(_ source: VaultTransaction?) throws -> [RepairStep] {
                try write { transaction in
                    guard copied.map({ transaction.state.generation == $0 + 1 }) ?? true else {
                        throw VaultError(.busy, "the vault was changed meanwhile; try again")
                    }
                    return try VaultRepair(transaction, source, isLossy: rest != nil).run()
                }
            }
            return try backup.map { backup in try backup.read { try steps($0) } } ?? steps(nil)
        }
        return RepairReport(steps: steps, verification: try verify())
    }
}
