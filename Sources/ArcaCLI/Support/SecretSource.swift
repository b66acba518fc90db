internal import ArcaCodecs
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaSystem
internal import ArcaVault
internal import ArcaVaultExchange

/// The source of a secret: never the command line itself, which other users can see.
enum SecretSource: Sendable, Hashable {
    /// Asked for on the terminal, without echo.
    case prompt
    case standardInput
    /// An environment variable, which is erased and removed.
    case environment([UInt8])
    case file(BytePath)
    /// A file with hexadecimal digits; for keys only, like the next three.
    case hexFile(BytePath)
    case base64File(BytePath)
    case hexEnvironment([UInt8])
    case base64Environment([UInt8])
    case descriptor(Int32)
    case command([UInt8])
    /// A reference to a key in the vault, given in place of a key file.
    case vault(VaultReference)

    /// The source for the name of a key file, `-` or `arca://service/account`.
    static func keyFile(_ path: BytePath) throws(UsageError) -> SecretSource {
        guard !path.isDash else { return .standardInput }
        guard let text = String(validating: path.bytes, as: UTF8.self), VaultReference.isReference(text) else {
            return .file(path)
        }
        do throws(VaultError) { return .vault(try VaultReference(text)) } catch {
            throw UsageError(.invalidValue, error.reason, hint: error.hint)
        }
    }

    /// Whether a name in place of a key file refers to the vault.
    static func isReference(_ path: BytePath) -> Bool {
        String(validating: path.bytes, as: UTF8.self).map(VaultReference.isReference) ?? false
    }

    /// The text that a key is written in.
    enum KeyText { case hexadecimal, base64 }

    /// The source of the text, and its encoding, for the four sources of encoded keys.
    private var encoded: (source: SecretSource, text: KeyText)? {
        switch self {
        case .hexFile(let path): (.file(path), .hexadecimal)
        case .base64File(let path): (.file(path), .base64)
        case .hexEnvironment(let name): (.environment(name), .hexadecimal)
        case .base64Environment(let name): (.environment(name), .base64)
        case .prompt, .standardInput, .environment, .file, .descriptor, .command, .vault: nil
        }
    }

    /// The source without an encoding.
    var plain: SecretSource { encoded?.source ?? self }

    var isReadOnce: Bool {
        switch self {
        case .standardInput, .descriptor: true
        default: false
        }
    }

    /// Maximum length of a passphrase in bytes; a longer one comes from the wrong file.
    private static let maximumPassphrase = 64 * 1024
    private static let maximumKey = 1 << 20

    /// Reads a passphrase: the exact bytes, without a final line end and a byte order mark.
    ///
    /// UTF-16 with a mark is converted. A new one is asked for twice on a terminal. If nothing is typed, one is
    /// generated if `isGeneratedIfEmpty`. If `readsStandardInput`, the data come from standard input, so the secret must
    /// not. With `keepsFiles`, only a single line of text loses its end: a PEM or OpenSSH key is invalid without it, and
    /// binary data are changed.
    func passphrase(
        _ name: String = "passphrase", isNew: Bool, isGeneratedIfEmpty: Bool = true, keepsFiles: Bool = false,
        readsStandardInput: Bool, in context: CommandContext
    ) throws -> SecretBytes {
        if encoded != nil {
            throw UsageError(
                .conflict, "hexfile:, base64file:, hexenv: and base64env: are for keys",
                hint: "give file:PATH or env:NAME for a \(name)")
        }
        let prompt = isNew && isGeneratedIfEmpty ? "\(name) (leave empty to generate one)" : name
        let first = try read(name, prompt: prompt, Self.maximumPassphrase, readsStandardInput, context)
        let line = first.withoutMark.withoutLineEnd
        let isLine = !line.withBytes { bytes in bytes.indices.contains { bytes[$0] == .newline } }
        let secret = keepsFiles && !(isLine && ItemText.isEditable(line)) ? first : line
        if secret.isEmpty, isNew, self == .prompt {
            guard !isGeneratedIfEmpty else { return try Self.makePassphrase(name) }
            throw UsageError(
                .missingValue, "no \(name) was entered; nothing was changed", hint: "give --generate to have one made")
        }
        guard !secret.isEmpty else {
            throw UsageError(.invalidValue, "the \(name) is empty", hint: "give at least one byte")
        }
        if self == .prompt, isNew {
            let again = try read(name, prompt: "\(name) again", Self.maximumPassphrase, readsStandardInput, context)
                .withoutLineEnd
            guard again == secret else { throw UsageError(.conflict, "the two \(name)s differ", hint: "try again") }
        }
        return secret
    }

    /// Generates a passphrase and shows it only on the terminal.
    private static func makePassphrase(_ name: String) throws -> SecretBytes {
        let secret = try Passphrase.generate()
        try Terminal.show("arca: the \(name) is ".utf8)
        try Terminal.show(secret)
        try Terminal.show("\n".utf8)
        return secret
    }

    /// Reads a secret of any content, byte for byte; text typed on a terminal has no line end.
    func content(
        _ name: String = "secret", readsStandardInput: Bool, in context: CommandContext
    ) throws -> SecretBytes {
        try read(name, Self.maximumKey, readsStandardInput, context)
    }

    /// Reads a key: the exact bytes, or the decoded text of a source such as `hexfile:`.
    ///
    /// If `isTypable`, a key typed on the terminal is hexadecimal digits or Base64.
    func key(
        isTypable: Bool = false, readsStandardInput: Bool, in context: CommandContext
    ) throws -> SymmetricKey {
        if self == .prompt {
            guard isTypable else {
                throw UsageError(
                    .conflict, "a key cannot be typed",
                    hint: "give file:PATH, hexfile:PATH, env:NAME, fd:N or cmd:COMMAND")
            }
            let text = try read("key", prompt: "key, as hexadecimal digits or Base64", Self.maximumKey, false, context)
            let isHexadecimal = text.withBytes { $0.isHexadecimal }
            return try Self.decoded(
                text, isHexadecimal ? .hexadecimal : .base64, "the typed key", hint: "type it again")
        }
        let secret = try plain.read("key", Self.maximumKey, readsStandardInput, context)
        guard let (source, text) = encoded else { return SymmetricKey(secret) }
        let (name, hint) =
            if case .file(let path) = source {
                ("\(path)", "give file:PATH for a binary key")
            } else if case .environment(let name) = source {
                ("variable \(BytePath(name))", "give env:NAME for a key that is text")
            } else { ("the key", "check the source") }
        return try Self.decoded(secret, text, name, hint: hint)
    }

    private static func decoded(
        _ secret: SecretBytes, _ text: KeyText, _ name: String, hint: String
    ) throws(UsageError) -> SymmetricKey {
        try secret.withoutLineEnd.withBytes { bytes throws(UsageError) in
            do throws(CodecError) {
                // Digits are decoded by table lookup: timing reveals at most which cache lines were read.
                let secret = try SecretBytes(byteCount: bytes.count) { output throws(CodecError) in
                    switch text {
                    case .hexadecimal: try Base16.standard.allowing(.letterCase).decode(bytes, into: &output)
                    case .base64:
                        try Base64.standard.allowing([.whitespace, .missingPadding, .mixedAlphabets]).decode(
                            bytes, into: &output)
                    }
                }
                return SymmetricKey(secret)
            } catch {
                // No character of the text is shown: it may be a key in another format.
                let place = error.position.map { " at offset \($0.offset)" } ?? ""
                let expected = text == .base64 ? "is not Base64" : "contains more than hexadecimal digits"
                throw UsageError(.invalidValue, "\(name) \(expected): \(error.code.words)\(place)", hint: hint)
            }
        }
    }

    private func read(
        _ name: String, prompt: String? = nil, _ limit: Int, _ readsStandardInput: Bool,
        _ context: CommandContext
    ) throws -> SecretBytes {
        context.protect(self)
        switch self {
        case .prompt: return try Self.ask(name, prompt: prompt ?? name)
        case .standardInput:
            guard !readsStandardInput else {
                throw UsageError(
                    .conflict, "the \(name) and the data cannot both come from standard input",
                    hint: "give FILE, or take the \(name) from file:, env:, fd: or cmd:")
            }
            return try taken(limit, name, context) { try Self.readAll(FileReader.standardInput(), limit, name) }
        case .environment(let variable):
            return try taken(Self.maximumPassphrase, name, context) {
                throw UsageError(
                    .missingValue, "environment variable \(BytePath(variable)) is not set",
                    hint: "set it, or give another source")
            }
        case .file(let path): return try Self.readAll(FileReader(path), limit, name)
        case .descriptor(let number):
            return try taken(limit, name, context) {
                try Self.readAll(FileReader(descriptor: number, name: "descriptor \(number)"), limit, name)
            }
        case .command(let command):
            let secret = try SecretBytes(byteCount: limit + 1) { output in
                try ChildProcess.read(command, into: &output)
            }
            return try Self.checked(secret, limit, name)
        case .vault(let reference):
            // Once for several files, because a locked vault asks for its passphrase.
            return try taken(limit, name, context) {
                switch try context.vault(of: reference).open(isReadOnly: true).value(of: reference) {
                case .secret(let secret): secret
                case .plain(let text): SecretBytes(copying: Array(text.utf8))
                }
            }
        case .hexFile, .base64File, .hexEnvironment, .base64Environment:
            return try plain.read(name, prompt: prompt, limit, readsStandardInput, context)
        }
    }

    private static func ask(_ name: String, prompt: String) throws -> SecretBytes {
        do {
            let prompt = "\(prompt.prefix(1).uppercased())\(prompt.dropFirst()): "
            return try SecretBytes(askingOnTerminal: prompt)
        } catch let error as SystemError where error.code == .noTerminal {
            throw UsageError(
                .missingArgument, "there is no terminal to ask for the \(name)",
                hint: "give another source: env:, file:, fd: or cmd: (see 'arca help secrets')")
        }
    }

    private static func readAll(_ reader: consuming FileReader, _ limit: Int, _ name: String) throws -> SecretBytes {
        do {
            return try SecretBytes(reading: reader, limit: limit)
        } catch let error as SystemError where error.code == .limitExceeded {
            throw tooLong(limit, name)
        }
    }

    /// Reads a secret once, because several options may name a source that can be read only once.
    private func taken(
        _ limit: Int, _ name: String, _ context: CommandContext, _ read: () throws -> SecretBytes
    ) throws -> SecretBytes {
        if let secret = context[self] { return try Self.checked(secret, limit, name) }
        let secret = try read()
        context[self] = secret
        return secret
    }

    private static func tooLong(_ limit: Int, _ name: String) -> UsageError {
        UsageError(.invalidValue, "the \(name) is longer than \(limit) bytes", hint: "check the source")
    }

    private static func checked(_ secret: SecretBytes, _ limit: Int, _ name: String) throws(UsageError) -> SecretBytes {
        guard secret.count <= limit else { throw tooLong(limit, name) }
        // An exact-size copy, so the large block is erased and freed now.
        return SecretBytes(copying: secret)
    }
}

extension SecretSource: ArgumentValue {
    init(argument: Argument) throws(UsageError) {
        let bytes = argument.bytes
        let colon = bytes.firstIndex(of: .colon) ?? bytes.endIndex
        let kind = String(decoding: bytes[..<colon], as: UTF8.self)
        let rest = Array(bytes[colon...].dropFirst())
        switch kind {
        case "prompt" where colon == bytes.endIndex: self = .prompt
        case "stdin" where colon == bytes.endIndex: self = .standardInput
        case "env" where !rest.isEmpty: self = .environment(rest)
        case "file" where !rest.isEmpty: self = .file(BytePath(rest))
        case "hexfile" where !rest.isEmpty: self = .hexFile(BytePath(rest))
        case "base64file" where !rest.isEmpty: self = .base64File(BytePath(rest))
        case "hexenv" where !rest.isEmpty: self = .hexEnvironment(rest)
        case "base64env" where !rest.isEmpty: self = .base64Environment(rest)
        case "cmd" where !rest.isEmpty: self = .command(rest)
        case "fd":
            guard let number = Int32(String(decoding: rest, as: UTF8.self)), number >= 0 else { fallthrough }
            self = number == 0 ? .standardInput : .descriptor(number)
        default:
            // The value is not shown: it may be the secret itself.
            throw UsageError(
                .invalidValue, "invalid source of a secret",
                hint: "give prompt, stdin, env:NAME, file:PATH, fd:N, cmd:COMMAND or, for keys, hexfile:PATH, "
                    + "base64file:PATH, hexenv:NAME or base64env:NAME")
        }
    }

    init(argument: Argument, context: CommandContext) throws(UsageError) {
        try self.init(argument: argument)
        context.protect(self)
    }

    static var completion: Completion { .prefixes(["prompt", "stdin", "env:", "file:", "fd:", "cmd:"]) }

    /// Completion of key sources: keys cannot be typed, but may be hexadecimal.
    static var keyCompletion: Completion {
        .prefixes(["hexfile:", "base64file:", "hexenv:", "base64env:", "file:", "env:", "fd:", "cmd:", "stdin"])
    }
}

extension Span<UInt8> {
    /// Whether the bytes are pairs of hexadecimal digits.
    var isHexadecimal: Bool {
        !isEmpty && count.isMultiple(of: 2)
            && indices.allSatisfy { self[$0].isDigit || 0x61...0x66 ~= self[$0] | 0x20 }
    }
}

extension SecretBytes {
    /// The text in UTF-8, if it has a byte order mark; otherwise the same bytes.
    ///
    /// Random bytes may begin like a mark: malformed UTF-16 is kept, because its replacement would lose most of it.
    fileprivate var withoutMark: SecretBytes {
        switch withBytes({ TextMark($0) }) {
        case .utf8: return withText { SecretBytes(copying: $0) }
        case .utf16:
            let text = withText { SecretBytes(copying: $0) }
            let isReplaced = text.withBytes { text in
                text.indices.contains { place in text.begins(with: "\u{fffd}".utf8, at: place) }
            }
            return isReplaced ? self : text
        case .bareUTF16, nil: return self
        }
    }
}
