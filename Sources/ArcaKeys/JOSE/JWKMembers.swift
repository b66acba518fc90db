internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto

/// The members of a JSON Web Key being read.
///
/// Error messages never quote values: they may be secret.
struct JWKMembers {
    private let object: JSONObject
    private let secrets: JWKSecrets

    /// `secrets` resolves the placeholders in the object.
    init(_ value: JSONValue, _ secrets: JWKSecrets = JWKSecrets()) throws(KeyError) {
        guard let object = value.object else { throw KeyError(.malformed, "a JSON Web Key is an object") }
        self.object = object
        self.secrets = secrets
    }

    func key() throws(KeyError) -> AnyKey.Content {
        switch try text("kty") {
        case "RSA": return try rsa()
        case "OKP": return try octetKeyPair()
        case "EC": return try elliptic()
        case "AKP": return try algorithmKeyPair()
        case "oct": return .symmetric(SymmetricKey(try secret("k")))
        default: throw KeyError(.unsupported, "a JSON Web Key of another type than RSA, EC, OKP, AKP or oct")
        }
    }

    /// The cost of recovering missing primes, in cubes of 1,024 bits, at least 1; 0 for keys that need none.
    static func completionWork(_ value: JSONValue) -> Int {
        guard value["kty"]?.string == "RSA", value["d"] != nil, value["p"] == nil, let modulus = value["n"]?.string
        else { return 0 }
        // Six bits per character. Longer values are rejected before anything is computed.
        let blockCount = max((min(modulus.utf8.count, 4096) * 6 + 512) / 1024, 1)
        return blockCount * blockCount * blockCount
    }

    private func rsa() throws(KeyError) -> AnyKey.Content {
        let publicNumbers = RSAPublicNumbers(modulus: try number("n"), exponent: try number("e"))
        guard object["d"] != nil else { return .publicKey(.rsa(publicNumbers, nil)) }
        let privateExponent = try secretNumber("d")
        let names = ["p", "q", "dp", "dq", "qi"]
        // RFC 7518, section 6.3.2: all of them, or none.
        let given = names.filter { object[$0] != nil }
        if given.isEmpty, object["oth"] == nil {
            return .privateKey(
                .rsa(
                    try KeyError.wrap {
                        try RSAPrivateNumbers(publicNumbers: publicNumbers, privateExponent: privateExponent)
                    }, nil))
        }
        guard given.count == names.count else {
            let missing = names.filter { object[$0] == nil }
            throw KeyError(
                .malformed, "an RSA key without \(missing.joined(separator: ", ")): all of p, q, dp, dq and qi, or none"
            )
        }
        return .privateKey(
            .rsa(
                RSAPrivateNumbers(
                    publicNumbers: publicNumbers, privateExponent: privateExponent, prime1: try secretNumber("p"),
                    prime2: try secretNumber("q"), exponent1: try secretNumber("dp"),
                    exponent2: try secretNumber("dq"), coefficient: try secretNumber("qi"),
                    otherPrimes: try otherPrimes()), nil))
    }

    private func otherPrimes() throws(KeyError) -> [RSAPrivateNumbers.OtherPrime] {
        guard let value = object["oth"] else { return [] }
        guard let list = value.array, !list.isEmpty else {
            throw KeyError(.malformed, "the member oth of an RSA key is not a list of other primes")
        }
        guard list.count <= 3 else { throw KeyError(.unsupported, "an RSA key with more than 5 primes") }
        var primes: [RSAPrivateNumbers.OtherPrime] = []
        for element in list {
            let members = try JWKMembers(element, secrets)
            primes.append(
                .init(
                    prime: try members.secretNumber("r"), exponent: try members.secretNumber("d"),
                    coefficient: try members.secretNumber("t")))
        }
        return primes
    }

    private func octetKeyPair() throws(KeyError) -> AnyKey.Content {
        let curve = try text("crv")
        let bytes = try self.bytes("x")
        let publicKey: AnyPublicKey
        switch curve {
        case "Ed25519": publicKey = try RawKeys.ed25519(bytes)
        case "Ed448": publicKey = try RawKeys.ed448(bytes)
        case "X25519": publicKey = try RawKeys.x25519(bytes)
        case "X448": publicKey = try RawKeys.x448(bytes)
        default: throw KeyError(.unsupported, "a key on a curve other than Ed25519, Ed448, X25519 and X448")
        }
        guard object["d"] != nil else { return .publicKey(publicKey) }
        let secret = try secret("d")
        let key: AnyPrivateKey
        switch publicKey {
        case .ed25519: key = try RawKeys.ed25519(secret)
        case .ed448: key = try RawKeys.ed448(secret)
        case .x25519: key = try RawKeys.x25519(secret)
        default: key = try RawKeys.x448(secret)
        }
        guard try key.publicKey == publicKey else {
            throw KeyError(.invalidKey, "the member d of the key does not belong to its member x")
        }
        return .privateKey(key)
    }

    /// draft-ietf-cose-dilithium, section 3.
    private func algorithmKeyPair() throws(KeyError) -> AnyKey.Content {
        guard let variant = MLDSAVariant(rawValue: try text("alg")) else {
            throw KeyError(.unsupported, "an AKP key for another algorithm than ML-DSA-44, ML-DSA-65 and ML-DSA-87")
        }
        let publicKey = try RawKeys.mldsa(variant, try bytes("pub"))
        guard object["priv"] != nil else { return .publicKey(publicKey) }
        let seed = try secret("priv")
        let key = try KeyError.wrap { try AnyMLDSAPrivateKey(variant, seedRepresentation: seed) }
        guard .mldsa(key.publicKey) == publicKey else {
            throw KeyError(.invalidKey, "the member priv of the key does not belong to its member pub")
        }
        return .privateKey(.mldsa(key))
    }

    private func elliptic() throws(KeyError) -> AnyKey.Content {
        // Azure Key Vault and drafts of RFC 8812 use the name P-256K for secp256k1.
        let name = try text("crv") == "P-256K" ? "secp256k1" : try text("crv")
        guard let curve = EllipticCurve.allCases.first(where: { $0.jwkName == name }) else {
            throw KeyError(.unsupported, "a key on a curve other than P-256, P-384, P-521 and secp256k1")
        }
        let (x, y) = (try bytes("x"), try bytes("y"))
        // RFC 7518, section 6.2.1.2: leading zeros are kept.
        guard x.count == curve.byteCount, y.count == curve.byteCount else {
            throw KeyError(.malformed, "coordinates of another length than \(curve.byteCount) bytes")
        }
        let publicKey = try RawKeys.point(curve, [4] + x + y)
        guard object["d"] != nil else { return .publicKey(.elliptic(publicKey)) }
        let scalar = try secret("d")
        guard scalar.count == curve.orderByteCount else {
            throw KeyError(.malformed, "a private number of another length than \(curve.orderByteCount) bytes")
        }
        return .privateKey(.elliptic(try RawKeys.elliptic(publicKey, scalar)))
    }

    // MARK: Values

    private func text(_ name: String) throws(KeyError) -> String {
        guard let text = object[name]?.string else {
            throw KeyError(.malformed, "a JSON Web Key without the text member \(name)")
        }
        return text
    }

    private func bytes(_ name: String) throws(KeyError) -> [UInt8] {
        let text = try text(name)
        do { return try Base64.urlUnpadded.decode(text) } catch { throw notBase64(name, error) }
    }

    private func secret(_ name: String) throws(KeyError) -> SecretBytes {
        let text = try text(name)
        do throws(CodecError) {
            let secret = secrets[text] ?? SecretBytes(copying: text.utf8)
            return try SecretBytes(byteCount: secret.count) { output throws(CodecError) in
                try secret.withBytes { text throws(CodecError) in
                    try Base64.urlUnpadded.decode(text, into: &output)
                }
            }
        } catch { throw notBase64(name, error) }
    }

    private func number(_ name: String) throws(KeyError) -> [UInt8] {
        let octets = try bytes(name)
        // RFC 7518, section 2, Base64urlUInt: zero is a single octet; other numbers have no leading zeros.
        guard let first = octets.first, first != 0 || octets.count == 1 else {
            throw KeyError(.malformed, "the member \(name) is not a number in its shortest form")
        }
        return octets
    }

    private func secretNumber(_ name: String) throws(KeyError) -> SecretBytes {
        let octets = try secret(name)
        // Some programs pad these numbers to the length of the modulus.
        guard !octets.isEmpty else { throw KeyError(.malformed, "the member \(name) is an empty number") }
        return octets
    }

    private func notBase64(_ name: String, _ error: CodecError) -> KeyError {
        KeyError(.malformed, "the member \(name) is not Base64 for URLs without padding: \(error.code.words)")
    }
}
