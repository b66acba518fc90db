internal import ArcaCodecs
public import ArcaCore
internal import ArcaCrypto
public import ArcaSystem

extension Vault {
    /// The shared folder through which machines sync a vault, and the file name of this machine's copy.
    public struct SyncPlace: Sendable, Hashable {
        /// A folder shared by all machines through a sync program, a network file system or a removable drive.
        public let folder: BytePath
        /// The file name of this machine's copy, which must be unique.
        public let name: String

        /// Creates a place with a unique file name: the device's name and 8 random symbols.
        ///
        /// - Parameters:
        ///   - folder: The shared folder.
        ///   - device: The name of this machine; characters other than ASCII letters, digits, `.`, `_` and `-` are
        ///     replaced by `-`.
        /// - Throws: ``VaultError`` with code `.systemFailed`.
        public init(_ folder: BytePath, device: String) throws(VaultError) {
            let random = try VaultError.wrap { try SecureRandom.bytes(4) }
            let letters = device.unicodeScalars.prefix(40).map { scalar in
                scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789._-".unicodeScalars.contains(scalar))
                    ? Character(scalar) : "-"
            }
            let start = String(letters.drop { $0 == "." || $0 == "-" })
            self.folder = folder
            name = "\(start.isEmpty ? "device" : start)-\(Base16.standard.encode(random))\(Self.suffix)"
        }

        init(folder: BytePath, name: String) { (self.folder, self.name) = (folder, name) }

        static let suffix = ".arca"
    }
}

/// This machine's sync settings for a vault: `STATE/device/ID/sync`.
///
/// Source: Documentation/VAULT-MERGE.md, section 6.
struct SyncMemory {
    private static let magic = Array("arca.sync.v1\0".utf8)
    private static let largestByteCount = 16_384

    private let folder: BytePath
    private var path: BytePath { folder.appending("sync") }

    init(of vault: [UInt8], in state: Vault.StateFolder) { folder = state.device(of: vault) }

    /// Reads the place, or nil if the vault is not synced; throws `.malformed` for an invalid file.
    func read() throws -> Vault.SyncPlace? {
        let bytes: [UInt8]
        do {
            var file = try FileReader(path, followingLinks: false)
            bytes = try file.readAll(limit: Self.largestByteCount)
        } catch {
            guard error.code == .notFound || error.code == .notDirectory else { throw error }
            return nil
        }
        let body = bytes.dropLast(8)
        guard body.starts(with: Self.magic), bytes.suffix(8).elementsEqual(SHA256.hash(body).prefix(8)) else {
            throw VaultError(.malformed, "\(path) is not what Arca remembers of syncing", hint: "name the folder again")
        }
        return try Array(body.dropFirst(Self.magic.count)).span.withSyncFields { folder, name in
            Vault.SyncPlace(folder: BytePath(folder), name: name)
        }
    }

    func write(_ place: Vault.SyncPlace) throws {
        try Folder.createPrivate(folder)
        let body = Self.magic + place.folder.bytes.lengthPrefixed + place.name.utf8.lengthPrefixed
        var file = try AtomicFile(path, secret: true)
        try file.write(body + SHA256.hash(body).prefix(8))
        try file.commit()
    }

    /// Removes the settings; returns whether there were any.
    func remove() throws -> Bool {
        guard try FileInfo.ifPresent(path) != nil else { return false }
        try Folder.removeFile(path)
        return true
    }
}

extension Span<UInt8> {
    fileprivate func withSyncFields<Result>(_ body: ([UInt8], String) throws -> Result) throws -> Result {
        var fields = FieldReader(0, count)
        let folder = try fields.bytes(Int(fields.number(self, as: UInt32.self)), self)
        let name = try fields.prefixedText(self)
        try fields.finish()
        return try body(folder, name)
    }
}
