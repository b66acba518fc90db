internal import ArcaCore
internal import ArcaCrypto

/// The versions and writers recorded in the attributes of a merged item.
///
/// An item without marks has one version, written by its row's generation on the file's own chain.
///
/// Source: Documentation/VAULT-MERGE.md, section 4.
struct MergeMarks: Sendable, Equatable {
    /// A version that no later one has replaced.
    struct Version: Sendable, Equatable {
        var stamp: Stamp
        var isRemoved = false
        /// Versions that its writer had seen, apart from those on its own chain.
        var seen: [Stamp] = []
    }

    /// The writer of a value, and the versions that contain it.
    struct Source: Sendable, Equatable {
        /// Bit n is version n of the list.
        var carriers: UInt32 = 1
        var stamp: Stamp
        /// When it was written, for display.
        var time: Vault.Timestamp
    }

    struct Other: Sendable, Equatable {
        var cell: ItemCell
        var source: Source
        /// Whether no writer has replaced or removed it after seeing it.
        var isConflict: Bool
        /// Whether the value is stored in the secret; then `bytes` is empty.
        var isSecret: Bool
        var bytes: [UInt8]
    }

    /// Maximum number of versions; more are combined into one.
    static let largestCount = 16

    var versions: [Version]
    /// The item's own name, if another item has it and this one is shown with a number.
    var trueName: VaultItem.Name?
    /// Sources of the displayed values, except those written by a single version.
    var shown: [ItemCell: Source] = [:]
    var others: [Other] = []
}

extension MergeMarks {
    /// The sources of the displayed values in the order of the record.
    var sortedSources: [(key: ItemCell, value: Source)] {
        shown.sorted { ($0.key.kind.rawValue, $0.key.name) < ($1.key.kind.rawValue, $1.key.name) }
    }

    mutating func addSource(_ source: (key: ItemCell, value: Source)) throws {
        guard shown.updateValue(source.value, forKey: source.key) == nil else { throw Self.contradiction }
    }

    /// The marks of a record that was read, or nil if it has none.
    func checked() throws -> MergeMarks? {
        guard !versions.isEmpty || trueName != nil || !shown.isEmpty || !others.isEmpty else { return nil }
        guard (1...Self.largestCount).contains(versions.count) else { throw Self.contradiction }
        let sources = shown.values + others.map(\.source)
        guard sources.allSatisfy({ $0.carriers != 0 && Int($0.carriers) < 1 << versions.count }) else {
            throw Self.contradiction
        }
        return self
    }

    fileprivate static let contradiction = VaultError(.tampered, "an item's attributes contradict themselves")
}

extension FieldType<MergeMarks.Version> {
    static var liveVersion: Self {
        Self(
            "stamp ‖ u8 trash ‖ stamps",
            write: { $0.stamp.bytes + [$0.isRemoved ? 1 : 0] + $0.seen.flatMap(\.bytes) }
        ) { value, record in
            var version = MergeMarks.Version(stamp: try Stamp(&value, record))
            let trash: UInt8 = try value.number(record)
            guard trash < 2 else { throw MergeMarks.contradiction }
            version.isRemoved = trash == 1
            while value.byteCount > 0 { version.seen.append(try Stamp(&value, record)) }
            return version
        }
    }
}

extension FieldType<VaultItem.Name> {
    static var itemName: Self {
        Self("u8 class ‖ lp(service) ‖ lp(account) ‖ lp(protocol) ‖ u16 port ‖ path", write: \.bytes) {
            try VaultItem.Name(&$0, $1)
        }
    }
}

extension FieldType<(key: ItemCell, value: MergeMarks.Source)> {
    static var shownSource: Self {
        Self(
            "source ‖ u8 cell ‖ name", write: { $0.value.bytes + [$0.key.kind.rawValue] + $0.key.name.utf8 }
        ) { value, record in
            let source = try MergeMarks.Source(&value, record)
            return (ItemCell(kind: try ItemCell.Kind(&value, record), name: try value.text(record)), source)
        }
    }
}

extension FieldType<MergeMarks.Other> {
    static var otherValue: Self {
        Self("source ‖ u8 flags ‖ u8 cell ‖ lp(name) ‖ value") { other in
            let flags: UInt8 = (other.isConflict ? 1 : 0) | (other.isSecret ? 2 : 0)
            let cell = [other.cell.kind.rawValue] + other.cell.name.utf8.lengthPrefixed
            return other.source.bytes + [flags] + cell + other.bytes
        } read: { value, record in
            let source = try MergeMarks.Source(&value, record)
            let flags: UInt8 = try value.number(record)
            guard flags < 4 else { throw MergeMarks.contradiction }
            let cell = ItemCell(kind: try ItemCell.Kind(&value, record), name: try value.prefixedText(record))
            let isSecret = flags & 2 != 0
            var copy = value
            if !isSecret { _ = try CellValue(cell, &copy, record) }
            let bytes = try value.bytes(value.byteCount, record)
            guard !isSecret || bytes.isEmpty else { throw MergeMarks.contradiction }
            return MergeMarks.Other(
                cell: cell, source: source, isConflict: flags & 1 != 0, isSecret: isSecret, bytes: bytes)
        }
    }
}

extension ItemCell.Kind {
    fileprivate init(_ value: inout FieldReader, _ record: Span<UInt8>) throws {
        guard let kind = Self(rawValue: try value.number(record)) else {
            throw VaultError(.unsupported, "an item has a part that only a newer Arca knows")
        }
        self = kind
    }
}

extension Stamp {
    fileprivate var bytes: [UInt8] { generation.bigEndianBytes + stretch.bigEndianBytes }

    fileprivate init(_ value: inout FieldReader, _ record: Span<UInt8>) throws {
        self.init(generation: try value.number(record), stretch: try value.number(record))
    }
}

extension MergeMarks.Source {
    fileprivate var bytes: [UInt8] {
        carriers.bigEndianBytes + stamp.bytes + time.bigEndianBytes
    }

    fileprivate init(_ value: inout FieldReader, _ record: Span<UInt8>) throws {
        carriers = try value.number(record)
        stamp = try Stamp(&value, record)
        time = try value.time(record)
    }
}

extension MergeMarks {
    /// The displayed names of cells with several values.
    var conflicts: [String] { Set(others.lazy.filter(\.isConflict).map(\.cell.text)).sorted() }
}
