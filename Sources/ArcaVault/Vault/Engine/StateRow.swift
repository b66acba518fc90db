internal import ArcaCodecs

/// The one row of `state`, before anything of it can be trusted.
struct StateRow {
    /// The vault's identifier, 16 bytes.
    let vault: [UInt8]
    let epoch: UInt32
    let generation: UInt64
    let sealed: [UInt8]

    /// Reads the row.
    ///
    /// - Throws: ``VaultError`` with code `.tampered` unless there is exactly one.
    init(in database: Database) throws(VaultError) {
        var rows: [StateRow] = []
        try database.statement("SELECT vault, epoch, generation, sealed FROM state").forEach {
            (row) throws(VaultError) in rows.append(try StateRow(row))
        }
        guard let row = rows.first, rows.count == 1 else {
            throw VaultError(.tampered, "the vault has \(rows.count) states; it was damaged or changed")
        }
        self = row
    }

    private init(_ row: borrowing Row) throws(VaultError) {
        vault = try row.blob(0, count: VaultKey.identifierByteCount)
        epoch = try row.count(1, as: UInt32.self)
        generation = try row.count(2)
        sealed = try row.blob(3, count: SealedRow.attributesByteCounts)
    }

    /// Opens the state, and makes sure that it is what the row says in clear.
    func open(_ keys: RecordKeys) throws(VaultError) -> StateRecord {
        guard vault == keys.vaultKey.vault else {
            throw VaultError(.tampered, "another vault was put in this one's place")
        }
        guard epoch <= keys.epoch else {
            throw VaultError(.locked, "the vault got a new key meanwhile (it was rotated): unlock it again")
        }
        guard epoch == keys.epoch else {
            throw VaultError(.olderFile, "an older file was put in the vault's place: it is from before a rotation")
        }
        let state = try StateRecord(keys.openState(sealed, generation: generation))
        guard state.generation == generation, state.epoch == epoch else {
            throw VaultError(.tampered, "the vault's state contradicts itself")
        }
        return state
    }

    /// The rows of `slot`, as they stand there.
    static func slots(in database: Database) throws(VaultError) -> [(identifier: [UInt8], body: [UInt8])] {
        var rows: [(identifier: [UInt8], body: [UInt8])] = []
        try database.statement("SELECT id, body FROM slot ORDER BY id LIMIT \(SlotTable.largestCount + 1)").forEach {
            (row) throws(VaultError) in
            rows.append(
                (try row.blob(0, count: Slot.identifierByteCount), try row.blob(1, count: 0...Slot.largestByteCount)))
        }
        return rows
    }
}
