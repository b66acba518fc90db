import Testing

@testable import ArcaCLI
internal import ArcaCore

@Suite struct HelpCommandTests {
    private let layout = HelpText(width: 80)

    private func page(_ words: Argument...) throws(UsageError) -> String {
        try HelpCommand.page(words, root: SampleRoot.self, layout: layout)
    }

    @Test("shows the program, a command, a subcommand and a hidden command")
    func commands() throws {
        #expect(try page() == layout.brief(CommandTree(SampleRoot.self)))
        #expect(try page("put") == layout.screen(CommandTree(SamplePut.self, after: ["strong"])))
        #expect(try page("key", "show") == layout.screen(CommandTree(SampleKeyShow.self, after: ["strong", "key"])))
        #expect(try page("mutter").hasPrefix("strong mutter: say nothing\n"))
    }

    @Test("shows every topic", arguments: HelpTopic.all.map(\.name))
    func topics(_ name: String) throws {
        let text = try page(Argument(name))
        #expect(text.hasPrefix("arca help \(name): "))
        #expect(!text.contains("\u{A0}"))
    }

    @Test(
        "reports topics that do not exist",
        arguments: [
            (["exit-code"], 2, "no help for 'exit-code' in strong", "did you mean exit-codes?"),
            (["putt"], 2, "no help for 'putt' in strong", "did you mean put?"),
            (["key", "mkae"], 3, "no help for 'mkae' in strong key", "did you mean make?"),
            (
                ["put", "secrets"], 3, "no help for 'secrets' in strong put",
                "'arca help' lists the commands, 'arca help help' the topics"
            ),
        ] as [([Argument], Int, String, String)])
    func unknown(_ words: [Argument], _ position: Int, _ reason: String, _ hint: String) {
        let error = #expect(throws: UsageError.code(.unknownTopic, at: .index(position))) {
            try HelpCommand.page(words, root: SampleRoot.self, layout: layout)
        }
        #expect(error?.reason == reason)
        #expect(error?.hint == hint)
    }
}
