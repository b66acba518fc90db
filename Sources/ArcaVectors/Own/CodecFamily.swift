internal import ArcaCodecs

/// What each codec accepts and refuses, with the reason and the place: files with `codec`.
struct CodecFamily: VectorFamily {
    let name: String
    private let codec: String

    init?(_ kind: VectorKind) {
        guard kind.format == OwnFormat.name, kind.type == "codec", CodecOperation.decodes(kind.algorithm) else {
            return nil
        }
        codec = kind.algorithm
        name = "codec-" + codec
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        let form = VectorValue.text(try fields.text("form"))
        let text: [UInt8]
        if fields.has("inputHex") {
            text = try fields.bytes("inputHex")
        } else {
            text = Array(try fields.text("input").utf8)
        }
        let options = try allowed(&fields)
        let decode = Question("decode", codec, ["form": form, "allow": .text(options), "text": .bytes(text)])
        switch try fields.text("result") {
        case "accept":
            let output = VectorValue.bytes(try fields.bytes("output"))
            var steps = [Trial.Step(decode, .outputs(["bytes": output]))]
            let isCanonical = fields.has("canonical") ? try bool("canonical", &fields) : true
            if isCanonical, CodecOperation.encodes(codec) {
                let encode = Question("encode", codec, ["form": form, "bytes": output])
                steps.append(.init(encode, .outputs(["text": .bytes(text)])))
            }
            return .steps(steps)
        case "reject":
            let code = try fields.text("code")
            guard fields.has("offset") else { return .steps([.init(decode, .refusalWith(code: code, place: nil))]) }
            let (offset, line, column) = (try fields.int("offset"), try fields.int("line"), try fields.int("column"))
            return .steps([.init(decode, .refusalWith(code: code, place: "\(offset):\(line):\(column)"))])
        case let other:
            throw VectorError(.invalidField, at: "result", "result is \(other), neither accept nor reject")
        }
    }

    private func allowed(_ fields: inout CaseFields) throws(VectorError) -> String {
        guard fields.has("allow") else { return "" }
        let list = try fields.json("allow")
        do throws(CodecError) {
            var names: [String] = []
            for name in try list.array { names.append(try name.string) }
            return names.joined(separator: ",")
        } catch { throw VectorError(.invalidField, at: "allow", "\(error)") }
    }

    private func bool(_ name: String, _ fields: inout CaseFields) throws(VectorError) -> Bool {
        guard let value = try fields.json(name).value?.bool else {
            throw VectorError(.invalidField, at: name, "\(name) is no truth value")
        }
        return value
    }
}
