internal import ArcaCodecs

/// One-time passwords: files with `vault` `one-time-password` (codes) or `otpauth` (URIs).
struct OneTimePasswordFamily: VectorFamily {
    let name: String

    init?(_ kind: VectorKind) {
        guard kind.format == OwnFormat.name, kind.type == "vault",
            kind.algorithm == "one-time-password" || kind.algorithm == "otpauth"
        else { return nil }
        name = kind.algorithm
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        name == "otpauth" ? try uri(&fields) : try code(&fields)
    }

    private func code(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        var inputs: NamedValues = [
            "key": .bytes(try fields.bytes("key")), "digits": .int(try fields.int("digits")),
        ]
        if fields.has("counter") {
            inputs["counter"] = .text(try fields.text("counter"))
        } else {
            inputs["time"] = .text(try fields.text("time"))
            inputs["period"] = .text(try fields.text("period"))
        }
        let question = Question("one-time-password", try fields.text("algorithm"), inputs)
        return .steps([.init(question, .outputs(["code": .text(try fields.text("code"))]))])
    }

    private func uri(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        let question = Question("read-otpauth", "", ["uri": .text(try fields.text("uri"))])
        switch try fields.text("result") {
        case "accept":
            let values: NamedValues = [
                "kind": .text(try fields.text("kind")), "key": .bytes(try fields.bytes("key")),
                "algorithm": .text(try fields.text("algorithm")), "digits": .int(try fields.int("digits")),
                "period": .int(try fields.int("period")), "counter": .text(try fields.text("counter")),
                "issuer": .text(try fields.text("issuer")), "account": .text(try fields.text("account")),
            ]
            return .steps([.init(question, .outputs(values))])
        case "reject":
            let place = String(try fields.int("offset"))
            return .steps([.init(question, .refusalWith(code: try fields.text("code"), place: place))])
        case let other:
            throw VectorError(.invalidField, at: "result", "result is \(other), neither accept nor reject")
        }
    }
}
