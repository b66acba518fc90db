internal import ArcaCore

/// Arca's own JSON format for topics without public vectors.
///
/// `{"schema": 1, SUBJECT: NAME, "numberOfCases": N, "cases": […]}`
///
/// `SUBJECT` is `codec`, `format` (of encrypted files), `pattern`, `image`, `compression` or `vault`. Each case has an
/// `id`, an optional `comment`, and the fields of its family, which are described in `Vectors/…/SOURCE.md`.
package enum OwnFormat: VectorFormat {
    package static let name = "arca"

    private static let subjects = ["codec", "format", "pattern", "image", "compression", "vault"]
    private static let labels: Set<String> = ["id", "comment"]

    /// Whether it is a JSON object with `schema`, `cases` and one of the subjects.
    package static func claims(_ source: VectorSource) -> Bool {
        guard let object = source.object, object["schema"]?.int != nil, object["cases"] != nil else { return false }
        return subjects.contains { object[$0]?.string != nil }
    }

    package static var marks: [FormatMarks] {
        subjects.map { FormatMarks("schema", $0, "cases", usual: ["numberOfCases"]) }
    }

    package static func family(of kind: VectorKind) -> (any VectorFamily)? {
        let name = kind.algorithm
        return switch (kind.type, name) {
        case ("codec", _): CodecOperation.decodes(name) ? CodecFamily(codec: name) : nil
        case ("format", "short"), ("format", "streams"): CompressionFamily(kind: name)
        case ("format", "aescrypt-objc"): AESCryptFamily()
        case ("format", "rncryptor"): RNCryptorFamily()
        case ("format", "c2sp-chunked"): ChunkedSealFamily()
        case ("format", "pattern-hash"): PatternFamily()
        case ("image", "envelope"): ImageFamily()
        case ("vault", "one-time-password"): OneTimePasswordFamily()
        case ("vault", "otpauth"): OTPAuthFamily()
        case ("vault", "slot"): VaultSlotFamily()
        case ("vault", "subkeys"): VaultSubkeysFamily()
        case ("vault", "recovery-code"), ("vault", "key-file"): VaultTextFamily(kind: name)
        default: nil
        }
    }

    package static func read(_ source: VectorSource) throws -> VectorFile {
        guard let object = source.object else { throw VectorError(.malformed, "not a JSON object") }
        let root = JSONField(.object(object))
        let version = try root["schema"].int
        guard version == 1 else { throw root["schema"].error("is \(version); this program reads 1") }
        let subject = subjects.first { root[$0].ifPresent != nil } ?? ""
        var problems: [VectorError] = []
        for name in try root.object.names where !["schema", subject, "numberOfCases", "cases"].contains(name) {
            problems.append(VectorError(.unknownField, at: name, "the file has an unknown member \(name)"))
        }
        let kind = VectorKind(subject, try root[subject].string)
        var identifiers: Set<String> = []
        var cases: [VectorCase] = []
        for item in try root["cases"].array {
            let id = try item["id"].string
            if !identifiers.insert(id).inserted {
                problems.append(VectorError(.malformed, at: id, "the id \(id) stands twice"))
            }
            let fields = try item.caseFields
            cases.append(
                VectorCase(
                    id: id, comment: try item["comment"].ifPresent?.string ?? "", kind: kind,
                    labels: fields.filter { labels.contains($0.name) },
                    fields: fields.filter { !labels.contains($0.name) }))
        }
        return VectorFile(cases: cases, declaredCount: try root["numberOfCases"].int, problems: problems)
    }
}
