public import ArcaCore

/// A finding about a vault's file.
public struct VaultFinding: Sendable, Hashable {
    /// The kind of finding; the raw values are part of JSON reports.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The header or the tables are not those of a vault.
        case schemaChanged = "schema-changed"
        /// SQLite reports damaged pages.
        case sqliteDamage = "sqlite-damage"
        /// The state cannot be decrypted or contradicts itself; nothing else can be checked.
        case stateDamaged = "state-damaged"
        /// A slot unknown to the state.
        case slotAdded = "slot-added"
        /// A slot that is missing.
        case slotRemoved = "slot-removed"
        /// A slot that was changed or rolled back.
        case slotChanged = "slot-changed"
        /// An older file, or a backup, in the vault's place.
        case olderFile = "older-file"
        /// A fork: two copies were changed.
        case fork
        /// The log lacks generations, or has other ones than the vault's.
        case logDamaged = "log-damaged"
        /// A record that cannot be decrypted.
        case recordDamaged = "record-damaged"
        /// A record of another row.
        case recordMoved = "record-moved"
        /// Missing items.
        case recordMissing = "record-missing"
        /// Duplicate items, or rows that the vault does not have, such as removed items that someone put back.
        case recordExtra = "record-extra"
        /// Items that, because of damage, cannot be proven complete and current.
        case groupUnproven = "group-unproven"
        /// An older version of an item in its place.
        case recordReplayed = "record-replayed"
        /// Missing older versions.
        case historyMissing = "history-missing"
        /// Older versions that do not belong to the item.
        case historyExtra = "history-extra"
        /// Older versions that differ from the item's.
        case historyReplayed = "history-replayed"
        /// An attachment with a damaged chunk.
        case attachmentDamaged = "attachment-damaged"
        /// A truncated attachment.
        case attachmentTruncated = "attachment-truncated"
        /// An attachment without any data.
        case attachmentMissing = "attachment-missing"
        /// An attachment with trailing data.
        case attachmentExtra = "attachment-extra"
        /// Rows that belong to no item.
        case unreferencedData = "unreferenced-data"
        /// Pieces of an unfinished attachment; a writer removes them after a day.
        case stagingLeftover = "staging-leftover"
        /// An unfinished rotation; it can be resumed.
        case rotationUnfinished = "rotation-unfinished"
        /// A file next to the vault that does not belong to it.
        case foreignSidecar = "foreign-sidecar"

        /// Whether the finding is harmless.
        public var isWarning: Bool {
            self == .stagingLeftover || self == .rotationUnfinished || self == .foreignSidecar
        }
    }

    /// The kind of finding.
    public let code: Code
    /// The affected item, if known.
    public let item: VaultItem.Name?
    /// The item's identifier in its row, 16 bytes, or nil.
    public let identifier: [UInt8]?
    /// The affected group of items, 0 to 255, or nil.
    public let group: Int?
    /// Details for the user, in lower case, without a full stop.
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

    package init(_ code: Code, _ item: VaultItem.Name? = nil, _ detail: String) {
        self.init(code, item: item, detail: detail)
    }

    /// The finding as in a report: `code`, `severity`, `item`, `detail`, and `identifier` and `group` if known.
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

    init(_ code: Code, _ row: SealedRow, item: VaultItem.Name? = nil, _ what: String) {
        let (identifier, group) = (row.key.identifier, row.key.tag.group)
        self.init(
            code, item: item, identifier: identifier.bigEndianBytes, group: group,
            detail: "item \(identifier.hexadecimal), row \(row.key.tag.value.hexadecimal), group \(group): \(what)")
    }
}

extension Vault {
    /// The result of verifying a whole vault.
    public struct VerificationReport: Sendable, Hashable {
        /// The findings, in the order of the checks.
        public internal(set) var findings: [VaultFinding] = []
        /// The number of completely readable items.
        public internal(set) var itemCount = 0
        /// The number of readable older versions.
        public internal(set) var versionCount = 0
        /// The number of completely readable attachments.
        public internal(set) var attachmentCount = 0

        /// Whether all findings are warnings.
        public var isSound: Bool { findings.allSatisfy(\.code.isWarning) }
    }
}
