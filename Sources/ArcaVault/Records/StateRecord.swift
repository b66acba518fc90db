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
        package var sums: GroupChecksums
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

    package var generation: UInt64 = 1
    var epoch: UInt32
    var kind = Kind.live
    var chain = chainStart
    private(set) var created: Vault.Timestamp
    var modified: Vault.Timestamp
    var logStart: UInt64 = 1
    package var sums = GroupChecksums()
    var slotDigest: [UInt8] = []
    var slots: [Slot] = []
    var staged: [Staged] = []
    var historyLimit: UInt32 = 10
    package var previous: Previous?
    var trash: Trash?
    /// The chain value before the log's first row; nil in a file of format 1.
    var window: [UInt8]?
    /// The merged copies; empty before the first merge.
    package var past = MergeHistory()
    /// The state of a ``VaultExtension``, which only its module reads; nil in most vaults.
    package var extensionState: SecretBytes?

    /// The chain value before the first generation, 32 zeros.
    static let chainStart = [UInt8](repeating: 0, count: 32)

    init(created: Vault.Timestamp, epoch: UInt32 = 1) {
        self.epoch = epoch
        (self.created, modified) = (created, created)
        window = Self.chainStart
    }

    /// Whether both count the same rows of items.
    func hasItems(of other: Self) -> Bool { sums == other.sums && previous?.sums == other.previous?.sums }

    // MARK: Writing

    func fields(withChain: Bool) -> TLVWriter { fields(except: withChain ? nil : .chain) }

    /// Throws unless the record can be read again, both now and during a rotation.
    func checkByteCount() throws {
        let before = 4 + EpochKeys.byteCount + GroupChecksums.byteCount
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
        self.init(created: Vault.Timestamp(milliseconds: 0))
        window = nil
        try Self.format.read(record, into: &self)
        guard (1...Self.largestGeneration).contains(generation), epoch > 0, (1...generation).contains(logStart),
            previous.map({ $0.fits(window != nil, epoch) }) ?? true, trash?.count != 0,
            zip(slots, slots.dropFirst()).allSatisfy({ $0.identifier.lexicographicallyPrecedes($1.identifier) }),
            zip(staged, staged.dropFirst()).allSatisfy({ $0.attachment < $1.attachment })
        else { throw VaultError(.tampered, "the vault's state contradicts itself") }
        try past.check(at: generation)
    }
}

extension StateRecord: FieldRecord {
    package enum Field: UInt8, CaseIterable, Sendable {
        case generation = 1
        case epoch, kind, chain, created, modified, logStart, sums, slotDigest, slot, stagedAttachment, historyLimit
        case previousEpoch, window
        case stretch, ownStretch, earlierNames
        case trash = 20
        case extensionState
    }

    package static let format = RecordFormat<StateRecord>(
        "the vault's state",
        [
            .required(.generation, .number, \.generation),
            .required(.epoch, .number, \.epoch),
            .required(
                .kind, .choice(VaultError(.unsupported, "the vault is of a kind that only a newer Arca knows")),
                \.kind),
            .required(.chain, .bytes(32), \.chain),
            .required(.created, .time, \.created),
            .required(.modified, .time, \.modified),
            .required(.logStart, .number, \.logStart),
            .required(.sums, .sums, \.sums),
            .required(.slotDigest, .bytes(32), \.slotDigest),
            .list(.slot, .slot, \.slots),
            .list(.stagedAttachment, .staged, \.staged),
            .required(.historyLimit, .number, \.historyLimit),
            .optional(.previousEpoch, .previous, \.previous),
            .optional(.window, .bytes(32), \.window),
            RecordField(
                .stretch, .list, .stretch, values: { $0.past.sortedStretches.forEach($1) },
                add: { try $0.past.addStretch($1) }),
            .optional(.ownStretch, .number, unless: 0, \.past.own),
            .optional(.earlierNames, .earlier, \.past.earlier),
            .optional(.trash, .trash, \.trash),
            .optional(.extensionState, .secret, \.extensionState),
        ])
}

extension FieldType<StateRecord.Slot> {
    fileprivate static var slot: Self {
        Self("slot_id[16] ‖ u8 kind ‖ i64 created ‖ lp(label) ‖ recipient") {
            $0.identifier + [$0.kind] + $0.created.bigEndianBytes + $0.label.utf8.lengthPrefixed + $0.recipient
        } read: { value, record in
            StateRecord.Slot(
                identifier: try value.bytes(16, record), kind: try value.number(record),
                created: try value.time(record), label: try value.prefixedText(record),
                recipient: try value.bytes(value.byteCount, record))
        }
    }
}

extension FieldType<StateRecord.Staged> {
    fileprivate static var staged: Self {
        Self("attachment_id[16] ‖ i64 begun") {
            $0.attachment.bigEndianBytes + $0.begun.bigEndianBytes
        } read: { value, record in
            StateRecord.Staged(attachment: try value.number(record), begun: try value.time(record))
        }
    }
}

extension FieldType<StateRecord.Previous> {
    fileprivate static var previous: Self {
        Self("u32 epoch ‖ subkeys[224] ‖ sums[5120]") { previous in
            // The keys precede the sums, but a field takes its secret last, so both are one secret.
            let secret = SecretBytes(byteCount: previous.keyBytes.count + GroupChecksums.byteCount) { output in
                previous.keyBytes.withBytes { output.append(contentsOf: $0) }
                output.append(contentsOf: previous.sums.bytes.span)
            }
            return (previous.epoch.bigEndianBytes, secret)
        } read: { value, record in
            let epoch: UInt32 = try value.number(record)
            let count = value.byteCount - GroupChecksums.byteCount
            guard count == VaultKey.byteCount || count == EpochKeys.byteCount else {
                throw VaultError(.tampered, "the vault's state contradicts itself")
            }
            return StateRecord.Previous(
                epoch: epoch, keyBytes: try value.secret(count, record), sums: try GroupChecksums(&value, record))
        }
    }
}

extension FieldType<StateRecord.Trash> {
    fileprivate static var trash: Self {
        Self("u32 count ‖ i64 oldest") {
            $0.count.bigEndianBytes + $0.oldest.bigEndianBytes
        } read: { value, record in
            StateRecord.Trash(count: try value.number(record), oldest: try value.time(record))
        }
    }
}

extension StateRecord.Previous {
    fileprivate func fits(_ isFormat2: Bool, _ epoch: UInt32) -> Bool {
        isFormat2
            ? keyBytes.count == EpochKeys.byteCount && (1..<epoch).contains(self.epoch)
            : keyBytes.count == VaultKey.byteCount && self.epoch == epoch - 1
    }

    func subkeys(of vault: [UInt8]) throws -> EpochKeys {
        try keyBytes.withBytes { EpochKeys($0, vault: vault, epoch: epoch) }
            ?? VaultKey(keyBytes, vault: vault, epoch: epoch).subkeys
    }
}
