internal import ArcaCodecs
internal import ArcaCrypto
public import ArcaSystem

/// The newest state of a vault seen on this machine, stored outside the vault to detect rollback to an older file.
///
/// It is not authenticated: an attacker who can write it can also delete it, and a MAC under the vault key would make a
/// file of an older epoch look as if it had never been seen. The digest detects accidental damage.
///
/// Source: Documentation/VAULT-FORMAT.md, section 9.1.
struct Anchor: Sendable, Hashable {
    let vault: [UInt8]
    let epoch: UInt32
    let generation: UInt64
    /// The chain value at that generation, 32 bytes.
    let chain: [UInt8]
    /// The digest of the slots at that generation, 32 bytes; nil in the format of an older Arca.
    let slotDigest: [UInt8]?

    private static let magic = Array("arca.anchor.v2\0".utf8)
    private static let oldMagic = Array("arca.anchor.v1\0".utf8)
    private static let digestByteCount = 8
    static let byteCount = magic.count + 16 + 4 + 8 + 32 + 32 + digestByteCount

    init(vault: [UInt8], epoch: UInt32, generation: UInt64, chain: [UInt8], slotDigest: [UInt8]?) {
        precondition(vault.count == 16 && chain.count == 32 && slotDigest?.count ?? 32 == 32)
        (self.vault, self.epoch, self.generation) = (vault, epoch, generation)
        (self.chain, self.slotDigest) = (chain, slotDigest)
    }

    /// Parses a file; nil if it is not an anchor of this vault.
    init?(_ bytes: [UInt8], of vault: [UInt8]) {
        let body = bytes.dropLast(Self.digestByteCount)
        let isOld = body.starts(with: Self.oldMagic)
        guard bytes.count == Self.byteCount - (isOld ? 32 : 0),
            body.starts(with: (isOld ? Self.oldMagic : Self.magic) + vault),
            bytes.suffix(Self.digestByteCount).elementsEqual(SHA256.hash(body).prefix(Self.digestByteCount))
        else { return nil }
        let fields = body.dropFirst(Self.magic.count + vault.count)
        let generation: UInt64 = fields.dropFirst(4).prefix(8).bigEndianNumber()
        guard generation <= StateRecord.largestGeneration else { return nil }
        self.init(
            vault: vault, epoch: fields.prefix(4).bigEndianNumber(), generation: generation,
            chain: Array(fields.dropFirst(12).prefix(32)), slotDigest: isOld ? nil : Array(fields.suffix(32)))
    }

    func encoded() -> [UInt8] {
        let magic = slotDigest == nil ? Self.oldMagic : Self.magic
        let body = magic + vault + epoch.bigEndianBytes + generation.bigEndianBytes + chain + (slotDigest ?? [])
        return body + SHA256.hash(body).prefix(Self.digestByteCount)
    }

    /// Whether this state precedes another one: the epoch is compared before the generation.
    func isOlder(than other: Anchor) -> Bool { (epoch, generation) < (other.epoch, other.generation) }
}

extension Anchor {
    enum Reading: Sendable, Hashable {
        /// This machine has not seen the vault.
        case absent
        /// The file is not an anchor of the vault: treated as absent, with a warning.
        case damaged
        case found(Anchor)

        var anchor: Anchor? { if case .found(let anchor) = self { anchor } else { nil } }
    }

    static func read(of vault: [UInt8], in folder: Vault.StateFolder) throws -> Reading {
        do {
            var file = try FileReader(folder.anchor(of: vault), followingLinks: false)
            let bytes = try file.readAll(limit: 2 * byteCount)
            return Anchor(bytes, of: vault).map(Reading.found) ?? .damaged
        } catch {
            switch error.code {
            case .notFound, .notDirectory: return .absent
            case .limitExceeded, .isDirectory: return .damaged
            default: throw error
            }
        }
    }

    /// Whether this state adds the slot digest to the same state: an older Arca did not store it.
    private func completes(_ other: Anchor) -> Bool {
        (epoch, generation) == (other.epoch, other.generation) && chain == other.chain && other.slotDigest == nil
    }

    /// Stores this state unless a newer one, or another one of the same generation, is stored; returns whether it is
    /// stored now.
    ///
    /// Does not sync the disk: a power loss can only lose the anchor, not the state.
    @discardableResult
    func write(in folder: Vault.StateFolder) throws -> Bool {
        try folder.whileLocked {
            if let known = try Anchor.read(of: vault, in: folder).anchor {
                if known == self { return true }
                guard known.isOlder(than: self) || completes(known) else { return false }
            }
            var file = try AtomicFile(folder.anchor(of: vault), secret: true)
            try file.write(encoded())
            try file.commit(isDurable: false)
            return true
        }
    }
}

extension Vault {
    /// The folder for this machine's knowledge of vaults.
    ///
    /// Never keep it next to a vault or in a backup.
    ///
    /// It holds one small file per vault in `anchors`, `places` and `access`, and a folder per vault with pattern slots in
    /// `device`, all accessible only to the user. Nothing in it opens a vault by itself.
    ///
    /// Source: Documentation/VAULT-FORMAT.md, section 9.
    public struct StateFolder: Sendable, Hashable {
        /// The path of the folder.
        public let path: BytePath

        /// Creates a reference to a folder, which is created on first write.
        public init(_ path: BytePath) { self.path = path }

        /// `$XDG_STATE_HOME/arca`, or `~/.local/state/arca`; nil if the user has no home folder.
        public static var standard: Vault.StateFolder? {
            UserFolder.state.map { Vault.StateFolder($0.appending("arca")) }
        }

        func anchor(of vault: [UInt8]) -> BytePath { anchors.appending(Self.name(of: vault)) }

        /// Whether this machine has seen a file of a vault.
        package func knows(_ vault: [UInt8]) throws -> Bool { try Anchor.read(of: vault, in: self).anchor != nil }

        /// Removes what this machine remembers of a vault's states.
        package func forget(_ vault: [UInt8]) throws { try Folder.removeFile(anchor(of: vault)) }

        func device(of vault: [UInt8]) -> BytePath { path.appending("device").appending(Self.name(of: vault)) }

        /// The file in which the newest state was seen: only for messages, because anyone who can write it can change it.
        func place(of vault: [UInt8]) -> BytePath? {
            guard var file = try? FileReader(places.appending(Self.name(of: vault)), followingLinks: false) else {
                return nil
            }
            return (try? file.readAll(limit: 4096)).map { BytePath($0) }
        }

        func setPlace(_ file: BytePath, of vault: [UInt8]) throws {
            guard place(of: vault) != file else { return }
            try Folder.createPrivate(places)
            var writer = try AtomicFile(places.appending(Self.name(of: vault)), secret: true)
            try writer.write(file.bytes)
            try writer.commit(isDurable: false)
        }

        /// Runs `body` while holding the lock on all anchors; creates the folder if necessary.
        func whileLocked<Result>(_ body: () throws -> Result) throws -> Result {
            try Folder.createPrivate(anchors)
            return try Folder.whileLocked(anchors, body)
        }

        static func name(of vault: [UInt8]) -> BytePath { BytePath(Base16.standard.encode(vault).utf8) }

        private var anchors: BytePath { path.appending("anchors") }
        private var places: BytePath { path.appending("places") }
    }
}

/// The relation of a file's state to the newest state seen.
///
/// Source: Documentation/VAULT-FORMAT.md, "Anchor".
enum Freshness: Sendable, Equatable {
    case same
    /// A descendant of the state seen.
    case newer
    /// A later state that cannot be traced back to the state seen.
    case untraceable
    /// An older file: a rollback.
    case older
    /// A fork: the file's history differs from the one seen, because two copies were changed.
    case forked

    /// Compares a file's state with the newest one seen; `digests` returns nil if the log does not reach back.
    init(
        of state: StateRecord, since seen: Anchor, _ keys: RecordKeys,
        digests: (_ from: UInt64) throws -> [[UInt8]]?
    ) throws {
        if (state.epoch, state.generation) < (seen.epoch, seen.generation) {
            self = .older
        } else if state.epoch == seen.epoch, state.generation == seen.generation {
            self = constantTimeEqual(state.chain, seen.chain) ? .same : .forked
        } else if state.epoch > seen.epoch {
            // A rotation continues the numbering; a rotation with a lower generation was made on a copy.
            self = state.generation > seen.generation ? .untraceable : .forked
        } else if let digests = try digests(seen.generation + 1) {
            let chain = keys.chain(from: seen.chain, after: seen.generation, digests)
            self = constantTimeEqual(chain, state.chain) ? .newer : .forked
        } else {
            self = .untraceable
        }
    }
}
