internal import ArcaCore
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaSystem
internal import ArcaVault
internal import ArcaVaultExchange

enum ImportInput {
    case items(ImportedItems)
    case archive(BytePath)

    /// Reads a file into memory that is wiped, unless it is an archive; asks for the passphrase of an encrypted file.
    ///
    /// A key file alone is tried first for a KeePass database, unless a source of the passphrase is given.
    init(
        _ path: BytePath?, _ source: VaultImportSource?, _ columns: ImportedItems.Columns?,
        _ options: VaultArchiveOpeningOptions, in context: CommandContext
    ) throws {
        let keyFile = options.keyFile
        if source == .store || source == nil && path.map(PasswordStore.isStore) ?? false {
            guard let path, (try? FileInfo(path))?.kind == .folder else {
                throw UsageError(
                    .missingArgument, "a password store is a folder", hint: "give its path, as ~/.password-store")
            }
            try Self.refuse(keyFile, path.description)
            self = .items(try options.open(PasswordStore(path), in: context))
            return
        }
        try Self.refuseFolder(path)
        var reader = try InputFile.open(path)
        let name = path.map { $0.isDash ? "standard input" : $0.description } ?? "standard input"
        var format: ImportedItems.Format?
        switch source {
        case .archive:
            guard let path, !path.isDash else { throw Self.archiveFromPipe }
            try Self.refuse(keyFile, name)
            self = .archive(path)
            return
        case .format(let named): format = named
        case .store, nil: break
        }
        if source == nil, columns == nil, let path, !path.isDash, try FileInfo(path).kind == .regular {
            // Check before reading everything: an archive may have any size.
            var first = PeekingReader(try InputFile.open(path))
            if Age.recognizes(FileBeginning(try first.peek(FormatDetector.byteCount), isWhole: false)) {
                try Self.refuse(keyFile, name)
                self = .archive(path)
                return
            }
        }
        let bytes = try Self.read(&reader, name)
        if source == nil, columns == nil, Age.recognizes(FileBeginning(Self.beginning(bytes), isWhole: false)) {
            throw Self.archiveFromPipe
        }
        if !KDBXHeader.recognizes(Self.beginning(bytes)) { try Self.refuse(keyFile, name) }
        let keys = try keyFile.map { path in
            var reader = try InputFile.open(path)
            return try Self.read(&reader, path.description)
        }
        do throws(VaultError) {
            self = .items(
                try ImportedItems(
                    reading: bytes, as: format, columns: columns, keyFile: options.passphrase == nil ? keys : nil,
                    limits: options.costs.limits))
        } catch {
            let isRefused = error.code == .wrongCredential && keys != nil
            guard error.code == .locked || isRefused else { throw Self.error(error, name) }
            if isRefused { Messages.note("\(name): the key file alone does not open it") }
            let passphrase = try options.passphrase(readsStandardInput: path?.isDash ?? true, in: context)
            try options.refuse(isEncrypted: true)
            do throws(VaultError) {
                self = .items(
                    try ImportedItems(
                        reading: bytes, as: format, columns: columns, passphrase: passphrase, keyFile: keys,
                        limits: options.costs.limits))
            } catch { throw Self.error(error, name) }
            return
        }
        try options.refuse(isEncrypted: false)
    }

    private static func refuse(_ keyFile: BytePath?, _ name: String) throws {
        guard keyFile == nil else {
            throw UsageError(
                .conflict, "\(name) is not a KeePass database, and --archive-key-file is only for these",
                hint: "remove --archive-key-file, or give a .kdbx file")
        }
    }

    private static func error(_ error: VaultError, _ name: String) -> VaultError {
        // Not the hints for a vault with such an error.
        let hint: String? =
            switch error.code {
            case .tampered: "use another copy of the file, or export it again"
            case .costTooHigh: "if you trust the file, raise --max-cost"
            default: nil
            }
        return VaultError(error.code, at: error.offset, "\(name): \(error.reason)", hint: error.hint ?? hint)
    }

    private static func refuseFolder(_ path: BytePath?) throws {
        guard let path, (try? FileInfo(path))?.kind == .folder else { return }
        throw SystemError(.isDirectory, "cannot import \(path): is a directory").withHint(
            "give the file that the other program exported")
    }

    private static var archiveFromPipe: UsageError {
        UsageError(
            .conflict, "an archive is read twice, and standard input can be read once", hint: "name a file")
    }

    private static func beginning(_ bytes: SecretBytes) -> [UInt8] {
        bytes.withBytes { Array(bytes: $0.extracting(..<min($0.count, FormatDetector.byteCount))) }
    }

    private static func read(_ reader: inout FileReader, _ name: String) throws -> SecretBytes {
        let limit = ImportedItems.largestByteCount
        // The size of a pipe is unknown: collect pieces, each twice as long as the last.
        var pieces: [SecretBytes] = []
        var total = 0
        var size = max(min(reader.byteCount ?? 0, limit) + 1, 64 * 1024)
        while total <= limit {
            let piece = try SecretBytes(byteCount: size) { output in
                while !output.isFull {
                    let before = output.count
                    try reader.read(into: &output)
                    if output.count == before { break }
                }
            }
            pieces.append(piece)
            total += piece.count
            if piece.count < size { break }
            size *= 2
        }
        guard total <= limit else {
            throw VaultError(.malformed, "\(name) has more than \(limit >> 20) MiB, the maximum for imports")
        }
        if pieces.count == 1 { return pieces[0] }
        return SecretBytes(byteCount: total) { output in
            for piece in pieces { piece.withBytes { output.append(contentsOf: $0) } }
        }
    }
}

enum VaultImportSource: ArgumentValue, Hashable {
    case format(ImportedItems.Format)
    case archive
    case store

    init(argument: Argument) throws(UsageError) {
        if argument == "archive" {
            self = .archive
        } else if argument == "pass" {
            self = .store
        } else if let format = ImportedItems.Format(rawValue: argument.shown) {
            self = .format(format)
        } else {
            throw UsageError(
                .invalidValue, "'\(argument.shown)' is not a kind of file that can be imported",
                hint: "there are \(Self.words.joined(separator: ", "))")
        }
    }

    private static let words = ImportedItems.Format.allCases.map(\.rawValue) + ["pass", "archive"]

    static var completion: Completion { .words(words) }
}
