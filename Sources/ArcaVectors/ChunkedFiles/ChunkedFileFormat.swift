public import ArcaCodecs

/// The vectors of C2SP chunked encryption as the Python package cryptography has them: `{"vectors": [{"name", …}]}`.
public enum ChunkedFileFormat: VectorFormat {
    /// The name `c2sp-vectors`.
    public static let name = "c2sp-vectors"

    private static let labels: Set<String> = ["name", "comment"]

    /// Whether it is a JSON object with nothing but `vectors`, whose elements have `aead` and `ciphertext`.
    public static func claims(_ source: VectorSource) -> Bool {
        guard let object = source.object, object.names == ["vectors"], let first = object["vectors"]?[0] else {
            return false
        }
        return first["aead"] != nil && first["ciphertext"] != nil
    }

    /// Reads the cases.
    public static func read(_ source: VectorSource) throws(VectorError) -> VectorFile {
        guard let object = source.object else { throw VectorError(.malformed, "not a JSON object") }
        do throws(CodecError) {
            var cases: [VectorCase] = []
            for item in try JSONField(.object(object))["vectors"].array {
                let fields = try item.object.members.map { VectorField($0.name, json: $0.value) }
                cases.append(
                    VectorCase(
                        id: try item["name"].string, comment: try item["comment"].ifPresent?.string ?? "",
                        kind: VectorKind(format: name, type: "chunked-encryption"),
                        labels: fields.filter { labels.contains($0.name) },
                        fields: fields.filter { !labels.contains($0.name) }))
            }
            return VectorFile(cases: cases)
        } catch { throw VectorError(.malformed, "\(error)") }
    }
}
