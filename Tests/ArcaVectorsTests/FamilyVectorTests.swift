import ArcaCore
import ArcaSystem
import ArcaVectors
import Testing

/// Checks that each family passes its file, and fails if one value of a valid case is changed.
@Suite struct FamilyVectorTests {
    private static let root = BytePath(
        #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Vectors")

    private static func files(_ folder: String) -> [String] {
        FolderWalker(root.appending(BytePath(folder))).compactMap { item in
            guard case .success(let entry) = item, entry.path.fileExtension == "json" else { return nil }
            return "\(entry.path)"
        }
    }

    private static func read(_ path: String) throws -> [UInt8] {
        var reader = try FileReader(BytePath(path))
        return try reader.readAll()
    }

    private static func run(_ bytes: [UInt8]) -> VectorReport {
        VectorRunner().run(VectorTree(inputs: [VectorInput(name: "file", bytes: bytes)]))
    }

    @Test("passes all cases of our own file for each family", arguments: files("families"))
    func passes(path: String) throws {
        let report = Self.run(try Self.read(path))
        #expect(report.isGood)
        #expect(report.totals.skipped == 0)
        #expect(report.totals.passed > 0)
    }

    /// The outputs of the families; the first name present in a case is changed.
    private static let outputs = ["K", "tag", "ct", "okm", "dk", "sig", "shared", "msg", "value", "output", "file"]

    @Test(
        "fails exactly the valid case with a changed value",
        arguments: files("families") + files("codecs").filter { !$0.contains("wpt") }
            + files("images").filter { $0.contains("envelopes") })
    func corrupted(path: String) throws {
        var root = try JSONReader.read(try Self.read(path))
        let changed = try #require(Self.changeOne(&root), "nothing to change")
        let report = Self.run(Array(root.text().utf8))
        #expect(report.totals.failed == 1)
        #expect(report.files[0].failures.map(\.id) == [changed])
    }

    @Test("distinguishes a pattern that does not match from a malformed hash, in both directions")
    func patternMisfits() throws {
        let path = try #require(Self.files("patterns").first)
        let text = String(decoding: try Self.read(path), as: UTF8.self)
        let root = JSONField(try JSONReader.read(text.utf8))
        func hash(_ id: String) throws -> String {
            for item in try root["cases"].array where try item["id"].string == id { return try item["text"].string }
            throw VectorError(.malformed, id)
        }
        let good = try hash("hash-0-right")
        func failures(_ cases: String) -> [String] {
            let file = #"{"schema": 1, "format": "pattern-hash", "numberOfCases": 1, "cases": [\#(cases)]}"#
            return Self.run(Array(file.utf8)).files.flatMap(\.failures).map(\.failure.reason)
        }
        func one(_ hash: String, _ dots: String, _ verdict: String) -> [String] {
            failures(#"{"id": "a", "text": "\#(hash)", "dots": \#(dots), "pepper": "", \#(verdict)}"#)
        }
        let (fits, misfits) = (#""result": "accept", "valid": true"#, #""result": "accept", "valid": false"#)
        let malformed = #""result": "reject", "code": "invalidFormat""#
        #expect(one(good, "[0, 3, 6, 7, 8]", fits).isEmpty && one(good, "[0, 3, 6, 7]", misfits).isEmpty)
        #expect(one(String(good.dropLast()), "[0, 3, 6, 7, 8]", malformed).isEmpty)
        // Each of the three mistaken for another.
        #expect(one(good, "[0, 3, 6, 7]", fits).count == 1 && one(good, "[0, 3, 6, 7, 8]", misfits).count == 1)
        for dots in ["[0, 3, 6, 7, 8]", "[0, 3, 6, 7]"] {
            #expect(one(good, dots, malformed).count == 1, "\(dots)")
            #expect(one(String(good.dropLast()), dots, misfits).count == 1, "\(dots)")
        }
        // Dots that are not a valid pattern are not a mismatch either.
        for dots in ["[0]", "[0, 0, 1, 2]", "[0, 1, 2, 99]"] {
            #expect(one(good, dots, misfits).count == 1, "\(dots)")
        }
    }

    /// Changes an output of the first valid case and returns its ID.
    private static func changeOne(_ value: inout JSONValue) -> String? {
        if var list = value.array {
            for index in list.indices {
                if let id = changeOne(&list[index]) {
                    value = .array(list)
                    return id
                }
            }
            return nil
        }
        guard var object = value.object else { return nil }
        if let result = object["result"]?.string {
            guard result == "valid" || result == "accept" else { return nil }
            let name = outputs.first { object[$0].map { $0.string != "" } ?? false }
            guard let name, let old = object[name], let new = changed(old, isNumber: name == "value") else {
                return nil
            }
            object[name] = new
            value = .object(object)
            return object["tcId"].map(\.description) ?? object["id"]?.string
        }
        for name in object.names {
            guard var inner = object[name], inner.array != nil else { continue }
            if let id = changeOne(&inner) {
                object[name] = inner
                value = .object(object)
                return id
            }
        }
        return nil
    }

    /// Another value of the same form; a prime becomes even.
    private static func changed(_ value: JSONValue, isNumber: Bool) -> JSONValue? {
        if let digits = value.array, let first = digits.first?.int {
            return .array([.integer(first ^ 1)] + digits.dropFirst())
        }
        guard let text = value.string, let last = text.last else { return nil }
        let other: Character = isNumber ? "0" : last == "0" ? "1" : "0"
        return .string(text.dropLast() + String(other))
    }
}
