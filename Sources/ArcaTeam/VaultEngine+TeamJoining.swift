internal import ArcaCore
internal import ArcaCrypto
internal import ArcaVault

extension VaultEngine {
    /// Reads the whole log once the device is admitted; returns whether it still waits for admission.
    ///
    /// `answers` requires the answer to the invitation to exist.
    func joinTeam(_ store: any TeamStore, _ report: inout Vault.TeamReport, answers: Bool = true) throws -> Bool {
        let team = try read { try $0.team() }
        let vault = try unlockedKeys().vault
        guard let invitation = team.invitation else {
            if team.position == .start { try beginLog(store, team) }
            return false
        }
        let keys = try teamDeviceKeys(team)
        let snapshot = try store.read(vault, from: 0)
        report.generation = snapshot.position.generation
        let bodies = Dictionary(snapshot.records.map { ($0.name, $0.body) }) { first, _ in first }
        guard let last = snapshot.commits.last,
            let newest = try bodies[TeamEpoch.recordName(TeamHeader(last.header).keyName)]
        else { throw VaultError(.forged, "the server has no log of the team, or holds back its key") }
        let epoch = try TeamEpoch(newest)
        guard let sealed = epoch.wraps[keys.publicKeys.identifier] else {
            if answers {
                guard try store.letter(TeamInvitationCode(code: invitation.code).answerName) != nil else {
                    throw VaultError(
                        .notFound, "the answer to the invitation is not at the server any more: it has expired",
                        hint: "ask for a new code, and join with another file")
                }
            }
            report.isWaiting = true
            return true
        }
        let name = try TeamHeader(last.header).keyName
        let newestKeys = try keys.unwrap(sealed, named: name, number: epoch.number, of: vault)
        let keyring = try Self.keyring(newestKeys, epoch, bodies)
        var members: [[UInt8]: TeamDevice] = [:]
        for device in invitation.devices {
            let name = TeamRecord.Name(kind: TeamRecord.Name.device, key: device.identifier)
            guard let body = bodies[name] else {
                throw VaultError(.forged, "the server holds back the record of a device that the invitation names")
            }
            var found = try TeamDevice(keyring.open(body, as: name), as: name)
            // The current role follows from later commits.
            found.role = device.role
            members[device.identifier] = found
        }
        var check = TeamLogCheck(
            vault: vault, device: team.device, position: team.position, root: .init(), keyring: keyring,
            members: members
        ) { _, _, _ in
            throw TeamKeys.damaged
        } digest: { _ in
            nil
        } digests: {
            [:]
        }
        check.isJoining = true
        var rest = snapshot
        rest.commits.removeFirst(min(rest.commits.count, Int(team.position.generation) - 1))
        let pull = try check.take(rest)
        try writeTeam { transaction in
            try transaction.settle(pull, nil, &report) { attachment, digests in
                try Self.bring(attachment, digests, from: store, to: transaction)
            }
        }
        try noteSeen(store, &report)
        return false
    }

    /// All keys that the newest one decrypts.
    private static func keyring(
        _ newest: TeamKeys, _ epoch: TeamEpoch, _ bodies: [TeamRecord.Name: [UInt8]]
    ) throws -> TeamKeyring {
        var all = [newest]
        var epoch = epoch
        while let previous = epoch.previous {
            let keys = try all[0].openPrevious(previous)
            guard let body = bodies[TeamEpoch.recordName(keys.name)] else {
                throw VaultError(.forged, "the server holds back an older key of the team")
            }
            all.insert(keys, at: 0)
            epoch = try TeamEpoch(body)
            guard epoch.number == keys.number else { throw TeamKeys.damaged }
        }
        guard let keyring = TeamKeyring(all), all[0].number == 1 else { throw TeamKeys.damaged }
        return keyring
    }

    private func beginLog(_ store: any TeamStore, _ team: TeamState) throws {
        let vault = try unlockedKeys().vault
        let (commit, records) = try read { transaction in
            guard let commit = try transaction.database.teamCommits.commits(after: 0, through: 1).first?.commit else {
                throw VaultError(.tampered, "the first commit of the team's log is missing from the vault")
            }
            var records: [TeamRecord] = []
            try transaction.teamRecords().forEach { row in
                records.append(TeamRecord(name: row.name, generation: 1, body: row.body))
            }
            return (commit, records)
        }
        let position = TeamPosition(generation: 1, head: commit.head)
        if try !store.append(TeamBatch(commits: [commit], puts: records, drops: []), to: vault, after: .start) {
            // The append may have succeeded without an answer.
            guard try store.read(vault, from: 1).commits.first?.head == commit.head else {
                throw VaultError(.duplicate, "the server has another log of this vault")
            }
        }
        try changeTeam { $0.position = position }
    }
}
