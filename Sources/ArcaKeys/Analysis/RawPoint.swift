internal import ArcaCrypto

/// Checks public keys of Ed25519, Ed448, X25519 and X448.
///
/// Source: RFC 7748, sections 4 and 5; RFC 8032, sections 5.1.3 and 5.2.3.
enum RawPoint {
    private struct Field {
        let prime: BigNumber
        let half: BigNumber

        init(_ prime: BigNumber) {
            self.prime = prime
            half = prime >> 1
        }

        func difference(_ left: BigNumber, _ right: BigNumber) -> BigNumber { (left + prime - right) % prime }

        /// Euler's criterion; also true for zero.
        func isSquare(_ number: BigNumber) -> Bool {
            let power = (number % prime).power(half, modulo: prime)
            return power.isOne || power.isZero
        }

        /// Whether a point on a Montgomery curve, given by u as a fraction, has an order that divides 8.
        func isOfSmallOrder(_ numerator: BigNumber, _ denominator: BigNumber, coefficient: UInt) -> Bool {
            var (x, z) = (numerator % prime, denominator % prime)
            for _ in 0..<3 {
                let (xx, zz, xz) = (x * x % prime, z * z % prime, x * z % prime)
                let difference = difference(xx, zz)
                x = difference * difference % prime
                z = BigNumber(4) * xz * (xx + BigNumber(coefficient) * xz + zz) % prime
            }
            return z.isZero
        }
    }

    private static let one = BigNumber(1)
    /// 2^255 - 19.
    private static let field25519 = Field(BigNumber([0x7f] + [UInt8](repeating: 0xff, count: 30) + [0xed]))
    /// 2^448 - 2^224 - 1.
    private static let field448 = Field(
        BigNumber(
            [UInt8](repeating: 0xff, count: 27) + [0xfe] + [UInt8](repeating: 0xff, count: 28)))
    private static let (a25519, a448) = (UInt(486_662), UInt(156_326))

    static func edwards25519(_ bytes: [UInt8]) -> [KeyFinding] {
        let field = field25519
        let (written, sign) = number(bytes, signBit: 255)
        let y = written % field.prime
        let isNegativeZero = sign && (y.isOne || y + one == field.prime)
        // x² = (y² - 1) / (d·y² + 1), and d = -121665 / 121666.
        let square = y * y % field.prime
        let top = field.difference(square, one) * BigNumber(121_666)
        let bottom = field.difference(BigNumber(121_666), BigNumber(121_665) * square % field.prime)
        return findings(
            "Ed25519", isCanonical: written < field.prime && !isNegativeZero, isOnCurve: field.isSquare(top * bottom),
            isOfSmallOrder: field.isOfSmallOrder(one + y, field.difference(one, y), coefficient: a25519))
    }

    static func edwards448(_ bytes: [UInt8]) -> [KeyFinding] {
        let field = field448
        let (written, sign) = number(bytes, signBit: 455)
        let y = written % field.prime
        let isOne = y.isOne || y + one == field.prime
        // x² = (1 - y²) / (1 + 39081·y²).
        let square = y * y % field.prime
        return findings(
            "Ed448", isCanonical: written < field.prime && !(sign && isOne),
            isOnCurve: field.isSquare(field.difference(one, square) * (one + BigNumber(39_081) * square)),
            isOfSmallOrder: isOne || y.isZero)
    }

    static func montgomery25519(_ bytes: [UInt8]) -> [KeyFinding] {
        montgomery("X25519", field25519, number(bytes, signBit: 255), coefficient: a25519)
    }

    static func montgomery448(_ bytes: [UInt8]) -> [KeyFinding] {
        montgomery("X448", field448, number(bytes, signBit: nil), coefficient: a448)
    }

    private static func montgomery(
        _ name: String, _ field: Field, _ key: (written: BigNumber, sign: Bool), coefficient: UInt
    ) -> [KeyFinding] {
        let u = key.written % field.prime
        // v² = u³ + A·u² + u.
        return findings(
            name, isCanonical: key.written < field.prime && !key.sign,
            isOnCurve: field.isSquare(u * (u * (u + BigNumber(coefficient)) + one)),
            isOfSmallOrder: field.isOfSmallOrder(u, one, coefficient: coefficient))
    }

    /// The little-endian number without the sign bit, and the sign bit.
    private static func number(_ bytes: [UInt8], signBit: Int?) -> (BigNumber, Bool) {
        var bytes = bytes
        var sign = false
        if let signBit {
            let mask = UInt8(1) << UInt8(signBit % 8)
            sign = bytes[signBit / 8] & mask != 0
            bytes[signBit / 8] &= ~mask
        }
        return (BigNumber(Array(bytes.reversed())), sign)
    }

    private static func findings(
        _ name: String, isCanonical: Bool, isOnCurve: Bool, isOfSmallOrder: Bool
    ) -> [KeyFinding] {
        var found: [KeyFinding] = []
        if isOfSmallOrder {
            found.append(
                KeyFinding(
                    .smallOrder,
                    "the public key is a point of small order: everybody knows what it agrees on or verifies"))
        } else if !isOnCurve {
            found.append(
                KeyFinding(
                    .offCurve, "the public key is not a point of the curve of \(name): no private key belongs to it"))
        }
        if !isCanonical {
            found.append(
                KeyFinding(
                    .nonCanonical,
                    "the public key is not written in its one form, so programs may take it for different keys"))
        }
        return found
    }
}
