/// Memory that one operation of ML-KEM works in; the caller owns it and wipes it afterwards, for secrets stay behind.
public struct MLKEMWorkspace {
    /// Bytes that an operation needs, aligned to 32.
    public static let byteCount = polynomialStart + 2 * MLKEMRing.degree * 24

    // Parts, in bytes from the start.
    private static let blockStart = 832
    private static let messageStart = blockStart + 4 * blockByteCount
    private static let polynomialStart = messageStart + 32 + 64 + 32 + 1568
    /// Room for the output of one sponge.
    static let blockByteCount = 192

    /// One state of Keccak, or four.
    let state: UnsafeMutablePointer<UInt64>
    /// Four blocks of ``blockByteCount`` bytes: output of sponges.
    let blocks: UnsafeMutablePointer<UInt8>
    /// A decrypted message, 32 bytes.
    let message: UnsafeMutablePointer<UInt8>
    /// K and r, 64 bytes.
    let keys: UnsafeMutablePointer<UInt8>
    /// The secret of a ciphertext that is rejected, 32 bytes.
    let rejected: UnsafeMutablePointer<UInt8>
    /// A ciphertext, as many bytes as the longest has.
    let ciphertext: UnsafeMutablePointer<UInt8>
    private let polynomials: Coefficients

    let roundConstants = Keccak.roundConstants
    let constants = MLKEMConstants.shared
    let four: FourPermutations?

    /// Takes memory of ``byteCount`` bytes, aligned to 32.
    ///
    /// - Parameters:
    ///   - memory: Its content before does not matter.
    ///   - four: Permutes four states at once, where the processor can; faster than four times one.
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

    // Polynomials of passage.
    var first: Coefficients { polynomials }
    var second: Coefficients { polynomials + MLKEMRing.degree }
    var third: Coefficients { polynomials + 2 * MLKEMRing.degree }
    /// Four polynomials in the transform's domain.
    var transformed: Coefficients { polynomials + 3 * MLKEMRing.degree }
    /// Four caches of 512 numbers, for products.
    var caches: Coefficients { polynomials + 7 * MLKEMRing.degree }
    /// Nine small polynomials.
    var noise: Coefficients { polynomials + 15 * MLKEMRing.degree }
}
