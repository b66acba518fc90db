internal import ArcaCrypto
internal import ArcaVault

enum SlotKDFName: String, CaseIterable, ArgumentValue { case scrypt, argon2id }

/// The key derivation of slots for passphrases and patterns.
struct SlotStretchingOptions: OptionGroup {
    static let title = "New slots"

    var function: SlotKDFName?
    var choice = SlotCostChoice.standard

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--kdf", value: "KDF", set: \.function,
            help: "key derivation: scrypt, or argon2id, which older versions of Arca cannot read"
        ).defaulting(to: "scrypt, or that of the replaced slot")
        Parameter.option(
            "--cost", value: "N", set: \.choice,
            help: "cost of scrypt as a power of two, 17 to 20; argon2id takes as long with 2^(N+1) KiB, up to 19; "
                + "auto chooses the cost of half a second")
    }

    /// The cost of a new slot; the function is that of the replaced one unless the options give another.
    func cost(replacing old: VaultSlot? = nil) throws -> VaultSlot.Cost {
        switch function ?? old?.function ?? .scrypt {
        case .scrypt: .scrypt(try choice.scrypt())
        case .argon2id: .argon2id(try choice.argon2())
        }
    }
}

extension VaultSlot {
    var function: SlotKDFName? {
        switch cost {
        case .scrypt: .scrypt
        case .argon2id: .argon2id
        case nil: nil
        }
    }
}

enum SlotCostChoice: ArgumentValue, Hashable {
    case exponent(Int)
    case calibrated

    static let standard = SlotCostChoice.exponent(17)

    init(argument: Argument) throws(UsageError) {
        self = argument == "auto" ? .calibrated : .exponent(try Int(argument: argument, in: 17...20))
    }

    var argumentText: String? {
        switch self {
        case .exponent(let exponent): String(exponent)
        case .calibrated: "auto"
        }
    }

    func scrypt() throws(CryptoError) -> Scrypt.Cost {
        switch self {
        case .exponent(let exponent): try Scrypt.Cost(logN: exponent)
        case .calibrated: try Scrypt.Cost.calibrated(milliseconds: 500)
        }
    }

    func argon2() throws -> Argon2.Cost {
        let least = Argon2.Cost.slot
        switch self {
        case .exponent(let exponent):
            guard exponent < 20 else {
                throw UsageError(.conflict, "argon2id has no cost \(exponent)", hint: "give --cost 17, 18 or 19")
            }
            return try Argon2.Cost(memoryKiB: 1 << (exponent + 1), passes: least.passes, lanes: least.lanes)
        case .calibrated: return try Argon2.Cost.calibrated(milliseconds: 500, least: least)
        }
    }
}
