internal import ArcaCore
internal import ArcaCompression

/// The age test kit: lines of `key: value`, an empty line, then an age file.
///
/// Source: https://github.com/C2SP/CCTV, `age/README.md`.
package enum AgeTestkitFormat: VectorFormat {
    package static let name = "age-testkit"

    private static let beginning = Array("expect: ".utf8)

    package static func claims(_ source: VectorSource) -> Bool { source.bytes.starts(with: beginning) }

    package static var marks: [FormatMarks] {
        [FormatMarks("expect", usual: ["payload", "identity", "passphrase", "armored"])]
    }

    package static func family(of kind: VectorKind) -> (any VectorFamily)? { AgeTestkitFamily() }

    package static func read(_ source: VectorSource) throws -> VectorFile {
        var labels: [VectorField] = []
        var fields: [VectorField] = []
        var comment = ""
        var rest = source.bytes[...]
        while true {
            guard let end = rest.firstIndex(of: .newline) else {
                throw VectorError(.malformed, "the header does not end with an empty line")
            }
            guard let line = String(validating: rest[..<end], as: UTF8.self) else {
                throw VectorError(.malformed, "a line of the header is not UTF-8")
            }
            rest = rest[(end + 1)...]
            if line.isEmpty { break }
            guard let colon = line.firstIndex(of: ":"), line[colon...].hasPrefix(": ") else {
                throw VectorError(.malformed, "a line of the header is not key: value")
            }
            let field = VectorField(String(line[..<colon]), .text(String(line[colon...].dropFirst(2))))
            switch field.name {
            case "comment":
                labels.append(field)
                comment = field.text
            case "compressed": labels.append(field)
            default: fields.append(field)
            }
        }
        fields.append(VectorField("file", .bytes(try body(Array(rest), labels))))
        let vector = VectorCase(
            id: source.baseName, comment: comment, kind: VectorKind("age"), labels: labels,
            fields: fields)
        return VectorFile(cases: [vector])
    }

    private static func body(_ bytes: [UInt8], _ labels: [VectorField]) throws -> [UInt8] {
        guard let compression = labels.first(where: { $0.name == "compressed" })?.text else { return bytes }
        guard compression == "zlib" else {
            throw VectorError(.malformed, at: "compressed", "compressed by \(compression), not zlib")
        }
        do {
            return try CaseLimits.decompress(bytes, format: .zlib)
        } catch { throw VectorError(.malformed, at: "compressed", "cannot be decompressed: \(error)") }
    }
}

/// Age files that must be decrypted, or rejected for the right reason after exactly the given plaintext.
struct AgeTestkitFamily: VectorFamily {
    private static let expectations: Set<String> = [
        "success", "no match", "HMAC failure", "header failure", "armor failure", "payload failure",
    ]

    let name = "age"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        fields.passOver("file key", because: "what the file proves by itself; the kit has it for debugging")
        var expected = try fields.text("expect")
        guard Self.expectations.contains(expected) else {
            throw VectorError(.invalidField, at: "expect", "the kit has no outcome \(expected)")
        }
        // With armor, a malformed header is detected during dearmoring and is indistinguishable from bad armor.
        let isArmored = fields.ifPresent("armored") != nil
        if isArmored, expected == "header failure" { expected = "armor failure" }
        var outputs: NamedValues = ["outcome": .text(expected)]
        if fields.has("payload") { outputs["payload"] = try fields.value("payload") }
        let inputs: NamedValues = [
            "identities": .text(fields.all("identity").map(\.text).joined(separator: "\n")),
            "passphrases": .text(fields.all("passphrase").map(\.text).joined(separator: "\n")),
            "file": try fields.value("file"),
        ]
        return .step("open-age", "", inputs: inputs, expected: .outputs(outputs))
    }
}
