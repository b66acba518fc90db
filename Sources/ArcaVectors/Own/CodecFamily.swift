internal import ArcaCore

/// Inputs each codec accepts or rejects, with error code and offset: files with `codec`.
struct CodecFamily: VectorFamily {
    let codec: String

    var name: String { "codec-" + codec }

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let form = VectorValue.text(try fields.text("form"))
        let text = fields.has("inputHex") ? try fields.value("inputHex") : try fields.utf8("input")
        let names = fields.has("allow") ? try fields.json("allow").array.map { try $0.string } : []
        let decode = Request(
            "decode", codec, ["form": form, "allow": .text(names.joined(separator: ",")), "text": text])
        guard try fields.isAccepted() else {
            let code = try fields.text("code")
            guard fields.has("offset") || fields.has("line") || fields.has("column") else {
                return .steps([.init(decode, .refusalWith(code: code, place: nil))])
            }
            let (offset, line, column) = (try fields.int("offset"), try fields.int("line"), try fields.int("column"))
            return .steps([.init(decode, .refusalWith(code: code, place: "\(offset):\(line):\(column)"))])
        }
        let output = try fields.value("output")
        var steps = [TestPlan.Step(decode, .outputs(["bytes": output]))]
        let isCanonical = fields.has("canonical") ? try fields.bool("canonical") : true
        if isCanonical, CodecOperation.encodes(codec) {
            steps.append(.init(Request("encode", codec, ["form": form, "bytes": output]), .outputs(["text": text])))
        }
        return .steps(steps)
    }
}

extension CaseFields {
    mutating func isAccepted() throws(VectorError) -> Bool {
        let result = try text("result")
        guard ["accept", "reject"].contains(result) else {
            throw VectorError(.invalidField, at: "result", "result is \(result), not accept or reject")
        }
        return result == "accept"
    }

    /// The expected refusal, with `code` and an optional `offset`.
    mutating func refusal() throws(VectorError) -> TestPlan.Expectation {
        let place = has("offset") ? String(try int("offset")) : nil
        return .refusalWith(code: try text("code"), place: place)
    }
}
