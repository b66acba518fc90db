public import ArcaCore
internal import ArcaCrypto

extension Vault {
    /// Rotates the vault key: creates a new one, and re-encrypts everything under it.
    ///
    /// One transaction creates the new key and its slots. From then on only these open the vault, and a holder of the
    /// old key cannot read later changes. Items are then re-encrypted a few hundred at a time, while others can read
    /// and write the vault. If the process is interrupted, nothing is lost: ``resumeRotation(progress:)`` continues.
    /// The content of attachments stays unchanged; only its keys are re-encrypted. The unlocked session ends, and the
    /// vault must be unlocked again.
    ///
    /// - Parameters:
    ///   - plan: The decision for each slot.
    ///   - progress: Called between transactions; it may use the vault.
    /// - Throws: ``VaultError`` with code `.invalidArgument` for a slot without a decision, or if no slot would be
    ///   left; `.wrongCredential` for a credential that does not open its slot; `.busy` if the slots were changed in
    ///   the meantime, or a rotation is unfinished; `.locked` if the vault was opened by the session; `.tampered`,
    ///   `.readOnly`, `.systemFailed`.
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
            // Do everything slow or fallible before the transaction.
            let new = try VaultKey(randomFor: key.vault, epoch: key.epoch + 1)
            let made = try plan.slots(for: new, replacing: old, entries, withEngine { $0.options.stateFolder })
            let slots = try SlotSet(made.map(\.slot))
            let keys = try RecordKeys(new.subkeys)
            let accesses = try? accesses().accesses
            try withEngine { engine in
                try engine.write(as: .rotation) { transaction in
                    guard transaction.state.previous == nil else { throw Self.unfinished }
                    guard try transaction.slots().rows.elementsEqual(old.rows, by: ==) else {
                        throw VaultError(.busy, "the vault's slots were changed meanwhile; look at them again")
                    }
                    // Do not re-encrypt anything that an attacker put into the file.
                    _ = try transaction.all { _ in false }
                    try engine.moveExtension(of: transaction, from: key, to: new)
                    try transaction.beginEpoch(keys, slots, made.map(\.entry))
                }
                engine.replaceKeys(keys, new)
            }
            // A log that cannot be written does not stop the rotation.
            if let accesses, !accesses.isEmpty { try? record(accesses) }
            try resumeRotation(progress: progress)
        }
    }

    /// Continues an interrupted rotation; does nothing without one.
    ///
    /// - Parameter progress: Called between transactions; it may use the vault.
    /// - Throws: ``VaultError`` with code `.tampered`, `.readOnly`, `.locked`, `.busy`, `.systemFailed`.
    public func resumeRotation(progress: (Vault.RotationProgress) -> Void = { _ in }) throws(VaultError) {
        guard try rotation != nil else { return }
        var place: LookupTag?
        while let state = try rotation {
            progress(state)
            place = try VaultError.wrap {
                try withEngine { engine in
                    try engine.write(as: .rotation) { transaction in try transaction.reencryptBatch(after: place) }
                }
            }
        }
        withEngine { engine in engine.compact() }
    }

    /// The progress of an unfinished rotation, or nil without one.
    ///
    /// - Throws: ``VaultError`` as for any read.
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
    /// The progress of a rotation.
    public struct RotationProgress: Sendable, Hashable {
        /// The number of items still encrypted under the old key.
        public let remainingCount: Int
        /// The total number of items.
        public let itemCount: Int
    }
}
