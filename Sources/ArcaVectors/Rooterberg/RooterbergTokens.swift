internal import ArcaCore

/// Signed tokens: `JwsVerify` and `JwsMacVerify`.
struct RooterbergJWS: VectorFamily {
    let name = "jws"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.rooterbergValidity()
        fields.passOver("keySize", because: "the length of the key")
        let algorithm = try fields.text("jwa")
        var files = KeyFileSteps(validity)
        let keys = try fields.tokenKey(&files, other: "publicKeyPem", operation: "read-public-key")
        let (message, signature) = (try fields.text("msg"), try fields.text("sig"))
        var inputs: NamedValues = ["keys": .text(keys), "alg": .text(algorithm)]
        if signature.contains(".") {
            (inputs["token"], inputs["payload"]) = (.text(signature), .text(message))
        } else {
            inputs["token"] = .text("\(message).\(signature)")
        }
        return files.plan(.init(Request("verify-token", "jws", inputs), validity.expectation([:])))
    }
}

/// Encrypted tokens: `JweDecrypt` with symmetric keys, `JwePkDecrypt` with RSA.
struct RooterbergJWE: VectorFamily {
    let name = "jwe"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.rooterbergValidity()
        fields.passOver("keySize", because: "the length of the key")
        fields.passOver("alg", "enc", because: "the token says them itself")
        var files = KeyFileSteps(validity)
        let keys = try fields.tokenKey(&files, other: "privateKeyPem", operation: "read-private-key")
        let inputs: NamedValues = ["token": .text(try fields.text("ct")), "keys": .text(keys)]
        return files.plan(
            .init(
                Request("decrypt-token", "jwe", inputs), validity.expectation(["msg": try fields.utf8("msg")])))
    }
}

extension CaseFields {
    /// The JSON Web Key of a case, with steps that compare it with the key in another form.
    fileprivate mutating func tokenKey(
        _ files: inout KeyFileSteps, other: String, operation: String
    ) throws -> String {
        if has("keyJwk") {
            let values: NamedValues = ["key": try value("key")]
            let text = try field("keyJwk").text
            try files.read(["keyJwk"], "read-private-key", values, of: &self)
            return text
        }
        let name = operation == "read-public-key" ? "publicKeyJwk" : "privateKeyJwk"
        let text = try field(name).text
        try files.readSame(.bytes(Array(text.utf8)), [other], operation, of: &self)
        return text
    }
}
