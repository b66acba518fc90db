internal import ArcaCodecs

extension SealedRow {
    /// Lengths of the column `attrs`, and of the state, which is sealed in the same way.
    static let attributesByteCounts =
        headByteCount + LengthBuckets.smallest...headByteCount + ItemRecord.largestByteCount + 1
    /// Lengths of the column `secret`.
    static let secretByteCounts = LengthBuckets.smallest...SecretRecord.largestByteCount + 1

    /// A statement that gives the columns that the initialisers here take.
    static func select(from table: Table, _ condition: String, withSecret: Bool = false) -> String {
        let name = table == .item ? "item" : "history"
        return "SELECT tag, epoch, id, version, attrs, sn\(withSecret ? ", secret" : "") FROM \(name) \(condition)"
    }

    /// Copies a row.
    init(_ row: borrowing Row, withSecret: Bool = false) throws(VaultError) {
        self.init(
            key: try Key(row), attributes: try row.blob(4, count: Self.attributesByteCounts),
            secretHead: try row.blob(5, count: Self.headByteCount),
            secret: withSecret ? try row.blob(6, count: Self.secretByteCounts) : [])
    }

    /// A row's leaf, without a copy of the row.
    static func leaf(
        _ row: borrowing Row, _ key: Key, _ table: Table, _ keys: RecordKeys
    ) throws(VaultError) -> UInt128 {
        // A row that nothing else has been read from yet: SQLite may move a column when another one is read.
        let secretHead = try row.blob(5, count: headByteCount)
        return try row.withBlob(4, count: attributesByteCounts) { (attributes) throws(VaultError) in
            keys.leaf(key, table, attributes: attributes, secretHead: secretHead.span)
        }
    }
}

extension SealedRow.Key {
    /// Reads the first four columns.
    init(_ row: borrowing Row) throws(VaultError) {
        func number(_ column: Int32) throws(VaultError) -> UInt128 {
            try row.withBlob(column, count: 16...16) { (bytes) throws(VaultError) in
                UInt128(bigEndianBytes: bytes) ?? 0
            }
        }
        self.init(
            tag: LookupTag(value: try number(0)), identifier: try number(2), version: try row.count(3),
            epoch: try row.count(1, as: UInt32.self))
    }
}
