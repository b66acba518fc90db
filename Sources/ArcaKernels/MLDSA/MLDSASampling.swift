// Sampling with Keccak (FIPS 204, section 7.3).

enum MLDSASampling {
    /// Expands ρ, 32 public bytes, to the matrix Â of `rows` × `columns` polynomials; rows are `stride` polynomials apart.
    @inline(never)
    static func matrix(
        _ rho: UnsafePointer<UInt8>, rows: Int, columns: Int, stride: Int, _ matrix: Wide, _ space: MLDSAWorkspace
    ) {
        let count = rows &* columns
        var index = 0
        while index < count {
            let lanes = space.four == nil ? 1 : min(4, count &- index)
            var found = SIMD4<Int>(repeating: 0)
            start(rho, 4, KeccakSponge.shake128Rate, lanes, space) { lane in
                let (row, column) = ((index &+ lane) / columns, (index &+ lane) % columns)
                return column | row &<< 8
            }
            var isDone = false
            while !isDone {
                next(KeccakSponge.shake128Rate, 0, lanes, space)
                isDone = true
                for lane in 0..<lanes {
                    let (row, column) = ((index &+ lane) / columns, (index &+ lane) % columns)
                    found[lane] = take(
                        space.blocks + MLDSAWorkspace.blockByteCount &* lane,
                        matrix + MLDSARing.degree &* (row &* stride &+ column), found[lane])
                    isDone = isDone && found[lane] == MLDSARing.degree
                }
            }
            index &+= lanes
        }
    }

    /// Samples candidates below q from one SHAKE128 block, 168 public bytes, up to 256 in total (algorithm 30).
    ///
    /// `polynomial`, in the NTT domain, already has `start` coefficients; returns the new count.
    static func take(_ block: UnsafePointer<UInt8>, _ polynomial: Wide, _ start: Int) -> Int {
        var found = start
        var index = 0
        while index < KeccakSponge.shake128Rate, found < MLDSARing.degree {
            let low = UInt32(block[index]) | UInt32(block[index &+ 1]) &<< 8
            let candidate = low | UInt32(block[index &+ 2] & 0x7f) &<< 16
            // Always written, and counted only if valid: no branch to mispredict.
            polynomial[MLDSATransform.place(found)] = Int32(bitPattern: candidate)
            found &+= candidate < 8_380_417 ? 1 : 0
            index &+= 3
        }
        return found
    }

    /// `count` polynomials with coefficients in [-η, η], with nonces from 0 (algorithm 33).
    ///
    /// `seed` is 64 secret bytes. Which half bytes are rejected decides branches; those that are kept do not depend on
    /// it.
    @inline(never)
    static func small(
        _ seed: UnsafePointer<UInt8>, count: Int, eta: Int32, _ polynomials: Wide, _ space: MLDSAWorkspace
    ) {
        var index = 0
        while index < count {
            let lanes = space.four == nil ? 1 : min(4, count &- index)
            var found = SIMD4<Int>(repeating: 0)
            start(seed, 8, KeccakSponge.shake256Rate, lanes, space) { index &+ $0 }
            var isDone = false
            while !isDone {
                next(KeccakSponge.shake256Rate, 0, lanes, space)
                isDone = true
                for lane in 0..<lanes {
                    found[lane] = takeSmall(
                        space.blocks + MLDSAWorkspace.blockByteCount &* lane, eta,
                        polynomials + MLDSARing.degree &* (index &+ lane), found[lane])
                    isDone = isDone && found[lane] == MLDSARing.degree
                }
            }
            index &+= lanes
        }
    }

    /// Samples half bytes from one SHAKE256 block, 136 bytes, up to 256 coefficients in total (algorithms 15 and 31).
    static func takeSmall(_ block: UnsafePointer<UInt8>, _ eta: Int32, _ polynomial: Wide, _ start: Int) -> Int {
        var found = start
        var index = 0
        let limit: Int32 = eta == 2 ? 15 : 9
        while index < 2 &* KeccakSponge.shake256Rate, found < MLDSARing.degree {
            let half = Int32(block[index &>> 1] &>> UInt8(truncatingIfNeeded: 4 &* (index & 1)) & 15)
            // Modulo 5 without a division, for η = 2; values below 9 for η = 4.
            let reduced = eta == 2 ? half &- 5 &* ((half &* 205) &>> 10) : half
            polynomial[found] = eta &- reduced
            found &+= half < limit ? 1 : 0
            index &+= 1
        }
        return found
    }

    /// `count` polynomials with coefficients in (-γ₁, γ₁], with nonces from `nonce` (algorithm 34).
    ///
    /// `seed` is 64 secret bytes; `bits` is 18 or 20.
    @inline(never)
    static func mask(
        _ seed: UnsafePointer<UInt8>, nonce: Int, count: Int, bits: Int, _ polynomials: Wide, _ space: MLDSAWorkspace
    ) {
        var index = 0
        while index < count {
            let rest = count &- index
            // A single permutation is faster than four parallel ones.
            let lanes = space.four == nil || rest == 1 ? 1 : min(4, rest)
            start(seed, 8, KeccakSponge.shake256Rate, lanes, space) { nonce &+ index &+ $0 }
            var done = 0
            while done < 32 &* bits {
                next(KeccakSponge.shake256Rate, done, lanes, space)
                done &+= KeccakSponge.shake256Rate
            }
            for lane in 0..<lanes {
                MLDSAPacking.unpackMask(
                    space.blocks + MLDSAWorkspace.blockByteCount &* lane, bits: bits,
                    polynomials + MLDSARing.degree &* (index &+ lane))
            }
            index &+= lanes
        }
    }

    /// A polynomial with τ coefficients of 1 or -1, from a public challenge (algorithm 29).
    @inline(never)
    static func ball(_ challenge: UnsafePointer<UInt8>, _ count: Int, tau: Int, _ f: Wide, _ space: MLDSAWorkspace) {
        var sponge = KeccakSponge(space.state, space.roundConstants, rate: KeccakSponge.shake256Rate)
        sponge.absorb(challenge, count)
        sponge.finish(KeccakSponge.shakeSuffix)
        sponge.squeeze(space.blocks, KeccakSponge.shake256Rate)
        var signs = UnsafeRawPointer(space.blocks).loadUnaligned(as: UInt64.self).littleEndian
        var place = 8
        f.update(repeating: 0, count: MLDSARing.degree)
        var index = MLDSARing.degree &- tau
        while index < MLDSARing.degree {
            if place == KeccakSponge.shake256Rate {
                sponge.squeeze(space.blocks, KeccakSponge.shake256Rate)
                place = 0
            }
            let target = Int(space.blocks[place])
            place &+= 1
            guard target <= index else { continue }
            f[index] = f[target]
            f[target] = 1 &- 2 &* Int32(truncatingIfNeeded: signs & 1)
            signs = signs &>> 1
            index &+= 1
        }
    }

    /// Starts one sponge, or four, with 8·`words` bytes of seed and a nonce of two bytes.
    @inline(__always)
    private static func start(
        _ seed: UnsafePointer<UInt8>, _ words: Int, _ rate: Int, _ lanes: Int, _ space: MLDSAWorkspace,
        _ nonce: (Int) -> Int
    ) {
        KeccakLanes.start(seed, words, rate, count: lanes == 1 ? 1 : 4, space.state) { lane in
            UInt64(truncatingIfNeeded: nonce(lane)) & 0xffff | KeccakSponge.shakeSuffix &<< 16
        }
    }

    /// Permutes and copies the rate of each lane to its block, at `offset`.
    @inline(__always)
    private static func next(_ rate: Int, _ offset: Int, _ lanes: Int, _ space: MLDSAWorkspace) {
        if lanes > 1, let four = space.four {
            four(space.state, space.roundConstants)
            for lane in 0..<lanes {
                let block = space.blocks + (MLDSAWorkspace.blockByteCount &* lane &+ offset)
                KeccakLanes.extract(lane, of: 4, rate, space.state, block)
            }
        } else {
            Keccak.permute(space.state, space.roundConstants)
            KeccakLanes.extract(0, of: 1, rate, space.state, space.blocks + offset)
        }
    }
}
