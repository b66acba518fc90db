internal import ArcaCore
internal import ArcaSystem

/// `--beside` and `--force`: results are written to the file's folder, under its name with the suffix added or removed.
struct BesideOptions: OptionGroup {
    static let title = "Output"

    var isWanted = false
    var isForced = false

    static var parameters: [Parameter<Self>] {
        Parameter.flag(
            "--beside", set: \.isWanted,
            help: "write each result next to its FILE: the default on a terminal and for several files"
        ).excludes("--output")
        Parameter.flag("--force", set: \.isForced, help: "replace existing files, as -o does")
    }

    /// Creates a new output file in the input's folder, atomically.
    func open(_ path: BytePath, isSecret: Bool, inputs: [FileIdentity]) throws -> AtomicFile {
        if isForced { return try AtomicFile(path, secret: isSecret, inputs: inputs) }
        do {
            return try AtomicFile(new: path, secret: isSecret)
        } catch {
            guard error.code == .exists else { throw error }
            throw UsageError(
                .conflict, "\(path) exists already", hint: "give --force to replace it, or -o FILE for another name")
        }
    }

    /// Rejects a passphrase typed after `-p`, where the first of several files is expected.
    static func refuseTypedPassphrase(_ files: [BytePath], takesPassphrase: Bool) throws(UsageError) {
        guard takesPassphrase, files.count > 1, !files[0].isDash, (try? FileInfo(files[0])) == nil else { return }
        throw UsageError(
            .surplusArgument, "'\(files[0])' is not a file",
            hint:
                "-p takes no value: the passphrase is asked for; a passphrase typed here is now in the shell's history")
    }

    /// Notes the new file on a terminal, where nothing else shows it.
    static func tell(_ path: BytePath) {
        if isOnTerminal { Messages.note("wrote \(path)") }
    }

    static var isOnTerminal: Bool { FileWriter(descriptor: 1, name: "standard output").isTerminal }
}

extension FormatName {
    var suffix: BytePath {
        switch self {
        case .age: ".age"
        case .openssl: ".enc"
        case .chunked: ".c2sp"
        case .rncryptor: ".rncryptor"
        case .aescryptObjC: ".aescrypt"
        case .rsautil: ".rsautil"
        }
    }

    /// The suffixes removed by decryption, in any case.
    private static let suffixes = allCases.map(\.suffix.bytes) + [".aes", ".encrypted"].map { Array($0.utf8) }

    /// Removes the suffix of an encrypted file; returns nil if it is missing, or if nothing would remain.
    static func removingSuffix(of path: BytePath) -> BytePath? {
        let name = path.name.bytes
        // A path with a trailing slash is not a file.
        guard path.bytes.suffix(name.count).elementsEqual(name) else { return nil }
        let folded = name.map { $0.lowercased }
        guard let suffix = suffixes.first(where: { folded.count > $0.count && folded.suffix($0.count) == $0[...] })
        else { return nil }
        return BytePath(path.bytes.dropLast(suffix.count))
    }
}
