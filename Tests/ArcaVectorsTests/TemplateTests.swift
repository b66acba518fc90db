import ArcaCore
import Foundation
import Testing

@testable import ArcaVectors

/// The files of `Examples/vectors/templates`, which authors of test vectors begin with.
@Suite struct TemplateTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Examples/vectors/templates")

    /// The names that a report must mention if one of them is missing.
    private static let required: [String: Set<String>] = [
        "acvp.json": [
            "vsId", "algorithm", "testGroups", "tgId", "testType", "direction", "tagLen", "tests", "tcId", "key", "iv",
            "aad", "ct", "tag",
        ],
        "aes_128_gcm_tests.txt": ["KEY", "NONCE", "TAG"],
        "age-test-kit.txt": ["expect"],
        "arca.json": [
            "schema", "codec", "numberOfCases", "cases", "id", "form", "input", "result", "output", "code", "offset",
            "line", "column",
        ],
        "cavp.rsp": ["Key", "IV", "CT", "AAD", "Tag", "PT"],
        "chunked-encryption.json": ["name", "aead", "expect", "key", "context", "ciphertext"],
        "hpke.json": [
            "mode", "kem_id", "kdf_id", "aead_id", "info", "skRm", "skEm", "pkRm", "pkEm", "enc", "shared_secret",
            "key_schedule_context", "secret", "key", "base_nonce", "exporter_secret", "encryptions", "exports", "ct",
            "nonce", "pt", "exporter_context", "L", "exported_value",
        ],
        "openssl.txt": ["Cipher", "Key", "IV", "Tag"],
        "rfc-hmac-sha256.txt": ["Key", "Data", "HMAC"],
        "rooterberg.json": [
            "testType", "algorithm", "primitive", "numTests", "tests", "tcId", "key", "iv", "aad", "msg", "ct", "tag",
        ],
        "web-platform.json": [],
        "wycheproof.json": [
            "algorithm", "numberOfTests", "testGroups", "type", "tagSize", "tests", "tcId", "key", "iv", "aad", "msg",
            "ct", "tag", "result",
        ],
    ]

    /// The spelling in messages, where it differs from the file's.
    private static let shown = ["KEY": "Key", "NONCE": "IV", "TAG": "Tag"]

    @Test("every case of every template passes, and there is one for each format that people write")
    func passes() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(names.sorted() == Self.required.keys.sorted())
        var formats: Set<String> = []
        for name in names {
            let text = try String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
            let report = VectorReport.of(text, named: name)
            #expect(report.isGood && report.totals.passed == report.totals.total, "\(name): \(report.reasons)")
            formats.insert(try FormatTable.standard.format(of: VectorSource(name: name, bytes: Array(text.utf8))).name)
        }
        // Nobody extends the published files of these two.
        let others = Set(FormatTable.standard.formats.map { $0.name }).subtracting(formats)
        #expect(others == ["pkcs-text", "cctv"])
    }

    @Test("a report names what a file lacks", arguments: required.keys.sorted())
    func incomplete(_ name: String) throws {
        let text = try String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
        let required = try #require(Self.required[name])
        let variants =
            name.hasSuffix("json") ? Self.withoutMembers(try JSONReader.read(text.utf8)) : Self.withoutLines(text)
        var seen: Set<String> = []
        for (missing, variant) in variants where required.contains(missing) {
            let reasons = VectorReport.of(variant, named: name).reasons
            let word = Self.shown[missing] ?? missing
            #expect(
                reasons.contains { $0.split(whereSeparator: { " ,.;".contains($0) }).contains { $0 == word } },
                "\(missing): \(reasons)")
            seen.insert(missing)
        }
        #expect(seen == required)
    }

    @Test("says that a line between two cases is missing")
    func joined() throws {
        let url = Self.folder.appendingPathComponent("cavp.rsp")
        let text = try String(contentsOf: url, encoding: .utf8)
        for line in ["Count = 0", "Count = 1"] {
            let reasons = VectorReport.of(text.replacing(line + "\n", with: ""), named: "cavp.rsp").reasons
            #expect(
                reasons.contains("the case has Key twice; the line that begins the second case may be missing"),
                "\(reasons)")
        }
    }

    /// The file without each of its members, at all depths.
    private static func withoutMembers(_ value: JSONValue) -> [(name: String, text: String)] {
        variants(value).map { ($0.name, $0.value.text()) }
    }

    private static func variants(_ value: JSONValue) -> [(name: String, value: JSONValue)] {
        if let elements = value.array {
            return elements.indices.flatMap { index in
                variants(elements[index]).map { changed in
                    var all = elements
                    all[index] = changed.value
                    return (changed.name, .array(all))
                }
            }
        }
        guard let object = value.object else { return [] }
        return object.names.flatMap { name in
            [(name, .object(copy(object) { $0 == name ? .none : .some($1) }))]
                + variants(object[name] ?? .null).map { changed in
                    (changed.name, .object(copy(object) { $0 == name ? .some(changed.value) : .some($1) }))
                }
        }
    }

    private static func copy(_ object: JSONObject, _ change: (String, JSONValue) -> JSONValue?) -> JSONObject {
        var copy = JSONObject()
        for name in object.names {
            if let value = object[name].flatMap({ change(name, $0) }) { _ = copy.append(name, value) }
        }
        return copy
    }

    /// The file without each of its lines that have a name.
    private static func withoutLines(_ text: String) -> [(name: String, text: String)] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.indices.compactMap { index in
            guard let end = lines[index].firstIndex(where: { "=:".contains($0) }) else { return nil }
            let name = lines[index][..<end].trimmingCharacters(in: .whitespaces)
            var rest = lines
            rest.remove(at: index)
            return (name.hasPrefix("HMAC") ? "HMAC" : name, rest.joined(separator: "\n"))
        }
    }
}
