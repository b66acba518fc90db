// Conversion between ML-KEM polynomials and bytes: with 12 bits per coefficient, or compressed (FIPS 203, section
// 4.2.1).

enum MLKEMPacking {
    /// Encodes a transposed polynomial in 384 bytes; `scratch` is a polynomial.
    @inline(never)
    static func encode(
        _ polynomial: UnsafePointer<Int16>, _ bytes: UnsafeMutablePointer<UInt8>, _ scratch: Coefficients
    ) {
        MLKEMRing.update(scratch) { MLKEMRing.canonical(MLKEMRing.load(polynomial, $0)) }
        var j = 0
        while j < MLKEMRing.degree {
            let low = UInt32(UInt16(bitPattern: scratch[MLKEMTransform.place(j)]))
            let high = UInt32(UInt16(bitPattern: scratch[MLKEMTransform.place(j &+ 1)]))
            let three = bytes + (j &>> 1) &* 3
            let both = low | high &<< 12
            three[0] = UInt8(truncatingIfNeeded: both)
            three[1] = UInt8(truncatingIfNeeded: both &>> 8)
            three[2] = UInt8(truncatingIfNeeded: both &>> 16)
            j &+= 2
        }
    }

    /// Decodes a transposed polynomial from 384 bytes, with coefficients in [0, 4096); returns 0 if all are less than
    /// q, else 1.
    @inline(never)
    static func decode(_ bytes: UnsafePointer<UInt8>, _ polynomial: Coefficients) -> UInt32 {
        var excess: UInt32 = 0
        var j = 0
        while j < MLKEMRing.degree {
            let three = bytes + (j &>> 1) &* 3
            let both = UInt32(three[0]) | UInt32(three[1]) &<< 8 | UInt32(three[2]) &<< 16
            let (low, high) = (both & 0xfff, both &>> 12)
            polynomial[MLKEMTransform.place(j)] = Int16(truncatingIfNeeded: low)
            polynomial[MLKEMTransform.place(j &+ 1)] = Int16(truncatingIfNeeded: high)
            excess |= (3328 &- low) | (3328 &- high)
            j &+= 2
        }
        return excess &>> 31
    }

    @inline(never)
    static func compress4(_ f: UnsafePointer<Int16>, _ bytes: UnsafeMutablePointer<UInt8>) { pack(f, 4, bytes) }
    @inline(never)
    static func compress5(_ f: UnsafePointer<Int16>, _ bytes: UnsafeMutablePointer<UInt8>) { pack(f, 5, bytes) }
    @inline(never)
    static func compress10(_ f: UnsafePointer<Int16>, _ bytes: UnsafeMutablePointer<UInt8>) { pack(f, 10, bytes) }
    @inline(never)
    static func compress11(_ f: UnsafePointer<Int16>, _ bytes: UnsafeMutablePointer<UInt8>) { pack(f, 11, bytes) }
    @inline(never)
    static func decompress4(_ bytes: UnsafePointer<UInt8>, _ f: Coefficients) { unpack(bytes, 4, f) }
    @inline(never)
    static func decompress5(_ bytes: UnsafePointer<UInt8>, _ f: Coefficients) { unpack(bytes, 5, f) }
    @inline(never)
    static func decompress10(_ bytes: UnsafePointer<UInt8>, _ f: Coefficients) { unpack(bytes, 10, f) }
    @inline(never)
    static func decompress11(_ bytes: UnsafePointer<UInt8>, _ f: Coefficients) { unpack(bytes, 11, f) }

    /// Decodes a 32-byte message to coefficients of 0 or 1665.
    @inline(never)
    static func polynomial(ofMessage message: UnsafePointer<UInt8>, _ f: Coefficients) {
        // 1, hidden from the optimizer, which would otherwise make a jump for each bit.
        let one = UInt16(truncatingIfNeeded: MLKEMMask.opaque(1))
        var index = 0
        while index < MLKEMRing.degree {
            let bit = UInt16(message[index &>> 3]) &>> UInt16(truncatingIfNeeded: index & 7) & one
            f[index] = Int16(bitPattern: (0 &- bit) & 1665)
            index &+= 1
        }
    }

    /// Encodes which coefficients in [0, q) are nearer to q/2 than to 0 as a 32-byte message.
    @inline(never)
    static func message(of f: UnsafePointer<Int16>, _ message: UnsafeMutablePointer<UInt8>) {
        var byte = 0
        while byte < 32 {
            var bits: UInt64 = 0
            var bit = 0
            while bit < 8 {
                bits |= compressed(f[8 &* byte &+ bit], 1) &<< UInt64(truncatingIfNeeded: bit)
                bit &+= 1
            }
            message[byte] = UInt8(truncatingIfNeeded: bits)
            byte &+= 1
        }
    }

    /// round(2^d·x/q) modulo 2^d for x in [0, q), without a division, whose timing would leak x (KyberSlash).
    ///
    /// Exact for d = 1, 4, 5, 10 and 11; a test checks all values.
    @inline(__always)
    static func compressed(_ x: Int16, _ d: UInt64) -> UInt64 {
        (((UInt64(UInt16(bitPattern: x)) &<< d) &+ 1664) &* 1_290_168) &>> 32 & ((1 &<< d) &- 1)
    }

    /// Packs each eight compressed coefficients into d bytes.
    @inline(__always)
    private static func pack(_ f: UnsafePointer<Int16>, _ d: UInt64, _ bytes: UnsafeMutablePointer<UInt8>) {
        var output = bytes
        var group = 0
        while group < MLKEMRing.degree {
            var (low, high) = (UInt64(0), UInt64(0))
            var index: UInt64 = 0
            while index < 4 {
                low |= compressed(f[group &+ Int(index)], d) &<< (d &* index)
                high |= compressed(f[group &+ 4 &+ Int(index)], d) &<< (d &* index)
                index &+= 1
            }
            let (first, rest) = (low | high &<< (4 &* d), high &>> (64 &- 4 &* d))
            index = 0
            while index < d {
                output[Int(index)] = UInt8(
                    truncatingIfNeeded: index < 8 ? first &>> (8 &* index) : rest &>> (8 &* (index &- 8)))
                index &+= 1
            }
            output += Int(d)
            group &+= 8
        }
    }

    /// Unpacks and decompresses: round(q·y/2^d).
    @inline(__always)
    private static func unpack(_ bytes: UnsafePointer<UInt8>, _ d: UInt64, _ f: Coefficients) {
        let mask: UInt64 = (1 &<< d) &- 1
        let half: UInt64 = 1 &<< (d &- 1)
        var input = bytes
        var group = 0
        while group < MLKEMRing.degree {
            var (first, rest) = (UInt64(0), UInt64(0))
            var index: UInt64 = 0
            while index < d {
                if index < 8 {
                    first |= UInt64(input[Int(index)]) &<< (8 &* index)
                } else {
                    rest |= UInt64(input[Int(index)]) &<< (8 &* (index &- 8))
                }
                index &+= 1
            }
            let high = first &>> (4 &* d) | (d > 8 ? rest &<< (64 &- 4 &* d) : 0)
            index = 0
            while index < 4 {
                let (a, b) = (first &>> (d &* index) & mask, high &>> (d &* index) & mask)
                f[group &+ Int(index)] = Int16(truncatingIfNeeded: (a &* 3329 &+ half) &>> d)
                f[group &+ 4 &+ Int(index)] = Int16(truncatingIfNeeded: (b &* 3329 &+ half) &>> d)
                index &+= 1
            }
            input += Int(d)
            group &+= 8
        }
    }
}

enum MLKEMMask {
    /// Hides from the optimizer that the value is a mask; otherwise it generates jumps or address selections.
    @inline(never) @_optimize(none)
    static func opaque(_ mask: UInt64) -> UInt64 { mask }
}
