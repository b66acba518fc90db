internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
public import ArcaSystem

/// The newest state of a vault that this machine has seen, kept outside the vault so that an older file shows.
///
/// It is not authenticated: anyone who can write it can delete it as well, and a code under the vault key would make a file of an
/// older epoch look like one that was never seen. Its digest finds accidents.
///
/// Source: Documentation/VAULT-FORMAT.md, section 9.1.
struct Anchor: Sendable, Hashable {
    /// The vault's identifier, 16 bytes.
    let vault: [UInt8]
    /// The epoch.
    let epoch: UInt32
    /// The generation, which never goes back.
    let generation: UInt64
    /// The chain's value at that generation, 32 bytes.
    let chain: [UInt8]
    /// The digest of the slots at that generation, 32 bytes; nil in what an older Arca remembered.
    let slotDigest: [UInt8]?

    private static let magic = Array("arca.anchor.v2\0".utf8)
    private static let oldMagic = Array("arca.anchor.v1\0".utf8)
    private static let digestByteCount = 8
    /// Magic, vault, epoch, generation, chain, digest of the slots, digest.
    static let byteCount = magic.count + 16 + 4 + 8 + 32 + 32 + digestByteCount

    init(vault: [UInt8], epoch: UInt32, generation: UInt64, chain: [UInt8], slotDigest: [UInt8]?) {
        precondition(vault.count == 16 && chain.count == 32 && slotDigest?.count ?? 32 == 32)
        (self.vault, self.epoch, self.generation) = (vault, epoch, generation)
        (self.chain, self.slotDigest) = (chain, slotDigest)
    }

    /// Reads the bytes of a file; nil when they are not an anchor of this vault.
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

    /// The bytes of the file.
    func encoded() -> [UInt8] {
        let magic = slotDigest == nil ? Self.oldMagic : Self.magic
        let body = magic + vault + epoch.bigEndianBytes + generation.bigEndianBytes + chain + (slotDigest ?? [])
        return body + SHA256.hash(body).prefix(Self.digestByteCount)
    }

    /// Whether this state comes before another: an epoch counts more than a generation.
    func isOlder(than other: Anchor) -> Bool { (epoch, generation) < (other.epoch, other.generation) }
}

extension Anchor {
    /// What reading found.
    enum Reading: Sendable, Hashable {
        /// This machine has not seen the vault.
        case absent
        /// A file that is not an anchor of the vault: as good as absent, but worth a note.
        case damaged
        /// The newest state that was seen.
        case found(Anchor)

        /// The anchor, if there is one.
        var anchor: Anchor? { if case .found(let anchor) = self { anchor } else { nil } }
    }

    /// Reads what a machine remembers of a vault.
    ///
    /// - Parameters:
    ///   - vault: The vault's identifier, 16 bytes.
    ///   - folder: Where the machine remembers it.
    /// - Returns: What was found.
    /// - Throws: ``SystemError`` when the file is there and cannot be read.
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

    /// Whether this state tells more of the same moment: an older Arca did not remember the slots.
    private func completes(_ other: Anchor) -> Bool {
        (epoch, generation) == (other.epoch, other.generation) && chain == other.chain && other.slotDigest == nil
    }

    /// Remembers this state, unless the machine remembers a newer one or another one of the same generation.
    ///
    /// It does not wait for the disk: what a power loss takes is the memory of a state, not the state.
    ///
    /// - Parameter folder: Where the machine remembers it; made if need be.
    /// - Returns: Whether it is remembered now.
    /// - Throws: ``SystemError`` when nothing can be written there.
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
    /// The folder in which this machine remembers what it has seen of vaults; never next to a vault and never in a backup.
    ///
    /// It holds one small file for each vault in `anchors`, and a folder for each vault with pattern slots in `device`. All of
    /// it is for the user alone. Nothing in it opens a vault by itself.
    ///
    /// Source: Documentation/VAULT-FORMAT.md, section 9.
    public struct StateFolder: Sendable, Hashable {
        /// Where it is.
        public let path: BytePath

        /// Names a folder, which is made when something is first written to it.
        ///
        /// - Parameter path: Where it is.
        public init(_ path: BytePath) { self.path = path }

        /// `$XDG_STATE_HOME/arca`, else `~/.local/state/arca`; nil where the user has no home.
        public static var standard: Vault.StateFolder? {
            UserFolder.state.map { Vault.StateFolder($0.appending("arca")) }
        }

        /// Where a vault's anchor is.
        func anchor(of vault: [UInt8]) -> BytePath { anchors.appending(Self.name(of: vault)) }

        /// The folder of a vault's device secret.
        func device(of vault: [UInt8]) -> BytePath { path.appending("device").appending(Self.name(of: vault)) }

        /// Runs `body` while no other process changes what is remembered of any vault; the folder is made if need be.
        func whileLocked<Result>(_ body: () throws -> Result) throws -> Result {
            try Folder.createPrivate(anchors)
            return try Folder.whileLocked(anchors, body)
        }

        /// A vault's identifier as file names and keyring have it.
        static func name(of vault: [UInt8]) -> BytePath { BytePath(Base16.standard.encode(vault).utf8) }

        private var anchors: BytePath { path.appending("anchors") }
    }
}
