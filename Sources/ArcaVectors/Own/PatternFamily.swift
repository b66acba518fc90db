internal import ArcaCodecs

/// Hashes of gesture patterns: files with `format` `pattern-hash`, a hash and the dots that are held against it.
struct PatternFamily: VectorFamily {
    let name = "pattern-hash"

    init?(_ kind: VectorKind) {
        guard kind.format == OwnFormat.name, kind.type == "format", kind.algorithm == "pattern-hash" else { return nil }
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        var inputs: NamedValues = ["text": .text(try fields.text("text"))]
        if fields.has("dots") {
            inputs["dots"] = .ints(try dots(&fields))
            inputs["pepper"] = .bytes(try fields.bytes("pepper"))
        }
        let question = Question("verify-pattern", "", inputs)
        switch try fields.text("result") {
        case "accept":
            guard let isValid = try fields.json("valid").value?.bool else {
                throw VectorError(.invalidField, at: "valid", "valid is no truth value")
            }
            // A pattern that does not fit is a refusal without a code; a malformed hash has one.
            return .steps([.init(question, isValid ? .outputs([:]) : .refusalWith(code: "", place: nil))])
        case "reject":
            return .steps([.init(question, .refusalWith(code: try fields.text("code"), place: nil))])
        case let other:
            throw VectorError(.invalidField, at: "result", "result is \(other), neither accept nor reject")
        }
    }

    private func dots(_ fields: inout CaseFields) throws(VectorError) -> [Int] {
        let list = try fields.json("dots")
        do throws(CodecError) {
            var dots: [Int] = []
            for dot in try list.array { dots.append(try dot.int) }
            return dots
        } catch { throw VectorError(.invalidField, at: "dots", "\(error)") }
    }
}
