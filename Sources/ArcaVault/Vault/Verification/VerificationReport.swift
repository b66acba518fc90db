public import ArcaCore

/// Something that is not as it should be in a vault's file.
public struct VaultFinding: Sendable, Hashable {
    /// What is wrong, by names that reports in JSON have too.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// Header or tables are not a vault's.
        case schemaChanged = "schema-changed"
        /// SQLite finds pages damaged.
        case sqliteDamage = "sqlite-damage"
        /// The state does not open, or contradicts itself; nothing else can be checked then.
        case stateDamaged = "state-damaged"
        /// A slot that the state does not know.
        case slotAdded = "slot-added"
        /// A slot of the state that is missing.
        case slotRemoved = "slot-removed"
        /// A slot that was changed or put back.
        case slotChanged = "slot-changed"
        /// An older file, or a backup, in the vault's place.
        case olderFile = "older-file"
        /// Two copies were written to.
        case fork
        /// The log lacks generations, or has others than those that the vault went through.
        case logDamaged = "log-damaged"
        /// A record that does not open.
        case recordDamaged = "record-damaged"
        /// A record that belongs to another row.
        case recordMoved = "record-moved"
        /// Items that are missing.
        case recordMissing = "record-missing"
        /// Items that are there twice, or that were removed and put back.
        case recordExtra = "record-extra"
        /// Items of which damage leaves open that they are the newest, and all.
        case groupUnproven = "group-unproven"
        /// An older version of an item in its place.
        case recordReplayed = "record-replayed"
        /// Older versions that are missing.
        case historyMissing = "history-missing"
        /// Older versions that do not belong there.
        case historyExtra = "history-extra"
        /// Older versions that are not those that the item had.
        case historyReplayed = "history-replayed"
        /// An attachment with a chunk that does not open.
        case attachmentDamaged = "attachment-damaged"
        /// An attachment without its end.
        case attachmentTruncated = "attachment-truncated"
        /// An attachment of which nothing is there.
        case attachmentMissing = "attachment-missing"
        /// An attachment with something behind its end.
        case attachmentExtra = "attachment-extra"
        /// Rows that belong to no item.
        case unreferencedData = "unreferenced-data"
        /// Pieces of an attachment that was not finished; removed by a writer after a day.
        case stagingLeftover = "staging-leftover"
        /// A rotation that was not finished; the next one goes on.
        case rotationUnfinished = "rotation-unfinished"
        /// A file next to the vault that does not belong to it.
        case foreignSidecar = "foreign-sidecar"

        /// Whether the vault is as good with it as without.
        public var isWarning: Bool {
            self == .stagingLeftover || self == .rotationUnfinished || self == .foreignSidecar
        }
    }

    /// What is wrong.
    public let code: Code
    /// The item it concerns, where that can be told.
    public let item: VaultItem.Name?
    /// The identifier of the item, 16 bytes, as its row has it; nil where no row does.
    public let identifier: [UInt8]?
    /// The group of items whose sum is concerned, from 0 to 255; nil where none is.
    public let group: Int?
    /// What was found, for people, lower case, no full stop.
    public let detail: String

    init(
        _ code: Code, item: VaultItem.Name? = nil, identifier: [UInt8]? = nil, group: Int? = nil, detail: String
    ) {
        self.code = code
        self.item = item
        self.identifier = identifier
        self.group = group
        self.detail = detail
    }

    init(_ code: Code, _ item: VaultItem.Name? = nil, _ detail: String) { self.init(code, item: item, detail: detail) }

    /// The finding in a report: `code`, `severity`, `item`, `detail`, and `identifier` and `group` where they are known.
    public var json: JSONValue {
        var object = JSONObject()
        object["code"] = .string(code.rawValue)
        object["severity"] = .string(code.isWarning ? "warning" : "error")
        object["item"] = item.map { .string("\($0.service)/\($0.account)") } ?? .null
        if let identifier {
            let number: UInt128 = identifier.bigEndianNumber()
            object["identifier"] = .string(number.hexadecimal)
        }
        if let group { object["group"] = .integer(group) }
        object["detail"] = .string(detail)
        return .object(object)
    }

    /// What is wrong with a row.
    init(_ code: Code, _ row: SealedRow, item: VaultItem.Name? = nil, _ what: String) {
        let (identifier, group) = (row.key.identifier, row.key.tag.group)
        self.init(
            code, item: item, identifier: identifier.bigEndianBytes, group: group,
            detail: "item \(identifier.hexadecimal), row \(row.key.tag.value.hexadecimal), group \(group): \(what)")
    }
}

extension Vault {
    /// What a whole vault was found to be.
    public struct VerificationReport: Sendable, Hashable {
        /// All that is not as it should be, in the order in which it was looked for.
        public internal(set) var findings: [VaultFinding] = []
        /// Items that opened, secret and all.
        public internal(set) var itemCount = 0
        /// Older versions that opened.
        public internal(set) var versionCount = 0
        /// Attachments whose every chunk opened.
        public internal(set) var attachmentCount = 0

        /// Whether there is nothing but warnings.
        public var isSound: Bool { findings.allSatisfy(\.code.isWarning) }
    }
}
