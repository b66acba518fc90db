extension Vault {
    /// What merging another copy did, or would do.
    public struct MergeReport: Sendable, Equatable {
        /// Whether both copies know where they parted; if not, nothing counts as removed, and values that differ are conflicts.
        public let hasCommonPast: Bool
        /// Whether the vault had all of the other copy before.
        public let isKnown: Bool
        /// Names of items that came, also out of the trash.
        public internal(set) var added: [VaultItem.Name] = []
        /// Names of items that changed.
        public internal(set) var changed: [VaultItem.Name] = []
        /// Names of items that went, into the trash or for good, as the other copy had removed them.
        public internal(set) var removed: [VaultItem.Name] = []
        /// Names under which items are shown now because another item has theirs.
        public internal(set) var numbered: [VaultItem.Name] = []
        /// Names of items that were written and that have several values to choose from.
        public internal(set) var conflicts: [VaultItem.Name] = []

        /// Whether nothing that people see has changed.
        public var isEmpty: Bool {
            added.isEmpty && changed.isEmpty && removed.isEmpty && numbered.isEmpty && conflicts.isEmpty
        }

        init(hasCommonPast: Bool, isKnown: Bool) { (self.hasCommonPast, self.isKnown) = (hasCommonPast, isKnown) }

        enum Kind { case added, changed, removed }

        mutating func note(_ name: VaultItem.Name, _ kind: Kind) {
            switch kind {
            case .added: added.append(name)
            case .changed: changed.append(name)
            case .removed: removed.append(name)
            }
        }
    }
}
