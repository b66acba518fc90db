internal import ArcaCore
public import ArcaCrypto

extension Vault {
    /// The decision for each slot in a rotation; a slot without one stops the rotation.
    ///
    /// ```swift
    /// var plan = Vault.RotationPlan()
    /// for slot in try vault.slots {
    ///     plan[slot.identifier] = slot.kind.isForPublicKey ? .drop : .rewrap(.passphrase(passphrase))
    /// }
    /// try vault.rotate(plan)
    /// ```
    public struct RotationPlan: Sendable {
        /// The decision for a slot.
        public enum Decision: Sendable {
            /// Wrap the new key for the same credential, which must open the slot now.
            case rewrap(VaultCredential)
            /// Replace the slot with a new one, such as a new recovery code.
            case replace(NewVaultSlot)
            /// Make the slot again for the same public key.
            ///
            /// A person should confirm its ``VaultSlot/recipientText``: a holder of the old vault key could have forged
            /// the slot.
            case keep
            /// Remove the slot.
            case drop
        }

        /// The cost of each guess for re-wrapped slots with scrypt, at least the standard.
        ///
        /// Their previous cost is ignored.
        public var cost = Scrypt.Cost.standard
        /// The cost of each guess for re-wrapped slots with Argon2id, at least ``Argon2/Cost/slot``.
        ///
        /// They keep Argon2id; their previous cost is ignored.
        public var argon2Cost = Argon2.Cost.slot
        private var decisions: [[UInt8]: Decision] = [:]

        /// Creates a plan without decisions.
        public init() {}

        /// The decision for a slot, by identifier.
        public subscript(identifier: [UInt8]) -> Decision? {
            get { decisions[identifier] }
            set { decisions[identifier] = newValue }
        }

        func slots(
            for key: VaultKey, replacing table: SlotSet, _ entries: [StateRecord.Slot], _ folder: Vault.StateFolder?
        ) throws -> [(slot: SealedSlot, entry: StateRecord.Slot)] {
            let undecided = entries.filter { decisions[$0.identifier] == nil }
            guard undecided.isEmpty else {
                throw VaultError(
                    .invalidArgument,
                    "\(undecided.count) slots of the vault are without a decision: nothing was changed")
            }
            let known = Set(entries.map(\.identifier))
            guard decisions.keys.allSatisfy(known.contains) else {
                throw VaultError(.notFound, "the vault has no such slot")
            }
            var made: [(slot: SealedSlot, entry: StateRecord.Slot)] = []
            let sealed = table.slots
            for entry in entries {
                let old = sealed.first { $0.identifier == entry.identifier }
                guard let decision = decisions[entry.identifier],
                    let new = try decision.newSlot(for: entry, self.cost(replacing: old))
                else { continue }
                if case .rewrap(let credential) = decision {
                    // Check it now: a mistyped passphrase would lock its owner out.
                    _ = try VaultSlots.unlock(
                        try table.only(entry.identifier), of: key.vault, with: credential, folder)
                }
                let slot = try VaultSlots.wrap(key, in: new, folder)
                made.append((slot, try VaultSlots.entry(of: slot, new, replacing: entry)))
            }
            return made
        }

        /// The cost of a re-wrapped slot: a function is kept, but not a cost, which an attacker could have lowered.
        fileprivate func cost(replacing old: SealedSlot?) -> VaultSlot.Cost {
            if case .argon2id = old?.parameters.cost { return .argon2id(argon2Cost) }
            return .scrypt(cost)
        }
    }
}

extension Vault.RotationPlan.Decision {
    fileprivate func newSlot(
        for entry: StateRecord.Slot, _ cost: VaultSlot.Cost
    ) throws -> NewVaultSlot? {
        switch self {
        case .drop: return nil
        case .replace(let new): return new
        case .rewrap(let credential): return try NewVaultSlot(openedBy: credential, cost)
        case .keep:
            guard let kind = VaultSlot.Kind(rawValue: entry.kind), kind.isForPublicKey else {
                throw VaultError(.invalidArgument, "only a slot for a public key can be kept without its owner")
            }
            return try NewVaultSlot(recipient: entry.recipient, kind: kind)
        }
    }
}

extension VaultSlots {
    /// Wraps another key for the credential of an old slot, even a recovery code, because one may be all that is left.
    static func rewrap(
        _ old: SealedSlot, of entries: [StateRecord.Slot], with credential: VaultCredential, for key: VaultKey,
        _ folder: Vault.StateFolder?
    ) throws -> (slot: SealedSlot, entry: StateRecord.Slot) {
        let new: NewVaultSlot
        if case .recoveryCode(let code) = credential {
            new = .recoveryCode(code)
        } else {
            new = try NewVaultSlot(openedBy: credential, Vault.RotationPlan().cost(replacing: old))
        }
        let slot = try wrap(key, in: new, folder)
        return (slot, try entry(of: slot, new, replacing: entries.first { $0.identifier == old.identifier }))
    }
}

extension NewVaultSlot {
    fileprivate init(openedBy credential: VaultCredential, _ cost: VaultSlot.Cost) throws {
        switch credential {
        case .passphrase(let passphrase): self = .passphrase(passphrase).derived(with: cost)
        case .keyFile(let file): self = .keyFile(file)
        case .passphraseAndKeyFile(let passphrase, let contents):
            self = .passphraseAndKeyFile(passphrase, contents: contents).derived(with: cost)
        case .x25519(let key): self = .x25519(key.publicKey)
        case .hybrid(let key): self = .hybrid(key.publicKey)
        case .rsa(let key): self = .rsa(key.publicKey)
        case .pattern(let pattern): self = .pattern(pattern).derived(with: cost)
        case .recoveryCode:
            throw VaultError(.invalidArgument, "a recovery code is not used again: a new one takes its place")
        case .session: throw VaultError(.invalidArgument, "a session cannot open a slot")
        }
    }
}
