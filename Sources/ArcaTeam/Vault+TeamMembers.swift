public import ArcaCore
public import ArcaCrypto
public import ArcaVault

extension Vault {
    // MARK: Who is in

    /// The team as known to a file.
    public struct TeamStatus: Sendable {
        /// A device and the log position that it confirmed.
        public struct Device: Sendable {
            /// The device.
            public let device: TeamDevice
            /// The generation and time of its last confirmation; nil without a store or a note.
            public internal(set) var seen: (generation: UInt64, time: Timestamp)?
            /// Whether it is this file's device.
            public let isOwn: Bool
        }

        /// The address of the log.
        public let place: String
        /// The number of commits in this file.
        public let generation: UInt64
        /// The role of this file's device.
        public let role: TeamRole
        /// The epoch of the team key.
        public let epoch: UInt32
        /// Whether the device waits for admission.
        public let isWaiting: Bool
        /// All past and present devices, ordered by owner and name.
        public let devices: [Device]
        /// The number of unsent changes.
        public let waitingCount: Int
    }

    /// The address of the team's log and its password; nil for a vault without a team.
    ///
    /// - Throws: ``VaultError`` for errors of reading.
    public var teamPlace: (place: String, password: SecretBytes?)? {
        get throws(VaultError) { try read { try $0.teamState.map { ($0.place, $0.password) } } }
    }

    /// Changes the address of the team's log and its password.
    ///
    /// - Throws: ``VaultError`` with code `.notFound` for a vault without a team.
    public func setTeamPlace(_ place: String, password: SecretBytes?) throws(VaultError) {
        try exclusively { engine in
            try engine.changeTeam { ($0.place, $0.password) = (place, password) }
        }
    }

    /// Returns the team as known to this file.
    ///
    /// - Parameter store: The store to ask for the devices' confirmations; nil to ask none.
    /// - Returns: The team's devices and this file's position.
    /// - Throws: ``VaultError`` with code `.notFound` for a vault without a team; or as ``syncTeam(with:sends:)``.
    public func teamStatus(asking store: (any TeamStore)? = nil) throws(VaultError) -> TeamStatus {
        return try exclusively { engine in
            let (team, vault) = try (engine.read { try $0.team() }, engine.unlockedKeys().vault)
            var notes: [TeamSignedNote] = []
            if let store {
                // Also checks that the login may read the log.
                _ = try store.position(of: vault)
                let devices = try engine.read { transaction in
                    try team.isWaiting ? [] : transaction.teamMembers(team.keyring(of: vault)).keys.map { $0 }
                }
                notes = try store.notes(of: devices, in: vault)
            }
            return try engine.read { transaction in
                guard !team.isWaiting else {
                    return TeamStatus(
                        place: team.place, generation: 0, role: team.role, epoch: 0, isWaiting: true, devices: [],
                        waitingCount: 0)
                }
                let keyring = try team.keyring(of: vault)
                let unsent = try transaction.unsent(keyring)
                let devices = try transaction.teamMembers(keyring).values.map { device in
                    var entry = TeamStatus.Device(
                        device: device, seen: nil, isOwn: device.identifier == team.device)
                    for found in notes where found.device == device.identifier {
                        guard let note = try TeamNote(found.body, of: device, in: vault),
                            note.position.generation >= entry.seen?.generation ?? 0
                        else { continue }
                        entry.seen = (note.position.generation, note.time)
                    }
                    return entry
                }
                return TeamStatus(
                    place: team.place, generation: team.position.generation, role: team.role,
                    epoch: keyring.newest.number, isWaiting: false,
                    devices: devices.sorted {
                        ($0.device.memberName, $0.device.name) < ($1.device.memberName, $1.device.name)
                    }, waitingCount: unsent.count + unsent.withheldCount)
            }
        }
    }

    // MARK: Changes

    /// Changes a member's role.
    ///
    /// - Parameters:
    ///   - role: The new role; use ``removeMember(_:device:in:)`` to remove a member.
    ///   - member: The member's name.
    ///   - store: The store of the log.
    /// - Throws: ``VaultError`` with code `.notFound` for an unknown name; `.invalidArgument` if no admin would be
    ///   left; or as ``invite(_:as:login:until:in:)``.
    public func setRole(_ role: TeamRole, of member: String, in store: any TeamStore) throws(VaultError) {
        try checkFree()
        try VaultError.wrap {
            guard role != .removed else { throw VaultError(.invalidArgument, "a member is removed by another call") }
            try withEngine { engine in
                var report = TeamReport()
                try engine.changeMembers(store, &report) { members, generation in
                    let found = try Self.devices(of: member, nil, in: members)
                    let changed = found.filter { $0.role != role }.map { device in
                        var device = device
                        (device.role, device.roleSince) = (role, generation)
                        return device
                    }
                    return changed.isEmpty ? nil : TeamMembersChange(devices: changed, beginsEpoch: false)
                }
                try engine.allowLogins(of: member, store)
            }
        }
    }

    /// Removes a member or one of the member's devices, and gives the team a new key.
    ///
    /// They cannot read later changes, but may have kept what they could read before; ``exposure(of:device:)`` lists
    /// it.
    ///
    /// - Parameters:
    ///   - member: The member's name.
    ///   - device: The name of one device; nil for all.
    ///   - store: The store of the log.
    /// - Returns: The items with secrets that they know and that have not changed.
    /// - Throws: ``VaultError`` as ``setRole(_:of:in:)``.
    @discardableResult
    public func removeMember(
        _ member: String, device: String? = nil, in store: any TeamStore
    ) throws(VaultError) -> [VaultItem.Name] {
        try exclusively { engine in
            var report = TeamReport()
            try engine.changeMembers(store, &report) { members, generation in
                let changed = try Self.devices(of: member, device, in: members, withRemoved: true)
                    .filter { $0.role != .removed }
                    .map { found in
                        var found = found
                        (found.role, found.roleSince) = (.removed, generation)
                        return found
                    }
                return changed.isEmpty ? nil : TeamMembersChange(devices: changed, beginsEpoch: true)
            }
            try engine.allowLogins(of: member, store)
        }
        return try exposure(of: member, device: device)
    }

    /// Gives the team a new key without changing members.
    ///
    /// - Throws: ``VaultError`` as ``setRole(_:of:in:)``.
    public func renewTeamKey(in store: any TeamStore) throws(VaultError) {
        try exclusively { engine in
            var report = TeamReport()
            var isDone = false
            try engine.changeMembers(store, &report) { _, _ in
                defer { isDone = true }
                return isDone ? nil : TeamMembersChange(devices: [], beginsEpoch: true)
            }
        }
    }

    /// Lists the items with secrets that a member could read and that have not changed since.
    ///
    /// - Parameters:
    ///   - member: The member's name.
    ///   - device: The name of one device; nil for all.
    /// - Returns: The names; for a current member those of all items.
    /// - Throws: ``VaultError`` with code `.notFound` for an unknown name.
    public func exposure(of member: String, device: String? = nil) throws(VaultError) -> [VaultItem.Name] {
        return try exclusively { engine in
            try engine.read { transaction in
                let keyring = try transaction.team().keyring(of: transaction.keys.vault)
                let devices = try Self.devices(
                    of: member, device, in: transaction.teamMembers(keyring), withRemoved: true)
                let isOut = devices.allSatisfy { $0.role == .removed }
                let limit = isOut ? devices.map(\.roleSince).max() ?? 0 : .max
                var names: [VaultItem.Name] = []
                try transaction.teamRecords().forEach(of: TeamRecord.Name.item) { row in
                    guard let item = try transaction.readable(row, keyring), item.secretGeneration <= limit,
                        let name = item.contents.name(MergeHistory())
                    else { return }
                    names.append(name)
                }
                return names.sorted()
            }
        }
    }

    private static func devices(
        of member: String, _ device: String?, in members: [[UInt8]: TeamDevice], withRemoved: Bool = false
    ) throws -> [TeamDevice] {
        let found = members.values.filter {
            $0.memberName == member && (device == nil || $0.name == device) && (withRemoved || $0.role != .removed)
        }
        guard !found.isEmpty else {
            throw VaultError(
                .notFound, "the team has no \(device.map { "device \(member)/\($0)" } ?? "member \(member)")")
        }
        return found
    }
}

struct TeamMembersChange {
    var devices: [TeamDevice]
    var beginsEpoch: Bool
}

struct TeamMembersCommit {
    private(set) var batch = TeamBatch(commits: [], puts: [], drops: [])
    private(set) var position: TeamPosition
    private(set) var root: GroupChecksums.Group

    /// Encrypts the records and signs the commit.
    ///
    /// `devices` has all new and changed devices, `before` the previous epoch's key if a new epoch starts, and `known`
    /// the digests of replaced records. `keys` are in force from this commit on, and `root` is the sum under them. A
    /// nil `epoch` creates a record for `devices`.
    init(
        _ devices: [TeamDevice], keys: TeamKeys, before: TeamKeys?, epoch: TeamEpoch?, after position: TeamPosition,
        root: GroupChecksums.Group, known: [TeamRecord.Name: [UInt8]], in vault: [UInt8], by author: [UInt8],
        _ authority: Curve25519.Signing.PrivateKey
    ) throws {
        let generation = position.generation + 1
        self.root = root
        var changes: [TeamChange] = []
        var bodies: [(TeamRecord.Name, [UInt8])] = []
        for var device in devices {
            if generation == 1 { device.roleSince = 1 }
            bodies.append((device.recordName, try keys.seal(device.fields().padded(), as: device.recordName)))
        }
        let epoch = try epoch ?? TeamEpoch(keys, before: before, for: devices, of: vault)
        bodies.append((TeamEpoch.recordName(keys.name), epoch.body))
        for (name, body) in bodies {
            let digest = TeamKeys.digest(name, body)
            if let old = known[name] { self.root.subtract(keys.leaf(name, old)) }
            self.root.add(keys.leaf(name, digest))
            changes.append(TeamChange(name: name, digest: digest, body: body))
            batch.puts.append(TeamRecord(name: name, generation: generation, body: body))
        }
        changes.sort { $0.name < $1.name }
        let list = TeamChange.bytes(of: changes)
        let header = TeamHeader(
            vault: vault, generation: generation, before: position.head, device: author, time: .now(),
            keyName: keys.name, changes: TeamChange.digest(of: list, count: changes.count), root: self.root,
            isOfMembers: true)
        let commit = try header.signed(with: authority, list)
        batch.commits = [commit]
        self.position = TeamPosition(generation: generation, head: commit.head)
    }
}

extension VaultEngine {
    /// The team and its devices; throws unless this device is an admin's.
    func membersForAdmin() throws -> (team: TeamState, members: [[UInt8]: TeamDevice]) {
        let found = try read { transaction in
            let team = try transaction.team()
            return (team, try transaction.teamMembers(team.keyring(of: transaction.keys.vault)))
        }
        guard found.0.role == .admin else {
            throw VaultError(
                .notAllowed, "only an admin changes who belongs to the team; you are a \(found.0.role)",
                hint: "ask an admin of the team")
        }
        return found
    }

    /// Changes members in a separate commit, as `change` computes from the devices of the newest log; nil changes
    /// nothing.
    func changeMembers(
        _ store: any TeamStore, _ report: inout Vault.TeamReport,
        _ change: (_ members: [[UInt8]: TeamDevice], _ generation: UInt64) throws -> TeamMembersChange?
    ) throws {
        for _ in 0..<16 {
            try pullTeam(store, &report, comparesNotes: false)
            let (team, members) = try membersForAdmin()
            let vault = try unlockedKeys().vault
            guard let change = try change(members, team.position.generation + 1) else { return }
            let authority = try teamDeviceKeys(team).authority
            var after = members
            for device in change.devices { after[device.identifier] = device }
            guard after.values.contains(where: { $0.role == .admin && !$0.isOnPaper }) else {
                throw VaultError(
                    .invalidArgument, "no admin would be left in the team", hint: "make somebody else an admin first")
            }
            let keyring = try team.keyring(of: vault)
            let known = try read { try $0.teamRecords().digests() }
            let commit: TeamMembersCommit
            if change.beginsEpoch {
                let keys = try TeamKeys(
                    SecretBytes(randomByteCount: TeamKeys.byteCount), number: keyring.newest.number + 1, vault: vault)
                var root = GroupChecksums.Group()
                for (name, digest) in known { root.add(keys.leaf(name, digest)) }
                commit = try TeamMembersCommit(
                    change.devices, keys: keys, before: keyring.newest,
                    epoch: TeamEpoch(keys, before: keyring.newest, for: after.values, of: vault), after: team.position,
                    root: root, known: known, in: vault, by: team.device, authority)
            } else {
                let name = TeamEpoch.recordName(keyring.newest.name)
                guard let row = try read({ try $0.teamRecords().row(name) }) else {
                    throw VaultError(.tampered, "the record of the team's key is missing from the vault")
                }
                var epoch = try TeamEpoch(row.body)
                for device in change.devices where epoch.wraps[device.identifier] == nil && device.role != .removed {
                    epoch.wraps[device.identifier] = try TeamDeviceKeys.wrap(keyring.newest, for: device, of: vault)
                }
                commit = try TeamMembersCommit(
                    change.devices, keys: keyring.newest, before: nil, epoch: epoch, after: team.position,
                    root: team.root, known: known, in: vault, by: team.device, authority)
            }
            if try store.append(commit.batch, to: vault, after: team.position) {
                return try pullTeam(store, &report, comparesNotes: false)
            }
        }
        throw VaultError(.busy, "others write to the team's log all the time; try again")
    }

    /// Grants a login access at the store, and at least what its other devices need.
    func allow(
        _ login: String, atLeast access: TeamAccess, _ members: [[UInt8]: TeamDevice], _ store: any TeamStore
    ) throws {
        let needed = members.values.filter { $0.login == login }.map(\.role.access) + [access]
        let order = TeamAccess.allCases
        let most = needed.max { order.firstIndex(of: $0) ?? 0 < order.firstIndex(of: $1) ?? 0 } ?? access
        let devices = members.values.filter { $0.login == login && $0.role != .removed }.map(\.identifier)
        try store.allow(login, most, speakingFor: devices, in: unlockedKeys().vault)
    }

    /// Sets the store access of the logins of one member, or of all members, according to their roles.
    func allowLogins(of member: String? = nil, except others: [String] = [], _ store: any TeamStore) throws {
        let (_, members) = try membersForAdmin()
        let those = members.values.filter { (member == nil || $0.memberName == member) && !$0.login.isEmpty }
        for login in Set(those.map(\.login)).subtracting(others) {
            try allow(login, atLeast: .none, members, store)
        }
    }
}

extension VaultTransaction {
    func setDevice(_ keys: TeamDeviceKeys, under vaultKey: VaultKey) throws {
        var team = try team()
        let old = try teamRecords()
        var rows: [TeamRow] = []
        try old.forEach { rows.append($0) }
        (team.device, team.signingSeed) = (keys.publicKeys.identifier, keys.signing.rawRepresentation)
        team.identity = try TeamIdentity(keys).sealed(under: vaultKey)
        set(team)
        // The MAC of the rows depends on the device's key.
        let table = try teamRecords()
        for row in rows { try table.put(row) }
    }
}
