internal import ArcaCodecs

/// Compressed data: files with `format` `streams` (gzip, zlib, deflate) and `short` (short strings).
struct CompressionFamily: VectorFamily {
    let name: String
    private let isShort: Bool

    init?(_ kind: VectorKind) {
        guard kind.format == OwnFormat.name, kind.type == "format", ["short", "streams"].contains(kind.algorithm) else {
            return nil
        }
        isShort = kind.algorithm == "short"
        name = "compression-" + kind.algorithm
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        let format = isShort ? "short" : try fields.text("format")
        let inputs: NamedValues = ["compressed": .bytes(try fields.bytes("compressed"))]
        let inflate = Question("decompress", format, inputs)
        switch try fields.text("result") {
        case "accept":
            var steps = [Trial.Step(inflate, .outputs(["bytes": .bytes(try fields.bytes("output"))]))]
            if fields.has("name") {
                let header: NamedValues = [
                    "name": .bytes(Array(try fields.text("name").utf8)),
                    "modificationTime": .int(try fields.int("modificationTime")),
                ]
                steps.append(.init(Question("read-gzip-header", format, inputs), .outputs(header)))
            }
            return .steps(steps)
        case "reject":
            let place = fields.has("offset") ? String(try fields.int("offset")) : nil
            return .steps([.init(inflate, .refusalWith(code: try fields.text("code"), place: place))])
        case let other:
            throw VectorError(.invalidField, at: "result", "result is \(other), neither accept nor reject")
        }
    }
}
