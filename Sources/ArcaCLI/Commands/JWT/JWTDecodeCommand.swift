internal import ArcaCore
internal import ArcaJOSE
internal import ArcaSystem

struct JWTDecodeCommand: Command {
    static let name = "decode"
    static let summary = "show header and claims of a token, without verifying it"
    static let details = """
        Shows what the token says, with times as dates. Nothing is verified: anyone may have written it. Of an \
        encrypted token only the header is shown.
        """
    static let examples = [
        Example("arca jwt decode token.txt", "as text", isRun: false),
        Example("arca jwt decode --json < token.txt", "as JSON", isRun: false),
    ]

    var file: BytePath?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "the token; standard input if - or omitted")
        Parameter.json
    }

    consuming func run(in context: CommandContext) throws {
        let (text, name) = try JWTCommand.read(file)
        let token = try naming(name) { try UnverifiedToken(text) }
        Messages.warning("\(name): nothing was verified; anyone may have written this")
        if context.wantsJSON {
            return try JSONReport.print(token.report.members.map { ($0.name, $0.value) })
        }
        var report = "header (not verified)\n" + JWTText.lines(token.header.members)
        if let claims = token.claims {
            report += "claims (not verified)\n" + JWTText.lines(claims)
        } else if let bytes = token.payload {
            report += "payload of \(Count.text(bytes.count, "byte")), no claims (not verified)\n"
        } else {
            report += "encrypted payload\n"
        }
        try Messages.print(report)
    }
}
