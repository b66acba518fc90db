public import ArcaCore

extension Vault {
    /// The ways to open the vault.
    ///
    /// Reading it throws ``VaultError`` with code `.tampered` when a slot was added, removed, changed or put back, and as
    /// ``item(_:)`` does.
    public var slots: [VaultSlot] {
        get throws(VaultError) {
            try read { transaction in
                _ = try transaction.slots()
                return transaction.state.slots.compactMap(VaultSlot.init)
            }
        }
    }

    /// The slot that this value was opened by; nil for a session, for a vault that was just made, and once the slot was
    /// removed, changed or rewrapped by a rotation.
    ///
    /// Reading it throws as ``slots`` does.
    public var openingSlot: VaultSlot? {
        get throws(VaultError) {
            let identifier = withEngine { $0.openingSlot?.identifier }
            return try slots.first { $0.identifier == identifier }
        }
    }

    /// Adds a way to open the vault.
    ///
    /// - Parameter new: What is to open it.
    /// - Returns: The slot.
    /// - Throws: ``VaultError`` with code `.invalidArgument` when the slot cannot be made or there are too many; `.locked` when
    ///   the vault was opened by the unlocked session, which cannot change what opens it; and as ``add(_:)-(ItemDraft)``.
    @discardableResult
    public func addSlot(_ new: NewVaultSlot) throws(VaultError) -> VaultSlot {
        try put(new)
    }

    /// Removes a way to open the vault.
    ///
    /// Anyone who opened the vault that way before, and keeps an old copy of the file, opens later copies too: the vault key stays
    /// the same. Only a rotation protects what is written from then on.
    ///
    /// - Parameter identifier: The slot's identifier.
    /// - Throws: ``VaultError`` with code `.notFound`; `.invalidArgument` for the last slot, and for the last one that is no
    ///   gesture; `.locked` as ``addSlot(_:)``; and as ``add(_:)-(ItemDraft)``.
    public func removeSlot(_ identifier: [UInt8]) throws(VaultError) {
        try VaultError.wrap { _ = try withEngine { engine in try engine.unlockedVaultKey() } }
        let hasGestures = try write { transaction in
            try transaction.remove(slot: identifier).slots.contains { $0.kind == .gesture }
        }
        guard !hasGestures, let folder = withEngine({ $0.options.stateFolder }) else { return }
        // A device secret without a slot opens nothing; that it stays is no harm.
        try? DeviceFolder(of: self.identifier, in: folder).remove()
    }

    /// Puts another way to open the vault in a slot's place: a new passphrase for an old one.
    ///
    /// As after ``removeSlot(_:)``, anyone who knows the old passphrase and keeps an old copy of the file opens later copies too.
    ///
    /// - Parameters:
    ///   - identifier: The slot that goes, which may be the only one.
    ///   - new: What is to open the vault instead.
    /// - Returns: The slot that came.
    /// - Throws: ``VaultError`` with code `.notFound`, or as ``addSlot(_:)``.
    @discardableResult
    public func changeSlot(_ identifier: [UInt8], to new: NewVaultSlot) throws(VaultError) -> VaultSlot {
        try put(new, inPlaceOf: identifier)
    }

    private func put(_ new: NewVaultSlot, inPlaceOf identifier: [UInt8]? = nil) throws(VaultError) -> VaultSlot {
        try VaultError.wrap {
            // Before the transaction: scrypt takes long, and nobody else could write meanwhile.
            let (key, folder) = try withEngine { engine in
                (try engine.unlockedVaultKey(), engine.options.stateFolder)
            }
            let slot = try VaultSlots.wrap(key, in: new, folder)
            let entry = try write { transaction in try transaction.put(slot, new, inPlaceOf: identifier) }
            return VaultSlot(
                identifier: entry.identifier, kind: slot.kind, label: entry.label, created: entry.created,
                recipient: entry.recipient)
        }
    }
}

extension VaultSlot {
    /// A slot as the state knows it; nil for a kind that this version does not.
    init?(_ slot: StateRecord.Slot) {
        guard let kind = VaultSlot.Kind(rawValue: slot.kind) else { return nil }
        self.init(
            identifier: slot.identifier, kind: kind, label: slot.label, created: slot.created,
            recipient: slot.recipient)
    }
}
