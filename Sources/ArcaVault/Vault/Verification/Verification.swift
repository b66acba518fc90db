public import ArcaCore
public import ArcaSystem

/// Verifies every row of a vault's file in one transaction, and reports all damage instead of stopping at the first.
///
/// Source: Documentation/VAULT-FORMAT.md, sections 4 to 11.
final class Verification {
    let transaction: VaultTransaction
    let progress: @Sendable (_ done: Int, _ total: Int) -> Void
    var report = Vault.VerificationReport()
    /// Items by identifier, for checking their history and attachments.
    var items: [UInt128: Item] = [:]
    var damaged: [SealedRow] = []
    /// The cached faults of groups.
    var faults: [Int: GroupFault?] = [:]
    /// Whether a row was malformed.
    var hasUnreadable = false
    var trashCount = 0
    private var done = 0
    private let total: Int

    /// The parts of an item in other tables: older versions and attachments.
    struct Item {
        let name: VaultItem.Name
        let epoch: UInt32
        let history: ItemRecord.History
        let attachments: [(VaultItem.Attachment, SecretRecord.AttachmentKey)]
    }

    init(
        _ transaction: VaultTransaction, progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) throws {
        self.transaction = transaction
        self.progress = progress
        total = try transaction.database.rowCount()
    }

    func note(_ code: VaultFinding.Code, _ item: VaultItem.Name? = nil, _ detail: String) {
        report.findings.append(VaultFinding(code, item, detail))
    }

    func advance(by count: Int) {
        done += count
        progress(min(done, total), total)
    }

    /// Runs all checks except the comparison with the newest state seen.
    func run() throws {
        try checkSlots()
        if try !transaction.isLogSound() {
            note(.logDamaged, nil, "the log lacks generations or has others, so the vault's past is unknown")
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

    private func checkSlots() throws {
        let rows = try transaction.database.slots.rows()
        let known = transaction.state.slots.map(\.identifier)
        let found = rows.map(\.identifier)
        for slot in transaction.state.slots where !found.contains(slot.identifier) {
            note(.slotRemoved, nil, "a slot that the state knows is missing: \(Self.text(of: slot))")
        }
        for identifier in found where !known.contains(identifier) {
            note(.slotAdded, nil, "a slot was added or put back that the state does not know")
        }
        guard found == known else { return }
        do {
            _ = try transaction.slots()
        } catch let error as VaultError where error.code == .tampered {
            note(.slotChanged, nil, "a slot's row was changed: it is not the one that the state knows")
        }
    }

    private static func text(of slot: StateRecord.Slot) -> String {
        let kind = VaultSlot.Kind(rawValue: slot.kind)?.name ?? "of a newer kind"
        return slot.label.isEmpty ? kind : "\(kind) \"\(slot.label)\""
    }
}

extension Vault {
    /// Verifies the whole vault: slots, log, every item, older version and attachment.
    ///
    /// Accepting an older file does not restore keys or slots: if the vault was rotated since or its slots were
    /// changed, the file gets a new key and opens only with `credential` (``VaultNote/slotsLeftOut(_:)``).
    ///
    /// - Parameters:
    ///   - acceptsOlder: Whether to continue from this file if its only faults are that it is an older file, a fork, or
    ///     has a changed log. It becomes the current vault, and other copies count as older.
    ///   - credential: The credential for an older file with another key or other slots.
    ///   - progress: Receives the number of rows checked and the total; must not use the vault.
    /// - Returns: The findings; damage that can be named is never thrown.
    /// - Throws: ``VaultError`` with code `.locked`, also if `credential` is required; `.wrongCredential` if it opens
    ///   no slot of the file; `.busy`, `.systemFailed`, and errors of accepting an older file.
    public func verify(
        acceptsOlder: Bool = false, with credential: VaultCredential? = nil,
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(VaultError) -> Vault.VerificationReport {
        try VaultError.wrap {
            try withEngine { engine in
                let report = try engine.verify(progress: progress)
                let past: Set<VaultFinding.Code> = [.olderFile, .fork, .logDamaged]
                let isAcceptable = report.findings.allSatisfy { $0.code.isWarning || past.contains($0.code) }
                guard acceptsOlder, !report.isSound, isAcceptable else { return report }
                if try engine.bringsBackKeys() {
                    guard let credential else {
                        throw VaultError(
                            .locked,
                            "the file has a key or slots that were replaced since: going on from it takes what opens it"
                        )
                    }
                    let (position, leftOut) = try engine.renew(opening: credential)
                    engine.remember(position)
                    engine.compact()
                    if !leftOut.isEmpty { engine.options.notes(.slotsLeftOut(leftOut)) }
                } else {
                    engine.remember(try engine.jump(to: .live))
                }
                return try engine.verify(progress: progress)
            }
        }
    }

    /// Verifies a vault that may be too damaged to open.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - credential: The credential for the vault.
    ///   - options: The vault's options, such as the state folder and whether the file is a backup.
    ///   - progress: Receives the number of rows checked and the total.
    /// - Returns: The findings.
    /// - Throws: ``VaultError`` with code `.wrongCredential`, `.notFound`, `.malformed` for a file that is not a vault,
    ///   `.invalidArgument` for a vault opened as a backup, `.unsupported` for the format of a newer Arca, `.busy`,
    ///   `.systemFailed`, and `.tampered` if no usable slot is left, or there are too many.
    public static func verify(
        at path: BytePath, with credential: VaultCredential, options: OpenOptions = OpenOptions(),
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(VaultError) -> Vault.VerificationReport {
        try VaultError.wrap {
            let database: Database
            do {
                database = try Database(
                    path, options.isBackup ? .copy : .readOnly, busyLimit: options.busyMilliseconds)
            } catch let error as VaultError where error.code == .tampered {
                var report = Vault.VerificationReport()
                report.findings = [VaultFinding(.schemaChanged, nil, error.reason)]
                try report.noteSidecars(of: path)
                return report
            }
            let engine = try VaultEngine(database, VaultSlots.unlock(database, with: credential, options), options)
            return try engine.verify(progress: progress)
        }
    }
}

extension Vault.VerificationReport {
    fileprivate mutating func noteSidecars(of path: BytePath) throws {
        for sidecar in try VaultFile.foreignSidecars(of: path) {
            findings.append(VaultFinding(.foreignSidecar, nil, "\(sidecar) does not belong to the vault; remove it"))
        }
    }
}

extension VaultEngine {
    func checkBackup() throws {
        let damage = try database.read {
            try Self.damage(in: VaultTransaction(database, unlockedKeys(), previous: nil))
        }
        guard let damage else { return }
        throw VaultError(.tampered, "the vault is damaged, so no backup was written: \(damage)")
    }

    /// The damage of a copy as text, or nil.
    static func damage(in copy: VaultTransaction) throws -> String? {
        let verification = try Verification(copy, progress: { _, _ in })
        try verification.run()
        let findings = verification.report.findings.filter { !$0.code.isWarning }
        guard let first = findings.first else { return nil }
        return first.detail + (findings.count > 1 ? ", and \(findings.count - 1) more" : "")
    }

    func verify(
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) throws -> Vault.VerificationReport {
        let keys = try unlockedKeys()
        var report = Vault.VerificationReport()
        do {
            report = try database.read {
                try verify(keys, progress: progress)
            }
        } catch let error as VaultError where error.code == .tampered {
            // SQLite cannot read the pages.
            report.findings.append(VaultFinding(.sqliteDamage, nil, error.reason))
        }
        if let path = database.path { try report.noteSidecars(of: path) }
        return report
    }

    private func verify(
        _ keys: RecordKeys, progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) throws -> Vault.VerificationReport {
        var first = Vault.VerificationReport()
        first.findings = try database.damage().map { VaultFinding(.sqliteDamage, nil, $0) }
        let transaction: VaultTransaction
        do {
            transaction = try VaultTransaction(database, keys, previous: nil)
            try checkExtension(of: transaction.state)
        } catch let error as VaultError where error.code == .tampered || error.code == .olderFile {
            first.findings.append(
                VaultFinding(error.code == .olderFile ? .olderFile : .stateDamaged, nil, error.reason))
            return first
        }
        let verification = try Verification(transaction, progress: progress)
        verification.report = first
        if let finding = try pastFinding(transaction) { verification.report.findings.append(finding) }
        do {
            try verification.run()
        } catch let error as VaultError where error.code == .tampered {
            // Keep the findings so far.
            verification.note(.sqliteDamage, nil, error.reason)
        }
        return verification.report
    }

    /// The finding from comparing the state with the newest one seen.
    private func pastFinding(_ transaction: VaultTransaction) throws -> VaultFinding? {
        if options.isBackup {
            // A live vault opened as a backup would skip the comparison.
            guard transaction.state.kind == .backup else { throw VaultEngine.noBackup }
            return nil
        }
        guard transaction.state.kind == .live else {
            return VaultFinding(.olderFile, nil, "a backup stands in the vault's place; restore it")
        }
        switch try past(of: transaction, forWriting: false)?.freshness {
        case .older: return VaultFinding(.olderFile, nil, "this machine has seen a newer state of the vault")
        // A changed log is not a fork, and is reported separately.
        case .forked where try transaction.isLogSound():
            return VaultFinding(.fork, nil, "the file's past differs from the one that this machine has seen")
        default: return nil
        }
    }
}
