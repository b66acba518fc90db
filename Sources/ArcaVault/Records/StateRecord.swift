internal import ArcaCore
package import ArcaCrypto

/// The state of the whole vault at one generation, encrypted in the single row of `state`.
///
/// Source: Documentation/VAULT-FORMAT.md, "State".
package struct StateRecord: Sendable, Equatable {
    /// Whether the file is the vault itself or a backup; the raw values are stored in the file.
    enum Kind: UInt8 { case live = 1, backup = 2 }

    /// A slot's data that is not in its row.
    package struct Slot: Sendable, Equatable {
        let identifier: [UInt8]
        let kind: UInt8
        let created: Vault.Timestamp
        var label: String
        /// The public key that the slot was made for; empty for other kinds.
        let recipient: [UInt8]
    }

    /// An attachment that is being written and does not belong to an item yet.
    struct Staged: Sendable, Equatable {
        let attachment: UInt128
        let begun: Vault.Timestamp
    }

    /// Remains of the previous epoch while its rows are re-encrypted.
    package struct Previous: Sendable, Equatable {
        let epoch: UInt32
        /// Its seven subkeys; in a file of format 1, its vault key.
        var keyBytes: SecretBytes
        package var sums: SetSums
    }

    struct Trash: Sendable, Equatable {
        var count: UInt32
        /// A lower bound on the time when the first of them was removed.
        var oldest: Vault.Timestamp
    }

    /// Maximum generation; prevents an unauthenticated anchor from causing an overflow.
    static let largestGeneration: UInt64 = 1 << 62
    /// Maximum size of the fields, so the record can be read again.
    static let largestByteCount = 262_143

    package var generation: UInt64
    var epoch: UInt32
    var kind = Kind.live
    var chain = chainStart
    let created: Vault.Timestamp
    var modified: Vault.Timestamp
    var logStart: UInt64
    package var sums = SetSums()
    var slotDigest: [UInt8] = []
    var slots: [Slot] = []
    var staged: [Staged] = []
    var historyLimit: UInt32 = 10
    package var previous: Previous?
    var trash: Trash?
    /// The chain value before the log's first row; nil in a file of format 1.
    var window: [UInt8]?
    /// The merged copies; empty before the first merge.
    package var past = VaultPast()
    /// The state of a ``VaultExtension``, which only its module reads; nil in most vaults.
    package var extensionState: SecretBytes?

    /// The chain value before the first generation, 32 zeros.
    static let chainStart = [UInt8](repeating: 0, count: 32)

    init(created: Vault.Timestamp, epoch: UInt32 = 1) {
        generation = 1
        self.epoch = epoch
        self.created = created
        modified = created
        logStart = 1
        window = Self.chainStart
    }

    /// Whether both count the same rows of items.
    func hasItems(of other: Self) -> Bool { sums == other.sums && previous?.sums == other.previous?.sums }

    // MARK: Writing

    func fields(withChain: Bool) -> TLVWriter {
        var writer = TLVWriter()
        writer.add(1, generation)
        writer.add(2, epoch)
        writer.add(3, kind.rawValue)
        if withChain { writer.add(4, chain) }
        writer.add(5, created)
        writer.add(6, modified)
        writer.add(7, logStart)
        writer.add(8, sums.bytes)
        writer.add(9, slotDigest)
        for slot in slots {
            let times = UInt64(bitPattern: slot.created.milliseconds).bigEndianBytes
            writer.add(
                10, slot.identifier + [slot.kind] + times + slot.label.utf8.lengthPrefixed + slot.recipient)
        }
        for entry in staged {
            writer.add(
                11, entry.attachment.bigEndianBytes + UInt64(bitPattern: entry.begun.milliseconds).bigEndianBytes)
        }
        writer.add(12, historyLimit)
        if let previous {
            // The keys precede the sums, but a field takes its secret last, so both are one secret.
            let value = SecretBytes(byteCount: previous.keyBytes.count + SetSums.byteCount) { output in
                previous.keyBytes.withBytes { output.append(contentsOf: $0) }
                output.append(contentsOf: previous.sums.bytes.span)
            }
            writer.add(13, previous.epoch.bigEndianBytes, value)
        }
        if let window { writer.add(14, window) }
        past.add(to: &writer)
        if let trash {
            writer.add(20, trash.count.bigEndianBytes + UInt64(bitPattern: trash.oldest.milliseconds).bigEndianBytes)
        }
        if let extensionState { writer.add(21, [], extensionState) }
        return writer
    }

    /// Throws unless the record can be read again, both now and during a rotation.
    func checkByteCount() throws {
        let before = 4 + EpochKeys.byteCount + SetSums.byteCount
        let room = previous == nil ? 1 + LEB128.byteCount(before) + before : 0
        let count = fields(withChain: true).byteCount + room
        guard count <= Self.largestByteCount else {
            throw VaultError(
                .invalidArgument,
                "the vault's slots and unfinished attachments take \(count) bytes; the maximum is \(Self.largestByteCount)"
            )
        }
    }

    // MARK: Reading

    init(_ padded: SecretBytes) throws {
        self = try padded.withBytes { padded in
            try StateRecord(padded.extracting(..<(try LengthBuckets.contentByteCount(of: padded))))
        }
    }

    init(_ record: Span<UInt8>) throws {
        var reader = TLVReader(lists: [10, 11, 15])
        var generation: UInt64?
        var (epoch, limit): (UInt32?, UInt32?)
        var kind: Kind?
        var (chain, digest): ([UInt8]?, [UInt8]?)
        var (created, modified): (Vault.Timestamp?, Vault.Timestamp?)
        var logStart: UInt64?
        var sums: SetSums?
        while let (number, found) = try reader.next(record) {
            var value = found
            switch number {
            case 1: generation = try value.number(record)
            case 2: epoch = try value.number(record)
            case 3:
                guard let found = Kind(rawValue: try value.number(record)) else {
                    throw VaultError(.unsupported, "the vault is of a kind that only a newer Arca knows")
                }
                kind = found
            case 4: chain = try value.bytes(32, record)
            case 5: created = try value.time(record)
            case 6: modified = try value.time(record)
            case 7: logStart = try value.number(record)
            case 8: sums = try SetSums(&value, record)
            case 9: digest = try value.bytes(32, record)
            case 10: slots.append(try Slot(&value, record))
            case 11:
                staged.append(
                    Staged(attachment: try value.number(record), begun: try value.time(record)))
            case 12: limit = try value.number(record)
            case 13: previous = try Previous(&value, record)
            case 14: window = try value.bytes(32, record)
            case 15: try past.addStretch(&value, record)
            case 16: past.own = try value.number(record)
            case 17: try past.addEarlier(&value, record)
            case 20: trash = Trash(count: try value.number(record), oldest: try value.time(record))
            case 21: extensionState = SecretBytes(copying: record.extracting(value.rest()))
            default: throw TLVReader.unknown(number, in: "the vault's state")
            }
            try value.finish()
        }
        guard let generation, let epoch, let kind, let chain, let created, let modified, let logStart, let sums,
            let digest, let limit
        else { throw TLVReader.missing("fields", in: "the vault's state") }
        self.generation = generation
        self.epoch = epoch
        self.kind = kind
        self.chain = chain
        self.created = created
        self.modified = modified
        self.logStart = logStart
        self.sums = sums
        slotDigest = digest
        historyLimit = limit
        guard (1...Self.largestGeneration).contains(generation), epoch > 0, (1...generation).contains(logStart),
            previous.map({ $0.fits(window != nil, epoch) }) ?? true, trash?.count != 0,
            zip(slots, slots.dropFirst()).allSatisfy({ $0.identifier.lexicographicallyPrecedes($1.identifier) }),
            zip(staged, staged.dropFirst()).allSatisfy({ $0.attachment < $1.attachment })
        else { throw VaultError(.tampered, "the vault's state contradicts itself") }
        try past.check(at: generation)
    }
}

extension StateRecord.Slot {
    fileprivate init(_ value: inout FieldReader, _ record: Span<UInt8>) throws {
        identifier = try value.bytes(16, record)
        kind = try value.number(record)
        created = try value.time(record)
        label = try value.prefixedText(record)
        recipient = try value.bytes(value.byteCount, record)
    }
}

extension StateRecord.Previous {
    fileprivate init(_ value: inout FieldReader, _ record: Span<UInt8>) throws {
        epoch = try value.number(record)
        let count = value.byteCount - SetSums.byteCount
        guard count == VaultKey.byteCount || count == EpochKeys.byteCount else {
            throw VaultError(.tampered, "the vault's state contradicts itself")
        }
        keyBytes = SecretBytes(copying: record.extracting(try value.take(count)))
        sums = try SetSums(&value, record)
    }

    fileprivate func fits(_ isFormat2: Bool, _ epoch: UInt32) -> Bool {
        isFormat2
            ? keyBytes.count == EpochKeys.byteCount && (1..<epoch).contains(self.epoch)
            : keyBytes.count == VaultKey.byteCount && self.epoch == epoch - 1
    }
}

extension StateRecord.Previous {
    func subkeys(of vault: [UInt8]) throws -> EpochKeys {
        try keyBytes.withBytes { EpochKeys($0, vault: vault, epoch: epoch) }
            ?? VaultKey(keyBytes, vault: vault, epoch: epoch).subkeys
    }
}
