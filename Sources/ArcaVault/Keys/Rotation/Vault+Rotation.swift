public import ArcaCore
internal import ArcaCrypto

extension Vault {
    /// Gives the vault a new key, and re-encrypts everything under it.
    ///
    /// One transaction makes the new key and its slots: from then on only these open the vault, and anyone who has the old key
    /// learns nothing of what is written later. Then items are re-encrypted, some hundred at once; others read and write the
    /// vault meanwhile. An end at any moment loses nothing: ``resumeRotation(progress:)`` goes on. Attachments' content
    /// stays as it is, and its keys are sealed again. An unlocked session ends: the vault has to be unlocked again.
    ///
    /// - Parameters:
    ///   - plan: What becomes of each slot.
    ///   - progress: Is told how far it is, between transactions; it may use the vault.
    /// - Throws: ``VaultError`` with code `.invalidArgument` for a slot without decision, or when no slot would be left;
    ///   `.wrongCredential` for a credential that does not open the slot that it is to open again; `.busy` when the slots
    ///   were changed meanwhile, or a rotation is unfinished; `.locked` when the unlocked session opened the vault; `.tampered`, `.readOnly`, `.systemFailed`.
    public func rotate(
        _ plan: Vault.RotationPlan, progress: (Vault.RotationProgress) -> Void = { _ in }
    ) throws(VaultError) {
        try VaultError.wrap {
            let key = try withEngine { engine in try engine.unlockedVaultKey() }
            let (old, entries) = try read { transaction in
                guard transaction.state.previous == nil else { throw Self.unfinished }
                return (try transaction.slots(), transaction.state.slots)
            }
            guard key.epoch < .max else { throw VaultError(.invalidArgument, "the vault has used up its epochs") }
            // All that takes long or can fail comes before the transaction.
            let new = try VaultKey(randomFor: key.vault, epoch: key.epoch + 1)
            let made = try plan.slots(for: new, replacing: old, entries, withEngine { $0.options.stateFolder })
            let slots = try SlotSet(made.map(\.slot))
            let keys = try RecordKeys(new.subkeys)
            try withEngine { engine in
                try engine.write { transaction in
                    guard transaction.state.previous == nil else { throw Self.unfinished }
                    guard try transaction.slots().rows.elementsEqual(old.rows, by: ==) else {
                        throw VaultError(.busy, "the vault's slots were changed meanwhile; look at them again")
                    }
                    // Nothing that somebody has put into the file is re-encrypted.
                    _ = try transaction.all { _ in false }
                    try transaction.moveTeamIdentity(from: key, to: new)
                    try transaction.beginEpoch(keys, slots, made.map(\.entry))
                }
                engine.replaceKeys(keys, new)
            }
            try resumeRotation(progress: progress)
        }
    }

    /// Goes on with a rotation that was cut short; does nothing when there is none.
    ///
    /// - Parameter progress: Is told how far it is, between transactions; it may use the vault.
    /// - Throws: ``VaultError`` with code `.tampered`, `.readOnly`, `.locked`, `.busy`, `.systemFailed`.
    public func resumeRotation(progress: (Vault.RotationProgress) -> Void = { _ in }) throws(VaultError) {
        guard try rotation != nil else { return }
        var place: LookupTag?
        while let state = try rotation {
            progress(state)
            place = try VaultError.wrap {
                try withEngine { engine in
                    try engine.write { transaction in try transaction.reencryptBatch(after: place) }
                }
            }
        }
        withEngine { engine in engine.compact() }
    }

    /// How far a rotation is that was not finished; nil if absent.
    ///
    /// - Throws: ``VaultError`` as any reading.
    public var rotation: Vault.RotationProgress? {
        get throws(VaultError) {
            try read { transaction in
                guard let previous = transaction.state.previous else { return nil }
                let remaining = previous.sums.rowCount
                return Vault.RotationProgress(
                    remainingCount: remaining, itemCount: remaining + transaction.state.sums.rowCount)
            }
        }
    }

    private static let unfinished = VaultError(.busy, "the vault is being rotated; let that end first")
}

extension Vault {
    /// How far a rotation is.
    public struct RotationProgress: Sendable, Hashable {
        /// Items that are still sealed under the old key.
        public let remainingCount: Int
        /// Items in all.
        public let itemCount: Int
    }
}
