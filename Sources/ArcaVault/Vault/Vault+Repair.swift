public import ArcaCore
public import ArcaSystem

extension Vault {
    /// A single action of a repair.
    public struct RepairStep: Sendable, Hashable {
        /// The kinds of action; the raw values are part of reports.
        public enum Code: String, Sendable, Hashable, CaseIterable {
            /// Corrected a flipped bit: the record is exactly as it was written.
            case corrected
            /// Restored a record or attachment from the backup, exactly as the vault had it.
            case restored
            /// Replaced a lost item by its newest readable older version, as a new version.
            case reverted
            /// Removed unreadable older versions.
            case trimmed
            /// Removed an unreadable attachment.
            case detached
            /// Removed a record; nothing of its item is left.
            case removed
            /// Accepted an item of an unproven group as it is; it may be an older version.
            case accepted
        }

        /// The kind of action.
        public let code: Code
        /// The item, if known.
        public let item: VaultItem.Name?
        /// Details for the user, in lower case, without a full stop.
        public let detail: String
    }

    /// The actions of a repair, and the state of the vault after it.
    public struct RepairReport: Sendable, Hashable {
        /// The actions, in order.
        public let steps: [RepairStep]
        /// The remaining damage.
        public let verification: VerificationReport
    }

    /// Repairs a damaged vault in one transaction.
    ///
    /// First it makes exact repairs: it corrects records with one flipped bit and copies, from a backup, records and
    /// attachments that match the vault's sums. It goes further only with `rest`, which receives a copy of the vault in
    /// its current state (a damaged backup that later repairs can use). Lost items are then replaced by their newest
    /// older version, from the history or the backup, and whatever remains unreadable is removed. If an attacker might
    /// have rolled back versions, every item of the group is reported.
    ///
    /// - Parameters:
    ///   - backup: A backup of this vault, opened as one.
    ///   - rest: The file for the damaged vault, mode 0600; nil to make only exact repairs.
    /// - Returns: The actions, and the remaining damage.
    /// - Throws: ``VaultError`` with code `.invalidArgument` for a backup of another vault; `.duplicate` if `rest`
    ///   exists; `.tampered` for a damaged state, slots or log, or pages that SQLite cannot read; `.busy` if the vault
    ///   was changed in the meantime; or as ``add(_:)-(ItemDraft)``.
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
