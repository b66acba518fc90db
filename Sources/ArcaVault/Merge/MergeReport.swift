extension Vault {
    /// The result of merging another copy, or of a trial.
    public struct MergeReport: Sendable, Equatable {
        /// Whether both copies know where they diverged; if not, nothing counts as removed, and different values
        /// conflict.
        public let hasCommonPast: Bool
        /// Whether the vault already had everything of the other copy.
        public let isKnown: Bool
        /// Names of items added or restored from the trash.
        public internal(set) var added: [VaultItem.Name] = []
        /// Names of changed items.
        public internal(set) var changed: [VaultItem.Name] = []
        /// Names of items that the other copy had removed, to the trash or permanently.
        public internal(set) var removed: [VaultItem.Name] = []
        /// Numbered names of items with a name that another item has.
        public internal(set) var numbered: [VaultItem.Name] = []
        /// Names of written items with conflicts.
        public internal(set) var conflicts: [VaultItem.Name] = []

        /// Whether nothing visible changed.
        public var isEmpty: Bool {
            added.isEmpty && changed.isEmpty && removed.isEmpty && numbered.isEmpty && conflicts.isEmpty
        }

        package init(hasCommonPast: Bool, isKnown: Bool) {
            (self.hasCommonPast, self.isKnown) = (hasCommonPast, isKnown)
        }

        /// Adds the changes of another merge.
        package mutating func add(_ other: Self) {
            added += other.added
            changed += other.changed
            removed += other.removed
            numbered += other.numbered
            conflicts += other.conflicts
        }

        package enum Kind { case added, changed, removed }

        package mutating func note(_ name: VaultItem.Name, _ kind: Kind) {
            switch kind {
            case .added: added.append(name)
            case .changed: changed.append(name)
            case .removed: removed.append(name)
            }
        }
    }
}
