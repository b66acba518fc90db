public import ArcaCore
internal import ArcaSystem

extension Vault {
    /// The result of syncing.
    public struct SyncReport: Sendable {
        /// The reason for skipping another machine's copy.
        public enum Reason: Sendable, Equatable {
            /// The copy is incomplete: still being copied, or damaged.
            case incomplete
            /// The copy has a newer key, which this machine's vault lacks.
            case newerKey
            /// The copy predates the vault's last rotation.
            case olderKey
            /// The copy is locked, has several names, has no read permission, or has a journal next to it.
            case unreadable(String)
        }

        /// The merged copies with their names; copies without news are not included.
        public internal(set) var taken: [(name: String, report: MergeReport)] = []
        /// The skipped copies.
        public internal(set) var skipped: [(name: String, reason: Reason)] = []
        /// The number of other machines' copies.
        public internal(set) var copyCount = 0
        /// Whether this machine's copy was written, because the vault has changes that the others lack.
        public internal(set) var isSent = false
    }

    /// This machine's sync settings, or nil if the vault is not synced.
    ///
    /// - Throws: ``VaultError`` with code `.malformed` for an invalid settings file; `.systemFailed`.
    public var syncPlace: SyncPlace? {
        get throws(VaultError) {
            try VaultError.wrap {
                guard let folder = withEngine({ $0.options.stateFolder }) else { return nil }
                return try SyncMemory(of: identifier, in: folder).read()
            }
        }
    }

    /// Stores or removes this machine's sync settings; existing copies are kept.
    ///
    /// - Parameter place: The place, or nil to stop syncing.
    /// - Throws: ``VaultError`` with code `.invalidArgument` if the vault was opened without a state folder;
    ///   `.systemFailed`.
    public func setSyncPlace(_ place: SyncPlace?) throws(VaultError) {
        try VaultError.wrap {
            guard let folder = withEngine({ $0.options.stateFolder }) else {
                throw VaultError(
                    .invalidArgument, "syncing needs a state folder, where the machine remembers its copy's name")
            }
            let memory = SyncMemory(of: identifier, in: folder)
            if let place { try memory.write(place) } else { _ = try memory.remove() }
        }
    }

    /// Merges other machines' copies, and writes a copy for them.
    ///
    /// Each machine writes a single file, a backup of its vault, to the vault's folder, and reads those of the others.
    /// No two machines write the same file, so no lock is needed. Files appear through a rename; a file that a sync
    /// program is still copying is incomplete and skipped. Copies are merged as by
    /// ``merge(_:acceptsOlderKey:isTrial:)``. This machine's copy is written only if items have changed, so syncing
    /// converges.
    ///
    /// - Parameters:
    ///   - place: The place; its folder must exist.
    ///   - former: This machine's place until now; its copy in the same folder is renamed, so it does not stay behind as
    ///     that of another machine.
    /// - Returns: The result.
    /// - Throws: ``VaultError`` with code `.notFound` if the folder is missing, for example if a drive is not mounted;
    ///   or as ``merge(_:acceptsOlderKey:isTrial:)`` and ``backup(to:existing:acceptsDamage:)`` for this machine's own
    ///   files.
    public func sync(in place: SyncPlace, insteadOf former: SyncPlace? = nil) throws(VaultError) -> SyncReport {
        try checkFree()
        return try VaultError.wrap {
            guard let info = try FileInfo.ifPresent(place.folder), info.kind == .folder else {
                throw VaultError(.notFound, "there is no folder \(place.folder)")
            }
            let folder = place.folder.appending(
                BytePath("arca-".utf8).appending(suffix: StateFolder.name(of: identifier)))
            try Folder.createPrivate(folder)
            // Check this vault first: its own damage must not be blamed on a copy.
            _ = try read { try $0.all { _ in false } }
            let own = folder.appending(BytePath(place.name.utf8))
            if let former, former.folder == place.folder, former.name != place.name {
                let old = folder.appending(BytePath(former.name.utf8))
                if try FileInfo.ifPresent(old) != nil { try Folder.moveFile(old, to: own) }
            }
            var report = SyncReport()
            for name in try Self.copies(in: folder) where name != place.name {
                report.copyCount += 1
                switch try withEngine({ try $0.merge(copyAt: folder.appending(BytePath(name.utf8))) }) {
                case .success(let found): if !found.isKnown { report.taken.append((name, found)) }
                case .failure(let skipped): report.skipped.append((name, skipped.reason))
                }
            }
            if try !withEngine({ try $0.isSame(asCopyAt: own) }) {
                try backup(to: own, existing: .replace)
                report.isSent = true
            }
            return report
        }
    }

    /// The names of possible copies, sorted, including those that a sync program renamed after a conflict.
    private static func copies(in folder: BytePath) throws -> [String] {
        var names: [String] = []
        var walker = FolderWalker(folder)
        while let found = walker.next() {
            guard case .success(let entry) = found, entry.depth == 1 else { continue }
            walker.skipContents()
            guard entry.info.kind == .regular, let name = String(validating: entry.path.name.bytes, as: UTF8.self),
                name.hasSuffix(SyncPlace.suffix), !name.hasPrefix(".")
            else { continue }
            names.append(name)
        }
        return names.sorted()
    }
}

extension Vault.SyncReport.Reason {
    /// The reason a copy is skipped for now.
    fileprivate init(_ error: VaultError, ofCopyAt path: BytePath) {
        // The user must learn of a planted journal.
        let hasJournal = (try? FileInfo.ifPresent(path.appending(suffix: BytePath("-journal")))) != nil
        switch error.code {
        case .tampered where !hasJournal, .malformed where !hasJournal: self = .incomplete
        case .rotated: self = .newerKey
        case .olderFile: self = .olderKey
        default: self = .unreadable(error.reason)
        }
    }
}

/// A skipped copy, which does not stop the others.
private struct SkippedCopy: Error {
    let reason: Vault.SyncReport.Reason
}

extension VaultEngine {
    /// Merges the changes of another machine's copy, opened with this vault's keys.
    ///
    /// - Throws: ``VaultError`` if this vault is at fault.
    fileprivate func merge(copyAt path: BytePath) throws -> Result<Vault.MergeReport, SkippedCopy> {
        _ = try unlockedKeys()
        let copy: VaultEngine
        do { copy = try self.copy(at: path) } catch {
            return .failure(SkippedCopy(reason: .init(VaultError(wrapping: error), ofCopyAt: path)))
        }
        do {
            return .success(try merge(copy, acceptsOlderKey: false, isTrial: false))
        } catch {
            let error = VaultError(wrapping: error)
            // A lock or a disk error may concern either file.
            let isOfCopy = [.tampered, .malformed, .rotated, .olderFile, .unsupported].contains(error.code)
            guard isOfCopy || copy.database.hasFailed else { throw error }
            return .failure(SkippedCopy(reason: .init(error, ofCopyAt: path)))
        }
    }

    /// Whether a copy has the same items; false if it is missing or incomplete.
    fileprivate func isSame(asCopyAt path: BytePath) throws -> Bool {
        guard try FileInfo.ifPresent(path) != nil else { return false }
        let own = try read { $0.state }
        do {
            let copy = try copy(at: path)
            let state = try copy.database.read { try copy.database.state.row().open(copy.unlockedKeys()) }
            return (state.sums, state.epoch, state.slotDigest) == (own.sums, own.epoch, own.slotDigest)
        } catch {
            // The damaged copy is replaced.
            return false
        }
    }

    private func copy(at path: BytePath) throws -> VaultEngine {
        var options = options
        (options.isReadOnly, options.acceptsOlder, options.isBackup, options.notes) = (true, true, true, { _ in })
        let database = try Database(path, .copy, busyLimit: min(options.busyMilliseconds, 1000))
        return VaultEngine(database, try unlockedKeys(), nil, options)
    }
}
