internal import ArcaCodecs
internal import ArcaInspect
internal import ArcaSystem

/// `arca inspect`: names any blob, and says what its bytes tell without a secret.
struct InspectCommand: Command {
    static let name = "inspect"
    static let summary = "say what a file is, how it is encrypted, and how strongly"
    static let section = "Files"
    static let details = """
        Names encrypted files (age, openssl enc, RNCryptor, OpenPGP, AES Crypt, KeePass), keys and certificates (PEM, DER, \
        SSH), tokens (JWT, JWE), password hashes, images, compressed data, databases and encoded text. For each it says \
        format, cipher, recipients, sizes, and how its key is derived, with a verdict: none, weak, fair or strong.

        It needs no secret and asks for none. C2SP chunked encryption and raw ciphertext look random and cannot be told.
        """
    static let examples = [
        Example("arca inspect notes.age", "one file", isRun: false),
        Example("arca inspect --json *.pem", "several, for a program", isRun: false),
        Example("printf '$2y$12$abcdefghijklmnopqrstuv' | arca inspect", "a password hash"),
    ]

    var json = JSONOptions()
    var files: [BytePath] = []

    static var parameters: [Parameter<Self>] {
        Parameter.operands("FILE", append: \.files, help: "what to inspect; - or none for standard input")
        Parameter.group(\.json)
    }

    consuming func run() throws {
        let failures = FirstFailure()
        var reports: [JSONValue] = []
        for path in files.isEmpty ? [BytePath("-")] : files {
            do {
                let (name, byteCount, inspection) = try Self.inspect(path)
                if json.isWanted {
                    reports.append(InspectionText.json(inspection, file: name, byteCount: byteCount))
                } else {
                    try Messages.print(InspectionText.lines(inspection, file: name, byteCount: byteCount))
                }
            } catch {
                failures.note(ExitStatus.reporting(error))
            }
        }
        if json.isWanted { try JSONOptions.print(schema: 1, [("files", .array(reports))]) }
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
