internal import ArcaCore

/// Vault slots: `vault` is `slot`.
struct VaultSlotFamily: VectorFamily {
    let name = "vault-slot"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        var inputs: NamedValues = [:]
        for name in ["vault", "slot", "body"] { inputs[name] = try fields.value(name) }
        for name in ["contents", "x25519", "mlkem768x25519", "device"] {
            if let bytes = try fields.bytesIfPresent(name) { inputs[name] = .bytes(bytes) }
        }
        for name in ["passphrase", "keyFile", "recoveryCode", "rsa"] where fields.has(name) {
            inputs[name] = try fields.utf8(name)
        }
        if fields.has("dots") {
            inputs["dots"] = .ints(try fields.ints("dots"))
            for name in ["grid", "rules"] { inputs[name] = .text(try fields.text(name)) }
        }
        guard try fields.isAccepted() else {
            return .step("open-slot", "", inputs: inputs, expected: try fields.refusal())
        }
        let outputs: NamedValues = [
            "key": try fields.value("key"), "kind": .int(try fields.int("kind")),
            "epoch": .int(try fields.int("epoch")),
        ]
        return .step("open-slot", "", inputs: inputs, expected: .outputs(outputs))
    }
}

/// Subkeys of a vault: `vault` is `subkeys`.
struct VaultSubkeysFamily: VectorFamily {
    let name = "vault-subkeys"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let inputs: NamedValues = [
            "key": try fields.value("key"), "vault": try fields.value("vault"), "epoch": .int(try fields.int("epoch")),
        ]
        var outputs: NamedValues = [:]
        let made = try fields.json("subkeys")
        guard try made.object.members.count <= 16 else { throw made.error("has more than 16 members") }
        for member in try made.members { outputs[member.name] = .bytes(try member.field.hex) }
        return .step("derive-subkeys", "", inputs: inputs, expected: .outputs(outputs))
    }
}

/// Keys as text: `vault` is `recovery-code` or `key-file`.
struct VaultTextFamily: VectorFamily {
    let kind: String

    var name: String { "vault-" + kind }

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let inputs: NamedValues = ["text": try fields.utf8("text")]
        guard try fields.isAccepted() else {
            return .step("read-\(kind)", "", inputs: inputs, expected: try fields.refusal())
        }
        let outputs: NamedValues =
            kind == "recovery-code"
            ? ["code": try fields.value("code"), "canonical": .text(try fields.text("canonical"))]
            : ["key": try fields.value("key")]
        return .step("read-\(kind)", "", inputs: inputs, expected: .outputs(outputs))
    }
}

/// One-time passwords: `vault` is `one-time-password`.
struct OneTimePasswordFamily: VectorFamily {
    let name = "one-time-password"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        var inputs: NamedValues = ["key": try fields.value("key"), "digits": .int(try fields.int("digits"))]
        for name in fields.has("counter") ? ["counter"] : ["time", "period"] {
            inputs[name] = .text(try fields.text(name))
        }
        return .step(
            name, try fields.text("algorithm"), inputs: inputs,
            expected: .outputs(["code": .text(try fields.text("code"))]))
    }
}

/// `otpauth` URIs: `vault` is `otpauth`.
struct OTPAuthFamily: VectorFamily {
    let name = "otpauth"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let inputs: NamedValues = ["uri": .text(try fields.text("uri"))]
        guard try fields.isAccepted() else {
            return .step("read-otpauth", "", inputs: inputs, expected: try fields.refusal())
        }
        let values: NamedValues = [
            "kind": .text(try fields.text("kind")), "key": try fields.value("key"),
            "algorithm": .text(try fields.text("algorithm")), "digits": .int(try fields.int("digits")),
            "period": .int(try fields.int("period")), "counter": .text(try fields.text("counter")),
            "issuer": .text(try fields.text("issuer")), "account": .text(try fields.text("account")),
        ]
        return .step("read-otpauth", "", inputs: inputs, expected: .outputs(values))
    }
}

/// Pattern hashes, verified with dots: `format` is `pattern-hash`.
struct PatternFamily: VectorFamily {
    let name = "pattern-hash"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        var inputs: NamedValues = ["text": .text(try fields.text("text"))]
        if fields.has("dots") {
            inputs["dots"] = .ints(try fields.ints("dots"))
            inputs["pepper"] = try fields.value("pepper")
        }
        guard try fields.isAccepted() else {
            return .step("verify-pattern", "", inputs: inputs, expected: try fields.refusal())
        }
        // A pattern that does not match is refused without a code; a malformed hash with one.
        return .step(
            "verify-pattern", "", inputs: inputs,
            expected: try fields.bool("valid") ? .outputs([:]) : .refusalWith(code: "", place: nil))
    }
}
