internal import ArcaCodecs

/// The RSA key of a group: its numbers, and the files that hold the same key.
struct WycheproofRSAKey {
    /// The names of a key's numbers, ours for theirs.
    private static let names = [
        ("modulus", "n"), ("publicExponent", "e"), ("privateExponent", "d"), ("prime1", "p"), ("prime2", "q"),
        ("exponent1", "dp"), ("exponent2", "dq"), ("coefficient", "qi"),
    ]

    /// The numbers by their names in RFC 7517, and the DER file as `publicKey` or `privateKey`.
    var inputs: NamedValues
    /// The steps that read the files.
    private(set) var files = WycheproofKeyFiles()

    /// Reads a public key.
    init(publicIn fields: inout CaseFields) throws(VectorError) {
        inputs = try Self.numbers("publicKey", ["modulus", "publicExponent"], &fields)
        try files.read(
            ["publicKeyAsn", "publicKeyDer", "publicKeyPem", "publicKeyJwk", "keyJwk"], "read-public-key", inputs,
            of: &fields)
        inputs["publicKey"] = .bytes(try fields.bytes("publicKeyDer"))
        fields.passOver("keySize", because: "the length of the modulus")
    }

    /// Reads a private key.
    init(privateIn fields: inout CaseFields) throws(VectorError) {
        inputs = try Self.numbers("privateKey", Set(Self.names.map(\.0) + ["otherPrimeInfos"]), &fields)
        let publicNumbers: NamedValues = ["n": inputs["n"] ?? .bytes([]), "e": inputs["e"] ?? .bytes([])]
        try files.read(["keyAsn", "keyDer", "keyPem", "keyJwk"], "read-public-key", publicNumbers, of: &fields)
        var privateNumbers = publicNumbers
        privateNumbers["d"] = inputs["d"]
        try files.read(
            ["privateKeyPkcs8", "privateKeyPem", "privateKeyJwk"], "read-private-key", privateNumbers, of: &fields)
        inputs["privateKey"] = .bytes(try fields.bytes("privateKeyPkcs8"))
        fields.passOver("keySize", because: "the length of the modulus")
    }

    private static func numbers(
        _ name: String, _ members: Set<String>, _ fields: inout CaseFields
    ) throws(VectorError) -> NamedValues {
        let key = try fields.json(name)
        do throws(CodecError) {
            try key.allowOnly(members)
            var values: NamedValues = [:]
            for (theirs, ours) in names {
                if let field = key[theirs].ifPresent { values[ours] = .bytes(try number(field)) }
            }
            // RFC 8017, appendix A.1.2: prime, exponent, coefficient of each further prime.
            for (index, further) in (try key["otherPrimeInfos"].ifPresent?.array ?? []).enumerated() {
                for (place, name) in ["r", "d", "t"].enumerated() {
                    values["\(name)\(index + 3)"] = .bytes(try number(further[place]))
                }
            }
            return values
        } catch { throw VectorError(.invalidField, at: name, "\(error)") }
    }

    /// A number without zeros in front, which the files have where the highest bit is set.
    private static func number(_ field: JSONField) throws(CodecError) -> [UInt8] {
        let bytes = try field.decoded { (text) throws(CodecError) in
            try Base16.standard.allowing(.letterCase).decode(text)
        }
        return Array(bytes.drop { $0 == 0 })
    }
}
