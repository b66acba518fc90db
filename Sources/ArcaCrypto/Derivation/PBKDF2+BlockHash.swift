extension PBKDF2 {
    /// PBKDF2 with a bare compression function.
    ///
    /// From the second iteration on, all blocks have a known length, so an HMAC takes two compressions.
    ///
    /// Source: RFC 8018, section 5.2, for the names U and T; RFC 2104, section 4, for caching the keyed states.
    static func fill(
        _ space: UnsafeMutableBufferPointer<UInt8>, _ passphrase: Span<UInt8>, salt: Span<UInt8>,
        function: AnyHashFunction, hash: BlockHash, iterations: Int
    ) {
        let blockByteCount = function.blockByteCount
        let digestByteCount = function.digestByteCount
        let stateByteCount = hash.stateByteCount
        // Three contexts, U as a padded block, and T; all of them reveal the passphrase or the key.
        let room = (BlockHash.contextByteCount + 15) & ~15
        let memoryByteCount = 3 * room + 2 * blockByteCount
        let memory = SecretArena.allocate(memoryByteCount)
        defer { SecretArena.release(memory, memoryByteCount) }
        let inner = UnsafeMutableRawPointer(memory)
        let outer = inner + room
        let context = outer + room
        let block = context + room
        let sum = block + blockByteCount

        hash.startKeyed(inner, outer, key: passphrase, blockByteCount: blockByteCount, block: block)
        let words = block.assumingMemoryBound(to: UInt32.self)
        let sums = sum.assumingMemoryBound(to: UInt32.self)
        var index: UInt32 = 1
        var done = 0
        while done < space.count {
            // U_1 = HMAC(passphrase, salt ‖ INT(i))
            context.copyMemory(from: inner, byteCount: BlockHash.contextByteCount)
            salt.withUnsafeBytes { hash.update(context, $0.baseAddress, $0.count) }
            withUnsafeBytes(of: index.bigEndian) { hash.update(context, $0.baseAddress, $0.count) }
            hash.finish(context, block)
            context.copyMemory(from: outer, byteCount: BlockHash.contextByteCount)
            hash.update(context, block, digestByteCount)
            hash.finish(context, block)
            sum.copyMemory(from: block, byteCount: digestByteCount)
            pad(block, digestByteCount, blockByteCount)
            // U_c = HMAC(passphrase, U_(c-1)), T = U_1 ^ … ^ U_c
            for _ in 1..<iterations {
                context.copyMemory(from: inner, byteCount: stateByteCount)
                hash.compress(context, block)
                hash.storeState(context, block, digestByteCount)
                context.copyMemory(from: outer, byteCount: stateByteCount)
                hash.compress(context, block)
                hash.storeState(context, block, digestByteCount)
                for word in 0..<digestByteCount &>> 2 { sums[word] ^= words[word] }
            }
            let part = min(digestByteCount, space.count - done)
            UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(space)[done..<done + part])
                .copyMemory(from: UnsafeRawBufferPointer(start: sum, count: part))
            done += part
            index &+= 1
        }
    }

    /// Pads a digest that follows one block: a 1 bit, zeros, and the length in bits (FIPS 180-4, section 5.1).
    private static func pad(_ block: UnsafeMutableRawPointer, _ digestByteCount: Int, _ blockByteCount: Int) {
        let bytes = block.assumingMemoryBound(to: UInt8.self)
        (bytes + digestByteCount).update(repeating: 0, count: blockByteCount - digestByteCount)
        bytes[digestByteCount] = 0x80
        let bitCount = 8 * (blockByteCount + digestByteCount)
        bytes[blockByteCount - 2] = UInt8(truncatingIfNeeded: bitCount >> 8)
        bytes[blockByteCount - 1] = UInt8(truncatingIfNeeded: bitCount)
    }
}
