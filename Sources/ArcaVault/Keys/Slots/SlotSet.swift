internal import ArcaCore
internal import ArcaCrypto

/// All slots of a vault, in the file's order, damaged ones among them.
///
/// A damaged slot does not keep the others from opening the vault; that it is damaged is told then by the digest, which
/// the state holds.
struct SlotSet: Sendable {
    /// The maximum number of slots of a vault.
    static let largestCount = 32
    /// The maximum number of slots for passphrases and patterns: each try costs scrypt.
    static let largestStretchedCount = 8

    /// A row as it stands in the file, and what was read from it.
    private struct Entry: Sendable {
        let identifier: [UInt8]
        let body: [UInt8]
        let slot: Result<SealedSlot, VaultError>
    }

    /// Ascending by identifier.
    private var entries: [Entry]

    /// Makes a table of slots that were just wrapped.
    ///
    /// - Parameter slots: One or more.
    /// - Throws: ``VaultError`` with code `.invalidArgument` for too many, or none that is more than a gesture.
    init(_ slots: [SealedSlot]) throws {
        entries = []
        for slot in slots { try insert(slot) }
        try checkRemaining(entries)
    }

    /// Takes the rows of the table `slot`.
    ///
    /// - Parameters:
    ///   - rows: Identifier and body of each, in any order.
    ///   - vault: The vault's identifier.
    ///   - epoch: The state's epoch, which each slot must have.
    /// - Throws: ``VaultError`` with code `.tampered` for more rows than a vault can have; damage of a single one does not
    ///   show before it matters.
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

    /// The rows as the file has them, ascending by identifier.
    var rows: [(identifier: [UInt8], body: [UInt8])] { entries.map { ($0.identifier, $0.body) } }

    /// The slots that can be read.
    var slots: [SealedSlot] { entries.compactMap { try? $0.slot.get() } }

    /// What is wrong with slots that cannot be read, by identifier.
    var damages: [(identifier: [UInt8], error: VaultError)] {
        entries.compactMap { row in
            guard case .failure(let error) = row.slot else { return nil }
            return (row.identifier, error)
        }
    }

    /// What the state holds of the slots, so that none is added, changed or put back unseen.
    ///
    /// - Parameter keys: The subkeys of the slots' epoch.
    /// - Returns: 32 bytes.
    /// - Throws: ``VaultError`` with code `.systemFailed` when libcrypto fails.
    func digest(under keys: EpochKeys) throws -> [UInt8] {
        var message: [UInt8] = [3] + UInt32(entries.count).bigEndianBytes
        for row in entries { message += row.identifier + row.body.lengthPrefixed }
        return HMAC<SHA256>.authenticationCode(for: message, using: keys.set).bytes
    }

    /// Opens the slot that a credential fits.
    ///
    /// - Parameters:
    ///   - credential: What somebody has or knows.
    ///   - deviceSecret: This machine's device secret, for a pattern.
    /// - Returns: The vault key, and the slot that gave it; the state must open under the key before anything else is done.
    /// - Throws: ``VaultError``: `.wrongCredential` when it fits none and all are sound; else what is wrong with the first
    ///   that is not, since it may have been the one.
    func unlock(
        with credential: VaultCredential, deviceSecret: SecretBytes? = nil
    ) throws -> (key: VaultKey, slot: SealedSlot) {
        guard let kind = credential.kind else {
            throw VaultError(.locked, "the vault is locked: no session has its key")
        }
        // A vault has one always: no other credential would help.
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
            isTried ? "the \(kind.name) opens no slot of this vault" : "this vault has no slot of kind \(kind.name)")
    }

    /// Adds a slot.
    ///
    /// - Parameter slot: A slot of the same epoch.
    /// - Throws: ``VaultError`` with code `.invalidArgument` when there are too many.
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

    /// Removes a slot; a damaged one too.
    ///
    /// - Parameter identifier: The slot's identifier.
    /// - Throws: ``VaultError`` with code `.notFound`; `.invalidArgument` for the last slot, and for the last one that is
    ///   not a gesture, which opens on one machine only.
    mutating func remove(_ identifier: [UInt8]) throws {
        let rest = entries.filter { $0.identifier != identifier }
        guard rest.count < entries.count else { throw VaultError(.notFound, "the vault has no such slot") }
        try checkRemaining(rest)
        entries = rest
    }

    /// Puts a slot in another's place, which may be the last one.
    ///
    /// - Parameters:
    ///   - identifier: The slot that goes.
    ///   - slot: The slot that comes.
    /// - Throws: ``VaultError`` with code `.notFound`, or `.invalidArgument` as for ``insert(_:)`` and ``remove(_:)``.
    mutating func replace(_ identifier: [UInt8], by slot: SealedSlot) throws {
        var other = self
        other.entries.removeAll { $0.identifier == identifier }
        guard other.entries.count < entries.count else { throw VaultError(.notFound, "the vault has no such slot") }
        try other.insert(slot)
        try checkRemaining(other.entries)
        self = other
    }

    /// The table with one slot alone, for trying a credential on that one.
    ///
    /// - Parameter identifier: The slot's identifier.
    /// - Returns: The table.
    /// - Throws: ``VaultError`` with code `.notFound`.
    func only(_ identifier: [UInt8]) throws -> SlotSet {
        var table = self
        table.entries.removeAll { $0.identifier != identifier }
        guard !table.entries.isEmpty else { throw VaultError(.notFound, "the vault has no such slot") }
        return table
    }

    private var stretchedCount: Int { slots.count { $0.kind.isStretched } }

    /// The rows as they are tried: nobody vouches for them before one has opened, so planted ones must not delay it.
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
