internal import ArcaCore
internal import CArcaLibcrypto

/// HMAC-SHA-256 with one key for many short messages.
///
/// The key blocks are hashed once; the MAC of a 125-byte message then takes five compressions and no allocation.
///
/// Source: RFC 2104, section 4.
package final class PreparedHMAC: @unchecked Sendable {  // Written in init only.
    package static let byteCount = 32

    private let states: UnsafeMutablePointer<SHA256_CTX>
    private static let byteCountOfStates = 2 * MemoryLayout<SHA256_CTX>.stride

    /// Requires a key of at most one block, 64 bytes.
    package init(_ key: SymmetricKey) throws(CryptoError) {
        guard key.byteCount <= 64 else {
            throw CryptoError(.invalidKeyLength, "a prepared HMAC takes 64 bytes of key, not \(key.byteCount)")
        }
        try Libcrypto.checkOwn("HMAC over prepared digests")
        let memory = SecretArena.allocate(Self.byteCountOfStates)
        states = UnsafeMutableRawPointer(memory).bindMemory(to: SHA256_CTX.self, capacity: 2)
        let block = SecretArena.allocate(64)
        for (index, mask) in [0x36 as UInt8, 0x5c].enumerated() {
            key.withBytes { key in
                for place in 0..<64 { block[place] = mask ^ (place < key.count ? key[place] : 0) }
            }
            SHA256_Init(states + index)
            SHA256_Update(states + index, block, 64)
        }
        SecretArena.release(block, 64)
    }

    deinit {
        SecretArena.release(
            UnsafeMutableRawPointer(states).assumingMemoryBound(to: UInt8.self), Self.byteCountOfStates)
    }

    package func code(
        _ first: Span<UInt8>, _ second: Span<UInt8> = Span(), _ third: Span<UInt8> = Span()
    ) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Self.byteCount) { space, count in
            withCode(first, second, third: third) { code in
                space.baseAddress.unsafelyUnwrapped.update(from: code, count: Self.byteCount)
            }
            count = Self.byteCount
        }
    }

    /// The first 16 bytes of a message's MAC, as a big-endian number.
    package func prefix(
        _ first: Span<UInt8>, _ second: Span<UInt8> = Span(), _ third: Span<UInt8> = Span()
    ) -> UInt128 {
        withCode(first, second, third: third) { code in
            UInt128(bigEndian: UnsafeRawPointer(code).loadUnaligned(as: UInt128.self))
        }
    }

    @inline(__always)
    private func withCode<Result>(
        _ first: Span<UInt8>, _ second: Span<UInt8>, third: Span<UInt8>,
        _ body: (UnsafePointer<UInt8>) -> Result
    ) -> Result {
        withUnsafeTemporaryAllocation(byteCount: MemoryLayout<SHA256_CTX>.size + 32, alignment: 16) { space in
            let start = space.baseAddress.unsafelyUnwrapped
            let context = start.bindMemory(to: SHA256_CTX.self, capacity: 1)
            let code = (start + MemoryLayout<SHA256_CTX>.size).bindMemory(to: UInt8.self, capacity: 32)
            context.update(from: states, count: 1)
            first.withUnsafeBytes { _ = SHA256_Update(context, $0.baseAddress, $0.count) }
            if !second.isEmpty { second.withUnsafeBytes { _ = SHA256_Update(context, $0.baseAddress, $0.count) } }
            if !third.isEmpty { third.withUnsafeBytes { _ = SHA256_Update(context, $0.baseAddress, $0.count) } }
            SHA256_Final(code, context)
            context.update(from: states + 1, count: 1)
            SHA256_Update(context, code, 32)
            SHA256_Final(code, context)
            let result = body(code)
            // The context contains the keyed state.
            OPENSSL_cleanse(start, space.count)
            return result
        }
    }
}
