internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaSystem

/// Computes several results of one input in one read, in constant memory, for several workers at once.
final class FileHasher: @unchecked Sendable {  // Each worker uses its own buffer, and none overlaps with itself.
    /// Large enough that the calls cost nothing beside hashing, small enough to stay in the processor's cache.
    private static let bufferByteCount = 128 * 1024

    private let algorithms: [HashAlgorithm]
    private let length: Int?
    private let buffers: [UnsafeMutableBufferPointer<UInt8>]

    /// Makes a hasher whose buffers serve one file after the other.
    ///
    /// - Parameters:
    ///   - algorithms: What to compute.
    ///   - length: Bytes of output of extendable functions.
    ///   - workers: How many threads may use it at once.
    init(_ algorithms: [HashAlgorithm], length: Int?, workers: Int) {
        self.algorithms = algorithms
        self.length = length
        buffers = (0..<workers).map { _ in .allocate(capacity: FileHasher.bufferByteCount) }
    }

    /// Reads `input` to its end and returns a result an algorithm; `progress` hears of each piece.
    func results(of input: inout FileReader, worker: Int, progress: (Int) -> Void) throws -> [[UInt8]] {
        var states = try algorithms.map { algorithm in try HashAlgorithm.State(algorithm, length: length) }
        let buffer = buffers[worker]
        while true {
            var output = OutputSpan(buffer: buffer, initializedCount: 0)
            try input.read(into: &output)
            let count = output.finalize(for: buffer)
            guard count > 0 else { break }
            let bytes = UnsafeBufferPointer(rebasing: buffer[..<count]).span
            for index in states.indices { states[index].update(bytes) }
            progress(count)
        }
        return try states.map { state in try state.finalize() }
    }

    deinit { buffers.forEach { $0.deallocate() } }
}
