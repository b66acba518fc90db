package import ArcaCore
package import ArcaCrypto

/// The keys that a plugin serves.
package protocol AgePluginKeys {
    /// Asks the user of the client; nil if the client cannot ask, or the user declined. Throws if the client has ended.
    typealias Asking = (AgePluginRequest) throws -> SecretBytes?
    /// Pairs, in the same order.
    typealias Keys = (identities: [any Age.Identity], recipients: [any Age.Recipient])

    /// The identities and recipients for an identity `AGE-PLUGIN-NAME-1…`.
    ///
    /// Throws an error; its reason is shown to the user.
    mutating func keys(forIdentity text: String, _ ask: Asking) throws -> Keys

    /// The recipient for `age1NAME1…`.
    mutating func recipient(_ text: String) throws -> any Age.Recipient
}

/// A request of a plugin to the user of the client.
package enum AgePluginRequest: Sendable {
    case message(String)
    case secret(String)
}

/// The plugin's side of the two state machines, without the process.
///
/// Source: c2sp.org/age-plugin, "Wrapping with recipient-v1" and "Unwrapping with identity-v1".
package struct AgePluginServer<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>: ~Copyable {
    private var connection: AgePluginConnection<Input, Output>

    package init(_ input: consuming Input, _ output: consuming Output) {
        connection = AgePluginConnection(input, output)
    }

    /// Serves one conversation; returns whether it ended without an error being reported to the client.
    ///
    /// - Throws: ``ContainerError`` `.unsupported` for another state machine, `.malformed` or `.truncated` if the client
    ///   violates the protocol; errors of reading and writing.
    package mutating func serve(_ stateMachine: String, _ keys: inout some AgePluginKeys) throws -> Bool {
        switch stateMachine {
        case "recipient-v1": return try wrap(&keys)
        case "identity-v1": return try unwrap(&keys)
        default:
            throw ContainerError(
                .unsupported, "the state machine '\(stateMachine.prefix(32))' is not supported",
                hint: "recipient-v1 and identity-v1 are")
        }
    }

    // MARK: Wrapping

    private mutating func wrap(_ keys: inout some AgePluginKeys) throws -> Bool {
        var (recipients, identities, fileKeys): ([String], [String], [SymmetricKey]) = ([], [], [])
        var takesLabels = false
        try receive { message in
            switch message.command {
            case "add-recipient": recipients.append(try Self.onlyArgument(message))
            case "add-identity": identities.append(try Self.onlyArgument(message))
            case "wrap-file-key":
                guard message.body.count == AgeKeyBox.fileKeyByteCount else { throw Self.malformed(message) }
                fileKeys.append(SymmetricKey(message.body))
            case "extension-labels": takesLabels = true
            default: break
            }
        }
        var found: [any Age.Recipient] = []
        for (index, text) in recipients.enumerated() {
            let recipient = Result { try keys.recipient(text) }
            if let recipient = try value(of: recipient, "recipient", index) { found.append(recipient) }
        }
        for (index, text) in identities.enumerated() {
            let recipient = Result { try Self.single(keys.keys(forIdentity: text) { try ask($0) }) }
            if let recipient = try value(of: recipient, "identity", index) { found.append(recipient) }
        }
        // No stanza after an error: the file would lack a recipient.
        let isComplete = found.count == recipients.count + identities.count
        let wrapped = Result {
            let files = try (isComplete ? fileKeys : []).map { fileKey in
                try found.map { try $0.wrapWithLabels(fileKey) }
            }
            // With one set of labels for all, the client could not tell which recipients may be combined.
            try Age.checkLabels(files.joined().map(\.labels))
            return files
        }
        guard isComplete, let files = try value(of: wrapped, "internal") else { return try finish(false) }
        for (index, recipients) in files.enumerated() {
            for stanza in recipients.flatMap(\.stanzas) {
                _ = try exchange(AgePluginMessage("recipient-stanza", file: index, stanza))
            }
        }
        let labels = files.first?.first?.labels ?? []
        if takesLabels { _ = try exchange(AgePluginMessage("labels", labels.sorted())) }
        return try finish(true)
    }

    /// The client expects one stanza for an identity.
    private static func single(_ keys: AgePluginKeys.Keys) throws(ContainerError) -> any Age.Recipient {
        guard keys.recipients.count == 1 else {
            throw ContainerError(
                .unsupported, "it has \(keys.recipients.count) keys; encrypt to their recipients, age1…, instead")
        }
        return keys.recipients[0]
    }

    // MARK: Unwrapping

    private mutating func unwrap(_ keys: inout some AgePluginKeys) throws -> Bool {
        var identities: [String] = []
        var files: [(index: Int, stanzas: [Age.Stanza])] = []
        try receive { message in
            switch message.command {
            case "add-identity": identities.append(try Self.onlyArgument(message))
            case "recipient-stanza":
                guard let index = message.arguments.first.flatMap({ Int($0) }), let stanza = message.stanza,
                    index >= files.last?.index ?? 0
                else { throw Self.malformed(message) }
                if files.last?.index != index { files.append((index, [])) }
                files[files.count - 1].stanzas.append(stanza)
            default: break
            }
        }
        var found: [any Age.Identity] = []
        var isComplete = true
        for (index, text) in identities.enumerated() {
            let file = Result { try keys.keys(forIdentity: text) { try ask($0) } }
            let opened = try value(of: file, "identity", index)
            found += opened?.identities ?? []
            isComplete = isComplete && opened != nil
        }
        // Required by the protocol: with an invalid identity, no other is tried.
        guard isComplete else { return try finish(false) }
        for (index, stanzas) in files {
            let result = Result { try Self.unwrapped(stanzas, found) }
            let opened = try value(of: result, "stanza", index, Self.malformedPlace(result, stanzas, found))
            isComplete = isComplete && opened != nil
            guard let fileKey = opened ?? nil else { continue }
            _ = try exchange(AgePluginMessage("file-key", [String(index)], SecretBytes(copying: fileKey)))
        }
        return try finish(isComplete)
    }

    private static func unwrapped(
        _ stanzas: [Age.Stanza], _ identities: [any Age.Identity]
    ) throws -> SymmetricKey? {
        for identity in identities {
            if let fileKey = try identity.unwrap(stanzas) { return fileKey }
        }
        return nil
    }

    /// The index of the stanza that an identity rejected.
    private static func malformedPlace(
        _ fileKey: Result<SymmetricKey?, any Error>, _ stanzas: [Age.Stanza], _ identities: [any Age.Identity]
    ) -> Int {
        guard case .failure = fileKey else { return 0 }
        return stanzas.firstIndex { stanza in
            (try? unwrapped([stanza], identities)) == nil
        } ?? 0
    }

    // MARK: Messages

    /// Takes the client's commands up to `done`; those that are unknown must be ignored.
    private mutating func receive(_ take: (AgePluginMessage) throws -> Void) throws {
        while true {
            guard let message = try connection.next() else {
                throw ContainerError(.truncated, "the client ended before its first phase was done")
            }
            if message.command == "done" { return }
            try take(message)
        }
    }

    /// The value of a result, or nil after reporting its error.
    private mutating func value<Value>(
        of result: Result<Value, any Error>, _ kind: String, _ place: Int...
    ) throws -> Value? {
        switch result {
        case .success(let value): return value
        case .failure(let error):
            let arguments = [kind] + place.map { String($0) }
            _ = try exchange(AgePluginMessage("error", arguments, text: ContainerError(wrapping: error).fullText))
            return nil
        }
    }

    private mutating func ask(_ request: AgePluginRequest) throws -> SecretBytes? {
        let response =
            switch request {
            case .message(let text): try exchange(AgePluginMessage("msg", text: text))
            case .secret(let prompt): try exchange(AgePluginMessage("request-secret", text: prompt))
            }
        return response.command == "ok" ? response.body : nil
    }

    private mutating func exchange(_ message: AgePluginMessage) throws -> AgePluginMessage {
        try connection.send(message)
        guard let response = try connection.next() else {
            throw ContainerError(.truncated, "the client ended without a response to '\(message.command)'")
        }
        return response
    }

    private mutating func finish(_ isComplete: Bool) throws -> Bool {
        try connection.send(AgePluginMessage("done"))
        return isComplete
    }

    private static func onlyArgument(_ message: AgePluginMessage) throws(ContainerError) -> String {
        guard message.arguments.count == 1 else { throw malformed(message) }
        return message.arguments[0]
    }

    private static func malformed(_ message: AgePluginMessage) -> ContainerError {
        ContainerError(.malformed, "the client sent a malformed '\(message.command.prefix(32))'")
    }
}

extension ContainerError {
    /// The reason with the hint, for a program that shows only one text.
    fileprivate var fullText: String { hint.map { "\(reason); \($0)" } ?? reason }
}
