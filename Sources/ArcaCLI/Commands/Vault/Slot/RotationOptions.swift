internal import ArcaCore
internal import ArcaSystem
internal import ArcaVault

/// The decision for each slot in a rotation, for `rotate` and `passwd --rotate`.
struct RotationOptions: OptionGroup {
    static let title = "Slots"

    var kept: [SlotName] = []
    var dropped: [SlotName] = []
    var rewrapped: [SlotRewrap] = []
    var progress = ProgressOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.repeated(
            "--keep", value: "SLOT", append: \.kept,
            help: "keep a slot for a public key, once you know that it is its owner's")
        Parameter.repeated("--drop", value: "SLOT", append: \.dropped, help: "remove a slot")
        Parameter.repeated(
            "--rewrap", value: "SLOT=SOURCE", append: \.rewrapped,
            help: "keep a slot whose passphrase or key file SOURCE gives: prompt, file:PATH, env:NAME …")
        Parameter.json
        Parameter.group(\.progress)
    }

    var isEmpty: Bool { kept.isEmpty && dropped.isEmpty && rewrapped.isEmpty }

    /// A plan for all slots, and the recovery codes that replace old ones.
    struct Prepared {
        var plan = Vault.RotationPlan()
        var codes: [(slot: VaultSlot, code: RecoveryCode)] = []

        /// Prints the recovery codes before any change, because they could be lost afterwards.
        func announce(asJSON: Bool) throws {
            guard !codes.isEmpty else { return }
            guard !asJSON else {
                let codes = codes.map { slot, code -> JSONValue in
                    ["code": .string(code.secretText), "formerSlot": VaultSlotListCommand.object(slot)]
                }
                return try JSONReport.printLine([("action", .string("prepared")), ("recoveryCodes", .array(codes))])
            }
            var output = try AtomicFile.standardOutput(inputs: [])
            for (_, code) in codes {
                try output.write(code.text)
                try output.write("\n".utf8)
            }
            try output.commit()
            for (slot, _) in codes {
                Messages.note(
                    "the old recovery code (slot \(slot.shortName)) stops working once the vault has its new key; this one replaces it: write it down now"
                )
            }
        }
    }

    /// Decides about each slot.
    ///
    /// `fixed` has the decisions made already. The slot in `opening` is kept by default. `cost` applies to slots that
    /// are wrapped again.
    ///
    /// - Throws: ``UsageError`` for two decisions about a slot, `ExitStatus.wrongUse` if a slot has none, and errors of
    ///   reading a credential.
    func prepare(
        _ slots: [VaultSlot], fixed: [[UInt8]: Vault.RotationPlan.Decision] = [:],
        opening: (slot: VaultSlot, credential: VaultCredential)?, cost: SlotCostChoice, in context: CommandContext
    ) throws -> Prepared {
        var prepared = Prepared()
        for (identifier, decision) in fixed { prepared.plan[identifier] = decision }
        func decide(_ slot: VaultSlot, _ decision: Vault.RotationPlan.Decision, in context: CommandContext)
            throws(UsageError)
        {
            guard prepared.plan[slot.identifier] == nil else {
                throw UsageError(
                    .conflict, "there are two decisions about slot \(slot.shortName)", hint: "give each slot once")
            }
            prepared.plan[slot.identifier] = decision
        }
        for name in dropped { try decide(name.find(in: slots), .drop, in: context) }
        for name in kept { try decide(name.find(in: slots), .keep, in: context) }
        for rewrap in rewrapped {
            let slot = try rewrap.name.find(in: slots)
            try decide(slot, .rewrap(rewrap.credential(for: slot, in: context)), in: context)
        }
        if let opening, prepared.plan[opening.slot.identifier] == nil {
            prepared.plan[opening.slot.identifier] = .rewrap(opening.credential)
        }
        // A recovery code can be used only once.
        for slot in slots where slot.kind == .recoveryCode && prepared.plan[slot.identifier] == nil {
            let code = try RecoveryCode()
            prepared.plan[slot.identifier] = .replace(.recoveryCode(code))
            prepared.codes.append((slot, code))
        }
        let undecided = slots.filter { prepared.plan[$0.identifier] == nil }
        guard undecided.isEmpty else {
            Messages.error(
                "\(undecided.count) of \(Count.text(slots.count, "slot")) without a decision; nothing was changed")
            for slot in undecided { Messages.hint("\(slot.shortName), \(slot.text): \(Self.advice(slot))") }
            throw ExitStatus.wrongUse
        }
        let wrapped = slots.filter { slot in
            if case .rewrap = prepared.plan[slot.identifier] { true } else { false }
        }
        if wrapped.contains(where: { $0.function == .argon2id }) { prepared.plan.argon2Cost = try cost.argon2() }
        if wrapped.contains(where: { $0.function != .argon2id }) { prepared.plan.cost = try cost.scrypt() }
        return prepared
    }

    /// Rotates the vault's key, or continues an interrupted rotation.
    func rotate(_ vault: Vault, _ prepared: Prepared?, in context: CommandContext) throws {
        let line = progress.start(nil)
        defer { line.finish() }
        func show(_ progress: Vault.RotationProgress) {
            line.show("\(progress.itemCount - progress.remainingCount) of \(Count.text(progress.itemCount, "item"))")
        }
        guard let prepared else { return try vault.resumeRotation(progress: show) }
        let wasUnlocked = (try? vault.session.status()) != nil
        try prepared.announce(asJSON: context.wantsJSON)
        try vault.rotate(prepared.plan, progress: show)
        if wasUnlocked {
            line.finish()
            Messages.hint("the session ended with the old key: run 'arca vault unlock' again")
        }
    }

    func report(
        _ action: ItemAction, _ vault: Vault, _ notes: String, _ members: [(String, JSONValue)] = [],
        in context: CommandContext
    ) throws {
        defer { (try? vault.slots)?.warnIfOnlyCodes() }
        guard context.wantsJSON else { return Messages.note(notes) }
        try JSONReport.printLine(
            [("action", .string(action.rawValue))] + members
                + [("slots", .array(try vault.slots.map(VaultSlotListCommand.object)))])
    }

    private static func advice(_ slot: VaultSlot) -> String {
        switch slot.kind {
        case .x25519, .hybrid, .rsa: "--keep \(slot.shortName) if that key is its owner's, or --drop \(slot.shortName)"
        case .passphrase, .keyFile: "--rewrap \(slot.shortName)=SOURCE, or --drop \(slot.shortName)"
        default: "open the vault with it, or --drop \(slot.shortName) and add it again afterwards"
        }
    }
}

/// A slot, and the source of its credential: `3f2a=file:team.key`.
struct SlotRewrap: ArgumentValue, Hashable {
    let name: SlotName
    let source: SecretSource

    init(argument: Argument) throws(UsageError) {
        guard let equals = argument.bytes.firstIndex(of: .equals) else {
            throw UsageError(
                .invalidValue, "\(argument.shown) is not SLOT=SOURCE", hint: "as in 3f2a=prompt or 3f2a=file:team.key")
        }
        name = try SlotName(argument: Argument(Array(argument.bytes[..<equals])))
        source = try SecretSource(argument: Argument(Array(argument.bytes[(equals + 1)...])))
    }

    init(argument: Argument, context: CommandContext) throws(UsageError) {
        try self.init(argument: argument)
        context.protect(source)
    }

    func credential(for slot: VaultSlot, in context: CommandContext) throws -> VaultCredential {
        switch slot.kind {
        case .passphrase:
            return .passphrase(
                try source.passphrase(
                    "passphrase of slot \(slot.shortName)", isNew: false, readsStandardInput: false, in: context))
        case .keyFile:
            return .keyFile(try VaultKeyFile(try source.content("key file", readsStandardInput: false, in: context)))
        default:
            throw UsageError(
                .conflict, "--rewrap is for passphrases and key files, not for a \(slot.kind.name)",
                hint: slot.kind.isForPublicKey
                    ? "use --keep or --drop" : "open the vault with it, or drop it and add it again")
        }
    }
}
