public import ArcaCore
public import ArcaCrypto
public import ArcaKeys

/// The keys that a receiver trusts; a token selects one by `kid`.
///
/// ```swift
/// let set = try JWKSet(file)
/// let policy = JWTPolicy(issuer: "https://id.example", audience: "app")
/// let token = try JSONWebToken(verifying: text, keys: set, policy: policy)
/// ```
///
/// Source: RFC 7517, section 5.
public struct JWKSet: Sendable {
    /// The keys, one or more.
    public let keys: [JSONWebKey]

    /// Creates a set of keys.
    ///
    /// - Throws: ``JOSEError`` `.invalidKeySet` for an empty list, duplicate key IDs, or a mix of symmetric and other
    ///   keys.
    public init(_ keys: [JSONWebKey]) throws(JOSEError) {
        guard !keys.isEmpty else { throw JOSEError(.invalidKeySet, "a set without keys") }
        var names: Set<[UInt8]> = []
        for key in keys {
            guard let id = key.id else { continue }
            // A duplicate ID would be ambiguous, and the result would depend on the order.
            guard names.insert(Array(id.utf8)).inserted else {
                throw JOSEError(.invalidKeySet, "two keys of the set have the same kid, \(JOSEHeader.shown(id))")
            }
        }
        // Public keys are published and symmetric ones are secret. In a mixed set, one kind is in the wrong place, and
        // a token could choose how it is verified.
        guard keys.allSatisfy(\.isSymmetric) || !keys.contains(where: \.isSymmetric) else {
            throw JOSEError(.invalidKeySet, "symmetric keys and others are in one set; keep them apart")
        }
        self.keys = keys
    }

    /// Creates a set with one key.
    public init(_ key: JSONWebKey) { keys = [key] }

    /// Reads keys in any format: a JSON Web Key, a key set, PEM, DER, OpenSSH.
    ///
    /// Keys of unknown type or curve in a key set are skipped.
    ///
    /// - Parameters:
    ///   - file: The whole file; secret if it contains a private or symmetric key.
    ///   - passphrase: For encrypted keys.
    ///   - limits: Limits for the cost of key derivations, which the file determines.
    /// - Throws: ``JOSEError`` `.malformed`, `.unsupported`, `.invalidKeySet`, `.passphraseNeeded`,
    ///   `.wrongPassphrase`, `.costTooHigh`.
    public init(_ file: borrowing some Bytes, passphrase: SecretBytes? = nil, limits: CostLimits = .keys)
        throws(JOSEError)
    {
        let isJSON = file.withBytes { file in
            var index = 0
            while index < file.count, file[index].isWhitespace { index += 1 }
            return index < file.count && file[index] == .leftBrace
        }
        let keys: [JSONWebKey]
        do throws(KeyError) {
            keys =
                isJSON
                ? try JSONWebKey.all(in: file, skipsUnknown: true)
                : try AnyKey.all(in: file, passphrase: passphrase, limits: limits).map { JSONWebKey($0.content) }
        } catch { throw JOSEError(wrapping: error) }
        try self.init(keys)
    }

    /// The public halves of all keys as a JSON Web Key Set, for publication at `jwks_uri`.
    ///
    /// - Throws: ``JOSEError`` `.invalidKeySet` for a symmetric key, which is secret, and for a key that JSON Web Keys
    ///   cannot represent.
    public var publicJSON: String {
        get throws(JOSEError) {
            var objects: [JSONValue] = []
            for key in keys {
                do throws(KeyError) {
                    objects.append(.object(try key.publicObject))
                } catch {
                    throw JOSEError(.invalidKeySet, "the set cannot be published: \(error.reason)")
                }
            }
            return JSONValue.object(["keys": .array(objects)]).text()
        }
    }

    /// The key that a token names, or the only matching one.
    ///
    /// The key ID only selects among these keys; it is never used as a path, URL or query. `check` rejects keys that do
    /// not allow the token's algorithm.
    func key(
        for header: JOSEHeader, _ check: (JSONWebKey) throws(JOSEError) -> Void
    ) throws(JOSEError) -> JSONWebKey {
        var candidates = keys
        // With a single key, the ID is ignored: the signature or tag decides.
        if keys.count > 1, let id = header.keyID {
            candidates = keys.filter { $0.id.map { $0.utf8.elementsEqual(id.utf8) } ?? false }
            // A key without an ID, for example from PEM, may match.
            if candidates.isEmpty { candidates = keys.filter { $0.id == nil } }
            guard !candidates.isEmpty else {
                throw JOSEError(.unknownKey, "no key has the kid that the token names, \(JOSEHeader.shown(id))")
            }
        }
        if candidates.count == 1 {
            try check(candidates[0])
            return candidates[0]
        }
        var refusal: JOSEError?
        var fitting: [JSONWebKey] = []
        for key in candidates {
            do throws(JOSEError) {
                try check(key)
                fitting.append(key)
            } catch { refusal = error }
        }
        guard let key = fitting.first else {
            throw JOSEError(
                .wrongKeyType,
                "no key of the set is for the token" + (refusal.map { ": \($0.reason)" } ?? ""))
        }
        // Trying all keys would let a sender multiply the receiver's work.
        guard fitting.count == 1 else {
            throw JOSEError(.unknownKey, "the token names no key (kid), and \(fitting.count) of the set fit it")
        }
        return key
    }
}

extension JSONWebKey {
    var isSymmetric: Bool { if case .symmetric = content { true } else { false } }
}
