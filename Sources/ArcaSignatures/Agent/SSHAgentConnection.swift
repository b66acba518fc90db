internal import ArcaCore
internal import ArcaKeys
internal import ArcaPlatform
public import ArcaSystem

extension SSHAgent {
    /// The process at the other end of a connection, for questions and logs.
    public struct Client: Sendable, Hashable, CustomStringConvertible {
        /// The process's number.
        public let process: Int32
        /// The number of its user.
        public let user: UInt32
        /// The path of its program, or nil if it is unknown; any process can imitate another's program.
        public let program: BytePath?

        /// Creates a client.
        public init(process: Int32, user: UInt32, program: BytePath?) {
            (self.process, self.user, self.program) = (process, user, program)
        }

        /// The program's name and the number: `ssh (process 4711)`.
        public var description: String {
            let name = program.map { String(printable: $0.name.bytes) } ?? "a program"
            return "\(name) (process \(process))"
        }
    }

    /// The state of a client's connection: the SSH sessions that it has bound to it.
    ///
    /// Source: OpenSSH, PROTOCOL.agent, "session-bind@openssh.com extension".
    public struct Connection: Sendable {
        /// The client, or nil if it is unknown.
        public let client: Client?
        var sessions: [Session] = []
        /// Whether the client has tried to bind a session, successfully or not.
        var hasTriedBinding = false
        /// Whether the client said that the connection comes from another machine.
        public internal(set) var isForwarded = false

        struct Session: Sendable {
            let host: SSHAgentHost
            let identifier: [UInt8]
            /// Whether the session forwards the agent to the host, otherwise it signs in there.
            let isForwarding: Bool
        }

        private static let maximumSessionCount = 16
        private static let maximumIdentifierByteCount = 128

        /// Creates the state of a new connection.
        public init(client: Client? = nil) { self.client = client }

        /// Binds a session whose host key has signed its identifier.
        mutating func bind(_ content: [UInt8]) throws {
            hasTriedBinding = true
            let bytes = content.span
            var reader = SSHReader(0..<content.count)
            let blob = Array(content[try reader.string(in: bytes)])
            let identifier = Array(content[try reader.string(in: bytes)])
            let signature = try reader.string(in: bytes)
            let isForwarding = try reader.byte(in: bytes) != 0
            try reader.finish()
            // A statement against the client's own interest needs no proof.
            if isForwarding { isForwarded = true }
            guard (1...Self.maximumIdentifierByteCount).contains(identifier.count) else {
                throw SignatureError(.malformed, "a session identifier of \(identifier.count) bytes")
            }
            let host = try SSHAgentHost(blob)
            let (value, device) = try SSHSignature.inner(signature, host.key, in: bytes)
            guard try SSHSignature.isValid(value, device, host.key, signed: identifier) else {
                throw SignatureError(.malformed, "the host key did not sign the session")
            }
            for session in sessions {
                guard session.isForwarding else {
                    throw SignatureError(.invalidOption, "the connection is bound to a session that signs in")
                }
                if session.identifier == identifier {
                    guard session.host.blob == blob, isForwarding else {
                        throw SignatureError(.invalidOption, "the session is bound already, with other facts")
                    }
                    return
                }
            }
            guard sessions.count < Self.maximumSessionCount else {
                throw SignatureError(.invalidOption, "more than \(Self.maximumSessionCount) sessions")
            }
            sessions.append(Session(host: host, identifier: identifier, isForwarding: isForwarding))
        }
    }
}

/// The key that a host has proven, plain or in a certificate.
struct SSHAgentHost: Sendable {
    let blob: [UInt8]
    let key: SSHSignatureKey
    let certificate: SSHCertificate?

    init(_ blob: [UInt8]) throws(SignatureError) {
        self.blob = blob
        certificate = SSHCertificate.recognizes(blob) ? try SSHCertificate(blob: blob) : nil
        key = if let certificate { certificate.key } else { try SSHSignatureKey(blob: blob) }
    }
}

extension SSHCertificate {
    /// Whether it certifies a host of this name now.
    func isValidHost(_ name: String) -> Bool {
        let now = UInt64(clamping: SystemClock.wall.seconds)
        return !isUser && !hasCriticalOptions && validAfter <= now && now < validBefore
            && principals.contains { PatternList.matches(Array($0.utf8)[...], Array(name.utf8)) }
    }
}
