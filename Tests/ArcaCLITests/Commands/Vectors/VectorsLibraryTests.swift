import ArcaCore
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaCLI

/// Shared libraries as programs; they need a separate process of the command.
@Suite(.enabled(if: Peer.has("gcc"), "needs gcc"))
struct VectorsLibraryTests {
    private static let examples =
        #filePath.split(separator: "/").dropLast(5).map { "/" + $0 }.joined() + "/Examples/vectors"
    /// Digests by their messages; the second case begins at line 9.
    private static let digests = [
        ("b0", "f4f97c88c409dcf3789b5b518da3f7d266c488066e97a606e38a150779880735"),
        ("b1", "149488d869cbef080602a371ab0d39d97af103fb726aaeb02ccd36c06f494e5d"),
        ("b2", "9be3799f24592e94e1f7991e5f312648a509ce2fb1edbafa50a66b65c916539a"),
    ]
    private static let vectors =
        "#  \"SHA-256 ShortMsg\" information\n\n[L = 32]\n\n"
        + digests.map { "Len = 8\nMsg = \($0)\nMD = \($1)\n\n" }.joined()

    /// Runs compare with a library; `body` is the code of its function.
    private func compare(_ body: String, _ words: String...) throws -> Peer.Answer {
        try Peer.inFolder { folder in
            let code = """
                #include "arca_vectors.h"
                #include <signal.h>
                #include <stdio.h>
                #include <stdlib.h>
                #include <unistd.h>
                int arca_vectors_answer(const char *operation, const char *algorithm, const arca_vectors_input *inputs,
                                        size_t count, arca_vectors_output *output, void *answer) {
                    const arca_vectors_input *msg = arca_vectors_find(inputs, count, "msg");
                    if (!msg || strcmp(operation, "hash") || strcmp(algorithm, "sha256")) return ARCA_VECTORS_UNSUPPORTED;
                    \(body)
                }
                """
            try Data(code.utf8).write(to: folder.appendingPathComponent("mine.c"))
            try Data(Self.vectors.utf8).write(to: folder.appendingPathComponent("a.rsp"))
            let built = try Peer.run(
                ["gcc", "-shared", "-fPIC", "-I", Self.examples, "-o", "libmine.so", "mine.c"], in: folder)
            #expect(built.status == 0, "\(built.errors)")
            return try Arca.spawn(
                ["vectors", "compare", "a.rsp", "--with", "libmine.so", "--json"] + words, in: folder)
        }
    }

    private func result(_ answer: Peer.Answer) throws -> JSONValue {
        try #require(try JSONReader.read(answer.text)["families"]?[0]?["results"]?[1])
    }

    /// Answers with the right digest.
    private static let good =
        digests.map { "if (msg->bytes[0] == 0x\($0)) \(answer($1))" }.joined(separator: "\n")
        + "\nreturn ARCA_VECTORS_REFUSED;"

    private static func answer(_ digest: String) -> String {
        let bytes = stride(from: 0, to: digest.utf8.count, by: 2).map { "\\x" + digest.dropFirst($0).prefix(2) }
            .joined()
        return "{ output(answer, \"digest\", \"\(bytes)\", 32); return ARCA_VECTORS_DONE; }"
    }

    /// Answers each request with the digest of the first message.
    private static let lie = answer(digests[0].1)

    @Test("passes the cases that a library answers well, also if it prints to standard output")
    func good() throws {
        let answer = try compare("printf(\"noise\\n\"); fflush(stdout);" + Self.good)
        #expect(answer.status == 0, "\(answer.text) \(answer.errors)")
        #expect(try result(answer)["passed"] == 3)
    }

    @Test(
        "fails only the case in which the library crashes, hangs or ends, and continues",
        arguments: [
            ("raise(SIGSEGV);", "the library crashed (SIGSEGV)"), ("abort();", "the library crashed (SIGABRT)"),
            ("for (;;) pause();", "the library did not answer within 1 s"),
            ("exit(3);", "the library ended with status 3 instead of answering"),
            ("return 7;", "the library returned 7, not 0, 1 or 2"),
        ])
    func oneCase(statement: String, reason: String) throws {
        let answer = try compare("if (msg->bytes[0] == 0xb1) { \(statement) }" + Self.good, "--timeout", "1")
        let result = try result(answer)
        #expect(answer.status == 1 && result["passed"] == 2 && result["failed"] == 1, "\(answer.text) \(answer.errors)")
        #expect(result["firstFailure"]?["case"] == "line 9")
        #expect(result["firstFailure"]?["reason"]?.string?.hasPrefix(reason) == true, "\(answer.text)")
    }

    @Test("fails a library that gives wrong answers, and one with nothing to offer")
    func lies() throws {
        let liar = try compare(Self.lie)
        #expect(liar.status == 1)
        #expect(try result(liar)["failed"] == 2 && result(liar)["firstFailure"]?["case"] == "line 9")
        let nothing = try compare("return ARCA_VECTORS_UNSUPPORTED;")
        #expect(nothing.status == 1 && nothing.text.contains("libmine.so passed no case"))
    }

    @Test("names a library that cannot be loaded, lacks the function, or does not exist")
    func notLoaded() throws {
        try Peer.inFolder { folder in
            try Data(Self.vectors.utf8).write(to: folder.appendingPathComponent("a.rsp"))
            try Data("text".utf8).write(to: folder.appendingPathComponent("text.so"))
            try Data("int other;".utf8).write(to: folder.appendingPathComponent("other.c"))
            #expect(try Peer.run(["gcc", "-shared", "-o", "other.so", "other.c"], in: folder).status == 0)
            for (name, reason) in [
                ("text.so", "the library cannot be loaded"), ("other.so", "has no function arca_vectors_answer"),
                ("none.so", "none.so"),
            ] {
                let answer = try Arca.spawn(["vectors", "compare", "a.rsp", "--with", "./\(name)"], in: folder)
                #expect(answer.status == 8 && answer.errors.contains(reason), "\(name): \(answer.errors)")
            }
        }
    }

    @Test("a baseline lists known failures; only new ones fail, and entries that pass are named")
    func baseline() throws {
        try Peer.inFolder { folder in
            let file = folder.appendingPathComponent("known.json").path
            #expect(try compare(Self.lie, "--write-baseline", file).status == 1)
            let known = try compare(Self.lie, "--baseline", file)
            #expect(known.status == 0, "\(known.text) \(known.errors)")
            #expect(try result(known)["known"] == 2 && result(known)["failed"] == 0)
            let fixed = try compare(Self.good, "--baseline", file)
            #expect(fixed.status == 0)
            let stale = try JSONReader.read(fixed.text)["stale"]?.array
            #expect(stale?.count == 2)
            #expect(stale?.last == ["program": "libmine.so", "file": "a.rsp", "case": "line 9"])
            // Another failure is new.
            let worse = try compare(Self.answer(Self.digests[1].1), "--baseline", file)
            #expect(worse.status == 1)
            try Data("{\"schema\": 1}".utf8).write(to: URL(fileURLWithPath: file))
            let malformed = try compare(Self.lie, "--baseline", file)
            #expect(malformed.status != 0 && malformed.errors.contains("the baseline is malformed: baseline.known"))
        }
    }
}
