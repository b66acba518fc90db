internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto

/// JSON Web Keys: RSA, elliptic curve, Edwards and Montgomery curve, ML-DSA and symmetric keys.
///
/// Private members are kept in memory that is wiped. The exception is a key from a parsed document (`decode(_:)`).
///
/// ```swift
/// let key = try JWK.decode(text.utf8)
/// let text = try JWK.encode(.publicKey(key))
/// ```
///
/// Source: RFC 7517; RFC 7518, section 6; RFC 8037; RFC 8812; draft-ietf-cose-dilithium, section 3.
public enum JWK {
    /// Ample: a key of 16,384 bits takes about 12 kB.
    static let largestByteCount = 1 << 20

    /// Reads one key.
    ///
    /// - Parameter json: The key as a JSON object.
    /// - Returns: The key. Members that restrict its use are ignored.
    /// - Throws: ``KeyError`` `.malformed`, `.unsupported` for an unknown type or curve, `.invalidKey`.
    public static func decode(_ json: borrowing some Bytes) throws(KeyError) -> AnyKey.Content {
        let (value, secrets) = try parse(json)
        return try JWKMembers(value, secrets).key()
    }

    /// Reads a key from a parsed JSON document.
    ///
    /// - Throws: ``KeyError``, as `decode(_:)` does.
    public static func decode(_ value: JSONValue) throws(KeyError) -> AnyKey.Content {
        try JWKMembers(value).key()
    }

    /// Writes a key without metadata.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - layout: One line, or indented with line breaks.
    /// - Returns: The JSON text; secret for private and symmetric keys.
    /// - Throws: ``KeyError`` `.wrongKind` for a curve that JWK does not support, for an RSA key that is restricted to
    ///   PSS, because JWK cannot represent the restriction, and for an ML-DSA key without its seed.
    public static func encode(
        _ key: AnyKey.Content, layout: JSONWriter.Layout = .compact
    ) throws(KeyError) -> SecretBytes { try encode(JSONWebKey(key), layout: layout) }

    /// Writes a key with its metadata: `kid`, `use`, `key_ops` and `alg`.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - layout: One line, or indented with line breaks.
    /// - Returns: The JSON text; secret for private and symmetric keys.
    /// - Throws: ``KeyError``, as for a key without metadata.
    public static func encode(
        _ key: JSONWebKey, layout: JSONWriter.Layout = .compact
    ) throws(KeyError) -> SecretBytes {
        var secrets = JWKSecrets()
        let object = try object(key, &secrets)
        return secrets.filled(into: Array(JSONValue.object(object).text(layout).utf8))
    }

    /// The members of a key, with placeholders for secrets.
    static func object(_ key: JSONWebKey, _ secrets: inout JWKSecrets) throws(KeyError) -> JSONObject {
        switch key.content {
        case .publicKey(.rsa(_, .some)), .privateKey(.rsa(_, .some)):
            throw KeyError(.wrongKind, "JWK has no RSA keys that are restricted to PSS; pkcs8 and spki have")
        default: break
        }
        var object = JSONObject()
        // Secrets first: a kid may contain the mark of a placeholder.
        for (name, value) in try members(key.content, &secrets) { object[name] = value }
        object["kid"] = key.id.map(JSONValue.string)
        object["use"] = key.use.map(JSONValue.string)
        object["key_ops"] = key.operations.map { .array($0.map(JSONValue.string)) }
        // Part of an ML-DSA key itself.
        if object["alg"] == nil { object["alg"] = key.algorithm.map(JSONValue.string) }
        return object
    }

    /// The thumbprint of a public key: SHA-256 of its required members in canonical form.
    ///
    /// - Returns: 32 bytes, usually shown as unpadded Base64url.
    /// - Throws: ``KeyError`` `.wrongKind` for a curve that JWK does not support.
    ///
    /// Source: RFC 7638, section 3.
    public static func thumbprint(_ key: AnyPublicKey) throws(KeyError) -> [UInt8] {
        // Sorted by name and without spaces. No value contains characters that JSON escapes.
        let members = try self.members(key).sorted { $0.0 < $1.0 }
        let text = "{" + members.map { "\"\($0.0)\":\"\($0.1)\"" }.joined(separator: ",") + "}"
        return SHA256.hash(text.utf8)
    }

    static func parse(_ json: borrowing some Bytes) throws(KeyError) -> (JSONValue, JWKSecrets) {
        let (text, secrets) = try json.withBytes { json throws(KeyError) in try JWKSecrets.taken(from: json) }
        let value = try KeyError.wrap {
            try JSONReader.read(
                text, options: JSONReader.Options(maximumDepth: 8, maximumByteCount: largestByteCount))
        }
        return (value, secrets)
    }

    // MARK: Members

    /// The members in output order, with placeholders for secrets.
    private static func members(
        _ key: AnyKey.Content, _ secrets: inout JWKSecrets
    ) throws(KeyError) -> [(String, JSONValue)] {
        switch key {
        case .publicKey(let key): try members(key).map { ($0.0, .string($0.1)) }
        case .symmetric(let key): [("kty", "oct"), ("k", .string(secrets.mark(for: key)))]
        case .privateKey(let key): try members(key, &secrets)
        }
    }

    private static func members(_ key: AnyPublicKey) throws(KeyError) -> [(String, String)] {
        func octetKeyPair(_ bytes: [UInt8]) -> [(String, String)] {
            [("kty", "OKP"), ("crv", key.algorithmName), ("x", Base64.urlUnpadded.encode(bytes))]
        }
        switch key {
        case .rsa(let numbers, _):
            return [
                ("kty", "RSA"), ("n", Base64.urlUnpadded.encode(numbers.modulus)),
                ("e", Base64.urlUnpadded.encode(numbers.exponent)),
            ]
        case .ed25519(let key): return octetKeyPair(key.rawRepresentation)
        case .ed448(let key): return octetKeyPair(key.rawRepresentation)
        case .x25519(let key): return octetKeyPair(key.rawRepresentation)
        case .x448(let key): return octetKeyPair(key.rawRepresentation)
        case .xWing: throw KeyError(.wrongKind, "JWK has no \(key.algorithmName) keys")
        case .mldsa(let key):
            return [
                ("kty", "AKP"), ("alg", key.variant.name), ("pub", Base64.urlUnpadded.encode(key.rawRepresentation)),
            ]
        case .elliptic(let key):
            guard let name = key.curve.jwkName else {
                throw KeyError(.wrongKind, "JWK has no name for the curve \(key.curve.name)")
            }
            // JWK has no compressed points.
            guard let (x, y) = try key.uncompressed.coordinates else {
                preconditionFailure("a point in full has coordinates")
            }
            return [
                ("kty", "EC"), ("crv", name), ("x", Base64.urlUnpadded.encode(x)), ("y", Base64.urlUnpadded.encode(y)),
            ]
        }
    }

    private static func members(
        _ key: AnyPrivateKey, _ secrets: inout JWKSecrets
    ) throws(KeyError) -> [(String, JSONValue)] {
        var members = try self.members(try key.publicKey).map { ($0.0, JSONValue.string($0.1)) }
        func mark(_ secret: SecretBytes) -> JSONValue { .string(secrets.mark(for: secret)) }
        switch key {
        case .rsa(let numbers, _):
            members += [
                ("d", mark(numbers.privateExponent)), ("p", mark(numbers.prime1)), ("q", mark(numbers.prime2)),
                ("dp", mark(numbers.exponent1)), ("dq", mark(numbers.exponent2)), ("qi", mark(numbers.coefficient)),
            ]
            if !numbers.otherPrimes.isEmpty {
                members.append(
                    (
                        "oth",
                        .array(
                            numbers.otherPrimes.map { prime in
                                var object = JSONObject()
                                object["r"] = mark(prime.prime)
                                object["d"] = mark(prime.exponent)
                                object["t"] = mark(prime.coefficient)
                                return .object(object)
                            })
                    ))
            }
        case .ed25519(let key): members.append(("d", mark(key.rawRepresentation)))
        case .ed448(let key): members.append(("d", mark(key.rawRepresentation)))
        case .x25519(let key): members.append(("d", mark(key.rawRepresentation)))
        case .x448(let key): members.append(("d", mark(key.rawRepresentation)))
        // The public half has already been rejected.
        case .xWing: break
        case .mldsa(let key):
            guard let seed = key.seedRepresentation else {
                throw KeyError(.wrongKind, "JWK has \(key.variant.name) keys as seeds only; pkcs8 has expanded ones")
            }
            members.append(("priv", mark(seed)))
        case .elliptic(let key): members.append(("d", mark(key.scalar)))
        }
        return members
    }
}
