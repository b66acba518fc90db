internal import ArcaCore
internal import ArcaCrypto

/// What an item's attributes keep once it was merged: which versions it consists of, and who wrote what.
///
/// An item without marks is one version, which its row's generation wrote on the file's own chain.
///
/// Source: Documentation/VAULT-MERGE.md, section 4.
struct MergeMarks: Sendable, Equatable {
    /// A version that no later one has replaced.
    struct Version: Sendable, Equatable {
        var stamp: Stamp
        /// Whether it put the item into the trash.
        var isRemoved = false
        /// Versions that its writer had, besides those on its own chain.
        var seen: [Stamp] = []
    }

    /// Who wrote a value, and which versions have it.
    struct Source: Sendable, Equatable {
        /// Bit n stands for the version n of the list.
        var carriers: UInt32 = 1
        var stamp: Stamp
        /// When it was written, for people.
        var time: Vault.Timestamp
    }

    /// A value besides the one that is shown.
    struct Other: Sendable, Equatable {
        var cell: ItemCell
        var source: Source
        /// Whether it was neither replaced nor removed by anybody who had seen it.
        var isConflict: Bool
        /// Whether the value lies with the secret, and these bytes are empty.
        var isSecret: Bool
        var bytes: [UInt8]
    }

    /// How many versions there can be; more become one.
    static let largestCount = 16

    var versions: [Version]
    /// The item's own name, where another item has it and this one is shown under a number.
    var trueName: VaultItem.Name?
    /// Where the values that are shown come from, but for those that the one version wrote itself.
    var shown: [ItemCell: Source] = [:]
    var others: [Other] = []
}

extension MergeMarks {
    /// Adds the attributes' fields 22 to 26.
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

    /// Collects the fields as they are read.
    struct Reader {
        private var marks = MergeMarks(versions: [])
        private var isEmpty = true

        /// Reads one of the fields.
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

        /// What was read; nil without any of the fields.
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
    /// What people call the cells of which several values stand.
    var conflicts: [String] { Set(others.lazy.filter(\.isConflict).map(\.cell.text)).sorted() }
}
