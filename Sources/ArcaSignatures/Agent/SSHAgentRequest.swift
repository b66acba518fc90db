internal import ArcaCore
package import ArcaCrypto
package import ArcaKeys

/// A request to an SSH agent, parsed strictly: every byte of the message belongs to a field.
///
/// Source: draft-ietf-sshm-ssh-agent, section 4; OpenSSH, PROTOCOL.agent.
enum SSHAgentRequest {
    case list
    case sign(SignRequest)
    case add(AnyPrivateKey, comment: String, SSHAgentConstraints)
    case remove(blob: [UInt8])
    case removeAll
    case lock(SecretBytes)
    case unlock(SecretBytes)
    /// The content of `session-bind@openssh.com`, which ``SSHAgent/Connection`` parses: a failed attempt counts too.
    case bind([UInt8])
    case query

    struct SignRequest {
        let blob: [UInt8]
        let data: [UInt8]
        let flags: Int

        /// The hash function that the flags choose for RSA, or nil for SHA-1.
        var rsaHash: AnyHashFunction? { flags & 2 != 0 ? .sha256 : flags & 4 != 0 ? .sha512 : nil }
    }

    static let bindExtension = "session-bind@openssh.com"
    static let extensions = ["query", bindExtension]

    /// Parses a message without its length.
    ///
    /// - Throws: ``SignatureError`` `.unsupported` for a request or extension that this agent does not have,
    ///   `.malformed`, `.invalidKey`.
    init(_ message: Span<UInt8>) throws(SignatureError) {
        self = try SignatureError.wrap { try Self.parse(message) }
    }

    private static func parse(_ message: Span<UInt8>) throws -> SSHAgentRequest {
        guard let type = SSHAgentMessage.Request(message) else {
            throw SignatureError(.unsupported, at: 0, "an unknown request")
        }
        var reader = SSHReader(1..<message.count)
        func bytes(_ reader: inout SSHReader) throws(KeyError) -> [UInt8] {
            [UInt8](bytes: message.extracting(try reader.string(in: message)))
        }
        let request: SSHAgentRequest
        switch type {
        case .list: request = .list
        case .removeAll: request = .removeAll
        case .remove: request = .remove(blob: try bytes(&reader))
        case .sign:
            request = .sign(
                SignRequest(blob: try bytes(&reader), data: try bytes(&reader), flags: try reader.number(in: message)))
        case .lock, .unlock:
            let passphrase = SecretBytes(copying: message.extracting(try reader.string(in: message)))
            request = type == .lock ? .lock(passphrase) : .unlock(passphrase)
        case .add, .addConstrained:
            let key = try OpenSSHPrivateKey.privateKey(&reader, in: message)
            let comment = try reader.text(in: message)
            let constraints =
                try type == .add ? SSHAgentConstraints() : SSHAgentConstraints(reading: &reader, in: message)
            request = .add(key, comment: comment, constraints)
        case .extension:
            switch try reader.text(in: message) {
            case bindExtension: return .bind([UInt8](bytes: message.extracting(reader.rest)))
            case "query": request = .query
            default: throw SignatureError(.unsupported, at: 1, "an unknown extension")
            }
        }
        try reader.finish()
        return request
    }
}

/// The numbers of messages.
enum SSHAgentMessage {
    enum Request: UInt8 {
        case list = 11
        case sign = 13
        case add = 17
        case remove = 18
        case removeAll = 19
        case lock = 22
        case unlock = 23
        case addConstrained = 25
        case `extension` = 27

        init?(_ message: Span<UInt8>) {
            guard !message.isEmpty else { return nil }
            self.init(rawValue: message[0])
        }
    }

    static let failure: [UInt8] = [5]
    static let success: [UInt8] = [6]
    static let extensionFailure: [UInt8] = [28]

    static func identities(_ identities: [SSHAgentIdentity], upTo byteCount: Int) -> [UInt8] {
        var values: [SSHValue] = []
        var free = byteCount - 5
        var count: UInt32 = 0
        for identity in identities {
            let comment = Array(identity.comment.utf8)
            free -= 8 + identity.key.blob.count + comment.count
            // Clients refuse a longer answer as a whole.
            guard free >= 0 else { break }
            values += [.string(identity.key.blob), .string(comment)]
            count += 1
        }
        return SSHValue.encode([.bytes([12]), .number(count)] + values)
    }

    static func signature(_ signature: [UInt8]) -> [UInt8] { SSHValue.encode([.bytes([14]), .string(signature)]) }

    static func extensions(_ names: [String]) -> [UInt8] {
        SSHValue.encode([.bytes([29]), .text("query")] + names.map { .text($0) })
    }
}

extension SSHAgent {
    /// The message that adds a key to an agent; secret.
    package static func message(adding key: AnyPrivateKey, comment: String) throws(SignatureError) -> SecretBytes {
        let fields = try SignatureError.wrap { try OpenSSHPrivateKey.fields(key) }
        return SSHValue.encodeSecret(
            [.bytes([SSHAgentMessage.Request.add.rawValue])] + fields + [.text(comment)])
    }

    /// The message that asks an agent for its keys.
    package static let listMessage = [SSHAgentMessage.Request.list.rawValue]

    /// Whether an answer reports success.
    package static func isSuccess(_ answer: [UInt8]) -> Bool { answer == SSHAgentMessage.success }
}
