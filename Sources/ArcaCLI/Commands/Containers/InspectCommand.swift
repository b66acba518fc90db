internal import ArcaCore
internal import ArcaInspect
internal import ArcaSystem

struct InspectCommand: Command {
    static let name = "inspect"
    static let summary = "identify a file, and report how and how strongly it is encrypted"
    static let section = "Files"
    static let details = """
        Identifies encrypted files (age, openssl enc, RNCryptor, OpenPGP, AES Crypt, KeePass), keys and certificates (PEM, \
        DER, SSH), tokens (JWT, JWE), password hashes, images, compressed data, databases and encoded text. Reports \
        format, cipher, recipients, sizes and key derivation, with a verdict: none, weak, fair or strong.

        No secret is needed or asked for. C2SP chunked encryption and raw ciphertext look random and cannot be identified.
        """
    static let examples = [
        Example("arca inspect notes.age", "one file", isRun: false),
        Example("arca inspect --json *.pem", "files, as JSON", isRun: false),
        Example("printf '$2y$12$abcdefghijklmnopqrstuv' | arca inspect", "a password hash"),
    ]

    var files: [BytePath] = []

    static var parameters: [Parameter<Self>] {
        Parameter.operands("FILE", append: \.files, help: "what to inspect; standard input if - or omitted")
        Parameter.json
    }

    consuming func run(in context: CommandContext) throws {
        let failures = FirstFailure()
        var reports: [JSONValue] = []
        for path in files.isEmpty ? [BytePath("-")] : files {
            do {
                let (name, byteCount, inspection) = try Self.inspect(path)
                if context.wantsJSON {
                    reports.append(InspectionText.json(inspection, file: name, byteCount: byteCount))
                } else {
                    try Messages.print(InspectionText.lines(inspection, file: name, byteCount: byteCount))
                }
            } catch {
                failures.note(ExitStatus.reporting(error, in: context))
            }
        }
        if context.wantsJSON { try JSONReport.print([("files", .array(reports))]) }
        if let status = failures.status { throw status }
    }

    private static func inspect(_ path: BytePath) throws -> (name: String, byteCount: Int?, Inspection) {
        var input = try InputFile.open(path)
        let name = input.name
        var bytes: [UInt8] = []
        let limit = InspectedData.wantedByteCount
        try bytes.append(addingCapacity: limit + 1) { space throws(SystemError) in
            var before = -1
            while !space.isFull, space.count > before {
                before = space.count
                try input.read(into: &space)
            }
        }
        let isWhole = bytes.count <= limit
        let byteCount = isWhole ? bytes.count : input.byteCount
        let inspection = Inspector.inspect(InspectedData(bytes.prefix(limit), byteCount: byteCount))
        return (name, byteCount, inspection)
    }
}
