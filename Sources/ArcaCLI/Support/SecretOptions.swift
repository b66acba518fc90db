internal import ArcaCodecs
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaSystem

struct KeyOptions: OptionGroup {
    static let title = "Secrets"

    var source: SecretSource?

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--key-from", value: "SOURCE", set: \.source,
            help: "hexfile:PATH, file:PATH, env:NAME, fd:N, cmd:COMMAND or stdin (see 'arca help secrets')"
        ).required().completing(SecretSource.keyCompletion)
    }

    func key(readsStandardInput: Bool, in context: CommandContext) throws -> SymmetricKey {
        guard let source else {
            throw UsageError(.missingArgument, "--key-from is missing", hint: "give --key-from SOURCE")
        }
        let key = try source.key(readsStandardInput: readsStandardInput, in: context)
        guard key.byteCount > 0 else {
            throw UsageError(.invalidValue, "--key-from: the key is empty", hint: "check the source of the key")
        }
        return key
    }
}

struct PassphraseOptions: OptionGroup {
    static let title = "Secrets"

    var source: SecretSource?

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--passphrase-from", value: "SOURCE", set: \.source,
            help: "prompt, stdin, env:NAME, file:PATH, fd:N or cmd:COMMAND (see 'arca help secrets')"
        ).defaulting(to: "prompt")
    }

    /// Reads the passphrase; a new one is asked for twice on a terminal.
    func passphrase(
        _ name: String = "passphrase", isNew: Bool, readsStandardInput: Bool, in context: CommandContext
    ) throws -> SecretBytes {
        try (source ?? .prompt).passphrase(name, isNew: isNew, readsStandardInput: readsStandardInput, in: context)
    }
}

/// Hexadecimal digits in either case: an IV, associated data, an expected MAC.
struct HexBytes: ArgumentValue, Hashable {
    let bytes: [UInt8]

    init(argument: Argument) throws(UsageError) {
        do {
            bytes = try Base16.standard.allowing(.letterCase).decode(argument.bytes)
        } catch {
            throw UsageError(
                .invalidValue,
                "invalid hexadecimal text '\(argument.shown)': \(error.reason)"
                    + (error.offset.map { " at offset \($0)" } ?? ""),
                hint: error.hint ?? "give two digits from 0 to 9 and a to f for each byte")
        }
    }
}

/// `--max-cost`: the maximum cost of a key derivation with parameters from a file.
struct CostOptions: OptionGroup {
    static let title = "Costs"

    var maximumLogN: Int?

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--max-cost", "--max-work-factor", value: "N", set: \.maximumLogN, in: 1...30,
            help: "maximum cost that a file may set for its passphrase: scrypt with 2^N KiB, or what takes as long"
        ).defaulting(to: "\(Age.Passphrase.defaultLargestLogN), and a terminal is asked about more")
    }

    var logN: Int { maximumLogN ?? Age.Passphrase.defaultLargestLogN }

    /// Asks on the terminal, unless the option is given.
    var approval: (@Sendable (String) -> Bool)? {
        guard maximumLogN == nil else { return nil }
        return { reason in (try? Terminal.confirm("\(reason): use as much time and memory?")) ?? false }
    }

    var limits: CostLimits {
        var limits = CostLimits.keys(upTo: logN)
        limits.approval = approval
        return limits
    }
}
