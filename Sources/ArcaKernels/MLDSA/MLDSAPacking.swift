// Conversion between ML-DSA polynomials and bytes (FIPS 204, section 7.1).

enum MLDSAPacking {
    /// Packs `bits` bits per coefficient, `base` - f if `base` is given, into 32·`bits` bytes.
    ///
    /// The results must be in [0, 2^bits); `bits` is at most 20.
    @inline(__always)
    static func pack(
        _ f: UnsafePointer<Int32>, _ bits: UInt64, from base: Int32? = nil, _ bytes: UnsafeMutablePointer<UInt8>
    ) {
        let output = UnsafeMutableRawPointer(bytes)
        var (pending, count) = (UInt64(0), UInt64(0))
        var (index, place) = (0, 0)
        while index < MLDSARing.degree {
            let value = base.map { $0 &- f[index] } ?? f[index]
            pending |= UInt64(UInt32(bitPattern: value)) &<< count
            count &+= bits
            if count >= 32 {
                output.storeBytes(
                    of: UInt32(truncatingIfNeeded: pending).littleEndian, toByteOffset: place, as: UInt32.self)
                pending = pending &>> 32
                count &-= 32
                place &+= 4
            }
            index &+= 1
        }
    }

    /// Unpacks `bits` bits per coefficient; the coefficient is `base` minus the bits if `base` is given.
    ///
    /// Reads up to three bytes beyond the 32·`bits`.
    @inline(__always)
    static func unpack(_ bytes: UnsafePointer<UInt8>, _ bits: Int, from base: Int32? = nil, _ f: Wide) {
        let mask: UInt32 = (1 &<< UInt32(truncatingIfNeeded: bits)) &- 1
        var index = 0
        while index < MLDSARing.degree {
            let offset = bits &* index
            let word = UnsafeRawPointer(bytes + offset &>> 3).loadUnaligned(as: UInt32.self).littleEndian
            let value = Int32(bitPattern: word &>> UInt32(truncatingIfNeeded: offset & 7) & mask)
            f[index] = base.map { $0 &- value } ?? value
            index &+= 1
        }
    }

    // One function for each width, so that the loops are compiled for it.
    @inline(never)
    static func packHighs(_ f: UnsafePointer<Int32>, isWide: Bool, _ bytes: UnsafeMutablePointer<UInt8>) {
        if isWide { pack(f, 6, bytes) } else { pack(f, 4, bytes) }
    }

    @inline(never)
    static func packMask(_ f: UnsafePointer<Int32>, bits: Int, _ bytes: UnsafeMutablePointer<UInt8>) {
        if bits == 18 { pack(f, 18, from: 1 &<< 17, bytes) } else { pack(f, 20, from: 1 &<< 19, bytes) }
    }

    @inline(never)
    static func unpackMask(_ bytes: UnsafePointer<UInt8>, bits: Int, _ f: Wide) {
        if bits == 18 { unpack(bytes, 18, from: 1 &<< 17, f) } else { unpack(bytes, 20, from: 1 &<< 19, f) }
    }

    /// The coefficients of s₁ and s₂, in [-η, η], with three or four bits.
    @inline(never)
    static func packSmall(_ f: UnsafePointer<Int32>, eta: Int32, _ bytes: UnsafeMutablePointer<UInt8>) {
        if eta == 2 { pack(f, 3, from: 2, bytes) } else { pack(f, 4, from: 4, bytes) }
    }

    /// The inverse of ``packSmall(_:eta:_:)``, which reads beyond the bytes; the result may be less than -η.
    @inline(never)
    static func unpackSmall(_ bytes: UnsafePointer<UInt8>, eta: Int32, _ f: Wide) {
        if eta == 2 { unpack(bytes, 3, from: 2, f) } else { unpack(bytes, 4, from: 4, f) }
    }

    /// The low 13 bits of t, in (-2¹², 2¹²].
    @inline(never)
    static func packLow(_ f: UnsafePointer<Int32>, _ bytes: UnsafeMutablePointer<UInt8>) {
        pack(f, 13, from: 1 &<< 12, bytes)
    }

    @inline(never)
    static func unpackLow(_ bytes: UnsafePointer<UInt8>, _ f: Wide) { unpack(bytes, 13, from: 1 &<< 12, f) }

    @inline(never)
    static func packHigh(_ f: UnsafePointer<Int32>, _ bytes: UnsafeMutablePointer<UInt8>) { pack(f, 10, bytes) }

    @inline(never)
    static func unpackHigh(_ bytes: UnsafePointer<UInt8>, _ f: Wide) { unpack(bytes, 10, f) }

    /// Packs at most ω hints of `rows` polynomials into ω + rows bytes (algorithm 20); hints are public.
    static func packHints(
        _ hints: UnsafePointer<Int32>, rows: Int, omega: Int, _ bytes: UnsafeMutablePointer<UInt8>
    ) {
        bytes.update(repeating: 0, count: omega &+ rows)
        var count = 0
        for row in 0..<rows {
            for index in 0..<MLDSARing.degree where hints[MLDSARing.degree &* row &+ index] != 0 {
                bytes[count] = UInt8(truncatingIfNeeded: index)
                count &+= 1
            }
            bytes[omega &+ row] = UInt8(truncatingIfNeeded: count)
        }
    }

    /// Unpacks hints; returns false unless they are in the only valid form: ordered, then zeros (algorithm 21).
    static func unpackHints(_ bytes: UnsafePointer<UInt8>, rows: Int, omega: Int, _ hints: Wide) -> Bool {
        hints.update(repeating: 0, count: MLDSARing.degree &* rows)
        var count = 0
        for row in 0..<rows {
            let end = Int(bytes[omega &+ row])
            guard end >= count, end <= omega else { return false }
            let start = count
            while count < end {
                guard count == start || bytes[count] > bytes[count &- 1] else { return false }
                hints[MLDSARing.degree &* row &+ Int(bytes[count])] = 1
                count &+= 1
            }
        }
        while count < omega {
            guard bytes[count] == 0 else { return false }
            count &+= 1
        }
        return true
    }
}
