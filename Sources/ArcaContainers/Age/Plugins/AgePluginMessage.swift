internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto

/// A command or a response between age and a plugin, written as a stanza of a header.
///
/// Source: c2sp.org/age-plugin, "IPC protocol".
struct AgePluginMessage: Sendable {
    let command: String
    let arguments: [String]
    /// May be secret: a file key, a PIN.
    let body: SecretBytes

    init(_ command: String, _ arguments: [String] = [], _ body: SecretBytes = SecretBytes(copying: [UInt8]())) {
        (self.command, self.arguments, self.body) = (command, arguments, body)
    }

    /// A command with a line of text.
    init(_ command: String, _ arguments: [String] = [], text: String) {
        self.init(command, arguments, SecretBytes(copying: text.utf8))
    }

    /// A stanza of a header, after the index of its file.
    init(_ command: String, file: Int, _ stanza: Age.Stanza) {
        self.init(
            command, [String(file), stanza.type] + stanza.arguments, SecretBytes(copying: stanza.body))
    }

    /// The stanza of a header that follows the index of its file.
    var stanza: Age.Stanza? {
        guard arguments.count >= 2 else { return nil }
        return Age.Stanza(trusted: arguments[1], Array(arguments.dropFirst(2)), [UInt8](bytes: body))
    }

    /// Number of body bytes in a line.
    fileprivate static let lineByteCount = Age.Stanza.lineByteCount / 4 * 3

    /// The serialized message; `secret` is a last argument that must not be copied to ordinary memory.
    func text(secret: SecretBytes? = nil) -> SecretBytes {
        let line = "-> " + ([command] + arguments).joined(separator: " ")
        let count = line.utf8.count + (secret.map { $0.count + 1 } ?? 0) + 2
        return body.withBytes { body in
            SecretBytes(byteCount: count + Age.base64.encodedCount(for: body.count) + body.count / Self.lineByteCount) {
                output in
                output.append(contentsOf: Array(line.utf8).span)
                if let secret {
                    output.append(.space)
                    secret.withBytes { output.append(contentsOf: $0) }
                }
                output.append(.newline)
                var start = 0
                while true {
                    let end = min(body.count, start + Self.lineByteCount)
                    Age.base64.encode(body.extracting(start..<end), into: &output)
                    output.append(.newline)
                    if end - start < Self.lineByteCount { break }
                    start = end
                }
            }
        }
    }
}

/// Both directions between age and a plugin, in memory that is wiped, with limits for an untrusted peer.
struct AgePluginConnection<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>: ~Copyable {
    private var input: Input
    private var output: Output
    private var piece = SecretBytes(copying: [UInt8]())
    private var offset = 0
    private var byteCount = 0
    private var messageCount = 0

    private static var pieceByteCount: Int { 16 << 10 }
    /// Maximum size of everything that the peer sends; a header has at most half of it.
    static var maximumByteCount: Int { 2 * Age.Header.largestByteCount }
    static var maximumMessageCount: Int { 50_000 }

    init(_ input: consuming Input, _ output: consuming Output) {
        self.input = input
        self.output = output
    }

    mutating func send(_ message: AgePluginMessage, secret: SecretBytes? = nil) throws {
        try output.write(message.text(secret: secret))
    }

    /// The next message; nil if the peer closed its end after a complete one.
    mutating func next() throws -> AgePluginMessage? {
        guard let line = try nextLine() else { return nil }
        messageCount += 1
        guard messageCount <= Self.maximumMessageCount else {
            throw ContainerError(.malformed, "more than \(Self.maximumMessageCount) messages")
        }
        let words = try line.withBytes { try Self.words($0) }
        var lines: [SecretBytes] = []
        var isLast = false
        while !isLast {
            guard let line = try nextLine() else { throw Self.cut }
            isLast = line.count < Age.Stanza.lineByteCount
            if !line.isEmpty { lines.append(try Self.decoded(line)) }
        }
        let body = SecretBytes(byteCount: lines.reduce(0) { $0 + $1.count }) { output in
            for line in lines { line.withBytes { output.append(contentsOf: $0) } }
        }
        return AgePluginMessage(words[0], Array(words.dropFirst()), body)
    }

    private static var cut: ContainerError { ContainerError(.truncated, "it ended within a message") }

    private static func words(_ line: Span<UInt8>) throws(ContainerError) -> [String] {
        guard line.begins(with: "-> ".utf8) else {
            throw ContainerError(.malformed, "expected a message that begins with '-> '")
        }
        let words = [UInt8](bytes: line.extracting(3...)).split(separator: .space, omittingEmptySubsequences: false)
        guard words.allSatisfy({ !$0.isEmpty && $0.allSatisfy { Age.Stanza.isArgumentByte($0) } }) else {
            throw ContainerError(.malformed, "an argument of a message is empty or not printable ASCII")
        }
        return words.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Full lines have 48 bytes, so each line is canonical on its own.
    private static func decoded(_ line: SecretBytes) throws(ContainerError) -> SecretBytes {
        guard line.count <= Age.Stanza.lineByteCount else {
            throw ContainerError(.malformed, "a line of a message's body is longer than 64 columns")
        }
        return try line.withBytes { line throws(ContainerError) in
            do {
                return try SecretBytes(byteCount: line.count) { output throws(CodecError) in
                    try Age.base64.decode(line, into: &output)
                }
            } catch {
                throw ContainerError(.malformed, "a message's body is not canonical Base64 without padding")
            }
        }
    }

    private mutating func nextLine() throws -> SecretBytes? {
        var parts: [SecretBytes] = []
        while true {
            if offset == piece.count {
                piece = try SecretBytes(byteCount: Self.pieceByteCount) { output throws(Input.Failure) in
                    try input.read(into: &output)
                }
                offset = 0
                byteCount += piece.count
                guard byteCount <= Self.maximumByteCount else {
                    throw ContainerError(.malformed, "more than \(Self.maximumByteCount >> 20) MiB of messages")
                }
                guard !piece.isEmpty else {
                    guard parts.isEmpty else { throw Self.cut }
                    return nil
                }
            }
            let start = offset
            let end = piece.withBytes { bytes in (start..<bytes.count).first { bytes[$0] == .newline } }
            let part = piece.withBytes { SecretBytes(copying: $0.extracting(start..<(end ?? $0.count))) }
            offset = end.map { $0 + 1 } ?? piece.count
            parts.append(part)
            if end != nil { break }
        }
        if parts.count == 1 { return parts[0] }
        return SecretBytes(byteCount: parts.reduce(0) { $0 + $1.count }) { output in
            for part in parts { part.withBytes { output.append(contentsOf: $0) } }
        }
    }
}
