// Sampling with Keccak: the public matrix and small secret polynomials.

enum MLKEMSampling {
    /// Length of a SHAKE128 block in bytes: 112 whole candidates of 12 bits.
    private static let blockByteCount = KeccakSponge.shake128Rate

    /// The transposed matrix Â, rank·rank polynomials in the NTT domain: SampleNTT(ρ ‖ row ‖ column) at row, column.
    ///
    /// ρ, 32 bytes, is public, so branches on its output are safe.
    @inline(never)
    static func matrix(_ rho: UnsafePointer<UInt8>, rank: Int, _ matrix: Coefficients, _ space: MLKEMWorkspace) {
        let count = rank &* rank
        var index = 0
        while let four = space.four, count &- index >= 4 {
            fourEntries(rho, rank, index, matrix, four, space)
            index &+= 4
        }
        while index < count {
            entry(rho, index / rank, index % rank, matrix + MLKEMRing.degree &* index, space)
            index &+= 1
        }
    }

    private static func entry(
        _ rho: UnsafePointer<UInt8>, _ row: Int, _ column: Int, _ polynomial: Coefficients, _ space: MLKEMWorkspace
    ) {
        var sponge = KeccakSponge(space.state, space.roundConstants, rate: blockByteCount)
        sponge.absorb(rho, 32)
        sponge.absorb(UInt8(truncatingIfNeeded: row))
        sponge.absorb(UInt8(truncatingIfNeeded: column))
        sponge.finish(KeccakSponge.shakeSuffix)
        var found = 0
        while found < MLKEMRing.degree {
            sponge.squeeze(space.blocks, blockByteCount)
            found = take(space.blocks, polynomial, found)
        }
    }

    /// Samples entries `index` to `index + 3` with four parallel sponges.
    private static func fourEntries(
        _ rho: UnsafePointer<UInt8>, _ rank: Int, _ index: Int, _ matrix: Coefficients, _ four: FourPermutations,
        _ space: MLKEMWorkspace
    ) {
        KeccakLanes.start(rho, 4, KeccakSponge.shake128Rate, count: 4, space.state) { lane in
            let (row, column) = ((index &+ lane) / rank, (index &+ lane) % rank)
            let suffix = KeccakSponge.shakeSuffix &<< 16
            return UInt64(truncatingIfNeeded: row) | UInt64(truncatingIfNeeded: column) &<< 8 | suffix
        }
        var found = SIMD4<Int>(repeating: 0)
        var isDone = false
        while !isDone {
            four(space.state, space.roundConstants)
            isDone = true
            var lane = 0
            while lane < 4 {
                if found[lane] < MLKEMRing.degree {
                    KeccakLanes.extract(lane, of: 4, blockByteCount, space.state, block(lane, space))
                    found[lane] = take(
                        block(lane, space), matrix + MLKEMRing.degree &* (index &+ lane), found[lane])
                    isDone = isDone && found[lane] == MLKEMRing.degree
                }
                lane &+= 1
            }
        }
    }

    /// Samples candidates below q from one SHAKE128 block, 168 public bytes, up to 256 in total (FIPS 203, algorithm
    /// 7).
    ///
    /// `polynomial`, in the NTT domain, already has `start` coefficients; returns the new count.
    static func take(_ block: UnsafePointer<UInt8>, _ polynomial: Coefficients, _ start: Int) -> Int {
        var found = start
        var index = 0
        while index < blockByteCount, found < MLKEMRing.degree {
            let (a, b, c) = (UInt16(block[index]), UInt16(block[index &+ 1]), UInt16(block[index &+ 2]))
            // Always written, and counted only if valid: no branch to mispredict.
            let low = a | (b & 15) &<< 8
            polynomial[MLKEMTransform.place(found)] = Int16(truncatingIfNeeded: low)
            found &+= low < 3329 ? 1 : 0
            if found < MLKEMRing.degree {
                let high = b &>> 4 | c &<< 4
                polynomial[MLKEMTransform.place(found)] = Int16(truncatingIfNeeded: high)
                found &+= high < 3329 ? 1 : 0
            }
            index &+= 3
        }
        return found
    }

    /// `count` small polynomials CBD(PRF(seed, n)) for n from `start`, not transformed (FIPS 203, sections 4.1 and
    /// 4.2.2).
    ///
    /// `seed` is 32 secret bytes; η is 2 or 3.
    @inline(never)
    static func noise(
        _ seed: UnsafePointer<UInt8>, from start: Int, count: Int, eta: Int, _ polynomials: Coefficients,
        _ space: MLKEMWorkspace
    ) {
        var index = 0
        // Four parallel permutations pay off even for two polynomials.
        while let four = space.four, count &- index >= 2 {
            fourNoises(seed, start &+ index, min(4, count &- index), eta, polynomials + 256 &* index, four, space)
            index &+= 4
        }
        while index < count {
            var sponge = KeccakSponge(space.state, space.roundConstants, rate: KeccakSponge.shake256Rate)
            sponge.absorb(seed, 32)
            sponge.absorb(UInt8(truncatingIfNeeded: start &+ index))
            sponge.finish(KeccakSponge.shakeSuffix)
            sponge.squeeze(space.blocks, 64 &* eta)
            binomial(space.blocks, eta, polynomials + 256 &* index)
            index &+= 1
        }
    }

    private static func fourNoises(
        _ seed: UnsafePointer<UInt8>, _ start: Int, _ count: Int, _ eta: Int, _ polynomials: Coefficients,
        _ four: FourPermutations, _ space: MLKEMWorkspace
    ) {
        KeccakLanes.start(seed, 4, KeccakSponge.shake256Rate, count: 4, space.state) { lane in
            UInt64(truncatingIfNeeded: start &+ lane) | KeccakSponge.shakeSuffix &<< 8
        }
        let byteCount = 64 &* eta
        var done = 0
        while done < byteCount {
            four(space.state, space.roundConstants)
            let piece = min(KeccakSponge.shake256Rate, byteCount &- done)
            for lane in 0..<count { KeccakLanes.extract(lane, of: 4, piece, space.state, block(lane, space) + done) }
            done &+= piece
        }
        for lane in 0..<count {
            binomial(block(lane, space), eta, polynomials + 256 &* lane)
        }
    }

    @inline(__always)
    private static func block(_ lane: Int, _ space: MLKEMWorkspace) -> UnsafeMutablePointer<UInt8> {
        space.blocks + MLKEMWorkspace.blockByteCount &* lane
    }

    /// The centered binomial distribution: the difference of two counts of η bits (FIPS 203, algorithm 8).
    @inline(__always)
    private static func binomial(_ bytes: UnsafePointer<UInt8>, _ eta: Int, _ polynomial: Coefficients) {
        var index = 0
        while index < MLKEMRing.degree {
            if eta == 2 {
                let bits = UnsafeRawPointer(bytes + index &>> 1).loadUnaligned(as: UInt32.self).littleEndian
                spread((bits & 0x5555_5555) &+ (bits &>> 1 & 0x5555_5555), 2, 3, polynomial + index, 8)
                index &+= 8
            } else {
                let three = bytes + 3 &* (index &>> 2)
                let bits = UInt32(three[0]) | UInt32(three[1]) &<< 8 | UInt32(three[2]) &<< 16
                let sums = (bits & 0x24_9249) &+ (bits &>> 1 & 0x24_9249) &+ (bits &>> 2 & 0x24_9249)
                spread(sums, 3, 7, polynomial + index, 4)
                index &+= 4
            }
        }
    }

    /// Writes the differences of `count` pairs of `width`-bit sums.
    @inline(__always)
    private static func spread(
        _ sums: UInt32, _ width: UInt32, _ mask: UInt32, _ polynomial: Coefficients, _ count: UInt32
    ) {
        var index: UInt32 = 0
        while index < count {
            let both = sums &>> (2 &* width &* index)
            polynomial[Int(index)] =
                Int16(truncatingIfNeeded: both & mask) &- Int16(truncatingIfNeeded: both &>> width & mask)
            index &+= 1
        }
    }
}
