internal import ArcaCodecs
internal import ArcaKernels
internal import ArcaKernelsAVX2
internal import ArcaTestSupport
import Testing

@Suite(.serialized) struct Argon2KernelTests {
    /// The blocks that a computation referred to, as their distances from the start of the memory.
    nonisolated(unsafe) fileprivate static var references: [Int] = []
    nonisolated(unsafe) fileprivate static var start: UnsafePointer<UInt64>?

    /// Fills the first pass of one lane from two random blocks, and returns the references of each slice.
    private func references(type: Int, seed: UInt64) -> [[Int]] {
        let matrix = Argon2Matrix(type: type, overwrites: false, passes: 2, lanes: 1, segmentLength: 150)
        let memory = UnsafeMutablePointer<UInt64>.allocate(capacity: 128 * matrix.laneLength)
        let scratch = UnsafeMutablePointer<UInt64>.allocate(capacity: argon2ScratchWordCount)
        defer {
            memory.deallocate()
            scratch.deallocate()
        }
        var random = Repeatable(seed)
        memory.initialize(repeating: 0, count: 128 * matrix.laneLength)
        for index in 0..<256 { memory[index] = random.next() }
        Self.start = UnsafePointer(memory)
        return [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0)].map { pass, slice in
            Self.references = []
            argon2Fill(memory, matrix, pass: pass, slice: slice, lane: 0, scratch: scratch) {
                previous, reference, target, scratch, adds in
                Argon2KernelTests.references.append(
                    (Int(bitPattern: reference) - Int(bitPattern: Argon2KernelTests.start)) / 1024)
                argon2Compress(previous, reference, target, scratch, adds)
            }
            // Without the blocks of addresses, which are in the scratch memory.
            return Self.references.filter { (0..<matrix.laneLength).contains($0) }
        }
    }

    @Test("addresses depend on the passphrase exactly where RFC 9106 allows it")
    func addresses() {
        for (type, independent) in [(0, []), (1, [0, 1, 2, 3, 4]), (2, [0, 1])] {
            let (first, second) = (references(type: type, seed: 1), references(type: type, seed: 2))
            for slice in 0..<5 {
                #expect(first[slice].count == (slice == 0 ? 148 : 150))
                #expect((first[slice] == second[slice]) == independent.contains(slice), "type \(type), slice \(slice)")
            }
        }
    }

    #if arch(x86_64)
    @Test(
        "AVX2 compresses like the portable code, also onto the second block",
        .enabled(if: SIMDLevel.detected >= .avx2))
    func vectors() {
        let blocks = UnsafeMutablePointer<UInt64>.allocate(capacity: 5 * 128)
        defer { blocks.deallocate() }
        var random = Repeatable(9106)
        for round in 0..<200 {
            let adds: UInt8 = round % 3 == 0 ? 1 : 0
            // Ones and zeros too, for carries.
            for index in 0..<384 { blocks[index] = round < 2 ? UInt64.max * UInt64(round) : random.next() }
            (blocks + 384).update(from: blocks + 256, count: 128)
            argon2Compress(blocks, blocks + 128, blocks + 256, blocks + 512, adds)
            AVX2.compressArgon2(blocks, blocks + 128, blocks + 384, blocks + 512, adds)
            for index in 256..<384 { #expect(blocks[index] == blocks[index + 128]) }
            // As for blocks of addresses.
            AVX2.compressArgon2(blocks, blocks + 128, blocks + 256, blocks + 512, 0)
            AVX2.compressArgon2(blocks, blocks + 128, blocks + 128, blocks + 512, 0)
            for index in 128..<256 { #expect(blocks[index] == blocks[index + 128]) }
        }
    }
    #endif
}
