internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaPatterns
internal import ArcaVault

/// What opens a vault.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `open-slot` | `vault`, `slot` (identifiers), `body`; `passphrase`, with `contents` or without, `keyFile`, `x25519`, `rsa`, `recoveryCode`, or `dots`, `grid`, `rules`, `device` | `key`, `kind`, `epoch` |
/// | `derive-subkeys` | `key`, `vault`, `epoch` | `tag`, `attributes`, `secret`, `state`, `set`, `chain`, `nonce` |
/// | `read-recovery-code` | `text` | `code`, `canonical` (text) |
/// | `read-key-file` | `text` | `key` |
enum VaultOperation: VectorOperation {
    static let names = ["open-slot", "derive-subkeys", "read-recovery-code", "read-key-file"]

    static func answer(_ question: Question) throws -> NamedValues {
        let inputs = question.inputs
        switch question.operation {
        case "open-slot": return try openSlot(inputs)
        case "derive-subkeys":
            guard let epoch = UInt32(exactly: try inputs.int("epoch")) else {
                throw OperationError.refused("an epoch has 32 bits")
            }
            let key = try VaultKey(
                SecretBytes(copying: try inputs.bytes("key")), vault: try inputs.bytes("vault"), epoch: epoch)
            return [
                "tag": bytes(key.tag), "attributes": bytes(key.attributes), "secret": bytes(key.secret),
                "state": bytes(key.state), "set": bytes(key.set), "chain": bytes(key.chain), "nonce": bytes(key.nonce),
            ]
        case "read-recovery-code":
            let code = try RecoveryCode(try inputs.bytes("text"))
            let text = try code.text.withBytes { String(decoding: [UInt8](bytes: $0), as: UTF8.self) }
            return ["code": bytes(code.code), "canonical": .text(text)]
        default: return ["key": bytes(try VaultKeyFile(try inputs.bytes("text")).key)]
        }
    }

    private static func openSlot(_ inputs: NamedValues) throws -> NamedValues {
        let slot = try Slot(
            parsing: try inputs.bytes("body"), identifier: try inputs.bytes("slot"), vault: try inputs.bytes("vault"))
        let device = inputs["device"] == nil ? nil : SecretBytes(copying: try inputs.bytes("device"))
        guard let key = try slot.unwrap(with: try credential(inputs), deviceSecret: device) else {
            throw VaultError(.wrongCredential, "the credential does not open the slot")
        }
        return ["key": bytes(key.bytes), "kind": .int(Int(slot.kind.rawValue)), "epoch": .int(Int(slot.epoch))]
    }

    private static func credential(_ inputs: NamedValues) throws -> VaultCredential {
        if inputs["passphrase"] != nil {
            let passphrase = SecretBytes(copying: try inputs.bytes("passphrase"))
            guard inputs["contents"] != nil else { return .passphrase(passphrase) }
            return .passphraseAndKeyFile(passphrase, contents: SecretBytes(copying: try inputs.bytes("contents")))
        }
        if inputs["recoveryCode"] != nil { return .recoveryCode(try RecoveryCode(try inputs.bytes("recoveryCode"))) }
        if inputs["x25519"] != nil {
            return .x25519(try .init(rawRepresentation: SecretBytes(copying: try inputs.bytes("x25519"))))
        }
        if inputs["dots"] != nil {
            let pattern = try Pattern(
                dots: try inputs.ints("dots"), grid: try Grid(try inputs.text("grid")),
                rules: try PatternRules(named: try inputs.text("rules")))
            return .pattern(pattern)
        }
        let file = try inputs.bytes(inputs["rsa"] == nil ? "keyFile" : "rsa")
        let found = try VaultCredential.all(in: file) { throw OperationError.refused("the key file is encrypted") }
        guard found.count == 1 else { throw OperationError.refused("the file holds \(found.count) credentials") }
        return found[0]
    }

    private static func bytes(_ secret: borrowing some Bytes) -> VectorValue { .bytes([UInt8](bytes: secret)) }
}
