internal import ArcaCore

/// The JSON files of Web Platform Tests: `base64.json`, `data-urls.json` and `mimesniff/mime-types`.
///
/// Each file is a bare array: of pairs and triples, or of objects with titles between them.
package enum WebPlatformFormat: VectorFormat {
    package static let name = "web-platform"

    enum Kind: String { case base64, dataURL = "data-url", mimeType = "mime-type" }

    /// Whether all elements have one of the forms used in these files.
    package static func claims(_ source: VectorSource) -> Bool { source.array.flatMap(kind) != nil }

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

    package static func family(of kind: VectorKind) -> (any VectorFamily)? {
        Kind(rawValue: kind.type).map { WebPlatformFamily(kind: $0) }
    }

    package static func read(_ source: VectorSource) throws -> VectorFile {
        guard let elements = source.array, let kind = kind(elements) else {
            throw VectorError(.malformed, "not an array of the known forms")
        }
        var title = ""
        var cases: [VectorCase] = []
        var shared = SharedFieldBudget(fileByteCount: source.bytes.count)
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
            try shared.take(byteCount: title.utf8.count, fieldCount: 0)
            cases.append(
                VectorCase(
                    id: String(index), comment: title, kind: VectorKind(kind.rawValue),
                    fields: fields))
        }
        return VectorFile(cases: cases)
    }
}

/// Parsing of Base64, `data:` URLs and MIME types as in browsers.
struct WebPlatformFamily: VectorFamily {
    let kind: WebPlatformFormat.Kind

    var name: String { "web-" + kind.rawValue }

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let input = VectorValue.text(try fields.text("input"))
        var expected: NamedValues = [:]
        let output = kind == .mimeType ? "output" : "bytes"
        let isRefused = try fields.json(output).value?.isNull == true
        switch kind {
        case .base64:
            if !isRefused { expected["bytes"] = .bytes(try bytes(&fields)) }
        case .dataURL:
            if !isRefused {
                expected["type"] = .text(try fields.text("type"))
                expected["bytes"] = .bytes(try bytes(&fields))
            }
        case .mimeType:
            fields.passOver("navigable", "encoding", because: "what a browser makes of the type, beyond reading it")
            if !isRefused { expected["type"] = .text(try fields.text("output")) }
        }
        return .step(
            "read-" + kind.rawValue, "", inputs: ["text": input], expected: isRefused ? .refusal : .outputs(expected))
    }

    private func bytes(_ fields: inout CaseFields) throws -> [UInt8] {
        try fields.json("bytes").array.map { item in
            guard let byte = UInt8(exactly: try item.int) else { throw item.error("is not a byte") }
            return byte
        }
    }
}
