internal import ArcaCore
internal import ArcaCrypto
internal import ArcaVault

/// The header of a commit, signed by its device.
///
/// Source: Documentation/TEAM-VAULT.md, section 4.
struct TeamHeader: Sendable, Equatable {
    var vault: [UInt8] = []
    var generation: UInt64 = 0
    var before: [UInt8] = []
    var device: [UInt8] = []
    /// The device's clock, for display.
    var time = Vault.Timestamp(milliseconds: 0)
    /// The team key in force from this commit on.
    var keyName: [UInt8] = []
    var changes = Digest(count: 0, digest: [])
    /// The sum over all records after this commit.
    var root = GroupChecksums.Group()
    /// Whether it changes members and is signed by the authority key.
    var isOfMembers = false

    /// Commits to the list of changes.
    struct Digest: Sendable, Equatable {
        let count: UInt32
        let digest: [UInt8]
    }

    private static let label = Array("arca.commit.v1\0".utf8)

    var bytes: [UInt8] { fields().unpadded().withBytes { [UInt8](bytes: $0) } }

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

extension TeamHeader: FieldRecord {
    enum Field: UInt8, CaseIterable {
        case vault = 1
        case generation, before, device, time, keyName, changes, root, isOfMembers
    }

    static let format = RecordFormat<TeamHeader>(
        "a commit's header",
        [
            .required(.vault, .bytes(16), \.vault),
            .required(.generation, .number, \.generation),
            .required(.before, .bytes(32), \.before),
            .required(.device, .bytes(16), \.device),
            .required(.time, .time, \.time),
            .required(.keyName, .bytes(16), \.keyName),
            .required(.changes, .changes, \.changes),
            .required(.root, .sum, \.root),
            .optional(.isOfMembers, .one(VaultError(.tampered, "field 9 is not 1")), unless: false, \.isOfMembers),
        ])

    /// Parses a commit's header; throws `.forged`.
    init(_ bytes: [UInt8]) throws {
        self.init()
        do { try Self.format.read(bytes.span, into: &self) } catch let error as VaultError where error.code == .tampered
        {
            throw VaultError(.forged, "a commit's header is not written as it must be: \(error.reason)")
        }
    }
}

extension FieldType<TeamHeader.Digest> {
    fileprivate static var changes: Self {
        Self("u32 count ‖ digest[32]", write: { $0.count.bigEndianBytes + $0.digest }) { value, record in
            TeamHeader.Digest(count: try value.number(record), digest: try value.bytes(32, record))
        }
    }
}

extension FieldType<GroupChecksums.Group> {
    static var sum: Self {
        Self("u128 sum ‖ u32 count", write: { $0.sum.bigEndianBytes + $0.count.bigEndianBytes }) { value, record in
            GroupChecksums.Group(sum: try value.number(record), count: try value.number(record))
        }
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
