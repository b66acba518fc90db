/// AES key wrap, plain and padded; a part of the cases to unwrap are forgeries.
struct CAVPKeyWrap: VectorFamily {
    let name: String

    init?(_ kind: VectorKind) {
        guard kind.format == CAVPFormat.name, kind.type == CAVPSubject.keyWrap else { return nil }
        name = kind.algorithm
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        fields.passOver(
            "PLAINTEXT LENGTH", "mode", because: "the length in bits of the key that is wrapped, and the algorithm")
        let key = VectorValue.bytes(try fields.bytes(fields.first(of: "K", "Key")))
        let wrapped = VectorValue.bytes(try fields.bytes(fields.first(of: "C", "Output")))
        let unwrapping = Question("decrypt", name, ["key": key, "ct": wrapped])
        guard fields.ifPresent("FAIL") == nil else { return .steps([.init(unwrapping, .refusal)]) }
        let plaintext = VectorValue.bytes(try fields.bytes(fields.first(of: "P", "Input")))
        return .steps([
            .init(Question("encrypt", name, ["key": key, "msg": plaintext]), .outputs(["ct": wrapped])),
            .init(unwrapping, .outputs(["msg": plaintext])),
        ])
    }
}
