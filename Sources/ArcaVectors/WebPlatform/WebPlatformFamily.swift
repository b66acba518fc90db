internal import ArcaCodecs

/// How browsers read Base64, `data:` URLs and MIME types.
struct WebPlatformFamily: VectorFamily {
    let name: String
    private let kind: WebPlatformFormat.Kind

    init?(_ kind: VectorKind) {
        guard kind.format == WebPlatformFormat.name, let kind = WebPlatformFormat.Kind(rawValue: kind.type) else {
            return nil
        }
        self.kind = kind
        name = "web-" + kind.rawValue
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
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
        let question = Question("read-" + kind.rawValue, "", ["text": input])
        return .steps([.init(question, isRefused ? .refusal : .outputs(expected))])
    }

    private func bytes(_ fields: inout CaseFields) throws(VectorError) -> [UInt8] {
        let list = try fields.json("bytes")
        do throws(CodecError) {
            var bytes: [UInt8] = []
            for item in try list.array {
                guard let byte = UInt8(exactly: try item.int) else { throw item.error("is no byte") }
                bytes.append(byte)
            }
            return bytes
        } catch { throw VectorError(.invalidField, at: "bytes", "\(error)") }
    }
}
