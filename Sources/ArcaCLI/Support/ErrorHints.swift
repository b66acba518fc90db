internal import ArcaCore
internal import ArcaCompression
internal import ArcaContainers
internal import ArcaJOSE
internal import ArcaKeys
internal import ArcaPatterns
internal import ArcaSignatures
internal import ArcaSystem
internal import ArcaVault

/// Hints for library errors in terms of command-line options, which the library does not know.
enum ErrorHints {
    /// Hints by error code; the first that fits the command is used.
    ///
    /// A hint that names options fits only commands that have all of them, and no hint fits the command that it
    /// suggests.
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

    static func hint(for error: any Error, in command: any Command.Type) -> String? {
        guard let error = error as? any ArcaError, let hints = table[key(error.code)] else { return nil }
        let names = command.visibleParameters.flatMap(\.names)
        return hints.first { hint in
            options(in: hint).allSatisfy(names.contains) && !hint.contains("'arca vault \(command.name)'")
        }
    }

    /// The options that a hint names, except those in a quoted command line.
    static func options(in hint: String) -> [String] {
        var isQuoted = false
        return hint.split(separator: " ").compactMap { word in
            if word.first == "'" { isQuoted = true }
            defer { if word.last == "'" { isQuoted = false } }
            return !isQuoted && word.hasPrefix("--") ? String(word.prefix { $0 != "," }) : nil
        }
    }

    /// The key of an error code in the table: `VaultErrorCode.olderFile`.
    static func key(_ code: some ErrorCode) -> String { "\(type(of: code)).\(code.rawValue)" }
}

extension ArcaError {
    fileprivate func copy(reason: String, hint: String?) -> any Error {
        CodedError<Code>(code, at: place, reason, hint: hint)
    }
}

extension Error {
    func withHint(_ hint: @autoclosure () -> String?) -> any Error {
        guard let error = self as? any ArcaError, error.hint == nil, let hint = hint() else { return self }
        return error.copy(reason: error.reason, hint: hint)
    }

    /// Adds the input's name to the error.
    ///
    /// System errors already name their file, and usage errors concern no input.
    func named(_ name: String) -> any Error {
        guard let error = self as? any ArcaError, !(self is SystemError || self is UsageError) else { return self }
        return error.copy(reason: "\(name): \(error.reason)", hint: error.hint)
    }
}

/// Runs `body`, and adds the name of the input to library errors.
func naming<Result: ~Copyable>(_ name: String, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch { throw error.named(name) }
}
