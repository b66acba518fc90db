internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaTestSupport

@testable import ArcaSignatures

/// Messages of a client, written as the protocol describes them.
enum AgentMessage {
    static func values(_ type: UInt8, _ values: [SSHValue] = []) -> [UInt8] {
        SSHValue.encode([.bytes([type])] + values)
    }

    static let list = values(11)
    static let removeAll = values(19)

    static func sign(_ key: SSHSignatureKey, _ data: [UInt8], flags: UInt32 = 0) -> [UInt8] {
        values(13, [.string(key.blob), .string(data), .number(flags)])
    }

    static func add(_ key: AnyPrivateKey, _ comment: String, _ constraints: [SSHValue] = []) throws -> [UInt8] {
        let secret = try SSHAgent.message(adding: key, comment: comment)
        var bytes = secret.withBytes { [UInt8](bytes: $0) } + SSHValue.encode(constraints)
        if !constraints.isEmpty { bytes[0] = 25 }
        return bytes
    }

    static func remove(_ key: SSHSignatureKey) -> [UInt8] { values(18, [.string(key.blob)]) }

    static func lock(_ passphrase: String) -> [UInt8] { values(22, [.text(passphrase)]) }
    static func unlock(_ passphrase: String) -> [UInt8] { values(23, [.text(passphrase)]) }

    static func `extension`(_ name: String, _ more: [SSHValue] = []) -> [UInt8] { values(27, [.text(name)] + more) }

    /// A binding of a session that a host has signed.
    static func bind(_ host: AnyPrivateKey, _ session: [UInt8], forwards: Bool = false) throws -> [UInt8] {
        let key = try SSHSignatureKey(host.publicKey)
        let value = try SSHSignature.sign(session, using: host, key, .sha512, isDeterministic: true)
        let signature = SSHSignature.encode(value, nil, by: key)
        return self.extension(
            "session-bind@openssh.com",
            [.string(key.blob), .string(session), .string(signature), .bytes([forwards ? 1 : 0])])
    }

    /// The data that a client signs to sign in.
    static func signIn(
        _ key: SSHSignatureKey, _ session: [UInt8], user: String, host: SSHSignatureKey? = nil,
        service: String = "ssh-connection"
    ) -> [UInt8] {
        let method = host == nil ? "publickey" : "publickey-hostbound-v00@openssh.com"
        let algorithm = key.typeName == "ssh-rsa" ? "rsa-sha2-512" : key.typeName
        let fields: [SSHValue] = [
            .string(session), .bytes([50]), .text(user), .text(service), .text(method), .bytes([1]), .text(algorithm),
            .string(key.blob),
        ]
        return SSHValue.encode(fields + (host.map { [.string($0.blob)] } ?? []))
    }

    struct Hop {
        var user = ""
        var host = ""
        var keys: [(key: SSHSignatureKey, isAuthority: Bool)] = []

        var value: SSHValue {
            let keys = keys.flatMap { [SSHValue.string($0.key.blob), .bytes([$0.isAuthority ? 1 : 0])] }
            return .string(SSHValue.encode([.text(user), .text(host), .string([])] + keys))
        }
    }

    /// The constraint of `ssh-add -h`.
    static func destinations(_ hops: [(from: Hop, to: Hop)]) -> [SSHValue] {
        let list = hops.map { hop in
            SSHValue.string(SSHValue.encode([hop.from.value, hop.to.value, .string([])]))
        }
        return [.bytes([255]), .text("restrict-destination-v00@openssh.com"), .string(SSHValue.encode(list))]
    }
}

/// Keys for an agent, one of each kind, and what was asked of them.
final class AgentTestKeys: SSHAgentKeys, @unchecked Sendable {  // used by one thread
    static let all: Result<[AnyPrivateKey], any Error> = Result {
        let curves = try [EllipticCurve.p256, .p384, .p521].map { AnyPrivateKey.elliptic(try EllipticPrivateKey($0)) }
        return try [.ed25519(TestKeys.ed25519(1))] + curves + [.rsa(RSAPrivateKey(bitCount: 2048).numbers, nil)]
    }

    private let keys: [(identity: SSHAgentIdentity, key: AnyPrivateKey)]
    var uses: [SSHAgent.Use] = []
    var isAvailable = true

    init(_ keys: [AnyPrivateKey]) throws {
        self.keys = try keys.enumerated().map { index, key in
            (SSHAgentIdentity(try SSHSignatureKey(key.publicKey), comment: "key \(index)"), key)
        }
    }

    func identities() -> [SSHAgentIdentity] { isAvailable ? keys.map(\.identity) : [] }

    func privateKey(of identity: SSHAgentIdentity) throws -> AnyPrivateKey {
        guard let key = keys.first(where: { $0.identity == identity })?.key else { throw Peer.Failure(status: 1) }
        return key
    }

    func record(_ use: SSHAgent.Use) throws { uses.append(use) }
}

extension SSHAgent {
    /// Answers on a new connection.
    func answer(_ message: [UInt8]) -> [UInt8] {
        var connection = Connection()
        return answer(message, on: &connection)
    }

    /// The comments that it lists.
    func comments(on connection: inout Connection) throws -> [String] {
        let answer = answer(AgentMessage.list, on: &connection)
        guard answer.first == 12 else { throw Peer.Failure(status: 1) }
        var reader = SSHReader(1..<answer.count)
        let count = try reader.number(in: answer.span)
        let comments = try (0..<count).map { _ in
            _ = try reader.string(in: answer.span)
            return try reader.text(in: answer.span)
        }
        try reader.finish()
        return comments
    }

    func comments() throws -> [String] {
        var connection = Connection()
        return try comments(on: &connection)
    }
}

/// Whether an answer has a valid signature of data by a key.
func isSignature(_ answer: [UInt8], of data: [UInt8], by key: SSHSignatureKey) throws -> Bool {
    guard answer.first == 14 else { return false }
    var reader = SSHReader(1..<answer.count)
    let signature = try reader.string(in: answer.span)
    try reader.finish()
    let (value, device) = try SSHSignature.inner(signature, key, in: answer.span)
    return try SSHSignature.isValid(value, device, key, signed: data)
}
