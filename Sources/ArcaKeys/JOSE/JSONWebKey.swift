public import ArcaCore
public import ArcaCrypto

/// A key with the metadata of a JSON Web Key: identifier, use, operations and algorithm.
///
/// ```swift
/// let keys = try JSONWebKey.all(in: text.utf8, skipsUnknown: true)
/// let secret = P256.Signing.PrivateKey()
/// let own = JSONWebKey(.privateKey(.init(secret)), id: "2026-11", use: "sig", algorithm: "ES256")
/// let text = try own.publicKey.json()
/// ```
///
/// Source: RFC 7517, sections 4 and 5.
public struct JSONWebKey: Sendable {
    /// The key; secret unless public.
    public let content: AnyKey.Content
    /// The member `kid`, the name of the key in tokens.
    public let id: String?
    /// The member `use`, such as `sig` or `enc`, or nil if absent.
    public let use: String?
    /// The member `key_ops`, such as `sign`, `verify` or `decrypt`, or nil if absent.
    public let operations: [String]?
    /// The member `alg`, the only algorithm the key may be used with, or nil if absent.
    public let algorithm: String?
    /// Whether HMAC accepts a symmetric key shorter than its digest, against RFC 7518, section 3.2.
    ///
    /// Such a key can be found by brute force if it is a password; many services use one.
    public var allowsShortSecret = false

    /// The maximum cost of recovering primes for the keys of a set, in cubes of 1,024 bits: one key of 8,192 bits, 64
    /// of 2,048.
    private static let completionLimit = 512

    /// Creates a JSON Web Key from a key and its metadata.
    ///
    /// - Parameters:
    ///   - content: The key.
    ///   - id: The name of the key in tokens.
    ///   - use: `sig` or `enc`, to restrict the key to one of them.
    ///   - operations: The permitted operations, or nil for all.
    ///   - algorithm: The only permitted algorithm, or nil for any.
    public init(
        _ content: AnyKey.Content, id: String? = nil, use: String? = nil, operations: [String]? = nil,
        algorithm: String? = nil
    ) {
        self.content = content
        self.id = id
        self.use = use
        self.operations = operations
        self.algorithm = algorithm
    }

    /// The key as JSON, with its metadata; secret for private and symmetric keys.
    ///
    /// - Throws: ``KeyError``, as `JWK.encode(_:layout:)` does.
    public func json(_ layout: JSONWriter.Layout = .compact) throws(KeyError) -> SecretBytes {
        try JWK.encode(self, layout: layout)
    }

    /// The public half with the same metadata, for publication.
    ///
    /// In ``operations``, `sign`, `decrypt` and `unwrapKey` become `verify`, `encrypt` and `wrapKey`; the others, which
    /// need the private key, are left out.
    ///
    /// - Throws: ``KeyError`` `.wrongKind` for a symmetric key, `.invalidKey` if the halves do not match.
    public var publicKey: JSONWebKey {
        get throws(KeyError) {
            let half: AnyPublicKey
            switch content {
            case .publicKey: return self
            case .privateKey(let key): half = try key.publicKey
            case .symmetric: throw KeyError(.wrongKind, "a symmetric key has no public half; keep it secret")
            }
            let counterparts = ["sign": "verify", "decrypt": "encrypt", "unwrapKey": "wrapKey"]
            let publicOnes = operations?.compactMap {
                counterparts[$0] ?? (counterparts.values.contains($0) ? $0 : nil)
            }
            return JSONWebKey(
                .publicKey(half), id: id, use: use,
                operations: publicOnes.map { all in all.enumerated().filter { !all[..<$0].contains($1) }.map(\.element)
                },
                algorithm: algorithm)
        }
    }

    /// The public half as a JSON object, for a key set.
    package var publicObject: JSONObject {
        get throws(KeyError) {
            var secrets = JWKSecrets()
            return try JWK.object(try publicKey, &secrets)
        }
    }

    private init(_ value: JSONValue, _ secrets: JWKSecrets) throws(KeyError) {
        let content = try JWKMembers(value, secrets).key()
        func text(_ name: String) throws(KeyError) -> String? {
            guard let member = value[name] else { return nil }
            guard let text = member.string else {
                throw KeyError(.malformed, "the member \(name) of a JSON Web Key is \(member.kindName), not a string")
            }
            return text
        }
        var operations: [String]?
        if let member = value["key_ops"] {
            let texts = member.array?.compactMap(\.string)
            guard let texts, texts.count == member.array?.count, Set(texts).count == texts.count else {
                throw KeyError(.malformed, "the member key_ops of a JSON Web Key is not a list of different strings")
            }
            operations = texts
        }
        self.init(
            content, id: try text("kid"), use: try text("use"), operations: operations, algorithm: try text("alg"))
    }

    /// Reads a key, or all keys in a set.
    ///
    /// - Parameters:
    ///   - json: A key or a set as a JSON object; secret if it contains a private key.
    ///   - skipsUnknown: Whether to skip keys of a set with an unknown type or curve, a missing member or a value that
    ///     is out of range, as RFC 7517 recommends. A set that contains no other keys is still rejected.
    /// - Returns: The keys in order, at least one.
    /// - Throws: ``KeyError`` `.malformed`, `.unsupported`, `.invalidKey`, `.costTooHigh` for too many RSA keys without
    ///   primes.
    public static func all(
        in json: borrowing some Bytes, skipsUnknown: Bool = false
    ) throws(KeyError) -> [JSONWebKey] {
        let (keys, skipped) = try set(in: json)
        if let first = skipped.first, !skipsUnknown || keys.isEmpty { throw first.error }
        return keys
    }

    /// A key of a set that cannot be used: its number from 1, why, and its unchecked `kid` and `kty`.
    package struct Skipped: Sendable {
        package let number: Int
        package let error: KeyError
        package let id: String?
        package let type: String?
    }

    /// Reads a key or a set, and returns the keys of the set that cannot be used.
    package static func set(
        in json: borrowing some Bytes
    ) throws(KeyError) -> (keys: [JSONWebKey], skipped: [Skipped]) {
        let (value, secrets) = try json.withText { json throws(KeyError) in try JWK.parse(json) }
        guard let set = value["keys"] else { return ([try JSONWebKey(value, secrets)], []) }
        guard let members = set.array, !members.isEmpty else {
            throw KeyError(.malformed, "a set of JSON Web Keys without keys")
        }
        var keys: [JSONWebKey] = []
        var skipped: [Skipped] = []
        var workLeft = completionLimit
        for (index, member) in members.enumerated() {
            workLeft -= JWKMembers.completionWork(member)
            guard workLeft >= 0 else {
                throw KeyError(
                    .costTooHigh,
                    "the set has too many RSA keys without their primes, which would have to be computed")
            }
            do {
                keys.append(try JSONWebKey(member, secrets))
            } catch {
                skipped.append(
                    Skipped(
                        number: index + 1, error: error, id: member["kid"]?.string, type: member["kty"]?.string))
            }
        }
        return (keys, skipped)
    }
}

extension JSONWebKey: Redacted {
    /// The kind of key, never its content.
    public var description: String {
        switch content {
        case .publicKey(let key): "\(key.algorithmName) public key"
        case .privateKey(let key): "\(key.algorithmName) private key"
        case .symmetric(let key): "symmetric key of \(key.bitCount) bits"
        }
    }
}
