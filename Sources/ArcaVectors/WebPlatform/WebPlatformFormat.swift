public import ArcaCodecs

/// The JSON files of Web Platform Tests: `base64.json`, `data-urls.json` and those of `mimesniff/mime-types`.
///
/// Each is an array without anything around it: of pairs and triples, or of objects with titles between them.
public enum WebPlatformFormat: VectorFormat {
    /// The name `web-platform`.
    public static let name = "web-platform"

    /// The three kinds of files.
    enum Kind: String { case base64, dataURL = "data-url", mimeType = "mime-type" }

    /// Whether all elements are of one of the forms that these files have.
    public static func claims(_ source: VectorSource) -> Bool { source.array.flatMap(kind) != nil }

    private static func kind(_ elements: [JSONValue]) -> Kind? {
        guard !elements.isEmpty else { return nil }
        if elements.allSatisfy({ $0.string != nil || $0["input"] != nil && $0["output"] != nil }) { return .mimeType }
        func isPair(_ element: JSONValue) -> Bool {
            guard let parts = element.array, parts.count == 2, parts[0].string != nil else { return false }
            return parts[1].isNull || parts[1].array != nil
        }
        func isURL(_ element: JSONValue) -> Bool {
            guard let parts = element.array, let text = parts.first?.string, text.hasPrefix("data:") else {
                return false
            }
            return parts.count == 3 || parts.count == 2 && parts[1].isNull
        }
        if elements.allSatisfy(isURL) { return .dataURL }
        return elements.allSatisfy(isPair) ? .base64 : nil
    }

    /// Reads the cases; they are called by their place in the array, from 0.
    public static func read(_ source: VectorSource) throws(VectorError) -> VectorFile {
        guard let elements = source.array, let kind = kind(elements) else {
            throw VectorError(.malformed, "not an array of the known forms")
        }
        var title = ""
        var cases: [VectorCase] = []
        for (index, element) in elements.enumerated() {
            if let text = element.string {
                title = text
                continue
            }
            let fields: [VectorField]
            if let parts = element.array {
                let names = parts.count == 3 ? ["input", "type", "bytes"] : ["input", "bytes"]
                fields = zip(names, parts).map { VectorField($0, json: $1) }
            } else {
                fields = element.object?.members.map { VectorField($0.name, json: $0.value) } ?? []
            }
            cases.append(
                VectorCase(
                    id: String(index), comment: title, kind: VectorKind(format: name, type: kind.rawValue),
                    fields: fields))
        }
        return VectorFile(cases: cases)
    }
}
