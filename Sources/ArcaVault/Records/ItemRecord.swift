internal import ArcaCore
internal import ArcaCrypto
internal import ArcaOTP

/// The plaintext of an item's attributes column: the public attributes, and internal bookkeeping.
///
/// Source: Documentation/VAULT-FORMAT.md, "Attributes".
struct ItemRecord: Sendable, Equatable {
    struct History: Sendable, Equatable {
        var rows = SetSums.Group()
        var oldest: UInt64 = 0
    }

    static let largestByteCount = 262_143

    var item: VaultItem
    var history: History
    /// Merge information, or nil for an item that was never merged.
    var marks: MergeMarks?

    func fields() -> TLVWriter {
        let (name, attributes) = (item.name, item.attributes)
        var writer = TLVWriter()
        writer.add(1, name.itemClass.rawValue)
        writer.add(2, Array(name.service.utf8))
        writer.addUnlessEmpty(3, name.account)
        writer.addUnlessEmpty(4, name.scheme)
        if name.port != 0 { writer.add(5, name.port) }
        writer.addUnlessEmpty(6, name.path)
        writer.addUnlessEmpty(7, attributes.label)
        writer.addUnlessEmpty(8, attributes.kind)
        writer.addUnlessEmpty(9, attributes.comment)
        writer.addUnlessEmpty(10, attributes.group)
        writer.add(11, item.created)
        writer.add(12, item.modified)
        writer.add(13, item.secretChanged)
        if let expires = attributes.expires { writer.add(14, expires) }
        for field in attributes.fields { writer.add(15, field.name.utf8.lengthPrefixed + field.value.utf8) }
        for name in item.protectedFields { writer.add(16, Array(name.utf8)) }
        if let kind = item.oneTimePassword { writer.add(17, kind.rawValue) }
        for attachment in item.attachments {
            let times = UInt64(bitPattern: attachment.created.milliseconds).bigEndianBytes
            writer.add(
                18,
                attachment.identifier + attachment.byteCount.bigEndianBytes + times
                    + attachment.name.utf8.lengthPrefixed + attachment.mediaType.utf8)
        }
        if history.rows.count > 0 {
            writer.add(19, history.rows.sum)
            writer.add(20, history.rows.count)
            writer.add(21, history.oldest)
        }
        marks?.add(to: &writer)
        if let removed = item.removed { writer.add(28, removed) }
        return writer
    }

    init(_ bytes: [UInt8], of row: SealedRow) throws {
        self = try ItemRecord(bytes.span, row)
    }

    init(_ item: VaultItem, _ history: History, _ marks: MergeMarks? = nil) {
        self.item = item
        self.history = history
        self.marks = marks
    }

    private init(_ record: Span<UInt8>, _ row: SealedRow) throws {
        let what = "an item's attributes"
        var reader = TLVReader(lists: [15, 16, 18, 22, 25, 26])
        var itemClass: VaultItem.Class?
        var (service, account, scheme, path) = ("", "", "", "")
        var port: UInt16 = 0
        var attributes = VaultItem.Attributes()
        var (created, modified, secretChanged): (Vault.Timestamp?, Vault.Timestamp?, Vault.Timestamp?)
        var protected: [String] = []
        var oneTimePassword: OneTimePassword.Kind?
        var attachments: [VaultItem.Attachment] = []
        var history = History()
        var historyFields = 0
        var marks = MergeMarks.Reader()
        var removed: Vault.Timestamp?
        while let (number, found) = try reader.next(record) {
            var value = found
            if (19...21).contains(number) { historyFields += 1 }
            switch number {
            case 1:
                itemClass = VaultItem.Class(rawValue: try value.number(record))
                guard itemClass != nil else { throw VaultError(.unsupported, "an item has a class of a newer Arca") }
            case 2: service = try value.text(record, optional: true)
            case 3: account = try value.text(record, optional: true)
            case 4: scheme = try value.text(record, optional: true)
            case 5:
                port = try value.number(record)
                guard port != 0 else { throw VaultError(.tampered, "an item's port is 0") }
            case 6: path = try value.text(record, optional: true)
            case 7: attributes.label = try value.text(record, optional: true)
            case 8: attributes.kind = try value.text(record, optional: true)
            case 9: attributes.comment = try value.text(record, optional: true)
            case 10: attributes.group = try value.text(record, optional: true)
            case 11: created = try value.time(record)
            case 12: modified = try value.time(record)
            case 13: secretChanged = try value.time(record)
            case 14: attributes.expires = try value.time(record)
            case 15:
                attributes.fields.append(
                    VaultItem.Field(try value.prefixedText(record), try value.text(record)))
            case 16: protected.append(try value.text(record))
            case 17:
                oneTimePassword = OneTimePassword.Kind(rawValue: try value.number(record))
                guard oneTimePassword != nil else {
                    throw VaultError(.unsupported, "a one-time password is of a kind of a newer Arca")
                }
            case 18: attachments.append(try VaultItem.Attachment(&value, record))
            case 19: history.rows.sum = try value.number(record)
            case 20: history.rows.count = try value.number(record)
            case 21: history.oldest = try value.number(record)
            case 22, 24, 25, 26: try marks.add(number, &value, record)
            case 28: removed = try value.time(record)
            default: throw TLVReader.unknown(number, in: what)
            }
            try value.finish()
        }
        guard let itemClass, let created, let modified, let secretChanged, !service.isEmpty else {
            throw TLVReader.missing("fields", in: what)
        }
        var name = VaultItem.Name(service, account, class: itemClass)
        (name.scheme, name.port, name.path) = (scheme, port, path)
        self.item = VaultItem(
            identifier: row.key.identifier.bigEndianBytes, version: row.key.version, name: name, attributes: attributes,
            created: created, modified: modified, secretChanged: secretChanged, protectedFields: protected,
            oneTimePassword: oneTimePassword, attachments: attachments, historyCount: Int(history.rows.count),
            removed: removed)
        self.history = history
        self.marks = try marks.finished()
        item.conflicts = self.marks?.conflicts ?? []
        guard historyFields == (history.rows.count == 0 ? 0 : 3), (history.rows.count == 0) == (history.oldest == 0),
            history.oldest < row.key.version, name.isConsistent, item.hasDistinctNames
        else { throw VaultError(.tampered, "an item's attributes contradict themselves") }
    }
}

extension VaultItem.Attachment {
    fileprivate init(_ value: inout FieldReader, _ record: Span<UInt8>) throws {
        identifier = try value.bytes(16, record)
        byteCount = try value.number(record)
        guard byteCount <= 1 << 52 else { throw VaultError(.tampered, "an attachment is longer than any can be") }
        created = try value.time(record)
        name = try value.prefixedText(record)
        mediaType = try value.text(record)
    }
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
