internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaSystem

/// Where a secret comes from: never from the command line itself, which other users can see.
enum SecretSource: Sendable, Hashable {
    /// Asked on the terminal, without echo.
    case prompt
    /// All of standard input.
    case standardInput
    /// An environment variable, which is wiped and removed.
    case environment([UInt8])
    /// All of a file.
    case file(BytePath)
    /// A file with hexadecimal digits; for keys only.
    case hexFile(BytePath)
    /// An open descriptor.
    case descriptor(Int32)
    /// What a shell command prints.
    case command([UInt8])

    /// Whether it gives something else, or nothing, when it is read again.
    var isReadOnce: Bool {
        switch self {
        case .standardInput, .environment, .descriptor: true
        case .prompt, .file, .hexFile, .command: false
        }
    }

    /// Longer passphrases are refused: somebody has named the wrong file.
    private static let largestPassphrase = 64 * 1024
    /// Longer keys are refused, for the same reason.
    private static let largestKey = 1 << 20

    /// Gets a passphrase: the exact bytes, without one line end at the end.
    ///
    /// `isNew` asks twice on a terminal, and makes a passphrase when nothing is typed; `readsStandardInput` says that the data come from there, so the secret cannot.
    func passphrase(_ name: String = "passphrase", isNew: Bool, readsStandardInput: Bool) throws -> SecretBytes {
        if case .hexFile = self {
            throw UsageError(.conflict, "hexfile: is for keys", hint: "use file:PATH for a \(name)")
        }
        let prompt = isNew ? "\(name) (leave empty to have one made)" : name
        let first = try read(name, prompt: prompt, Self.largestPassphrase, readsStandardInput)
        let secret = Self.withoutLineEnd(first)
        if secret.isEmpty, isNew, self == .prompt { return try Self.makePassphrase(name) }
        guard !secret.isEmpty else {
            throw UsageError(.invalidValue, "the \(name) is empty", hint: "give at least one byte")
        }
        if self == .prompt, isNew {
            let again = Self.withoutLineEnd(
                try read(name, prompt: "\(name) again", Self.largestPassphrase, readsStandardInput))
            guard again == secret else { throw UsageError(.conflict, "the two \(name)s differ", hint: "try again") }
        }
        return secret
    }

    /// Draws a passphrase and shows it, on the terminal that was asked on and nowhere else.
    private static func makePassphrase(_ name: String) throws -> SecretBytes {
        let secret = try Passphrase.generate()
        try Terminal.show("arca: the \(name) is ".utf8)
        try Terminal.show(secret)
        try Terminal.show("\n".utf8)
        return secret
    }

    /// Gets a secret of any content, byte for byte; what is typed on a terminal has no line end.
    func content(_ name: String = "secret", readsStandardInput: Bool) throws -> SecretBytes {
        try read(name, Self.largestKey, readsStandardInput)
    }

    /// Gets a key: the exact bytes; of a hex file, those that its digits stand for.
    func key(readsStandardInput: Bool) throws -> SymmetricKey {
        if self == .prompt {
            throw UsageError(.conflict, "a key is not typed", hint: "use file:PATH, hexfile:PATH, env:, fd: or cmd:")
        }
        let secret = try read("key", Self.largestKey, readsStandardInput)
        guard case .hexFile(let path) = self else { return SymmetricKey(secret) }
        return try Self.withoutLineEnd(secret).withBytes { text throws(UsageError) in
            do throws(CodecError) {
                // The digits are decoded by table: the time tells which cache lines were read, not more.
                let secret = try SecretBytes(byteCount: text.count / 2 + 1) { output throws(CodecError) in
                    try Base16.standard.allowing(.letterCase).decode(text, into: &output)
                }
                return SymmetricKey(secret)
            } catch {
                // No character of the file is shown: it may be a key in another form.
                let place = error.position.map { " at offset \($0.offset)" } ?? ""
                throw UsageError(
                    .invalidValue, "\(path) does not hold hexadecimal digits alone: \(error.code)\(place)",
                    hint: "use file:PATH for a key in bytes")
            }
        }
    }

    private func read(
        _ name: String, prompt: String? = nil, _ limit: Int, _ readsStandardInput: Bool
    ) throws -> SecretBytes {
        switch self {
        case .prompt: return try Self.ask(name, prompt: prompt ?? name)
        case .standardInput:
            guard !readsStandardInput else {
                throw UsageError(
                    .conflict, "the \(name) and the data cannot both come from standard input",
                    hint: "name the data's FILE, or take the \(name) from file:, env:, fd: or cmd:")
            }
            return try Self.readAll(FileReader.standardInput(), limit, name)
        case .environment(let variable): return try Self.takeVariable(variable, name)
        case .file(let path), .hexFile(let path): return try Self.readAll(FileReader(path), limit, name)
        case .descriptor(let number):
            return try Self.readAll(FileReader(descriptor: number, name: "descriptor \(number)"), limit, name)
        case .command(let command):
            let secret = try SecretBytes(byteCount: limit + 1) { output in
                try ChildProcess.read(command, into: &output)
            }
            return try Self.checked(secret, limit, name)
        }
    }

    private static func ask(_ name: String, prompt: String) throws -> SecretBytes {
        do {
            let prompt = "\(prompt.prefix(1).uppercased())\(prompt.dropFirst()): "
            return try SecretBytes(byteCount: Terminal.largestLine) { output in
                try Terminal.readSecret(prompt: prompt, into: &output)
            }
        } catch let error as SystemError where error.code == .noTerminal {
            throw UsageError(
                .missingArgument, "there is no terminal to ask for the \(name) on",
                hint: "name another source: env:, file:, fd: or cmd: (see 'arca help secrets')")
        }
    }

    private static func readAll(_ reader: consuming FileReader, _ limit: Int, _ name: String) throws -> SecretBytes {
        var reader = reader
        let secret = try SecretBytes(byteCount: limit + 1) { output in
            while !output.isFull {
                let before = output.count
                try reader.read(into: &output)
                if output.count == before { return }
            }
        }
        return try checked(secret, limit, name)
    }

    /// Takes an environment variable and leaves nothing of it, here or for a child.
    private static func takeVariable(_ variable: [UInt8], _ name: String) throws -> SecretBytes {
        guard let secret = Environment.take(variable, { SecretBytes(copying: $0) }) else {
            let shown = BytePath(variable).description
            throw UsageError(
                .missingValue, "there is no environment variable \(shown)", hint: "set it, or name another source")
        }
        return try checked(secret, largestPassphrase, name)
    }

    private static func checked(_ secret: SecretBytes, _ limit: Int, _ name: String) throws(UsageError) -> SecretBytes {
        guard secret.count <= limit else {
            throw UsageError(
                .invalidValue, "the \(name) is longer than \(limit) bytes", hint: "is it the right source?")
        }
        // Exactly as long as the secret, so that the large block is wiped and given back now.
        return SecretBytes(copying: secret)
    }

    private static func withoutLineEnd(_ secret: SecretBytes) -> SecretBytes {
        secret.withBytes { bytes in
            var count = bytes.count
            if count > 0, bytes[count - 1] == 0x0a { count -= 1 }
            if count < bytes.count, count > 0, bytes[count - 1] == 0x0d { count -= 1 }
            return SecretBytes(copying: bytes.extracting(..<count))
        }
    }
}

extension SecretSource: ArgumentValue {
    init(argument: Argument) throws(UsageError) {
        let bytes = argument.bytes
        let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        let kind = String(decoding: bytes[..<colon], as: UTF8.self)
        let rest = Array(bytes[colon...].dropFirst())
        switch kind {
        case "prompt" where colon == bytes.endIndex: self = .prompt
        case "stdin" where colon == bytes.endIndex: self = .standardInput
        case "env" where !rest.isEmpty: self = .environment(rest)
        case "file" where !rest.isEmpty: self = .file(BytePath(rest))
        case "hexfile" where !rest.isEmpty: self = .hexFile(BytePath(rest))
        case "cmd" where !rest.isEmpty: self = .command(rest)
        case "fd":
            guard let number = Int32(String(decoding: rest, as: UTF8.self)), number >= 0 else { fallthrough }
            self = .descriptor(number)
        default:
            // What was given is not shown: people write the secret itself here.
            throw UsageError(
                .invalidValue, "that is no source of a secret",
                hint: "use prompt, stdin, env:NAME, file:PATH, fd:N, cmd:COMMAND or, for keys, hexfile:PATH")
        }
    }

    /// What a passphrase may come from; for a key see ``keyCompletion``.
    static var completion: Completion { .prefixes(["prompt", "stdin", "env:", "file:", "fd:", "cmd:"]) }

    /// What a key may come from: it is not typed, and may be written as digits.
    static var keyCompletion: Completion { .prefixes(["hexfile:", "file:", "env:", "fd:", "cmd:", "stdin"]) }
}
