import ArcaCore
import ArcaCrypto
import ArcaSystem
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaCLI

@Suite struct SecretSourceTests {
    private func bytes(_ secret: borrowing some Bytes) -> [UInt8] { [UInt8](bytes: secret) }

    private let context = CommandContext()

    private func source(_ text: String) throws -> SecretSource {
        try SecretSource(argument: Argument(text), context: context)
    }

    private func inFile<Result>(_ content: [UInt8], _ body: (String) throws -> Result) throws -> Result {
        try Peer.inFolder { folder in
            let file = folder.appendingPathComponent("secret")
            try Data(content).write(to: file)
            return try body(file.path)
        }
    }

    @Test(
        "parses all sources",
        arguments: [
            ("prompt", .prompt), ("stdin", .standardInput), ("env:A", .environment([65])), ("file:/a:b", .file("/a:b")),
            ("hexfile:k", .hexFile("k")), ("base64file:k", .base64File("k")), ("hexenv:A", .hexEnvironment([65])),
            ("base64env:A", .base64Environment([65])), ("fd:3", .descriptor(3)),
            ("cmd:pass x", .command(Array("pass x".utf8))),
        ] as [(String, SecretSource)])
    func parses(text: String, source: SecretSource) throws {
        #expect(try self.source(text) == source)
    }

    @Test(
        "rejects anything else without showing it",
        arguments: [
            "hunter2", "", "env:", "file:", "cmd:", "hexfile:", "base64file:", "hexenv:", "base64env:", "fd:", "fd:x",
            "fd:-1", "prompt:", "stdin:x", "PROMPT",
        ])
    func refuses(text: String) {
        let error = #expect(throws: UsageError.self) { try source(text) }
        #expect(error?.code == .invalidValue)
        if text.count > 3 {
            #expect(error?.reason.contains(text) == false && error?.hint?.contains("hunter2") == false)
        }
    }

    @Test(
        "drops one line end of a passphrase and none of a key",
        arguments: [
            ("a", "a"), ("a\n", "a"), ("a\r\n", "a"), ("a\n\n", "a\n"), ("a\r", "a\r"), (" a ", " a "), ("\na", "\na"),
        ])
    func lineEnds(content: String, passphrase: String) throws {
        try inFile(Array(content.utf8)) { path in
            let source = SecretSource.file(BytePath(path))
            let found = try source.passphrase(isNew: true, readsStandardInput: true, in: context)
            #expect(bytes(found) == Array(passphrase.utf8))
            let key = try source.key(readsStandardInput: true, in: context)
            #expect(bytes(key) == Array(content.utf8))
        }
    }

    @Test("refuses an empty passphrase", arguments: ["", "\n", "\r\n"])
    func empty(content: String) throws {
        try inFile(Array(content.utf8)) { path in
            let error = #expect(throws: UsageError.self) {
                try SecretSource.file(BytePath(path)).passphrase(isNew: false, readsStandardInput: false, in: context)
            }
            #expect(error?.reason == "the passphrase is empty")
        }
    }

    @Test("rejects a passphrase over the maximum length, and accepts the maximum")
    func limit() throws {
        for (count, isAllowed) in [(65_536, true), (65_537, false), (200_000, false)] {
            try inFile([UInt8](repeating: 97, count: count)) { path in
                for source in [SecretSource.file(BytePath(path)), .command(Array("cat '\(path)'".utf8))] {
                    let found = try? source.passphrase(isNew: false, readsStandardInput: false, in: context)
                    #expect(found?.count == (isAllowed ? count : nil))
                }
            }
        }
    }

    @Test("converts UTF-16 with a mark, and keeps random bytes that begin like one")
    func marks() throws {
        for (content, expected) in [
            ([0xef, 0xbb, 0xbf, 0x61, 0x0a], [0x61]), ([0xff, 0xfe, 0x61, 0, 0xe9, 0, 0x0a, 0], [0x61, 0xc3, 0xa9]),
            ([0xff, 0xfe, 0x61, 0, 0x62], [0xff, 0xfe, 0x61, 0, 0x62]),
            ([0xfe, 0xff, 0xd8, 0, 0, 0x61], [0xfe, 0xff, 0xd8, 0, 0, 0x61]),
        ] as [([UInt8], [UInt8])] {
            try inFile(content) { path in
                let found = try SecretSource.file(BytePath(path)).passphrase(
                    isNew: false, readsStandardInput: false, in: context)
                #expect(Array(bytes: found) == expected)
            }
        }
    }

    @Test("reads hexadecimal keys, and shows no character of an invalid one")
    func hexKeys() throws {
        try inFile(Array("00ffAb12\n".utf8)) { path in
            let key = try SecretSource.hexFile(BytePath(path)).key(readsStandardInput: false, in: context)
            #expect(bytes(key) == [0, 255, 171, 18])
        }
        for (content, place) in [("00ffzz", 4), ("0q", 1)] {
            try inFile(Array(content.utf8)) { path in
                let error = #expect(throws: UsageError.self) {
                    try SecretSource.hexFile(BytePath(path)).key(readsStandardInput: false, in: context)
                }
                #expect(error?.reason.hasSuffix("a character outside of the alphabet at offset \(place)") == true)
            }
        }
        #expect(throws: UsageError.self) {
            try SecretSource.hexFile("x").passphrase(isNew: false, readsStandardInput: false, in: context)
        }
    }

    @Test("removes a variable from the environment when it is named, for all options that name it")
    func environment() async {
        // In a separate process: other tests read the environment while this one changes it.
        await #expect(processExitsWith: .success) {
            setenv("ARCA_TEST_SECRET", "top secret", 1)
            let context = CommandContext()
            let place = getenv("ARCA_TEST_SECRET")
            let source = try SecretSource(argument: Argument("env:ARCA_TEST_SECRET"), context: context)
            // Before it is read: a child started for another secret must not inherit it.
            #expect(getenv("ARCA_TEST_SECRET") == nil)
            #expect(place?.pointee == 0, "wiped where it stood")
            for _ in 0..<2 {
                let secret = try source.passphrase(isNew: false, readsStandardInput: false, in: context)
                #expect([UInt8](bytes: secret) == Array("top secret".utf8))
            }
            let missing = try SecretSource(argument: Argument("env:ARCA_TEST_MISSING"), context: context)
            let error = #expect(throws: UsageError.self) {
                try missing.passphrase(isNew: false, readsStandardInput: false, in: context)
            }
            #expect(error?.reason == "environment variable ARCA_TEST_MISSING is not set")
        }
    }

    @Test("keeps a secret that can be read only once for all options that name its source")
    func readOnce() throws {
        try inFile(Array("word\n".utf8)) { path in
            let number = open(path, O_RDONLY)
            defer { close(number) }
            for _ in 0..<2 {
                let secret = try source("fd:\(number)").passphrase(isNew: false, readsStandardInput: false, in: context)
                #expect(bytes(secret) == Array("word".utf8))
            }
        }
        #expect(try source("fd:0") == .standardInput)
    }

    @Test("reads a descriptor and a command's output")
    func descriptorAndCommand() throws {
        try inFile(Array("word\n".utf8)) { path in
            let number = open(path, O_RDONLY)
            defer { close(number) }
            let secret = try source("fd:\(number)").passphrase(isNew: false, readsStandardInput: false, in: context)
            #expect(bytes(secret) == Array("word".utf8))
        }
        let printed = try source("cmd:printf 'a b\\n'").passphrase(isNew: true, readsStandardInput: true, in: context)
        #expect(bytes(printed) == Array("a b".utf8))
        #expect(throws: SystemError(.childFailed, "")) {
            try source("cmd:echo half; exit 1").passphrase(isNew: false, readsStandardInput: false, in: context)
        }
        #expect(throws: SystemError.self) { try source("file:/none").key(readsStandardInput: false, in: context) }
    }

    @Test("rejects secret and data from one stream, and a typed key")
    func conflicts() {
        for body in [
            { _ = try SecretSource.standardInput.passphrase(isNew: false, readsStandardInput: true, in: context) },
            { _ = try SecretSource.standardInput.key(readsStandardInput: true, in: context) },
            { _ = try SecretSource.prompt.key(readsStandardInput: false, in: context) },
        ] {
            let error = #expect(throws: UsageError.self) { try body() }
            #expect(error?.code == .conflict)
        }
    }
}
