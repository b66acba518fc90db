extension BlockHash {
    /// Starts HMAC's two digests with the key's padded block.
    ///
    /// Source: RFC 2104, section 2.
    ///
    /// - Parameters:
    ///   - inner: A context that is then to take the message.
    ///   - outer: A context that is then to take the inner digest.
    ///   - key: The key, any length.
    ///   - blockByteCount: The length of the function's block.
    ///   - block: Room for a block; it tells the key, and is the caller's to wipe.
    func startKeyed(
        _ inner: UnsafeMutableRawPointer, _ outer: UnsafeMutableRawPointer, _ key: Span<UInt8>, _ blockByteCount: Int,
        _ block: UnsafeMutableRawPointer
    ) {
        let bytes = block.assumingMemoryBound(to: UInt8.self)
        bytes.update(repeating: 0, count: blockByteCount)
        key.withUnsafeBytes { key in
            if key.count > blockByteCount {
                start(inner)
                update(inner, key.baseAddress, key.count)
                finish(inner, block)
            } else if let start = key.baseAddress {
                block.copyMemory(from: start, byteCount: key.count)
            }
        }
        for index in 0..<blockByteCount { bytes[index] ^= 0x36 }
        start(inner)
        update(inner, block, blockByteCount)
        for index in 0..<blockByteCount { bytes[index] ^= 0x36 ^ 0x5c }
        start(outer)
        update(outer, block, blockByteCount)
    }
}
