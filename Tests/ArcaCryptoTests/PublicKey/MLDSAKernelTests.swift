internal import ArcaKernelsAVX2
internal import ArcaTestSupport
import ArcaCodecs
import ArcaCore
import Testing

@testable import ArcaKernels

@Suite struct MLDSAKernelTests {
    private static let q = 8_380_417

    /// 256·`count` numbers, never freed: a pointer would not keep their owner alive.
    private struct Numbers {
        let start: UnsafeMutablePointer<Int32>
        let count: Int

        init(_ count: Int = 1) {
            self.count = 256 * count
            start = UnsafeMutableRawPointer.allocate(byteCount: 1024 * count, alignment: 32)
                .bindMemory(to: Int32.self, capacity: 256 * count)
            start.update(repeating: 0, count: self.count)
        }

        init(_ values: [Int]) {
            self.init((values.count + 255) / 256)
            for (index, value) in values.enumerated() { start[index] = Int32(value) }
        }

        var values: [Int] { (0..<count).map { Int(start[$0]) } }
    }

    private static func withSpaces(_ body: (MLDSAWorkspace, MLDSAWorkspace?) -> Void) {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 2 * MLDSAWorkspace.byteCount + 32, alignment: 32)
        defer { memory.deallocate() }
        var wide: MLDSAWorkspace?
        #if arch(x86_64)
        if SIMDLevel.detected >= .avx2 {
            let vectors = MLDSAVectors(
                forward: { AVX2.transformMLDSA($0, $1) }, backward: { AVX2.invertMLDSA($0, $1) },
                multiply: { AVX2.multiplyMLDSA($0, $1, $2, $3) })
            let second = memory + (MLDSAWorkspace.byteCount + 31) & ~31
            wide = MLDSAWorkspace(second, four: { AVX2.permuteFour($0, $1) }, vectors: vectors)
        }
        #endif
        body(MLDSAWorkspace(memory, four: nil, vectors: nil), wide)
    }

    /// The division of the standard: high and low part of a coefficient in [0, q) (FIPS 204, algorithm 36).
    private static func decomposed(_ a: Int, _ half: Int) -> (high: Int, low: Int) {
        var low = a % (2 * half)
        if low > half { low -= 2 * half }
        return a - low == q - 1 ? (0, low - 1) : ((a - low) / (2 * half), low)
    }

    /// All values at which the high part may change, and their neighbors.
    private static func edges(_ half: Int) -> [Int] {
        let places = Array(stride(from: 0, to: q, by: half)) + [q - 1, q / 2]
        return places.flatMap { place in (-140...140).map { place + $0 } }.filter { (0..<q).contains($0) }
    }

    @Test("splits coefficients as the division of the standard does", arguments: [95232, 261_888])
    func decomposes(half: Int) {
        let values = Self.edges(half)
        let (lows, highs) = (Numbers(values), Numbers((values.count + 255) / 256))
        for block in 0..<(lows.count / 256) {
            MLDSARounding(half: Int32(half)).decompose(lows.start + 256 * block, highs.start + 256 * block)
        }
        let (foundHighs, foundLows) = (highs.values, lows.values)
        #expect(values.indices.allSatisfy { foundHighs[$0] == Self.decomposed(values[$0], half).high })
        #expect(values.indices.allSatisfy { foundLows[$0] == Self.decomposed(values[$0], half).low })
    }

    @Test("makes hints that correct the high part, and only where it differs", arguments: [95232, 261_888])
    func hints(half: Int) {
        var random = Repeatable(1)
        let rounding = MLDSARounding(half: Int32(half))
        let modulus = (Self.q - 1) / (2 * half)
        for _ in 0..<40 {
            // r and r + z, with |z| < γ₂; the hints are computed from the low part of r plus z.
            let edges = Self.edges(half)
            let sums = (0..<256).map { _ in edges.randomElement(using: &random) ?? 0 }
            let errors = (0..<256).map { _ in Int.random(in: (1 - half)...(half - 1), using: &random) }
            let originals = zip(sums, errors).map { ($0 - $1 + Self.q) % Self.q }
            let (lows, highs) = (Numbers(originals), Numbers())
            rounding.decompose(lows.start, highs.start)
            let shifted = Numbers(zip(lows.values, errors).map { $0 + $1 })
            let before = highs.values
            let count = rounding.makeHints(shifted.start, highs.start)
            let hints = highs.values
            #expect(count == UInt32(hints.reduce(0, +)))
            let result = Numbers(sums)
            rounding.useHints(result.start, highs.start)
            #expect(result.values == before)
            for index in 0..<256 {
                #expect((hints[index] == 1) == (Self.decomposed(sums[index], half).high != before[index]))
                #expect((0..<modulus).contains(before[index]))
            }
        }
    }

    @Test("multiplies polynomials as the definition says, with every kernel")
    func multiplies() {
        var random = Repeatable(2)
        Self.withSpaces { plain, wide in
            for space in [plain, wide].compactMap({ $0 }) {
                let a = (0..<256).map { _ in Int.random(in: 0..<Self.q, using: &random) }
                let b = (0..<256).map { _ in Int.random(in: -(1 << 19)...(1 << 19), using: &random) }
                var expected = [Int](repeating: 0, count: 256)
                for i in 0..<256 {
                    for j in 0..<256 {
                        let product = a[i] * b[j] % Self.q
                        if i + j < 256 { expected[i + j] += product } else { expected[i + j - 256] -= product }
                    }
                }
                let (left, right, result) = (Numbers(a), Numbers(b), Numbers())
                space.forward(left.start)
                space.forward(right.start)
                space.multiply(left.start, right.start, count: 1, result.start)
                space.backward(result.start)
                #expect(result.values.allSatisfy { abs($0) < Self.q })
                #expect(zip(result.values, expected).allSatisfy { ($0 - $1) % Self.q == 0 })
            }
        }
    }

    @Test("transforms identically with and without wider vectors, at the bounds too")
    func transforms() {
        var random = Repeatable(3)
        Self.withSpaces { plain, wide in
            guard let wide else { return }
            for round in 0..<50 {
                let bound = round < 25 ? Self.q - 1 : 1 << 19
                let values = (0..<8 * 256).map { index in
                    round % 5 == 0 ? (index & 1 == 0 ? bound : -bound) : Int.random(in: -bound...bound, using: &random)
                }
                var results: [[Int]] = []
                for space in [plain, wide] {
                    let (a, b, sum) = (Numbers(values), Numbers(values.reversed()), Numbers())
                    for index in 0..<8 { space.forward(a.start + 256 * index) }
                    space.multiply(b.start, a.start, count: 8, sum.start)
                    let inverse = Numbers(sum.values)
                    space.backward(inverse.start)
                    results.append(a.values + sum.values + inverse.values)
                }
                #expect(results[0] == results[1])
            }
        }
    }

    @Test("samples the same matrices, secrets and masks with four states as with one")
    func drawsFour() {
        let seed = Self.bytes(4, 64)
        Self.withSpaces { plain, wide in
            guard let wide else { return }
            for rows in [4, 6, 8] {
                let kernel = MLDSA(rows: rows)
                let results = [plain, wide].map { space in
                    let matrix = Numbers(rows * (kernel.columns + 1))
                    MLDSASampling.matrix(
                        seed, rows: rows, columns: kernel.columns, stride: kernel.columns + 1, matrix.start, space)
                    let small = Numbers(rows + kernel.columns)
                    MLDSASampling.small(seed, count: rows + kernel.columns, eta: kernel.eta, small.start, space)
                    let mask = Numbers(kernel.columns)
                    MLDSASampling.mask(
                        seed, nonce: 65530, count: kernel.columns, bits: kernel.maskBits, mask.start, space)
                    #expect(small.values.allSatisfy { abs($0) <= kernel.eta })
                    return matrix.values + small.values + mask.values
                }
                #expect(results[0] == results[1])
            }
        }
    }

    @Test("continues sampling if a block has too few valid coefficients")
    func samples() {
        let polynomial = Numbers()
        // 0x7fffff is rejected, 0x000001 accepted: one coefficient in a block of 56 candidates.
        var block = [UInt8](repeating: 0xff, count: 168)
        (block[0], block[1], block[2]) = (0x01, 0x00, 0x80)
        var found = 0
        for index in 0..<256 {
            #expect(found == index)
            found = MLDSASampling.take(block, polynomial.start, found)
        }
        #expect(found == 256 && polynomial.values.allSatisfy { $0 == 1 })
        // The largest valid value, and the modulus.
        for (bytes, count) in [([0x00, 0xe0, 0x7f], 56), ([0x01, 0xe0, 0x7f], 0)] as [([UInt8], Int)] {
            block = (0..<56).flatMap { _ in bytes }
            #expect(MLDSASampling.take(block, polynomial.start, 0) == count)
        }
    }

    @Test("accepts hints in one form only")
    func unpacksHints() {
        let hints = Numbers(4)
        for index in [0, 255, 256, 300, 1023] { hints.start[index] = 1 }
        var bytes = [UInt8](repeating: 0, count: 84)
        MLDSAPacking.packHints(hints.start, rows: 4, omega: 80, &bytes)
        #expect(bytes.prefix(6) == [0, 255, 0, 44, 255, 0] && bytes.suffix(4) == [2, 4, 4, 5])
        func accepts(_ bytes: [UInt8]) -> Bool {
            let found = Numbers(4)
            return MLDSAPacking.unpackHints(bytes, rows: 4, omega: 80, found.start) && found.values == hints.values
        }
        #expect(accepts(bytes))
        for (place, value) in [(1, 0), (5, 1), (79, 1), (80, 3), (81, 1), (82, 3), (83, 4), (83, 6), (83, 81)] {
            var wrong = bytes
            wrong[place] = UInt8(value)
            #expect(!accepts(wrong), "\(place)")
        }
        #expect(!accepts([255, 0] + bytes.dropFirst(2)))
    }

    @Test("packs and unpacks every width")
    func packs() {
        var random = Repeatable(5)
        var bytes = [UInt8](repeating: 0, count: 644)
        for bits in [18, 20] {
            let values = (0..<256).map { _ in Int.random(in: (1 - 1 << (bits - 1))...(1 << (bits - 1)), using: &random)
            }
            let found = Numbers()
            MLDSAPacking.packMask(Numbers(values).start, bits: bits, &bytes)
            MLDSAPacking.unpackMask(bytes, bits: bits, found.start)
            #expect(found.values == values)
        }
        for eta in [2, 4] {
            let values = (0..<256).map { _ in Int.random(in: -eta...eta, using: &random) }
            let found = Numbers()
            MLDSAPacking.packSmall(Numbers(values).start, eta: Int32(eta), &bytes)
            MLDSAPacking.unpackSmall(bytes, eta: Int32(eta), found.start)
            #expect(found.values == values)
        }
        #expect(MLDSARing.exceeds(Numbers([5, -7, 3]).start, 8) == 0)
        for wrong in [8, -8, 1 << 22, -(1 << 22)] {
            #expect(MLDSARing.exceeds(Numbers([Int](repeating: 0, count: 255) + [wrong]).start, 8) == 1)
        }
    }

    private static func bytes(_ seed: UInt64, _ count: Int) -> [UInt8] {
        var random = Repeatable(seed)
        return random.bytes(count)
    }
}
