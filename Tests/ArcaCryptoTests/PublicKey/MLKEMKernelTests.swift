internal import ArcaKernelsAVX2
internal import ArcaKernelsAVX512
internal import ArcaTestSupport
import ArcaCodecs
import ArcaCore
import Testing

@testable import ArcaKernels

@Suite struct MLKEMKernelTests {
    @Test("compresses every coefficient as the division of the standard does")
    func compresses() {
        for bits in [1, 4, 5, 10, 11] as [UInt64] {
            for x in 0..<3329 {
                // round(2^d·x/q), half up, modulo 2^d (FIPS 203, equation 4.7).
                let expected = (((2 * x) << Int(bits)) + 3329) / (2 * 3329) % (1 << Int(bits))
                #expect(MLKEMPacking.compressed(Int16(x), bits) == UInt64(expected), "\(x) to \(bits) bits")
            }
        }
    }

    @Test("multiplies identically with and without intrinsics, and reduces to the right range")
    func multiplies() {
        var random = Repeatable(1)
        for _ in 0..<2000 {
            var (a, b) = (SIMD8<Int16>(), SIMD8<Int16>())
            for lane in 0..<8 {
                a[lane] = Int16.random(in: .min ... .max, using: &random)
                b[lane] = Int16.random(in: -3329...3329, using: &random)
            }
            #expect(MLKEMRing.high(a, b) == MLKEMRing.portableHigh(a, b))
            let product = MLKEMRing.montgomery(a &>> 1, b, MLKEMRing.timesInverse(b))
            let reduced = MLKEMRing.canonical(a)
            for lane in 0..<8 {
                // product·2¹⁶ = a·b modulo q.
                let difference = Int(product[lane]) << 16 - Int(a[lane] >> 1) * Int(b[lane])
                #expect(difference % 3329 == 0 && abs(product[lane]) < 3329)
                #expect((0..<3329).contains(reduced[lane]) && (Int(reduced[lane]) - Int(a[lane])) % 3329 == 0)
            }
        }
    }

    @Test("continues sampling if a block has too few valid coefficients")
    func samples() {
        let polynomial = UnsafeMutablePointer<Int16>.allocate(capacity: 256)
        defer { polynomial.deallocate() }
        // 0xfff is rejected, 0x001 accepted: one coefficient in a block of 112 candidates.
        var block = [UInt8](repeating: 0xff, count: 168)
        (block[0], block[1], block[2]) = (0x01, 0xf0, 0xff)
        var found = 0
        for index in 0..<256 {
            #expect(found == index)
            found = MLKEMSampling.take(block, polynomial, found)
        }
        #expect(found == 256)
        #expect((0..<256).allSatisfy { polynomial[$0] == 1 })
    }

    @Test("permutes four states in parallel as one by one")
    func permutesFour() {
        #if arch(x86_64)
        var all: [(SIMDLevel, FourPermutations)] = []
        if SIMDLevel.detected >= .avx2 { all.append((.avx2, { AVX2.permuteFour($0, $1) })) }
        if SIMDLevel.detected >= .avx512 { all.append((.avx512, { AVX512.permuteFour($0, $1) })) }
        for (level, permute) in all {
            var random = Repeatable(2)
            let states = UnsafeMutableRawPointer.allocate(byteCount: 800, alignment: 32)
                .assumingMemoryBound(to: UInt64.self)
            let single = UnsafeMutablePointer<UInt64>.allocate(capacity: 25)
            defer {
                states.deallocate()
                single.deallocate()
            }
            let words = (0..<100).map { _ in random.next() }
            for (index, word) in words.enumerated() { states[index] = word }
            permute(states, Keccak.roundConstants)
            for lane in 0..<4 {
                for word in 0..<25 { single[word] = words[4 * word + lane] }
                Keccak.permute(single, Keccak.roundConstants)
                for word in 0..<25 { #expect(states[4 * word + lane] == single[word], "\(level)") }
            }
        }
        #endif
    }

    @Test("samples the same matrices and noise with four states as with one")
    func drawsFour() throws {
        #if arch(x86_64)
        guard SIMDLevel.detected >= .avx2 else { return }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: MLKEMWorkspace.byteCount, alignment: 32)
        defer { memory.deallocate() }
        let seed = Repeatable.bytes32(3)
        let space = (MLKEMWorkspace(memory, four: nil), MLKEMWorkspace(memory) { AVX2.permuteFour($0, $1) })
        for rank in 2...4 {
            let count = 256 * rank * rank
            let draw = { (space: MLKEMWorkspace) in
                [Int16](unsafeUninitializedCapacity: count) { output, initialized in
                    initialized = count
                    if let start = output.baseAddress { MLKEMSampling.matrix(seed, rank: rank, start, space) }
                }
            }
            #expect(draw(space.0) == draw(space.1))
            for eta in 2...3 {
                for wanted in 1...9 {
                    let noise = { (space: MLKEMWorkspace) in
                        MLKEMSampling.noise(
                            seed, from: 3, count: wanted, eta: eta, space.noise, space)
                        return (0..<256 * wanted).map { space.noise[$0] }
                    }
                    #expect(noise(space.0) == noise(space.1))
                }
            }
        }
        #endif
    }
}

extension Repeatable {
    fileprivate static func bytes32(_ seed: UInt64) -> [UInt8] {
        var random = Repeatable(seed)
        return random.bytes(32)
    }
}
