internal import ArcaCodecs
public import ArcaCore
internal import ArcaCrypto
public import ArcaVault

extension Vault {
    // MARK: Who changed what

    /// An entry of the team's log.
    public struct TeamLogEntry: Sendable {
        /// The change of an item in a commit.
        public enum Act: String, Sendable {
            /// Added or changed.
            case wrote
            /// Removed permanently.
            case removed
        }

        /// The number of the entry.
        public let generation: UInt64
        /// The time by the device's clock.
        public let time: Timestamp
        /// The author as `member/device`.
        public let author: String
        /// Changed items by identifier, with the names of those that still exist.
        public let items: [(identifier: [UInt8], name: VaultItem.Name?, act: Act)]
        /// Affected devices as `member/device`, with their new roles.
        public let members: [(device: String, role: TeamRole)]
        /// Whether it started a new epoch with a new team key.
        public let beginsEpoch: Bool
    }

    /// Lists who changed which items and members, as far as this file has the log.
    ///
    /// The file keeps the last 10,000 commits. Reading leaves no trace.
    ///
    /// - Parameter generation: Only entries after this one are listed.
    /// - Returns: The entries, oldest first.
    /// - Throws: ``VaultError`` with code `.notFound` for a vault without a team.
    public func teamLog(after generation: UInt64 = 0) throws(VaultError) -> [TeamLogEntry] {
        try read { transaction in
            let team = try transaction.team()
            let keyring = try team.keyring(of: transaction.keys.vault)
            let members = try transaction.teamMembers(keyring)
            let names = Dictionary(
                try transaction.all { _ in true }.map { ($0.item.identifier, $0.item.name) }
            ) { first, _ in first }
            var head = team.position.head
            var entries: [TeamLogEntry] = []
            let commits = try transaction.database.teamCommits.commits(after: 0, through: team.position.generation)
            var expected = team.position.generation
            for (number, commit) in commits.reversed() {
                let header = try TeamHeader(commit.header)
                guard commit.head == head, header.generation == number, number == expected else {
                    throw VaultError(
                        .tampered, "the vault was changed: a commit of its team's log is another than was taken")
                }
                head = header.before
                expected -= 1
                guard number > generation else { break }
                let changes = try TeamChange.list(commit.changes)
                let before = number > 1 ? commits.first { $0.generation == number - 1 } : nil
                let beginsEpoch = try before.map { try TeamHeader($0.commit.header).keyName != header.keyName } ?? false
                entries.append(
                    TeamLogEntry(
                        generation: number, time: header.time,
                        author: members[header.device]?.fullName ?? Base16.standard.encode(header.device),
                        items: changes.filter { $0.name.kind == TeamRecord.Name.item }.map {
                            ($0.name.key, names[$0.name.key], $0.digest == nil ? .removed : .wrote)
                        },
                        members: try changes.filter { $0.name.kind == TeamRecord.Name.device }.map {
                            let device = try TeamDevice(keyring.open($0.body, as: $0.name), as: $0.name)
                            return (device.fullName, device.role)
                        }, beginsEpoch: beginsEpoch))
            }
            return entries.reversed()
        }
    }

    // MARK: Comparing

    /// A code that two people compare by voice to confirm that the server shows both the same log.
    ///
    /// - Returns: The generation and 100 bits of a digest of its head, such as `1206-8KQ2M-C0X7Z-5WNTE-H4R1D`.
    /// - Throws: ``VaultError`` with code `.notFound` for a vault without a team.
    public func teamCheckCode() throws(VaultError) -> String {
        try read { transaction in Self.checkCode(try transaction.team().position, transaction.keys.vault) }
    }

    /// The result of comparing another device's code with this file's log.
    public enum TeamCheck: Sendable { case same, different, unknown }

    /// Compares the code shown by another device.
    ///
    /// - Parameter code: The result of ``teamCheckCode()``; accepts lower case, O for 0, and I and L for 1.
    /// - Returns: Whether both have the same log up to that generation; unknown if this file does not have it.
    /// - Throws: ``VaultError`` with code `.malformed` for an invalid code.
    public func compareTeamLog(with code: String) throws(VaultError) -> TeamCheck {
        let written = code.uppercased().map { ["O": "0", "I": "1", "L": "1"][$0] ?? $0 }.filter { !$0.isWhitespace }
        let parts = String(written).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 5, let generation = UInt64(parts[0]), generation > 0,
            parts.dropFirst().allSatisfy({ $0.utf8.count == 5 })
        else {
            throw VaultError(
                .malformed,
                "not a code of a log, which is a number and four groups of five symbols, joined by hyphens")
        }
        return try read { transaction in
            let position = try transaction.team().position
            let head: [UInt8]? =
                generation == position.generation
                ? position.head
                : try generation > position.generation
                    ? nil
                    : transaction.database.teamCommits.commits(after: generation - 1, through: generation)
                        .first?.commit.head
            guard let head else { return .unknown }
            let own = Self.checkCode(TeamPosition(generation: generation, head: head), transaction.keys.vault)
            return own == parts.joined(separator: "-") ? .same : .different
        }
    }

    private static func checkCode(_ position: TeamPosition, _ vault: [UInt8]) -> String {
        let digest = SHA256.hash(
            Array("arca.check.v1\0".utf8) + vault + position.generation.bigEndianBytes + position.head)
        let symbols = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
        var bits: UInt128 = digest.prefix(16).bigEndianNumber()
        var groups: [String] = []
        for _ in 0..<4 {
            var group = ""
            for _ in 0..<5 {
                group.append(symbols[Int(bits >> 123)])
                bits <<= 5
            }
            groups.append(group)
        }
        return ([String(position.generation)] + groups).joined(separator: "-")
    }

    /// Verifies the file's copy of the team log against its state.
    ///
    /// - Throws: ``VaultError`` with code `.tampered`.
    public func verifyTeamLog() throws(VaultError) {
        try read { transaction in
            let team = try transaction.team()
            guard !team.isWaiting else { return }
            let keys = try team.keyring(of: transaction.keys.vault).newest
            var sum = GroupChecksums.Group()
            try transaction.teamRecords().forEach { row in sum.add(keys.leaf(row.name, row.digest)) }
            guard sum == team.root else {
                throw VaultError(
                    .tampered,
                    "the vault was changed by another program than Arca: records of its team's log are missing or others"
                )
            }
        }
    }

    // MARK: Repairing

    /// The result of repairing a team's log.
    public struct TeamRepair: Sendable {
        /// Number of commits restored from this file to the store.
        public internal(set) var commitCount = 0
        /// Number of commits removed because members' devices reject them.
        public internal(set) var cutCount = 0
        /// The logins that sent the removed commits, as reported by the store; they lost the right to write.
        public internal(set) var senders: [String] = []
    }

    /// Restores commits that a database lost when it was restored from a backup, from this file.
    ///
    /// For an admin it also removes commits that no member made.
    ///
    /// Devices reject such a commit and all that follow, so none has accepted what is removed. For an admin it also
    /// restores the rights of the logins according to their members' roles, except for the senders of removed commits,
    /// because a backup can bring back logins of removed members.
    ///
    /// - Parameter store: The store of the log.
    /// - Returns: The changes made.
    /// - Throws: ``VaultError`` with code `.forged` if others have written to it since, or it is a different log;
    ///   `.notAllowed` for a reader; `.tampered` for a damaged file; `.unsupported` if this file does not reach back
    ///   far enough; or as ``syncTeam(with:sends:)``.
    public func repairTeamLog(in store: any TeamStore) throws(VaultError) -> TeamRepair {
        try checkFree()
        return try VaultError.wrap {
            // With a damaged file, other members' commits would look forged.
            try verifyTeamLog()
            return try withEngine { engine in
                let (vault, team) = try (engine.unlockedKeys().vault, engine.read { try $0.team() })
                guard team.role >= .writer else {
                    throw VaultError(
                        .notAllowed, "a \(team.role) does not repair the log", hint: "ask a writer or an admin")
                }
                var repair = TeamRepair()
                if team.role == .admin { try engine.cutUnreadable(store, &repair) }
                let shown = try store.position(of: vault)
                var report = TeamReport()
                guard shown.generation < team.position.generation else {
                    try engine.pullTeam(store, &report, comparesNotes: false)
                    if team.role == .admin { try engine.allowLogins(except: repair.senders, store) }
                    return repair
                }
                let batch = try engine.read { transaction in
                    let all = try transaction.database.teamCommits.commits(
                        after: max(1, shown.generation) - 1, through: team.position.generation)
                    var rest = all[...]
                    if shown.generation > 0 {
                        guard let first = rest.popFirst() else { throw Self.tooFarBack }
                        guard first.generation == shown.generation, first.commit.head == shown.head else {
                            throw VaultError(
                                .forged,
                                "the server's log is another than this file's: others have written to it since it was restored, or it lies",
                                hint: "compare 'arca team check' with the others")
                        }
                    }
                    guard rest.map(\.generation).elementsEqual((shown.generation + 1)...team.position.generation)
                    else { throw Self.tooFarBack }
                    let table = try transaction.teamRecords()
                    var batch = TeamBatch(commits: rest.map(\.commit), puts: [], drops: [])
                    var names: Set<TeamRecord.Name> = []
                    for next in rest { names.formUnion(try TeamChange.list(next.commit.changes).map(\.name)) }
                    for name in names.sorted() {
                        if let row = try table.row(name) {
                            batch.puts.append(TeamRecord(name: name, generation: row.generation, body: row.body))
                        } else {
                            batch.drops.append(name)
                        }
                    }
                    return batch
                }
                for record in batch.puts where record.name.kind == TeamRecord.Name.attachment {
                    for index in 0..<record.body.count / 32 {
                        let piece = try engine.read {
                            try $0.database.pieces.piece(index, of: record.name.key.bigEndianNumber())
                        }
                        guard let piece else { continue }
                        try store.put(piece: piece, index, of: record.name.key, in: vault)
                    }
                }
                guard try store.append(batch, to: vault, after: shown) else {
                    throw VaultError(.busy, "somebody else has repaired the log, or writes to it; sync again")
                }
                try engine.noteSeen(store, &report)
                if team.role == .admin { try engine.allowLogins(except: repair.senders, store) }
                repair.commitCount = batch.commits.count
                return repair
            }
        }
    }

    private static let tooFarBack = VaultError(
        .unsupported, "the server's log was set back further than this file reaches (the last 10,000 commits)",
        hint: "let another device repair it")

    // MARK: Leaving

    /// Separates the vault from its team; it keeps its items and no longer syncs.
    ///
    /// - Throws: ``VaultError`` with code `.notFound` for a vault without a team.
    public func leaveTeam() throws(VaultError) {
        try exclusively { engine in
            try engine.writeTeam { transaction in
                _ = try transaction.team()
                try Schema.remove(TeamTables.all, from: transaction.database)
                transaction.state.extensionState = nil
            }
        }
    }
}

extension VaultEngine {
    /// Removes the commits that this device cannot follow, if there are any.
    fileprivate func cutUnreadable(_ store: any TeamStore, _ repair: inout Vault.TeamRepair) throws {
        let (vault, team) = try (unlockedKeys().vault, read { try $0.team() })
        guard try store.position(of: vault).generation > team.position.generation else { return }
        let snapshot = try store.read(vault, from: team.position.generation)
        let fault: UInt64? = try read { transaction in
            var check = try logCheck(transaction, team)
            do {
                _ = try check.take(snapshot)
                return nil
            } catch let error as VaultError where error.code == .forged { return check.fault }
        }
        guard let fault else { return }
        repair.senders = try store.cut(vault, after: fault - 1, from: snapshot.position)
        repair.cutCount = Int(snapshot.position.generation - (try store.position(of: vault).generation))
    }
}
