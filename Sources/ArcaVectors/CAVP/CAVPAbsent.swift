/// What NIST has files for and Arca does not have.
struct CAVPAbsent: VectorFamily {
    let name: String

    init?(_ kind: VectorKind) {
        guard kind.format == CAVPFormat.name, kind.type == CAVPSubject.absent else { return nil }
        name = kind.algorithm
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial { .skip("Arca has no \(name)") }
}
