internal import ArcaCore
internal import ArcaOTP

/// The plaintext of an item's attributes column: the public attributes, and internal bookkeeping.
///
/// Source: Documentation/VAULT-FORMAT.md, "Attributes".
struct ItemRecord: Sendable, Equatable {
    struct History: Sendable, Equatable {
        var rows = GroupChecksums.Group()
        var oldest: UInt64 = 0
    }

    static let largestByteCount = 262_143

    var item: VaultItem
    var history: History
    /// Merge information, or nil for an item that was never merged.
    var marks: MergeMarks?

    init(_ item: VaultItem, _ history: History, _ marks: MergeMarks? = nil) {
        self.item = item
        self.history = history
        self.marks = marks
    }

    init(_ bytes: [UInt8], of row: SealedRow) throws {
        try self.init(bytes.span, of: row)
    }

    init(_ record: Span<UInt8>, of row: SealedRow) throws {
        let none = Vault.Timestamp(milliseconds: 0)
        item = VaultItem(
            identifier: row.key.identifier.bigEndianBytes, version: row.key.version, name: VaultItem.Name(""),
            attributes: VaultItem.Attributes(), created: none, modified: none, secretChanged: none, protectedFields: [],
            oneTimePassword: nil, attachments: [], historyCount: 0)
        (history, marks) = (History(), MergeMarks(versions: []))
        let found = try Self.format.read(record, into: &self)
        marks = try marks?.checked()
        item.historyCount = Int(history.rows.count)
        item.conflicts = marks?.conflicts ?? []
        let hasHistory = history.rows.count != 0
        guard found.contains(.historySum) == hasHistory, found.contains(.historyCount) == hasHistory,
            found.contains(.oldestVersion) == hasHistory, (history.oldest != 0) == hasHistory,
            history.oldest < row.key.version, item.name.isConsistent, item.hasDistinctNames
        else { throw VaultError(.tampered, "an item's attributes contradict themselves") }
    }
}

extension ItemRecord: FieldRecord {
    enum Field: UInt8, CaseIterable {
        case itemClass = 1
        case service, account, scheme, port, path, label, kind, comment, group
        case created, modified, secretChanged, expires
        case customField, protectedField, oneTimePassword, attachment
        case historySum, historyCount, oldestVersion
        case liveVersion = 22
        case trueName = 24
        case shownSource, otherValue
        case removed = 28
    }

    static let format = RecordFormat<ItemRecord>(
        "an item's attributes",
        [
            .required(.itemClass, .choice(VaultItem.Class.unknown), \.item.name.itemClass),
            .required(.service, .filled, \.item.name.service),
            .optional(.account, .filled, unless: "", \.item.name.account),
            .optional(.scheme, .filled, unless: "", \.item.name.scheme),
            .optional(.port, .port, unless: 0, \.item.name.port),
            .optional(.path, .filled, unless: "", \.item.name.path),
            .optional(.label, .filled, unless: "", \.item.attributes.label),
            .optional(.kind, .filled, unless: "", \.item.attributes.kind),
            .optional(.comment, .filled, unless: "", \.item.attributes.comment),
            .optional(.group, .filled, unless: "", \.item.attributes.group),
            .required(.created, .time, \.item.created),
            .required(.modified, .time, \.item.modified),
            .required(.secretChanged, .time, \.item.secretChanged),
            .optional(.expires, .time, \.item.attributes.expires),
            .list(.customField, .customField, \.item.attributes.fields),
            .list(.protectedField, .text, \.item.protectedFields),
            .optional(.oneTimePassword, .choice(OneTimePassword.unknownKind), \.item.oneTimePassword),
            .list(.attachment, .attachment, \.item.attachments),
            history(.historySum, \.rows.sum),
            history(.historyCount, \.rows.count),
            history(.oldestVersion, \.oldest),
            // The marks exist while a record is read.
            RecordField(
                .liveVersion, .list, .liveVersion, values: { $0.marks?.versions.forEach($1) },
                add: { $0.marks?.versions.append($1) }),
            RecordField(
                .trueName, .optional, .itemName, values: { $0.marks?.trueName.map($1) },
                add: { $0.marks?.trueName = $1 }),
            RecordField(
                .shownSource, .list, .shownSource, values: { $0.marks?.sortedSources.forEach($1) },
                add: { try $0.marks?.addSource($1) }),
            RecordField(
                .otherValue, .list, .otherValue, values: { $0.marks?.others.forEach($1) },
                add: { $0.marks?.others.append($1) }),
            .optional(.removed, .time, \.item.removed),
        ])

    /// A field of all items with a history.
    private static func history<Value: FixedWidthInteger & UnsignedInteger & Sendable>(
        _ field: Field, _ path: FieldPath<History, Value>
    ) -> RecordField<Self> {
        RecordField(
            field, .optional, .number, values: { if $0.history.rows.count > 0 { $1($0.history[keyPath: path]) } },
            add: { $0.history[keyPath: path] = $1 })
    }
}

extension FieldType<UInt16> {
    fileprivate static var port: Self {
        Self("u16", write: \.bigEndianBytes) { value, record in
            let port: UInt16 = try value.number(record)
            guard port != 0 else { throw VaultError(.tampered, "an item's port is 0") }
            return port
        }
    }
}

extension FieldType<VaultItem.Field> {
    fileprivate static var customField: Self {
        Self("lp(name) ‖ value", write: { $0.name.utf8.lengthPrefixed + $0.value.utf8 }) { value, record in
            VaultItem.Field(try value.prefixedText(record), try value.text(record))
        }
    }
}

extension FieldType<VaultItem.Attachment> {
    fileprivate static var attachment: Self {
        Self(
            "attachment_id[16] ‖ u64 length ‖ i64 created ‖ lp(name) ‖ media type",
            write: {
                $0.identifier + $0.byteCount.bigEndianBytes + $0.created.bigEndianBytes + $0.name.utf8.lengthPrefixed
                    + $0.mediaType.utf8
            }
        ) { value, record in
            let identifier = try value.bytes(16, record)
            let byteCount: UInt64 = try value.number(record)
            guard byteCount <= 1 << 52 else { throw VaultError(.tampered, "an attachment is longer than any can be") }
            let created = try value.time(record)
            return VaultItem.Attachment(
                identifier: identifier, name: try value.prefixedText(record), mediaType: try value.text(record),
                byteCount: byteCount, created: created)
        }
    }
}

extension VaultItem.Class {
    static let unknown = VaultError(.unsupported, "an item has a class of a newer Arca")
}

extension VaultItem.Name {
    /// Whether the service is set, and fields for internet passwords are empty for other classes.
    var isConsistent: Bool {
        !service.isEmpty && (itemClass == .internetPassword || (scheme.isEmpty && port == 0 && path.isEmpty))
    }
}

extension VaultItem {
    /// Whether the names of custom fields, and those of attachments, are distinct and not empty.
    var hasDistinctNames: Bool {
        (attributes.fields.map(\.name) + protectedFields).areDistinct && attachments.map(\.name).areDistinct
            && Set(attachments.map(\.identifier)).count == attachments.count
    }
}

extension [String] {
    /// Whether no string is empty and no two are canonically equivalent.
    package var areDistinct: Bool {
        switch count {
        case 0: true
        case 1: !self[0].isEmpty
        default: !contains { $0.isEmpty } && Set(self).count == count
        }
    }
}
