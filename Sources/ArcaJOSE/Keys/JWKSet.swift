public import ArcaCore
public import ArcaCrypto
public import ArcaKeys

/// The keys that a receiver trusts; a token selects one by `kid`.
///
/// ```swift
/// let set = try JWKSet(file)
/// let policy = JWTPolicy(issuer: "https://id.example", audience: "app")
/// let token = try JWT(verifying: text, keys: set, policy: policy, now: time)
/// ```
///
/// Source: RFC 7517, section 5.
public struct JWKSet: Sendable {
    /// The keys, one or more.
    public let keys: [JSONWebKey]
    /// Why keys of the file were skipped, for errors.
    private var skipped: [KeyError] = []

    /// Creates a set of keys.
    ///
    /// Keys may share an ID (RFC 7517, section 4.5): then `alg`, `use` and the kind of key select one.
    ///
    /// - Throws: ``JOSEError`` `.invalidKeySet` for an empty list, or a mix of symmetric and other keys.
    public init(_ keys: [JSONWebKey]) throws(JOSEError) {
        guard !keys.isEmpty else { throw JOSEError(.invalidKeySet, "a set without keys") }
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
    /// Keys of a key set that have an unknown type or curve, lack a member or are out of range are skipped.
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
        let isJSON = file.withText { file in
            var index = 0
            while index < file.count, file[index].isWhitespace { index += 1 }
            return index < file.count && file[index] == .leftBrace
        }
        let keys: [JSONWebKey]
        var errors: [KeyError] = []
        do throws(KeyError) {
            if isJSON {
                let set = try JSONWebKey.set(in: file)
                (keys, errors) = (set.keys, set.skipped.map { $0.error })
                if keys.isEmpty, let error = errors.first { throw error }
            } else {
                keys = try AnyKey.all(in: file, passphrase: passphrase, limits: limits).map { JSONWebKey($0.content) }
            }
        } catch { throw JOSEError(wrapping: error) }
        try self.init(keys)
        skipped = errors
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
                throw JOSEError(
                    .unknownKey, "no key has the kid that the token names, \(JOSEHeader.shown(id))" + skippedText)
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
                "no key of the set is for the token" + (refusal.map { ": \($0.reason)" } ?? "") + skippedText)
        }
        // A set may list one key several times. Trying all keys would let a sender multiply the receiver's work.
        guard fitting.allSatisfy({ $0.hasSameContent(as: key) }) else {
            throw JOSEError(
                .unknownKey,
                header.keyID == nil
                    ? "the token names no key (kid), and \(fitting.count) of the set fit it"
                    : "\(fitting.count) keys of the set fit the token and its kid")
        }
        return key
    }

    private var skippedText: String {
        guard let error = skipped.first else { return "" }
        return "; \(skipped.count) of the set \(skipped.count == 1 ? "was" : "were") skipped: \(error.reason)"
    }
}

extension JSONWebKey {
    var isSymmetric: Bool { if case .symmetric = content { true } else { false } }

    fileprivate func hasSameContent(as other: JSONWebKey) -> Bool {
        switch (content, other.content) {
        case (.publicKey(let own), .publicKey(let key)): own == key
        case (.privateKey(let own), .privateKey(let key)): (try? own.publicKey) == (try? key.publicKey)
        case (.symmetric(let own), .symmetric(let key)): own == key
        default: false
        }
    }
}
