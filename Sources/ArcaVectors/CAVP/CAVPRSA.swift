internal import ArcaCodecs

/// RSA signatures, PKCS#1 v1.5 and PSS: made by `SigGen`, judged by `SigVer`.
struct CAVPRSA: VectorFamily {
    let name: String
    private let isVerifying: Bool

    init?(_ kind: VectorKind) {
        guard kind.format == CAVPFormat.name, [CAVPSubject.signing, CAVPSubject.verifying].contains(kind.type) else {
            return nil
        }
        name = kind.algorithm
        isVerifying = kind.type == CAVPSubject.verifying
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        fields.passOver(
            "mod", "p", "q", "EM with hash moved", "EM with trailer wrong",
            because: "the modulus' length and factors, and how a forged message was encoded")
        let hash = CAVPSubject.hash(try fields.text("SHAAlg"))
        let signature = try fields.evenBytes("S")
        var inputs: NamedValues = [
            "n": .bytes(try fields.evenBytes("n")), "e": .bytes(try fields.evenBytes("e")), "hash": .text(hash),
            "msg": .bytes(try fields.evenBytes("Msg")),
        ]
        if name == "rsa-pss" {
            inputs["mgf"] = .text("mgf1")
            inputs["mgfHash"] = .text(hash)
            inputs["saltByteCount"] = .int(try saltByteCount(&fields))
        } else {
            fields.passOver("SaltVal", "Salt len", because: "PKCS#1 v1.5 has no salt")
        }
        var verifying = inputs
        verifying["sig"] = .bytes(signature)
        let verification = Question("verify", name, verifying)
        guard !isVerifying else {
            fields.passOver("d", because: "the private exponent, which verifying has no use for")
            let result = try fields.text("Result")
            guard ["P", "F"].contains(result.prefix(1)) else {
                throw VectorError(.invalidField, at: "Result", "the result is \(result), not P or F")
            }
            return .steps([.init(verification, result.hasPrefix("P") ? .outputs([:]) : .refusal)])
        }
        var steps: [Trial.Step] = [.init(verification, .outputs([:]))]
        if fields.has("d") {
            inputs["d"] = .bytes(try fields.evenBytes("d"))
            // A salt cannot be chosen, so only the signature without one can be made again.
            if name == "rsa-pkcs1" {
                steps.append(.init(Question("sign", name, inputs), .outputs(["sig": .bytes(signature)])))
            }
        }
        return .steps(steps)
    }

    /// The salt's length, from the salt itself, where `00` means none, or from the file's comment.
    private func saltByteCount(_ fields: inout CaseFields) throws(VectorError) -> Int {
        guard fields.has("SaltVal") else { return try fields.int("Salt len") }
        fields.passOver("Salt len", because: "the length of the salt that is given")
        let salt = try fields.bytes("SaltVal")
        return salt == [0] ? 0 : salt.count
    }
}

extension CaseFields {
    /// Bytes in hexadecimal digits, the first of which may be missing when it is zero.
    mutating func evenBytes(_ name: String) throws(VectorError) -> [UInt8] {
        guard case .text(let text) = ifPresent(name)?.content, text.utf8.count % 2 == 1 else { return try bytes(name) }
        var padded = CaseFields([VectorField(name, .text("0" + text))])
        return try padded.bytes(name)
    }
}
