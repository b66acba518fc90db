public import ArcaCore
internal import ArcaCrypto
public import ArcaKeys
internal import ArcaPlatform
internal import Synchronization

/// A key that an agent offers.
public struct SSHAgentIdentity: Sendable, Hashable {
    /// The public key.
    public let key: SSHSignatureKey
    /// The comment that `ssh-add -l` shows; one line.
    public let comment: String

    /// Creates an identity.
    public init(_ key: SSHSignatureKey, comment: String) {
        self.key = key
        self.comment = comment
    }
}

/// Keys that an agent serves besides those that clients add, such as those of a vault.
///
/// The agent calls it from several threads.
public protocol SSHAgentKeys: Sendable {
    /// The keys to list, in the order in which clients try them; empty while they are not available.
    func identities() -> [SSHAgentIdentity]

    /// The private key of an identity, which the agent releases after one signature.
    func privateKey(of identity: SSHAgentIdentity) throws -> AnyPrivateKey

    /// Called before the agent answers a request for a signature; an error refuses it.
    func record(_ use: SSHAgent.Use) throws
}

/// An SSH agent: answers the messages of `ssh`, `ssh-add` and `ssh-keygen`, without a socket.
///
/// It signs with Ed25519, ECDSA and RSA of 2,048 bits or more, RSA only with SHA-256 or SHA-512. Added keys are kept in
/// memory that is wiped. Threads can share an agent; each connection has its own ``Connection``, and a question to the
/// user on one does not delay others.
///
/// ```swift
/// let agent = SSHAgent(keys: keys)
/// var connection = SSHAgent.Connection()
/// let answer = agent.answer(message, on: &connection)
/// ```
///
/// Source: draft-ietf-sshm-ssh-agent; OpenSSH, PROTOCOL.agent.
public final class SSHAgent: Sendable {
    /// Maximum size of a message in either direction, in bytes, without its length.
    public static let maximumMessageByteCount = 256 << 10
    /// Maximum number of keys that clients can add.
    public static let maximumAddedKeyCount = 256

    /// The policy of an agent.
    public struct Options: Sendable {
        /// Whether to answer requests from other machines, to which the client forwards the agent.
        ///
        /// They can list keys and sign, but neither add nor remove keys. Clients older than OpenSSH 8.9 do not say that
        /// a request is forwarded.
        public var allowsForwarding = false
        /// Whether each signature must be confirmed, also by keys without that constraint.
        public var confirmsEachUse = false
        /// Asks the user to confirm a use of a key; refuses by default.
        public var confirm: @Sendable (Use) -> Bool = { _ in false }

        /// Creates the default options.
        public init() {}
    }

    /// A request for a signature.
    public struct Use: Sendable {
        /// The key.
        public let identity: SSHAgentIdentity
        /// The purpose, as far as the data show it.
        public let purpose: Purpose
        /// The client, or nil if it is unknown.
        public let client: Client?
        /// Whether the request comes from another machine.
        public let isForwarded: Bool
        /// The reason why the agent refuses the request, or nil if it signs.
        public internal(set) var refusal: String?
    }

    private struct AddedKey {
        let identity: SSHAgentIdentity
        let key: AnyPrivateKey
        let constraints: SSHAgentConstraints
        /// Milliseconds of the clock, or nil.
        let end: Int?
    }

    private struct State {
        var added: [AddedKey] = []
        /// Keys of ``SSHAgentKeys`` that a client has removed.
        var removed: Set<[UInt8]> = []
        var lock: SSHAgentLock?

        mutating func removeExpired(at now: Int) { added.removeAll { $0.end.map { $0 <= now } ?? false } }
    }

    private let keys: (any SSHAgentKeys)?
    private let options: Options
    private let clock: @Sendable () -> Int
    private let state = Mutex(State())

    /// Creates an agent.
    ///
    /// - Parameters:
    ///   - keys: The keys to serve besides those that clients add, or nil.
    ///   - options: The policy.
    public convenience init(keys: (any SSHAgentKeys)? = nil, options: Options = Options()) {
        self.init(keys: keys, options: options) { SystemClock.boot.milliseconds }
    }

    init(keys: (any SSHAgentKeys)?, options: Options, clock: @escaping @Sendable () -> Int) {
        (self.keys, self.options, self.clock) = (keys, options, clock)
    }

    /// Adds a key as `ssh-add` does.
    ///
    /// - Parameters:
    ///   - key: Ed25519, ECDSA on a NIST curve, or RSA of 2,048 bits or more.
    ///   - comment: The comment to list.
    /// - Throws: ``SignatureError`` as ``SSHSignatureKey/init(_:)``; `.invalidOption` for too many keys.
    public func add(_ key: AnyPrivateKey, comment: String) throws(SignatureError) {
        try add(key, comment, SSHAgentConstraints())
    }

    /// Removes and wipes keys whose lifetime is over; they are not used after that time in any case.
    public func removeExpired() { state.withLock { $0.removeExpired(at: clock()) } }

    /// Removes and wipes all added keys.
    public func removeAll() { state.withLock { $0.added = [] } }

    /// Answers a message.
    ///
    /// Data never fail: an invalid message gets the answer `SSH_AGENT_FAILURE`.
    ///
    /// - Parameters:
    ///   - message: The message without its length; secret if it adds a key or a passphrase.
    ///   - connection: The state of the connection that it came by.
    /// - Returns: The answer, without its length; not secret.
    public func answer(_ message: borrowing some Bytes, on connection: inout Connection) -> [UInt8] {
        let request: SSHAgentRequest
        do throws(SignatureError) {
            request = try message.withBytes { bytes throws(SignatureError) in
                guard bytes.count <= Self.maximumMessageByteCount else {
                    throw SignatureError(.malformed, "a message of \(bytes.count) bytes")
                }
                return try SSHAgentRequest(bytes)
            }
        } catch { return SSHAgentMessage.failure }
        // Bindings are recorded even while the agent is locked, because they restrict the connection.
        if case .bind(let content) = request {
            do { try connection.bind(content) } catch { return SSHAgentMessage.extensionFailure }
            return SSHAgentMessage.success
        }
        guard !connection.isForwarded || options.allowsForwarding else { return SSHAgentMessage.failure }
        if let lock = state.withLock({ $0.lock }) {
            switch request {
            case .list: return SSHAgentMessage.identities([], upTo: Self.maximumMessageByteCount)
            case .unlock(let passphrase) where !connection.isForwarded && lock.accepts(passphrase):
                state.withLock { $0.lock = nil }
                return SSHAgentMessage.success
            default: return SSHAgentMessage.failure
            }
        }
        return answer(request, on: connection)
    }

    private func answer(_ request: SSHAgentRequest, on connection: Connection) -> [UInt8] {
        switch request {
        case .list:
            return SSHAgentMessage.identities(identities(for: connection), upTo: Self.maximumMessageByteCount)
        case .sign(let request):
            return sign(request, on: connection).map(SSHAgentMessage.signature) ?? SSHAgentMessage.failure
        case .query: return SSHAgentMessage.extensions(SSHAgentRequest.extensions)
        // Another machine may use keys, not manage them.
        case _ where connection.isForwarded: return SSHAgentMessage.failure
        case .add(let key, let comment, let constraints):
            return (try? add(key, comment, constraints)) == nil ? SSHAgentMessage.failure : SSHAgentMessage.success
        case .remove(let blob): return remove(blob) ? SSHAgentMessage.success : SSHAgentMessage.failure
        case .removeAll:
            let served = keys?.identities() ?? []
            state.withLock { state in
                state.added = []
                state.removed.formUnion(served.map(\.key.blob))
            }
            return SSHAgentMessage.success
        case .lock(let passphrase):
            guard let lock = try? SSHAgentLock(passphrase) else { return SSHAgentMessage.failure }
            return state.withLock { state in
                guard state.lock == nil else { return SSHAgentMessage.failure }
                state.lock = lock
                return SSHAgentMessage.success
            }
        case .unlock, .bind: return SSHAgentMessage.failure
        }
    }

    private func add(
        _ key: AnyPrivateKey, _ comment: String, _ constraints: SSHAgentConstraints
    ) throws(SignatureError) {
        let publicKey = try SSHSignatureKey(try SignatureError.wrap { try key.publicKey })
        let comment = String(printable: comment.utf8)
        let now = clock()
        let new = AddedKey(
            identity: SSHAgentIdentity(publicKey, comment: comment), key: key, constraints: constraints,
            end: constraints.lifetime.map { now + $0 * 1000 })
        let isAdded = state.withLock { state in
            state.removeExpired(at: now)
            // A key that is added again gets the new constraints.
            state.added.removeAll { $0.identity.key == publicKey }
            guard state.added.count < Self.maximumAddedKeyCount else { return false }
            state.added.append(new)
            return true
        }
        guard isAdded else {
            throw SignatureError(.invalidOption, "the agent has \(Self.maximumAddedKeyCount) added keys already")
        }
    }

    private func remove(_ blob: [UInt8]) -> Bool {
        let isServed = keys?.identities().contains { $0.key.blob == blob } ?? false
        return state.withLock { state in
            let count = state.added.count
            state.added.removeAll { $0.identity.key.blob == blob }
            let isNew = isServed && state.removed.insert(blob).inserted
            return isNew || state.added.count < count
        }
    }
}

// MARK: Keys in use

extension SSHAgent {
    private func added() -> [AddedKey] {
        state.withLock { state in
            state.removeExpired(at: clock())
            return state.added
        }
    }

    /// The keys of ``SSHAgentKeys`` that are neither removed nor added with constraints.
    private func served(except added: [AddedKey]) -> [SSHAgentIdentity] {
        let removed = state.withLock { $0.removed }
        return (keys?.identities() ?? []).filter { identity in
            !removed.contains(identity.key.blob) && !added.contains { $0.identity.key == identity.key }
        }
    }

    private func identities(for connection: Connection) -> [SSHAgentIdentity] {
        let added = added()
        return served(except: added) + added.filter { $0.constraints.permit(connection) }.map(\.identity)
    }

    /// The key with a public key; nil if it is not available, or no longer.
    private func find(_ blob: [UInt8]) -> (identity: SSHAgentIdentity, own: AddedKey?)? {
        let added = added()
        if let own = added.first(where: { $0.identity.key.blob == blob }) { return (own.identity, own) }
        return served(except: added).first { $0.key.blob == blob }.map { ($0, nil) }
    }

    /// The signature with its type, or nil if it is refused.
    private func sign(_ request: SSHAgentRequest.SignRequest, on connection: Connection) -> [UInt8]? {
        guard let (identity, own) = find(request.blob) else { return nil }
        var use = Use(
            identity: identity, purpose: Purpose(of: request.data, by: identity.key), client: connection.client,
            isForwarded: connection.isForwarded)
        do {
            guard let hash = request.rsaHash ?? (identity.key.key.isRSA ? nil : .sha512) else {
                throw SignatureError(.unsupported, "RSA with SHA-1 is not supported")
            }
            if let constraints = own?.constraints { try Self.check(constraints, request, identity.key, connection) }
            if options.confirmsEachUse || own?.constraints.isConfirmed ?? false {
                guard options.confirm(use) else { throw SignatureError(.invalidOption, "not confirmed") }
                // The user may have taken any time.
                guard state.withLock({ $0.lock == nil }), find(request.blob) != nil else {
                    throw SignatureError(.invalidOption, "confirmed after the key's end, or while the agent is locked")
                }
            }
            let key = try own?.key ?? keys?.privateKey(of: identity)
            guard let key else { return nil }
            let value = try SSHSignature.sign(request.data, using: key, identity.key, hash, isDeterministic: false)
            try keys?.record(use)
            return SSHSignature.encode(value, nil, by: identity.key)
        } catch {
            use.refusal = (error as? any ArcaError)?.reason ?? "unexpected failure"
            try? keys?.record(use)
            return nil
        }
    }

    /// Throws unless the destinations of a key permit a signature.
    private static func check(
        _ constraints: SSHAgentConstraints, _ request: SSHAgentRequest.SignRequest, _ key: SSHSignatureKey,
        _ connection: Connection
    ) throws(SignatureError) {
        guard !constraints.destinations.isEmpty else { return }
        let signIn = try? SSHSignInRequest(request.data, by: key)
        guard let signIn, let session = connection.sessions.last, session.identifier == signIn.session,
            constraints.permit(connection, user: signIn.user),
            // Only the first hop may use a client that does not name the server's key.
            signIn.hostKey.map({ $0 == session.host.blob }) ?? (connection.sessions.count == 1)
        else { throw SignatureError(.invalidOption, "the key's destinations do not include this use") }
    }
}

extension AnyPublicKey {
    fileprivate var isRSA: Bool { if case .rsa = self { true } else { false } }
}
