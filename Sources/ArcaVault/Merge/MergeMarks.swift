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
    /// Adds fields 22 to 26 of the attributes.
    func add(to writer: inout TLVWriter) {
        for version in versions {
            writer.add(22, version.stamp.bytes + [version.isRemoved ? 1 : 0] + version.seen.flatMap(\.bytes))
        }
        if let trueName { writer.add(24, trueName.bytes) }
        let sorted = shown.sorted { ($0.key.kind.rawValue, $0.key.name) < ($1.key.kind.rawValue, $1.key.name) }
        for (cell, source) in sorted { writer.add(25, source.bytes + [cell.kind.rawValue] + cell.name.utf8) }
        for other in others {
            let flags: UInt8 = (other.isConflict ? 1 : 0) | (other.isSecret ? 2 : 0)
            let cell = [other.cell.kind.rawValue] + other.cell.name.utf8.lengthPrefixed
            writer.add(26, other.source.bytes + [flags] + cell + other.bytes)
        }
    }

    struct Reader {
        private var marks = MergeMarks(versions: [])
        private var isEmpty = true

        mutating func add(_ number: UInt8, _ value: inout FieldReader, _ record: Span<UInt8>) throws {
            isEmpty = false
            switch number {
            case 22:
                var version = Version(stamp: try Stamp(&value, record))
                version.isRemoved = try flag(value.number(record))
                while value.byteCount > 0 { version.seen.append(try Stamp(&value, record)) }
                marks.versions.append(version)
            case 24: marks.trueName = try VaultItem.Name(&value, record)
            case 25:
                let source = try Source(&value, record)
                let cell = ItemCell(kind: try kind(value.number(record)), name: try value.text(record))
                guard marks.shown.updateValue(source, forKey: cell) == nil else { throw Self.contradiction }
            default:
                let source = try Source(&value, record)
                let flags: UInt8 = try value.number(record)
                guard flags < 4 else { throw Self.contradiction }
                let cell = ItemCell(kind: try kind(value.number(record)), name: try value.prefixedText(record))
                let isSecret = flags & 2 != 0
                var copy = value
                if !isSecret { _ = try CellValue(cell, &copy, record) }
                let bytes = try value.bytes(value.byteCount, record)
                guard !isSecret || bytes.isEmpty else { throw Self.contradiction }
                marks.others.append(
                    Other(cell: cell, source: source, isConflict: flags & 1 != 0, isSecret: isSecret, bytes: bytes))
            }
        }

        func finished() throws -> MergeMarks? {
            guard !isEmpty else { return nil }
            let count = marks.versions.count
            guard (1...MergeMarks.largestCount).contains(count) else { throw Self.contradiction }
            let sources = marks.shown.values + marks.others.map(\.source)
            guard sources.allSatisfy({ $0.carriers != 0 && Int($0.carriers) < 1 << count }) else {
                throw Self.contradiction
            }
            return marks
        }

        private func flag(_ number: UInt8) throws -> Bool {
            guard number < 2 else { throw Self.contradiction }
            return number == 1
        }

        private func kind(_ number: UInt8) throws -> ItemCell.Kind {
            guard let kind = ItemCell.Kind(rawValue: number) else {
                throw VaultError(.unsupported, "an item has a part that only a newer Arca knows")
            }
            return kind
        }

        private static let contradiction = VaultError(.tampered, "an item's attributes contradict themselves")
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
        carriers.bigEndianBytes + stamp.bytes + UInt64(bitPattern: time.milliseconds).bigEndianBytes
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
