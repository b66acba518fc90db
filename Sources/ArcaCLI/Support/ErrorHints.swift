internal import ArcaCodecs
internal import ArcaCompression
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaJOSE
internal import ArcaKeys
internal import ArcaPatterns
internal import ArcaSignatures
internal import ArcaSystem
internal import ArcaVault

/// What would be right after an error of the library, in terms of the command line: the library knows no options.
enum ErrorHints {
    /// The hints by the code of the error, of which the first one counts that fits the command.
    ///
    /// One that names options fits commands that have all of them.
    static let table: [String: [String]] = [
        key(SystemErrorCode.isDirectory): [
            "give --archive to encrypt the folder as one file", "give --recursive to include all files in the folder",
            "give a file, or the output of 'tar -c FOLDER'",
        ],
        key(CompressionErrorCode.limitExceeded): [
            "if you trust the file, raise --max-size or --max-ratio", "if you trust the file, raise --max-ratio",
        ],
        key(CompressionErrorCode.trailingData): ["give --allow-trailing to ignore it"],
        key(CompressionErrorCode.notCompressed): ["run 'arca decode auto' to detect its encoding"],
        key(CompressionErrorCode.truncated): ["the file is empty, or its end is missing: copy it again"],
        key(ContainerErrorCode.costTooHigh): [cost], key(KeyErrorCode.costTooHigh): [cost],
        key(SignatureErrorCode.costTooHigh): [cost], key(JOSEErrorCode.costTooHigh): [cost],
        key(KeyErrorCode.passphraseNeeded): ["give --passphrase-from"],
        key(KeyErrorCode.notAKey): ["run 'arca inspect' to see what it is"],
        key(PatternErrorCode.pepperMissing): ["give --pepper-from with the pepper that the pattern was hashed with"],
        key(PatternErrorCode.pepperUnexpected): ["remove --pepper-from"],
        key(VaultErrorCode.olderFile): [older],
        key(VaultErrorCode.forked): [
            "if another file has the other copy, 'arca vault merge FILE' puts the two together; or give --accept-older to read "
                + "this one",
            "'arca vault merge FILE' puts two copies together",
        ],
        key(VaultErrorCode.tampered): ["run 'arca vault verify' to see what was changed"],
    ]

    private static let cost = "if you trust the file, raise --max-cost"

    private static let older =
        "give --accept-older to read it, or run 'arca vault verify --accept-older' to continue from it"

    /// The table's hint, if the command has the options that it names.
    static func hint(for error: any Error, in command: any Command.Type) -> String? {
        guard let error = error as? any ArcaError, let hints = table[key(error.code)] else { return nil }
        let names = command.visibleParameters.flatMap(\.names)
        return hints.first { hint in
            options(in: hint).allSatisfy(names.contains) && !hint.contains("'arca vault \(command.name)'")
        }
    }

    /// The options that a hint names, except those of a whole command line in quotes.
    static func options(in hint: String) -> [String] {
        var isQuoted = false
        return hint.split(separator: " ").compactMap { word in
            if word.first == "'" { isQuoted = true }
            defer { if word.last == "'" { isQuoted = false } }
            return !isQuoted && word.hasPrefix("--") ? String(word.prefix { $0 != "," }) : nil
        }
    }

    /// How the table names a code: `VaultErrorCode.olderFile`.
    static func key(_ code: some ErrorCode) -> String { "\(type(of: code)).\(code.rawValue)" }
}

extension ArcaError {
    /// A copy with another reason and hint.
    fileprivate func copy(reason: String, hint: String?) -> any Error {
        CodedError<Code>(code, at: place, reason, hint: hint)
    }
}

extension Error {
    /// The error with this hint, if it has none.
    func withHint(_ hint: @autoclosure () -> String?) -> any Error {
        guard let error = self as? any ArcaError, error.hint == nil, let hint = hint() else { return self }
        return error.copy(reason: error.reason, hint: hint)
    }

    /// The error with the name of its input.
    ///
    /// Errors of the operating system name their file themselves; those of the command line have none.
    func named(_ name: String) -> any Error {
        guard let error = self as? any ArcaError, !(self is SystemError || self is UsageError) else { return self }
        return error.copy(reason: "\(name): \(error.reason)", hint: error.hint)
    }
}

/// Runs a body, and adds the name of its input to errors about it.
func naming<Result: ~Copyable>(_ name: String, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch { throw error.named(name) }
}
