internal import ArcaCore
internal import ArcaCrypto
internal import ArcaPatterns

/// The unencrypted parameters of a slot, checked before any computation or allocation.
enum SlotParameters: Equatable {
    case none
    /// For passphrases, with or without a file.
    case cost(VaultSlot.Cost)
    /// The ephemeral public key of an X25519 slot, 32 bytes, or the encapsulated key of a post-quantum slot, 1120
    /// bytes.
    case ephemeralKey([UInt8])
    /// The OAEP ciphertext of an RSA slot, as long as the modulus.
    case ciphertext([UInt8])
    /// The cost of an attempt, and the grid and rules of the pattern.
    case gesture(VaultSlot.Cost, Pattern.Grid, PatternRules)

    static let rsaByteCounts = RSASlot.bitCounts.lowerBound / 8...RSASlot.bitCounts.upperBound / 8

    /// The derivation from a passphrase or pattern; nil without one.
    var cost: VaultSlot.Cost? {
        switch self {
        case .cost(let cost), .gesture(let cost, _, _): cost
        case .none, .ephemeralKey, .ciphertext: nil
        }
    }

    /// The cost of an attempt for comparison; 0 without a derivation.
    var work: Int { cost?.work ?? 0 }

    var bytes: [UInt8] {
        switch self {
        case .none: []
        case .cost(let cost): cost.bytes
        case .ephemeralKey(let bytes), .ciphertext(let bytes): bytes
        case .gesture(let cost, let grid, let rules):
            cost.bytes + [UInt8(grid.rows), UInt8(grid.columns), rules.code]
        }
    }

    init(_ bytes: ArraySlice<UInt8>, of kind: VaultSlot.Kind, version: UInt8, at offset: Int) throws {
        func check(_ isRight: Bool) throws {
            guard isRight else {
                throw VaultError(
                    .tampered, at: offset, "\(bytes.count) bytes are not parameters of a \(kind.name) slot")
            }
        }
        let values = Array(bytes)
        let costByteCount = VaultSlot.Cost.byteCount(ofVersion: version)
        switch kind {
        case .keyFile, .recoveryCode:
            try check(values.isEmpty)
            self = .none
        case .passphrase, .passphraseAndKeyFile:
            try check(values.count == costByteCount)
            self = .cost(try Self.cost(bytes, version, at: offset))
        case .x25519:
            try check(values.count == 32)
            self = .ephemeralKey(values)
        case .hybrid:
            try check(values.count == XWingMLKEM768X25519.ciphertextByteCount)
            self = .ephemeralKey(values)
        case .rsa:
            try check(Self.rsaByteCounts.contains(values.count))
            self = .ciphertext(values)
        case .gesture:
            try check(values.count == costByteCount + 3)
            guard
                let grid = try? Pattern.Grid(
                    rows: Int(values[costByteCount]), columns: Int(values[costByteCount + 1])),
                let rules = PatternRules(code: values[costByteCount + 2])
            else { throw VaultError(.tampered, at: offset + costByteCount, "the slot's grid or rules are invalid") }
            self = .gesture(try Self.cost(bytes.prefix(costByteCount), version, at: offset), grid, rules)
        }
    }

    private static func cost(_ bytes: ArraySlice<UInt8>, _ version: UInt8, at offset: Int) throws -> VaultSlot.Cost {
        do {
            return try VaultSlot.Cost(bytes, version: version)
        } catch {
            throw VaultError(error.code == .costTooHigh ? .costTooHigh : .tampered, at: offset, error.reason)
        }
    }
}
