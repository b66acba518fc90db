/// Key agreement over Montgomery curves: `XdhComp` with raw keys, and the same in DER, PEM and JWK.
struct WycheproofXDH: VectorFamily {
    private static let encodings = [
        "XdhComp": "raw", "XdhAsnComp": "der", "XdhPemComp": "pem", "XdhJwkComp": "jwk",
    ]

    let name = "xdh"
    private let encoding: String

    init?(_ kind: VectorKind) {
        guard kind.format == WycheproofFormat.name, let encoding = Self.encodings[kind.type] else { return nil }
        self.encoding = encoding
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        let verdict = try fields.verdict()
        let algorithm: String
        switch try fields.text("curve") {
        case "curve25519": algorithm = "x25519"
        case "curve448": algorithm = "x448"
        case let other: return .skip("Arca has no key agreement over \(other)")
        }
        var inputs: NamedValues = ["encoding": .text(encoding)]
        for name in ["private", "public"] {
            switch encoding {
            case "pem": inputs[name] = .text(try fields.text(name))
            case "jwk": inputs[name] = .text(try fields.field(name).text)
            default: inputs[name] = .bytes(try fields.bytes(name))
            }
        }
        let shared = VectorValue.bytes(try fields.bytes("shared"))
        return .steps([.init(Question("agree", algorithm, inputs), verdict.of(["shared": shared]))])
    }
}
