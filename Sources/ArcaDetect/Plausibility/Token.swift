import ArcaCore

/// A run of characters without white space, costed the cheapest way: word by word, number by number, or as random
/// characters of an alphabet, like identifiers, digests and passwords.
struct Token {
    /// Maximum usual length of random tokens: a SHA-512 digest has 128 digits.
    private static let usualLength = 200

    private var parts = SIMD8<Float>()
    private var atom = SIMD8<Float>()
    private var atomCount = 0
    private var atomKinds = Kinds()
    private var count = 0
    private var kinds = Kinds()
    /// Trailing equals signs, possibly padding.
    private var paddingCount = 0

    private struct Kinds: OptionSet {
        let rawValue: UInt8
        static let digit = Kinds(rawValue: 1)
        static let lowerHex = Kinds(rawValue: 2)
        static let upperHex = Kinds(rawValue: 4)
        static let lower = Kinds(rawValue: 8)
        static let upper = Kinds(rawValue: 16)
        /// `+ / - _ .`, as in Base64 and identifiers.
        static let joint = Kinds(rawValue: 32)
        static let sign = Kinds(rawValue: 64)
        static let beyond = Kinds(rawValue: 128)
    }

    mutating func addDigit(_ bits: Float) {
        note(.digit)
        atom += bits
    }

    mutating func addLetter(_ byte: UInt8, _ bits: SIMD8<Float>) {
        switch byte {
        case 0x41...0x46: note(.upperHex)
        case 0x47...0x5a: note(.upper)
        case 0x61...0x66: note(.lowerHex)
        default: note(.lower)
        }
        atom += bits
    }

    private mutating func note(_ kind: Kinds) {
        if paddingCount > 0 { flushPadding() }
        atomKinds.insert(kind)
        atomCount += 1
    }

    mutating func addSign(_ byte: UInt8, _ bits: Float) {
        endAtom()
        if byte == .equals, count > 0 {
            paddingCount += 1
        } else {
            if paddingCount > 0 { flushPadding() }
            let isJoint = byte == .plus || byte == .slash || byte == .hyphen || byte == .underscore || byte == .period
            kinds.insert(isJoint ? .joint : .sign)
            count += 1
        }
        parts += bits
    }

    mutating func addBeyond(_ bits: Float) {
        endAtom()
        kinds.insert(.beyond)
        parts += bits
    }

    /// Counts the pending equals signs, which are not padding.
    private mutating func flushPadding() {
        kinds.insert(.sign)
        count += paddingCount
        paddingCount = 0
    }

    mutating func endAtom() {
        guard atomCount > 0 else { return }
        parts += Self.cheapest(atom, atomCount, atomKinds)
        count += atomCount
        kinds.formUnion(atomKinds)
        atom = SIMD8<Float>()
        atomCount = 0
        atomKinds = []
    }

    /// The cost of the whole token by language; complete after ``endAtom()``.
    var cost: SIMD8<Float> {
        guard !kinds.contains(.beyond), count > 2 else { return parts }
        let whole = Self.cheapest(parts, count, kinds)
        return paddingCount > 0
            ? pointwiseMin(parts, SIMD8(repeating: (whole.min()) + 5 + Float(paddingCount))) : whole
    }

    private static func cheapest(_ bits: SIMD8<Float>, _ count: Int, _ kinds: Kinds) -> SIMD8<Float> {
        let length = Float(count)
        var alternative: Float
        if kinds.isSubset(of: .digit) {
            alternative = 3.32 * length + 3
        } else if kinds.isSubset(of: [.digit, .lowerHex]) || kinds.isSubset(of: [.digit, .upperHex]) {
            alternative = 4 * length + 5
        } else if kinds.isSubset(of: [.lowerHex, .lower]) || kinds.isSubset(of: [.upperHex, .upper]) {
            alternative = 4.7 * length + 6
        } else if kinds.isSubset(of: [.digit, .lowerHex, .lower]) || kinds.isSubset(of: [.digit, .upperHex, .upper]) {
            alternative = 5.17 * length + 6
        } else if kinds.isDisjoint(with: .sign) {
            alternative = 6.02 * length + 8
        } else {
            alternative = 6.57 * length + 10
        }
        if count > usualLength { alternative += 0.25 * Float(count - usualLength) }
        return pointwiseMin(bits, SIMD8(repeating: alternative))
    }
}
