public import ArcaCore
public import ArcaCrypto
public import ArcaSystem
public import ArcaVault

extension Vault {
    // MARK: Beginning

    /// Creates a team: the vault's items become the team's first items, and this file its first admin's device.
    ///
    /// - Parameters:
    ///   - store: The store of the log; it must have no log of this vault, or an empty one.
    ///   - place: The value of ``teamPlace``, such as the server's address.
    ///   - password: The password for the store, secret; nil if it needs none.
    ///   - member: The display name of the first admin.
    ///   - device: The display name of this machine.
    ///   - login: The admin's login at the store, or an empty string.
    /// - Returns: A recovery code to keep on paper: with access to the store it creates an admin if all admins'
    ///   machines are lost.
    /// - Throws: ``VaultError`` with code `.duplicate` for a vault that belongs to a team or a store that has its log;
    ///   `.locked` if a session opened the vault; `.invalidArgument` for empty names; or as ``syncTeam(with:sends:)``.
    public func createTeam(
        in store: any TeamStore, at place: String, password: SecretBytes? = nil, member: String, device: String,
        login: String = ""
    ) throws(VaultError) -> RecoveryCode {
        try checkFree()
        return try VaultError.wrap {
            try Self.checkNames(member, device)
            let code = try RecoveryCode()
            let paperKeys = try TeamDeviceKeys(paper: code.code)
            let keys = try TeamDeviceKeys()
            var admin = TeamDevice(keys.publicKeys, device, of: try SecureRandom.bytes(16), member, role: .admin)
            admin.login = login
            let paper = try Self.paper(paperKeys)
            let teamKeys = try TeamKeys(SecretBytes(randomByteCount: TeamKeys.byteCount), number: 1, vault: identifier)
            try withEngine { engine in
                let vaultKey = try engine.unlockedVaultKey()
                guard try engine.read({ $0.state.extensionState }) == nil else {
                    throw VaultError(.duplicate, "the vault belongs to a team already")
                }
                do { try store.create(identifier) } catch let error as VaultError where error.code == .duplicate {
                    guard try store.position(of: identifier) == .start else {
                        throw VaultError(
                            .duplicate, "the server has a log of this vault already", hint: "join that team")
                    }
                }
                let outgoing = try TeamMembersCommit(
                    [admin, paper], keys: teamKeys, before: nil, epoch: nil, after: .start, root: .init(),
                    known: [:], in: identifier, by: admin.identifier, keys.authority)
                try Self.leave(code, at: outgoing.position, [admin, paper], in: store, identifier)
                var team = TeamState(
                    device: admin.identifier, role: .admin, position: .start, root: outgoing.root, place: place,
                    signingSeed: keys.signing.rawRepresentation,
                    identity: try TeamIdentity(keys).sealed(under: vaultKey))
                team.password = password
                team.keys = [TeamState.Key(number: 1, secret: teamKeys.secret)]
                // The file is written first, because no one could open a log that no file knows.
                try engine.writeTeam { transaction in
                    try Schema.add(TeamTables.all, to: transaction.database)
                    transaction.set(team)
                    let table = try transaction.teamRecords()
                    for record in outgoing.batch.puts {
                        try table.put(
                            TeamRow((record, TeamKeys.digest(record.name, record.body)), version: 0))
                    }
                    for commit in outgoing.batch.commits { try transaction.database.teamCommits.put(commit, 1) }
                }
            }
            _ = try syncTeam(with: store)
            // Until a repair assigns this device to a login, notes are found by their signatures, so a failure must not
            // lose the code.
            if !login.isEmpty { try? withEngine { try $0.allowLogins(store) } }
            return code
        }
    }

    /// Replaces the paper recovery code and the team key; the previous code no longer opens anything.
    ///
    /// - Throws: ``VaultError`` as ``setRole(_:of:in:)``.
    public func renewTeamRecoveryCode(in store: any TeamStore) throws(VaultError) -> RecoveryCode {
        try checkFree()
        return try VaultError.wrap {
            let code = try RecoveryCode()
            let keys = try TeamDeviceKeys(paper: code.code)
            try withEngine { engine in
                var report = TeamReport()
                try engine.changeMembers(store, &report) { members, generation in
                    guard members[keys.publicKeys.identifier] == nil else { return nil }
                    var changed = members.values.filter { $0.isOnPaper && $0.role != .removed }
                    for index in changed.indices {
                        (changed[index].role, changed[index].roleSince) = (.removed, generation)
                    }
                    var paper = try Self.paper(keys)
                    paper.roleSince = generation
                    return TeamMembersChange(devices: changed + [paper], beginsEpoch: true)
                }
                let (team, members) = try engine.membersForAdmin()
                try Self.leave(
                    code, at: team.position, members.values.filter { $0.role != .removed }, in: store, identifier)
            }
            return code
        }
    }

    /// The device represented by the paper recovery code.
    private static func paper(_ keys: TeamDeviceKeys) throws -> TeamDevice {
        var paper = TeamDevice(
            keys.publicKeys, "paper", of: try SecureRandom.bytes(16), "recovery code", role: .admin)
        paper.isOnPaper = true
        return paper
    }

    private static func leave(
        _ code: RecoveryCode, at position: TeamPosition, _ devices: [TeamDevice], in store: any TeamStore,
        _ vault: [UInt8]
    ) throws {
        guard let paper = devices.first(where: \.isOnPaper) else { return }
        let letter = TeamInvitation(
            vault: vault, position: position, member: paper.member, memberName: paper.memberName, role: .admin,
            expires: nil,
            devices: devices.map { ($0.identifier, $0.role) }.sorted { $0.0.lexicographicallyPrecedes($1.0) })
        let sealed = TeamInvitationCode(code: code.code)
        try store.put(letter: sealed.seal(letter), sealed.invitationName, in: vault, keepsForever: true)
    }

    private static func checkNames(_ names: String...) throws {
        for name in names where name.isEmpty || name.utf8.count > 255 || name.contains("/") {
            throw VaultError(
                .invalidArgument,
                "a member and a device have names of 1 to 255 bytes without a slash")
        }
    }

    // MARK: Inviting

    /// Invites a person to the team.
    ///
    /// - Parameters:
    ///   - member: The display name of the person. The name of a member invites another device of that member.
    ///   - role: The role of the person.
    ///   - login: The login at the store; empty if the store needs none or already grants access.
    ///   - expires: The expiry time of the code.
    ///   - store: The store of the log.
    /// - Returns: The invitation code; send it out of band, for example by phone, because anyone who has it can ask to
    ///   join.
    /// - Throws: ``VaultError`` with code `.notAllowed` unless this device is an admin's; `.locked` if a session opened
    ///   the vault; or as ``syncTeam(with:sends:)``.
    public func invite(
        _ member: String, as role: TeamRole, login: String = "", until expires: Timestamp, in store: any TeamStore
    ) throws(VaultError) -> RecoveryCode {
        try checkFree()
        return try VaultError.wrap {
            try Self.checkNames(member)
            guard role != .removed else { throw VaultError(.invalidArgument, "nobody is invited to be removed") }
            let code = try RecoveryCode()
            try withEngine { engine in
                var report = TeamReport()
                try engine.pullTeam(store, &report)
                let (team, members) = try engine.membersForAdmin()
                var identity = try engine.teamIdentity(team)
                let known = members.values.first { $0.memberName == member && $0.role != .removed }
                let person = try known?.member ?? SecureRandom.bytes(16)
                let letter = TeamInvitation(
                    vault: identifier, position: team.position, member: person, memberName: member, role: role,
                    expires: expires,
                    devices: members.values.filter { $0.role != .removed }.map { ($0.identifier, $0.role) }
                        .sorted { $0.0.lexicographicallyPrecedes($1.0) })
                let sealed = TeamInvitationCode(code: code.code)
                try store.put(
                    letter: sealed.seal(letter), sealed.invitationName, in: identifier, keepsForever: false)
                if !login.isEmpty { try engine.allow(login, atLeast: .reader, members, store) }
                identity.invitations.removeAll { $0.expires < .now() }
                identity.invitations.append(
                    TeamIdentity.Invitation(
                        code: code.code, member: person, memberName: member, role: role, login: login,
                        expires: expires))
                let vaultKey = try engine.unlockedVaultKey()
                try engine.changeTeam { $0.identity = try identity.sealed(under: vaultKey) }
            }
            return code
        }
    }

    /// A request to join by a person who redeemed a code.
    public struct TeamRequest: Sendable {
        /// The display name of the person.
        public let memberName: String
        /// The name that the person gave to the machine.
        public let deviceName: String
        /// The role in the invitation.
        public let role: TeamRole
        /// Four words that the person's program also shows; another device has different ones.
        public let words: String
        let invitation: TeamIdentity.Invitation
        let answer: TeamInvitationAnswer
    }

    /// Lists the requests for codes issued by this device.
    ///
    /// - Parameter store: The store of the log.
    /// - Returns: The requests, the number of codes not used yet, and the names of members whose code has an invalid
    ///   answer in the store.
    /// - Throws: ``VaultError`` as ``invite(_:as:login:until:in:)``.
    public func teamRequests(
        in store: any TeamStore
    ) throws(VaultError) -> (requests: [TeamRequest], openCount: Int, forged: [String]) {
        return try exclusively { engine in
            let (team, _) = try engine.membersForAdmin()
            var requests: [TeamRequest] = []
            var openCount = 0
            var forged: [String] = []
            for invitation in try engine.teamIdentity(team).invitations where invitation.expires >= .now() {
                let code = TeamInvitationCode(code: invitation.code)
                guard let letter = try store.letter(code.answerName) else {
                    openCount += 1
                    continue
                }
                let answer: TeamInvitationAnswer
                do { answer = try code.openAnswer(letter) } catch let error as VaultError
                    where error.code == .forged
                {
                    // Anyone with this code could have left it, so it must not block others.
                    forged.append(invitation.memberName)
                    continue
                }
                requests.append(
                    TeamRequest(
                        memberName: invitation.memberName, deviceName: answer.deviceName, role: invitation.role,
                        words: answer.words, invitation: invitation, answer: answer))
            }
            return (requests, openCount, forged)
        }
    }

    /// Admits a member who redeemed an invitation.
    ///
    /// - Parameters:
    ///   - request: The request; compare its words with the person first.
    ///   - store: The store of the log.
    /// - Returns: The result of syncing.
    /// - Throws: ``VaultError`` as ``invite(_:as:login:until:in:)``.
    @discardableResult
    public func admit(_ request: TeamRequest, in store: any TeamStore) throws(VaultError) -> TeamReport {
        return try exclusively { engine in
            var report = TeamReport()
            let invitation = request.invitation
            try engine.changeMembers(store, &report) { members, generation in
                guard members[request.answer.keys.identifier] == nil else { return nil }
                var device = TeamDevice(
                    request.answer.keys, request.deviceName, of: invitation.member, invitation.memberName,
                    role: invitation.role)
                let names = Set(members.values.filter { $0.member == device.member }.map(\.name))
                if names.contains(device.name) {
                    device.name =
                        (2...).lazy.map { "\(request.deviceName) \($0)" }.first { !names.contains($0) }
                        ?? device.name
                }
                (device.login, device.roleSince) = (invitation.login, generation)
                return TeamMembersChange(devices: [device], beginsEpoch: false)
            }
            let (team, members) = try engine.membersForAdmin()
            if !invitation.login.isEmpty {
                try engine.allow(invitation.login, atLeast: invitation.role.access, members, store)
            }
            var identity = try engine.teamIdentity(team)
            identity.invitations.removeAll { $0 == invitation }
            let vaultKey = try engine.unlockedVaultKey()
            try engine.changeTeam { $0.identity = try identity.sealed(under: vaultKey) }
            return report
        }
    }

    // MARK: Joining

    /// Creates the file of an invited person and requests admission.
    ///
    /// The file is empty until an admin has admitted it; then ``syncTeam(with:sends:)`` fills it.
    ///
    /// - Parameters:
    ///   - code: The invitation code.
    ///   - store: The store of the log.
    ///   - path: The new file.
    ///   - slots: The ways to open it.
    ///   - place: The value of ``teamPlace``.
    ///   - password: The password for the store, secret.
    ///   - device: The display name of this machine.
    ///   - options: The state folder and other options of the new vault.
    /// - Returns: The open vault, and four words that the admin's program also shows.
    /// - Throws: ``VaultError`` with code `.notFound` if no invitation matches the code; `.forged` if someone else has
    ///   redeemed it; `.duplicate` if the file exists or this machine has a file of the vault; or as `create`.
    public static func joinTeam(
        with code: RecoveryCode, in store: any TeamStore, at path: BytePath, slots: [NewVaultSlot], place: String,
        password: SecretBytes? = nil, device: String, options: OpenOptions = OpenOptions()
    ) throws(VaultError) -> (vault: Vault, words: String) {
        try VaultError.wrap {
            try checkNames(device)
            let keys = try TeamDeviceKeys()
            let (vault, _) = try join(
                with: code, keys, in: store, at: path, slots: slots, place: place, password: password, options)
            let answer = try TeamInvitationAnswer(device, keys)
            let answerCode = TeamInvitationCode(code: code.code)
            do {
                try store.put(
                    letter: answerCode.seal(answer), answerCode.answerName, in: vault.identifier, keepsForever: false)
            } catch let error as VaultError where error.code == .duplicate {
                discard(vault, at: path, options)
                throw VaultError(
                    .forged, "this code has been used: tell your admin not to admit the person who used it")
            }
            return (vault, answer.words)
        }
    }

    /// Creates an admin's file with the paper recovery code, after all admins have lost their machines.
    ///
    /// - Parameters:
    ///   - code: The code from ``createTeam(in:at:password:member:device:login:)``.
    ///   - store: The store of the log.
    ///   - path: The new file.
    ///   - slots: The ways to open it.
    ///   - place: The value of ``teamPlace``.
    ///   - password: The password for the store, secret.
    ///   - member: The display name of the admin.
    ///   - device: The display name of this machine.
    ///   - login: The admin's login at the store.
    ///   - options: The state folder and other options of the new vault.
    /// - Returns: The open vault with an admin's device.
    /// - Throws: ``VaultError`` as ``joinTeam(with:in:at:slots:place:password:device:options:)``.
    public static func recoverTeam(
        with code: RecoveryCode, in store: any TeamStore, at path: BytePath, slots: [NewVaultSlot], place: String,
        password: SecretBytes? = nil, member: String, device: String, login: String = "",
        options: OpenOptions = OpenOptions()
    ) throws(VaultError) -> Vault {
        try VaultError.wrap {
            try checkNames(member, device)
            let paper = try TeamDeviceKeys(paper: code.code)
            let (vault, letter) = try join(
                with: code, paper, in: store, at: path, slots: slots, place: place, password: password, options)
            do {
                guard letter.expires == nil else {
                    throw VaultError(.invalidArgument, "this is the code of an invitation, not the one on paper")
                }
                try vault.admitSelf(member, device, login, in: store)
            } catch {
                discard(vault, at: path, options)
                throw error
            }
            return vault
        }
    }

    /// Admits this machine as an admin's device, signed by the paper recovery code's device.
    private func admitSelf(_ member: String, _ device: String, _ login: String, in store: any TeamStore) throws {
        var report = TeamReport()
        let keys = try TeamDeviceKeys()
        try withEngine { engine in
            guard try !engine.joinTeam(store, &report, answers: false) else {
                throw VaultError(.notAllowed, "the code on paper opens this team no more: it was removed")
            }
            try engine.changeMembers(store, &report) { members, generation in
                guard members[keys.publicKeys.identifier] == nil else { return nil }
                let known = members.values.first { $0.memberName == member && !$0.isOnPaper }
                var admin = TeamDevice(
                    keys.publicKeys, device, of: try known?.member ?? SecureRandom.bytes(16), member, role: .admin)
                (admin.login, admin.roleSince) = (login, generation)
                return TeamMembersChange(devices: [admin], beginsEpoch: false)
            }
            let vaultKey = try engine.unlockedVaultKey()
            try engine.writeTeam { transaction in
                try transaction.setDevice(keys, under: vaultKey)
            }
        }
    }

    /// Removes an unused new file and the anchor of its vault.
    private static func discard(_ vault: Vault, at path: BytePath, _ options: OpenOptions) {
        try? Folder.removeFile(path)
        if let folder = options.stateFolder { try? folder.forget(vault.identifier) }
    }

    private static func join(
        with code: RecoveryCode, _ keys: TeamDeviceKeys, in store: any TeamStore, at path: BytePath,
        slots: [NewVaultSlot], place: String, password: SecretBytes?, _ options: OpenOptions
    ) throws -> (Vault, TeamInvitation) {
        let teamCode = TeamInvitationCode(code: code.code)
        guard let found = try store.letter(teamCode.invitationName) else {
            throw VaultError(
                .notFound, "no invitation waits for this code: it has expired, or is for another server")
        }
        let letter = try teamCode.openInvitation(found)
        if let expires = letter.expires, expires < .now() {
            throw VaultError(
                .notFound,
                "the invitation of this code has expired at \(expires); this machine's clock says \(Timestamp.now())")
        }
        if let folder = options.stateFolder, try folder.knows(letter.vault) {
            throw VaultError(
                .duplicate, "this machine has a file of that team's vault already",
                hint: "another person on this machine needs a user account of its own")
        }
        let key = try VaultKey(randomFor: letter.vault)
        var team = TeamState(
            device: keys.publicKeys.identifier, role: letter.role, position: letter.position, root: .init(),
            place: place, signingSeed: keys.signing.rawRepresentation,
            identity: try TeamIdentity(keys).sealed(under: key))
        team.password = password
        team.invitation = TeamState.Invitation(code: code.code, devices: letter.devices)
        var options = options
        options.extension = .team
        let vault = try create(at: path, key, slots: slots, options: options) { transaction in
            transaction.state.generation += 1
            try Schema.add(TeamTables.all, to: transaction.database)
            transaction.set(team)
            try transaction.writeState()
        }
        return (vault, letter)
    }
}
