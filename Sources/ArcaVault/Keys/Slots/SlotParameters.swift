internal import ArcaCore
internal import ArcaCrypto
internal import ArcaPatterns

/// The unencrypted parameters of a slot, checked before any computation or allocation.
enum SlotParameters: Equatable {
    case none
    /// For passphrases, with or without a file.
    case cost(Scrypt.Cost)
    /// The ephemeral public key of an X25519 slot, 32 bytes, or the encapsulated key of a post-quantum slot, 1120
    /// bytes.
    case ephemeralKey([UInt8])
    /// The OAEP ciphertext of an RSA slot, as long as the modulus.
    case ciphertext([UInt8])
    /// The cost of an attempt, and the grid and rules of the pattern.
    case gesture(Scrypt.Cost, Pattern.Grid, PatternRules)

    static let rsaByteCounts = RSASlot.bitCounts.lowerBound / 8...RSASlot.bitCounts.upperBound / 8

    /// The cost of an attempt for comparison: N·r·p for scrypt, 0 without it.
    var work: Int {
        switch self {
        case .cost(let cost), .gesture(let cost, _, _): cost.r * cost.p << cost.logN
        case .none, .ephemeralKey, .ciphertext: 0
        }
    }

    var bytes: [UInt8] {
        switch self {
        case .none: []
        case .cost(let cost): Self.bytes(cost)
        case .ephemeralKey(let bytes), .ciphertext(let bytes): bytes
        case .gesture(let cost, let grid, let rules):
            Self.bytes(cost) + [UInt8(grid.rows), UInt8(grid.columns), rules.code]
        }
    }

    init(_ bytes: ArraySlice<UInt8>, of kind: VaultSlot.Kind, at offset: Int) throws {
        func check(_ isRight: Bool) throws {
            guard isRight else {
                throw VaultError(
                    .tampered, at: offset, "\(bytes.count) bytes are not parameters of a \(kind.name) slot")
            }
        }
        let values = Array(bytes)
        switch kind {
        case .keyFile, .recoveryCode:
            try check(values.isEmpty)
            self = .none
        case .passphrase, .passphraseAndKeyFile:
            try check(values.count == 3)
            self = .cost(try Self.cost(values, at: offset))
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
            try check(values.count == 6)
            guard let grid = try? Pattern.Grid(rows: Int(values[3]), columns: Int(values[4])),
                let rules = PatternRules(code: values[5])
            else { throw VaultError(.tampered, at: offset + 3, "the slot's grid or rules are invalid") }
            self = .gesture(try Self.cost(values, at: offset), grid, rules)
        }
    }

    private static func bytes(_ cost: Scrypt.Cost) -> [UInt8] { [UInt8(cost.logN), UInt8(cost.r), UInt8(cost.p)] }

    private static func cost(_ values: [UInt8], at offset: Int) throws -> Scrypt.Cost {
        do {
            let cost = try Scrypt.Cost(logN: Int(values[0]), r: Int(values[1]), p: Int(values[2]))
            try CostLimits.reading.check(cost)
            return cost
        } catch {
            throw VaultError(error.code == .costTooHigh ? .costTooHigh : .tampered, at: offset, error.reason)
        }
    }
}
