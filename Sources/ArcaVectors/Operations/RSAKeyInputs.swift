internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaKeys

/// RSA keys of a question's numbers, by their names in RFC 7517: `n`, `e`, `d`, `p`, `q`, `dp`, `dq`, `qi`; further
/// primes as `r3`, `d3`, `t3` and so on.
enum RSAKeyInputs {
    static func publicNumbers(_ inputs: NamedValues) throws -> RSAPublicNumbers {
        RSAPublicNumbers(modulus: try inputs.bytes("n"), exponent: try inputs.bytes("e"))
    }

    /// The public key: its file where there is one, which may restrict what the key is for, else its numbers.
    static func publicKey(_ inputs: NamedValues) throws -> RSAPublicKey {
        guard inputs["publicKey"] != nil else { return try RSAPublicKey(publicNumbers(inputs)) }
        return try SPKI.publicKey(der: try inputs.bytes("publicKey")).rsa()
    }

    static func privateKey(_ inputs: NamedValues) throws -> RSAPrivateKey {
        guard inputs["n"] != nil else { return try RSAPrivateKey(file: try inputs.bytes("privateKey")) }
        let publicNumbers = try publicNumbers(inputs)
        let exponent = try inputs.bytes("d")
        guard inputs["p"] != nil else {
            return try RSAPrivateKey(RSAPrivateNumbers(publicNumbers: publicNumbers, privateExponent: exponent))
        }
        var further: [RSAPrivateNumbers.FurtherPrime] = []
        while inputs["r\(further.count + 3)"] != nil {
            let number = further.count + 3
            further.append(
                .init(
                    prime: try inputs.bytes("r\(number)"), exponent: try inputs.bytes("d\(number)"),
                    coefficient: try inputs.bytes("t\(number)")))
        }
        return try RSAPrivateKey(
            RSAPrivateNumbers(
                publicNumbers: publicNumbers, privateExponent: exponent, prime1: try inputs.bytes("p"),
                prime2: try inputs.bytes("q"), exponent1: try inputs.bytes("dp"), exponent2: try inputs.bytes("dq"),
                coefficient: try inputs.bytes("qi"), furtherPrimes: further))
    }

    /// The padding of signatures: `hash`, and for PSS `mgf`, `mgfHash` and `saltByteCount`.
    static func signaturePadding(_ question: Question) throws -> RSASignaturePadding {
        let hash = try HashOperation.function(question.inputs.text("hash"))
        guard question.algorithm == "rsa-pss" else { return .pkcs1v15(hash) }
        return .pss(
            RSAPSSParameters(
                hash: hash, maskHash: try maskHash(question.inputs),
                saltByteCount: try question.inputs.int("saltByteCount")))
    }

    /// The hash function of the mask: that of MGF1, or the extendable function that is the mask itself.
    static func maskHash(_ inputs: NamedValues) throws -> HashFunction {
        let function = try inputs.text("mgf")
        return try HashOperation.function(function == "mgf1" ? inputs.text("mgfHash") : function)
    }
}
