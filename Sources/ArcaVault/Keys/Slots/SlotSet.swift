internal import ArcaCore
internal import ArcaCrypto

/// All slots of a vault in file order, including damaged ones.
///
/// A damaged slot does not prevent others from opening the vault. The digest in the state then reveals the damage.
struct SlotSet: Sendable {
    static let largestCount = 32
    /// Maximum number of slots that use scrypt or Argon2id, for passphrases and patterns.
    static let largestStretchedCount = 8

    private struct Entry: Sendable {
        let identifier: [UInt8]
        let body: [UInt8]
        let slot: Result<SealedSlot, VaultError>
    }

    private var entries: [Entry]

    /// Creates a set of new slots; rejects an empty set, too many slots, or only gesture slots.
    init(_ slots: [SealedSlot]) throws {
        entries = []
        for slot in slots { try insert(slot) }
        try checkRemaining(entries)
    }

    /// Parses the rows of the table `slot`; damage to a single slot is reported only when it matters.
    init(rows: [(identifier: [UInt8], body: [UInt8])], vault: [UInt8], epoch: UInt32) throws {
        guard rows.count <= SlotSet.largestCount else {
            throw VaultError(
                .tampered, "the vault has \(rows.count) slots; the maximum is \(SlotSet.largestCount)")
        }
        entries = rows.map { row in
            Entry(
                identifier: row.identifier, body: row.body,
                slot: Self.checking {
                    let slot = try SealedSlot(parsing: row.body, identifier: row.identifier, vault: vault)
                    guard slot.epoch == epoch else {
                        throw VaultError(.tampered, "a slot of epoch \(slot.epoch) was put into epoch \(epoch)")
                    }
                    return slot
                })
        }.sorted { $0.identifier.lexicographicallyPrecedes($1.identifier) }
        guard stretchedCount <= SlotSet.largestStretchedCount else {
            throw VaultError(
                .tampered,
                "the vault has \(stretchedCount) slots for passphrases and patterns; the maximum is \(SlotSet.largestStretchedCount)"
            )
        }
    }

    var rows: [(identifier: [UInt8], body: [UInt8])] { entries.map { ($0.identifier, $0.body) } }

    var slots: [SealedSlot] { entries.compactMap { try? $0.slot.get() } }

    var damages: [(identifier: [UInt8], error: VaultError)] {
        entries.compactMap { row in
            guard case .failure(let error) = row.slot else { return nil }
            return (row.identifier, error)
        }
    }

    /// The digest of the slots for the state: none can be added, changed or restored unnoticed.
    func digest(under keys: EpochKeys) throws -> [UInt8] {
        var message: [UInt8] = [3] + UInt32(entries.count).bigEndianBytes
        for row in entries { message += row.identifier + row.body.lengthPrefixed }
        return HMAC<SHA256>.authenticationCode(for: message, using: keys.set).bytes
    }

    /// Opens the slot that matches a credential.
    ///
    /// The caller must decrypt the state with the key before anything else. If no slot matches and one is damaged, it
    /// throws that slot's error: it may have been the right one.
    func unlock(
        with credential: VaultCredential, deviceSecret: SecretBytes? = nil
    ) throws -> (key: VaultKey, slot: SealedSlot) {
        guard let kind = credential.kind else {
            throw VaultError(.locked, "the vault is locked: no session has its key")
        }
        // A vault always has slots: another credential would not help.
        guard !entries.isEmpty else {
            throw VaultError(.tampered, "the vault's slots are missing: nothing opens it any more; use a backup")
        }
        var failure: VaultError?
        var isTried = false
        for entry in cheapestFirst {
            do {
                let slot = try entry.slot.get()
                guard slot.kind == kind else { continue }
                isTried = true
                if let key = try slot.unwrap(with: credential, deviceSecret: deviceSecret) { return (key, slot) }
            } catch {
                failure = failure ?? VaultError(wrapping: error)
            }
        }
        if let failure { throw failure }
        throw VaultError(
            .wrongCredential,
            isTried ? "wrong \(kind.name)" : "this vault has no slot of kind \(kind.name)")
    }

    mutating func insert(_ slot: SealedSlot) throws {
        guard entries.count < SlotSet.largestCount else {
            throw VaultError(.invalidArgument, "a vault has at most \(SlotSet.largestCount) slots")
        }
        guard !slot.kind.isStretched || stretchedCount < SlotSet.largestStretchedCount else {
            throw VaultError(
                .invalidArgument,
                "a vault has at most \(SlotSet.largestStretchedCount) slots for passphrases and patterns")
        }
        entries.append(Entry(identifier: slot.identifier, body: slot.body, slot: .success(slot)))
        entries.sort { $0.identifier.lexicographicallyPrecedes($1.identifier) }
    }

    /// Removes a slot, even a damaged one, but never the last slot or the last one other than gesture slots.
    mutating func remove(_ identifier: [UInt8]) throws {
        let rest = entries.filter { $0.identifier != identifier }
        guard rest.count < entries.count else { throw VaultError(.notFound, "the vault has no such slot") }
        try checkRemaining(rest)
        entries = rest
    }

    mutating func replace(_ identifier: [UInt8], by slot: SealedSlot) throws {
        var other = self
        other.entries.removeAll { $0.identifier == identifier }
        guard other.entries.count < entries.count else { throw VaultError(.notFound, "the vault has no such slot") }
        try other.insert(slot)
        try checkRemaining(other.entries)
        self = other
    }

    /// The set reduced to one slot, for trying a credential on it.
    func only(_ identifier: [UInt8]) throws -> SlotSet {
        var table = self
        table.entries.removeAll { $0.identifier != identifier }
        guard !table.entries.isEmpty else { throw VaultError(.notFound, "the vault has no such slot") }
        return table
    }

    private var stretchedCount: Int { slots.count { $0.kind.isStretched } }

    /// The rows, cheapest first: they are not authenticated yet, so planted expensive ones must not cause delay.
    private var cheapestFirst: [Entry] {
        let works = entries.map { entry in (try? entry.slot.get())?.parameters.work ?? 0 }
        return zip(works, entries).enumerated()
            .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element.1)
    }

    private static func checking(_ body: () throws -> SealedSlot) -> Result<SealedSlot, VaultError> {
        do { return .success(try body()) } catch { return .failure(VaultError(wrapping: error)) }
    }

    private func checkRemaining(_ rest: [Entry]) throws {
        guard !rest.isEmpty else {
            throw VaultError(.invalidArgument, "a vault needs a slot: without one it could never be opened again")
        }
        guard rest.contains(where: { (try? $0.slot.get()).map { $0.kind != .gesture } ?? false }) else {
            throw VaultError(
                .invalidArgument,
                "a vault needs a slot that is not a gesture: those open only on the machine that they were made on")
        }
    }
}
