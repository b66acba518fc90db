public import ArcaCore

extension Vault {
    /// The slots of the vault.
    ///
    /// Throws ``VaultError`` with code `.tampered` if a slot was added, removed, changed or rolled back, or as
    /// ``item(_:)`` does.
    public var slots: [VaultSlot] {
        get throws(VaultError) {
            try read { transaction in
                let sealed = try transaction.slots().slots
                return transaction.state.slots.compactMap { slot in
                    VaultSlot(slot, cost: sealed.first { $0.identifier == slot.identifier }?.parameters.cost)
                }
            }
        }
    }

    /// The slot that opened this value.
    ///
    /// It is nil for a session or a new vault, and once the slot was removed, changed or re-wrapped by a rotation.
    /// Throws as ``slots`` does.
    public var openingSlot: VaultSlot? {
        get throws(VaultError) {
            let identifier = withEngine { $0.openingSlot?.identifier }
            return try slots.first { $0.identifier == identifier }
        }
    }

    /// Adds a slot.
    ///
    /// - Throws: ``VaultError`` with code `.invalidArgument` if the slot cannot be created or there are too many;
    ///   `.locked` if the vault was opened by the session, which cannot change slots; or as ``add(_:)-(ItemDraft)``.
    @discardableResult
    public func addSlot(_ new: NewVaultSlot) throws(VaultError) -> VaultSlot {
        try put(new)
    }

    /// Removes a slot.
    ///
    /// Danger: the vault key stays the same. Anyone with the removed credential and an old copy of the file can also
    /// open later copies. Only a rotation protects later changes.
    ///
    /// - Throws: ``VaultError`` with code `.notFound`; `.invalidArgument` for the last slot, or the last one other than
    ///   gesture slots; `.locked` as ``addSlot(_:)``; or as ``add(_:)-(ItemDraft)``.
    public func removeSlot(_ identifier: [UInt8]) throws(VaultError) {
        try VaultError.wrap { _ = try withEngine { engine in try engine.unlockedVaultKey() } }
        let hasGestures = try write { transaction in
            try transaction.remove(slot: identifier).slots.contains { $0.kind == .gesture }
        }
        guard !hasGestures, let folder = withEngine({ $0.options.stateFolder }) else { return }
        // A leftover device secret without a slot opens nothing.
        try? DeviceFolder(of: self.identifier, in: folder).remove()
    }

    /// Replaces a slot, for example to change a passphrase.
    ///
    /// As after ``removeSlot(_:)``, anyone with the old passphrase and an old copy of the file can also open later
    /// copies.
    ///
    /// - Parameters:
    ///   - identifier: The slot to remove, which may be the only one.
    ///   - new: The new slot.
    /// - Returns: The slot that was added.
    /// - Throws: ``VaultError`` with code `.notFound`, or as ``addSlot(_:)``.
    @discardableResult
    public func changeSlot(_ identifier: [UInt8], to new: NewVaultSlot) throws(VaultError) -> VaultSlot {
        try put(new, inPlaceOf: identifier)
    }

    private func put(_ new: NewVaultSlot, inPlaceOf identifier: [UInt8]? = nil) throws(VaultError) -> VaultSlot {
        try VaultError.wrap {
            // Before the transaction: scrypt is slow and would block other writers.
            let (key, folder) = try withEngine { engine in
                (try engine.unlockedVaultKey(), engine.options.stateFolder)
            }
            let slot = try VaultSlots.wrap(key, in: new, folder)
            let entry = try write { transaction in try transaction.put(slot, new, inPlaceOf: identifier) }
            return VaultSlot(
                identifier: entry.identifier, kind: slot.kind, label: entry.label, created: entry.created,
                recipient: entry.recipient, cost: slot.parameters.cost)
        }
    }
}

extension VaultSlot {
    /// Creates a slot from the state; nil for a kind unknown to this version.
    init?(_ slot: StateRecord.Slot, cost: Cost?) {
        guard let kind = VaultSlot.Kind(rawValue: slot.kind) else { return nil }
        self.init(
            identifier: slot.identifier, kind: kind, label: slot.label, created: slot.created,
            recipient: slot.recipient, cost: cost)
    }
}
