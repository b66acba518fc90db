internal import ArcaCore
internal import ArcaSystem

/// `--beside` and `--force`: results get the name of their file, with a suffix more or less, in the same folder.
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

    /// Opens a new file beside an input, in full or not at all.
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

    /// Refuses a passphrase that was typed behind `-p`, where the first of several files should be.
    static func refuseTypedPassphrase(_ files: [BytePath], takesPassphrase: Bool) throws(UsageError) {
        guard takesPassphrase, files.count > 1, !files[0].isDash, (try? FileInfo(files[0])) == nil else { return }
        throw UsageError(
            .surplusArgument, "'\(files[0])' is not a file",
            hint:
                "-p takes no value: the passphrase is asked for; a passphrase typed here is now in the shell's history")
    }

    /// Says on a terminal what was written there, as nothing else shows.
    static func tell(_ path: BytePath) {
        if isOnTerminal { Messages.note("wrote \(path)") }
    }

    /// Whether a person sees standard output.
    static var isOnTerminal: Bool { FileWriter(descriptor: 1, name: "standard output").isTerminal }
}

extension FormatName {
    /// What the name of an encrypted file ends with.
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

    /// The suffixes that decrypting takes away, in any case.
    private static let suffixes = allCases.map(\.suffix.bytes) + [".aes", ".encrypted"].map { Array($0.utf8) }

    /// A path without the suffix of an encrypted file; nil if it has none, or nothing else.
    static func removingSuffix(of path: BytePath) -> BytePath? {
        let name = path.name.bytes
        // What ends with a slash is no file.
        guard path.bytes.suffix(name.count).elementsEqual(name) else { return nil }
        let folded = name.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        guard let suffix = suffixes.first(where: { folded.count > $0.count && folded.suffix($0.count) == $0[...] })
        else { return nil }
        return BytePath(path.bytes.dropLast(suffix.count))
    }
}
