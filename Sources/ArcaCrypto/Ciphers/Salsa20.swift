internal import ArcaKernels
internal import ArcaPlatform

/// The stream cipher Salsa20/20 with a 256-bit key and a 64-bit nonce, which libcrypto lacks.
///
/// Encryption and decryption are the same. The state is wiped on release.
///
/// Source: D. J. Bernstein, "Salsa20 specification", 2005.
package final class Salsa20 {
    /// 16 words of state and a block of key stream.
    private let memory: UnsafeMutablePointer<UInt32>
    /// The number of bytes used of the current block.
    private var used = 64

    /// Starts the key stream.
    ///
    /// - Parameters:
    ///   - key: The secret key, 32 bytes.
    ///   - nonce: The nonce, 8 bytes, not secret, unique for this key.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.invalidIVLength`, or `.unsupported` if only providers
    ///   may compute.
    package init(key: SymmetricKey, nonce: [UInt8]) throws(CryptoError) {
        try Libcrypto.checkOwn("Salsa20")
        guard key.byteCount == 32 else {
            throw CryptoError(.invalidKeyLength, "a key of Salsa20 has 32 bytes, not \(key.byteCount)")
        }
        guard nonce.count == 8 else {
            throw CryptoError(.invalidIVLength, "a nonce of Salsa20 has 8 bytes, not \(nonce.count)")
        }
        memory = .allocate(capacity: 32)
        memory.initialize(repeating: 0, count: 32)
        for (index, word) in Self.constants.enumerated() { memory[5 * index] = word }
        key.withBytes { key in
            for index in 0..<4 {
                memory[1 + index] = Self.word(key, index)
                memory[11 + index] = Self.word(key, 4 + index)
            }
        }
        memory[6] = Self.word(nonce.span, 0)
        memory[7] = Self.word(nonce.span, 1)
    }

    deinit {
        wipe(memory, 32 * MemoryLayout<UInt32>.size)
        memory.deallocate()
    }

    /// The text `expand 32-byte k`.
    private static let constants: [UInt32] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574]

    private static func word(_ bytes: Span<UInt8>, _ index: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(bytes[4 * index + $1]) << (8 * UInt32($1)) }
    }

    /// Encrypts or decrypts the next bytes; the split into parts does not affect the result.
    ///
    /// - Parameters:
    ///   - input: The next bytes.
    ///   - output: Receives as many bytes; requires this free capacity.
    package func update(_ input: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        let block = UnsafeRawPointer(memory + 16)
        for index in input.indices {
            if used == 64 {
                salsa20Block(state: memory, into: memory + 16)
                used = 0
            }
            output.append(input[index] ^ block.load(fromByteOffset: used, as: UInt8.self))
            used += 1
        }
    }
}
