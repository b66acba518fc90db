internal import ArcaKernels
internal import CArcaLibcrypto

/// XTS with AES-192, which neither IEEE 1619 nor libcrypto supports, composed from AES-ECB (IEEE 1619-2007, section
/// 5.3).
enum ComposedXTS {
    private static let blocksAtOnce = 256

    /// Encrypts or decrypts; the output is as long as the input, and all lengths have been checked.
    static func crypt(
        _ input: Span<UInt8>, _ request: CipherRequest, to output: UnsafeMutablePointer<UInt8>
    ) throws(CryptoError) {
        let (key, encrypts) = (request.key, request.encrypts)
        let ecb = try AES.cipher(.ecb, keyByteCount: key.byteCount / 2)
        var tweak = try ecb.encrypt(request.iv.span, using: key.half(1), padding: Cipher.Padding.none)
        defer { tweak.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) } }
        let half = key.half(0)
        defer { withExtendedLifetime(half) {} }
        var context = try CipherContext(ecb, LentKey(half), encrypts: encrypts)
        // A trailing partial block is processed together with the whole block preceding it.
        let rest = input.count % 16
        let plain = (input.count / 16 - (rest == 0 ? 0 : 1)) * 16
        let isDone =
            context.start(nil)
            && withStart(input) { start in
                output.update(from: start, count: input.count)
                guard run(&context, output, blockCount: plain / 16, tweak: &tweak) else { return false }
                return rest == 0 || steal(&context, output + plain, rest: rest, tweak: &tweak, encrypts: encrypts)
            }
        guard isDone else { throw backendError("cannot compute AES-192-XTS") }
    }

    private static func run(
        _ context: inout CipherContext, _ data: UnsafeMutablePointer<UInt8>, blockCount: Int, tweak: inout [UInt8]
    ) -> Bool {
        guard blockCount > 0 else { return true }
        let most = min(blocksAtOnce, blockCount)
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16 * most) { space in
            let tweaks = space.baseAddress.unsafelyUnwrapped
            defer { OPENSSL_cleanse(tweaks, 16 * most) }
            var block = 0
            while block < blockCount {
                let count = min(most, blockCount - block)
                let place = data + 16 * block
                doubleBlocks(into: tweaks, tweak: &tweak, blockCount: count)
                xorBytes(place, tweaks, count: 16 * count)
                guard context.update(place, 16 * count, into: place) == 16 * count else { return false }
                xorBytes(place, tweaks, count: 16 * count)
                block += count
            }
            return true
        }
    }

    /// Processes the last whole block and the partial block: ciphertext stealing (sections 5.3.2 and 5.4.2).
    private static func steal(
        _ context: inout CipherContext, _ data: UnsafeMutablePointer<UInt8>, rest: Int, tweak: inout [UInt8],
        encrypts: Bool
    ) -> Bool {
        // The tweaks of this block and the next.
        var tweaks = [UInt8](repeating: 0, count: 32)
        defer { tweaks.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) } }
        doubleBlocks(into: &tweaks, tweak: &tweak, blockCount: 2)
        // Decryption swaps the tweaks.
        guard work(&context, data, tweaks[encrypts ? 0..<16 : 16..<32]) else { return false }
        // Swaps the partial block with the head of the result.
        for index in 0..<rest {
            let byte = data[index]
            data[index] = data[16 + index]
            data[16 + index] = byte
        }
        return work(&context, data, tweaks[encrypts ? 16..<32 : 0..<16])
    }

    private static func work(
        _ context: inout CipherContext, _ block: UnsafeMutablePointer<UInt8>, _ tweak: ArraySlice<UInt8>
    ) -> Bool {
        tweak.withUnsafeBytes { tweak in
            let start = tweak.baseAddress.unsafelyUnwrapped
            xorBytes(block, start, count: 16)
            guard context.update(block, 16, into: block) == 16 else { return false }
            xorBytes(block, start, count: 16)
            return true
        }
    }
}
