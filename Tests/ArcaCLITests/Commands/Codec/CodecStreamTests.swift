internal import ArcaTestSupport
internal import Foundation
import Testing

/// Pipes, files, and cleanup after errors.
@Suite struct CodecStreamTests {
    private static func shell(_ script: String, in folder: URL? = nil) throws -> Peer.Answer {
        try Peer.run(["bash", "-c", script.replacing("arca", with: "'\(Peer.arca)'")], in: folder)
    }

    @Test(
        "encodes and decodes large input in constant memory",
        arguments: [
            "base64", "base64 -w 76", "base16", "base32", "base85", "ascii85", "z85", "qp --binary", "rot47",
            "crockford",
        ])
    func large(codec: String) throws {
        let name = codec.split(separator: " ")[0]
        let script = """
            set -o pipefail; ulimit -v 400000
            head -c 9000000 /dev/urandom > f; arca encode \(codec) f | arca decode \(name) | cmp - f
            """
        try Peer.inFolder { folder in
            let answer = try Self.shell(script, in: folder)
            #expect(answer.status == 0, "\(answer.errors)")
        }
    }

    @Test("ends silently by the signal if its reader closes")
    func closedPipe() throws {
        for words in ["encode base64", "encode hexdump", "decode rot13"] {
            let answer = try Self.shell("arca \(words) /dev/zero | head -c 10 > /dev/null; echo ${PIPESTATUS[0]}")
            #expect(answer.text == "141\n" && answer.errors.isEmpty, "\(words)")
        }
    }

    @Test("an error ends the command while its input stays open", .timeLimit(.minutes(10)))
    func openInput() throws {
        // The writer keeps the pipe open until the command has exited; waiting for the end would never return.
        let script = """
            mkfifo p; exec 3<>p
            (head -c 3000000 /dev/zero | tr '\\0' A; printf '     ') >&3 &
            arca decode \"$@\" < p > /dev/null 2> errors; echo $?; head -c 60 errors
            """
        for words in [["base64"], ["base16"], ["base85"]] {
            try Peer.inFolder { folder in
                let answer = try Peer.run(
                    ["bash", "-c", script.replacing("arca", with: "'\(Peer.arca)'"), "x"] + words, in: folder)
                #expect(answer.text.hasPrefix("5\narca: error: standard input: "), "\(words): \(answer.text)")
            }
        }
    }

    @Test("reports errors in the first bytes before more input arrives", .timeLimit(.minutes(10)))
    func answersAtOnce() throws {
        // The writer keeps the pipe open: no more input arrives.
        let script = """
            mkfifo p q; exec 3<>p 4<>q
            arca \"$1\" \"$2\" < p > q 3>&- 4>&- & printf %s "$3" >&3
            timeout 20 head -c "${#4}" <&4; kill $!
            """
        for (way, codec, input, output) in [
            ("encode", "base64", "abcabc", "YWJjYWJj"), ("encode", "rot13", "abc", "nop"),
            ("decode", "base64", "YWJjYWJj", "abcabc"), ("decode", "base16", "616263", "abc"),
            ("decode", "base32", "MFRGGYLC", "abcab"), ("decode", "rot13", "nop", "abc"),
        ] {
            try Peer.inFolder { folder in
                let answer = try Peer.run(
                    ["bash", "-c", script.replacing("arca", with: "'\(Peer.arca)'"), "x", way, codec, input, output],
                    in: folder)
                #expect(answer.text == output, "\(way) \(codec)")
            }
        }
    }

    @Test("cracking reads no more than it examines", .timeLimit(.minutes(10)))
    func endlessInput() throws {
        let answer = try Self.shell("yes 'Wkh gdqjhu ri wkh vhd dqg lwv vkruhv' | arca decode caesar --crack --top 1")
        #expect(answer.status == 0 && answer.text.contains("3       100.0 %  english   The danger of the sea"))
    }

    @Test("-o writes all or nothing")
    func allOrNothing() throws {
        try Peer.inFolder { folder in
            let file = folder.appendingPathComponent("o")
            #expect(
                try Arca.run(["decode", "base64", "-o", "o"], input: Array("aGk=!".utf8), in: folder).status
                    == 5)
            #expect(!FileManager.default.fileExists(atPath: file.path))
            try Data("old".utf8).write(to: file)
            let large = [UInt8](repeating: 0x41, count: 2 << 20) + Array("!!!!".utf8)
            #expect(try Arca.run(["decode", "base64", "-o", "o"], input: large, in: folder).status == 5)
            #expect(try Data(contentsOf: file) == Data("old".utf8))
            #expect(
                try Arca.run(["decode", "base64", "-o", "o"], input: Array("aGk=".utf8), in: folder).status
                    == 0)
            #expect(try Data(contentsOf: file) == Data("hi".utf8))
            let same = try Arca.run(["encode", "base64", "o", "-o", "o"], in: folder)
            #expect(same.status == 2 && same.errors == "arca: error: cannot write o: it is also an input\n")
            #expect(try Data(contentsOf: file) == Data("hi".utf8))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["o"])
            let dash = try Arca.run(["encode", "base64", "-o", "-", "--", "o"], in: folder)
            #expect(dash.text == "aGk=")
        }
    }

    @Test(
        "failed reads and writes end with status 8",
        arguments: [
            ("arca encode base64 missing", "cannot open missing: no such file or directory"),
            ("arca encode base64 /", "cannot open /: is a directory"),
            ("echo hi | arca encode base64 -o no/o", "cannot open no: no such file or directory"),
            ("echo hi | arca encode base64 > /dev/full", "cannot write standard output: no space left on device"),
            ("head -c 3000000 /dev/zero | arca encode hex > /dev/full", "no space left on device"),
            ("echo hi | arca encode base64 -o /dev/full", "cannot write /dev/full: no space left on device"),
            ("echo aGk= | arca decode auto > /dev/full", "no space left on device"),
            ("arca encode base64 <&-", "cannot read standard input: bad file descriptor"),
            ("echo hi > f; arca encode base64 f >&-", "cannot write standard output: bad file descriptor"),
        ])
    func failures(script: String, message: String) throws {
        try Peer.inFolder { folder in
            let answer = try Self.shell(script, in: folder)
            #expect(answer.status == 8 && answer.errors.contains(message), "\(script): \(answer.errors)")
        }
    }

    @Test("empty input gives empty output both ways, except in formats that require content")
    func nothing() throws {
        for codec in [
            "base64", "base16", "base85", "z85", "ascii85", "base58", "qp", "percent", "hexdump", "rot13", "base45",
        ] {
            for way in ["encode", "decode"] {
                let answer = try CodecCommand.run("\(way) \(codec)", "")
                #expect(answer.status == 0, "\(way) \(codec)")
                #expect(answer.output.isEmpty, "\(way) \(codec)")
                #expect(answer.errors.isEmpty, "\(way) \(codec)")
            }
        }
        #expect(try CodecCommand.run("encode ascii85 --adobe", "").text == "<~~>")
        #expect(try CodecCommand.run("decode gunzip", "").status == 4)
        #expect(try CodecCommand.run("decode json", "").status == 4)
    }

    @Test("'-' is standard input; names that start with a dash or are not UTF-8 are files")
    func names() throws {
        try Peer.inFolder { folder in
            let script = "printf hi > ./-x; printf hi > $'q\\xff'; arca encode hex -- -x; arca encode hex $'q\\xff'"
            let answer = try Self.shell(script, in: folder)
            #expect(answer.text == "68696869", "\(answer.errors)")
        }
        #expect(try CodecCommand.run("encode hex -", "hi").text == "6869")
    }
}
