internal import ArcaCore
internal import ArcaCrypto
internal import ArcaSignatures
internal import ArcaSystem
internal import Synchronization

/// `arca hash --sign`: writes the list to a file and signs it.
struct HashSigningOptions: OptionGroup {
    static let title = "Signed list"

    var key: BytePath?
    var passphrase: SecretSource?
    var output: BytePath?
    var isForced = false

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--sign", value: "KEY", set: \.key,
            help:
                "write the list to the file of -o and sign it; as 'arca sign' does; a signify key signs within the file"
        ).requires("--output").excludes("--check", "--json", "--zero")
        Parameter.option("-o", "--output", value: "FILE", set: \.output, help: "the signed list").requires("--sign")
        Parameter.flag("--force", set: \.isForced, help: "replace an existing list and signature").requires("--sign")
        Parameter.option(
            "--passphrase-from", value: "SOURCE", set: \.passphrase,
            help: "passphrase of the key: prompt, stdin, env:NAME, file:PATH, fd:N or cmd:COMMAND"
        ).requires("--sign")
    }

    /// Opens the key before hashing starts; nil without `--sign`.
    func report(
        _ algorithms: [HashAlgorithm], isTagged: Bool, readsStandardInput: Bool, in context: CommandContext
    ) throws -> SignedHashReport? {
        guard let key, let output else { return nil }
        let signer = try SigningKeyOptions(place: key, passphrase: passphrase)
            .signingKey(readsStandardInput: readsStandardInput, in: context)
        if let weak = algorithms.first(where: { $0.isInsecure }) {
            throw UsageError(
                .conflict, "a signature over \(weak.shortName) proves nothing", hint: "give -a sha256 or leave out -a")
        }
        // The algorithms assumed for an untagged digest of their length.
        let plain: [HashAlgorithm] = [.digest(.sha256), .digest(.sha384), .digest(.sha512)]
        let isTagged = isTagged || signer.format == .signify || !algorithms.allSatisfy { plain.contains($0) }
        return SignedHashReport(
            algorithms, isTagged: isTagged, key: signer, file: output, isForced: isForced)
    }
}

final class SignedHashReport: HashReport {
    private let form: ChecksumLines
    private let key: SigningKey
    private let file: BytePath
    private let isForced: Bool
    private let lines = Mutex<[UInt8]>([])

    init(_ algorithms: [HashAlgorithm], isTagged: Bool, key: SigningKey, file: BytePath, isForced: Bool) {
        form = ChecksumLines(algorithms, isTagged: isTagged, endsWithZero: false)
        self.key = key
        self.file = file
        self.isForced = isForced
    }

    func add(_ path: BytePath, _ results: [[UInt8]]) {
        let text = form.lines(path, results)
        lines.withLock { $0 += text }
    }

    var hasFailed: Bool { false }

    /// Whether a file is the list itself or its signature, which are not listed.
    func isOwn(_ path: BytePath) -> Bool {
        guard let identity = (try? FileInfo(path))?.identity else { return false }
        return [file, file.appending(suffix: BytePath(Array(key.fileNameExtension.utf8)))]
            .contains { (try? FileInfo($0))?.identity == identity }
    }

    func finish() throws {
        let list = lines.withLock { $0 }
        // Do not sign a list that 'arca verify --check' would reject.
        let outside = try ChecksumList(list).entries.first { !$0.isInside }
        if let outside {
            throw UsageError(
                .conflict, "\(outside.shownName) is outside this folder, so the list could not be checked",
                hint: "run the command in a folder that contains all files")
        }
        var reader = MemoryReader(list)
        let options = SigningOptions(time: DateText.now, fileName: file.name.description)
        let signature = try key.sign(reading: &reader, options: options)
        var output = try NewOutputOptions(file: file, isForced: isForced).open(.text)
        guard key.format != .signify else {
            try output.write(signature.text.utf8)
            try output.write(list)
            return try output.commit()
        }
        let target = file.appending(suffix: BytePath(Array(key.fileNameExtension.utf8)))
        var second = try NewOutputOptions(file: target, isForced: isForced).open(.text)
        try output.write(list)
        try second.write(signature.text.utf8)
        // The signature is committed first: a new signature without its list is noticed sooner than a new list with an
        // old signature.
        try second.commit()
        try output.commit()
        Messages.note("wrote \(file) and \(target)")
    }
}
