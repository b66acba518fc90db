internal import ArcaCore
internal import ArcaKernels
internal import ArcaSystem

/// The steps of Argon2: RFC 9106, section 3.2.
struct Argon2Computation {
    let variant: Argon2KDF.Variant
    let cost: Argon2KDF.Cost
    let version: Argon2KDF.Version

    /// H0, the hash of all parameters and inputs; `body` adds the inputs.
    func start(outputByteCount: Int, _ body: (BLAKE2bStream) -> Void) -> SecretBytes {
        let stream = BLAKE2bStream(outputByteCount: 64)
        for number in [
            cost.lanes, outputByteCount, cost.memoryKiB, cost.passes, version.rawValue, variant.rawValue,
        ] { stream.update(number: number) }
        body(stream)
        return SecretBytes(byteCount: 64) { $0.write { stream.finish(into: $0) } }
    }

    func derive(_ start: SecretBytes, outputByteCount: Int) throws(CryptoError) -> SecretBytes {
        let matrix = Argon2Matrix(
            type: variant.rawValue, overwrites: version == .v10, passes: cost.passes, lanes: cost.lanes,
            segmentLength: cost.segmentLength)
        let memory = try LargeMemory(byteCount: cost.memoryByteCount)
        let blocks = memory.start.assumingMemoryBound(to: UInt64.self)
        let stream = BLAKE2bStream(outputByteCount: 64)
        for lane in 0..<cost.lanes {
            for column in 0..<2 {
                let block = blocks + 128 * (lane * matrix.laneLength + column)
                UnsafeMutableRawPointer(block).withMemoryRebound(to: UInt8.self, capacity: 1024) { bytes in
                    stream.hash(1024, into: bytes) { stream in
                        start.withBytes { stream.update($0) }
                        stream.update(number: column)
                        stream.update(number: lane)
                    }
                }
                for index in 0..<128 { block[index] = UInt64(littleEndian: block[index]) }
            }
        }
        fill(blocks, matrix)
        let last = blocks + 128 * (matrix.laneLength - 1)
        for lane in 1..<cost.lanes {
            for index in 0..<128 { last[index] ^= last[128 * lane * matrix.laneLength + index] }
        }
        for index in 0..<128 { last[index] = last[index].littleEndian }
        return SecretBytes(byteCount: outputByteCount) { output in
            output.write { bytes in
                stream.hash(outputByteCount, into: bytes) { stream in
                    last.withMemoryRebound(to: UInt8.self, capacity: 1024) { stream.update($0, 1024) }
                }
            }
        }
    }

    /// Fills the memory, one slice after the other; the lanes of a slice are independent.
    private func fill(_ blocks: UnsafeMutablePointer<UInt64>, _ matrix: Argon2Matrix) {
        // A thread costs as much as about 30 blocks.
        let threads = matrix.segmentLength < 128 || Workers.staysOnThisThread ? 1 : Workers.coreCount
        let scratchByteCount = 8 * argon2ScratchWordCount
        let scratch = SecretArena.allocate(scratchByteCount * min(threads, cost.lanes))
        defer { SecretArena.release(scratch, scratchByteCount * min(threads, cost.lanes)) }
        nonisolated(unsafe) let (shared, scratches) = (blocks, scratch)
        for pass in 0..<cost.passes {
            for slice in 0..<4 {
                Workers.forEach(cost.lanes, workers: threads) { worker, lane in
                    argon2Fill(
                        shared, matrix, pass: pass, slice: slice, lane: lane,
                        scratch: UnsafeMutableRawPointer(scratches + scratchByteCount * worker)
                            .assumingMemoryBound(to: UInt64.self),
                        compression: KernelScratch.argon2)
                    KernelScratch.wipeStack()
                }
            }
        }
    }
}

extension BLAKE2bStream {
    fileprivate func update(number: Int) {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).littleEndian) { update($0.bytes, 4) }
    }

    func updateWithLength(_ bytes: Span<UInt8>) {
        update(number: bytes.count)
        update(bytes)
    }

    /// Writes H', a hash of any length from 1 byte on (RFC 9106, section 3.3); `body` adds the message.
    fileprivate func hash(_ byteCount: Int, into output: UnsafeMutablePointer<UInt8>, _ body: (BLAKE2bStream) -> Void) {
        restart(outputByteCount: min(byteCount, 64))
        update(number: byteCount)
        body(self)
        finish(into: output)
        var done = 0
        // Half of each hash is output; the next one hashes all of it.
        while byteCount - done > 64 {
            let rest = byteCount - done - 32
            restart(outputByteCount: min(rest, 64))
            update(output + done, 64)
            done += 32
            finish(into: output + done)
        }
    }
}
