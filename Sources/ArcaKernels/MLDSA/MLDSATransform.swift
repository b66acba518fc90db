// The number-theoretic transform of ML-DSA (FIPS 204, section 7.5).
//
// In the NTT domain each block of 64 coefficients is a transposed square of eight by eight. So all eight layers work on
// eight adjacent values, and the squares are the only shuffle.

/// The kernels that a processor with wider vectors replaces; the same functions as in ``MLDSATransform``.
public struct MLDSAVectors: Sendable {
    /// Transforms 256 coefficients in place; the second argument is the table of constants.
    public typealias Transform = @convention(c) (UnsafeMutablePointer<Int32>, UnsafePointer<Int32>) -> Void
    /// Writes the sum of products of two vectors; the number is that of their polynomials.
    public typealias Product =
        @convention(c) (
            UnsafePointer<Int32>, UnsafePointer<Int32>, Int, UnsafeMutablePointer<Int32>
        ) -> Void

    let forward, backward: Transform
    let multiply: Product

    /// Creates a set of kernels.
    public init(forward: Transform, backward: Transform, multiply: Product) {
        self.forward = forward
        self.backward = backward
        self.multiply = multiply
    }

    static let portable = MLDSAVectors(
        forward: { MLDSATransform.forward($0, $1) }, backward: { MLDSATransform.backward($0, $1) },
        multiply: { MLDSATransform.multiply($0, $1, count: $2, $3) })
}

enum MLDSATransform {
    /// The index of coefficient j in the NTT domain.
    @inline(__always)
    static func place(_ j: Int) -> Int { j & ~63 | (j & 7) &<< 3 | j &>> 3 & 7 }

    /// Transforms `f`, with absolute coefficients less than 28q, in place.
    ///
    /// Eight layers add less than q each, so no intermediate reduction is needed.
    @inline(never)
    static func forward(_ f: Wide, _ constants: UnsafePointer<Int32>) {
        var length = 128
        while length >= 8 {
            let zetas = constants + 128 / length
            var block = 0
            while block < 128 / length {
                rows(f + 2 &* length &* block, length, zetas[block])
                block &+= 1
            }
            length &>>= 1
        }
        var block = 0
        while block < 4 {
            let (square, zetas) = (f + 64 &* block, constants + (32 &+ 56 &* block))
            transpose(square)
            var row = 0
            while row < 4 {
                columns(square, row, row &+ 4, zetas)
                row &+= 1
            }
            row = 0
            while row < 4 {
                let first = row &+ (row & 2)
                columns(square, first, first &+ 2, zetas + (8 &+ 8 &* (row &>> 1)))
                row &+= 1
            }
            row = 0
            while row < 4 {
                columns(square, 2 &* row, 2 &* row &+ 1, zetas + (24 &+ 8 &* row))
                row &+= 1
            }
            block &+= 1
        }
    }

    /// Computes the inverse transform, times 2³², of `f`, in (-q, q), in place; the result is in (-q, q).
    ///
    /// Sums double with each layer, up to 256q, which is less than 2³¹.
    @inline(never)
    static func backward(_ f: Wide, _ constants: UnsafePointer<Int32>) {
        let constants = constants + MLDSAConstants.inverse
        var block = 0
        while block < 4 {
            let (square, zetas) = (f + 64 &* block, constants + (32 &+ 56 &* block))
            var row = 0
            while row < 4 {
                inverseColumns(square, 2 &* row, 2 &* row &+ 1, zetas + (24 &+ 8 &* row))
                row &+= 1
            }
            row = 0
            while row < 4 {
                let first = row &+ (row & 2)
                inverseColumns(square, first, first &+ 2, zetas + (8 &+ 8 &* (row &>> 1)))
                row &+= 1
            }
            row = 0
            while row < 4 {
                inverseColumns(square, row, row &+ 4, zetas)
                row &+= 1
            }
            transpose(square)
            block &+= 1
        }
        var length = 8
        while length <= 128 {
            let zetas = constants + 128 / length
            var block = 0
            while block < 128 / length {
                inverseRows(f + 2 &* length &* block, length, zetas[block])
                block &+= 1
            }
            length &<<= 1
        }
        let factor = Int64(constants[0])
        var index = 0
        while index < MLDSARing.degree {
            f[index] = MLDSARing.montgomery(Int64(f[index]) &* factor)
            index &+= 1
        }
    }

    /// Writes the sum of `count` products times 2⁻³², in (-q, q), to `result`.
    ///
    /// The polynomials of `a` and of `b` are contiguous; the sum of the products is less than q·2³¹.
    @inline(never)
    static func multiply(_ a: UnsafePointer<Int32>, _ b: UnsafePointer<Int32>, count: Int, _ result: Wide) {
        var index = 0
        while index < MLDSARing.degree {
            var sum: Int64 = 0
            var place = index
            while place < MLDSARing.degree &* count {
                sum = sum &+ Int64(a[place]) &* Int64(b[place])
                place &+= MLDSARing.degree
            }
            result[index] = MLDSARing.montgomery(sum)
            index &+= 1
        }
    }

    @inline(__always)
    private static func rows(_ f: Wide, _ length: Int, _ zeta: Int32) {
        var index = 0
        while index < length {
            let product = MLDSARing.montgomery(Int64(f[index &+ length]) &* Int64(zeta))
            let a = f[index]
            f[index] = a &+ product
            f[index &+ length] = a &- product
            index &+= 1
        }
    }

    @inline(__always)
    private static func inverseRows(_ f: Wide, _ length: Int, _ zeta: Int32) {
        var index = 0
        while index < length {
            let (a, b) = (f[index], f[index &+ length])
            f[index] = a &+ b
            f[index &+ length] = MLDSARing.montgomery(Int64(a &- b) &* Int64(zeta))
            index &+= 1
        }
    }

    /// Two rows of a transposed square, with a constant per lane.
    @inline(__always)
    private static func columns(_ square: Wide, _ row: Int, _ other: Int, _ zetas: UnsafePointer<Int32>) {
        var lane = 0
        while lane < 8 {
            let (low, high) = (8 &* row &+ lane, 8 &* other &+ lane)
            let product = MLDSARing.montgomery(Int64(square[high]) &* Int64(zetas[lane]))
            let a = square[low]
            square[low] = a &+ product
            square[high] = a &- product
            lane &+= 1
        }
    }

    @inline(__always)
    private static func inverseColumns(_ square: Wide, _ row: Int, _ other: Int, _ zetas: UnsafePointer<Int32>) {
        var lane = 0
        while lane < 8 {
            let (low, high) = (8 &* row &+ lane, 8 &* other &+ lane)
            let (a, b) = (square[low], square[high])
            square[low] = a &+ b
            square[high] = MLDSARing.montgomery(Int64(a &- b) &* Int64(zetas[lane]))
            lane &+= 1
        }
    }

    @inline(__always)
    private static func transpose(_ square: Wide) {
        var row = 0
        while row < 8 {
            var column = 0
            while column < row {
                let value = square[8 &* row &+ column]
                square[8 &* row &+ column] = square[8 &* column &+ row]
                square[8 &* column &+ row] = value
                column &+= 1
            }
            row &+= 1
        }
    }
}

/// The constants of the transforms; the product of each with q⁻¹ is ``secondHalf`` positions later.
final class MLDSAConstants: @unchecked Sendable {  // Written in init only.
    static let shared = MLDSAConstants()

    /// The offset of the constants of the inverse transform.
    static let inverse = 256
    static let secondHalf = 512

    /// For each direction: the first five layers, then for each square its last three, with one constant per lane.
    let zetas: Wide

    private init() {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 8 * Self.secondHalf, alignment: 32)
        zetas = memory.bindMemory(to: Int32.self, capacity: 2 * Self.secondHalf)
        // 1753^bitrev(i)·2³² modulo q, centered (FIPS 204, appendix B, in Montgomery form). Public, so % is safe.
        var powers = [Int32](repeating: 0, count: 256)
        let q = Int64(MLDSARing.q)
        var power: Int64 = (1 << 32) % q
        for exponent in 0..<256 {
            var index = 0
            for bit in 0..<8 { index |= (exponent >> bit & 1) << (7 - bit) }
            powers[index] = Int32(power > q / 2 ? power - q : power)
            power = power * 1753 % q
        }
        fill(zetas) { blocks, block in powers[blocks + block] }
        // Differences are a - b, so the constants are negated.
        fill(zetas + Self.inverse) { blocks, block in -powers[2 * blocks - 1 - block] }
        zetas[0] = 0
        // 2⁶⁴/256 modulo q.
        zetas[Self.inverse] = 41978
        for index in 0..<Self.secondHalf { zetas[Self.secondHalf + index] = zetas[index] &* MLDSARing.inverse }
    }

    /// Writes constants from those of block b in a layer of n blocks.
    private func fill(_ output: Wide, _ constant: (Int, Int) -> Int32) {
        for blocks in [1, 2, 4, 8, 16] {
            for block in 0..<blocks { output[blocks + block] = constant(blocks, block) }
        }
        for square in 0..<4 {
            let lanes = output + (32 + 56 * square)
            for lane in 0..<8 {
                let group = 8 * square + lane
                lanes[lane] = constant(32, group)
                for half in 0..<2 { lanes[8 + 8 * half + lane] = constant(64, 2 * group + half) }
                for part in 0..<4 { lanes[24 + 8 * part + lane] = constant(128, 4 * group + part) }
            }
        }
    }
}
