public import ArcaCodecs
public import ArcaSystem

/// Looks at every row of a vault's file, in one transaction, and says what is wrong instead of stopping at it.
///
/// Source: Documentation/VAULT-FORMAT.md, sections 4 to 11.
final class Verification {
    let transaction: VaultTransaction
    let progress: @Sendable (_ done: Int, _ total: Int) -> Void
    var report = VerificationReport()
    /// What is known of the items, by identifier, for what hangs on them.
    var items: [UInt128: Item] = [:]
    /// Rows that did not open.
    var damaged: [SealedRow] = []
    /// Whether a row could not even be read as one.
    var hasUnreadable = false
    private var done = 0
    private let total: Int

    /// What hangs on an item: older versions and attachments.
    struct Item {
        let name: VaultItem.Name
        let epoch: UInt32
        let history: ItemRecord.History
        let attachments: [(VaultItem.Attachment, SecretRecord.AttachmentKey)]
    }

    init(
        _ transaction: VaultTransaction, progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) throws(VaultError) {
        self.transaction = transaction
        self.progress = progress
        total = Int(
            try transaction.database.integer(
                "SELECT (SELECT count(*) FROM item) + (SELECT count(*) FROM history) + (SELECT count(*) FROM piece)"))
    }

    /// Notes what is wrong.
    func note(_ code: VaultFinding.Code, _ item: VaultItem.Name? = nil, _ detail: String) {
        report.findings.append(VaultFinding(code, item, detail))
    }

    /// Notes that rows were looked at.
    func advance(by count: Int) {
        done += count
        progress(min(done, total), total)
    }

    /// Does all of it but the comparison with what was seen elsewhere.
    func run() throws(VaultError) {
        try checkSlots()
        do throws(VaultError) {
            try transaction.checkLog()
        } catch {
            guard error.code == .forked || error.code == .tampered else { throw error }
            note(.logDamaged, nil, "the log lacks generations or has others, so the vault's past cannot be told")
        }
        try checkItems()
        try checkHistory()
        try checkAttachments()
        if let previous = transaction.state.previous {
            note(.rotationUnfinished, nil, "\(previous.sums.rowCount) items are left; the next rotation goes on")
        }
        for _ in transaction.state.staged {
            note(.stagingLeftover, nil, "an attachment was begun and not finished; a writer removes it after a day")
        }
    }

    private func checkSlots() throws(VaultError) {
        let rows = try StateRow.slots(in: transaction.database)
        let known = transaction.state.slots.map(\.identifier)
        let found = rows.map(\.identifier)
        for slot in transaction.state.slots where !found.contains(slot.identifier) {
            note(.slotRemoved, nil, "a slot that the state knows is gone: \(Self.text(of: slot))")
        }
        for identifier in found where !known.contains(identifier) {
            note(.slotAdded, nil, "a slot was added or put back that the state does not know")
        }
        guard found == known else { return }
        do throws(VaultError) {
            _ = try transaction.slots()
        } catch {
            guard error.code == .tampered else { throw error }
            note(.slotChanged, nil, "a slot's row was changed: it is not the one that the state knows")
        }
    }

    private static func text(of slot: StateRecord.Slot) -> String {
        let kind = VaultSlotKind(rawValue: slot.kind)?.name ?? "of a newer kind"
        return slot.label.isEmpty ? kind : "\(kind) \"\(slot.label)\""
    }
}

extension Vault {
    /// Looks at all of the vault: slots, log, every item, older version and attachment.
    ///
    /// - Parameters:
    ///   - acceptsOlder: Whether to go on from this file if nothing is wrong with it but that it is an older one or a fork:
    ///     from then on it is the vault, and what others have is older.
    ///   - progress: Receives how many rows were looked at, of how many; must not use the vault.
    /// - Returns: What is wrong; damage that can be named is never thrown.
    /// - Throws: ``VaultError`` with code `.locked`, `.busy`, `.systemFailed`, and what accepting an older file throws.
    public func verify(
        acceptsOlder: Bool = false, progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(VaultError) -> VerificationReport {
        try withEngine { (engine) throws(VaultError) in
            let report = try engine.verify(progress: progress)
            let past: Set<VaultFinding.Code> = [.olderFile, .fork, .logDamaged]
            let isAcceptable = report.findings.allSatisfy { $0.code.isWarning || past.contains($0.code) }
            guard acceptsOlder, !report.isSound, isAcceptable else { return report }
            engine.remember(try engine.jump(to: .live), acceptingOlder: true)
            return try engine.verify(progress: progress)
        }
    }

    /// Looks at all of a vault that may be too damaged to open.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - credential: What opens it.
    ///   - options: Where this machine remembers the vault, and whether the file is a backup.
    ///   - progress: Receives how many rows were looked at, of how many.
    /// - Returns: What is wrong.
    /// - Throws: ``VaultError`` with code `.wrongCredential`, `.notFound`, `.malformed` for what is no vault,
    ///   `.invalidArgument` for a vault that is to be a backup, `.unsupported` for what a newer Arca wrote, `.busy`,
    ///   `.systemFailed`, and `.tampered` where no slot is left that could be opened, or more than a vault can have.
    public static func verify(
        at path: BytePath, with credential: VaultCredential, options: OpenOptions = OpenOptions(),
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(VaultError) -> VerificationReport {
        let database: Database
        do throws(VaultError) {
            database = try Database(path, .readOnly, busyLimit: options.busyMilliseconds)
        } catch {
            guard error.code == .tampered else { throw error }
            var report = VerificationReport()
            report.findings = [VaultFinding(.schemaChanged, nil, error.reason)]
            try report.noteSidecars(of: path)
            return report
        }
        let (key, slot) = try VaultSlots.unlock(database, with: credential, options)
        let engine = VaultEngine(database, try RecordKeys(key), options, openedBy: slot)
        return try engine.verify(progress: progress)
    }
}

extension VerificationReport {
    /// Notes the files beside a vault that are none of its own.
    fileprivate mutating func noteSidecars(of path: BytePath) throws(VaultError) {
        for sidecar in try VaultFile.foreignSidecars(of: path) {
            findings.append(VaultFinding(.foreignSidecar, nil, "\(sidecar) is none of the vault's files; remove it"))
        }
    }
}

extension VaultEngine {
    /// Looks at all of the file in one transaction.
    func verify(
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) throws(VaultError) -> VerificationReport {
        let keys = try unlockedKeys()
        var report = VerificationReport()
        do throws(VaultError) {
            report = try database.read { () throws(VaultError) in
                try verify(keys, progress: progress)
            }
        } catch {
            // Pages so damaged that SQLite gives up on them.
            guard error.code == .tampered else { throw error }
            report.findings.append(VaultFinding(.sqliteDamage, nil, error.reason))
        }
        if let path = database.path { try report.noteSidecars(of: path) }
        return report
    }

    private func verify(
        _ keys: RecordKeys, progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) throws(VaultError) -> VerificationReport {
        var first = VerificationReport()
        first.findings = try database.damage().map { VaultFinding(.sqliteDamage, nil, $0) }
        let transaction: VaultTransaction
        do throws(VaultError) {
            transaction = try VaultTransaction(database, keys, previous: nil)
        } catch {
            guard error.code == .tampered || error.code == .olderFile else { throw error }
            first.findings.append(
                VaultFinding(error.code == .olderFile ? .olderFile : .stateDamaged, nil, error.reason))
            return first
        }
        let verification = try Verification(transaction, progress: progress)
        verification.report = first
        if let finding = try pastFinding(transaction) { verification.report.findings.append(finding) }
        do throws(VaultError) {
            try verification.run()
        } catch {
            // What was found before stands.
            guard error.code == .tampered else { throw error }
            verification.note(.sqliteDamage, nil, error.reason)
        }
        return verification.report
    }

    /// What is wrong with the state beside what this machine has seen.
    private func pastFinding(_ transaction: VaultTransaction) throws(VaultError) -> VaultFinding? {
        if options.isBackup {
            // As a backup it would not be compared with anything.
            guard transaction.state.kind == .backup else { throw VaultEngine.noBackup }
            return nil
        }
        guard transaction.state.kind == .live else {
            return VaultFinding(.olderFile, nil, "a backup stands in the vault's place; restore it")
        }
        switch try past(of: transaction, forWriting: false)?.freshness {
        case .older: return VaultFinding(.olderFile, nil, "this machine has seen a newer state of the vault")
        case .forked:
            return VaultFinding(.fork, nil, "the file's past differs from the one that this machine has seen")
        default: return nil
        }
    }
}
