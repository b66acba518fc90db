public import ArcaCodecs
public import ArcaCrypto
public import ArcaKeys

/// The keys that a receiver trusts, of which a token names one by `kid`.
///
/// ```swift
/// let set = try JWKSet(file)
/// let token = try JWT(verifying: text, keys: set, policy: .init(issuer: "https://id.example", audience: "app"), now: time)
/// ```
///
/// Source: RFC 7517, section 5.
public struct JWKSet: Sendable {
    /// The keys, one or more.
    public let keys: [JSONWebKey]

    /// Takes keys.
    ///
    /// - Parameter keys: One or more.
    /// - Throws: ``JOSEError`` `.invalidKeySet` for none, for two of one name, and for symmetric keys among others.
    public init(_ keys: [JSONWebKey]) throws(JOSEError) {
        guard !keys.isEmpty else { throw JOSEError(.invalidKeySet, "a set without keys") }
        var names: Set<[UInt8]> = []
        for key in keys {
            guard let id = key.id else { continue }
            // A token would name both: which one decides must not hang on their order.
            guard names.insert(Array(id.utf8)).inserted else {
                throw JOSEError(.invalidKeySet, "two keys of the set have the same kid, \(JOSEHeader.shown(id))")
            }
        }
        // Public keys are published and symmetric ones are secret: in one set, one of both is in the wrong place, and a
        // token could choose which kind of check it gets.
        guard keys.allSatisfy(\.isSymmetric) || !keys.contains(where: \.isSymmetric) else {
            throw JOSEError(.invalidKeySet, "symmetric keys and others are in one set; keep them apart")
        }
        self.keys = keys
    }

    /// Takes one key.
    public init(_ key: JSONWebKey) { keys = [key] }

    /// Reads keys of any form: a JSON Web Key, a set of them, PEM, DER, OpenSSH.
    ///
    /// Of a set, keys of an unknown type or curve are passed over.
    ///
    /// - Parameters:
    ///   - file: The whole file; secret when it holds a private or symmetric key.
    ///   - passphrase: For encrypted keys.
    ///   - limits: What the key derivation may cost, which the file dictates.
    /// - Throws: ``JOSEError`` `.malformed`, `.unsupported`, `.invalidKeySet`, `.passphraseNeeded`,
    ///   `.wrongPassphrase`, `.costTooHigh`.
    public init(_ file: borrowing some Bytes, passphrase: SecretBytes? = nil, limits: CostLimits = .keys)
        throws(JOSEError)
    {
        let isJSON = file.withBytes { file in
            var index = 0
            while index < file.count, file[index] == 0x20 || (0x09...0x0d).contains(file[index]) { index += 1 }
            return index < file.count && file[index] == UInt8(ascii: "{")
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

    /// The key that a token names, or the only one that fits.
    ///
    /// The name chooses among these keys and is nothing else: no path, no address, no query. `check` refuses a key that is not
    /// for the token's algorithm.
    func key(
        for header: JOSEHeader, _ check: (JSONWebKey) throws(JOSEError) -> Void
    ) throws(JOSEError) -> JSONWebKey {
        var candidates = keys
        // Where there is one key, there is nothing to choose: whether it fits, the signature or the tag says.
        if keys.count > 1, let id = header.keyID {
            candidates = keys.filter { $0.id.map { $0.utf8.elementsEqual(id.utf8) } ?? false }
            // A key without a name, such as one in PEM, may be the one.
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
        // Trying them all would let a sender have as much work done as there are keys.
        guard fitting.count == 1 else {
            throw JOSEError(.unknownKey, "the token names no key (kid), and \(fitting.count) of the set fit it")
        }
        return key
    }
}

extension JSONWebKey {
    var isSymmetric: Bool { if case .symmetric = content { true } else { false } }
}
