internal import ArcaCore
internal import ArcaVault

/// Verified new entries of a team log.
struct TeamPull {
    var position: TeamPosition
    var root: GroupChecksums.Group
    var keyring: TeamKeyring
    var role: TeamRole
    /// In ascending generations.
    var commits: [(generation: UInt64, commit: TeamCommit)] = []
    /// New or replaced records.
    var puts: [(record: TeamRecord, digest: [UInt8])] = []
    var drops: [TeamRecord.Name] = []
    /// Whether the pull contains all records, not only new ones.
    var isWhole = false
}

/// Verifies a team log: the signature of each commit, the rights of its device, and that the records match the commits.
///
/// A commit is used only after complete verification, and nothing is taken from a pull with an error.
///
/// Source: Documentation/TEAM-VAULT.md, section 4.
struct TeamLogCheck {
    let vault: [UInt8]
    let device: [UInt8]
    private(set) var position: TeamPosition
    private(set) var root: GroupChecksums.Group
    private(set) var keyring: TeamKeyring
    /// All past and present devices by identifier.
    private(set) var members: [[UInt8]: TeamDevice]
    let unwrap: (_ sealed: [UInt8], _ name: [UInt8], _ number: UInt32) throws -> TeamKeys
    let digest: (TeamRecord.Name) throws -> [UInt8]?
    let digests: () throws -> [TeamRecord.Name: [UInt8]]
    /// Whether earlier records are missing, as for a new member.
    var isJoining = false

    /// The last change of each record in the new commits.
    private var latest: [TeamRecord.Name: (generation: UInt64, digest: [UInt8]?)] = [:]
    private var commits: [(generation: UInt64, commit: TeamCommit)] = []
    /// The first commit that no member made, or that its author was not allowed to make.
    private(set) var fault: UInt64?

    init(
        vault: [UInt8], device: [UInt8], position: TeamPosition, root: GroupChecksums.Group, keyring: TeamKeyring,
        members: [[UInt8]: TeamDevice],
        unwrap: @escaping (_ sealed: [UInt8], _ name: [UInt8], _ number: UInt32) throws -> TeamKeys,
        digest: @escaping (TeamRecord.Name) throws -> [UInt8]?,
        digests: @escaping () throws -> [TeamRecord.Name: [UInt8]]
    ) {
        (self.vault, self.device, self.position, self.root) = (vault, device, position, root)
        (self.keyring, self.members, self.unwrap) = (keyring, members, unwrap)
        (self.digest, self.digests) = (digest, digests)
    }

    /// Verifies a snapshot.
    ///
    /// Throws `.forged` for data that members did not write, or a log that is older or forked; `.notAllowed` if this
    /// device was removed; `.locked` if the session cannot unwrap the key of a new epoch.
    mutating func take(_ snapshot: TeamSnapshot) throws -> TeamPull {
        let start = position
        for next in try rest(of: snapshot) {
            do { try follow(next.commit, next.generation) } catch let error as VaultError
                where [.forged, .tampered, .malformed].contains(error.code)
            {
                fault = next.generation
                throw VaultError(.forged, error.reason, hint: error.hint)
            }
        }
        guard position == snapshot.position else {
            throw VaultError(
                .forged,
                "the server says that the log is at \(snapshot.position.generation), and its commits lead to \(position.generation)"
            )
        }
        var pull = TeamPull(
            position: position, root: root, keyring: keyring, role: members[device]?.role ?? .removed, commits: commits)
        let records = isJoining ? snapshot.records : snapshot.records.filter { $0.generation > start.generation }
        guard records.count == snapshot.records.count else { throw Self.otherRecords }
        if isJoining {
            pull.isWhole = true
            try checkWhole(records, &pull)
        } else {
            try check(records, &pull)
        }
        return pull
    }

    /// The commits after the position, which must be in the log.
    private mutating func rest(
        of snapshot: TeamSnapshot
    ) throws -> [(generation: UInt64, commit: TeamCommit)] {
        let start = position
        var found = try Self.numbered(snapshot.commits, from: start.generation)
        guard snapshot.position.generation >= start.generation else {
            throw Self.setBack(snapshot.position.generation, start.generation)
        }
        if start.generation > 0 {
            guard let first = found.first, first.commit.head == start.head else {
                throw VaultError(
                    .forged,
                    "the server shows another past than this device has seen: its log entry \(start.generation) is not the one that was here",
                    hint:
                        "compare with 'arca team check' on another device: the log was forked, or a backup of the database was written to"
                )
            }
            // The invitation code contains its hash, which authenticates it.
            if isJoining { root = try TeamHeader(first.commit.header).root }
            found.removeFirst()
        }
        return found
    }

    private static func numbered(
        _ commits: [TeamCommit], from generation: UInt64
    ) throws -> [(generation: UInt64, commit: TeamCommit)] {
        let first = max(1, generation)
        return commits.enumerated().map { (first + UInt64($0), $1) }
    }

    // MARK: Commits

    private mutating func follow(_ commit: TeamCommit, _ generation: UInt64) throws {
        let header = try TeamHeader(commit.header)
        let place = "log entry \(generation) of the team"
        guard header.vault == vault, header.generation == generation, header.before == position.head else {
            throw VaultError(
                .forged, "\(place) does not follow the one before: the server reordered, dropped or exchanged commits")
        }
        guard let author = members[header.device] else {
            throw VaultError(.forged, "\(place) was made by a device that nobody admitted")
        }
        let key = header.isOfMembers ? author.authorityKey : author.signingKey
        guard try TeamHeader.isSigned(commit, by: key) else {
            throw VaultError(
                .forged, "\(place) does not have the signature of \(author.fullName), in whose name it stands")
        }
        guard author.role >= (header.isOfMembers ? .admin : .writer) else {
            throw VaultError(
                .forged, "\(place) was made by \(author.fullName), who may not: \(author.role)",
                hint: "tell an admin: the login of that device at the server was used")
        }
        let changes = try TeamChange.list(commit.changes)
        guard TeamChange.digest(of: commit.changes, count: changes.count) == header.changes else {
            throw VaultError(.forged, "\(place) by \(author.fullName) has other changes than were signed")
        }
        guard changes.allSatisfy({ $0.name.isOfMembers == header.isOfMembers }) else {
            throw VaultError(.forged, "\(place) by \(author.fullName) changes what its signature is not for")
        }
        if header.isOfMembers {
            try followMembers(header, changes, place)
        } else {
            guard header.keyName == keyring.newest.name || isJoining else {
                throw VaultError(.forged, "\(place) by \(author.fullName) names another key than the team has")
            }
        }
        for change in changes { try count(change, generation, place) }
        guard isJoining || root == header.root else {
            throw VaultError(.forged, "\(place) by \(author.fullName) has other records than it says")
        }
        position = TeamPosition(generation: generation, head: commit.head)
        root = header.root
        commits.append((generation, commit))
    }

    /// Applies a change of members and unwraps the key of a new epoch.
    private mutating func followMembers(_ header: TeamHeader, _ changes: [TeamChange], _ place: String) throws {
        let epochName = TeamEpoch.recordName(header.keyName)
        if header.keyName != keyring.newest.name, !isJoining {
            guard let change = changes.first(where: { $0.name == epochName }) else {
                throw VaultError(.forged, "\(place) names a key that it does not bring")
            }
            let epoch = try TeamEpoch(change.body)
            guard let sealed = epoch.wraps[device] else {
                throw VaultError(
                    .notAllowed, "you were removed with \(place); what this file holds stays readable")
            }
            let keys = try unwrap(sealed, header.keyName, epoch.number)
            guard let previous = epoch.previous, try keys.openPrevious(previous).name == keyring.newest.name else {
                throw VaultError(.forged, "\(place) brings a key that does not follow the one before")
            }
            keyring.append(keys)
            // The sum depends on the key, so it is recomputed for all records.
            var names = try digests()
            for (name, change) in latest { names[name] = change.digest }
            root = .init()
            for (name, digest) in names { root.add(keys.leaf(name, digest)) }
        }
        guard changes.allSatisfy({ $0.name.kind != TeamRecord.Name.epoch || $0.name == epochName }) else {
            throw VaultError(.forged, "\(place) brings a key besides the one in force")
        }
        for change in changes where change.name.kind == TeamRecord.Name.device {
            let found = try TeamDevice(keyring.open(change.body, as: change.name), as: change.name)
            let old = members[found.identifier]
            guard found.roleSince == (old?.role == found.role ? old?.roleSince : header.generation),
                old?.role != .removed || found.role == .removed
            else { throw VaultError(.forged, "\(place) gives \(found.fullName) a role of another time") }
            members[found.identifier] = found
        }
    }

    private mutating func count(_ change: TeamChange, _ generation: UInt64, _ place: String) throws {
        if !isJoining {
            let old = try latest[change.name].map(\.digest) ?? digest(change.name)
            guard old != nil || change.digest != nil else {
                throw VaultError(.forged, "\(place) drops a record that is not there")
            }
            if let old { root.subtract(keyring.newest.leaf(change.name, old)) }
            if let new = change.digest { root.add(keyring.newest.leaf(change.name, new)) }
        }
        latest[change.name] = (generation, change.digest)
    }

    func newCommit(_ generation: UInt64) -> TeamCommit? {
        guard let first = commits.first?.generation, generation >= first, generation - first < UInt64(commits.count)
        else { return nil }
        return commits[Int(generation - first)].commit
    }

    // MARK: Records

    /// Checks that the records are exactly those last put by the commits.
    private func check(_ records: [TeamRecord], _ pull: inout TeamPull) throws {
        var missing = latest.filter { $0.value.digest != nil }
        for record in records {
            guard let expected = missing.removeValue(forKey: record.name), expected.generation == record.generation,
                TeamKeys.digest(record.name, record.body) == expected.digest, let digest = expected.digest
            else { throw Self.otherRecords }
            pull.puts.append((record, digest))
        }
        guard missing.isEmpty else {
            throw VaultError(.forged, "the server holds back records that its commits name (\(missing.count))")
        }
        pull.drops = latest.filter { $0.value.digest == nil }.map(\.key)
    }

    /// Checks that the records produce the last commit's sum.
    private func checkWhole(_ records: [TeamRecord], _ pull: inout TeamPull) throws {
        var sum = GroupChecksums.Group()
        var names: Set<TeamRecord.Name> = []
        for record in records {
            guard names.insert(record.name).inserted else { throw Self.otherRecords }
            let digest = TeamKeys.digest(record.name, record.body)
            if let known = latest[record.name] {
                guard known.digest == digest, known.generation == record.generation else { throw Self.otherRecords }
            }
            sum.add(keyring.newest.leaf(record.name, digest))
            pull.puts.append((record, digest))
        }
        guard sum == root else { throw Self.otherRecords }
    }

    private static let otherRecords = VaultError(
        .forged, "the server's records are not those that were signed: some were changed, exchanged, added or held back"
    )

    private static func setBack(_ shown: UInt64, _ seen: UInt64) -> VaultError {
        VaultError(
            .forged, "the server shows log entry \(shown), this device has seen \(seen): it was set back, or lies",
            hint: "if the database was restored from a backup, an admin or writer runs 'arca team repair'")
    }
}
