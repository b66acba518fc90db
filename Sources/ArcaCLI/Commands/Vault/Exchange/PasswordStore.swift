internal import ArcaContainers
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaSystem
internal import ArcaVault
internal import ArcaVaultExchange

/// The folder of pass, gopass or passage, with one encrypted file per entry.
///
/// gpg decrypts each `.gpg` file, and asks for the passphrase of its key. Identities decrypt the `.age` files.
struct PasswordStore {
    let folder: BytePath
    private let files: [BytePath]

    private static let largestCount = 100_000

    /// Whether a folder is a store, by the file that names its keys.
    static func isStore(_ folder: BytePath) -> Bool {
        (try? FileInfo(folder))?.kind == .folder
            && [".gpg-id", ".age-recipients"].contains { (try? FileInfo(folder.appending(BytePath($0)))) != nil }
    }

    init(_ folder: BytePath) throws {
        let (files, others) = try Self.list(folder)
        guard !files.isEmpty else {
            throw VaultError(.malformed, "\(folder) is not a password store: it has no .gpg or .age files")
        }
        for file in others { Messages.warning("skipped \(file): not a file that gpg or age encrypted") }
        (self.folder, self.files) = (folder, files)
    }

    var usesAge: Bool { files.contains(where: Self.isAge) }

    /// The file in which passage or gopass keeps identities.
    var identityFile: BytePath? {
        [folder.appending("../identities"), UserFolder.configuration?.appending("gopass/age/identities")]
            .compactMap(\.self).first { (try? FileInfo($0))?.kind == .regular }
    }

    func items(identities: [any Age.Identity]) throws -> ImportedItems {
        if !files.allSatisfy(Self.isAge) { try Self.checkTool() }
        var total = 0
        return try ImportedItems(
            passwordStore: files.map { file in
                let suffix = Self.isAge(file) ? ".age" : ".gpg"
                let name = file.bytes.dropFirst(folder.bytes.count).drop { $0 == .slash }.dropLast(suffix.utf8.count)
                var (content, reason): (SecretBytes?, String) = (nil, "")
                if Self.isAge(file) {
                    try Self.check(total + FileInfo(file).byteCount)
                    do { content = try Self.decrypt(file, identities) } catch let error as any ArcaError {
                        reason = error.reason
                    }
                } else {
                    content = Self.decryptGPG(file)
                }
                total += content?.count ?? 0
                try Self.check(total)
                return .init(path: String(decoding: name, as: UTF8.self), content: content, reason: reason)
            })
    }

    private static func check(_ total: Int) throws(VaultError) {
        guard total <= ImportedItems.largestByteCount else {
            throw VaultError(
                .malformed,
                "the entries have more than \(ImportedItems.largestByteCount >> 20) MiB, the maximum for imports")
        }
    }

    private static func isAge(_ file: BytePath) -> Bool { file.bytes.suffix(4).elementsEqual(".age".utf8) }

    /// The encrypted files, and those of another kind; hidden files and folders are settings and histories.
    private static func list(_ folder: BytePath) throws -> (files: [BytePath], others: [BytePath]) {
        var (files, others): ([BytePath], [BytePath]) = ([], [])
        var walker = FolderWalker(folder)
        while let found = walker.next() {
            let entry = try found.get()
            guard entry.depth > 0 else { continue }
            let name = entry.path.bytes.lastIndex(of: .slash).map { entry.path.bytes[($0 + 1)...] } ?? []
            if name.first == .period {
                if entry.info.kind == .folder { walker.skipContents() }
            } else if entry.info.kind == .regular, isAge(entry.path) || name.suffix(4).elementsEqual(".gpg".utf8) {
                files.append(entry.path)
            } else if entry.info.kind != .folder {
                others.append(entry.path)
            }
            guard files.count + others.count <= largestCount else {
                throw VaultError(.malformed, "\(folder) has more than \(largestCount) files")
            }
        }
        return (files, others)
    }

    private static func decrypt(_ file: BytePath, _ identities: [any Age.Identity]) throws -> SecretBytes {
        var opener = try Age.Opener(InputFile.open(file))
        try opener.unlock(with: identities)
        return try opener.openSecret()
    }

    private static func checkTool() throws {
        let found = try? SecretBytes(byteCount: 4096) { output in
            try ChildProcess.read(Array("command -v gpg".utf8), into: &output)
        }
        guard found != nil else {
            throw SystemError(.notFound, "cannot find gpg, which decrypts the entries").withHint("install gnupg")
        }
    }

    /// The content of an entry; nil if gpg cannot decrypt it, which gpg explains on standard error.
    private static func decryptGPG(_ file: BytePath) -> SecretBytes? {
        let size = (try? FileInfo(file).byteCount) ?? 0
        // Compressed entries grow, but no more than text does.
        let limit = min(ImportedItems.largestByteCount, max(1 << 20, size * 32))
        return try? SecretBytes(byteCount: limit + 1) { output in
            try ChildProcess.read(
                Array("exec gpg --quiet --batch --yes --decrypt -- ".utf8) + quoted(file), into: &output)
        }
    }

    /// The bytes of a path as one word of the shell.
    private static func quoted(_ path: BytePath) -> [UInt8] {
        [UInt8(ascii: "'")] + path.bytes.flatMap { $0 == UInt8(ascii: "'") ? Array("'\\''".utf8) : [$0] }
            + [UInt8(ascii: "'")]
    }
}
