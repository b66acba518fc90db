internal import ArcaCore
internal import ArcaCrypto
internal import ArcaVault

/// The header of a commit, signed by its device.
///
/// Source: Documentation/TEAM-VAULT.md, section 4.
struct TeamHeader: Sendable, Equatable {
    let vault: [UInt8]
    let generation: UInt64
    let before: [UInt8]
    let device: [UInt8]
    /// The device's clock, for display.
    let time: Vault.Timestamp
    /// The team key in force from this commit on.
    let keyName: [UInt8]
    let changes: Digest
    /// The sum over all records after this commit.
    let root: SetSums.Group
    /// Whether it changes members and is signed by the authority key.
    let isOfMembers: Bool

    /// Commits to the list of changes.
    struct Digest: Sendable, Equatable {
        let count: UInt32
        let digest: [UInt8]
    }

    private static let label = Array("arca.commit.v1\0".utf8)

    var bytes: [UInt8] {
        var writer = TLVWriter()
        writer.add(1, vault)
        writer.add(2, generation)
        writer.add(3, before)
        writer.add(4, device)
        writer.add(5, time)
        writer.add(6, keyName)
        writer.add(7, changes.count.bigEndianBytes + changes.digest)
        writer.add(8, root.sum.bigEndianBytes + root.count.bigEndianBytes)
        if isOfMembers { writer.add(9, UInt8(1)) }
        return writer.unpadded().withBytes { [UInt8](bytes: $0) }
    }

    /// Parses a commit's header; throws `.forged`.
    init(_ bytes: [UInt8]) throws {
        do { self = try TeamHeader(bytes.span) } catch let error as VaultError where error.code == .tampered {
            throw VaultError(.forged, "a commit's header is not written as it must be: \(error.reason)")
        }
    }

    private init(_ record: Span<UInt8>) throws {
        var reader = TLVReader()
        var (vault, before, device, keyName): ([UInt8]?, [UInt8]?, [UInt8]?, [UInt8]?)
        var (generation, time): (UInt64?, Vault.Timestamp?)
        var (changes, root): (Digest?, SetSums.Group?)
        var isOfMembers = false
        while let (number, found) = try reader.next(record) {
            var value = found
            switch number {
            case 1: vault = try value.bytes(16, record)
            case 2: generation = try value.number(record)
            case 3: before = try value.bytes(32, record)
            case 4: device = try value.bytes(16, record)
            case 5: time = try value.time(record)
            case 6: keyName = try value.bytes(16, record)
            case 7: changes = Digest(count: try value.number(record), digest: try value.bytes(32, record))
            case 8: root = SetSums.Group(sum: try value.number(record), count: try value.number(record))
            case 9:
                isOfMembers = try value.number(record, as: UInt8.self) == 1
                guard isOfMembers else { throw VaultError(.tampered, "field 9 is not 1") }
            default: throw TLVReader.unknown(number, in: "a commit's header")
            }
            try value.finish()
        }
        guard let vault, let generation, let before, let device, let time, let keyName, let changes, let root else {
            throw TLVReader.missing("fields", in: "a commit's header")
        }
        self.init(
            vault: vault, generation: generation, before: before, device: device, time: time, keyName: keyName,
            changes: changes, root: root, isOfMembers: isOfMembers)
    }

    init(
        vault: [UInt8], generation: UInt64, before: [UInt8], device: [UInt8], time: Vault.Timestamp, keyName: [UInt8],
        changes: Digest, root: SetSums.Group, isOfMembers: Bool
    ) {
        (self.vault, self.generation, self.before, self.device) = (vault, generation, before, device)
        (self.time, self.keyName, self.changes, self.root) = (time, keyName, changes, root)
        self.isOfMembers = isOfMembers
    }

    // MARK: Signing

    func signed(with key: Curve25519.Signing.PrivateKey, _ changes: [UInt8]) throws -> TeamCommit {
        let bytes = bytes
        return TeamCommit(header: bytes, signature: try key.signature(for: Self.label + bytes), changes: changes)
    }

    static func isSigned(_ commit: TeamCommit, by key: [UInt8]) throws -> Bool {
        try Curve25519.Signing.PublicKey(rawRepresentation: key)
            .isValidSignature(commit.signature, for: label + commit.header)
    }
}

extension TeamCommit {
    /// The digest of the commit and its entire past.
    var head: [UInt8] {
        SHA256.hash(Array("arca.head.v1\0".utf8) + header.lengthPrefixed + signature)
    }
}

struct TeamChange: Sendable, Equatable {
    let name: TeamRecord.Name
    /// The digest of the new record; nil if the record is dropped.
    let digest: [UInt8]?
    /// The record's body if it concerns membership; otherwise empty.
    var body: [UInt8] = []

    static let largestCount = 262_144

    /// Encodes changes, which must be sorted by name.
    static func bytes(of changes: [TeamChange]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(50 * changes.count)
        for change in changes {
            bytes.append(change.digest == nil ? 2 : 1)
            bytes.append(change.name.kind)
            bytes += change.name.key
            guard let digest = change.digest else { continue }
            bytes += digest
            if change.name.isOfMembers { bytes += change.body.lengthPrefixed }
        }
        return bytes
    }

    static func digest(of bytes: [UInt8], count: Int) -> TeamHeader.Digest {
        TeamHeader.Digest(count: UInt32(count), digest: SHA256.hash(bytes))
    }

    static func list(_ bytes: [UInt8]) throws -> [TeamChange] {
        do { return try list(bytes.span) } catch let error as VaultError where error.code == .tampered {
            throw VaultError(.forged, "a commit's changes are not written as they must be: \(error.reason)")
        }
    }

    private static func list(_ bytes: Span<UInt8>) throws -> [TeamChange] {
        var changes: [TeamChange] = []
        var reader = FieldReader(0, bytes.count)
        while reader.byteCount > 0 {
            let act: UInt8 = try reader.number(bytes)
            let kind: UInt8 = try reader.number(bytes)
            let name = TeamRecord.Name(kind: kind, key: try reader.bytes(16, bytes))
            guard act == 1 || act == 2 && !name.isOfMembers, changes.last.map({ $0.name < name }) ?? true,
                [TeamRecord.Name.item, TeamRecord.Name.attachment].contains(kind) || name.isOfMembers,
                changes.count < largestCount
            else { throw VaultError(.forged, "a commit lists changes that no Arca makes") }
            var change = TeamChange(name: name, digest: act == 1 ? try reader.bytes(32, bytes) : nil)
            if name.isOfMembers {
                change.body = try reader.bytes(Int(reader.number(bytes, as: UInt32.self)), bytes)
                guard TeamKeys.digest(name, change.body) == change.digest else {
                    throw VaultError(.forged, "a commit has a record that is not the one that it names")
                }
            }
            changes.append(change)
        }
        return changes
    }
}
