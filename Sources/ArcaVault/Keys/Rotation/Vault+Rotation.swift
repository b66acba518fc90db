public import ArcaCodecs
internal import ArcaCrypto

extension Vault {
    /// Gives the vault a new key, and seals everything anew under it.
    ///
    /// One transaction makes the new key and its slots: from then on only these open the vault, and whoever had the old key
    /// learns nothing of what is written later. Then items are sealed anew, some hundred at once; others read and write the
    /// vault meanwhile. An end at any moment loses nothing: ``resumeRotation(progress:)`` goes on. Attachments' content
    /// stays as it is, and its keys are sealed anew.
    ///
    /// - Parameters:
    ///   - plan: What becomes of each slot.
    ///   - progress: Is told how far it is, between transactions; it may use the vault.
    /// - Throws: ``VaultError`` with code `.invalidArgument` for a slot without decision, or when no slot would be left;
    ///   `.wrongCredential` for a credential that does not open the slot that it is to open again; `.busy` when the slots
    ///   were changed meanwhile, or a rotation is unfinished; `.tampered`, `.readOnly`, `.systemFailed`.
    public func rotate(
        _ plan: RotationPlan, progress: (RotationProgress) -> Void = { _ in }
    ) throws(VaultError) {
        let (table, entries, key) = try read { (transaction) throws(VaultError) in
            guard transaction.state.previous == nil else { throw Self.unfinished }
            return (try transaction.slots(), transaction.state.slots, transaction.keys.vaultKey)
        }
        guard key.epoch < .max else { throw VaultError(.invalidArgument, "the vault's epochs are used up") }
        // All that takes long or can fail comes before the transaction.
        let new = try VaultKey(randomFor: key.vault, epoch: key.epoch + 1)
        let made = try plan.slots(for: new, replacing: table, entries, withEngine { $0.options.stateFolder })
        let newTable = try SlotTable(made.map(\.slot))
        let keys = try RecordKeys(new)
        try withEngine { (engine) throws(VaultError) in
            try engine.write { (transaction) throws(VaultError) in
                guard transaction.state.previous == nil else { throw Self.unfinished }
                guard try transaction.slots().rows.elementsEqual(table.rows, by: ==) else {
                    throw VaultError(.busy, "the vault's slots were changed meanwhile; look at them again")
                }
                // Nothing that somebody has put into the file is sealed anew.
                _ = try transaction.all { _ in false }
                try transaction.beginEpoch(keys, newTable, made.map(\.entry))
            }
            engine.replaceKeys(keys)
        }
        try resumeRotation(progress: progress)
    }

    /// Goes on with a rotation that was cut short; does nothing when there is none.
    ///
    /// - Parameter progress: Is told how far it is, between transactions; it may use the vault.
    /// - Throws: ``VaultError`` with code `.tampered`, `.readOnly`, `.locked`, `.busy`, `.systemFailed`.
    public func resumeRotation(progress: (RotationProgress) -> Void = { _ in }) throws(VaultError) {
        guard try rotation != nil else { return }
        var place: LookupTag?
        while let state = try rotation {
            progress(state)
            place = try withEngine { (engine) throws(VaultError) in
                try engine.write { (transaction) throws(VaultError) in try transaction.sealBatchAnew(after: place) }
            }
        }
        // What is left over are pages that were wiped. Somebody else's lock, or a full disk, makes them stay, no more.
        withEngine { engine in
            let limit = engine.database.busyLimit
            engine.database.busyLimit = min(limit, 2000)
            defer { engine.database.busyLimit = limit }
            try? engine.database.vacuum()
        }
    }

    /// How far a rotation is that was not finished; nil when there is none.
    ///
    /// - Throws: ``VaultError`` as any reading.
    public var rotation: RotationProgress? {
        get throws(VaultError) {
            try read { (transaction) throws(VaultError) in
                guard let previous = transaction.state.previous else { return nil }
                let remaining = previous.sums.rowCount
                return RotationProgress(
                    remainingCount: remaining, itemCount: remaining + transaction.state.sums.rowCount)
            }
        }
    }

    private static let unfinished = VaultError(.busy, "the vault is being rotated; let that end first")
}
