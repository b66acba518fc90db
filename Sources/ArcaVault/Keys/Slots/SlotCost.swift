internal import ArcaCore
public import ArcaCrypto

extension VaultSlot {
    /// The key derivation of a slot for a passphrase or a pattern, and the cost of each guess.
    public enum Cost: Sendable, Hashable {
        /// scrypt, which every version of Arca reads; at least N = 2^17, r = 8, p = 1 for a new slot.
        case scrypt(Scrypt.Cost)
        /// Argon2id of RFC 9106; at least 256 MiB and 2 passes for a new slot.
        ///
        /// Versions of Arca before it refuse such a slot as written by a newer Arca.
        case argon2id(Argon2.Cost)

        /// scrypt with its standard cost, the default.
        public static let standard = Cost.scrypt(.standard)
        /// Argon2id that takes as long as ``standard`` on one core, with twice the memory.
        public static let standardArgon2id = Cost.argon2id(.slot)
    }
}

extension Argon2.Cost {
    /// 256 MiB, 2 passes, 4 lanes: the minimum of a slot.
    public static let slot = (try? Argon2.Cost(memoryKiB: 256 << 10, passes: 2, lanes: 4)) ?? .sensitive
}

extension VaultSlot.Cost: CustomStringConvertible {
    /// The function and its parameters.
    public var description: String {
        switch self {
        case .scrypt(let cost): "scrypt with N = 2^\(cost.logN), r = \(cost.r), p = \(cost.p)"
        case .argon2id(let cost): "Argon2id with m = \(cost.memoryKiB) KiB, t = \(cost.passes), p = \(cost.lanes)"
        }
    }

    /// The work of an attempt, to compare slots: N·r·p of scrypt; a pass of Argon2id over 1 KiB takes as long as 2.
    var work: Int {
        switch self {
        case .scrypt(let cost): cost.r * cost.p << cost.logN
        case .argon2id(let cost): 2 * cost.memoryKiB * cost.passes
        }
    }

    /// The version of a slot's body with this derivation.
    var version: UInt8 {
        switch self {
        case .scrypt: 1
        case .argon2id: 2
        }
    }

    var isHighEnough: Bool {
        switch self {
        case .scrypt(let cost): cost.isAtLeast(.standard)
        case .argon2id(let cost): cost.isAtLeast(.slot)
        }
    }

    var bytes: [UInt8] {
        switch self {
        case .scrypt(let cost): [UInt8(cost.logN), UInt8(cost.r), UInt8(cost.p)]
        case .argon2id(let cost):
            UInt32(cost.memoryKiB).bigEndianBytes + UInt32(cost.passes).bigEndianBytes + [UInt8(cost.lanes)]
        }
    }

    static func byteCount(ofVersion version: UInt8) -> Int { version == 1 ? 3 : 9 }

    /// Parses a cost and checks it against the limits for reading.
    init(_ bytes: ArraySlice<UInt8>, version: UInt8) throws(CryptoError) {
        let bytes = Array(bytes)
        if version == 1 {
            self = .scrypt(try Scrypt.Cost(logN: Int(bytes[0]), r: Int(bytes[1]), p: Int(bytes[2])))
        } else {
            func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 << 8 | Int($1) } }
            self = .argon2id(
                try Argon2.Cost(memoryKiB: number(0..<4), passes: number(4..<8), lanes: Int(bytes[8])))
        }
        try check()
    }

    /// Checks the cost against the limits for reading, and that a slot can store it.
    func check() throws(CryptoError) {
        switch self {
        case .scrypt(let cost): try CostLimits.reading.check(cost)
        case .argon2id(let cost):
            try CostLimits.reading.check(argon2: cost)
            guard cost.lanes < 256 else {
                throw CryptoError(.costTooHigh, "a slot has at most 255 lanes of Argon2id, not \(cost.lanes)")
            }
        }
    }

    /// Derives 32 bytes; the cost is checked already: against the maximum on reading, against the minimum on writing.
    func derive(_ secret: borrowing some Bytes, salt: [UInt8]) throws -> SymmetricKey {
        switch self {
        case .scrypt(let cost):
            try Scrypt.deriveKey(from: secret, salt: salt, cost: cost, memoryLimit: cost.memoryByteCount)
        case .argon2id(let cost):
            try Argon2.deriveKey(from: secret, salt: salt, cost: cost, memoryLimit: cost.memoryByteCount)
        }
    }
}
