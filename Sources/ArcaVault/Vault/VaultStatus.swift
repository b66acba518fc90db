public import ArcaCodecs

/// What a vault says of itself as a whole.
public struct VaultStatus: Sendable, Hashable {
    /// Grows by one with every change.
    public let generation: UInt64
    /// Grows by one with every rotation of the vault key.
    public let epoch: UInt32
    /// How many items there are.
    public let itemCount: Int
    /// How many of them a rotation that was cut short has not come to yet.
    public let itemsLeftToRotate: Int
    /// Whether a rotation was begun and not finished.
    public let isRotating: Bool
    /// How many older versions of an item are kept.
    public let historyLimit: Int
    /// When the vault was made.
    public let created: Timestamp
    /// When it was last changed.
    public let modified: Timestamp
}

extension Vault {
    /// What the vault says of itself as a whole.
    ///
    /// Reading it throws ``VaultError`` as ``item(_:)`` does; items are not looked at.
    public var status: VaultStatus {
        get throws(VaultError) {
            try read { (transaction) throws(VaultError) in
                let state = transaction.state
                let left = state.previous?.sums.rowCount ?? 0
                return VaultStatus(
                    generation: state.generation, epoch: state.epoch, itemCount: state.sums.rowCount + left,
                    itemsLeftToRotate: left, isRotating: state.previous != nil,
                    historyLimit: Int(state.historyLimit), created: state.created, modified: state.modified)
            }
        }
    }

    /// Sets how many older versions of an item are kept; an item that has more loses the oldest when it next changes.
    ///
    /// - Parameter count: 0 or more; 10 in a new vault.
    /// - Throws: ``VaultError`` with code `.invalidArgument`, or as ``add(_:)-(ItemDraft)``.
    public func setHistoryLimit(_ count: Int) throws(VaultError) {
        guard let limit = UInt32(exactly: count) else {
            throw VaultError(.invalidArgument, "a vault cannot keep \(count) older versions of an item")
        }
        try write { (transaction) throws(VaultError) in transaction.state.historyLimit = limit }
    }
}
