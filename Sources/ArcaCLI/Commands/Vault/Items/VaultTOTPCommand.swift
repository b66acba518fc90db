internal import ArcaCore
internal import ArcaOTP
internal import ArcaVault

struct VaultTOTPCommand: Command {
    static let name = "totp"
    static let summary = "print the one-time password of an item"
    static let details = """
        For TOTP it is the current code; standard error says how long it is valid. For HOTP it is the next code, and \
        the counter is saved before the code is printed.
        """
    static let examples = [
        Example("arca vault totp github.com/alice", "the current code", needsVault: true),
        Example("arca vault totp github.com/alice --json", "with the seconds that remain", needsVault: true),
    ]

    var item = ItemOptions()
    var vault = VaultOptions()
    var json = JSONOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.item)
        Parameter.group(\.vault)
        Parameter.group(\.json)
    }

    consuming func run() throws {
        // Open for writing, as a counter needs; a passphrase from a pipe or a variable can be read only once.
        let opened = try vault.open()
        let code = try opened.oneTimePassword(of: item.find(in: opened).name)
        let digits = String(decoding: Array(bytes: code.digits), as: UTF8.self)
        if json.isWanted {
            var members: [(String, JSONValue)] = [("code", .string(digits)), ("counter", .integer(code.counter))]
            if let left = code.secondsLeft { members.append(("secondsLeft", .integer(left))) }
            return try JSONOptions.print(schema: 1, members)
        }
        try Messages.print(digits + "\n")
        if let left = code.secondsLeft { Messages.note("valid for \(left) more seconds") }
    }
}
