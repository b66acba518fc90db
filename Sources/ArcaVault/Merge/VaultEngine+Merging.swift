internal import ArcaCore
internal import ArcaCrypto

extension VaultEngine {
    /// Merges a verified copy in one transaction, as ``Vault/merge(_:acceptsOlderKey:isTrial:)``.
    func merge(_ other: VaultEngine, acceptsOlderKey: Bool, isTrial: Bool) throws -> Vault.MergeReport {
        try refuseReadOnly()
        let keys = try unlockedKeys()
        let known = try highestSeen()
        var position: Anchor?
        var result: Vault.MergeReport?
        do {
            if try hasAll(of: other) { return Vault.MergeReport(hasCommonPast: true, isKnown: true) }
            try other.database.read {
                let source = try VaultTransaction(other.database, other.unlockedKeys(), previous: nil)
                if let damage = try Self.damage(in: source) {
                    throw VaultError(.tampered, "the other copy is damaged, so nothing was taken from it: \(damage)")
                }
                try database.write {
                    let transaction = try VaultTransaction(database, keys, previous: nil)
                    try check(transaction, other, source: source, acceptsOlderKey: acceptsOlderKey)
                    let before = transaction.state
                    if transaction.state.previous != nil { try transaction.reencryptAll() }
                    var merging = try VaultMerging(of: source, into: transaction)
                    result = merging.report
                    // Nothing is written for known changes, so two copies converge.
                    guard !merging.report.isKnown else { throw Unchanged() }
                    let highest = max(transaction.state.generation, source.state.generation, known.generation)
                    guard highest < StateRecord.largestGeneration else {
                        throw VaultError(.invalidArgument, "the vault has used up its generations")
                    }
                    if highest > transaction.state.generation {
                        transaction.state.generation = highest + 1
                        try transaction.restartLog()
                    } else {
                        transaction.state.generation += 1
                    }
                    try merging.run()
                    result = merging.report
                    guard !isTrial else { throw Unchanged() }
                    if let refusal = try refusal(for: before), !transaction.state.hasItems(of: before) { throw refusal }
                    try transaction.writeState()
                    position = transaction.position
                }
            }
        } catch is Unchanged {}
        if let position { remember(position) }
        guard let result else { throw VaultError(.systemFailed, "the vault was not merged") }
        return result
    }

    /// Whether another copy's newest state was already merged, judged by its state alone.
    private func hasAll(of other: VaultEngine) throws -> Bool {
        let newest = try other.database.read {
            try VaultTransaction(other.database, other.unlockedKeys(), previous: nil).newest
        }
        return try database.read {
            let transaction = try VaultTransaction(database, unlockedKeys(), previous: nil)
            let freshness = try past(of: transaction, forWriting: true)?.freshness
            return try freshness != .older && freshness != .forked && transaction.isLogSound()
                && transaction.includes(newest.name, at: newest.generation)
        }
    }

    private struct Unchanged: Error {}

    /// Throws unless both are copies and one follows from the state this machine has seen.
    private func check(
        _ transaction: VaultTransaction, _ other: VaultEngine, source: VaultTransaction, acceptsOlderKey: Bool
    ) throws {
        guard transaction.state.kind == .live else { throw VaultEngine.backupInPlace }
        _ = try transaction.slots()
        _ = try source.slots()
        for copy in [transaction, source] where try !copy.isLogSound() { throw VaultTransaction.changedLog }
        guard source.state.epoch <= transaction.state.epoch else {
            throw VaultError(
                .rotated, "the other copy has a newer key: it is the one to merge into, and this one what is merged")
        }
        // Anyone who knows a slot's public key can forge a file that claims this epoch.
        let isSameKey =
            source.state.epoch == transaction.state.epoch
            && source.keys.subkeys.bytes == transaction.keys.subkeys.bytes
        guard isSameKey || acceptsOlderKey else {
            throw VaultError(
                .olderFile,
                "the other copy has another key, which the vault had before or never: somebody else may have written it"
            )
        }
        guard let past = try past(of: transaction, forWriting: true) else { return }
        guard past.freshness == .older || past.freshness == .forked else { return }
        let failure = past.freshness == .older ? VaultEngine.older : VaultEngine.fork
        // A sync program may have moved the file that this machine saw to the other copy's place.
        guard let otherPast = try other.past(of: source, forWriting: true),
            [.same, .newer].contains(otherPast.freshness)
        else { throw failure }
        guard let known = past.known ?? otherPast.known, let digest = known.slotDigest,
            known.epoch == transaction.state.epoch, constantTimeEqual(digest, transaction.state.slotDigest)
        else {
            throw VaultError(
                failure.code, failure.reason,
                hint: "its key or slots are not those that this machine saw: merge this file into the other copy")
        }
    }

    private static let backupInPlace = VaultError(
        .tampered, "a backup was put in the vault's place; restore it to use it as the vault")
}
