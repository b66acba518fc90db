internal import ArcaCore

/// The JSON vectors of RFC 9180 (HPKE), draft-ietf-hpke-pq and X-Wing.
///
/// Each file is a bare array of objects with the same members; the case ID is the index.
package enum EncapsulationDraftFormat: VectorFormat {
    package static let name = "ietf-kem"

    private static let hpke = "hpke", xWing = "x-wing"

    /// Whether the first element has the members of HPKE or X-Wing vectors.
    package static func claims(_ source: VectorSource) -> Bool { source.array.flatMap(kind) != nil }

    package static var marks: [FormatMarks] {
        [
            FormatMarks("kem_id", "kdf_id", "aead_id", "enc", usual: ["mode", "info", "skRm", "encryptions"]),
            FormatMarks("eseed", "ct", "ss", usual: ["seed", "sk", "pk"]),
        ]
    }

    private static func kind(_ elements: [JSONValue]) -> VectorKind? {
        guard let first = elements.first?.object else { return nil }
        func has(_ names: String...) -> Bool { names.allSatisfy { first[$0] != nil } }
        if has("kem_id", "kdf_id", "aead_id", "enc") { return VectorKind(hpke) }
        return has("eseed", "ct", "ss") ? VectorKind(xWing) : nil
    }

    package static func family(of kind: VectorKind) -> (any VectorFamily)? {
        switch kind.type {
        case hpke: HPKEFamily()
        case xWing: XWingFamily()
        default: nil
        }
    }

    package static func read(_ source: VectorSource) throws -> VectorFile {
        guard let elements = source.array, let kind = kind(elements) else {
            throw VectorError(.malformed, "not an array of the known forms")
        }
        return VectorFile(
            cases: try elements.enumerated().map { index, element in
                VectorCase(id: String(index), kind: kind, fields: try JSONField(element).caseFields)
            })
    }
}

/// X-Wing; `eseed` has the random values for encapsulation.
struct XWingFamily: VectorFamily {
    let name = "x-wing"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let seed = try fields.bytes("seed")
        let privateKey = try fields.bytes("sk")
        guard privateKey.count != 2_464 else { return .skip("expanded private keys of an old draft of X-Wing") }
        guard privateKey == seed else {
            throw VectorError(.invalidField, at: "sk", "the private key is not its seed")
        }
        let (key, publicKey) = (VectorValue.bytes(seed), try fields.value("pk"))
        let (ciphertext, secret) = (try fields.value("ct"), try fields.value("ss"))
        return .steps([
            .publicKey(name, of: key, publicKey),
            .encapsulation(
                name, to: publicKey, random: try fields.value("eseed"), .encapsulated(ciphertext, secret)),
            .decapsulation(name, ["seed": key], ciphertext: ciphertext, expected: .secret(secret)),
        ])
    }
}
