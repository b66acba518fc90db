/// Ed25519 and Ed448, X25519 and X448, in texts of CAVP's layout.
struct CAVPEdwards: VectorFamily {
    let name: String
    private let agrees: Bool

    init?(_ kind: VectorKind) {
        guard kind.format == CAVPFormat.name, [CAVPSubject.eddsa, CAVPSubject.xdh].contains(kind.type) else {
            return nil
        }
        name = kind.algorithm
        agrees = kind.type == CAVPSubject.xdh
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        if agrees {
            let inputs: NamedValues = [
                "encoding": .text("raw"), "private": .bytes(try fields.bytes("INPUT_SCALAR")),
                "public": .bytes(try fields.bytes("INPUT_U")),
            ]
            let shared = VectorValue.bytes(try fields.bytes("OUTPUT_U"))
            return .steps([.init(Question("agree", name, inputs), .outputs(["shared": shared]))])
        }
        guard !fields.has("CONTEXT") else { return .skip("signatures with a context") }
        let message = VectorValue.bytes(try fields.bytes("MESSAGE"))
        let signature = VectorValue.bytes(try fields.bytes("SIGNATURE"))
        let point = VectorValue.bytes(try fields.bytes("PUBLIC"))
        let seed = VectorValue.bytes(try fields.bytes("SECRET"))
        return .steps([
            .init(Question("sign", name, ["seed": seed, "msg": message]), .outputs(["sig": signature])),
            .init(
                Question("verify", name, ["point": point, "msg": message, "sig": signature]), .outputs([:])),
        ])
    }
}
