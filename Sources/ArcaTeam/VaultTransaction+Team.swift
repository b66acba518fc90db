internal import ArcaCore
internal import ArcaVault

extension VaultTransaction {
    /// The file's knowledge of its team, or nil for a vault without a team.
    var teamState: TeamState? { get throws { try state.extensionState.map { try TeamState($0) } } }

    func team() throws -> TeamState {
        guard let team = try teamState else {
            throw VaultError(
                .notFound, "the vault belongs to no team",
                hint: "'arca team init' shares it, 'arca team join' takes you into a team")
        }
        return team
    }

    func set(_ team: TeamState) { state.extensionState = team.bytes }

    func teamRecords() throws -> TeamRecordTable { database.teamRecords(try team().rowKey()) }

    /// All past and present devices by identifier.
    func teamMembers(_ keyring: TeamKeyring) throws -> [[UInt8]: TeamDevice] {
        var members: [[UInt8]: TeamDevice] = [:]
        try teamRecords().forEach(of: TeamRecord.Name.device) { row in
            members[row.name.key] = try TeamDevice(keyring.open(row.body, as: row.name), as: row.name)
        }
        return members
    }

    func teamItem(_ row: TeamRow, _ keyring: TeamKeyring) throws -> TeamItem {
        try TeamItem(keyring.open(row.body, as: row.name), identifier: row.name.key)
    }

    /// An item of the file, reduced to one version.
    func teamContents(of item: OpenedItem) throws -> ItemContents {
        let contents = try contents(of: item, secret(of: item))
        return contents.edited(
            to: nil, at: item.item.version, isRemoved: contents.isRemoved, time: contents.modified, state.past)
    }

    // MARK: Taking

    /// Applies entries of the log and a commit that the file sent after them and that shares no record with them.
    ///
    /// `bring` copies the pieces of an attachment with the given digests. Throws `.forged` for malformed items.
    func settle(
        _ pull: TeamPull, _ outgoing: TeamOutgoing? = nil, _ report: inout Vault.TeamReport,
        bring: @escaping (_ attachment: [UInt8], _ digests: [[UInt8]]) throws -> Void
    ) throws {
        let team = try team()
        // Whether the commit has everything that the log lacks.
        let isAll = [team.compared, outgoing?.compared, team.isWaiting ? GroupChecksums() : nil].contains(state.sums)
        var isClean = true
        if !pull.commits.isEmpty || pull.isWhole {
            isClean = try apply(pull, &report, bring: bring)
            report.commitCount += pull.commits.count
        }
        if let outgoing {
            try note(outgoing)
            report.sentCount += outgoing.itemCount
            // The other files show such items with their own names once they take the commit.
            if try outgoing.freedNames.contains(where: { try find($0.numbered(2)) != nil }) {
                var placing = MergeWriter(in: self) { _ in }
                try placing.write([], besides: all { _ in true })
                report.taken.add(placing.report)
            }
        }
        var settled = try self.team()
        report.generation = settled.position.generation
        settled.compared = isAll && isClean && state.previous == nil ? state.sums : nil
        set(settled)
    }

    /// Applies entries of the log; returns whether the items now equal the log's.
    private func apply(
        _ pull: TeamPull, _ report: inout Vault.TeamReport,
        bring: @escaping (_ attachment: [UInt8], _ digests: [[UInt8]]) throws -> Void
    ) throws -> Bool {
        var team = try team()
        if state.previous != nil { try reencryptAll() }
        let table = try teamRecords()
        let places = TeamPlaces(self, groupsToCompare(since: team.compared))
        var isClean = true
        for put in pull.puts where put.record.name.kind != TeamRecord.Name.item {
            try table.put(TeamRow(put, version: 0))
        }
        var placing = MergeWriter(in: self) { attachments in
            for attachment in attachments {
                let name = TeamRecord.Name(kind: TeamRecord.Name.attachment, key: attachment.identifier)
                guard let row = try table.row(name), row.body.count % 32 == 0 else {
                    throw VaultError(.forged, "an item of the team's log has an attachment that is not there")
                }
                let digests = stride(from: 0, to: row.body.count, by: 32).map { Array(row.body[$0..<$0 + 32]) }
                try bring(attachment.identifier, digests)
            }
        }
        var pending: [MergeWriter.Pending] = []
        var isRenaming = false
        for put in pull.puts where put.record.name.kind == TeamRecord.Name.item {
            guard let theirs = try opened(put.record, pull.keyring, attachedIn: table) else {
                // A writer signed it; the file's own version is kept and sent back as a change.
                report.unreadableCount += 1
                isClean = false
                try table.put(TeamRow(put, version: 0))
                continue
            }
            let base = try table.row(put.record.name).flatMap { try readable($0, pull.keyring) }
            let identifier: UInt128 = put.record.name.key.bigEndianNumber()
            var version: UInt64 = 0
            if let row = try places.row(identifier, base) {
                let item = try OpenedItem(row, keys(of: row.key))
                let secret = try secret(of: item)
                let ours = try contents(of: item, secret)
                let merged = ours.merged(
                    with: theirs.contents, base: base?.contents, at: state.generation, state.past)
                let isTheirs = merged.agrees(with: theirs.contents)
                if !isTheirs { isClean = false }
                let isHere = merged.agrees(
                    with: ours.edited(
                        to: nil, at: state.generation, isRemoved: ours.isRemoved, time: now, state.past))
                if isHere {
                    version = isTheirs ? row.key.version : 0
                } else {
                    version = isTheirs ? state.generation : 0
                    let oldName = item.item.name
                    pending.append(try placing.replace(item, secret, by: merged))
                    if try find(oldName.numbered(2)) != nil { isRenaming = true }
                }
            } else if base == nil || base.map({ !$0.contents.agrees(with: theirs.contents) }) ?? true {
                // It is new, or changed after this file removed it permanently: the change is kept.
                var contents = ItemContents.nothing(theirs.contents, at: state.generation)
                contents = contents.merged(with: theirs.contents, base: nil, at: state.generation, state.past)
                try placing.bringAll(contents.attachments(state.past))
                if !contents.isRemoved {
                    placing.report.note(contents.name(state.past) ?? VaultItem.Name("", ""), .added)
                }
                pending.append(MergeWriter.Pending(contents))
                version = state.generation
            }
            try table.put(TeamRow(put, version: version))
        }
        for name in pull.drops {
            if name.kind == TeamRecord.Name.item, let known = try table.row(name) {
                let base = try readable(known, pull.keyring)
                if let row = try places.row(name.key.bigEndianNumber(), base) {
                    let item = try OpenedItem(row, keys(of: row.key))
                    if let base, try teamContents(of: item).agrees(with: base.contents) {
                        try remove(item)
                        placing.report.note(item.item.name, .removed)
                        if try find(item.item.name.numbered(2)) != nil { isRenaming = true }
                    } else {
                        isClean = false
                    }
                }
            }
            try table.remove(name)
        }
        try write(pending, placing: &placing, isRenaming: isRenaming)
        for commit in pull.commits { try database.teamCommits.put(commit.commit, commit.generation) }
        (team.position, team.root, team.role) = (pull.position, pull.root, pull.role)
        team.keys = pull.keyring.all.map { TeamState.Key(number: $0.number, secret: $0.secret) }
        team.invitation = nil
        set(team)
        report.taken.add(placing.report)
        return isClean
    }

    private func opened(
        _ record: TeamRecord, _ keyring: TeamKeyring, attachedIn table: TeamRecordTable
    ) throws -> TeamItem? {
        let row = TeamRow((record, []), version: 0)
        guard let item = try readable(row, keyring) else { return nil }
        for attachment in item.contents.attachments(MergeHistory()) {
            let name = TeamRecord.Name(kind: TeamRecord.Name.attachment, key: attachment.identifier)
            guard let row = try table.row(name), row.body.count % 32 == 0 else { return nil }
        }
        return item
    }

    /// An item from the log, or nil if this version of Arca cannot read it.
    ///
    /// Any writer could create one, so it is not an error.
    func readable(_ row: TeamRow, _ keyring: TeamKeyring) throws -> TeamItem? { try reading(row, keyring).item }

    /// An item from the log, or whether it seems to come from a newer Arca and must not be overwritten.
    private func reading(_ row: TeamRow, _ keyring: TeamKeyring) throws -> (item: TeamItem?, isNewer: Bool) {
        do { return (try teamItem(row, keyring), false) } catch let error as VaultError {
            guard [.tampered, .forged, .unsupported].contains(error.code) else { throw error }
            return (nil, error.code == .unsupported)
        }
    }

    /// Writes items and reads all others only if names collide.
    private func write(
        _ pending: [MergeWriter.Pending], placing: inout MergeWriter, isRenaming: Bool
    ) throws {
        let names = pending.filter { !$0.contents.isRemoved }.compactMap { $0.contents.name(state.past) }
        var isCrowded = isRenaming || Set(names).count < names.count || pending.contains { $0.name != nil }
        for name in names where !isCrowded { isCrowded = try find(name, toAdd: true) != nil }
        try placing.write(pending, besides: isCrowded ? try all { _ in true } : [])
    }

    // MARK: Giving

    /// Changes that the log lacks.
    struct Unsent {
        /// New and changed items with their state in the log.
        var changed: [(item: OpenedItem, contents: ItemContents, base: TeamItem?)] = []
        var removed: [(row: TeamRow, base: TeamItem)] = []
        /// Rows that equal the log's under another version.
        var same: [(row: TeamRow, version: UInt64)] = []
        /// Number of changed items that are not sent, because a newer Arca wrote the log's version.
        var withheldCount = 0
        var sums = GroupChecksums()

        var isEmpty: Bool { changed.isEmpty && removed.isEmpty }
        var count: Int { changed.count + removed.count }
    }

    /// Groups of items that may have something the log lacks; nil for all.
    private func groupsToCompare(since compared: GroupChecksums?) -> [Int]? {
        guard let compared, state.previous == nil else { return nil }
        return (0..<GroupChecksums.groupCount).filter { compared[$0] != state.sums[$0] }
    }

    /// Compares the items with the log's, limited to groups that have changed since they were equal.
    func unsent(_ keyring: TeamKeyring) throws -> Unsent {
        let table = try teamRecords()
        if let compared = try team().compared, let groups = groupsToCompare(since: compared) {
            let places = try database.items.places(in: groups)
            var versions: [UInt128: UInt64] = [:]
            for identifier in places.keys { versions[identifier] = try table.version(of: identifier) }
            // Each compared row is a record. If one is gone, it may be in any group or removed.
            if groups.reduce(0, { $0 + Int(compared[$1].count) }) == versions.count {
                return try unsent(places, versions, keyring)
            }
        }
        return try unsent(database.items.places(in: 0..<GroupChecksums.groupCount), table.versions(), keyring)
    }

    private func unsent(
        _ places: [UInt128: (tag: LookupTag, version: UInt64)], _ known: [UInt128: UInt64], _ keyring: TeamKeyring
    ) throws -> Unsent {
        var unsent = Unsent()
        unsent.sums = state.sums
        let table = try teamRecords()
        var versions = known
        for (identifier, place) in places.sorted(by: { $0.key < $1.key }) {
            let known = versions.removeValue(forKey: identifier)
            guard known != place.version else { continue }
            guard let row = try checkGroup(place.tag.group, finding: place.tag) else {
                throw VaultTransaction.changedGroup
            }
            let item = try OpenedItem(row, keys(of: row.key))
            let contents = try teamContents(of: item)
            let name = TeamRecord.Name(kind: TeamRecord.Name.item, key: identifier.bigEndianBytes)
            let record = try known == nil ? nil : table.row(name)
            let (base, isNewer) = try record.map { try reading($0, keyring) } ?? (nil, false)
            if isNewer {
                unsent.withheldCount += 1
            } else if let record, let base, base.contents.agrees(with: contents) {
                unsent.same.append((record, row.key.version))
            } else {
                unsent.changed.append((item, contents, base))
            }
        }
        if !versions.isEmpty {
            // A row missing from the file may have been removed by an attacker.
            try checkAllGroups()
            for identifier in versions.keys.sorted() {
                let name = TeamRecord.Name(kind: TeamRecord.Name.item, key: identifier.bigEndianBytes)
                guard let row = try table.row(name), let base = try readable(row, keyring) else { continue }
                unsent.removed.append((row, base))
            }
        }
        return unsent
    }
}

/// Finds rows by identifier, for which the table has no index.
private final class TeamPlaces {
    private let vault: VaultTransaction
    private let groups: [Int]?
    private lazy var changed = Result {
        try vault.database.items.places(in: groups ?? Array(0..<GroupChecksums.groupCount))
    }
    private lazy var all =
        groups == nil ? changed : Result { try vault.database.items.places(in: 0..<GroupChecksums.groupCount) }

    init(_ vault: VaultTransaction, _ groups: [Int]?) { (self.vault, self.groups) = (vault, groups) }

    /// Finds the row of an item by its identifier and its state in the log, or nil.
    func row(_ identifier: UInt128, _ base: TeamItem?) throws -> SealedRow? {
        if let name = base?.contents.name(MergeHistory()) {
            let tag = vault.keys.lookupTag(name)
            if let row = try vault.checkGroup(tag.group, finding: tag), row.key.identifier == identifier { return row }
        }
        // An item that the log lacks is in a changed group or missing.
        let places = try base == nil ? changed.get() : all.get()
        guard let place = places[identifier] else { return nil }
        return try vault.checkGroup(place.tag.group, finding: place.tag)
    }
}

extension TeamRow {
    init(_ put: (record: TeamRecord, digest: [UInt8]), version: UInt64) {
        self.init(
            name: put.record.name, generation: put.record.generation, version: version, digest: put.digest,
            body: put.record.body)
    }
}
