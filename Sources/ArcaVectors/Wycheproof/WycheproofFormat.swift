public import ArcaCodecs

/// Wycheproof's JSON, version 1.
///
/// Source: https://github.com/C2SP/wycheproof, `doc/formats.md` and the schemas beside the vectors.
public enum WycheproofFormat: VectorFormat {
    /// The name `wycheproof`.
    public static let name = "wycheproof"

    private static let members: Set<String> = [
        "algorithm", "schema", "generatorVersion", "numberOfTests", "header", "notes", "testGroups",
    ]
    private static let noteMembers: Set<String> = ["bugType", "description", "effect", "links", "cves"]
    /// A flag without a note in the file of JSON Web Encryption, as published.
    private static let flagsWithoutNote: Set<String> = ["Pkcs5Padding"]
    /// What the reader uses itself of a group and of a test.
    private static let groupLabels: Set<String> = ["type", "source"]
    private static let testLabels: Set<String> = ["tcId", "comment", "flags"]

    /// Whether it is a JSON object with `testGroups` and `numberOfTests`.
    public static func claims(_ source: VectorSource) -> Bool {
        guard let object = source.object else { return false }
        return object["testGroups"] != nil && object["numberOfTests"] != nil
    }

    /// Reads the groups and tests; group parameters become shared fields of each of their cases.
    public static func read(_ source: VectorSource) throws(VectorError) -> VectorFile {
        guard case .success(let value) = source.json else { throw VectorError(.malformed, "not JSON") }
        let root = JSONField(value)
        do {
            return try read(root)
        } catch let error as VectorError {
            throw error
        } catch {
            throw VectorError(.malformed, "\(error)")
        }
    }

    private static func read(_ root: JSONField) throws -> VectorFile {
        var problems: [VectorError] = []
        for name in try root.object.names where !members.contains(name) {
            problems.append(VectorError(.unknownField, at: name, "the file has an unknown member \(name)"))
        }
        let algorithm = try root["algorithm"].ifPresent?.string ?? ""
        _ = try root["schema"].ifPresent?.string
        for line in try root["header"].ifPresent?.array ?? [] { _ = try line.string }
        var notes: Set<String> = flagsWithoutNote
        for (name, note) in try root["notes"].ifPresent?.members ?? [] {
            notes.insert(name)
            for member in try note.object.names where !noteMembers.contains(member) {
                problems.append(
                    VectorError(.unknownField, at: member, "the note \(name) has an unknown member \(member)"))
            }
        }
        var cases: [VectorCase] = []
        var identifiers: Set<String> = []
        for group in try root["testGroups"].array {
            let kind = VectorKind(format: name, type: try group["type"].string, algorithm: algorithm)
            let members = try group.members.filter { $0.name != "tests" }
            let labels = members.filter { groupLabels.contains($0.name) }.compactMap { field($0, isShared: true) }
            let parameters = members.filter { !groupLabels.contains($0.name) }.compactMap {
                field($0, isShared: true)
            }
            for test in try group["tests"].array {
                let vector = try vectorCase(test, kind, labels, parameters, notes: notes)
                if !identifiers.insert(vector.id).inserted {
                    problems.append(VectorError(.malformed, at: vector.id, "tcId \(vector.id) stands twice"))
                }
                cases.append(vector)
            }
        }
        return VectorFile(cases: cases, declaredCount: try root["numberOfTests"].int, problems: problems)
    }

    private static func vectorCase(
        _ test: JSONField, _ kind: VectorKind, _ labels: [VectorField], _ parameters: [VectorField],
        notes: Set<String>
    ) throws -> VectorCase {
        let members = try test.members
        let flags = try test["flags"].ifPresent?.array ?? []
        var problem: VectorError?
        for flag in flags {
            let flag = try flag.string
            if !notes.contains(flag) {
                problem = VectorError(.unknownField, at: flag, "the flag \(flag) has no note in the file")
            }
        }
        return VectorCase(
            id: String(try test["tcId"].int), comment: try test["comment"].ifPresent?.string ?? "", kind: kind,
            labels: labels + members.filter { testLabels.contains($0.name) }.compactMap { field($0) },
            fields: parameters + members.filter { !testLabels.contains($0.name) }.compactMap { field($0) },
            problem: problem)
    }

    private static func field(
        _ member: (name: String, field: JSONField), isShared: Bool = false
    ) -> VectorField? {
        member.field.value.map { VectorField(member.name, json: $0, isShared: isShared) }
    }
}
