extension PBKDF2 {
    /// PBKDF2 with a bare compression function.
    static func fill(
        _ space: UnsafeMutableBufferPointer<UInt8>, _ passphrase: Span<UInt8>, salt: Span<UInt8>,
        function: AnyHashFunction, hash: BlockHash, iterations: Int
    ) {
        let memoryByteCount = BlockRounds.byteCount + BlockRounds.byteCountPerBlock
        let memory = SecretArena.allocate(memoryByteCount)
        defer { SecretArena.release(memory, memoryByteCount) }
        let rounds = BlockRounds(function, hash, memory: memory, passphrase)
        let block = UnsafeMutableRawPointer(memory) + BlockRounds.byteCount
        var index: UInt32 = 1
        var done = 0
        while done < space.count {
            rounds.start(block, index, salt: salt)
            rounds.advance(block, by: iterations - 1)
            let part = min(function.digestByteCount, space.count - done)
            UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(space)[done..<done + part])
                .copyMemory(from: UnsafeRawBufferPointer(start: rounds.sum(block), count: part))
            done += part
            index &+= 1
        }
    }

    /// The rounds of one output block with a bare compression function.
    ///
    /// From the second iteration on, all blocks have a known length, so an HMAC takes two compressions. The caller owns
    /// the memory: three contexts, and for each output block U as a padded block, and T; all of them reveal the
    /// passphrase or the key.
    ///
    /// Source: RFC 8018, section 5.2, for the names U and T; RFC 2104, section 4, for caching the keyed states.
    struct BlockRounds {
        private static let room = (BlockHash.contextByteCount + 15) & ~15
        static let byteCount = 3 * room
        static let byteCountPerBlock = 256

        private let function: AnyHashFunction
        private let hash: BlockHash
        private let inner: UnsafeMutableRawPointer
        private let outer: UnsafeMutableRawPointer
        private let context: UnsafeMutableRawPointer

        init(
            _ function: AnyHashFunction, _ hash: BlockHash, memory: UnsafeMutablePointer<UInt8>,
            _ passphrase: Span<UInt8>
        ) {
            self.function = function
            self.hash = hash
            inner = UnsafeMutableRawPointer(memory)
            outer = inner + Self.room
            context = outer + Self.room
            // The first output block's memory is not in use yet.
            hash.startKeyed(
                inner, outer, key: passphrase, blockByteCount: function.blockByteCount, block: inner + Self.byteCount)
        }

        /// T of the output block, after the iterations so far.
        func sum(_ block: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer { block + function.blockByteCount }

        /// Computes U_1 = HMAC(passphrase, salt ‖ INT(i)).
        func start(_ block: UnsafeMutableRawPointer, _ index: UInt32, salt: Span<UInt8>) {
            let digestByteCount = function.digestByteCount
            context.copyMemory(from: inner, byteCount: BlockHash.contextByteCount)
            salt.withUnsafeBytes { hash.update(context, $0.baseAddress, $0.count) }
            withUnsafeBytes(of: index.bigEndian) { hash.update(context, $0.baseAddress, $0.count) }
            hash.finish(context, block)
            context.copyMemory(from: outer, byteCount: BlockHash.contextByteCount)
            hash.update(context, block, digestByteCount)
            hash.finish(context, block)
            sum(block).copyMemory(from: block, byteCount: digestByteCount)
            pad(block)
        }

        /// Computes the next U_c = HMAC(passphrase, U_(c-1)), and T = U_1 ^ … ^ U_c.
        func advance(_ block: UnsafeMutableRawPointer, by count: Int) {
            let (hash, inner, outer, context) = (hash, inner, outer, context)
            let (digestByteCount, stateByteCount) = (function.digestByteCount, hash.stateByteCount)
            let words = block.assumingMemoryBound(to: UInt32.self)
            let sums = sum(block).assumingMemoryBound(to: UInt32.self)
            for _ in 0..<count {
                context.copyMemory(from: inner, byteCount: stateByteCount)
                hash.compress(context, block)
                hash.storeState(context, block, digestByteCount)
                context.copyMemory(from: outer, byteCount: stateByteCount)
                hash.compress(context, block)
                hash.storeState(context, block, digestByteCount)
                for word in 0..<digestByteCount &>> 2 { sums[word] ^= words[word] }
            }
        }

        /// Pads a digest that follows one block: a 1 bit, zeros, and the length in bits (FIPS 180-4, section 5.1; RFC
        /// 1321, section 3.2).
        private func pad(_ block: UnsafeMutableRawPointer) {
            let (digestByteCount, blockByteCount) = (function.digestByteCount, function.blockByteCount)
            let bytes = block.assumingMemoryBound(to: UInt8.self)
            (bytes + digestByteCount).update(repeating: 0, count: blockByteCount - digestByteCount)
            bytes[digestByteCount] = 0x80
            let bitCount = 8 * (blockByteCount + digestByteCount)
            let (low, high) =
                hash == .md5 ? (blockByteCount - 8, blockByteCount - 7) : (blockByteCount - 1, blockByteCount - 2)
            bytes[high] = UInt8(truncatingIfNeeded: bitCount >> 8)
            bytes[low] = UInt8(truncatingIfNeeded: bitCount)
        }
    }
}
