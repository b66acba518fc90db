internal import ArcaCore

/// The table `piece`: encrypted attachments, split into pieces.
package struct PieceTable {
    let database: Database

    package func insert(_ bytes: [UInt8], _ number: Int, of attachment: UInt128) throws {
        try database.statement("INSERT INTO piece(att, n, data) VALUES(?, ?, ?)").run(
            .blob(attachment.bigEndianBytes), .count(number), .blob(bytes))
    }

    package func piece(_ number: Int, of attachment: UInt128) throws -> [UInt8]? {
        try database.statement("SELECT data FROM piece WHERE att = ? AND n = ?")
            .first(.blob(attachment.bigEndianBytes), .count(number)) { row in
                try row.blob(0, count: 1...AttachmentFormat.pieceByteCount)
            }
    }

    func removeAll(of attachment: UInt128) throws {
        try database.statement("DELETE FROM piece WHERE att = ?").run(.blob(attachment.bigEndianBytes))
    }

    package func count(of attachment: UInt128) throws -> Int {
        try database.statement("SELECT count(*) FROM piece WHERE att = ?").first(.blob(attachment.bigEndianBytes)) {
            row in
            try row.count(0, as: Int.self)
        } ?? 0
    }

    func removeUnreadable() throws {
        try database.statement(
            "DELETE FROM piece WHERE length(att) <> 16 OR n < 0 OR length(data) NOT BETWEEN 1 AND \(AttachmentFormat.pieceByteCount)"
        ).run()
    }

    func counts() throws -> [UInt128: Int] {
        var counts: [UInt128: Int] = [:]
        try database.statement("SELECT att, count(*) FROM piece GROUP BY att").forEach { row in
            counts[try row.blob(0, count: 16).bigEndianNumber()] = try row.count(1, as: Int.self)
        }
        return counts
    }
}

/// The table `slot`: the ways to open the vault.
struct SlotTable {
    let database: Database

    /// Reads identifiers and bodies ordered by identifier; at most one more than a vault may have.
    func rows() throws -> [(identifier: [UInt8], body: [UInt8])] {
        var rows: [(identifier: [UInt8], body: [UInt8])] = []
        try database.statement("SELECT id, body FROM slot ORDER BY id LIMIT ?").forEach(
            .count(SlotSet.largestCount + 1)
        ) { row in
            rows.append(
                (
                    try row.blob(0, count: SealedSlot.identifierByteCount),
                    try row.blob(1, count: 0...SealedSlot.largestByteCount)
                ))
        }
        return rows
    }

    func insert(_ slot: SealedSlot) throws {
        try database.statement("INSERT INTO slot(id, body) VALUES(?, ?)").run(.blob(slot.identifier), .blob(slot.body))
    }

    func remove(_ identifier: [UInt8]) throws {
        try database.statement("DELETE FROM slot WHERE id = ?").run(.blob(identifier))
    }

    func removeAll() throws { try database.statement("DELETE FROM slot").run() }
}

/// The table `state` with its single row.
struct StateTable {
    let database: Database

    /// Throws ``VaultError`` with code `.tampered` unless there is exactly one row.
    func row() throws -> StateRow {
        var rows: [StateRow] = []
        try database.statement("SELECT vault, epoch, generation, sealed FROM state LIMIT 2").forEach { row in
            rows.append(
                StateRow(
                    vault: try row.blob(0, count: VaultKey.identifierByteCount),
                    epoch: try row.count(1, as: UInt32.self),
                    generation: try row.count(2), sealed: try row.blob(3, count: SealedRow.attributesByteCounts)))
        }
        guard let row = rows.first, rows.count == 1 else {
            throw VaultError(
                .tampered,
                "the vault has \(rows.isEmpty ? "no state" : "more than one state"); it was damaged or changed")
        }
        return row
    }

    func insert(_ row: StateRow) throws {
        try database.statement("INSERT INTO state(vault, epoch, generation, sealed, one) VALUES(?, ?, ?, ?, 1)").run(
            .blob(row.vault), .count(row.epoch), .count(row.generation), .blob(row.sealed))
    }

    /// Throws ``VaultError`` with code `.tampered` if the row is missing.
    func replace(_ row: StateRow) throws {
        let count = try database.statement(
            "UPDATE state SET vault = ?, epoch = ?, generation = ?, sealed = ? WHERE one = 1"
        ).run(.blob(row.vault), .count(row.epoch), .count(row.generation), .blob(row.sealed))
        guard count == 1 else { throw VaultError(.tampered, "the vault's state is missing") }
    }
}

/// The row of `state`, not authenticated yet.
struct StateRow {
    let vault: [UInt8]
    let epoch: UInt32
    let generation: UInt64
    let sealed: [UInt8]
}

/// The table `log`: a digest of each recent generation.
struct LogTable {
    /// Number of generations kept.
    static let largestCount: UInt64 = 256

    let database: Database

    func insert(_ generation: UInt64, _ digest: [UInt8]) throws {
        try database.statement("INSERT INTO log(generation, digest) VALUES(?, ?)")
            .run(.count(generation), .blob(digest))
    }

    /// Reads the rows from a generation on, in order; at most one more than a log may have.
    func rows(from first: UInt64) throws -> [(generation: UInt64, digest: [UInt8])] {
        var rows: [(generation: UInt64, digest: [UInt8])] = []
        try database.statement("SELECT generation, digest FROM log WHERE generation >= ? ORDER BY generation LIMIT ?")
            .forEach(.count(first), .count(Self.largestCount + 1)) { row in
                rows.append((try row.count(0), try row.blob(1, count: 32)))
            }
        return rows
    }

    func digest(_ generation: UInt64) throws -> [UInt8]? {
        try database.statement("SELECT digest FROM log WHERE generation = ?")
            .first(.count(generation)) { row in try row.blob(0, count: 32) }
    }

    /// Counts the rows, up to one more than the maximum of a log.
    func count() throws -> Int {
        // `count(*)` is a single step, which the work limit cannot interrupt.
        Int(try database.integer("SELECT count(*) FROM (SELECT 1 FROM log LIMIT \(Self.largestCount + 1))"))
    }

    func removeAll(through generation: UInt64) throws {
        try database.statement("DELETE FROM log WHERE generation <= ?").run(.count(generation))
    }

    func removeAll() throws { try database.statement("DELETE FROM log").run() }
}

extension Database {
    package var items: ItemTable { ItemTable(database: self) }
    var history: HistoryTable { HistoryTable(database: self) }
    package var pieces: PieceTable { PieceTable(database: self) }
    var slots: SlotTable { SlotTable(database: self) }
    var state: StateTable { StateTable(database: self) }
    var log: LogTable { LogTable(database: self) }

    /// The total number of rows in `item`, `history` and `piece`.
    func rowCount() throws -> Int {
        // Uses sums because `count(*)` is a single step, which the work limit cannot interrupt.
        let counts = ["item", "history", "piece"].map { "(SELECT coalesce(sum(1), 0) FROM \($0))" }
        return Int(try integer("SELECT \(counts.joined(separator: " + "))"))
    }
}
