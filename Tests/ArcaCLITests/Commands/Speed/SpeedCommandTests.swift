internal import ArcaTestSupport
import Foundation
import Testing

@Suite(.enabled(if: runsSlowTests, "slow")) struct SpeedCommandTests {
    @Test("measures the named subjects, in a table")
    func measuresNames() throws {
        let run = try Arca.run(["speed", "sha256", "base64", "hkdf"])
        #expect(run.status == 0 && run.errors.isEmpty)
        let lines = run.text.split(separator: "\n").map(String.init)
        let labels = [
            "Digests", "  sha256", "Codecs", "  base64 encode", "  base64 decode", "Key derivation", "  hkdf-sha256",
        ]
        #expect(lines.count == labels.count)
        for (line, label) in zip(lines, labels) { #expect(line.hasPrefix(label), "\(line)") }
        #expect(lines[0].hasSuffix("64 B       1 KiB      64 KiB"))
        #expect(lines[1].hasSuffix("B/s") && lines[6].hasSuffix("s"))
    }

    @Test("measures a group, and reports rates above zero as JSON")
    func reportsJSON() throws {
        let run = try Arca.run(["speed", "macs", "--json"])
        let report = try #require(try JSONSerialization.jsonObject(with: Data(run.text.utf8)) as? [String: Any])
        #expect(report["schema"] as? Int == 1)
        #expect(report["scryptCalibration"] is NSNull)
        let results = try #require(report["results"] as? [[String: Any]])
        #expect(results.compactMap { $0["name"] as? String } == ["hmac-sha256", "hmac-sha512", "cmac", "kmac256"])
        for result in results {
            #expect(result["group"] as? String == "macs")
            let rates = try #require(result["bytesPerSecond"] as? [String: Int])
            #expect(Set(rates.keys) == ["64", "1024", "65536"] && rates.values.allSatisfy { $0 > 0 })
        }
    }

    @Test("suggests a scrypt cost for a time limit")
    func calibrates() throws {
        let run = try Arca.run(["speed", "scrypt", "--calibrate", "1", "--json"])
        let report = try #require(try JSONSerialization.jsonObject(with: Data(run.text.utf8)) as? [String: Any])
        let cost = try #require(report["scryptCalibration"] as? [String: Int])
        #expect(cost == ["milliseconds": 1, "logN": 15, "r": 8, "p": 1, "memoryByteCount": 1024 * ((1 << 15) + 3)])
        let results = try #require(report["results"] as? [[String: Any]])
        #expect(results.count == 2 && results.allSatisfy { ($0["nanoseconds"] as? Int ?? 0) > 1_000_000 })
        let table = try Arca.run(["speed", "scrypt", "--calibrate", "1"])
        #expect(table.text.hasSuffix("  scrypt within 1 ms: N = 2^15, r = 8, p = 1, 32 MiB\n"))
    }

    @Test("rejects an unknown name, and suggests a similar one")
    func refusesNames() throws {
        let run = try Arca.run(["speed", "sha265"])
        #expect(run.status == 2 && run.text.isEmpty)
        #expect(run.errors.contains("unknown value 'sha265'") && run.errors.contains("sha256"))
    }
}
