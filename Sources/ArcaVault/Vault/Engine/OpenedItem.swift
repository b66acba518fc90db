/// An item's row and what was opened of it.
struct OpenedItem: Sendable {
    let row: SealedRow
    let record: ItemRecord

    /// A row that was just sealed.
    init(row: SealedRow, record: ItemRecord) {
        self.row = row
        self.record = record
    }

    /// Opens a row's attributes.
    init(_ row: SealedRow, _ keys: RecordKeys) throws(VaultError) {
        self.row = row
        record = try ItemRecord(keys.openAttributes(row), of: row)
    }
}
