internal import ArcaCodecs

/// The RSA keys of Wycheproof's groups.
enum WycheproofRSAKey {
    /// The names of a private key's numbers, ours for theirs.
    private static let privateNames = [
        ("modulus", "n"), ("publicExponent", "e"), ("privateExponent", "d"), ("prime1", "p"), ("prime2", "q"),
        ("exponent1", "dp"), ("exponent2", "dq"), ("coefficient", "qi"),
    ]

    /// Reads a public key's numbers and its encodings.
    static func publicKey(_ fields: inout CaseFields) throws(VectorError) -> NamedValues {
        var values = try numbers(try fields.json("publicKey"), ["modulus", "publicExponent"])
        values["publicKey"] = .bytes(try fields.bytes("publicKeyDer"))
        fields.passOver("publicKeyAsn", "publicKeyPem", "publicKeyJwk", "keyJwk", because: "the same key once more")
        fields.passOver("keySize", because: "the length of the modulus")
        return values
    }

    /// Reads a private key's numbers and its encodings.
    static func privateKey(_ fields: inout CaseFields) throws(VectorError) -> NamedValues {
        let members = Set(privateNames.map(\.0) + ["otherPrimeInfos"])
        var values = try numbers(try fields.json("privateKey"), members)
        values["privateKey"] = .bytes(try fields.bytes("privateKeyPkcs8"))
        fields.passOver("privateKeyPem", "privateKeyJwk", because: "the same key once more")
        fields.passOver("keyAsn", "keyDer", "keyPem", "keyJwk", because: "the public key of the private one")
        fields.passOver("keySize", because: "the length of the modulus")
        return values
    }

    private static func numbers(_ key: JSONField, _ members: Set<String>) throws(VectorError) -> NamedValues {
        do throws(CodecError) {
            try key.allowOnly(members)
            var values: NamedValues = [:]
            for (theirs, ours) in privateNames {
                if let field = key[theirs].ifPresent { values[ours] = .bytes(try number(field)) }
            }
            // RFC 8017, appendix A.1.2: prime, exponent, coefficient of each further prime.
            for (index, further) in (try key["otherPrimeInfos"].ifPresent?.array ?? []).enumerated() {
                for (place, name) in ["r", "d", "t"].enumerated() {
                    values["\(name)\(index + 3)"] = .bytes(try number(further[place]))
                }
            }
            return values
        } catch { throw VectorError(.invalidField, at: "privateKey", "\(error)") }
    }

    private static func number(_ field: JSONField) throws(CodecError) -> [UInt8] {
        try field.decoded { (text) throws(CodecError) in try Base16.standard.allowing(.letterCase).decode(text) }
    }
}
