@testable import ArcaCLI
internal import ArcaCore
internal import Foundation

/// Sample commands with every kind of parameter, for tests of the command-line layer.
struct SampleRoot: Command {
    static let name = "strong"
    static let summary = "keep things in a box"
    static let examples = [Example("strong put -n 3 coin", "put three coins into the box")]
    static var subcommands: [any Command.Type] {
        [SamplePut.self, SampleKey.self, SampleSecretive.self]
    }
}

struct SamplePut: Command {
    enum Metal: String, CaseIterable, ArgumentValue { case gold, silver, copper }

    static let name = "put"
    static let summary = "put something into the box"
    static let section = "Things"
    static let details = """
        The box has to be open. What is put into it stays there until somebody takes it out again, which is what boxes are \
        for, as everybody knows who ever had one.

          this line is kept   as it is

        The end.
        """
    static let examples = [
        Example("strong put -n 3 coin", "put three coins into the box"),
        Example("strong put --metal gold ring -- -odd-", "a name that starts with a hyphen"),
    ]

    struct Wrapping: OptionGroup {
        static let title = "Wrapping"
        var paper = "plain"

        static var parameters: [Parameter<Self>] {
            Parameter.option("--paper", value: "KIND", set: \.paper, help: "kind of paper")
        }
    }

    var count = 1
    var limit: Int?
    var shift = 0
    var metal = Metal.silver
    var metals: [Metal] = []
    var tags: [String] = []
    var isRound = false
    var isZigzag = false
    var isPadded = true
    var owner: String?
    var secretly = false
    var wrapping = Wrapping()
    var thing: Argument = ""
    var others: [Argument] = []

    static var parameters: [Parameter<Self>] {
        Parameter.operand("THING", set: \.thing, help: "what to put into the box")
        Parameter.operands("OTHER", append: \.others, help: "more things").completing(.files)
        Parameter.option("-n", "--count", value: "N", set: \.count, in: 1...64, help: "how many")
        Parameter.option("--limit", value: "N", set: \.limit, in: 0...Int.max, help: "refuse when there are more")
        Parameter.option("-s", "--shift", value: "N", set: \.shift, help: "how far from the middle")
        Parameter.option("-m", "--metal", value: "METAL", set: \.metal, help: "what it is made of")
        Parameter.list("-a", "--alloy", value: "METAL[,METAL…]", append: \.metals, help: "what is mixed in")
        Parameter.repeated("-t", "--tag", value: "TEXT", append: \.tags, help: "a word to find it by; may be repeated")
        Parameter.flag("-r", "--round", set: \.isRound, help: "it rolls")
        Parameter.flag("-z", set: \.isZigzag, help: "along a zigzag")
        Parameter.flag(
            "--no-padding", clear: \.isPadded, help: "without padding, even where what is put in could break on the way"
        )
        Parameter.group(\.wrapping)
        Parameter.section("Ownership") {
            Parameter.option("--owner", value: "NAME", set: \.owner, help: "whose it is")
        }
        Parameter.flag("--secretly", set: \.secretly, help: "tell nobody").hidden()
    }

    consuming func run(in context: CommandContext) throws {
        throw UsageError(.conflict, "the box is closed", hint: "open it")
    }
}

struct SampleKey: Command {
    static let name = "key"
    static let summary = "make and show keys"
    static let section = "Keys"
    static let examples = [Example("strong key show key.pem", "what is in a key file")]
    static var subcommands: [any Command.Type] { [SampleKeyMake.self, SampleKeyShow.self] }
}

struct SampleKeyMake: Command {
    static let name = "make"
    static let summary = "make a key"
    static let examples = [Example("strong key make --from stdin 256", "make a key of 256 bits")]

    var source = ""
    var bits = 128

    static var parameters: [Parameter<Self>] {
        Parameter.option("--from", value: "SRC", set: \.source, help: "where chance comes from")
            .required().completing(.prefixes(["stdin", "file:", "env:"]))
        Parameter.operand("BITS", set: \.bits, in: 64...512, help: "how long")
    }

    consuming func run(in context: CommandContext) throws { throw ExitStatus.mismatch }
}

struct SampleKeyShow: Command {
    static let name = "show"
    static let summary = "show a key"
    static let examples = [Example("strong key show key.pem", "what is in a key file")]

    var file: Argument?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "the key's file; standard input if omitted").completing(.files)
    }

    consuming func run(in context: CommandContext) throws {}
}

struct SampleSecretive: Command {
    static let name = "mutter"
    static let summary = "say nothing"
    static let isHidden = true
    consuming func run(in context: CommandContext) throws {}
}

/// A stand-in for `arca` that records its arguments and prints three names, like an unlocked vault.
enum SampleItems {
    static func write(to folder: URL) throws {
        let script =
            "#!/bin/sh\nprintf '%s|' \"$@\" >> asked; echo >> asked\nprintf '%s\\n' git/alice 'site x/me' https://a.org/b\n"
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("bin"), withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("bin/arca").path
        _ = FileManager.default.createFile(
            atPath: file, contents: Data(script.utf8), attributes: [.posixPermissions: 0o755])
    }

    static func path(in folder: URL) -> String { folder.path + "/bin:/usr/bin:/bin" }
}
