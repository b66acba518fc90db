internal import ArcaTestSupport
import Foundation
import Testing

@Suite struct CompressCommandTests {
    private static let text = [UInt8](String(repeating: "one line and another\n", count: 40_000).utf8)

    private func arca(_ words: [String], _ input: [UInt8] = [], in folder: URL? = nil) throws -> Peer.Answer {
        try Arca.run(words, input: input, in: folder)
    }

    @Test("compresses and decompresses each format", arguments: ["gzip", "zlib", "deflate"])
    func formats(format: String) throws {
        let packed = try arca(["compress", "--format", format, "-o", "-"], Self.text)
        #expect(packed.status == 0 && packed.output.count < 20_000)
        #expect(try arca(["decompress"], packed.output).output == Self.text)
        #expect(try arca(["decompress", "--format", format], packed.output).output == Self.text)
        let other = format == "gzip" ? "zlib" : "gzip"
        #expect(try arca(["decompress", "--format", other], packed.output).status == 5)
    }

    @Test(
        "decompresses bzip2 and xz, detected or named", .enabled(if: Peer.has("bzip2") && Peer.has("xz")),
        arguments: ["bzip2", "xz"])
    func loaded(format: String) throws {
        let packed = try Peer.run([format, "-c"], input: Self.text).output
        #expect(try arca(["decompress"], packed).output == Self.text)
        #expect(try arca(["decompress", "--format", format], packed + packed).output == Self.text + Self.text)
        #expect(try arca(["decode", format], packed).output == Self.text)
        let list = try arca(["decompress", "--list"], packed)
        #expect(list.text.hasPrefix("format: \(format)\n") && list.text.contains("840000 bytes"), "\(list.text)")
        #expect(try arca(["decompress", "--format", format == "xz" ? "bzip2" : "xz"], packed).status == 5)
        #expect(try arca(["compress", "--format", format], Self.text).status == 2)
        let trailing = try arca(["decompress"], packed + [1])
        #expect(trailing.status == 5 && trailing.errors.contains("--allow-trailing"), "\(trailing.errors)")
        #expect(try arca(["decompress", "--allow-trailing"], packed + [1]).output == Self.text)
        #expect(try arca(["decompress"], Array(packed.dropLast())).status == 4)
        #expect(try arca(["decompress", "--max-size", "839999"], packed).status == 5)
        #expect(try arca(["decompress"], Array(packed.prefix(8))).status == 4)
    }

    @Test(
        "bombs of bzip2 and xz end early", .enabled(if: Peer.has("bzip2") && Peer.has("xz")),
        arguments: ["bzip2", "xz"])
    func bombs(format: String) throws {
        let script = "head -c 40000000 /dev/zero | \(format) -c"
        let bomb = try Peer.run(["sh", "-c", script]).output
        let clock = ContinuousClock()
        let start = clock.now
        let answer = try arca(["decompress", "--list"], bomb)
        #expect(answer.status == 5 && answer.errors.contains("times its size"), "\(answer.errors)")
        let found = try arca(["decode", "auto"], bomb)
        #expect(found.status != 0 && found.errors.contains("was not decompressed"), "\(found.errors)")
        #expect(clock.now - start < .seconds(20))
    }

    @Test("-1 to -9 are levels, as in gzip")
    func shortLevels() throws {
        for level in 1...9 {
            let named = try arca(["compress", "--level", "\(level)"], Self.text).output
            #expect(try arca(["compress", "-\(level)"], Self.text).output == named)
        }
        #expect(try arca(["compress", "--best"], Self.text).output == arca(["compress", "-9"], Self.text).output)
        #expect(try arca(["compress", "-9", "--level", "3"], Self.text).status == 2)
    }

    @Test("writes level, name and time to the header; --no-name omits them")
    func header() throws {
        try Peer.inFolder { folder in
            try Data(Self.text).write(to: folder.appendingPathComponent("notes.txt"))
            let time = Date(timeIntervalSince1970: 1_700_000_000)
            try FileManager.default.setAttributes(
                [.modificationDate: time], ofItemAtPath: folder.appendingPathComponent("notes.txt").path)
            let named = try arca(["compress", "--level", "9", "notes.txt", "-o", "-"], in: folder).output
            #expect(Array(named.prefix(20)) == hex("1f8b080800f153650203") + Array("notes.txt".utf8) + [0])
            let plain = try arca(["compress", "-n", "notes.txt", "-o", "-"], in: folder).output
            #expect(Array(plain.prefix(10)) == hex("1f8b0800000000000003"))
            let stored = try arca(["compress", "--level", "0", "notes.txt", "-o", "-"], in: folder).output
            #expect(stored.count > Self.text.count)
            let one = try arca(["compress", "--threads", "1", "notes.txt", "-o", "-"], in: folder).output
            #expect(try one == arca(["compress", "--threads", "2", "notes.txt", "-o", "-"], in: folder).output)
            let list = try arca(["decompress", "--list", "--json"], named)
            let report = try #require(JSONSerialization.jsonObject(with: Data(list.output)) as? [String: Any])
            #expect(report["schema"] as? Int == 1 && report["format"] as? String == "gzip")
            #expect(report["name"] as? String == "notes.txt" && report["modificationTime"] as? Int == 1_700_000_000)
            #expect(report["byteCount"] as? Int == Self.text.count)
            #expect(report["compressedByteCount"] as? Int == named.count)
            let table = try arca(["decompress", "--list"], named).text
            #expect(table.contains("decompressed: 840000 bytes") && table.contains("name: notes.txt"))
        }
    }

    @Test("writes compressed data as text, wrapped on request")
    func text() throws {
        for codec in ["base64", "base85", "base58", "hex"] {
            let packed = try arca(["compress", "--text", codec], Array(Self.text.prefix(2000)))
            #expect(packed.status == 0 && packed.output.allSatisfy { (0x21...0x7e).contains($0) }, "\(codec)")
            #expect(try arca(["decompress", "--text", codec], packed.output).output == Array(Self.text.prefix(2000)))
        }
        let lines = try arca(["compress", "--text", "base64", "--wrap", "76"], Self.text)
        #expect(lines.lines.count > 1 && lines.lines.allSatisfy { $0.count <= 76 })
        #expect(try arca(["decompress", "--text", "base64"], lines.output).output == Self.text)
        #expect(try arca(["compress", "--wrap", "76"], Self.text).status == 2)
        #expect(try arca(["compress", "--text", "base58", "--wrap", "76"], Self.text).status == 2)
        let broken = try arca(["decompress", "--text", "base64"], Array("H4s*".utf8))
        #expect(broken.status == 5 && broken.errors.contains("step 1, base64"))
    }

    @Test("compresses, explains and detects short strings")
    func shortStrings() throws {
        let text = [UInt8](#"{"id": 12, "name": "Ann", "active": true}"#.utf8)
        let small = try arca(["compress", "--format", "short", "-o", "-"], text).output
        #expect(small.count < 20)
        #expect(try arca(["decompress"], small).output == text)
        #expect(try arca(["decompress", "--format", "short"], small).output == text)
        #expect(try arca(["decompress", "--list"], small).text.hasPrefix("format: short, json model\n"))
        let english = try arca(["compress", "--format", "short", "--kind", "english", "-o", "-"], text).output
        #expect(english.count > small.count && english.first == 0x86)
        let shown = try arca(["compress", "--format", "short", "--text", "base64url"], text)
        #expect(try arca(["decompress", "--text", "base64url"], shown.output).output == text)
        let table = try arca(["compress", "--format", "short", "--explain"], text)
        #expect(table.lines.first?.hasSuffix("json model") == true && table.lines.count == 14)
        let list = try arca(["compress", "--format", "short", "--explain", "--json"], text)
        let report = try #require(JSONSerialization.jsonObject(with: Data(list.output)) as? [String: Any])
        #expect(report["schema"] as? Int == 1 && report["byteCount"] as? Int == text.count)
        #expect((report["methods"] as? [[String: Any]])?.first?["byteCount"] as? Int == small.count)
        #expect(try arca(["compress", "--format", "short", "-o", "-"], []).output.isEmpty)
        #expect(try arca(["decompress", "--format", "short"], []).status == 0)
        #expect(try arca(["decompress"], [0xfe, 1, 2]).status == 5)
        #expect(try arca(["decompress", "--max-size", "10"], small).status == 5)
        #expect(try arca(["compress", "--explain"], text).status == 2)
        #expect(try arca(["compress", "--kind", "url"], text).status == 2)
        #expect(try arca(["compress", "--format", "short", "--level", "9"], text).status == 2)
        #expect(try arca(["compress", "--format", "short", "--threads", "3"], text).status == 2)
        #expect(try arca(["compress", "--format", "short", "--explain", "--kind", "url"], text).status == 2)
        #expect(try arca(["compress", "--format", "short", "--explain", "--text", "hex"], text).status == 2)
        #expect(try arca(["decompress", "--format", "short", "--allow-trailing"], small).status == 2)
        // No hint at an option that would not help.
        let long = try arca(["decompress"], [0xfe] + [UInt8](repeating: 1, count: 1 << 20) + [2])
        #expect(long.status == 5)
        #expect(long.errors.contains("up to 1048577 bytes"))
        #expect(!long.errors.contains("hint"))
        let followed = try arca(["decompress"], small + [UInt8](repeating: 0, count: 40))
        #expect(followed.status != 0 && !followed.errors.contains("--allow-trailing"), "\(followed.errors)")
        #expect(
            try arca(["compress", "--format", "short", "-o", "-"], [UInt8](repeating: 1, count: 2 << 20)).status == 8)
    }

    @Test("truncated, damaged, foreign and trailing data end differently")
    func failures() throws {
        let good = try arca(["compress", "-o", "-"], Self.text).output
        var damaged = good
        damaged[good.count - 8] ^= 1
        let cases: [([UInt8], Int32, String)] = [
            (Array(good.dropLast(5)), 4, "ends too early"), (damaged, 4, "is damaged: incorrect data check"),
            (Array("hello".utf8), 5, "no compressed data"), (good + [0], 5, "something after"),
            ([], 4, "there is no compressed data"),
        ]
        try Peer.inFolder { folder in
            for (data, status, reason) in cases {
                let answer = try arca(["decompress", "-o", "out"], data, in: folder)
                #expect(answer.status == status && answer.errors.contains(reason), "\(reason): \(answer.errors)")
                #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("out").path))
            }
            let allowed = try arca(["decompress", "--allow-trailing"], good + [0x1f, 2, 3] + Self.text)
            #expect(allowed.status == 0 && allowed.output == Self.text)
            #expect(try arca(["decompress", "missing.gz"], in: folder).status == 8)
        }
    }

    @Test("limits of size and ratio hold, and can be lifted")
    func limits() throws {
        let packed = try arca(["compress", "-o", "-"], Self.text).output
        let tight = try arca(["decompress", "--max-size", "839999"], packed)
        #expect(tight.status == 5 && tight.errors.contains("more than 839999 bytes"))
        #expect(tight.errors.contains("raise --max-size"))
        #expect(try arca(["decompress", "--max-size", "840000"], packed).output == Self.text)
        let zeros = try arca(["compress", "-o", "-"], [UInt8](repeating: 0, count: 20 << 20)).output
        #expect(try arca(["decompress", "--list"], zeros).status == 5)
        #expect(try arca(["decompress", "--list", "--max-ratio", "0"], zeros).status == 0)
        #expect(try arca(["decompress", "--list", "--max-ratio", "100"], zeros).status == 5)
    }

    @Test("rejects options that cannot be combined")
    func conflicts() throws {
        #expect(try arca(["decompress", "--json"]).status == 2)
        #expect(try arca(["decompress", "--list", "-o", "x"]).status == 2)
        #expect(try arca(["compress", "--level", "10"]).status == 2)
        #expect(try arca(["compress", "--text", "gunzip"]).status == 2)
    }
}
