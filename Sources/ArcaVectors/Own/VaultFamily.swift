internal import ArcaCodecs

/// What opens a vault: files with `vault` `slot`, `subkeys`, `recovery-code` or `key-file`.
struct VaultFamily: VectorFamily {
    let name: String
    private let algorithm: String

    init?(_ kind: VectorKind) {
        guard kind.format == OwnFormat.name, kind.type == "vault",
            ["slot", "subkeys", "recovery-code", "key-file"].contains(kind.algorithm)
        else { return nil }
        algorithm = kind.algorithm
        name = "vault-\(kind.algorithm)"
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        switch algorithm {
        case "slot": try slot(&fields)
        case "subkeys": try subkeys(&fields)
        default: try text(&fields)
        }
    }

    private func slot(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        var inputs: NamedValues = [:]
        for name in ["vault", "slot", "body"] { inputs[name] = .bytes(try fields.bytes(name)) }
        for name in ["contents", "x25519", "device"] {
            if let bytes = try fields.bytesIfPresent(name) { inputs[name] = .bytes(bytes) }
        }
        for name in ["passphrase", "keyFile", "recoveryCode", "rsa"] where fields.has(name) {
            inputs[name] = .bytes(Array(try fields.text(name).utf8))
        }
        if fields.has("dots") {
            inputs["dots"] = .ints(try dots(&fields))
            for name in ["grid", "rules"] { inputs[name] = .text(try fields.text(name)) }
        }
        let question = Question("open-slot", "", inputs)
        guard try accepts(&fields) else { return try refusal(of: question, &fields) }
        let outputs: NamedValues = [
            "key": .bytes(try fields.bytes("key")), "kind": .int(try fields.int("kind")),
            "epoch": .int(try fields.int("epoch")),
        ]
        return .steps([.init(question, .outputs(outputs))])
    }

    private func subkeys(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        let inputs: NamedValues = [
            "key": .bytes(try fields.bytes("key")), "vault": .bytes(try fields.bytes("vault")),
            "epoch": .int(try fields.int("epoch")),
        ]
        var outputs: NamedValues = [:]
        let made = try fields.json("subkeys")
        do throws(CodecError) {
            for member in try made.object.members {
                outputs[member.name] = .bytes(try Base16.decode(try made[member.name].string))
            }
        } catch { throw VectorError(.invalidField, at: "subkeys", "\(error)") }
        return .steps([.init(Question("derive-subkeys", "", inputs), .outputs(outputs))])
    }

    private func text(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        let text = VectorValue.bytes(Array(try fields.text("text").utf8))
        let question = Question("read-\(algorithm)", "", ["text": text])
        guard try accepts(&fields) else { return try refusal(of: question, &fields) }
        guard algorithm == "recovery-code" else {
            return .steps([.init(question, .outputs(["key": .bytes(try fields.bytes("key"))]))])
        }
        let outputs: NamedValues = [
            "code": .bytes(try fields.bytes("code")), "canonical": .text(try fields.text("canonical")),
        ]
        return .steps([.init(question, .outputs(outputs))])
    }

    private func accepts(_ fields: inout CaseFields) throws(VectorError) -> Bool {
        switch try fields.text("result") {
        case "accept": return true
        case "reject": return false
        case let other:
            throw VectorError(.invalidField, at: "result", "result is \(other), neither accept nor reject")
        }
    }

    private func refusal(of question: Question, _ fields: inout CaseFields) throws(VectorError) -> Trial {
        let place = fields.has("offset") ? String(try fields.int("offset")) : nil
        return .steps([.init(question, .refusalWith(code: try fields.text("code"), place: place))])
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
