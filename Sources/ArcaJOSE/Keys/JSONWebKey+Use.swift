internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys

extension JSONWebKey {
    /// Rejects a use that the key's own members do not allow: the token only requests, the key decides.
    ///
    /// `use` is `sig` or `enc`. If `needed` is not nil, `key_ops` must contain one of its names. `algorithms` lists the
    /// allowed values of `alg`: the token's algorithm and its aliases.
    func checkUse(_ use: String, operations needed: [String]?, algorithms: [String]) throws(JOSEError) {
        if let own = algorithm, !algorithms.contains(own) {
            throw JOSEError(
                .wrongKeyType, "the key is for \(JOSEHeader.shown(own)) alone (alg), not for \(algorithms[0])")
        }
        if let own = self.use, own != use {
            throw JOSEError(
                .wrongKeyType,
                "the key is not for \(use == "sig" ? "signatures" : "encryption") (use is \(JOSEHeader.shown(own)))")
        }
        if let own = operations, let needed, !own.contains(where: needed.contains) {
            throw JOSEError(
                .wrongKeyType,
                "key_ops of the key does not list \(needed.joined(separator: " or "))")
        }
    }

    func misfit(_ algorithm: String, needs: String) -> JOSEError {
        JOSEError(.wrongKeyType, "\(algorithm) needs \(needs); this is a \(self)")
    }

    /// The RSA public key, if it is strong enough (RFC 7518, sections 3.3 and 4.2).
    func rsaPublicKey(_ algorithm: String) throws(JOSEError) -> RSAPublicKey {
        let numbers: RSAPublicNumbers
        let restriction: RSAKeyRestriction?
        switch content {
        case .publicKey(.rsa(let own, let limit)): (numbers, restriction) = (own, limit)
        case .privateKey(.rsa(let own, let limit)): (numbers, restriction) = (own.publicNumbers, limit)
        default: throw misfit(algorithm, needs: "an RSA key")
        }
        try Self.checkStrength(numbers)
        return try JOSEError.key { try RSAPublicKey(numbers, restriction: restriction) }
    }

    func rsaPrivateKey(_ algorithm: String) throws(JOSEError) -> RSAPrivateKey {
        guard case .privateKey(.rsa(let numbers, let restriction)) = content else {
            throw misfit(algorithm, needs: "an RSA private key")
        }
        try Self.checkStrength(numbers.publicNumbers)
        return try JOSEError.key { try RSAPrivateKey(numbers, restriction: restriction) }
    }

    private static func checkStrength(_ numbers: RSAPublicNumbers) throws(JOSEError) {
        guard numbers.bitCount >= RSAPublicKey.generatedBitCounts.lowerBound else {
            throw JOSEError(
                .weakKey,
                "the RSA key has \(numbers.bitCount) bits; JOSE needs \(RSAPublicKey.generatedBitCounts.lowerBound)")
        }
        guard numbers.exponent != [1] else {
            throw JOSEError(.weakKey, "the RSA key has the exponent 1: anybody can sign with it")
        }
        guard !KeyLint.hasStructuredPrimes(numbers) else {
            throw JOSEError(
                .weakKey, "the RSA key has the structure of CVE-2017-15361 (ROCA): its primes can be found")
        }
    }

    /// The public key on a curve, also from a private key.
    func ellipticPublicKey(_ curve: EllipticCurve, _ algorithm: String) throws(JOSEError) -> EllipticPublicKey {
        let key: EllipticPublicKey
        switch content {
        case .publicKey(.elliptic(let own)): key = own
        case .privateKey(.elliptic(let own)): key = own.publicKey
        default: throw misfit(algorithm, needs: "a key on \(curve.name)")
        }
        guard key.curve == curve else { throw misfit(algorithm, needs: "a key on \(curve.name)") }
        return key
    }
}

extension JOSEError {
    /// Converts errors about a key's contents: the key is malformed, regardless of the request.
    static func key<Result>(_ body: () throws -> Result) throws(JOSEError) -> Result {
        do { return try body() } catch {
            let own = JOSEError(wrapping: error)
            throw own.code == .backendFailure
                ? own : JOSEError(.malformed, at: own.place, "the key cannot be used: \(own.reason)", hint: own.hint)
        }
    }
}
