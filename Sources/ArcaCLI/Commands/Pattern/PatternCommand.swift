/// `arca pattern`: gesture patterns.
struct PatternCommand: Command {
    static let name = "pattern"
    static let summary = "hash, check, measure and draw gesture patterns"
    static let section = "Secrets"
    static let details = """
        Patterns are secrets and are never given as arguments: --pattern-from names a source. They are written as digits \
        from 1 (12369), from 0 (01258), with dots (0.1.2.5.8), in brackets ([1][2][3]) or as row and column \
        ((0,0)(0,1)).

        A 3x3 pattern under Android's rules is one of 389,112. A slow hash alone does not protect so few: without a pepper \
        that is kept elsewhere, whoever has the hash finds the pattern within a day or two. A lockout binds only those \
        who draw, not those who have the files.
        """
    static let examples = [
        Example("arca pattern count", "how many patterns there are"),
        Example("printf 12369 | arca pattern strength --pattern-from stdin", "how strong one is"),
    ]
    static var subcommands: [any Command.Type] {
        [
            PatternHashCommand.self, PatternVerifyCommand.self, PatternStrengthCommand.self, PatternRenderCommand.self,
            PatternSuggestCommand.self, PatternAuditCommand.self, PatternCountCommand.self, PatternEnrollCommand.self,
        ]
    }
}
