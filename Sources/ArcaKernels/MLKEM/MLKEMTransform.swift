// The number-theoretic transform of ML-KEM and multiplication in its domain (FIPS 203, sections 4.3.1 and 4.3.2).
//
// In the NTT domain polynomials are transposed, with coefficient j at 16·(j mod 16) + j/16. So all seven layers and the
// pairwise products work on eight adjacent values; the transposition is the only shuffle.

enum MLKEMTransform {
    /// The index of coefficient j in a transposed polynomial.
    @inline(__always)
    static func place(_ j: Int) -> Int { (j & 15) &<< 4 | j &>> 4 }

    /// Transforms `f`, with absolute coefficients less than q, to `g`, in [0, q]; overwrites `f`.
    ///
    /// Seven layers add less than q each, 8q in total, which is less than 2¹⁵, so no intermediate reduction is needed.
    @inline(never)
    static func forward(_ f: Coefficients, _ g: Coefficients, _ constants: MLKEMConstants) {
        let zetas = UnsafePointer(constants.zetas)
        layer(f, 128, zetas + 1, isInverse: false)
        layer(f, 64, zetas + 2, isInverse: false)
        layer(f, 32, zetas + 4, isInverse: false)
        layer(f, 16, zetas + 8, isInverse: false)
        transpose(f, g)
        columnLayers(g, zetas + MLKEMConstants.columns, isInverse: false)
        MLKEMRing.update(g) { MLKEMRing.reduce(MLKEMRing.load(g, $0)) }
    }

    /// Computes the inverse transform, times 2¹⁶, of `g`, in [0, q], to `f`, in (-q, q); overwrites `g`.
    ///
    /// Sums double with each layer, so they are reduced after three and six layers.
    @inline(never)
    static func backward(_ g: Coefficients, _ f: Coefficients, _ constants: MLKEMConstants) {
        let zetas = UnsafePointer(constants.zetas) + MLKEMConstants.inverse
        columnLayers(g, UnsafePointer(constants.zetas) + MLKEMConstants.inverseColumns, isInverse: true)
        MLKEMRing.update(g) { MLKEMRing.reduce(MLKEMRing.load(g, $0)) }
        transpose(g, f)
        layer(f, 16, zetas + 8, isInverse: true)
        layer(f, 32, zetas + 4, isInverse: true)
        layer(f, 64, zetas + 2, isInverse: true)
        MLKEMRing.update(f) { MLKEMRing.reduce(MLKEMRing.load(f, $0)) }
        layer(f, 128, zetas + 1, isInverse: true)
        // 1441 = 2³²/128 modulo q.
        let factor = Eight(repeating: 1441)
        MLKEMRing.update(f) { MLKEMRing.montgomery(MLKEMRing.load(f, $0), factor, MLKEMRing.timesInverse(factor)) }
    }

    /// Precomputes products with `b`, in [0, q], as 512 numbers in `cache`: b·q⁻¹ (256), the odd coefficients times
    /// their root (128), and those times q⁻¹ (128).
    @inline(never)
    static func prepare(_ b: UnsafePointer<Int16>, _ cache: Coefficients, _ constants: MLKEMConstants) {
        let roots = UnsafePointer(constants.zetas) + MLKEMConstants.roots
        MLKEMRing.update(cache) { MLKEMRing.timesInverse(MLKEMRing.load(b, $0)) }
        var pair = 0
        while pair < 128 {
            let odd = MLKEMRing.load(b, evenPlace(pair) &+ 16)
            let product = MLKEMRing.montgomery(
                odd, MLKEMRing.load(roots, pair), MLKEMRing.load(roots, pair &+ MLKEMConstants.secondHalf))
            MLKEMRing.store(cache, 256 &+ pair, product)
            MLKEMRing.store(cache, 384 &+ pair, MLKEMRing.timesInverse(product))
            pair &+= 8
        }
    }

    /// Writes the sum of `count` products times 2⁻¹⁶, in [0, q], to `result`.
    ///
    /// The polynomials of `a`, in [0, 4096), are `stride` apart; those of `b`, in [0, q], are contiguous, with their
    /// ``prepare(_:_:_:)`` results in `caches`.
    @inline(never)
    static func multiply(
        _ a: UnsafePointer<Int16>, stride: Int, _ b: UnsafePointer<Int16>, _ caches: UnsafePointer<Int16>, count: Int,
        _ result: Coefficients
    ) {
        var pair = 0
        while pair < 128 {
            let even = evenPlace(pair)
            let odd = even &+ 16
            var (first, second) = (Eight(repeating: 0), Eight(repeating: 0))
            var index = 0
            while index < count {
                let (x, y, cache) = (a + stride &* index, b + 256 &* index, caches + 512 &* index)
                let (x0, x1) = (MLKEMRing.load(x, even), MLKEMRing.load(x, odd))
                let (y0, y1) = (MLKEMRing.load(y, even), MLKEMRing.load(y, odd))
                let (y0Inverse, y1Inverse) = (MLKEMRing.load(cache, even), MLKEMRing.load(cache, odd))
                // (x0 + x1·X)(y0 + y1·X) modulo X² - root.
                first =
                    first &+ MLKEMRing.montgomery(x0, y0, y0Inverse)
                    &+ MLKEMRing.montgomery(x1, MLKEMRing.load(cache, 256 &+ pair), MLKEMRing.load(cache, 384 &+ pair))
                second =
                    second &+ MLKEMRing.montgomery(x0, y1, y1Inverse) &+ MLKEMRing.montgomery(x1, y0, y0Inverse)
                index &+= 1
            }
            MLKEMRing.store(result, even, MLKEMRing.reduce(first))
            MLKEMRing.store(result, odd, MLKEMRing.reduce(second))
            pair &+= 8
        }
    }

    /// The index of the even coefficients of eight pairs from `pair`; the odd ones are 16 positions later.
    @inline(__always)
    private static func evenPlace(_ pair: Int) -> Int { (pair & ~15) &* 2 &+ (pair & 15) }

    @inline(__always)
    private static func butterfly(
        _ f: Coefficients, _ low: Int, _ high: Int, _ zeta: Eight, _ zetaTimesInverse: Eight, isInverse: Bool
    ) {
        let (a, b) = (MLKEMRing.load(f, low), MLKEMRing.load(f, high))
        if isInverse {
            MLKEMRing.store(f, low, a &+ b)
            MLKEMRing.store(f, high, MLKEMRing.montgomery(b &- a, zeta, zetaTimesInverse))
        } else {
            let product = MLKEMRing.montgomery(b, zeta, zetaTimesInverse)
            MLKEMRing.store(f, low, a &+ product)
            MLKEMRing.store(f, high, a &- product)
        }
    }

    /// A layer with partners `length` apart, at least 16, in a polynomial that is not transposed.
    @inline(__always)
    private static func layer(_ f: Coefficients, _ length: Int, _ zetas: UnsafePointer<Int16>, isInverse: Bool) {
        var block = 0
        while block < 128 / length {
            let zeta = Eight(repeating: zetas[block])
            let zetaTimesInverse = Eight(repeating: zetas[block &+ MLKEMConstants.secondHalf])
            var index = 2 &* length &* block
            let end = index &+ length
            while index < end {
                butterfly(f, index, index &+ length, zeta, zetaTimesInverse, isInverse: isInverse)
                index &+= 8
            }
            block &+= 1
        }
    }

    /// The layers with partners 8, 4 and 2 apart, which are rows of a transposed polynomial.
    @inline(__always)
    private static func columnLayers(_ g: Coefficients, _ zetas: UnsafePointer<Int16>, isInverse: Bool) {
        var step = 0
        while step < 3 {
            let layer = isInverse ? 2 &- step : step
            var row = 0
            while row < (layer == 0 ? 8 : 4) {
                switch layer {
                case 0: rows(g, row, row &+ 8, zetas, isInverse: isInverse)
                case 1:
                    rows(g, row, row &+ 4, zetas + 16, isInverse: isInverse)
                    rows(g, row &+ 8, row &+ 12, zetas + 32, isInverse: isInverse)
                default:
                    let part = zetas + (48 &+ 16 &* row)
                    rows(g, 4 &* row, 4 &* row &+ 2, part, isInverse: isInverse)
                    rows(g, 4 &* row &+ 1, 4 &* row &+ 3, part, isInverse: isInverse)
                }
                row &+= 1
            }
            step &+= 1
        }
    }

    @inline(__always)
    private static func rows(
        _ g: Coefficients, _ row: Int, _ other: Int, _ zetas: UnsafePointer<Int16>, isInverse: Bool
    ) {
        var lane = 0
        while lane < 16 {
            butterfly(
                g, 16 &* row &+ lane, 16 &* other &+ lane, MLKEMRing.load(zetas, lane),
                MLKEMRing.load(zetas, MLKEMConstants.secondHalf &+ lane), isInverse: isInverse)
            lane &+= 8
        }
    }

    @inline(never)
    private static func transpose(_ source: UnsafePointer<Int16>, _ target: Coefficients) {
        var row = 0
        while row < 16 {
            var column = 0
            while column < 16 {
                target[16 &* column &+ row] = source[16 &* row &+ column]
                column &+= 1
            }
            row &+= 1
        }
    }
}
