public import ArcaCore
internal import ArcaCrypto
internal import ArcaSystem
public import ArcaVault

extension Vault {
    /// The result of syncing with the team.
    public struct TeamReport: Sendable {
        /// Received changes, by the names of items.
        public internal(set) var taken = MergeReport(hasCommonPast: true, isKnown: true)
        /// The number of received commits.
        public internal(set) var commitCount = 0
        /// The number of sent changes.
        public internal(set) var sentCount = 0
        /// The number of unsent changes, because this device may not send or the caller did not request it.
        public internal(set) var waitingCount = 0
        /// The number of malformed items in the log; the file's own versions are kept.
        public internal(set) var unreadableCount = 0
        /// The number of commits in the log.
        public internal(set) var generation: UInt64 = 0
        /// Whether the device waits for admission.
        public internal(set) var isWaiting = false
        /// The error if the store rejected this device's note of the log head that it has seen; nil on success.
        ///
        /// Without such notes, others cannot detect that a server shows this device a different log.
        public internal(set) var noteFailure: VaultError?
    }

    /// Receives the team's changes and sends this file's.
    ///
    /// Everything from the store is verified before use: signatures, the rights of their devices, and that nothing was
    /// rolled back, omitted, replaced or added. Changes of different parts of an item are combined; changes of the same
    /// part conflict until ``resolve(_:field:taking:)``.
    ///
    /// - Throws: ``VaultError`` with code `.notFound` for a vault without a team or a store without its log; `.forged`,
    ///   in which case nothing was taken; `.notAllowed` for a removed device; `.locked` if the team has a new key that
    ///   a session cannot unwrap; `.unreachable`, `.busy`, `.readOnly` or `.systemFailed`.
    public func syncTeam(with store: any TeamStore, sends: Bool = true) throws(VaultError) -> TeamReport {
        try checkFree()
        return try VaultError.wrap {
            var report = TeamReport()
            if try withEngine({
                $0.rules = .team
                return try $0.joinTeam(store, &report)
            }) {
                return report
            }
            var attempt = 0
            while true {
                // The retry holds the log, so no one else appends.
                switch try withEngine({ try $0.exchange(store, sends, holding: attempt > 0, &report) }) {
                case .done: return report
                case .more: attempt = 0
                case .moved: attempt += 1
                }
                guard attempt < 8 else {
                    throw VaultError(.busy, "others write to the team's log all the time; try again")
                }
            }
        }
    }
}

extension VaultEngine {
    // MARK: Taking

    /// Receives new entries.
    ///
    /// `comparesNotes` stops if another device reports another log; an admin must be able to remove a device that lies.
    func pullTeam(
        _ store: any TeamStore, _ report: inout Vault.TeamReport, comparesNotes: Bool = true
    ) throws {
        while true {
            let (team, pull) = try fetchTeam(store, comparesNotes: comparesNotes)
            if try settle(pull, nil, after: team, store: store, report: &report) { return }
            // Another process took it first; the next read finds the rest.
        }
    }

    private func fetchTeam(
        _ store: any TeamStore, comparesNotes: Bool = true
    ) throws -> (team: TeamState, pull: TeamPull) {
        while true {
            let team = try read { try $0.team() }
            guard team.role != .removed else { throw Self.removed }
            let vault = try unlockedKeys().vault
            let snapshot = try store.read(vault, from: team.position.generation)
            var failure: (error: VaultError, fault: UInt64?)?
            let found: (pull: TeamPull, check: TeamLogCheck)? = try read { transaction in
                guard try transaction.team().position == team.position else { return nil }
                var check = try logCheck(transaction, team)
                do { return (try check.take(snapshot), check) } catch let error as VaultError {
                    failure = (error, check.fault)
                    return nil
                }
            }
            if let failure {
                if failure.error.code == .notAllowed { try changeTeam { $0.role = .removed } }
                throw failure.fault.map { Self.unreadable(failure.error, $0, store: store, vault: vault) }
                    ?? failure.error
            }
            guard let found else { continue }
            if comparesNotes {
                let devices = found.check.members.values.filter { $0.role != .removed }.map(\.identifier)
                let notes = try store.notes(of: devices, in: vault)
                try read { try found.check.compare(notes: notes, with: $0) }
            }
            return (team, found.pull)
        }
    }

    /// Adds the sender and a hint to the error of a commit.
    private static func unreadable(
        _ error: VaultError, _ generation: UInt64, store: any TeamStore, vault: [UInt8]
    ) -> VaultError {
        var error = error
        if let login = try? store.sender(of: generation, in: vault) {
            error.reason += "; the server says that the login \(String(printable: login.utf8)) sent it"
        }
        error.hint = "an admin runs 'arca team repair', which takes it back, and removes the member"
        return error
    }

    /// Applies verified entries and a commit sent after them in one transaction; false if another process was faster.
    private func settle(
        _ pull: TeamPull, _ outgoing: TeamOutgoing?, after team: TeamState, store: any TeamStore,
        report: inout Vault.TeamReport
    ) throws -> Bool {
        report.generation = pull.position.generation
        guard !pull.commits.isEmpty || outgoing != nil else { return true }
        var settled = report
        var isDone = false
        try writeTeam { transaction in
            guard try transaction.team().position == team.position else { return }
            try transaction.settle(pull, outgoing, &settled) { attachment, digests in
                try Self.bring(attachment, digests, from: store, to: transaction)
            }
            isDone = true
        }
        guard isDone else { return false }
        report = settled
        try noteSeen(store, &report)
        return true
    }

    func logCheck(_ transaction: VaultTransaction, _ team: TeamState) throws -> TeamLogCheck {
        let vault = transaction.keys.vault
        let keyring = try team.keyring(of: vault)
        let table = try transaction.teamRecords()
        return TeamLogCheck(
            vault: vault, device: team.device, position: team.position, root: team.root, keyring: keyring,
            members: try transaction.teamMembers(keyring)
        ) { sealed, name, number in
            try self.teamDeviceKeys(team).unwrap(sealed, named: name, number: number, of: vault)
        } digest: { name in
            try table.row(name)?.digest
        } digests: {
            try table.digests()
        }
    }

    func teamDeviceKeys(_ team: TeamState) throws -> TeamDeviceKeys {
        try teamIdentity(team).keys(with: team.signingSeed)
    }

    func teamIdentity(_ team: TeamState) throws -> TeamIdentity {
        let key: VaultKey
        do { key = try unlockedVaultKey() } catch let error as VaultError where error.code == .locked {
            throw VaultError(
                .locked,
                "the unlocked session has no keys of this device's own, which new keys and members of the team need; "
                    + "open the vault with its passphrase for that")
        }
        return try TeamIdentity(team.identity, under: key)
    }

    /// Reads the pieces of an attachment and verifies their digests.
    static func bring(
        _ attachment: [UInt8], _ digests: [[UInt8]], from store: any TeamStore, to transaction: VaultTransaction
    ) throws {
        let number: UInt128 = attachment.bigEndianNumber()
        guard try transaction.database.pieces.count(of: number) == 0 else { return }
        for (index, digest) in digests.enumerated() {
            guard let piece = try store.piece(index, of: attachment, in: transaction.keys.vault),
                SHA256.hash(piece) == digest
            else { throw VaultError(.forged, "the server holds back a piece of an attachment, or has changed it") }
            try transaction.database.pieces.insert(piece, index, of: number)
        }
    }

    static let removed = VaultError(
        .notAllowed, "you were removed from the team; what this file holds stays readable")

    // MARK: Sending

    enum Exchange {
        case done
        /// More remains than one commit holds, or received changes must be sent on.
        case more
        /// The log or the file has moved.
        case moved
    }

    /// Receives new entries and sends what the log lacks.
    ///
    /// A sent commit directly follows the new entries if they share no record. The file applies both in one transaction
    /// after the store has accepted the commit, so no file is written while the log is held.
    func exchange(
        _ store: any TeamStore, _ sends: Bool, holding isHolding: Bool, _ report: inout Vault.TeamReport
    ) throws -> Exchange {
        let vault = try unlockedKeys().vault
        let offer =
            try isHolding
            ? store.holding(vault) { try self.offer(store, sends, &report) } : self.offer(store, sends, &report)
        return try finish(offer, store, sends: sends, report: &report)
    }

    private struct Offer {
        let team: TeamState
        let pull: TeamPull
        let unsent: VaultTransaction.Unsent
        /// Nil if nothing was sent.
        var outgoing: TeamOutgoing?
        var isMoved = false
    }

    private func offer(
        _ store: any TeamStore, _ sends: Bool, _ report: inout Vault.TeamReport
    ) throws -> Offer {
        while true {
            let (team, pull) = try fetchTeam(store)
            let (unsent, found) = try read { transaction in
                let unsent = try transaction.unsent(team.keyring(of: transaction.keys.vault))
                let outgoing =
                    try sends && pull.role >= .writer && !unsent.isEmpty
                    ? TeamOutgoing(unsent, after: pull, team, transaction) : nil
                return (unsent, outgoing)
            }
            var offer = Offer(team: team, pull: pull, unsent: unsent)
            guard let outgoing = found else { return offer }
            guard outgoing.names.isDisjoint(with: pull.puts.map(\.record.name)),
                outgoing.names.isDisjoint(with: pull.drops)
            else {
                // Both changed an item, which is merged before it is sent.
                offer.isMoved = try !settle(pull, nil, after: team, store: store, report: &report)
                if offer.isMoved { return offer }
                continue
            }
            for piece in outgoing.pieces {
                let bytes = try read {
                    try $0.database.pieces.piece(piece.index, of: piece.attachment.bigEndianNumber())
                }
                guard let bytes else {
                    offer.isMoved = true
                    return offer
                }
                try store.put(piece: bytes, piece.index, of: piece.attachment, in: outgoing.vault)
            }
            if try store.append(outgoing.batch, to: outgoing.vault, after: pull.position) {
                offer.outgoing = outgoing
            } else {
                offer.isMoved = true
            }
            return offer
        }
    }

    /// Updates the file to the state of the log.
    private func finish(
        _ offer: Offer, _ store: any TeamStore, sends: Bool, report: inout Vault.TeamReport
    ) throws -> Exchange {
        if offer.isMoved { return .moved }
        // If another process was faster, it has read the commit from the log as well.
        guard try settle(offer.pull, offer.outgoing, after: offer.team, store: store, report: &report) else {
            return .moved
        }
        let unsent = try offer.pull.commits.isEmpty && offer.outgoing == nil ? offer.unsent : waiting()
        if sends, offer.pull.role >= .writer, !unsent.isEmpty { return .more }
        report.waitingCount = unsent.count + unsent.withheldCount
        let isNoted = try read { transaction in
            try transaction.team().compared == unsent.sums
                || (!unsent.isEmpty || unsent.withheldCount > 0) && unsent.same.isEmpty
        }
        if !isNoted {
            try writeTeam { transaction in
                try transaction.note(unsent.same)
                guard unsent.isEmpty, unsent.withheldCount == 0, transaction.state.sums == unsent.sums,
                    transaction.state.previous == nil
                else { return }
                var team = try transaction.team()
                team.compared = unsent.sums
                transaction.set(team)
            }
        }
        return .done
    }

    private func waiting() throws -> VaultTransaction.Unsent {
        try read { transaction in
            try transaction.unsent(transaction.team().keyring(of: transaction.keys.vault))
        }
    }

    /// Publishes the log head that this device has seen; a failure is only reported.
    func noteSeen(_ store: any TeamStore, _ report: inout Vault.TeamReport) throws {
        let team = try read { try $0.team() }
        let note = try TeamNote(position: team.position, time: .now()).signed(
            with: team.signingKey(), of: unlockedKeys().vault, team.device)
        do {
            try store.put(note: note, of: team.device, in: unlockedKeys().vault)
            report.noteFailure = nil
        } catch { report.noteFailure = VaultError(wrapping: error) }
    }
}

/// A commit of changes that the log lacks.
struct TeamOutgoing {
    private static let largestItemCount = 10_000
    private static let largestByteCount = 32 << 20

    let vault: [UInt8]
    private(set) var batch = TeamBatch(commits: [], puts: [], drops: [])
    private(set) var position: TeamPosition
    private(set) var root: GroupChecksums.Group
    private(set) var pieces: [(attachment: [UInt8], index: Int)] = []
    private(set) var versions: [TeamRecord.Name: UInt64] = [:]
    private(set) var digests: [TeamRecord.Name: [UInt8]] = [:]
    private(set) var itemCount = 0
    let same: [(row: TeamRow, version: UInt64)]
    /// Names that items no longer have in the log, so other items may be shown with them.
    private(set) var freedNames: [VaultItem.Name] = []
    /// The sums of all items if the commit has everything that the log lacks.
    private(set) var compared: GroupChecksums?

    var names: Set<TeamRecord.Name> { Set(batch.puts.map(\.name) + batch.drops) }

    /// Encrypts as many changes as fit into one commit.
    init(
        _ unsent: VaultTransaction.Unsent, after pull: TeamPull, _ team: TeamState, _ transaction: VaultTransaction
    ) throws {
        vault = transaction.keys.vault
        same = unsent.same
        let keyring = pull.keyring
        (position, root) = (pull.position, pull.root)
        let generation = pull.position.generation + 1
        let table = try transaction.teamRecords()
        var changes: [TeamChange] = []
        var byteCount = 0
        for (item, contents, base) in unsent.changed {
            guard itemCount < Self.largestItemCount, byteCount < Self.largestByteCount else { break }
            let isSameSecret = base.map { contents.hasSecrets(of: $0.contents) } ?? false
            let sent = TeamItem(
                contents, secretGeneration: isSameSecret ? base?.secretGeneration ?? generation : generation)
            let name = TeamRecord.Name(kind: TeamRecord.Name.item, key: item.item.identifier)
            let body = try keyring.newest.seal(sent.padded(), as: name)
            byteCount += body.count
            try put(name, body, generation: generation, keyring: keyring, table: table, changes: &changes)
            versions[name] = item.row.key.version
            itemCount += 1
            if let old = base?.contents.name(MergeHistory()), contents.isRemoved || contents.name(MergeHistory()) != old
            {
                freedNames.append(old)
            }
            let (has, had) = (
                Set(contents.attachments(MergeHistory()).map(\.identifier)),
                Set(base?.contents.attachments(MergeHistory()).map(\.identifier) ?? [])
            )
            for attachment in has.subtracting(had) {
                let name = TeamRecord.Name(kind: TeamRecord.Name.attachment, key: attachment)
                guard try table.row(name) == nil else { continue }
                var (digests, index): ([UInt8], Int) = ([], 0)
                while let piece = try transaction.database.pieces.piece(index, of: attachment.bigEndianNumber()) {
                    digests += SHA256.hash(piece)
                    pieces.append((attachment, index))
                    index += 1
                }
                try put(name, digests, generation: generation, keyring: keyring, table: table, changes: &changes)
            }
            for attachment in had.subtracting(has) {
                try drop(
                    TeamRecord.Name(kind: TeamRecord.Name.attachment, key: attachment), keyring, table: table,
                    changes: &changes)
            }
        }
        for (row, base) in unsent.removed {
            guard itemCount < Self.largestItemCount else { break }
            try drop(row.name, keyring, table: table, changes: &changes)
            if let name = base.contents.name(MergeHistory()) { freedNames.append(name) }
            for attachment in base.contents.attachments(MergeHistory()) {
                let name = TeamRecord.Name(kind: TeamRecord.Name.attachment, key: attachment.identifier)
                try drop(name, keyring, table: table, changes: &changes)
            }
            itemCount += 1
        }
        changes.sort { $0.name < $1.name }
        let list = TeamChange.bytes(of: changes)
        let header = TeamHeader(
            vault: vault, generation: generation, before: position.head, device: team.device, time: .now(),
            keyName: keyring.newest.name, changes: TeamChange.digest(of: list, count: changes.count), root: root,
            isOfMembers: false)
        let commit = try header.signed(with: team.signingKey(), list)
        batch.commits = [commit]
        if itemCount == unsent.count, unsent.withheldCount == 0 { compared = unsent.sums }
        position = TeamPosition(generation: generation, head: commit.head)
    }

    private mutating func put(
        _ name: TeamRecord.Name, _ body: [UInt8], generation: UInt64, keyring: TeamKeyring,
        table: TeamRecordTable, changes: inout [TeamChange]
    ) throws {
        let digest = TeamKeys.digest(name, body)
        if let old = try table.row(name) { root.subtract(keyring.newest.leaf(name, old.digest)) }
        root.add(keyring.newest.leaf(name, digest))
        digests[name] = digest
        changes.append(TeamChange(name: name, digest: digest))
        batch.puts.append(TeamRecord(name: name, generation: generation, body: body))
    }

    private mutating func drop(
        _ name: TeamRecord.Name, _ keyring: TeamKeyring, table: TeamRecordTable, changes: inout [TeamChange]
    ) throws {
        // Two items may share an attachment after copies of a file were merged.
        guard let old = try table.row(name), !batch.drops.contains(name) else { return }
        root.subtract(keyring.newest.leaf(name, old.digest))
        changes.append(TeamChange(name: name, digest: nil))
        batch.drops.append(name)
    }
}

extension VaultTransaction {
    /// Records that the log has a commit of this file.
    func note(_ outgoing: TeamOutgoing) throws {
        var team = try team()
        let table = try teamRecords()
        try note(outgoing.same)
        for record in outgoing.batch.puts {
            try table.put(
                TeamRow(
                    name: record.name, generation: record.generation, version: outgoing.versions[record.name] ?? 0,
                    digest: outgoing.digests[record.name] ?? TeamKeys.digest(record.name, record.body),
                    body: record.body))
        }
        for name in outgoing.batch.drops { try table.remove(name) }
        for commit in outgoing.batch.commits { try database.teamCommits.put(commit, outgoing.position.generation) }
        (team.position, team.root) = (outgoing.position, outgoing.root)
        set(team)
    }

    /// Records which rows equal the log's under other versions.
    func note(_ same: [(row: TeamRow, version: UInt64)]) throws {
        let table = try teamRecords()
        for (row, version) in same { try table.setVersion(version, of: row) }
    }
}
