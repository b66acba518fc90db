internal import ArcaCore
internal import ArcaCrypto
internal import ArcaOTP

/// An item as in the team log: each cell with its values, the displayed one first.
///
/// The log is linear, so three states suffice for merging: the log's previous state, its current state, and the file's.
/// A value that either side removed or replaced is dropped, and a value that either side added is kept. Two values of a
/// cell therefore conflict only if their writers had not seen each other's.
///
/// Source: Documentation/TEAM-VAULT.md, section 6.
struct TeamItem {
    /// The log generation of the last change to the secret; earlier readers may know it.
    var secretGeneration: UInt64
    /// A single version with all values.
    var contents: ItemContents

    init(_ contents: ItemContents, secretGeneration: UInt64) {
        (self.contents, self.secretGeneration) = (contents, secretGeneration)
    }

    // MARK: As a record

    func padded() throws -> SecretBytes {
        let (record, secret) = try contents.normalized.record(
            shownAs: nil, at: 2, ItemRecord.History(), VaultPast())
        let (attributes, secretFields) = (record.fields().unpadded(), secret.fields().unpadded())
        var writer = TLVWriter()
        writer.add(1, secretGeneration)
        writer.add(2, [], attributes)
        writer.add(3, [], secretFields)
        return writer.padded()
    }

    init(_ padded: SecretBytes, identifier: [UInt8]) throws {
        self = try padded.withBytes { padded in
            try TeamItem(padded.extracting(..<(try LengthBuckets.contentByteCount(of: padded))), identifier)
        }
    }

    private init(_ plain: Span<UInt8>, _ identifier: [UInt8]) throws {
        var reader = TLVReader()
        var secretGeneration: UInt64?
        var (attributes, secret): (ItemRecord?, SecretRecord?)
        let row = SealedRow(
            key: SealedRow.Key(
                tag: LookupTag(value: 0), identifier: identifier.bigEndianNumber(), version: 2, epoch: 0),
            attributes: [], secretHead: [], secret: [])
        while let (number, found) = try reader.next(plain) {
            var value = found
            switch number {
            case 1: secretGeneration = try value.number(plain)
            case 2: attributes = try ItemRecord(value.bytes(value.byteCount, plain), of: row)
            case 3: secret = try SecretRecord(plain.extracting(value.rest()))
            default: throw TLVReader.unknown(number, in: "an item of the team's log")
            }
            try value.finish()
        }
        guard let secretGeneration, let attributes, let secret, secret.belongs(to: attributes.item),
            attributes.history.rows.count == 0
        else { throw TLVReader.missing("fields", in: "an item of the team's log") }
        try self.init(
            ItemContents(attributes, secret, place: { $0 }, history: { [] }), secretGeneration: secretGeneration)
    }
}

extension ItemContents {
    /// The contents with stamps that encode only the display order.
    fileprivate var normalized: ItemContents {
        let whole = Stamp(generation: 1 << 32, stretch: 0)
        var contents = self
        contents.versions = [MergeMarks.Version(stamp: whole, isRemoved: isRemoved)]
        contents.cells = [:]
        for cell in cells.keys {
            let view = view(of: cell, VaultPast())
            contents.cells[cell] = view.enumerated().map { place, entry in
                Entry(
                    source: MergeMarks.Source(
                        stamp: Stamp(generation: whole.generation - UInt64(place), stretch: 0),
                        time: view.count > 1 ? entry.source.time : modified),
                    value: entry.value)
            }
        }
        return contents
    }

    /// Whether the secrets are equal, so a reader of one knows the other's.
    func hasSecrets(of other: ItemContents) -> Bool {
        let secret = Set(cells.keys).union(other.cells.keys).filter { cell in
            (values(of: cell) + other.values(of: cell)).contains(where: \.isSecret)
        }
        return secret.allSatisfy { cell in
            let (mine, theirs) = (values(of: cell), other.values(of: cell))
            return mine.allSatisfy { value in theirs.contains { $0.agrees(with: value) } }
        }
    }
}
