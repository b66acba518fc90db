internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaSystem
internal import ArcaVault

/// A slot on the command line: at least four leading digits of its identifier.
struct SlotName: ArgumentValue, Hashable {
    let digits: String

    init(argument: Argument) throws(UsageError) {
        let digits = (argument.text ?? "").lowercased()
        guard digits.utf8.count >= 4, digits.utf8.count <= 32,
            digits.utf8.allSatisfy({ $0.isDigit || (0x61...0x66).contains($0) })
        else {
            throw UsageError(
                .invalidValue, "\(argument.shown) is not a slot",
                hint: "give four or more digits of its identifier; 'arca vault slot list' shows them")
        }
        self.digits = digits
    }

    /// The only slot with that prefix; throws if it is missing or ambiguous.
    func find(in slots: [VaultSlot]) throws -> VaultSlot {
        let found = slots.filter { $0.name.hasPrefix(digits) }
        guard let slot = found.first else { throw VaultError(.notFound, "the vault has no slot \(digits)") }
        guard found.count == 1 else {
            throw UsageError(.invalidValue, "\(found.count) slots begin with \(digits)", hint: "give more digits")
        }
        return slot
    }
}

extension VaultSlot {
    var name: String { Base16.standard.encode(identifier) }
    /// The first 8 digits, which are unique with high probability.
    var shortName: String { String(name.prefix(8)) }

    var text: String {
        var text = kind.name
        if function == .argon2id { text += " with Argon2id" }
        if !label.isEmpty { text += " '\(String(printable: label.utf8))'" }
        if let shownRecipient { text += " of \(shownRecipient)" }
        return text
    }

    /// A post-quantum recipient has 1,959 characters, and an attacker's could share its prefix: shown by its SHA-256.
    private var shownRecipient: String? {
        guard kind == .hybrid else { return recipientText }
        guard let key = try? XWingMLKEM768X25519.PublicKey(rawRepresentation: recipient) else { return nil }
        return (try? KeyFingerprint(.xWing(key))).map { "age1pq1…, fingerprint \($0.spkiText)" }
    }
}

extension VaultSlot {
    var addition: String {
        let options =
            switch kind {
            case .passphrase: "--new-passphrase-from prompt"
            case .keyFile: "--new-key-file FILE"
            case .passphraseAndKeyFile: "--new-passphrase-from prompt --new-key-file FILE"
            case .x25519: recipientText.map { "--new-recipient \($0)" } ?? "--new-recipients-file FILE"
            case .rsa, .hybrid: "--new-recipients-file FILE"
            case .recoveryCode: "--new-recovery-code"
            case .gesture: "--new-pattern-from prompt"
            }
        return label.isEmpty ? options : "\(options) --slot-label \"\(label)\""
    }
}
