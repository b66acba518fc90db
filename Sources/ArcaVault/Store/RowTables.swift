internal import ArcaCore

/// The table `item`: the current version of each item.
package struct ItemTable {
    let database: Database

    func insert(_ row: SealedRow) throws {
        try database.statement(
            "INSERT INTO item(tag, epoch, id, version, attrs, sn, secret) VALUES(?, ?, ?, ?, ?, ?, ?)"
        ).run(
            .blob(row.key.tag.bytes), .count(row.key.epoch), .blob(row.key.identifier.bigEndianBytes),
            .count(row.key.version), .blob(row.attributes), .blob(row.secretHead), .blob(row.secret))
    }

    func remove(_ key: SealedRow.Key) throws -> Bool {
        try database.statement("DELETE FROM item WHERE tag = ? AND id = ? AND version = ?").run(
            .blob(key.tag.bytes), .blob(key.identifier.bigEndianBytes), .count(key.version)) == 1
    }

    func remove(_ tag: LookupTag) throws {
        try database.statement("DELETE FROM item WHERE tag = ?").run(.blob(tag.bytes))
    }

    func removeUnreadable() throws {
        try database.statement("DELETE FROM item WHERE length(tag) <> 16 OR \(SealedRow.unreadable)").run()
    }

    func identifiers() throws -> Set<UInt128> {
        var identifiers: Set<UInt128> = []
        try database.statement("SELECT id FROM item").forEach { row in
            identifiers.insert(try row.blob(0, count: 16).bigEndianNumber())
        }
        return identifiers
    }

    package func places(in groups: some Sequence<Int>) throws -> [UInt128: (tag: LookupTag, version: UInt64)] {
        var places: [UInt128: (tag: LookupTag, version: UInt64)] = [:]
        let statement = try database.statement("SELECT tag, id, version FROM item WHERE tag >= ? AND tag < ?")
        for group in groups {
            try statement.forEach(.blob([UInt8(group)]), .blob(Self.end(of: group))) { row in
                places[try row.blob(1, count: 16).bigEndianNumber()] = (
                    LookupTag(value: try row.blob(0, count: 16).bigEndianNumber()), try row.count(2)
                )
            }
        }
        return places
    }

    /// The exclusive upper bound of a group's tags.
    private static func end(of group: Int) -> [UInt8] {
        // Tags have 16 bytes, so 17 bytes of 0xff exceed them all.
        group == 255 ? [UInt8](repeating: 0xff, count: 17) : [UInt8(group + 1)]
    }

    func row(_ tag: LookupTag) throws -> SealedRow? {
        try database.statement("\(SealedRow.selection) FROM item WHERE tag = ?")
            .first(.blob(tag.bytes)) { row in try SealedRow(row) }
    }

    func secret(_ tag: LookupTag) throws -> [UInt8]? {
        try database.statement("SELECT secret FROM item WHERE tag = ?")
            .first(.blob(tag.bytes)) { row in try row.blob(0, count: SealedRow.secretByteCounts) }
    }

    /// Calls `body` for each row of a group, ordered by tag.
    ///
    /// - Throws: ``VaultError`` with code `.tampered` for more than `limit` rows.
    func forEach(
        in group: Int, atMost limit: Int, withSecrets: Bool = false, _ body: (borrowing Row) throws -> Void
    ) throws {
        var count = 0
        try database.statement("\(SealedRow.selection(withSecrets)) FROM item WHERE tag >= ? AND tag < ?")
            .forEach(.blob([UInt8(group)]), .blob(Self.end(of: group))) { row in
                try SealedRow.count(&count, atMost: limit)
                try body(row)
            }
    }

    /// Calls `body` for each row, ordered by tag.
    ///
    /// - Throws: ``VaultError`` with code `.tampered` for more than `limit` rows.
    func forEach(atMost limit: Int, withSecrets: Bool = false, _ body: (borrowing Row) throws -> Void) throws {
        var count = 0
        try database.statement("\(SealedRow.selection(withSecrets)) FROM item ORDER BY tag").forEach { row in
            try SealedRow.count(&count, atMost: limit)
            try body(row)
        }
    }

    /// Reads the first tags of an epoch after a tag.
    func tags(ofEpoch epoch: UInt32, after place: LookupTag?, limit: Int) throws -> [LookupTag] {
        var tags: [LookupTag] = []
        try database.statement("SELECT tag FROM item WHERE tag > ? AND epoch = ? ORDER BY tag LIMIT ?").forEach(
            .blob(place?.bytes ?? []), .count(epoch), .count(limit)
        ) { row in tags.append(LookupTag(value: try row.blob(0, count: 16).bigEndianNumber())) }
        return tags
    }

    func byteCount(of tag: LookupTag) throws -> Int {
        try database.statement("SELECT coalesce(sum(length(attrs) + length(secret)), 0) FROM item WHERE tag = ?")
            .first(.blob(tag.bytes)) { row in Int(clamping: try row.count(0)) } ?? 0
    }
}

/// The table `history`: older versions of items.
struct HistoryTable {
    private static let insertion = "INSERT INTO history(id, version, epoch, tag, attrs, sn, secret) "

    let database: Database

    func insertCopy(ofItem tag: LookupTag) throws {
        try database.statement(
            Self.insertion + "SELECT id, version, epoch, tag, attrs, sn, secret FROM item WHERE tag = ?"
        ).run(.blob(tag.bytes))
    }

    func insert(_ row: SealedRow) throws {
        try database.statement(
            Self.insertion + "VALUES(?, ?, ?, ?, ?, ?, ?)"
        ).run(
            .blob(row.key.identifier.bigEndianBytes), .count(row.key.version), .count(row.key.epoch),
            .blob(row.key.tag.bytes), .blob(row.attributes), .blob(row.secretHead), .blob(row.secret))
    }

    func replace(_ row: SealedRow) throws {
        try database.statement(
            "UPDATE history SET epoch = ?, tag = ?, attrs = ?, sn = ?, secret = ? WHERE id = ? AND version = ?"
        ).run(
            .count(row.key.epoch), .blob(row.key.tag.bytes), .blob(row.attributes), .blob(row.secretHead),
            .blob(row.secret), .blob(row.key.identifier.bigEndianBytes), .count(row.key.version))
    }

    func remove(_ key: SealedRow.Key) throws -> Bool {
        try database.statement("DELETE FROM history WHERE id = ? AND version = ?")
            .run(.blob(key.identifier.bigEndianBytes), .count(key.version)) == 1
    }

    /// Reads the rows of an item, oldest first.
    func rows(of identifier: UInt128, withSecrets: Bool = false) throws -> [SealedRow] {
        var rows: [SealedRow] = []
        try database.statement("\(SealedRow.selection(withSecrets)) FROM history WHERE id = ? ORDER BY version")
            .forEach(.blob(identifier.bigEndianBytes)) { row in
                rows.append(try SealedRow(row, withSecret: withSecrets))
            }
        return rows
    }

    func removeUnreadable() throws {
        try database.statement("DELETE FROM history WHERE length(tag) <> 16 OR \(SealedRow.unreadable)").run()
    }

    func identifiers() throws -> Set<UInt128> {
        var identifiers: Set<UInt128> = []
        try database.statement("SELECT DISTINCT id FROM history").forEach { row in
            identifiers.insert(try row.blob(0, count: 16).bigEndianNumber())
        }
        return identifiers
    }

    func secret(_ key: SealedRow.Key) throws -> [UInt8]? {
        try database.statement("SELECT secret FROM history WHERE id = ? AND version = ?")
            .first(.blob(key.identifier.bigEndianBytes), .count(key.version)) { row in
                try row.blob(0, count: SealedRow.secretByteCounts)
            }
    }

    /// Calls `body` for each row, ordered by identifier and version.
    ///
    /// - Throws: ``VaultError`` with code `.tampered` for more than `limit` rows.
    func forEach(atMost limit: Int, withSecrets: Bool = false, _ body: (borrowing Row) throws -> Void) throws {
        var count = 0
        try database.statement("\(SealedRow.selection(withSecrets)) FROM history ORDER BY id, version").forEach { row in
            try SealedRow.count(&count, atMost: limit)
            try body(row)
        }
    }

    func byteCount(of identifier: UInt128) throws -> Int {
        try database.statement("SELECT coalesce(sum(length(attrs) + length(secret)), 0) FROM history WHERE id = ?")
            .first(.blob(identifier.bigEndianBytes)) { row in Int(clamping: try row.count(0)) } ?? 0
    }
}

extension SealedRow {
    /// Valid sizes of the column `attrs`, and of the state, which is encrypted in the same way.
    static let attributesByteCounts =
        headByteCount + LengthBuckets.smallest...headByteCount + ItemRecord.largestByteCount + 1
    static let secretByteCounts = LengthBuckets.smallest...SecretRecord.largestByteCount + 1

    /// An SQL condition for rows that the initializers reject, except for the tag.
    fileprivate static let unreadable =
        "length(id) <> 16 OR version < 0 OR epoch NOT BETWEEN 0 AND 4294967295 OR length(sn) <> \(headByteCount) "
        + "OR length(attrs) NOT BETWEEN \(attributesByteCounts.lowerBound) AND \(attributesByteCounts.upperBound) "
        + "OR length(secret) NOT BETWEEN \(secretByteCounts.lowerBound) AND \(secretByteCounts.upperBound)"
    fileprivate static let selection = "SELECT tag, epoch, id, version, attrs, sn"
    fileprivate static func selection(_ withSecrets: Bool) -> String { selection + (withSecrets ? ", secret" : "") }

    fileprivate static func count(_ count: inout Int, atMost limit: Int) throws {
        count += 1
        guard count <= limit else {
            throw VaultError(.tampered, "the vault was changed: it has far more rows than its state knows")
        }
    }

    init(_ row: borrowing Row, withSecret: Bool = false) throws {
        self.init(
            key: try Key(row), attributes: try row.blob(4, count: Self.attributesByteCounts),
            secretHead: try row.blob(5, count: Self.headByteCount),
            secret: withSecret ? try row.blob(6, count: Self.secretByteCounts) : [])
    }

    /// Lends the attributes' blob and the secret's head without copying the row.
    static func withBlobs<Result>(
        of row: borrowing Row, _ body: (_ attributes: Span<UInt8>, _ secretHead: Span<UInt8>) throws -> Result
    ) throws -> Result {
        // The head is copied first: SQLite may move a lent column when it reads another.
        let secretHead = try row.blob(5, count: headByteCount)
        return try row.withBlob(4, count: attributesByteCounts) { attributes in try body(attributes, secretHead.span) }
    }
}

extension SealedRow.Key {
    init(_ row: borrowing Row) throws {
        func number(_ column: Int32) throws -> UInt128 {
            try row.withBlob(column, count: 16...16) { bytes in UInt128(bigEndianBytes: bytes) ?? 0 }
        }
        self.init(
            tag: LookupTag(value: try number(0)), identifier: try number(2), version: try row.count(3),
            epoch: try row.count(1, as: UInt32.self))
    }
}
