internal import ArcaCore
internal import ArcaCrypto

/// Slots, and the transactions of a rotation; see Documentation/VAULT-FORMAT.md, sections 8 and 10.
extension VaultTransaction {
    /// The slots, verified against the state.
    func slots() throws -> SlotSet {
        let slots = try SlotSet(rows: database.slots.rows(), vault: keys.vault, epoch: state.epoch)
        guard constantTimeEqual(try slots.digest(under: keys.subkeys), state.slotDigest),
            slots.rows.map(\.identifier) == state.slots.map(\.identifier)
        else {
            throw VaultError(
                .tampered, "the vault's slots were changed by another program than Arca: do not trust this file")
        }
        return slots
    }

    /// Adds or replaces a slot; returns the state's entry.
    func put(
        _ slot: SealedSlot, _ new: NewVaultSlot, inPlaceOf identifier: [UInt8]?
    ) throws -> StateRecord.Slot {
        // Another thread may have rotated in the meantime; a slot with the previous key would be useless.
        guard slot.epoch == state.epoch else {
            throw VaultError(.busy, "the vault got a new key meanwhile (it was rotated); try again")
        }
        var slots = try slots()
        if let identifier { try slots.replace(identifier, by: slot) } else { try slots.insert(slot) }
        let old = state.slots.first { $0.identifier == identifier }
        let entry = try VaultSlots.entry(of: slot, new, replacing: old)
        if let old { try removeSlot(old.identifier) }
        try database.slots.insert(slot)
        state.slots.append(entry)
        state.slots.sort { $0.identifier.lexicographicallyPrecedes($1.identifier) }
        state.slotDigest = try slots.digest(under: keys.subkeys)
        return entry
    }

    func remove(slot identifier: [UInt8]) throws -> SlotSet {
        var slots = try slots()
        try slots.remove(identifier)
        try removeSlot(identifier)
        state.slotDigest = try slots.digest(under: keys.subkeys)
        return slots
    }

    private func removeSlot(_ identifier: [UInt8]) throws {
        try database.slots.remove(identifier)
        state.slots.removeAll { $0.identifier == identifier }
    }

    // MARK: Rotation

    /// Maximum number of bytes re-encrypted per transaction, which limits how long others wait.
    private static let largestBatchByteCount = 4 << 20

    /// Begins an epoch with a new key, new slots and empty sums; all rows still have the previous epoch.
    func beginEpoch(_ newKeys: RecordKeys, _ slots: SlotSet, _ entries: [StateRecord.Slot]) throws {
        state.previous = StateRecord.Previous(epoch: state.epoch, keyBytes: keys.subkeys.bytes, sums: state.sums)
        state.sums = GroupChecksums()
        state.epoch = newKeys.epoch
        (previous, keys) = (keys, newKeys)
        // The log's digests use the old key.
        try restartLog(ofEpoch: previous)
        try database.slots.removeAll()
        for slot in slots.slots { try database.slots.insert(slot) }
        state.slots = entries.sorted { $0.identifier.lexicographicallyPrecedes($1.identifier) }
        state.slotDigest = try slots.digest(under: keys.subkeys)
    }

    package func reencryptAll() throws {
        var place: LookupTag?
        while state.previous != nil { place = try reencryptBatch(after: place) }
    }

    /// Re-encrypts a batch of items of the previous epoch, continuing after `place`; ends the rotation if none is left.
    ///
    /// Returns the tag to continue after, or nil to start from the beginning.
    @discardableResult
    func reencryptBatch(after place: LookupTag? = nil) throws -> LookupTag? {
        guard let old = state.previous else { return nil }
        guard old.sums.rowCount > 0 else {
            guard old.sums == GroupChecksums() else { throw VaultTransaction.changedGroup }
            state.previous = nil
            return nil
        }
        // Each transaction verifies nearly all groups, so small batches would take quadratic time.
        let count = max(256, old.sums.rowCount / 16)
        let tags = try database.items.tags(ofEpoch: old.epoch, after: place, limit: count)
        // Nothing is left after the place, but the state counts more: start the next search from the beginning.
        guard place != nil || !tags.isEmpty else { throw VaultTransaction.changedGroup }
        var byteCount = 0
        for tag in tags {
            guard let row = try checkGroup(tag.group, finding: tag) else { throw VaultTransaction.changedGroup }
            let item = try OpenedItem(row, keys(of: row.key))
            byteCount += try database.items.byteCount(of: tag) + database.history.byteCount(of: row.key.identifier)
            // Re-encrypt at least one item, however large.
            if byteCount > Self.largestBatchByteCount, tag != tags.first { return tags.last { $0.value < tag.value } }
            _ = try inCurrentEpoch(item)
        }
        return tags.last
    }
}
