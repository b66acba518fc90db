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
    /// Three messages for HMAC, told apart by their first byte, with good tags: RFC 4231 has the first.
    private static let vectors = """
        {"algorithm": "HMACSHA256", "numberOfTests": 3, "testGroups": [{"type": "MacTest", "keySize": 160, "tagSize": 256,
        "tests": [
        {"tcId": 1, "comment": "", "key": "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b", "msg": "4869205468657265",
        "tag": "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7", "result": "valid", "flags": []},
        {"tcId": 2, "comment": "", "key": "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b", "msg": "4869205468657265",
        "tag": "b1344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7", "result": "invalid", "flags": []},
        {"tcId": 3, "comment": "", "key": "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b", "msg": "4869205468657265",
        "tag": "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7", "result": "valid", "flags": []}
        ]}]}
        """

    /// Runs compare with a library whose function has the given body.
    private func compare(_ body: String, _ words: String...) throws -> Peer.Answer {
        try Peer.inFolder { folder in
            let code = """
                #include "arca_vectors.h"
                #include <signal.h>
                #include <stdio.h>
                #include <stdlib.h>
                #include <unistd.h>
                static int number;
                int arca_vectors_answer(const char *operation, const char *algorithm, const arca_vectors_input *inputs,
                                        size_t count, arca_vectors_output *output, void *answer) {
                    number++;
                    \(body)
                }
                """
            try Data(code.utf8).write(to: folder.appendingPathComponent("mine.c"))
            try Data(Self.vectors.utf8).write(to: folder.appendingPathComponent("a.json"))
            let built = try Peer.run(
                ["gcc", "-shared", "-fPIC", "-I", Self.examples, "-o", "libmine.so", "mine.c"], in: folder)
            #expect(built.status == 0, "\(built.errors)")
            return try Arca.spawn(
                ["vectors", "compare", "a.json", "--with", "libmine.so", "--json"] + words, in: folder)
        }
    }

    private func result(_ answer: Peer.Answer) throws -> JSONValue {
        try #require(try JSONReader.read(answer.text)["families"]?[0]?["results"]?[1])
    }

    /// Accepts the tag that begins with b0.
    private static let good = """
        const arca_vectors_input *tag = arca_vectors_find(inputs, count, "tag");
        if (!tag || strcmp(operation, "verify-mac") || strcmp(algorithm, "hmac-sha256")) return ARCA_VECTORS_UNSUPPORTED;
        return tag->count == 32 && tag->bytes[0] == 0xb0 ? ARCA_VECTORS_DONE : ARCA_VECTORS_REFUSED;
        """

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
        // Only the case with the wrong tag begins with b1.
        let answer = try compare(
            "if (arca_vectors_find(inputs, count, \"tag\")->bytes[0] == 0xb1) { \(statement) }" + Self.good,
            "--timeout", "1")
        let result = try result(answer)
        #expect(answer.status == 1 && result["passed"] == 2 && result["failed"] == 1, "\(answer.text) \(answer.errors)")
        #expect(result["firstFailure"]?["case"] == "2")
        #expect(result["firstFailure"]?["reason"]?.string?.hasPrefix(reason) == true, "\(answer.text)")
    }

    @Test("fails a library that accepts everything, and one with nothing to offer")
    func lies() throws {
        let liar = try compare("return ARCA_VECTORS_DONE;")
        #expect(liar.status == 1)
        #expect(try result(liar)["failed"] == 1 && result(liar)["firstFailure"]?["case"] == "2")
        let nothing = try compare("return ARCA_VECTORS_UNSUPPORTED;")
        #expect(nothing.status == 1 && nothing.text.contains("libmine.so passed no case"))
    }

    @Test("names a library that cannot be loaded, lacks the function, or does not exist")
    func notLoaded() throws {
        try Peer.inFolder { folder in
            try Data(Self.vectors.utf8).write(to: folder.appendingPathComponent("a.json"))
            try Data("text".utf8).write(to: folder.appendingPathComponent("text.so"))
            try Data("int other;".utf8).write(to: folder.appendingPathComponent("other.c"))
            #expect(try Peer.run(["gcc", "-shared", "-o", "other.so", "other.c"], in: folder).status == 0)
            for (name, reason) in [
                ("text.so", "the library cannot be loaded"), ("other.so", "has no function arca_vectors_answer"),
                ("none.so", "none.so"),
            ] {
                let answer = try Arca.spawn(["vectors", "compare", "a.json", "--with", "./\(name)"], in: folder)
                #expect(answer.status == 8 && answer.errors.contains(reason), "\(name): \(answer.errors)")
            }
        }
    }

    @Test("a baseline lists known failures; only new ones fail, and entries that pass are named")
    func baseline() throws {
        let lie = "return ARCA_VECTORS_DONE;"
        try Peer.inFolder { folder in
            let file = folder.appendingPathComponent("known.json").path
            #expect(try compare(lie, "--write-baseline", file).status == 1)
            let known = try compare(lie, "--baseline", file)
            #expect(known.status == 0, "\(known.text) \(known.errors)")
            #expect(try result(known)["known"] == 1 && result(known)["failed"] == 0)
            let fixed = try compare(Self.good, "--baseline", file)
            #expect(fixed.status == 0)
            let stale = try JSONReader.read(fixed.text)["stale"]
            #expect(stale == [["program": "libmine.so", "file": "a.json", "case": "2"]])
            // Another failure is new.
            let worse = try compare("return ARCA_VECTORS_REFUSED;", "--baseline", file)
            #expect(worse.status == 1)
            try Data("{\"schema\": 1}".utf8).write(to: URL(fileURLWithPath: file))
            let malformed = try compare(lie, "--baseline", file)
            #expect(malformed.status != 0 && malformed.errors.contains("the baseline is malformed: baseline.known"))
        }
    }
}
