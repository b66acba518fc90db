import Testing

@testable import ArcaCLI
internal import ArcaCore

@Suite struct DispatcherTests {
    private func request(_ words: Argument...) throws(UsageError) -> String {
        switch try Dispatcher.request(words, root: SampleRoot.self) {
        case .run(let command, let rest, let path):
            "run \(command.name) as \(path): \(rest.map(\.shown)) from \(rest.startIndex)"
        case .help(let node, let isComplete): "help \(node.path)\(isComplete ? " in full" : "")"
        case .overview(let node): "overview \(node.path)"
        case .version: "version"
        }
    }

    @Test("finds the command and leaves its arguments")
    func finds() throws {
        #expect(try request("put", "-r", "coin") == #"run put as strong put: ["-r", "coin"] from 1"#)
        #expect(try request("key", "show") == #"run show as strong key show: [] from 2"#)
        #expect(try request("mutter", "x") == #"run mutter as strong mutter: ["x"] from 1"#)
    }

    @Test("shows help wherever it is requested before --")
    func help() throws {
        #expect(try request("-h") == "help strong")
        #expect(try request("--help", "put") == "help strong")
        #expect(try request("key", "--help") == "help strong key")
        #expect(try request("key", "make", "--bogus", "-h") == "help strong key make")
        #expect(try request("put", "--help=all") == "help strong put in full")
        #expect(try request("--help=all") == "help strong in full")
        #expect(try request("put", "--", "-h") == #"run put as strong put: ["--", "-h"] from 1"#)
    }

    @Test("shows the overview without a command, and the version")
    func overview() throws {
        #expect(try request() == "overview strong")
        #expect(try request("key") == "overview strong key")
        #expect(try request("--version") == "version")
        #expect(try request("-V") == "version")
    }

    @Test(
        "rejects unknown commands, and options before the command",
        arguments: [
            (["putt"], .unknownCommand, 1, "unknown command 'putt' of strong", "did you mean put?"),
            (["xyzzy"], .unknownCommand, 1, "unknown command 'xyzzy' of strong", "'strong --help' lists the commands"),
            (["muter"], .unknownCommand, 1, "unknown command 'muter' of strong", "'strong --help' lists the commands"),
            (["make"], .unknownCommand, 1, "unknown command 'make' of strong", "did you mean strong key make?"),
            (
                ["gold"], .unknownCommand, 1, "unknown command 'gold' of strong",
                "did you mean strong put -m gold or strong put -a gold?"
            ),
            (["key", "mkae"], .unknownCommand, 2, "unknown command 'mkae' of strong key", "did you mean make?"),
            (
                ["key", "-"], .unknownCommand, 2, "unknown command '-' of strong key",
                "'strong key --help' lists the commands"
            ),
            (
                ["-r", "put"], .unknownOption, 1, "unknown option -r of strong",
                "options follow the command: strong COMMAND -r"
            ),
            (
                ["key", "--version"], .unknownOption, 2, "unknown option --version of strong key",
                "options follow the command: strong key COMMAND --version"
            ),
            (
                ["put", "coin", "--help=al"], .invalidValue, 3, "--help: unknown value 'al'",
                "write --help or --help=all"
            ),
        ] as [([Argument], UsageError.Code, Int, String, String)])
    func refuses(_ words: [Argument], _ code: UsageError.Code, _ position: Int, _ reason: String, _ hint: String) {
        let error = #expect(throws: UsageError(code, at: position, "")) {
            try Dispatcher.request(words, root: SampleRoot.self)
        }
        #expect(error?.reason == reason)
        #expect(error?.hint == hint)
    }

    @Test("passes on errors of the command")
    func runs() throws {
        #expect(throws: UsageError.code(.conflict)) {
            try Dispatcher.run(SamplePut.self, ["coin"], path: "strong put", in: CommandContext())
        }
        #expect(throws: ExitStatus.mismatch) {
            try Dispatcher.run(SampleKeyMake.self, ["--from=x", "64"], path: "strong key make", in: CommandContext())
        }
        #expect(throws: UsageError.code(.missingCommand)) {
            try Dispatcher.run(SampleKey.self, [], path: "strong key", in: CommandContext())
        }
        try Dispatcher.run(SampleKeyShow.self, [], path: "strong key show", in: CommandContext())
    }
}
