/// Scratch memory of one ML-KEM operation; it contains secrets, so the caller must wipe it.
public struct MLKEMWorkspace {
    /// The required size in bytes.
    public static let byteCount = polynomialStart + 2 * MLKEMRing.degree * 24

    // Offsets in bytes.
    private static let blockStart = 832
    private static let messageStart = blockStart + 4 * blockByteCount
    private static let polynomialStart = messageStart + 32 + 64 + 32 + 1568
    /// Capacity for the output of one sponge, in bytes.
    static let blockByteCount = 192

    /// One Keccak state, or four.
    let state: UnsafeMutablePointer<UInt64>
    /// Four blocks of ``blockByteCount`` bytes for sponge output.
    let blocks: UnsafeMutablePointer<UInt8>
    /// The decrypted message, 32 bytes.
    let message: UnsafeMutablePointer<UInt8>
    /// K and r, 64 bytes.
    let keys: UnsafeMutablePointer<UInt8>
    /// The secret of a rejected ciphertext, 32 bytes.
    let rejected: UnsafeMutablePointer<UInt8>
    /// The re-encrypted ciphertext, up to 1568 bytes.
    let ciphertext: UnsafeMutablePointer<UInt8>
    private let polynomials: Coefficients

    let roundConstants = Keccak.roundConstants
    let constants = MLKEMConstants.shared
    let four: FourPermutations?

    /// Uses memory of ``byteCount`` bytes, aligned to 32, whose initial content is ignored.
    ///
    /// `four` permutes four states in parallel, if the processor supports it.
    public init(_ memory: UnsafeMutableRawPointer, four: FourPermutations?) {
        state = memory.assumingMemoryBound(to: UInt64.self)
        let bytes = memory.assumingMemoryBound(to: UInt8.self)
        blocks = bytes + Self.blockStart
        message = bytes + Self.messageStart
        keys = message + 32
        rejected = keys + 64
        ciphertext = rejected + 32
        polynomials = (memory + Self.polynomialStart).assumingMemoryBound(to: Int16.self)
        self.four = four
    }

    // Temporary polynomials.
    var first: Coefficients { polynomials }
    var second: Coefficients { polynomials + MLKEMRing.degree }
    var third: Coefficients { polynomials + 2 * MLKEMRing.degree }
    /// Four polynomials in the NTT domain.
    var transformed: Coefficients { polynomials + 3 * MLKEMRing.degree }
    /// Four caches of 512 numbers for products.
    var caches: Coefficients { polynomials + 7 * MLKEMRing.degree }
    /// Nine small polynomials.
    var noise: Coefficients { polynomials + 15 * MLKEMRing.degree }
}
