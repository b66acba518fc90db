internal import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaCLI

@Suite(.enabled(if: runsSlowTests, "slow")) struct ManualPageTests {
    private let manual = ManualPage(program: SampleRoot.self, version: "1.2", variables: [], files: [])

    private func tree(_ command: any Command.Type) -> CommandTree {
        command == SampleRoot.self ? CommandTree(command) : CommandTree(command, after: ["strong"])
    }

    @Test("contains every part of the command in roff")
    func command() {
        #expect(
            manual.page(tree(SamplePut.self)) == #"""
                .TH "STRONG\-PUT" 1 "" "strong 1.2" "User Commands"
                .nh
                .ad l
                .SH NAME
                strong\-put \- put something into the box
                .SH SYNOPSIS
                \fBstrong put\fR [OPTION\[u2026]] THING [OTHER\[u2026]]
                .SH DESCRIPTION
                The box has to be open. What is put into it stays there until somebody takes it out again, which is what boxes are for, as everybody knows who ever had one.
                .PP
                .nf
                  this line is kept   as it is
                .fi
                .PP
                The end.
                .SS "Arguments"
                .TP
                \fBTHING\fR
                what to put into the box
                .TP
                \fBOTHER\[u2026]\fR
                more things
                .SS "Options"
                .TP
                \fB\-n, \-\-count N\fR
                how many (1 to 64; default 1)
                .TP
                \fB\-\-limit N\fR
                refuse when there are more (0 or more)
                .TP
                \fB\-s, \-\-shift N\fR
                how far from the middle (default 0)
                .TP
                \fB\-m, \-\-metal METAL\fR
                what it is made of (one of gold, silver, copper; default silver)
                .TP
                \fB\-a, \-\-alloy METAL[,METAL\[u2026]]\fR
                what is mixed in (one of gold, silver, copper)
                .TP
                \fB\-t, \-\-tag TEXT\fR
                a word to find it by; may be repeated
                .TP
                \fB\-r, \-\-round\fR
                it rolls
                .TP
                \fB\-z\fR
                along a zigzag
                .TP
                \fB\-\-no\-padding\fR
                without padding, even where what is put in could break on the way
                .TP
                \fB\-h, \-\-help[=all]\fR
                print a short help, or all of it
                .SS "Wrapping"
                .TP
                \fB\-\-paper KIND\fR
                kind of paper (default plain)
                .SS "Ownership"
                .TP
                \fB\-\-owner NAME\fR
                whose it is
                .SH "EXIT STATUS"
                0\ success, 1\ verification\ failed, 2\ usage\ error, 3\ wrong\ key, 4\ tampered, 5\ malformed, 6\ locked, 7\ not\ found, 8\ reading\ or\ writing\ failed (\(aqarca\ help\ exit\-codes\(aq)
                .SH EXAMPLES
                .TP
                put three coins into the box:
                .nf
                strong put \-n 3 coin
                .fi
                .TP
                a name that starts with a hyphen:
                .nf
                strong put \-\-metal gold ring \-\- \-odd\-
                .fi
                .SH "SEE ALSO"
                \fBstrong\fR(1)

                """#)
    }

    @Test("shows a group with all its commands on one page")
    func group() {
        #expect(
            manual.page(tree(SampleKey.self)) == #"""
                .TH "STRONG\-KEY" 1 "" "strong 1.2" "User Commands"
                .nh
                .ad l
                .SH NAME
                strong\-key \- make and show keys
                .SH SYNOPSIS
                \fBstrong key make\fR \-\-from SRC BITS
                .br
                \fBstrong key show\fR [FILE]
                .SH "KEY MAKE"
                Make a key.
                .SS "Arguments"
                .TP
                \fBBITS\fR
                how long (64 to 512)
                .SS "Options"
                .TP
                \fB\-\-from SRC\fR
                where chance comes from (one of stdin, file:, env:; required)
                .TP
                \fB\-h, \-\-help[=all]\fR
                print a short help, or all of it
                .SS Examples
                .TP
                make a key of 256 bits:
                .nf
                strong key make \-\-from stdin 256
                .fi
                .SH "KEY SHOW"
                Show a key.
                .SS "Arguments"
                .TP
                \fBFILE\fR
                the key\(aqs file; standard input if omitted
                .SS "Options"
                .TP
                \fB\-h, \-\-help[=all]\fR
                print a short help, or all of it
                .SS Examples
                .TP
                what is in a key file:
                .nf
                strong key show key.pem
                .fi
                .SH "EXIT STATUS"
                0\ success, 1\ verification\ failed, 2\ usage\ error, 3\ wrong\ key, 4\ tampered, 5\ malformed, 6\ locked, 7\ not\ found, 8\ reading\ or\ writing\ failed (\(aqarca\ help\ exit\-codes\(aq)
                .SH "SEE ALSO"
                \fBstrong\fR(1),
                \fBstrong\-key\-make\fR(1),
                \fBstrong\-key\-show\fR(1)

                """#)
    }

    @Test("escapes roff markup")
    func escapes() {
        struct Odd: Command {
            static let name = "odd"
            static let summary = ".it's \\fB^~`\"–"
            consuming func run(in context: CommandContext) throws {}
        }
        #expect(
            ManualPage(program: SampleRoot.self, version: "1", variables: [], files: []).page(tree(Odd.self))
                .contains("\nstrong\\-odd \\- \\&.it\\(aqs \\efB\\(ha\\(ti\\(ga\\(dq\\[u2013]\n"))
    }

    @Test("has sections for the variables and files of each command")
    func surroundings() throws {
        let arca = ManualPage(program: RootCommand.self, version: RootCommand.version)
        for node in CommandTree(RootCommand.self).all {
            let page = arca.page(node)
            let sections = try #require(page.components(separatedBy: ".SH \"ENVIRONMENT\"\n").last)
            #expect(sections.contains("\\fBNO_COLOR\\fR\n"), "\(node.path)")
            let isVault = ["arca", "vault"].contains(node.words.prefix(2).last)
            #expect(
                !isVault || sections.contains(".SH \"FILES\"\n.TP\n\\fB\\(ti/.local/share/arca/vault.arca"),
                "\(node.path)")
            #expect(sections.contains("\\fBEDITOR\\fR\n") == isVault, "\(node.path)")
        }
    }

    @Test("man formats every page without a warning", .enabled(if: Peer.has("man") && Peer.has("groff")))
    func warnings() throws {
        let arca = ManualPage(program: RootCommand.self, version: RootCommand.version)
        var pages = [
            manual.page(tree(SampleRoot.self)), manual.page(tree(SamplePut.self)),
            manual.page(tree(SampleKey.self)),
        ]
        pages += CommandTree(RootCommand.self).all.map(arca.page)
        try Peer.inFolder { folder in
            for (index, page) in pages.enumerated() {
                let file = folder.appendingPathComponent("page\(index).1")
                try page.write(to: file, atomically: false, encoding: .utf8)
            }
            let result = try Peer.run(
                ["man", "-l", "--warnings"] + pages.indices.map { "page\($0).1" },
                environment: ["LC_ALL": "C.UTF-8", "MANPAGER": "cat"], in: folder)
            #expect(result.errors.isEmpty && result.status == 0)
            #expect(result.text.components(separatedBy: "SEE ALSO").count == pages.count + 1)
        }
    }

    @Test("names the page of a subcommand after its full path")
    func below() throws {
        let names = try Arca.run(["manual", "--list"]).lines
        #expect(names.contains("vault"))
        #expect(names.contains("vault-slot-add"))
        #expect(!names.contains("manual"))
        let page = try Arca.run(["manual", "vault-slot-add"]).text
        #expect(page.hasPrefix(".TH \"ARCA\\-VAULT\\-SLOT\\-ADD\" 1"))
        #expect(page.hasSuffix("\\fBarca\\fR(1),\n\\fBarca\\-vault\\fR(1),\n\\fBarca\\-vault\\-slot\\fR(1)\n"))
        #expect(try Arca.run(["manual", "vault-rum"]).errors.contains("vault-run"))
    }
}
