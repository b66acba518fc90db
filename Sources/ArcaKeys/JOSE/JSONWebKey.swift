public import ArcaCore
internal import ArcaCrypto

/// A key with what a JSON Web Key says of its use: which algorithm it is for, and which operations.
///
/// ```swift
/// let keys = try JSONWebKey.all(in: text.utf8, skipsUnknown: true)
/// ```
///
/// Source: RFC 7517, sections 4 and 5.
public struct JSONWebKey: Sendable {
    /// The key; secret unless it is a public one.
    public let content: AnyKey.Content
    /// The member `kid`, by which tokens name the key.
    public let id: String?
    /// The member `use`: `sig`, `enc` or another; nil where the key does not say.
    public let use: String?
    /// The member `key_ops`: `sign`, `verify`, `decrypt` and others; nil where the key does not say.
    public let operations: [String]?
    /// The member `alg`, the only algorithm that the key is for; nil where the key does not say.
    public let algorithm: String?

    /// What computing the primes of all keys of a set may take, in cubes of 1,024 bits: one key of 8,192 bits, 64 of 2,048.
    private static let completionLimit = 512

    /// Takes a key from any source.
    ///
    /// - Parameters:
    ///   - content: The key.
    ///   - id: The name that tokens have for it.
    ///   - use: `sig` or `enc`, if it is for one of them alone.
    ///   - operations: The operations it is for, if not for all.
    ///   - algorithm: The algorithm it is for, if for one alone.
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

    /// Reads a key, or all keys of a set.
    ///
    /// - Parameters:
    ///   - json: The key or the set as a JSON object; secret when it holds a private key.
    ///   - skipsUnknown: Whether keys of a set that have an unknown type or curve are passed over, as RFC 7517 recommends;
    ///     a set of no other keys is refused anyway.
    /// - Returns: The keys in order, one or more.
    /// - Throws: ``KeyError`` `.malformed`, `.unsupported`, `.invalidKey`, `.costTooHigh` for many RSA keys without primes.
    public static func all(
        in json: borrowing some Bytes, skipsUnknown: Bool = false
    ) throws(KeyError) -> [JSONWebKey] {
        let (value, secrets) = try JWK.parse(json)
        guard let set = value["keys"] else { return [try JSONWebKey(value, secrets)] }
        guard let members = set.array, !members.isEmpty else {
            throw KeyError(.malformed, "a set of JSON Web Keys without keys")
        }
        var keys: [JSONWebKey] = []
        var skipped: KeyError?
        var workLeft = completionLimit
        for member in members {
            workLeft -= JWKMembers.completionWork(member)
            guard workLeft >= 0 else {
                throw KeyError(
                    .costTooHigh,
                    "the set has too many RSA keys without their primes, which would have to be computed")
            }
            do {
                keys.append(try JSONWebKey(member, secrets))
            } catch {
                guard skipsUnknown, error.code == .unsupported else { throw error }
                skipped = error
            }
        }
        if let skipped, keys.isEmpty { throw skipped }
        return keys
    }
}

extension JSONWebKey: CustomStringConvertible, CustomReflectable {
    /// The kind of key, never the content.
    public var description: String {
        switch content {
        case .publicKey(let key): "\(key.algorithmName) public key"
        case .privateKey(let key): "\(key.algorithmName) private key"
        case .symmetric(let key): "symmetric key of \(key.bitCount) bits"
        }
    }

    /// A mirror without children, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
