internal import ArcaCore
internal import ArcaCrypto

/// ECDSA signatures: `SigVer`, and `SigGen` with all of its inputs.
struct CAVPECDSA: VectorFamily {
    let name = "ecdsa"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let modes = fields.all("mode").suffix(2).map(\.text)
        guard modes.count == 2 else { throw VectorError(.missingField, at: "mode", "no curve and hash in brackets") }
        guard let curve = EllipticCurve(vectorName: modes[0]) else { return .skip("Arca has no curve \(modes[0])") }
        fields.passOver("d", "k", because: "the private key and the secret number, which is not taken from outside")
        let isValid = fields.has("Result") ? try fields.cavpPasses() : true
        let numbers = [try fields.evenBytes("R"), try fields.evenBytes("S")]
        let inputs: NamedValues = [
            "curve": .text(curve.name), "hash": .text(HashName.arca(modes[1])), "form": .text("p1363"),
            "point": .bytes(try fields.point("Qx", "Qy", curve)), "msg": .bytes(try fields.evenBytes("Msg")),
            "sig": .bytes(numbers.flatMap { $0.padded(to: curve.orderByteCount) }),
        ]
        return .step("verify", name, inputs: inputs, expected: isValid ? .outputs([:]) : .refusal)
    }
}

/// ECDH key agreement: NIST's validity test of the raw shared secret, and RFC 7027 in the same layout.
struct CAVPECDH: VectorFamily {
    let name = "ecdh"

    /// NIST's letters for the curves of each strength.
    private static let curves: [String: EllipticCurve] = [
        "EA": .secp192r1, "EB": .p224, "EC": .p256, "ED": .p384, "EE": .p521,
    ]

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        if fields.has("curve") { return try both(&fields) }
        let mode = fields.all("mode").last?.text ?? ""
        guard let curve = Self.curves[String(mode.prefix(2))] else {
            throw VectorError(.invalidField, at: "mode", "unknown parameter set \(mode)")
        }
        fields.passOver("CAVSHashZZ", because: "a digest of the secret, which is given")
        let isValid = try fields.cavpPasses()
        let secret: NamedValues = ["shared": try fields.value("Z")]
        let theirs = try fields.point("QsCAVSx", "QsCAVSy", curve)
        let ours = try fields.point("QsIUTx", "QsIUTy", curve)
        let step = TestPlan.Step(
            request(curve, try fields.evenBytes("dsIUT"), own: ours, peer: theirs),
            (isValid ? Validity.valid : .invalid).expectation(secret))
        let other = try fields.evenBytes("dsCAVS")
        guard isValid else { return .steps([step]) }
        return .steps([step, .init(request(curve, other, own: theirs, peer: ours), .outputs(secret))])
    }

    private func both(_ fields: inout CaseFields) throws -> TestPlan {
        let name = try fields.text("curve")
        guard let curve = EllipticCurve(vectorName: name) else { return .skip("Arca has no curve \(name)") }
        fields.passOver("y_Z", because: "the common point's other coordinate, which is not part of the secret")
        let secret: NamedValues = ["shared": try fields.value("x_Z")]
        let (a, b) = (try fields.point("x_qA", "y_qA", curve), try fields.point("x_qB", "y_qB", curve))
        return .steps([
            .init(request(curve, try fields.evenBytes("dA"), own: a, peer: b), .outputs(secret)),
            .init(request(curve, try fields.evenBytes("dB"), own: b, peer: a), .outputs(secret)),
        ])
    }

    private func request(_ curve: EllipticCurve, _ scalar: [UInt8], own: [UInt8], peer: [UInt8]) -> Request {
        Request(
            "agree", name,
            [
                "encoding": .text("point"), "curve": .text(curve.name), "private": .bytes(scalar),
                "privatePoint": .bytes(own), "public": .bytes(peer),
            ])
    }
}

extension CaseFields {
    /// An uncompressed point; a coordinate that is too long makes it invalid.
    fileprivate mutating func point(_ x: String, _ y: String, _ curve: EllipticCurve) throws -> [UInt8] {
        let coordinates = [try evenBytes(x), try evenBytes(y)]
        return [4] + coordinates.flatMap { $0.padded(to: curve.byteCount) }
    }
}

extension [UInt8] {
    /// The number with leading zeros up to a length, or its minimal form if it is longer.
    fileprivate func padded(to byteCount: Int) -> [UInt8] {
        let digits = drop { $0 == 0 }
        return [UInt8](repeating: 0, count: Swift.max(byteCount - digits.count, 0)) + digits
    }
}
