internal import ArcaCore
internal import ArcaCrypto
internal import ArcaPatterns
internal import ArcaSystem
internal import ArcaVault

struct NewSlotOptions: OptionGroup {
    static let title = "New slots"

    var passphrase = NewPassphraseOptions()
    var keyFile: BytePath?
    var recipients: [String] = []
    var recipientFiles: [BytePath] = []
    var hasRecoveryCode = false
    var pattern: SecretSource?
    var space = PatternSpaceOptions()
    var stretching = SlotStretchingOptions()
    var label: String?

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.passphrase)
        Parameter.option(
            "--new-key-file", value: "FILE", set: \.keyFile,
            help:
                "a key file, made if there is none; together with a passphrase both are needed, and any file that is there "
                + "will do")
        Parameter.repeated(
            "--new-recipient", value: "RECIPIENT", append: \.recipients,
            help: "the owner of the private key of age1…, age1pq1…, ssh-ed25519 … or ssh-rsa …")
        Parameter.repeated(
            "--new-recipients-file", value: "FILE", append: \.recipientFiles,
            help: "public keys from a file: age recipients, also post-quantum ones, or RSA, X25519 and SSH keys")
        Parameter.flag(
            "--new-recovery-code", set: \.hasRecoveryCode, help: "a recovery code, printed once, to keep on paper")
        Parameter.option(
            "--new-pattern-from", value: "SOURCE", set: \.pattern,
            help: "a gesture pattern, which opens the vault on this machine alone")
        Parameter.group(\.space)
        Parameter.parts(of: \.stretching, SlotStretchingOptions.parameters)
        Parameter.option(
            "--slot-label", value: "TEXT", set: \.label, help: "a label for the slot")
    }

    var isEmpty: Bool {
        !passphrase.isWanted && keyFile == nil && recipients.isEmpty && recipientFiles.isEmpty && !hasRecoveryCode
            && pattern == nil
    }

    /// The requested slots, and the recovery code to print afterwards.
    struct Prepared {
        var slots: [NewVaultSlot] = []
        var recoveryCode: RecoveryCode?

        /// Reports the action with any recovery code; call it only after the slot is stored.
        func report(
            _ action: ItemAction, _ notes: [String], asJSON: Bool, slots: [VaultSlot],
            _ members: [(String, JSONValue)] = []
        ) throws {
            guard asJSON else {
                notes.forEach(Messages.note)
                return try announce()
            }
            var members = members + [("slots", .array(slots.map(VaultSlotListCommand.object)))]
            if let recoveryCode {
                // The only secret in the report: with JSON, the code is printed as a member.
                members.append(("recoveryCode", .string(recoveryCode.secretText)))
            }
            try action.report([], asJSON: true, members)
        }

        /// Prints any recovery code; call it only after the slot is stored.
        func announce() throws {
            guard let recoveryCode else { return }
            var output = try AtomicFile.standardOutput(inputs: [])
            try output.write(recoveryCode.text)
            try output.write("\n".utf8)
            try output.commit()
            Messages.note("this is the recovery code: write it down now, it is not shown again")
        }
    }

    /// A new key file is written first: an unused file is harmless, a slot with a lost key is not.
    func prepare(
        replacing old: VaultSlot? = nil, readsStandardInput: Bool = false, in context: CommandContext
    ) throws -> Prepared {
        var prepared = Prepared()
        let cost = try stretching.cost(replacing: old)
        if let keyFile {
            if passphrase.isWanted {
                let secret = try passphrase.passphrase(readsStandardInput: readsStandardInput, in: context)
                prepared.slots.append(
                    .passphraseAndKeyFile(secret, contents: try Self.contents(of: keyFile, in: context))
                        .derived(with: cost))
            } else {
                prepared.slots.append(.keyFile(try Self.keyFile(keyFile, in: context)))
            }
        } else if passphrase.isWanted {
            let secret = try passphrase.passphrase(readsStandardInput: readsStandardInput, in: context)
            prepared.slots.append(.passphrase(secret).derived(with: cost))
        }
        for recipient in recipients {
            try AgeOptions.recipient(recipient, option: "--new-recipient", fileOption: "--new-recipients-file")
            prepared.slots += try NewVaultSlot.recipients(in: recipient.utf8)
        }
        for file in recipientFiles {
            var reader = try InputFile.open(file)
            prepared.slots += try NewVaultSlot.recipients(in: try reader.readAll(limit: 1 << 20))
        }
        if let pattern {
            Messages.note(NewVaultSlot.gestureNotice)
            prepared.slots.append(.pattern(try drawn(pattern, readsStandardInput, in: context)).derived(with: cost))
        }
        // Last, so no code is generated and never shown if another slot fails.
        if hasRecoveryCode {
            let code = try RecoveryCode()
            prepared.slots.append(.recoveryCode(code))
            prepared.recoveryCode = code
        }
        if let label { prepared.slots = prepared.slots.map { $0.labeled(label) } }
        return prepared
    }

    /// The slots of a new vault: also a passphrase, if nothing else or only a recovery code opens it.
    func prepareForNewVault(hasCode: Bool = false, in context: CommandContext) throws -> Prepared {
        var slots = self
        slots.hasRecoveryCode = false
        guard slots.isEmpty else { return try prepare(in: context) }
        slots.hasRecoveryCode = hasRecoveryCode
        slots.passphrase.source = .prompt
        do {
            return try slots.prepare(in: context)
        } catch let error as UsageError where error.code == .missingArgument && (hasCode || hasRecoveryCode) {
            // Without a terminal; ``warnIfOnlyCodes()`` follows.
            return try prepare(in: context)
        }
    }

    private func drawn(_ source: SecretSource, _ readsStandardInput: Bool, in context: CommandContext) throws -> Pattern
    {
        let drawing = Array(
            bytes: try source.passphrase(
                "new pattern", isNew: false, readsStandardInput: readsStandardInput, in: context))
        let dots = try PatternNotation(guessing: drawing).dots(in: drawing, grid: space.grid)
        return try Pattern(dots: dots, grid: space.grid, rules: space.rules)
    }

    /// Reads a key file, or creates it if it does not exist.
    private static func keyFile(_ path: BytePath, in context: CommandContext) throws -> VaultKeyFile {
        do {
            return try VaultKeyFile(try contents(of: path, in: context))
        } catch let error as SystemError where error.code == .notFound {
            let keyFile = try VaultKeyFile()
            // Fails if another command has created that key file in the meantime.
            var file = try AtomicFile(new: path, secret: true)
            try file.write(keyFile.text)
            try file.commit()
            Messages.note("made the key file \(path): anyone who has it opens the vault")
            return keyFile
        }
    }

    private static func contents(of path: BytePath, in context: CommandContext) throws -> SecretBytes {
        try SecretSource.file(path).content(readsStandardInput: false, in: context)
    }
}

extension RecoveryCode {
    /// The code for a report, in ordinary memory.
    var secretText: String { String(decoding: [UInt8](bytes: text), as: UTF8.self) }
}
