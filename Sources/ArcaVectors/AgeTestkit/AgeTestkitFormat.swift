public import ArcaCodecs
internal import ArcaCompression

/// The files of age's test kit: lines `key: value`, an empty line, then an age file.
///
/// Source: https://github.com/C2SP/CCTV, `age/README.md`.
public enum AgeTestkitFormat: VectorFormat {
    /// The name `age-testkit`.
    public static let name = "age-testkit"

    private static let beginning = Array("expect: ".utf8)
    /// The largest file of the kit inflates to 16.8 MB.
    private static let maximumByteCount = 64 << 20

    /// Whether it begins with `expect: `.
    public static func claims(_ source: VectorSource) -> Bool { source.bytes.starts(with: beginning) }

    /// Reads the one case.
    public static func read(_ source: VectorSource) throws(VectorError) -> VectorFile {
        var labels: [VectorField] = []
        var fields: [VectorField] = []
        var comment = ""
        var rest = source.bytes[...]
        while true {
            guard let end = rest.firstIndex(of: 0x0a) else {
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
            id: source.baseName, comment: comment, kind: VectorKind(format: name, type: "age"), labels: labels,
            fields: fields)
        return VectorFile(cases: [vector])
    }

    private static func body(_ bytes: [UInt8], _ labels: [VectorField]) throws(VectorError) -> [UInt8] {
        guard let compression = labels.first(where: { $0.name == "compressed" })?.text else { return bytes }
        guard compression == "zlib" else {
            throw VectorError(.malformed, at: "compressed", "compressed by \(compression), not zlib")
        }
        do {
            return try Inflater.inflate(
                bytes, format: .zlib, limits: InflateLimits(maximumByteCount: maximumByteCount, maximumRatio: nil))
        } catch { throw VectorError(.malformed, at: "compressed", "cannot be inflated: \(error)") }
    }
}
